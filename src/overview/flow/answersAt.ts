/** Whether a plan waits for a person to allow a program of its flow, and whether they can do so on this device. */
import { mayTick } from "../../rules/mayTick";
import { isElsewhere } from "../../rules/permission";
import type { PlanView, World } from "../../rules/world";
import type { AnswerCode } from "../answers";
import { situationOf, type NeedId } from "../situations";

/** The answers to a need of a plan. A program can be allowed where one is waited for, on the device that runs it. */
export function answersAt(
  id: NeedId,
  view: Pick<PlanView, "agentMove" | "request" | "step">,
  world: Pick<World, "acting" | "device" | "programs">,
): readonly AnswerCode[] {
  const { agentMove } = view;
  const waits =
    agentMove?.kind === "stop"
      ? agentMove.code === "program-unasked"
      : agentMove?.kind === "ask-person" && agentMove.canAllow === true;
  const all = situationOf(id).answers.filter((code) => code !== "done" || mayTick(view));
  return waits && world.programs === null && !isElsewhere(world)
    ? all
    : all.filter((code) => code !== "allow");
}
