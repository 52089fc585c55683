/** Compares lines with the lines that take their place: those that stay, those that go, those that come. */

export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** Index among the old lines of one that stays or goes, among the new lines of one that comes. */
  readonly at: number;
}

/**
 * Cells of the table that is worked out at most; beyond, everything between the common beginning and end is replaced.
 */
const MOST_CELLS = 1_000_000;

export function diffLines(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  let begin = 0;
  while (begin < old.length && begin < now.length && old[begin] === now[begin]) begin += 1;
  let end = 0;
  while (
    end < old.length - begin &&
    end < now.length - begin &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const [oldTo, nowTo] = [old.length - end, now.length - end];
  const stays = (from: number, to: number): DiffLine[] =>
    old.slice(from, to).map((text, at) => ({ sign: " ", text, at: from + at }));
  return [
    ...stays(0, begin),
    ...between(old.slice(begin, oldTo), now.slice(begin, nowTo), begin),
    ...stays(oldTo, old.length),
  ];
}

/** By the longest lines in common; what goes is told before what comes. */
function between(old: readonly string[], now: readonly string[], begin: number): readonly DiffLine[] {
  const goes = (at: number): DiffLine => ({ sign: "-", text: old[at] ?? "", at: begin + at });
  const comes = (at: number): DiffLine => ({ sign: "+", text: now[at] ?? "", at: begin + at });
  if (old.length * now.length > MOST_CELLS)
    return [...old.map((_each, at) => goes(at)), ...now.map((_each, at) => comes(at))];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const cell = (a: number, b: number): number => longest[a * width + b] ?? 0;
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = now.length - 1; b >= 0; b -= 1)
      longest[a * width + b] =
        old[a] === now[b] ? cell(a + 1, b + 1) + 1 : Math.max(cell(a + 1, b), cell(a, b + 1));
  const found: DiffLine[] = [];
  for (let [a, b] = [0, 0]; a < old.length || b < now.length;) {
    if (a < old.length && b < now.length && old[a] === now[b]) {
      found.push({ sign: " ", text: old[a] ?? "", at: begin + a });
      a += 1;
      b += 1;
    } else if (a < old.length && (b === now.length || cell(a + 1, b) >= cell(a, b + 1))) {
      found.push(goes(a));
      a += 1;
    } else {
      found.push(comes(b));
      b += 1;
    }
  }
  return found;
}
