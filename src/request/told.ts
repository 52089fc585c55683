/**
 * Reads back, from the note of a request, the remarks that stand in it around the action. The opposite of
 * request/render, for a face that shows them elsewhere.
 */
import { readFrontmatter } from "../kit/frontmatter";
import { splitLines } from "../kit/lines";
import { kindsOf } from "../kit/markdown";

export interface Told {
  /** Sentences on top: the step was carried out before, an attempt failed, a model wrote the text. */
  readonly warnings: readonly string[];
  /** A sentence with a colon; empty where the note tells of no difference. */
  readonly since: string;
  /** Lines removed (−) and added (+). */
  readonly changes: readonly string[];
  /** Words of the action that the tool gets as a number, true, false or nothing. */
  readonly converted: readonly string[];
}

/** Empty lists where the note holds nothing of the kind. Of an edited note the text is as somebody left it. */
export function readTold(note: string): Told {
  const lines = splitLines(note);
  const reading = readFrontmatter(lines);
  const kinds = kindsOf(lines, reading.kind === "read" ? reading.frontmatter.bodyFrom : 0);
  const prose = lines.flatMap(({ text }, at) =>
    kinds[at] === "prose" && text.trim() !== "" ? [{ text: text.trim(), at }] : [],
  );
  const from = prose.findIndex(({ text }) => /^# /.test(text));
  const head = prose.slice(from + 1);
  const to = head.findIndex(({ text }) => /^(?:Step \d+ of \d+ of |## )/.test(text));
  const top = head.slice(0, to < 0 ? 0 : to).map(({ text }) => text);
  const fence = kinds.indexOf("fence-close");
  const below = fence < 0 ? [] : prose.filter(({ at }) => at > fence).map(({ text }) => text);
  const end = below.findIndex((text) => /^## /.test(text));
  return {
    warnings: top.flatMap((text) => bare(/^\*\*(.+)\*\*$/.exec(text)?.[1])),
    since: top.filter((text) => !/^(?:\*\*|- )/.test(text)).flatMap(bare)[0] ?? "",
    changes: items(top),
    converted: items(below.slice(0, end < 0 ? below.length : end)),
  };
}

function items(lines: readonly string[]): readonly string[] {
  return lines.flatMap((text) => bare(/^- (.+)$/.exec(text)?.[1]));
}

/** `kit/text` puts a backslash before every sign that means something to Markdown. */
function bare(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text.replace(/\\(.)/g, "$1")];
}
