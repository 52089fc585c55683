/** Tables of Markdown, line by line, also within quotes. */
import type { Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";

const RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Indexes of the lines below the head of a table, up to the empty line that ends it. */
export function tableRows(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): ReadonlySet<number> {
  const rows = new Set<number>();
  let isTable = false;
  for (let at = from; at < to; at += 1) {
    const text = lines[at]?.text ?? "";
    if (kinds[at] !== "prose" || !text.includes("|")) isTable = false;
    else if (isTable) rows.add(at);
    else isTable = text.includes("-") && RULE.test(text) && (lines[at - 1]?.text ?? "").includes("|");
  }
  return rows;
}
