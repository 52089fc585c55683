/** The stage of the sample plan, and the person's next act. */
import { isByHand, isDoneByHand } from "../../../approval/confirming";
import { BARE_TYPES } from "../../../note/action/action";
import { mappingOf, type Settings } from "../../../settings/settings";
import type { RequestView } from "../../../approval/view";
import type { NewPlan } from "../../../rules/command";
import type { PlanView, World } from "../../../rules/world";
import { describePlan } from "../../../overview/describe";
import type { DeviceStateNow } from "./deviceState";
import { WORDS } from "../words";

const words = WORDS.settings.sample;

export type SampleStage =
  | { readonly id: "gone" | "over" | "done"; readonly sentence: string }
  | { readonly id: "wait" | "confirm"; readonly sentence: string; readonly view: PlanView }
  | { readonly id: "asked" | "do"; readonly sentence: string; readonly request: RequestView };

export function samplePlan(settings: Settings): NewPlan {
  // A type that a server carries out would send something.
  const type = BARE_TYPES.find((each) => mappingOf(settings, each) === null);
  return {
    objective: words.title,
    context: words.context,
    steps: [words.step],
    source: null,
    start: true,
    actions: {
      1: { type: type ?? "by_hand", target: words.target, args: { text: words.text }, attachments: [] },
    },
  };
}

/** `key`: of the plan. `mayConfirm`: this device would act, once the person has confirmed its settings. */
export function sampleStage(
  world: World,
  key: string,
  device: DeviceStateNow & { readonly mayConfirm: boolean },
): SampleStage {
  const summary = world.planIndex.home(key);
  if (summary === null) return { id: "gone", sentence: "" };
  const view = world.plans.find(({ plan }) => plan.key === key);
  const request = view?.request ?? null;
  if (summary.status === "Done") return { id: "done", sentence: words.done };
  if (summary.status === "Cancelled" || view === undefined || request?.state === "rejected")
    return { id: "over", sentence: request?.state === "rejected" ? words.rejected : words.cancelled };
  if (request?.state === "waiting" && request.notes.length > 0)
    return { id: "asked", sentence: words.asked, request };
  if (request?.state === "candidate")
    return isByHand(request)
      ? { id: "do", sentence: words.byHand, request }
      : { id: "wait", sentence: isDoneByHand(request) ? words.finishing : words.approved, view };
  if (device.mayConfirm) return { id: "confirm", sentence: words.confirm, view };
  if (!device.acts) return { id: "wait", sentence: words.notYet(device.sentence), view };
  return {
    id: "wait",
    sentence:
      view.step === null
        ? words.finishing
        : view.block === null
          ? words.asking
          : words.waits(describePlan(view, world).status),
    view,
  };
}
