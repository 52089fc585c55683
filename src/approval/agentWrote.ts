/** How this device remembers that an agent wrote an action, whatever becomes of the plan and its log. */
import type { Action } from "../note/action/action";
import { canonicalAction } from "../note/action/render";
import { hashText } from "../kit/hash";

/** The ledger’s mark for exactly this action. */
export function agentWrote(action: Action): string {
  return `agent-wrote ${hashText(canonicalAction(action)).slice(0, 24)}`;
}
