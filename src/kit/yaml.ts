/**
 * YAML 1.2 (core schema) read strictly: no aliases, no tags beyond the core, no key twice, no surprises. Dates stay text.
 * Everything js-yaml can throw becomes a value with the line it happened on.
 */
import { load, YAMLException } from "js-yaml";
import { isUnseen } from "./text";

export type Yaml =
  | { readonly kind: "value"; readonly value: unknown }
  /** `line` counts from 0 within the source. */
  | { readonly kind: "broken"; readonly line: number; readonly why: string };

export function readYaml(source: string): Yaml {
  // Nothing but comments is no document to the parser; to us it is an empty one.
  if (source.split("\n").every((line) => /^[ \t]*(?:#|$)/.test(line))) return { kind: "value", value: null };
  try {
    return { kind: "value", value: load(source, { maxAliases: 0, maxDepth: 40 }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { kind: "broken", line: 0, why: "it cannot be read" };
    return { kind: "broken", line: error.mark?.line ?? 0, why: error.reason };
  }
}

/** Words that some reader of YAML takes for something else than text. */
const NOT_TEXT = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

export function isOddWord(text: string): boolean {
  return NOT_TEXT.test(text);
}

/**
 * Text in double quotes. Everything unseen is escaped, and so is what another plugin would run when it meets it in a raw file (`<%`,
 * `{{`). Reads back as the same text.
 */
export function quoteText(text: string): string {
  const escaped = JSON.stringify(text).replace(/<(?=%)|\{(?=\{)/g, escapeChar);
  return [...escaped].map((char) => (isUnseen(char) ? escapeChar(char) : char)).join("");
}

/** Whether quoting would show the text as it stands. */
export function isOpen(text: string): boolean {
  return !/<%|\{\{/.test(text) && ![...text].some(isUnseen);
}

function escapeChar(char: string): string {
  return [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}
