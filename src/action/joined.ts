/**
 * Finds a text over several lines without `|`, and says what to write. YAML would join its lines, and a mail would go
 * out as one paragraph.
 */
import { isObject, toJson } from "../kit/json";
import type { Fix } from "../kit/yamlRepair";
import { joinedIn, readYaml, type Joined } from "../kit/yaml";

/** `mend` is missing where adding `|` is not enough. */
export interface JoinedText {
  /** Counts from 0 within the block. */
  readonly line: number;
  readonly why: string;
  readonly fix?: Fix;
}

/** The part of a line before the text: `  body:`, `    -`. */
const KEY = /^([ \t]*(?:- +)*(?:[^\s:"'{[\]}#-][^:"'{[\]}#]*:|-))[ \t]*$/;
/** Fields whose text has to be one line. */
const ONE_LINE = new Set(["type", "target", "attachments"]);

/** The first text whose lines YAML would join; null when there is none. `source` is valid YAML. */
export function joinedText(source: string): JoinedText | null {
  const joined = joinedIn(source);
  if (joined === null) return null;
  const lines = source.split("\n");
  const first = lineAt(source, joined.from);
  const quote = joined.style === "single" || joined.style === "double" ? 1 : 0;
  const start = source.lastIndexOf("\n", joined.from - 1) + 1;
  const before = joined.style === "folded" ? "" : source.slice(start, joined.from - quote);
  const keyAt =
    before.trim() === "" ? lines.slice(0, first).findLastIndex((text) => text.trim() !== "") : first;
  const lead =
    KEY.exec(
      joined.style === "folded"
        ? (lines[keyAt] ?? "").replace(/>[-+\d]*[ \t]*$/, "")
        : before.trim() === ""
          ? (lines[keyAt] ?? "")
          : before,
    )?.[1] ?? null;
  const field =
    /^[A-Za-z_]\w*/.exec(lines.slice(0, keyAt + 1).findLast((text) => /^[A-Za-z_]/.test(text)) ?? "")?.[0] ??
    "";
  const name = lead?.trim() ?? "";
  const what = name.endsWith(":")
    ? `“${name
        .slice(0, -1)
        .replace(/^(?:- +)+/, "")
        .slice(0, 40)}”`
    : "this text";
  const fault = `${joined.style === "folded" ? "“>” joins" : "YAML would join"} the lines of ${what}`;
  if (lead === null || ONE_LINE.has(field)) return { line: keyAt, why: `${fault}; write it on one line` };
  const fix = fixed(lines, joined, { first, keyAt, lead, quote }, lineAt(source, joined.to));
  const why = `${fault}; write “${name} |” with the text on the lines below, or all of it on one line`;
  return { line: keyAt, why, ...(fix === null ? {} : { fix: { ...fix, why } }) };
}

interface Place {
  /** Index of the line on which the text begins. */
  readonly first: number;
  /** Index of the line with its key. */
  readonly keyAt: number;
  /** That line up to its colon or dash. */
  readonly lead: string;
  /** 1 when the text is in quotes, else 0. */
  readonly quote: number;
}

function fixed(
  lines: readonly string[],
  joined: Joined,
  { first, keyAt, lead, quote }: Place,
  end: number,
): Omit<Fix, "why"> | null {
  if (joined.style === "folded")
    return checked(lines, { at: keyAt, becomes: [(lines[keyAt] ?? "").replace(/>([-+\d]*[ \t]*)$/, "|$1")] });
  const text = lines.slice(first, end + 1);
  const words = text.join("\n");
  if (quote > 0 && (words.includes("\\") || /''/.test(words))) return null;
  const last = quote > 0 ? [{ at: end, becomes: (lines[end] ?? "").replace(/["'][ \t]*$/, "") }] : [];
  if (first > keyAt) {
    const opening = quote > 0 ? [{ at: first, becomes: (lines[first] ?? "").replace(/["']/, "") }] : [];
    return checked(lines, { at: keyAt, becomes: [`${lead} |`], also: [...opening, ...last] });
  }
  const below = text.slice(1).filter((each) => each.trim() !== "");
  const indent = Math.min(...below.map((each) => each.length - each.trimStart().length));
  const opening = (lines[first] ?? "").slice(lead.length).trim().slice(quote);
  return checked(lines, {
    at: keyAt,
    becomes: [`${lead} |`, ...(opening === "" ? [] : [`${" ".repeat(indent)}${opening}`])],
    also: last,
  });
}

/** The change if the block keeps the lines of this text after it, else null. */
function checked(lines: readonly string[], fix: Omit<Fix, "why">): Omit<Fix, "why"> | null {
  const also = new Map((fix.also ?? []).map(({ at, becomes }) => [at, becomes]));
  const source = lines
    .flatMap((text, at) => (at === fix.at ? fix.becomes : [also.get(at) ?? text]))
    .join("\n");
  const read = readYaml(source, "text");
  const next =
    read.kind === "value" && isObject(toJson(read.value)?.value ?? null) ? joinedIn(source) : undefined;
  if (next === undefined) return null;
  return next === null || lineAt(source, next.from) > fix.at + fix.becomes.length ? fix : null;
}

function lineAt(source: string, at: number): number {
  return source.slice(0, at).split("\n").length - 1;
}
