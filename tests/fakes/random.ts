/**
 * Bytes that look random and are the same for the same seed. For tests and the simulator only; anyone can predict them.
 */
import type { RandomPort } from "../../src/kit/ports/random";

export function createSeededRandom(seed: number | string): RandomPort {
  let state = fold(String(seed));
  /** Mulberry32: 32 bits of state, far from secret, well enough spread for ids. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { bytes: (count) => Uint8Array.from({ length: count }, () => next() >>> 24) };
}

/** FNV-1a. */
function fold(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
