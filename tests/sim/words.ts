/**
 * The words of an action block, read line by line as a person does: every value is the text that stands there. No
 * reader of YAML has a say here.
 */

export type Words = string | null | readonly Words[] | { readonly [key: string]: Words };

interface Row {
  readonly indent: number;
  readonly text: string;
}

function asTexts(value: unknown): Words {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asTexts(each)]));
  return value === null ? null : String(value);
}

/**
 * Null where a person could not say what a line means: a remark behind words, a key twice, a line that hangs in the
 * air.
 */
export function wordsOf(source: string): Words | null {
  const rows = source
    .split("\n")
    .map((line): Row => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  let at = 0;
  let lost = false;
  const next = (): Row | undefined => {
    while (rows[at]?.text === "") at += 1;
    return rows[at];
  };
  /** A value behind a key or a dash; `indent` is that of the line it stands in. */
  const value = (text: string, indent: number, isItem = false): Words => {
    if (text === "|" || text === "|-" || text === "|+") return long(text, indent);
    if (text !== "") return short(text);
    const below = next();
    if (
      below === undefined ||
      below.indent < indent ||
      (below.indent === indent && (isItem || !below.text.startsWith("- ")))
    )
      return null;
    return below.text.startsWith("- ") || below.text === "-" ? items(below.indent) : group(below.indent);
  };
  const long = (sign: string, indent: number): string => {
    const lines: string[] = [];
    const first = rows.slice(at).find(({ text }) => text !== "")?.indent ?? 0;
    while (at < rows.length && (rows[at]?.text === "" || (rows[at]?.indent ?? 0) > indent)) {
      lines.push((source.split("\n")[at] ?? "").slice(first));
      at += 1;
    }
    const body = lines.join("\n").replace(/\n+$/, "");
    return sign === "|" && body !== "" ? `${body}\n` : body;
  };
  const short = (text: string): Words => {
    if (/^"/.test(text)) return unquoted(text);
    if (/^'/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
    if (/^[[{]/.test(text)) return flow(text);
    if (/\s#/.test(text) || text.startsWith("#") || /:\s|:$/.test(text)) lost = true;
    return text === "null" || text === "~" ? null : text;
  };
  const unquoted = (text: string): string => {
    try {
      return JSON.parse(text) as string;
    } catch {
      lost = true;
      return text;
    }
  };
  const flow = (text: string): Words => {
    if (text === "[]") return [];
    if (text === "{}") return {};
    const inner = text.slice(1, -1);
    // Of names and paths, as stories write them; what Planwright writes in brackets is JSON.
    if (text.startsWith("[") && !/["'[\]{}]/.test(inner))
      return inner.split(",").map((each) => short(each.trim()));
    try {
      return asTexts(JSON.parse(text));
    } catch {
      lost = true;
      return text;
    }
  };
  const items = (indent: number): Words => {
    const all: Words[] = [];
    for (let row = next(); row?.indent === indent && /^-(?: |$)/.test(row.text); row = next()) {
      at += 1;
      all.push(value(row.text.slice(1).trim(), indent, true));
    }
    return all;
  };
  const group = (indent: number): Words => {
    const all: Record<string, Words> = {};
    for (let row = next(); row?.indent === indent; row = next()) {
      at += 1;
      if (/^#+(?: |$)/.test(row.text)) continue;
      const match = /^("(?:[^"\\]|\\.)*"|[^\s:"'][^:]*):(?: +(.*))?$/.exec(row.text);
      const key = match?.[1] ?? "";
      const name = key.startsWith('"') ? unquoted(key) : key;
      if (match === null || Object.hasOwn(all, name)) lost = true;
      all[name] = value(match?.[2]?.trim() ?? "", indent);
    }
    return all;
  };
  const read = group(next()?.indent ?? 0);
  return lost || next() !== undefined ? null : read;
}
