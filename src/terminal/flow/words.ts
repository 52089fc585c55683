/** The words behind “flow”, “skills”, “reasoning” and “template”, and what is wrong with them. */
import { nearest } from "../../kit/nearest";

/** Of each verb, whether it needs a name: `yes`, `no`, or either. */
export const FLOW_VERBS = {
  list: "no",
  check: "either",
  show: "yes",
  start: "yes",
  eject: "yes",
  allow: "either",
  forbid: "yes",
  schema: "no",
} as const;
export const SKILL_VERBS = { list: "no", show: "yes", eject: "yes" } as const;

/** Null where the words behind “flow” or “skills” are right. */
export function sayVerb(
  of: "flow" | "skills",
  verbs: Readonly<Record<string, "yes" | "no" | "either">>,
  [verb = "list", name]: readonly string[],
): string | null {
  const all = Object.keys(verbs);
  const takes = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (takes === undefined)
    return `Say “${of} ${all.join(`”, “${of} `)}”, not “${of} ${verb}”.${meant(verb, all)}`;
  const isOfCodes = verb === "allow" || verb === "forbid";
  if (isOfCodes && name !== undefined && !/^[0-9a-f]{16}$/.test(name))
    return `The code is the 16 characters that “flow allow” shows, not “${name}”.`;
  if (takes === "yes" && isOfCodes && name === undefined)
    return "“flow forbid” needs a code; “flow allow” shows them.";
  if (takes === "yes" && name === undefined)
    return `“${of} ${verb}” needs the name of a ${of === "flow" ? "flow; “flow list” has them" : "skill; “skills” lists them"}.`;
  return takes === "no" && name !== undefined ? `“${of} ${verb}” takes no “${name}”.` : null;
}

const RESULT_VERBS = ["list", "again", "archive"];

/** Null where the words behind “reasoning” are right. */
export function sayResultWords([verb = "list", note]: readonly string[]): string | null {
  if (!RESULT_VERBS.includes(verb))
    return `Say “reasoning ${RESULT_VERBS.join("”, “reasoning ")}”, not “reasoning ${verb}”.${meant(verb, RESULT_VERBS)}`;
  if (verb === "list") return note === undefined ? null : `“reasoning list” takes no “${note}”.`;
  return note === undefined ? `“reasoning ${verb}” needs the path or title of a note.` : null;
}

const TEMPLATE_VERBS = ["list", "save", "new"];

/** Null where the words behind “template” are right. */
export function sayTemplateWords([verb = "list", name, more]: readonly string[]): string | null {
  if (!TEMPLATE_VERBS.includes(verb))
    return `Say “template ${TEMPLATE_VERBS.join("”, “template ")}”, not “template ${verb}”.${meant(verb, TEMPLATE_VERBS)}`;
  if (verb === "list") return name === undefined ? null : `“template list” takes no “${name}”.`;
  if (name === undefined)
    return verb === "save"
      ? "“template save” needs the id or name of a plan, or of an approved result."
      : "“template new” needs the name of a template; “template list” has them.";
  return verb === "save" && more !== undefined ? `“template save” takes no “${more}”.` : null;
}

/** By name; a sentence where one is no `name=words`. */
export function readInputs(given: readonly string[]): Readonly<Record<string, string>> | string {
  const inputs: Record<string, string> = {};
  for (const each of given) {
    const at = each.indexOf("=");
    const name = each.slice(0, Math.max(0, at)).trim();
    if (name === "")
      return `--input takes a name and words, such as --input topic="Our move", not “${each}”.`;
    const words = each.slice(at + 1);
    // Several notes are given one by one.
    inputs[name] = Object.hasOwn(inputs, name) ? `${inputs[name] ?? ""}\n${words}` : words;
  }
  return inputs;
}

/** A sentence with a space before it; empty where no name is near. */
export function meant(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  return near === null ? "" : ` Did you mean “${near}”?`;
}
