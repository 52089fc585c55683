/** What an earlier run found out of a step, where this one has not asked its server. The note still holds it. Pure. */
import { BLOCKS, isBlockKind, type Block, type BlockRow } from "../plan/blocks";
import { NOTHING_SAID, ownBlock } from "../plan/standstill";
import type { Situation } from "./blocking";

/** `found` is what this run found by itself. Null where nothing stands in the note, or what stands there is known to be over. */
export function foundLast(of: Situation, found: Block | "pending" | null): Block | null {
  const { plan, step, seen } = of;
  if (found !== "pending" || step === null || step.gate.kind !== "action" || plan.status !== "Blocked")
    return null;
  const mark = ownBlock(plan)?.mark;
  const kind = mark?.block ?? "";
  if (mark === undefined || !isBlockKind(kind) || mark.step !== step.id) return null;
  const speaks =
    kind === "action" ||
    kind === "server" ||
    (kind === "queue" && of.openRequests >= seen.settings.open_requests);
  if (!speaks) return null;
  const { title, formerTitle = title }: BlockRow = BLOCKS[kind];
  const written = plan.blockedReason ?? "";
  const front =
    [title, formerTitle].map((each) => `${each}. `).find((each) => written.startsWith(each)) ?? "";
  const reason = written.slice(front.length);
  // Meanwhile somebody has.
  return reason === NOTHING_SAID
    ? null
    : { kind, n: step.n, step: step.id, request: of.request?.id ?? null, reason };
}
