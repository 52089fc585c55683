/**
 * The names and values in a note of another program: in properties, also in those within others, and in its body in
 * bold labels (`**To:** Ana`), list items (`- To: Ana`), rows of a table and plain lines. Values are the words as they
 * are written: `00042` is not 42.
 */
import { isList, type Json } from "../../kit/json";
import { indentOf, type Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";

export interface Label {
  /** As written; of a property within another, both names with a dot between them. */
  readonly name: string;
  /** Names under which it may be asked for: lower case, underscores between words. `Subject / Title` has two. */
  readonly keys: readonly string[];
  readonly value: string;
  /** Indexes of its lines; none for a property. */
  readonly lines: readonly number[];
  /** A sign `#` after a space, which YAML takes for the beginning of a remark: the value with it, as written. */
  readonly remark: string | null;
}

/** The first label that bears one of these names, the earlier name before the later. */
export function firstLabel(labels: readonly Label[], names: readonly string[]): Label | null {
  return (
    names
      .map((name) => labels.find(({ keys, value }) => value !== "" && keys.includes(name)))
      .find((each) => each !== undefined) ?? null
  );
}

/** A prefix that says nothing: `detail_to` is `to`. */
const PREFIX = /^(?:details?|payload|params?|parameters|args|arguments|data)_(?=.)/;
/** Properties within properties of these names count as if they were not within them. */
const AROUND =
  /^(?:(?:action_)?details?|payload|params?|parameters|args|arguments|data|action|e_?mail|message|post|content|draft|request)$/;

export function keysOf(name: string): string[] {
  const bare = name.replace(/\([^()]*\)/g, " ");
  return [
    ...new Set(
      bare
        .split(/[/|&]|\sor\s/)
        .map(keyOf)
        .filter((key) => key !== "")
        .flatMap((key) => [key, key.replace(PREFIX, "")]),
    ),
  ];
}

function keyOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** Levels of properties within properties. */
const DEEPEST = 3;

/** `to` is the index of the first line after the properties. */
export function labelsOfProperties(
  data: Readonly<Record<string, unknown>>,
  lines: readonly Line[],
  to: number,
): Label[] {
  const raw = rawValues(lines.slice(1, Math.max(1, to - 1)).map(({ text }) => text));
  const found: Label[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    const name = path.join(".");
    const written = raw.get(name);
    if (written !== undefined && (value === null || typeof value !== "object"))
      found.push({
        name,
        keys: keysIn(path),
        value: written.text ?? String(value),
        lines: [],
        remark: written.remark,
      });
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      found.push({ name, keys: keysIn(path), value: String(value), lines: [], remark: null });
    else if (Array.isArray(value)) {
      // Several receivers in a list become one line of them.
      if (value.length > 0 && isList(value as Json) && value.every((each) => typeof each === "string"))
        found.push({ name, keys: keysIn(path), value: value.join(", "), lines: [], remark: null });
      else if (value.length > 0) found.push({ name, keys: [], value: "", lines: [], remark: null });
    } else if (typeof value === "object" && value !== null && path.length < DEEPEST)
      for (const [key, each] of Object.entries(value)) visit(each, [...path, key]);
  };
  for (const [key, value] of Object.entries(data)) visit(value, [key]);
  return found.filter(
    ({ value, keys }) => keys.length === 0 || (value.trim() !== "" && value.trim() !== "null"),
  );
}

/** `original_email.to` is not whom this goes to. */
function keysIn(path: readonly string[]): string[] {
  const isOpen = path.slice(0, -1).every((each) => AROUND.test(keyOf(each)));
  return [...new Set([...(isOpen ? [path.at(-1) ?? ""] : []), path.join("_")].flatMap(keysOf))];
}

interface Raw {
  /** Null where the value goes on in the next line, so that YAML has to say what it is. */
  readonly text: string | null;
  readonly remark: string | null;
}

/**
 * The words of plain values on one line, by the names that lead to them: what YAML would take for a number or a remark
 * is still there.
 */
function rawValues(block: readonly string[]): ReadonlyMap<string, Raw> {
  const found = new Map<string, Raw>();
  const open: { readonly indent: number; readonly key: string }[] = [];
  for (const [at, line] of block.entries()) {
    const match = /^( *)(["']?)([^\s"'#:][^"'#:]{0,80}?)\2[ \t]*:(?:[ \t]+(\S.*))?$/s.exec(line);
    if (match === null) continue;
    const indent = (match[1] ?? "").length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    open.push({ indent, key: match[3] ?? "" });
    const text = (match[4] ?? "").trimEnd();
    // A value that begins with one of these signs is read by rules of its own, and says exactly what it means.
    if (text === "" || /^["'|>[{&*!%@`]/.test(text)) continue;
    let end = at + 1;
    while (end < block.length && indentOf(block[end] ?? "") > indent) end += 1;
    const whole = [text, ...block.slice(at + 1, end).map((each) => each.trim())].join("\n");
    found.set(open.map(({ key }) => key).join("."), {
      text: end === at + 1 ? text : null,
      remark: /(?:^|\s)#/.test(whole) ? whole : null,
    });
  }
  return found;
}

/** Names that a plain line may begin with; any other word before a colon is but a word. */
const PLAIN =
  /^(?:to|cc|bcc|from|subject|title|date|reply_to|recipients?|target|attachments?|type|action|action_type|channel|platform|amount|total|currency|reference|status|created|generated|priority|body|message|content|text|caption)$/;
const BOLD = /^[^\p{L}\p{N}*_|]{0,12}(\*\*|__)([^*_:|]{1,60}?)\s*(?::\s*\1|\1\s*:)\s*(.*)$/su;
const ITEM = /^[ \t]{0,3}[-*+][ \t]+(?!\[.\])([\p{L}][^:*_|[\]]{0,40}?)\s?:\s+(\S.*)$/su;
const LINE = /^ {0,3}([A-Za-z][A-Za-z _/-]{0,30}?)\s?:\s+(\S.*)$/s;
const ROW = /^[ \t]*\|([^|]{1,60})\|([^|]*)\|[ \t]*$/;

/** The labels on one line: mostly one, or none. */
export function labelsOn(text: string): readonly { readonly name: string; readonly value: string }[] {
  const bold = piecesOf(text).flatMap((each) => {
    const match = BOLD.exec(each);
    return match === null ? [] : [{ name: (match[2] ?? "").trim(), value: (match[3] ?? "").trim() }];
  });
  if (bold.length > 0) return bold;
  const row = ROW.exec(text);
  if (row !== null) {
    const [name, value] = [row[1], row[2]].map((each = "") =>
      each
        .replace(/\*\*|__/g, "")
        .trim()
        .replace(/:$/, ""),
    );
    return /^:?-+:?$/.test(name ?? "") || /^(?:field|property|key|name|item)$/i.test(name ?? "")
      ? []
      : [{ name: name ?? "", value: value ?? "" }];
  }
  const item = ITEM.exec(text);
  if (item !== null) return [{ name: (item[1] ?? "").trim(), value: (item[2] ?? "").trim() }];
  const line = LINE.exec(text);
  return line !== null && keysOf(line[1] ?? "").some((key) => PLAIN.test(key))
    ? [{ name: (line[1] ?? "").trim(), value: (line[2] ?? "").trim() }]
    : [];
}

/** `**To:** a | **Cc:** b` says two things. A label in the middle of a sentence is none. */
function piecesOf(text: string): string[] {
  if (!BOLD.test(text)) return [];
  const starts = [...text.matchAll(/\*\*[^*:|]{1,60}(?::\*\*|\*\*:)/g)]
    .map(({ index }) => index)
    .filter((at, n) => n > 0 && /[ \t|·,;]/.test(text.charAt(at - 1)));
  return [0, ...starts].map((from, n) =>
    starts[n] === undefined ? text.slice(from) : text.slice(from, starts[n]).replace(/[ \t|·,;]{1,20}$/, ""),
  );
}

/** The labels on lines, each with the lines that are indented beneath its list item and go on with it. */
export function labelsOfLines(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): Label[] {
  const found: Label[] = [];
  for (let at = from; at < to; at += 1) {
    const text = lines[at]?.text ?? "";
    const labels = kinds[at] === "prose" ? labelsOn(text) : [];
    if (labels.length === 0) continue;
    const isItem = /^[ \t]*[-*+][ \t]/.test(text);
    let end = at + 1;
    while (
      isItem &&
      end < to &&
      kinds[end] === "prose" &&
      goesOn(lines[end]?.text ?? "", lines[end + 1]?.text ?? "", indentOf(text))
    )
      end += 1;
    const more = lines.slice(at + 1, end).map((line) => line.text.trim());
    for (const [n, { name, value }] of labels.entries()) {
      const whole = n === labels.length - 1 ? [value, ...more].join("\n").trim() : value;
      found.push({
        name,
        keys: keysOf(name),
        value: whole,
        lines: n === 0 ? Array.from({ length: end - at }, (_each, more) => at + more) : [at],
        remark: null,
      });
    }
    at = end - 1;
  }
  return found.filter(({ keys }) => keys.length > 0);
}

function goesOn(text: string, next: string, indent: number): boolean {
  if (text.trim() === "") return indentOf(next) > indent && next.trim() !== "";
  return indentOf(text) > indent && !/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text);
}
