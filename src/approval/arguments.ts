/**
 * The arguments with which the tool is called, as a fixed function of what the person reads and of the sealed route.
 * Nothing else is ever added.
 */
import type { Action } from "../note/action/action";
import { readReceivers, receiversOf, type Receiver } from "../note/action/receivers";
import { fileForm, filesAs, guessFiles, type FileAt } from "../note/action/files";
import { isTaken, partsBy, placeOf, put, type Place } from "../note/action/places";
import { listedArguments, takingOf, typedArguments, type Converted, type Path } from "../note/action/typed";
import type { Json, JsonObject } from "../kit/json";
import type { ToolView } from "../kit/ports/tools";
import type { Identity, Route } from "./request/request";
import type { Mapping } from "../settings/settings";

/** The argument that takes the target: as the settings say, or the tool's own `to` when the action leaves it free. */
export function targetArgument(action: Action, mapping: Mapping, tool: ToolView): string | null {
  if (mapping.target_argument !== null) return mapping.target_argument;
  const free = listedArguments(tool.schema).includes("to") && !Object.hasOwn(action.args, "to");
  return free && action.target !== "" ? "to" : null;
}

/** The names by which the parts of an action reach the tool. */
export type Names = Pick<
  Route,
  "targetArgument" | "idempotencyArgument" | "attachmentsArgument" | "fixedArguments"
>;

export function namesOf(action: Action, mapping: Mapping, tool: ToolView): Names {
  return {
    targetArgument: targetArgument(action, mapping, tool),
    idempotencyArgument: mapping.idempotency_argument,
    attachmentsArgument: mapping.attachments_argument ?? guessFiles(tool.schema),
    ...(Object.keys(mapping.fixed_arguments).length === 0 ? {} : { fixedArguments: mapping.fixed_arguments }),
  };
}

/** A file as it goes along where only the form is asked about, and nothing leaves. */
const SAMPLE: Pick<FileAt, "place" | "content"> = { place: "/vault/file", content: "QQ==" };

export function callArguments(
  action: Action,
  mapping: Mapping,
  tool: ToolView,
  idempotency: string,
): JsonObject {
  return sealedArguments(
    action,
    namesOf(action, mapping, tool),
    { idempotency, receivers: receiversOf(action.target) },
    action.attachments.map((path) => ({ ...SAMPLE, path })),
    tool,
  ).args;
}

type Sealed = Pick<Identity, "idempotency" | "receivers">;

export interface CallArguments {
  readonly args: JsonObject;
  /** Words that reach the tool as something else than text. */
  readonly converted: readonly Converted[];
}

export function sealedArguments(
  action: Action,
  names: Names,
  sealed: Sealed,
  files: readonly FileAt[],
  tool: ToolView,
): CallArguments {
  const { targetArgument: target, idempotencyArgument: key, attachmentsArgument: attached } = names;
  const said = { ...names.fixedArguments, ...action.args };
  const written =
    target === null || action.target === ""
      ? said
      : withTarget(said, action.target, placeOf(target, tool.schema), sealed, tool);
  const { args, converted } = typedArguments(written, tool.schema);
  const marked = key === null ? args : { ...args, [key]: sealed.idempotency };
  if (attached === null || files.length === 0) return { args: marked, converted };
  const [path = []] = placeOf(attached, tool.schema).paths;
  const form = fileForm(tool.schema, path);
  return { args: form === null ? marked : put(marked, path, filesAs(form, files)), converted };
}

function withTarget(
  args: JsonObject,
  target: string,
  place: Place,
  sealed: Sealed,
  tool: ToolView,
): JsonObject {
  const parts = partsBy(place, target) ?? [];
  return place.paths.reduce(
    (so, path, at) =>
      parts[at] === undefined
        ? so
        : put(so, path, place.pattern === null ? targetAsTaken(target, path, sealed, tool) : parts[at]),
    args,
  );
}

/**
 * The target in the form that this argument takes: one text, or the sealed receivers as a list of texts or of objects.
 */
function targetAsTaken(target: string, path: Path, { receivers }: Sealed, tool: ToolView): Json {
  const taking = takingOf(tool.schema, path);
  if (taking.kind === "text") return target;
  if (taking.kind === "list") return receivers;
  return receivers.map((text): JsonObject => asObject(mailboxOf(text), taking.address, taking.name));
}

function mailboxOf(text: string): Receiver {
  const parsed = readReceivers(text);
  return (parsed.kind === "receivers" ? parsed.all[0] : undefined) ?? { name: "", address: text };
}

function asObject({ name, address }: Receiver, addressKey: string, nameKey: string | null): JsonObject {
  return {
    [addressKey]: address === "" ? name : address,
    ...(nameKey === null || name === "" || address === "" ? {} : { [nameKey]: name }),
  };
}

/**
 * Arguments an action must not carry itself, because they are filled in from elsewhere and would be overwritten unseen.
 */
export function doubledArguments(
  action: Action,
  { targetArgument: target, idempotencyArgument: key, attachmentsArgument: files }: Names,
  tool: ToolView,
): readonly string[] {
  const filled = [target, key, action.attachments.length === 0 ? null : files].flatMap((name) =>
    name === null ? [] : placeOf(name, tool.schema).paths,
  );
  return filled.filter((path) => isTaken(action.args, path)).map((path) => path.join("."));
}
