/** The flow of a plan that is over, by its copy: nothing else looks at it any more. */
import { flowCopy } from "../../agent/place";
import { findArchived, findPlan } from "../../engine/perform/find";
import type { Ports } from "../../engine/perform/ports";
import type { Flow } from "../../flow/flow";
import { asPinned, pinnedHash, readPinned } from "../../flow/pinned";
import { parsePlan } from "../../note/plan/parse";
import { isOver, type Plan } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import { planName } from "../../overview/titles";

export interface FinishedFlow {
  readonly plan: Plan;
  readonly flow: Flow;
}

/** A sentence where its flow cannot be told; null where the words mean no plan that is over. */
export async function finishedFlow(
  which: string,
  world: World,
  { vault }: Pick<Ports, "vault">,
): Promise<FinishedFlow | string | null> {
  const found = findPlan(which, world);
  const path = typeof found === "string" ? findArchived(which, world).likely?.path : found.path;
  const note = path === undefined ? null : await vault.read(path);
  const parsed = note?.kind === "text" ? parsePlan(path ?? "", note.text) : null;
  if (parsed?.kind !== "plan" || !isOver(parsed.plan)) return null;
  const { plan } = parsed;
  const pinned = pinnedHash(plan);
  if (plan.flow === null || pinned === null) return `${planName(plan)} was not made from a flow.`;
  const copy = flowCopy(world.settings, plan);
  const held = await vault.read(copy);
  const text = held.kind === "text" ? asPinned(held.text, pinned) : null;
  const read = text === null ? null : readPinned(text, world.settings.agents);
  return read?.kind === "flow"
    ? { plan, flow: read.flow }
    : `${planName(plan)} is over, and the copy of its flow was changed or is gone: ${copy}`;
}
