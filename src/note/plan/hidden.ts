/** Boxes that nobody sees as such, because a code block or a comment before them is never closed. */
import type { Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import { BOX } from "./items";

export interface Hidden {
  /** Index of the line that begins it. */
  readonly line: number;
  readonly by: "code block" | "comment";
}

/** Null where nothing is left open, or no box comes after it. */
export function hiddenBy(lines: readonly Line[], kinds: readonly LineKind[]): Hidden | null {
  const last = kinds.at(-1);
  if (last !== "fence" && last !== "comment") return null;
  let from = kinds.length - 1;
  while (from > 0 && kinds[from - 1] === last) from -= 1;
  const hides = lines.slice(from).some(({ text }) => BOX.test(text));
  if (last === "fence")
    return hides && kinds[from - 1] === "fence-open" ? { line: from - 1, by: "code block" } : null;
  const begins = from > 0 && /<!--(?!.*-->)|%%/.test(lines[from - 1]?.text ?? "") ? from - 1 : from;
  const isClosed =
    lines.slice(begins + 1).some(({ text }) => text.includes("-->") || text.includes("%%")) ||
    /-->\s*$|^%%.*%%\s*$/.test(lines[begins]?.text ?? "");
  return hides && !isClosed ? { line: begins, by: "comment" } : null;
}

/** A sentence’s end; the line is counted from 1. */
export function hiddenWords({ line, by }: Hidden): string {
  return `a ${by} that begins in line ${String(line + 1)} is not closed, so the boxes after it do not count`;
}
