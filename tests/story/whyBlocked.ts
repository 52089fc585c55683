import { BLOCKS, isBlockKind, reasonIn } from "../../src/note/plan/blocks";
import type { Plan } from "../../src/note/plan/plan";
import { ownBlock } from "../../src/note/plan/standstill";

/** Why the plan stands still, whole: its properties have the beginning of it. */
export function whyBlocked(plan: Plan): string {
  const own = ownBlock(plan);
  const kind = own?.mark.block ?? "";
  return own === null || !isBlockKind(kind)
    ? (plan.blockedReason ?? "")
    : `${BLOCKS[kind].title}. ${reasonIn(own.entry.text, kind)}`;
}
