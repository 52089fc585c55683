/** Asks for the same once more, in a plan of its own. It waits in the inbox, where it can be changed. */
import { sheetOf } from "../../../approval/request/sheet";
import type { Action } from "../../../note/action/action";
import { KINDS } from "../../../note/action/kinds";
import { escapeLine } from "../../../kit/text";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";
import { openInbox } from "./openInbox";

export async function useAgain(client: EngineClient, action: Action): Promise<void> {
  // Signs in a subject would be a day, a block id or a link in the step of a plan.
  const { title, kind } = sheetOf(action);
  const { verb, noun } = KINDS[kind];
  const bare = escapeLine(title.replace(/[^\p{L}\p{N} .,’'&()+-]+/gu, " "), 120).trim();
  const objective = bare === "" ? WORDS.inbox.again(`${verb} ${noun}`.trim()) : bare;
  const { isDone, said, made } = await client.answer({
    kind: "create",
    plan: { objective, steps: [`\u270B ${objective}`], source: null, start: true, actions: { 1: action } },
  });
  if (!isDone) client.say(said);
  else await openInbox(client.app, { request: null, plan: made });
}
