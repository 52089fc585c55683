/**
 * Commands as a person can paste them: with the vault, the settings and the device folder that the call at hand was
 * given.
 */
import type { Call } from "./words";

/** With a space before each; empty where the call needed none. */
export function optionsOf({
  vault,
  isHere,
  settings,
  device,
}: Pick<Call, "vault" | "isHere" | "settings" | "device">): string {
  const given = [
    ["--vault", isHere ? null : vault],
    ["--settings", settings],
    ["--device", device],
  ] as const;
  return given.map(([option, value]) => (value === null ? "" : ` ${option} ${quoteWord(value)}`)).join("");
}

/** A word as a shell takes it. A `~` at its start is left for the shell to read. */
export function quoteWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
