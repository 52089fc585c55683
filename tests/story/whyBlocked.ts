import { BLOCKS, isBlockKind, reasonIn } from "../../src/plan/blocks";
import type { Plan } from "../../src/plan/plan";
import { ownBlock } from "../../src/plan/standstill";

/** Why the plan stands still, whole: its properties have the beginning of it. */
export function whyBlocked(plan: Plan): string {
  const own = ownBlock(plan);
  const kind = own?.mark.block ?? "";
  return own === null || !isBlockKind(kind)
    ? (plan.blockedReason ?? "")
    : `${BLOCKS[kind].title}. ${reasonIn(own.entry.text, kind)}`;
}
