/**
 * The fault of frontmatter that YAML cannot read, and the one change that would put it right. The parser often stumbles
 * a line later than the fault, and names the sign it met instead of the one that is missing; so the usual mistakes are
 * tried, nearest first, and one counts when reading gets further with it.
 */
import { cut } from "./text";
import { isOpen, quoteText } from "./yaml";

export interface Fix {
  /** Index of the line. */
  readonly at: number;
  /** The lines that would stand in its place; none when it is to go. */
  readonly becomes: readonly string[];
  /** Lines further down that change with it. */
  readonly also?: readonly { readonly at: number; readonly becomes: string }[];
  /** The fault, and the way to put it right; a sentence without its full stop. */
  readonly why: string;
}

/** How far a block can be read: the index of the line where it stops, or infinity. */
export type Reach = (block: readonly string[]) => number;

/** Longer blocks are not tried: each try reads them again. Characters. */
const LONGEST = 8000;

/** Keys without a space behind their colon read as one text of many lines; the parser stops at its end. */
const FAR = 40;

/** `texts`: every value is text, so nobody means a remark or a tag in one. `typed`: values are as YAML reads them. */
export type Values = "typed" | "texts";

/**
 * Null when none of the usual mistakes is found. `stopped`: index of the line where the parser stopped; `reason`: its
 * own words.
 */
export function findFix(
  block: readonly string[],
  stopped: number,
  reason: string,
  reach: Reach,
  kind: Values = "typed",
): Fix | null {
  // Only the person knows what a tag or an alias is meant to say.
  if (
    /\btag\b|\balias/i.test(reason) &&
    (kind === "typed" || block.some((line) => /(?:^|[\s:])&\w/.test(line)))
  )
    return null;
  if (block.reduce((sum, line) => sum + line.length + 1, 0) > LONGEST) return null;
  const last = Math.min(stopped, block.length - 1);
  let first = last;
  while (first > 0 && last - first < FAR && reach(block.slice(0, first)) < Infinity) first -= 1;
  const places = [...new Set([last, last - 1, last - 2, first])].filter((at) => at >= 0);
  const found = places
    .flatMap((at) => tries(block, at, reason, kind))
    .map((fix): Tried => {
      const head = [...block.slice(0, fix.at), ...fix.becomes];
      const gained = reach([...head, ...block.slice(fix.at + 1)]) - (stopped + fix.becomes.length - 1);
      return { fix, gained, head };
    });
  // Where the next line is wrong as well, no single change gets further; then the one counts without which not even
  // the lines up to its own make sense.
  return (
    (
      found.find(({ gained }) => gained > 0) ??
      found.find(
        ({ fix, gained, head }) =>
          gained === 0 && reach(head) === Infinity && reach(block.slice(0, fix.at + 1)) < Infinity,
      )
    )?.fix ?? null
  );
}

interface Tried {
  readonly fix: Fix;
  /** Lines that are read more than before. */
  readonly gained: number;
  /** Everything up to the change. */
  readonly head: readonly string[];
}

function tries(block: readonly string[], at: number, reason: string, kind: Values): Fix[] {
  const line = (block[at] ?? "").trimEnd();
  const write = (why: string, becomes: string): Fix => ({
    at,
    becomes: [becomes],
    why: `${why}; write: ${becomes.trimStart()}`,
  });
  const found: Fix[] = [];
  if (reason.includes("duplicated mapping key")) {
    const before = block.findIndex((other) => other.trimEnd() === line);
    const same = before >= 0 && before < at && isWhole(block, before) && isWhole(block, at);
    return same
      ? [
          {
            at,
            becomes: [],
            why: `the key “${short(/^[^:]*/.exec(line)?.[0] ?? "")}” stands there twice; remove this line`,
          },
        ]
      : [];
  }
  // Other repairs hold only together with these: they are made of the line as it looks, with a plain colon and spaces.
  const plain = line
    .replace(BEFORE_VALUE, (lead) => lead.replace(/\u00A0/g, " "))
    .replace(/^([ \t]*(?:- )?[A-Za-z_][\w-]*)[ \t]*\uFF1A[ \t]*/, "$1: ")
    .trimEnd();
  if (plain !== line) {
    const why =
      line.includes("\uFF1A") && !plain.includes("\uFF1A")
        ? "the colon is a full-width one (：)"
        : "an invisible space (U+00A0) stands where YAML wants a plain one";
    found.push(write(why, plain), ...valuesOf(plain, kind, (_why, becomes) => write(why, becomes)));
  }
  const opened = kind === "texts" ? behindSign(block, at, line) : null;
  if (opened !== null) return [opened];
  found.push(...valuesOf(line, kind, write));
  const glued = /^([ \t]*(?:- )?[A-Za-z_][\w-]*):([^\s:/].*)$/s.exec(line);
  if (glued !== null)
    found.push(write("a space is missing behind the colon", `${glued[1] ?? ""}: ${glued[2] ?? ""}`));
  if (/^ *\t/.test(line))
    found.push(
      ...tabless(line).map((becomes) => write("the line starts with a tab; YAML wants spaces", becomes)),
    );
  // Text that goes on in the next line has to stand further in than its key; our own keys hold no such text.
  const above = /^([A-Za-z_][\w-]*):[ \t]+[^\s"'|>[{&*!#]/.exec(block[at - 1] ?? "")?.[1] ?? "";
  if (
    kind === "typed" &&
    above !== "" &&
    !OURS.has(above) &&
    /^[^\s#\-"'[{|>]/.test(line) &&
    !line.includes(":")
  )
    found.push(
      write(
        "the line has no key; if it goes on with the text above, it has to stand further in",
        `  ${line}`,
      ),
    );
  return found;
}

/** The part of a line in which YAML wants plain spaces. Spaces within the value are a person’s own. */
const BEFORE_VALUE =
  /^[ \t\u00A0]*(?:-[ \t\u00A0]+)?(?:[A-Za-z_][\w-]*[ \t\u00A0]*[:\uFF1A](?:\u00A0[ \t\u00A0]*)?)?/;

const OURS = new Set([
  "task_id",
  "source_link",
  "created_date",
  "priority",
  "status",
  "blocked_reason",
  "updated",
]);

/** A key at the margin with its value on the same line, and nothing that belongs to it below. */
function isWhole(block: readonly string[], at: number): boolean {
  const value = /^[A-Za-z_][\w-]*:[ \t]+(\S.*)$/s.exec((block[at] ?? "").trimEnd())?.[1] ?? "";
  const next = block[at + 1];
  return (
    /^(?:[^\s"'|>[{&*!#].*|"[^"\\]*"|'[^']*')$/s.test(value) &&
    (next === undefined || /^[A-Za-z_#"']/.test(next))
  );
}

const PAIR = /^([ \t]*(?:- )?[A-Za-z_][\w-]*[ \t]*:[ \t]+)(?=[^ \t])(.*)$/s;

/**
 * A text behind its sign (`body: | Dear Ana`), or a list that begins behind `body:`. Both have to begin on the next
 * line.
 */
function behindSign(block: readonly string[], at: number, line: string): Fix | null {
  const [, lead = "", key = "", sign = "", text = ""] =
    /^([ \t]*)(?:- )?([A-Za-z_][\w-]*): +(?:([|>])[ \t]+)?([^\s#].*)$/.exec(line) ?? [];
  const next = block.slice(at + 1).find((each) => each.trim() !== "") ?? "";
  const deep = next.length - next.trimStart().length;
  const isList = sign === "" && /^- /.test(text) && deep > lead.length && /^\s*- /.test(next);
  if (text === "" || (sign === "" && !isList)) return null;
  const why = isList
    ? `a list cannot begin behind “${key}:”`
    : `the text behind “${sign}” has to begin on the next line`;
  const becomes = [
    `${line.slice(0, line.indexOf(": ") + 2)}${sign === "" ? "|" : sign}`,
    `${" ".repeat(Math.max(lead.length + 2, deep))}${text}`,
  ];
  return {
    at,
    becomes,
    why: `${why}; write: ${key}: ${sign === "" ? "|" : sign}, and the text on the lines beneath it`,
  };
}

function valuesOf(line: string, kind: Values, write: (why: string, becomes: string) => Fix): Fix[] {
  const pair = PAIR.exec(line);
  return pair === null ? [] : values(pair[1] ?? "", pair[2] ?? "", kind, write);
}

/** A tab may stand for two spaces, or be one too many behind those that are there. */
function tabless(line: string): readonly string[] {
  return [
    line.replace(/^[ \t]+/, (lead) => lead.replaceAll("\t", "  ")),
    line.replace(/^[ \t]+/, (lead) => lead.replaceAll("\t", "")),
  ];
}

/** The value of a `key: value` line in quotes, or with the quote it lacks. A remark behind it stays one. */
function values(
  lead: string,
  rest: string,
  kind: Values,
  write: (why: string, becomes: string) => Fix,
): Fix[] {
  const remark = kind === "texts" || /^["']/.test(rest) ? "" : (/[ \t]#(?: .*)?$/s.exec(rest)?.[0] ?? "");
  const value = rest.slice(0, rest.length - remark.length).trimEnd();
  // A placeholder wants to be filled in, what an alias stands for is not text, and a list that is never closed is still
  // a list.
  if (
    value.includes("{{") ||
    (kind === "typed" && /^\*[\w-]+$/.test(value)) ||
    (/^[[{]/.test(value) && !/[\]}][^\]}]*[^\]}\s,][^\]}]*$/.test(value))
  )
    return [];
  const quoted = `${lead}${quote(value)}${remark}`;
  const [first = ""] = value;
  if (kind === "texts" && /^'(?:tis|twas|til|em|cause|n|\d\ds?)\b[^']*$/i.test(value))
    return [write("the value begins with an apostrophe, so it needs quotes", quoted)];
  if (/^"[^"\\]*$/.test(value)) return [write("the quotation mark is never closed", `${lead}${value}"`)];
  if (/^'[^']*$/.test(value)) return [write("the quotation mark is never closed", `${lead}${value}'`)];
  if (/^"[^"']*"$/.test(value))
    return [write("a backslash within double quotes means something else", `${lead}'${value.slice(1, -1)}'`)];
  if (/^'[^"\\]*'$/.test(value))
    return [write("there is a quotation mark within the quotation marks", `${lead}"${value.slice(1, -1)}"`)];
  if (/^["']/.test(value))
    return kind === "typed" && value.includes(" #")
      ? []
      : [write("there is more behind the closing quotation mark, so all of it needs quotes", quoted)];
  if (/^[@`%&*!|>?[\]{},-]/.test(value))
    return [write(`the value begins with “${first}”, so it needs quotes`, quoted)];
  return /:(?:\s|$)/.test(value) ? [write("the value holds a colon, so it needs quotes", quoted)] : [];
}

/** In single quotes where there are double ones within: that reads best. */
function quote(value: string): string {
  return value.includes('"') && !value.includes("'") && isOpen(value) ? `'${value}'` : quoteText(value);
}

/** A key or a value as it is named in a sentence. */
export function short(text: string): string {
  return cut(text, 40);
}
