/**
 * The arguments with which the tool is called, as a fixed function of what the person reads and of the sealed route.
 * Nothing else is ever added.
 */
import type { Action } from "../action/action";
import { readReceivers, receiversOf, splitTarget, type Receiver } from "../action/receivers";
import { takingOf, typedArguments, type Converted } from "../action/typed";
import { isObject, type Json, type JsonObject } from "../kit/json";
import type { ToolView } from "../ports/tools";
import type { Identity, Route } from "../request/request";
import type { Mapping } from "../settings/settings";

/** The argument that takes the target: as the settings say, or the tool's own `to` when the action leaves it free. */
export function targetArgument(action: Action, mapping: Mapping, tool: ToolView): string | null {
  if (mapping.target_argument !== null) return mapping.target_argument;
  const properties = tool.schema["properties"];
  const free = isObject(properties) && Object.hasOwn(properties, "to") && !Object.hasOwn(action.args, "to");
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
    attachmentsArgument: mapping.attachments_argument,
    ...(Object.keys(mapping.fixed_arguments).length === 0 ? {} : { fixedArguments: mapping.fixed_arguments }),
  };
}

export function callArguments(
  action: Action,
  mapping: Mapping,
  tool: ToolView,
  idempotency: string,
): JsonObject {
  return sealedArguments(
    action,
    namesOf(action, mapping, tool),
    {
      idempotency,
      reading: 2,
      receivers: receiversOf(action.target),
      attachments: action.attachments.map((path) => ({ path })),
    },
    tool,
  ).args;
}

type Sealed = Pick<Identity, "idempotency" | "reading" | "receivers"> & {
  readonly attachments: readonly { readonly path: string }[];
};

export interface CallArguments {
  readonly args: JsonObject;
  /** Words that reach the tool as something else than text. */
  readonly converted: readonly Converted[];
}

export function sealedArguments(action: Action, names: Names, sealed: Sealed, tool: ToolView): CallArguments {
  const { targetArgument: target, idempotencyArgument: key, attachmentsArgument: files } = names;
  const written = {
    ...names.fixedArguments,
    ...action.args,
    ...(target === null || (sealed.reading > 1 && action.target === "")
      ? {}
      : { [target]: asWanted(action.target, target, sealed, tool) }),
  };
  const { args, converted } = typedArguments(written, tool.schema);
  return {
    args: {
      ...args,
      ...(key === null ? {} : { [key]: sealed.idempotency }),
      ...(files === null || action.attachments.length === 0
        ? {}
        : {
            [files]: sealed.reading === 1 ? action.attachments : sealed.attachments.map(({ path }) => path),
          }),
    },
    converted,
  };
}

/** Many tools take receivers as a list: then the receivers as they were sealed are the list. */
function asWanted(target: string, argument: string, { reading, receivers }: Sealed, tool: ToolView): Json {
  const taking = takingOf(tool.schema, argument);
  if (taking.kind === "text") return target;
  const texts = reading === 1 ? splitTarget(target) : receivers;
  if (taking.kind === "list") return texts;
  return texts.map((text): JsonObject => asObject(mailboxOf(text), taking.address, taking.name));
}

function mailboxOf(text: string): Receiver {
  const reading = readReceivers(text);
  return (reading.kind === "receivers" ? reading.all[0] : undefined) ?? { name: "", address: text };
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
export function doubledArguments(action: Action, names: Names): readonly string[] {
  return [names.targetArgument, names.idempotencyArgument, names.attachmentsArgument]
    .filter((name) => name !== null && Object.hasOwn(action.args, name))
    .map(String);
}
