/** Whether a plan waits for a person to allow a program of its flow, and whether they can do so on this device. */
import { isGated } from "../../note/plan/plan";
import { isElsewhere } from "../../rules/permission";
import type { PlanView, World } from "../../rules/world";
import type { AnswerCode } from "../answers";
import { situationOf, type NeedId } from "../situations";

/** The answers to a need of a plan. A program can be allowed where one is waited for, on the device that runs it. */
export function answersAt(
  id: NeedId,
  { agentMove, step }: Pick<PlanView, "agentMove" | "step">,
  world: Pick<World, "acting" | "device" | "programs">,
): readonly AnswerCode[] {
  const waits =
    agentMove?.kind === "stop"
      ? agentMove.code === "program-unasked"
      : agentMove?.kind === "ask-person" && agentMove.canAllow === true;
  // A step with ✋ is ticked by what was approved alone.
  const isTicked = step !== null && !isGated(step);
  const all = situationOf(id).answers.filter((code) => code !== "done" || isTicked);
  return waits && world.programs === null && !isElsewhere(world)
    ? all
    : all.filter((code) => code !== "allow");
}
