/** Reads the text inside an `action` fence. Refuses rather than guesses: unknown keys, missing type, values JSON cannot hold. */
import { isList, isObject, toJson } from "../kit/json";
import { readYaml } from "../kit/yaml";
import { ACTION_FENCE, ACTION_LIMIT, type ActionReading } from "./action";

const KEYS: readonly string[] = ["type", "target", "args", "attachments"];
export const TYPE = /^[a-z][a-z0-9_]{0,39}$/;

/** Whether a line that opens a fence names it as ours, as people write that: `action`, `Action`, `{.action}`. */
export function isActionFence(line: string): boolean {
  const word = /(?:`{3,}|~{3,})\s*([^\s`]*)/.exec(line)?.[1] ?? "";
  return word.toLowerCase().replace(/[{}.]/g, "") === ACTION_FENCE;
}

export function parseAction(source: string): ActionReading {
  if (source.length > ACTION_LIMIT) return bad("the block is longer than 100,000 characters");
  const reading = readYaml(source);
  if (reading.kind === "broken") return { kind: "bad", line: reading.line, why: `the block is not valid YAML: ${reading.why}` };
  const json = toJson(reading.value);
  if (json === null) return bad("a value in the block cannot be sent exactly (a number too large, infinity, or nesting too deep); put it in quotes");
  const value = json.value;
  if (!isObject(value)) return bad("the block has to be lines of “key: value”, beginning with “type: …”");
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) return bad(`“${unknown.join("”, “")}” ${unknown.length === 1 ? "is" : "are"} not known here; use type, target, args and attachments, and put the tool's own fields under args`);
  const { type = null, target = null, args = null, attachments = null } = value;
  if (typeof type !== "string" || !TYPE.test(type)) return bad("“type” is missing or is not a plain word in lower case, like email");
  if (target !== null && typeof target !== "string") return bad("“target” has to be text; put it in quotes");
  if (args !== null && !isObject(args)) return bad("“args” has to be lines of “name: value”, indented beneath it");
  if (attachments !== null && (!isList(attachments) || !attachments.every((each) => typeof each === "string"))) {
    return bad("“attachments” has to be a list of paths in this vault");
  }
  const files = attachments === null ? [] : attachments.filter((each) => typeof each === "string");
  return { kind: "action", action: { type, target: target ?? "", args: args ?? {}, attachments: files } };
}

function bad(why: string): ActionReading {
  return { kind: "bad", line: 0, why };
}
