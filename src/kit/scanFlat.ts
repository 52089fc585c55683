/**
 * The frontmatter most plans have, read without a parser of YAML: `key: value`, one a line, nothing that means anything
 * else anywhere. Frontmatter that is not plainly of that kind is left to the parser. On everything it accepts it says
 * what gray-matter with js-yaml says (tests/kit/fastYaml.test.ts).
 */

const KEY = /^([A-Za-z][A-Za-z0-9_-]*):(?: +|$)/;
/** Words that are not text, or not to every reader, as a key or as a value; and the one key that is no ordinary one. */
const WORD = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf|__proto__)$/i;
/** Text without quotes. It begins like a word or a path, and holds neither a colon before a space nor a remark. */
const PLAIN =
  /^[A-Za-z/\u00C0-\u024F\u3041-\uD7FB](?:[A-Za-z0-9 ._/()+,;'"!?&@%*<>=~$\u00A1-\u1FFF\u2010-\u2027\u2030-\u2BFF\u3041-\uD7FB[\]{}|^\\`-]|:(?=[^ ]))*$/;
const DAY = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?$/;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const QUOTED =
  /^(?:"([A-Za-z0-9 ._/()+,;:'!?&@%*<>=~$#|^`[\]{}\u00A1-\u1FFF\u2010-\u2027\u2030-\u2BFF\u3041-\uD7FB-]*)"|'([A-Za-z0-9 ._/()+,;:"!?&@%*<>=~$#|^`\\[\]{}\u00A1-\u1FFF\u2010-\u2027\u2030-\u2BFF\u3041-\uD7FB-]*)')$/;
const REMARK = /^#[\x20-\x7e]*$/;

/** `block` is what stands between the fences. Null where a line is of another kind, or a key stands there twice. */
export function scanFlat(block: readonly string[]): Record<string, unknown> | null {
  const data: Record<string, unknown> = {};
  for (const line of block) {
    if (line === "" || REMARK.test(line)) continue;
    const match = KEY.exec(line);
    const key = match?.[1] ?? "";
    if (match === null || WORD.test(key) || Object.hasOwn(data, key)) return null;
    const value = scanValue(withoutSpaces(line, match[0].length));
    if (value === undefined) return null;
    data[key] = value;
  }
  return data;
}

/** Only the plain space may follow a value and not be of it. */
function withoutSpaces(line: string, from: number): string {
  let to = line.length;
  while (to > from && line.charCodeAt(to - 1) === 32) to -= 1;
  return line.slice(from, to);
}

/** Undefined for a value of another kind. */
function scanValue(text: string): string | number | null | undefined {
  if (text === "" || text === "null") return null;
  const first = text.charCodeAt(0);
  if (first >= 48 && first <= 57) return DAY.test(text) ? text : WHOLE.test(text) ? Number(text) : undefined;
  if (first === 34 || first === 39) {
    const match = QUOTED.exec(text);
    return match === null ? undefined : (match[1] ?? match[2] ?? "");
  }
  return PLAIN.test(text) && !WORD.test(text) ? text : undefined;
}
