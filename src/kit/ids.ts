/** Names made of random bytes, and ids as people write them. */
import { toHex } from "./hash";

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** A block id for a step, without the caret: `s-7f3a`. Five bytes and up make a longer one. */
export function stepId(bytes: Uint8Array): string {
  return `s-${toHex(bytes)}`;
}

/** Short text without characters that look alike, one per byte. */
export function shortText(bytes: Uint8Array): string {
  return [...bytes].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
}

/**
 * The key that all spellings of one task id share: case, Unicode form and the `PLAN-` prefix do not count. Empty only
 * for an empty id.
 */
export function planKey(taskId: string): string {
  return taskId
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/^plan-(?=.)/s, "");
}

/** ASCII words joined by hyphens, for file names; never empty. */
export function slug(text: string, limit: number): string {
  const ascii = text
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .toLowerCase();
  const words = ascii
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, limit)
    .replace(/-+$/, "");
  return words === "" ? "note" : words;
}
