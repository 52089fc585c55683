/**
 * Reads the text inside an `action` fence. Refuses rather than guesses: unknown keys, missing type, values JSON cannot
 * hold, words that YAML would leave out, lines that it would join.
 */
import { isList, isObject, toJson, type Json } from "../kit/json";
import { short } from "../kit/yamlRepair";
import { readYaml } from "../kit/yaml";
import { ACTION_FENCE, ACTION_LIMIT, type ActionReading } from "./action";
import { badType, parserFault, unknownKeys } from "./faults";
import { joinedText } from "./joined";
import { leftOut } from "./leftOut";
import { fixOfBlock } from "./fixBlock";
import { joinReceivers } from "./receivers";

export const TYPE = /^[a-z][a-z0-9_]{0,39}$/;

/** Whether a line that opens a fence names it as ours, as people write that: `action`, `Action`, `{.action}`. */
export function isActionFence(line: string): boolean {
  const word = /(?:`{3,}|~{3,})\s*([^\s`]*)/.exec(line)?.[1] ?? "";
  return word.toLowerCase().replace(/[{}.]/g, "") === ACTION_FENCE;
}

export function parseAction(source: string): ActionReading {
  if (source.length > ACTION_LIMIT) return bad("the block is longer than 100,000 characters");
  const reading = readYaml(source, "text");
  if (reading.kind === "broken")
    return (
      explained(source) ?? { kind: "bad", ...parserFault(source.split("\n"), reading.line, reading.why) }
    );
  const fault = leftOut(source);
  if (fault !== null) return fault;
  const json = toJson(reading.value);
  if (json === null)
    return bad(
      "a value in the block cannot be sent exactly (a number too large, infinity, or nesting too deep); put it in quotes",
    );
  const value = json.value;
  if (!isObject(value))
    return (
      explained(source) ??
      bad("the block has to be lines of “key: value”, the first of them such as type: email")
    );
  const unknown = unknownKeys(source, value);
  if (unknown !== null) return explained(source) ?? { kind: "bad", ...unknown };
  const { type = null, target = null, args = null, attachments = null } = value;
  if (typeof type !== "string" || !TYPE.test(type)) return { kind: "bad", ...badType(source, type) };
  const to = textOf(target) ?? joinReceivers(target);
  if (to === null)
    return bad(
      linkOf(target) === null
        ? "“target” has to be text, or a list of addresses"
        : `a link needs quotes; write: target: "${short(linkOf(target) ?? "")}"`,
    );
  if (args !== null && !isObject(args))
    return explained(source) ?? bad("“args” has to be lines of “name: value”, indented beneath it");
  if (attachments !== null && !isList(attachments))
    return bad(
      typeof attachments === "string"
        ? `“attachments” is a list; write each path on a line below it, behind a dash: - ${short(attachments)}`
        : "“attachments” has to be a list of paths in this vault",
    );
  const files = (attachments ?? [])
    .map((each) => linkOf(each) ?? each)
    .filter((each) => typeof each === "string");
  if (files.length < (attachments ?? []).length)
    return bad("“attachments” has to be a list of paths in this vault");
  const joined = joinedText(source);
  return joined === null
    ? {
        kind: "action",
        action: { type, target: to, args: args ?? {}, attachments: files, block: { source } },
      }
    : { kind: "bad", ...joined };
}

function textOf(value: Json): string | null {
  return value === null ? "" : typeof value === "string" ? value : null;
}

/**
 * `[[March.pdf]]` without quotes is a list in a list to YAML. It is told apart, so that somebody can say what to write
 * instead.
 */
function linkOf(value: Json): string | null {
  const [inner = null] = isList(value) && value.length === 1 ? value : [];
  const [text = null] = isList(inner) && inner.length === 1 ? inner : [];
  return typeof text === "string" ? `[[${text}]]` : null;
}

function explained(source: string): ActionReading | null {
  const fix = fixOfBlock(source);
  return fix === null ? null : { kind: "bad", line: fix.at, why: fix.why, fix };
}

function bad(why: string): ActionReading {
  return { kind: "bad", line: 0, why };
}
