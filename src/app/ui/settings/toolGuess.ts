/** A guess at the tool of a server that carries out a type of action, and at its arguments. The person confirms it. */
import { guessFiles } from "../../../note/action/files";
import { formFields, type Field } from "../../../note/action/form";
import { KINDS, type KindRow } from "../../../note/action/kinds";
import { placeOf } from "../../../note/action/places";
import type { ToolView } from "../../../kit/ports/tools";
import type { Mapping } from "../../../settings/settings";

export const NO_TOOL: Omit<Mapping, "server"> = {
  tool: "",
  target_argument: null,
  idempotency_argument: null,
  attachments_argument: null,
  fixed_arguments: {},
  error_means_nothing_happened: false,
  nothing_happened_words: [],
};

/** By type, the usual names of tools that carry it out, and of servers that have them. */
export const LIKELY: Readonly<Record<string, KindRow["usual"]>> = Object.fromEntries(
  Object.values(KINDS).flatMap(({ type, usual }) =>
    type === null || usual === null ? [] : [[type.id, usual]],
  ),
);
const TARGETS = /^(to|recipients?|payee|receiver|address|iban|account|calendar(_?id)?)$/i;
const MARKS = /^(message_?id|idempotency_?key)$/i;

export function guessTool(type: string, tools: readonly ToolView[]): ToolView | null {
  const likely = LIKELY[type]?.tool;
  return (
    tools.find(({ name }) => likely?.test(name) === true) ?? (tools.length === 1 ? (tools[0] ?? null) : null)
  );
}

/** The tool, with the arguments that it seems to have for the purpose. */
export function fitTool(tool: ToolView | null): Omit<Mapping, "server"> {
  const names = tool === null ? [] : fieldsOf(tool).map(({ name }) => name);
  return {
    ...NO_TOOL,
    tool: tool?.name ?? "",
    target_argument: names.includes("to") ? null : (names.find((each) => TARGETS.test(each)) ?? null),
    idempotency_argument: names.find((each) => MARKS.test(each)) ?? null,
    attachments_argument: tool === null ? null : guessFiles(tool.schema),
  };
}

/** The argument for the target that the tool does not take; null where it takes it, or does not say what it takes. */
export function missingTarget(
  tool: ToolView,
  { target_argument: named }: Pick<Mapping, "target_argument">,
): string | null {
  const names = fieldsOf(tool).map(({ name }) => name);
  const target = named ?? "to";
  const outer = placeOf(target, tool.schema).paths.map(([name = ""]) => name);
  return names.length === 0 || outer.every((name) => names.includes(name)) ? null : target;
}

export function fieldsOf(tool: ToolView): readonly Field[] {
  return formFields(tool.schema);
}
