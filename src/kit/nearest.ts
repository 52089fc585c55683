/** The name that somebody may have meant. */
import { distance } from "fastest-levenshtein";

/** The nearest of `names`, written otherwise but much alike; null where none is near. A third of the letters may differ. */
export function nearest(word: string, names: readonly string[]): string | null {
  const wanted = bare(word);
  const near = names.flatMap((name) => {
    const other = bare(name);
    const short = Math.min(wanted.length, other.length);
    const apart = wanted === other ? 0 : short >= 3 && (wanted.includes(other) || other.includes(wanted)) ? 1 : distance(wanted, other);
    return name !== word && apart <= Math.max(1, Math.floor(short / 3)) && short > 1 ? [{ name, apart }] : [];
  });
  return near.sort((a, b) => a.apart - b.apart)[0]?.name ?? null;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}
