/** Reads a `tool` block beneath a step: the one tool that is called for it, such as `search_notes: {query: roofer}`. */
import { isObject, toJson } from "../../kit/json";
import { outdent, indentOf, type Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import { readYaml } from "../../kit/yaml";

export type ToolBlock =
  /** `input`: the arguments as JSON. */
  | { readonly kind: "call"; readonly tool: string; readonly input: string }
  /**
   * The questions that a flow asks the person at this step, one by one. `isAll`: the step is over when they have
   * answered.
   */
  | { readonly kind: "asks"; readonly calls: readonly PlannedAsk[]; readonly isAll: boolean }
  | { readonly kind: "bad"; readonly why: string };

/** A call of `ask_person`. `id`: among the calls of the step; `input`: its arguments as JSON. */
export interface PlannedAsk {
  readonly id: string;
  readonly input: string;
}

/** Characters of a block. */
const LONGEST = 20_000;
const FENCE = /^\s*(?:`{3,}|~{3,})\s*tool\s*$/i;

/** `beneath`: indexes of the lines that belong to the step. Null where there is no such block. */
export function readTool(
  beneath: readonly number[],
  lines: readonly Line[],
  kinds: readonly LineKind[],
): ToolBlock | null {
  const opens = beneath.filter((at) => kinds[at] === "fence-open" && FENCE.test(lines[at]?.text ?? ""));
  const [open] = opens;
  if (open === undefined) return null;
  if (opens.length > 1) return bad("there are two tool blocks beneath this step; a step has one");
  let end = open + 1;
  while (kinds[end] === "fence") end += 1;
  if (kinds[end] !== "fence-close") return bad("the tool block is never closed");
  const indent = indentOf(lines[open]?.text ?? "");
  const source = lines
    .slice(open + 1, end)
    .map(({ text }) => outdent(text, indent))
    .join("\n");
  if (source.length > LONGEST) return bad("the tool block is longer than 20,000 characters");
  const parsed = readYaml(source);
  if (parsed.kind === "broken")
    return bad(`the tool block is not valid YAML: ${parsed.why} (its line ${String(parsed.line + 1)})`);
  const value = toJson(parsed.value)?.value;
  const [first, ...others] = value !== undefined && isObject(value) ? Object.entries(value) : [];
  if (first === undefined || others.length > 0)
    return bad("a tool block names one tool with its arguments, such as search_notes: {query: roofer}");
  const [tool, given] = first;
  const input = given ?? {};
  return isObject(input)
    ? { kind: "call", tool, input: JSON.stringify(input) }
    : bad(`the arguments of ${tool} have to be names with values, such as {query: roofer}`);
}

function bad(why: string): ToolBlock {
  return { kind: "bad", why };
}
