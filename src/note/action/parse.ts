/**
 * Reads the text inside an `action` fence. Refuses rather than guesses: unknown keys, missing type, values JSON cannot
 * hold, words that YAML would leave out, lines that it would join.
 */
import { isList, isObject, type Json, toJson } from "../../kit/json";
import { readStamp } from "../../kit/dates";
import { findFix, type Fix, short } from "../../kit/yamlRepair";
import { readYaml } from "../../kit/yaml";
import { ACTION_FENCE, ACTION_LIMIT, type ActionReading } from "./action";
import { badType, joinedText, leftOut, parserFault, unknownKeys } from "./faults";
import { joinReceivers } from "./receivers";

export const TYPE = /^[a-z][a-z0-9_]{0,39}$/;

/** Whether a line that opens a fence names it as ours, as people write that: `action`, `Action`, `{.action}`. */
export function isActionFence(line: string): boolean {
  const word = /(?:`{3,}|~{3,})\s*([^\s`]*)/.exec(line)?.[1] ?? "";
  return word.toLowerCase().replace(/[{}.]/g, "") === ACTION_FENCE;
}

export function parseAction(source: string): ActionReading {
  if (source.length > ACTION_LIMIT) return bad("the block is longer than 100,000 characters");
  const parsed = readYaml(source, "text");
  if (parsed.kind === "broken")
    return explained(source) ?? { kind: "bad", ...parserFault(source.split("\n"), parsed.line, parsed.why) };
  const fault = leftOut(source);
  if (fault !== null) return { kind: "bad", ...fault };
  const json = toJson(parsed.value);
  if (json === null)
    return bad(
      "a value in the block cannot be sent exactly (a number too large, infinity, or nesting too deep); put it in quotes",
    );
  const value = json.value;
  if (!isObject(value))
    return explained(source) ?? bad("the block must be lines of “key: value”, the first such as type: email");
  const unknown = unknownKeys(source, value);
  if (unknown !== null) return explained(source) ?? { kind: "bad", ...unknown };
  const { type = null, target = null, send_at: sendAt = null, args = null, attachments = null } = value;
  if (typeof type !== "string" || !TYPE.test(type)) return { kind: "bad", ...badType(source, type) };
  const to = textOf(target) ?? joinReceivers(target);
  if (to === null)
    return bad(
      linkOf(target) === null
        ? "“target” must be text, or a list of addresses"
        : `a link needs quotes; write: target: "${short(linkOf(target) ?? "")}"`,
    );
  if (sendAt !== null && !isMoment(sendAt))
    return bad("“send_at” must be a day with a time, like send_at: 2026-12-10 09:00");
  if (args !== null && !isObject(args))
    return explained(source) ?? bad("“args” must be lines of “name: value”, indented under it");
  if (attachments !== null && !isList(attachments))
    return bad(
      typeof attachments === "string"
        ? `“attachments” is a list; write each path on a line below it, after a dash: - ${short(attachments)}`
        : "“attachments” must be a list of paths in this vault",
    );
  const files = (attachments ?? [])
    .map((each) => linkOf(each) ?? each)
    .filter((each) => typeof each === "string");
  if (files.length < (attachments ?? []).length)
    return bad("“attachments” must be a list of paths in this vault");
  const joined = joinedText(source);
  return joined === null
    ? {
        kind: "action",
        action: {
          type,
          target: to,
          ...(sendAt === null ? {} : { sendAt }),
          args: args ?? {},
          attachments: files,
          block: { source },
        },
      }
    : { kind: "bad", ...joined };
}

function isMoment(value: Json): value is string {
  return typeof value === "string" && value.trim().length > "2026-12-10".length && readStamp(value) !== null;
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

/** Null where it can be read, and where none of the usual mistakes is found. */
function fixOfBlock(source: string): Fix | null {
  const lines = source.split("\n");
  const stopped = reach(lines);
  const read = readYaml(source, "text");
  return stopped === Infinity
    ? null
    : findFix(lines, Math.max(0, stopped), read.kind === "broken" ? read.why : "", reach, "texts");
}

/** Text where the fields of the tool should be is nearly always a field without the space behind its colon. */
function reach(lines: readonly string[]): number {
  const read = readYaml(lines.join("\n"), "text");
  if (read.kind === "broken") return read.line;
  const value = toJson(read.value)?.value ?? null;
  if (value === null) return Infinity;
  if (!isObject(value)) return -1;
  // A key with an invisible space is a key of its own to YAML, and looks like one that stands further in.
  const odd = Object.keys(value).find((key) => /[\u00A0\uFF1A]/.test(key));
  if (odd !== undefined) return lines.findIndex((line) => line.startsWith(odd));
  return typeof value["args"] === "string" && value["args"] !== ""
    ? lines.findIndex((line) => line.startsWith("args:")) + 1
    : Infinity;
}
