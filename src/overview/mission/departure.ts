/** Whether an approved request goes out by itself from the device that acts, as far as another device can tell. */
import { firstObjection, type GateFacts } from "../../approval/gate";
import { gateFacts } from "../../approval/gateFacts";
import { rushOf } from "../../approval/rush";
import type { RequestView } from "../../approval/view";
import { nextStep } from "../../note/plan/plan";
import { isNotAsFilled } from "../../rules/agents/filling";
import { isElsewhere } from "../../rules/permission";
import type { PlanView, World } from "../../rules/world";

/** The facts that the gate asks about, as they were last seen; its server and its files were not asked. */
export function factsSeen(
  request: RequestView,
  view: Pick<PlanView, "plan" | "hasDuplicateId" | "step" | "part"> | undefined,
  world: World,
): GateFacts {
  return gateFacts(request, {
    seen: world,
    standing: world.standing,
    plan: view?.plan ?? null,
    hasDuplicateId: view?.hasDuplicateId ?? false,
    next: view?.step ?? null,
    requests: world.requests,
    rush: rushOf(world),
    copies: world.copies,
    planIndex: world.planIndex,
    attachments: "unknown",
    isNotAsFilled: isNotAsFilled(view, world.requestsOf.get(request.plan) ?? [], request),
  });
}

/** Approved requests that go out by themselves from another device; none where this device acts. */
export function leavingThere(world: World): readonly RequestView[] {
  if (!isElsewhere(world)) return [];
  return world.requests.filter(
    (each) =>
      each.state === "candidate" &&
      each.objection?.id === "standing" &&
      each.underWay === null &&
      neededThere(each, world) === null,
  );
}

/** The need there that comes first. Null: nothing, it goes out by itself. Undefined: nothing true can be said here. */
export function neededThere(
  request: RequestView,
  world: World,
): { readonly id: string; readonly reason: string } | null | undefined {
  const view = world.plans.find(({ plan }) => plan.key === request.plan);
  // Of a plan that is over, its step is not what is in the way.
  const facts = factsSeen(request, view && { ...view, step: nextStep(view.plan) }, world);
  // Whether the seal is genuine, and when the time to take it back is over, is told by the other device alone.
  const sealed = request.notes.some(
    ({ folder, parsed }) =>
      folder === "approved" &&
      // A second window of the same computer knows its seal.
      (parsed.kind === "sealed" || (parsed.kind === "elsewhere" && parsed.intact)),
  );
  const found = firstObjection({ ...facts, standing: [], sealed, quiet: true, mayBeRefused: false });
  if (found === null) return facts.byHand ? undefined : null;
  return found.row.id === "sealed" ? undefined : { id: found.row.id, reason: found.reason };
}
