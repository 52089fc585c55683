/** Takes back what was approved of a plan: whoever opens a step or a plan again approves nothing by that. */
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import type { Obeyed } from "../perform/replies";
import { answerRequest } from "./answerRequest";

/** `plan`: its key. Answers how many were taken back, or why one was not. */
export async function takeBackApproved(
  plan: string,
  world: World,
  context: Context,
): Promise<number | Obeyed> {
  const approved = (world.requestsOf.get(plan) ?? []).filter(({ notes }) =>
    notes.some(({ folder }) => folder === "approved"),
  );
  for (const request of approved) {
    const held = await answerRequest({ kind: "hold", request: request.id }, request, world, context);
    if (held.kind === "refused") return held;
  }
  return approved.length;
}

/** Behind the answer, where some were taken back. */
export const WAITS_AGAIN = " What was approved waits for your approval again.";
