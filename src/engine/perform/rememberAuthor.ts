/**
 * Notes on this device that an agent wrote an action, before the plan has it: its request says so then, whatever
 * becomes of the log.
 */
import type { Action } from "../../note/action/action";
import { agentWrote } from "../../approval/agentWrote";
import type { Context } from "./context";

export async function rememberAuthor(
  actions: readonly Action[],
  { memory, clock }: Pick<Context, "memory" | "clock">,
): Promise<void> {
  // A device that has no id yet keeps nothing.
  if (memory.state().device === null) return;
  for (const what of actions.map(agentWrote))
    if (!memory.state().told.has(what)) await memory.add({ kind: "told", what, at: clock.now() });
}
