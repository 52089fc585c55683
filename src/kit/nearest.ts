/** The name that somebody may have meant. */
import { distance } from "fastest-levenshtein";

/**
 * The nearest of `names`, written otherwise but much alike; null where none is near. A third of the letters may
 * differ.
 */
export function nearest(word: string, names: readonly string[]): string | null {
  const wanted = bare(word);
  const near = names.flatMap((name) => {
    const other = bare(name);
    const short = Math.min(wanted.length, other.length);
    const apart = apartFrom(wanted, other);
    return name !== word && apart <= Math.max(1, Math.floor(short / 3)) && short > 1 ? [{ name, apart }] : [];
  });
  return near.sort((a, b) => a.apart - b.apart)[0]?.name ?? null;
}

/** ` Did you mean “ideas”?`, behind a sentence; empty where none is near. */
export function sayNear(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  return near === null ? "" : ` Did you mean “${near}”?`;
}

/** All of `names`, the likest first; those that are equally like in their own order. */
export function nearestFirst(word: string, names: readonly string[]): readonly string[] {
  const wanted = bare(word);
  return names
    .map((name) => ({ name, apart: apartFrom(wanted, bare(name)) }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ name }) => name);
}

/** Two different names that an eye may take for each other: one or two letters apart. */
export function areNearlyAlike(a: string, b: string): boolean {
  return a !== b && Math.min(a.length, b.length) > 4 && (isSwapped(a, b) || distance(a, b) <= 2);
}

/** A name within the other is near, whatever their lengths. */
function apartFrom(wanted: string, other: string): number {
  const short = Math.min(wanted.length, other.length);
  return wanted === other
    ? 0
    : short >= 3 && (wanted.includes(other) || other.includes(wanted))
      ? 1
      : isSwapped(wanted, other)
        ? 1
        : distance(wanted, other);
}

/**
 * Whether two neighbouring letters changed places. That is the commonest slip, so it counts as one fault and not two.
 */
function isSwapped(wanted: string, other: string): boolean {
  if (wanted.length !== other.length) return false;
  let at = 0;
  while (at < wanted.length && wanted[at] === other[at]) at += 1;
  return wanted.slice(0, at) + (wanted[at + 1] ?? "") + (wanted[at] ?? "") + wanted.slice(at + 2) === other;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}
