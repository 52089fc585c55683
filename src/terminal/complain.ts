import { escapeLine } from "../kit/text";
import { inTerminal, writeCommands } from "../settings/places";
import type { Messages } from "./messages";
import type { Streams } from "./streams";

/** Sentences for a part that cannot be loaded. */
export const DAMAGED = "The folder “planwright” beside this program is missing or damaged. Copy both again.";

/** Says on standard error, in one line, why a call failed; answers its exit code. */
export function complain(
  text: string,
  code: number,
  { err, messages }: Pick<Streams, "err"> & { readonly messages?: Pick<Messages, "say"> },
): number {
  err(`planwright: ${escapeLine(messages?.say(text) ?? writeCommands(text, inTerminal("")), 600)}\n`);
  return code;
}
