/** The differences between two texts, word by word, so that a person sees them at once. */

export interface Stretch {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Words compared with words; a longer middle is told as one stretch that is gone and one that is new. */
const MOST = 1500;

/** The stretches that are not new make `before`, those that are not gone make `after`, letter for letter. */
export function reworded(before: string, after: string): readonly Stretch[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  return joined([
    { kind: "same", text: old.slice(0, head).join("") },
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    { kind: "same", text: tail === 0 ? "" : old.slice(-tail).join("") },
  ]);
}

/** Joined, they are the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** The longest common run of words stays; everything else is gone or new. */
function middle(old: readonly string[], now: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let [i, j] = [0, 0];
  for (const [to, from] of [...commonWords(old, now), [old.length, now.length] as const]) {
    found.push(
      { kind: "gone", text: old.slice(i, to).join("") },
      { kind: "new", text: now.slice(j, from).join("") },
      { kind: "same", text: old[to] ?? "" },
    );
    [i, j] = [to + 1, from + 1];
  }
  return found;
}

/**
 * Places, in the one and in the other, of the longest run of words that both have in this order; empty for texts that
 * are too long to compare.
 */
export function commonWords(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [number, number])[] {
  if (one.length > MOST || other.length > MOST) return [];
  const width = other.length + 1;
  const longest = new Uint16Array((one.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/**
 * Neighbours of a kind made one; of a change, what is gone comes before what is new. A lone space between two changes
 * belongs to both.
 */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const made: Stretch[] = [];
  let [gone, added] = ["", ""];
  const close = (): void => {
    if (gone !== "") made.push({ kind: "gone", text: gone });
    if (added !== "") made.push({ kind: "new", text: added });
    [gone, added] = ["", ""];
  };
  const told = stretches.filter(({ text }) => text !== "");
  told.forEach(({ kind, text }, at) => {
    if (kind === "gone") gone += text;
    else if (kind === "new") added += text;
    else if (/^[ \t]+$/.test(text) && gone + added !== "" && isChange(told[at + 1])) {
      gone += text;
      added += text;
    } else {
      close();
      const last = made.at(-1);
      if (last?.kind === "same") made[made.length - 1] = { kind: "same", text: last.text + text };
      else made.push({ kind: "same", text });
    }
  });
  close();
  return made;
}

function isChange(next: Stretch | undefined): boolean {
  return next !== undefined && next.kind !== "same";
}
