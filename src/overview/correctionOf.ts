/** The command that puts the misspelt status of a note right; null where the note has none. */
import type { Command } from "../rules/command";
import type { World } from "../rules/world";

export function correctionOf(
  world: World | null,
  note = "",
): Extract<Command, { readonly kind: "write-status" }> | null {
  const found = world?.problems.find(({ path, misspelt }) => path === note && misspelt !== undefined);
  return found?.misspelt === undefined ? null : { kind: "write-status", note, ...found.misspelt };
}
