/** One cut in the text of a package. A row that does not find what it names throws: then the package has changed. */

/**
 * A row says why, and one of:
 * - `to` alone: the whole file;
 * - `from`, a passage or an expression, and `to`; `times`: how often it is there;
 * - `lines`: each key is how a line begins, and its value stands in place of that line and of the block it opens: all
 *   lines that are further in, the line that closes them, and each `else` after it. `times` as above;
 * - `methods`: they are left out, and nothing in the file may name them any more;
 * - `unused`: how the line of a function begins that returns an object; but for what `keeps` names it returns nothing,
 *   and a constant in it that nothing in it names any more is left out;
 * - `pure`: the constants of the file only define things, so that the bundler leaves out what nobody uses.
 */
export function cut(text, { file, why, from, to, lines, methods, unused, keeps, pure, times = 1 }) {
  const row = { file, why, times };
  if (lines !== undefined)
    return Object.entries(lines).reduce(
      (before, [start, instead]) => inBlocks(before, start, instead, row),
      text,
    );
  if (methods !== undefined) return withoutMethods(text, methods, row);
  if (unused !== undefined) return withoutUnused(text, unused, keeps, row);
  if (pure === true) return withPureConstants(text);
  if (from === undefined) return to;
  const every = typeof from === "string" ? from : new RegExp(from, `${from.flags}g`);
  expectTimes(
    typeof from === "string" ? text.split(from).length - 1 : [...text.matchAll(every)].length,
    from,
    row,
  );
  return text.replaceAll(every, () => to);
}

/** Rows of one file. */
export const of = (file, rows) => rows.map((row) => ({ file, ...row }));

function expectTimes(found, what, { file, why, times }) {
  if (found !== times)
    throw new Error(`${file} has changed: expected ${times} of ${what} (${why}), found ${found}.`);
}

function startsOf(lines, beginning, row) {
  const begins = (line) =>
    typeof beginning === "string" ? line.trimStart().startsWith(beginning) : beginning.test(line);
  const starts = lines.flatMap((line, at) => (begins(line) ? [at] : []));
  expectTimes(starts.length, beginning, row);
  return starts;
}

function inBlocks(text, beginning, instead, row) {
  const lines = text.split("\n");
  for (const start of startsOf(lines, beginning, row).reverse())
    lines.splice(start, endOf(lines, start) - start, instead);
  return lines.join("\n");
}

/** As a method is written, alone or with the documentation before it. */
function withoutMethods(text, methods, row) {
  const left = methods.reduce(
    (before, name) =>
      inBlocks(
        before,
        new RegExp(`^(?:\\t| {4})(?:static )?(?:async )?\\*?(?:get )?${name}\\(.*\\{$`),
        "",
        row,
      ),
    text,
  );
  const code = left.split("\n").filter(isCode).join("\n");
  const missed = methods.filter((name) =>
    new RegExp(`\\b(?:this|super)\\.${name}\\b|\\.${name}\\(`).test(code),
  );
  if (missed.length > 0) throw new Error(`${row.file} still calls ${missed.join(", ")} (${row.why}).`);
  return left;
}

function withoutUnused(text, beginning, keeps, row) {
  const lines = text.split("\n");
  const [start] = startsOf(lines, beginning, row);
  let block = lines.slice(start, endOf(lines, start));
  const left = block.lastIndexOf("\treturn {") + 1;
  for (let at = left; block[at] !== "\t};";) {
    const [, name] = /^\t\t([\w$]+)[:,]?/.exec(block[at]) ?? [];
    if (keeps.includes(name)) at = endOf(block, at);
    else block = block.toSpliced(at, endOf(block, at) - at);
  }
  for (;;) {
    const names = countNames(block);
    const at = block.findIndex((line) => names.get(/^\t(?:const|function) ([\w$]+)/.exec(line)?.[1]) === 1);
    if (at === -1) break;
    block = block.toSpliced(at, endOf(block, at) - at);
  }
  return lines.toSpliced(start, endOf(lines, start) - start, ...block).join("\n");
}

/** A call, or the body of a class, may do anything, for all a bundler knows; said to be pure, it goes if unused. */
function withPureConstants(text) {
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const [, value] = /^(?:const|var) [\w$]+ = (.*)/.exec(line) ?? [];
    if (value === undefined || !/^(?:(?:new )?[\w$.]+\(|class\b|[[{])/.test(value)) continue;
    const last = endOf(lines, at) - 1;
    if (!lines[last].endsWith(";")) continue;
    lines[at] = line.replace("= ", "= /* @__PURE__ */ (() => (");
    lines[last] = lines[last].replace(/;$/, "))();");
  }
  return lines.join("\n");
}

const isCode = (line) => !/^\s*(?:\/?\*|\/\/)/.test(line);

/** How often each name is there, comments aside. */
function countNames(lines) {
  const names = new Map();
  for (const line of lines) {
    if (!isCode(line)) continue;
    for (const [name] of line.matchAll(/[\w$]+/g)) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
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
