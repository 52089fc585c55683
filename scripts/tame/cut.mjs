/** One cut in the text of a package. A row that does not find what it names throws: then the package has changed. */

/**
 * A row says why, and one of:
 * - `to` alone: the whole file;
 * - `from`, a passage or an expression, and `to`; `times`: how often it is there;
 * - `lines`: each key is how a line begins, and its value stands in place of that line and of the block it opens: all
 *   lines that are further in, the line that closes them, and each `else` after it. `times` as above.
 */
export function cut(text, { file, why, from, to, lines, times = 1 }) {
  if (lines !== undefined)
    return Object.entries(lines).reduce(
      (before, [beginning, instead]) => inBlocks(before, beginning, instead, { file, why, times }),
      text,
    );
  if (from === undefined) return to;
  const every = typeof from === "string" ? from : new RegExp(from, `${from.flags}g`);
  expectTimes(
    typeof from === "string" ? text.split(from).length - 1 : [...text.matchAll(every)].length,
    from,
    { file, why, times },
  );
  return text.replaceAll(every, () => to);
}

/** Rows of one file. */
export const of = (file, rows) => rows.map((row) => ({ file, ...row }));

function expectTimes(found, what, { file, why, times }) {
  if (found !== times)
    throw new Error(`${file} has changed: expected ${times} of ${what} (${why}), found ${found}.`);
}

function inBlocks(text, beginning, instead, row) {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, at) => (line.trimStart().startsWith(beginning) ? [at] : []));
  expectTimes(starts.length, beginning, row);
  for (const start of starts.reverse()) lines.splice(start, endOf(lines, start) - start, instead);
  return lines.join("\n");
}

const depthOf = (line) => line.length - line.trimStart().length;

/** The line after the block that opens at `start`. */
function endOf(lines, start) {
  const depth = depthOf(lines[start]);
  let at = start + 1;
  for (;;) {
    while (at < lines.length && (lines[at] === "" || depthOf(lines[at]) > depth)) at += 1;
    if (at === lines.length) return at;
    const next = lines[at].trimStart();
    if (depthOf(lines[at]) < depth || (!/^[})\]]/.test(next) && !next.startsWith("else"))) return at;
    at += 1;
    // `} else {` opens a block again; an `else` of one line may stand on the line after the bracket.
    if (!next.endsWith("{") && !(lines[at] ?? "").trimStart().startsWith("else")) return at;
  }
}
