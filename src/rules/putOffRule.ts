/** The rule about what a person put off. It only waits: an answer given earlier is taken by the rules before it. */
import { putOffUntil } from "../note/plan/putOffUntil";
import type { Rule } from "./rule";
import type { PlanView, World } from "./world";

export const PUT_OFF_RULE: Rule<PlanView, Pick<World, "now">> = {
  id: "wait-for-their-day",
  when: "a person put off what the plan asks of them: it needs nobody until then",
  by: "anyone",
  decide: ({ plan, step }, { now }) => {
    if (plan.status !== "Active" && plan.status !== "Blocked") return null;
    const until = putOffUntil(plan, step);
    return until === null || until <= now ? null : { until, because: "you put it off", isTold: true };
  },
};
