/** A third. In a vault, writes come in rows of two, three or more; golden steps meet every place in such a row. */
const SHARE = 1 / 3;
const GOLDEN = 0.618034;

/**
 * The places, counted from 1, at which a test is played that may be cut off at any of `many`: the first, the last, and
 * a third of those between. `CRASH=all` (`npm run proof`) leaves none out.
 */
export function cutPlaces(many: number): readonly number[] {
  const all = Array.from({ length: many }, (_each, at) => at + 1);
  if (process.env["CRASH"] === "all") return all;
  return all.filter((at) => at === 1 || at === many || (at * GOLDEN) % 1 < SHARE);
}
