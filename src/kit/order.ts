/** Orders that are the same on every device. */

/** For sorting without a locale: the same on every device. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Oldest first; what has no time comes last. */
export function compareStamps(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return a === null ? 1 : b === null ? -1 : a - b;
}
