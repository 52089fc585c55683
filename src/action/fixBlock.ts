/**
 * An action block that is not valid YAML is explained in the words, and mended by the changes, that properties have.
 */
import { isObject, toJson } from "../kit/json";
import { findFix, type Fix } from "../kit/yamlRepair";
import { readYaml } from "../kit/yaml";

/** Null where it can be read, and where none of the usual mistakes is found. */
export function fixOfBlock(source: string): Fix | null {
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
