/**
 * Takes what a person pastes as the answer of a model: read and checked, then noted with its question in one go, so
 * that neither stands there alone.
 */
import { stepName } from "../../note/plan/steps";
import type { PlanView, World } from "../../rules/world";
import { askedByHand } from "../../overview/byHand";
import { counted } from "../../kit/numbers";
import { readByHand } from "../../agent/byHand";
import { callsIn, sayMore, withinLimit } from "../../agent/calls";
import type { Context } from "../perform/context";
import { no, told, type Obeyed } from "../perform/replies";
import { hashOfPrompt, note } from "./notes";

export async function answerByHand(
  view: PlanView,
  text: string,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const asked = askedByHand(view, world);
  if (typeof asked === "string") return no(asked);
  const { turn, model } = asked;
  const read = readByHand(text, turn);
  if (read.kind === "bad") return no(`Nothing was noted. ${read.why}`);
  const counting = withinLimit(read.parts);
  const at = context.clock.now();
  const { head } = view.work.trace;
  const about = { at, ...turn.run.id, turn: turn.turn, byHand: true } as const;
  const noted = await note(
    view.plan,
    [
      {
        kind: "asked",
        ...about,
        ...(view.step === null ? {} : { called: stepName(view.step) }),
        model,
        scripted: false,
        prompt: hashOfPrompt(turn.prompt),
        bound: { tokens: 0, usd: 0 },
      },
      { kind: "answered", ...about, ...counting, usage: { in: 0, cached: 0, out: 0 }, usd: 0 },
    ],
    (trace) => trace.head === head,
    context,
  );
  return told(
    noted,
    `Noted as the answer of turn ${String(turn.turn)}, with ${counted(callsIn(counting).length, "call")}, for ${view.step === null ? view.plan.taskId : stepName(view.step)}. ${sayMore(counting)}`.trimEnd(),
  );
}
