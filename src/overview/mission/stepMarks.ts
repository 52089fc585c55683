/**
 * How the steps of a plan that need approval stand, in a few words each: what came of those that are over, and the
 * needs of the others in the words of their cards.
 */
import type { RequestView } from "../../approval/view";
import { OUTCOME_ROWS, type Outcome } from "../../approval/device/outcome";
import { withoutHand } from "../../note/plan/approvalMarker";
import { BLOCKS } from "../../note/plan/blocks";
import { isGated, planTitle, type Plan, type Step } from "../../note/plan/plan";
import { recordName } from "../../approval/request/name";
import type { World } from "../../rules/world";
import { stateWords } from "../describe";
import type { Need } from "../needs/need";
import { situationOf, SITUATIONS } from "../situations";
import { withoutLinks } from "../titles";
import { cardsOf, type NeedCard } from "./cards";
import { goingOut } from "./going";

export interface StepMark {
  readonly step: Pick<Step, "n" | "line" | "id" | "text">;
  readonly tone: NeedCard["tone"] | "good";
  /** Of the app’s icons (lucide). */
  readonly icon: string;
  readonly words: string;
  /** Particulars; empty for none. May quote notes. */
  readonly more: string;
  /** When it goes out by itself. Milliseconds since the epoch; null where it does not. */
  readonly at: number | null;
  readonly opens: "review" | "record" | "explain";
  readonly need: Need;
}

export interface GatedStep {
  readonly step: Step;
  /** The newest request for it. */
  readonly request: RequestView | null;
  /** Null where nothing is to be said of it yet. */
  readonly mark: StepMark | null;
}

/** Of the plan in that note, in the order of its steps; empty for any other note. */
export function gatedSteps(path: string, world: World): readonly GatedStep[] {
  const view = world.plans.find(({ plan }) => plan.path === path);
  const plan = planAt(path, world);
  if (plan === null) return [];
  return plan.steps.filter(isGated).map((step) => {
    const request =
      world.requestsOf
        .get(plan.key)
        ?.find((each) => each.newest && each.id !== "" && each.step === step.id) ?? null;
    const isNext = step.n === view?.step?.n;
    const mark =
      step.state === "open" ? openMark(plan, step, { request, isNext, world }) : doneMark(plan, step, world);
    return { step, request, mark };
  });
}

/** All steps of the plan in that note, in their order. */
export function stepsOf(path: string, world: World): readonly Step[] {
  return planAt(path, world)?.steps ?? [];
}

function planAt(path: string, { plans, recent }: World): Plan | null {
  const view = plans.find(({ plan }) => plan.path === path);
  return view?.plan ?? recent.find((each) => each.path === path) ?? null;
}

interface Around {
  readonly request: RequestView | null;
  readonly isNext: boolean;
  readonly world: World;
}

function openMark(plan: Plan, step: Step, { request, isNext, world }: Around): StepMark | null {
  const base = {
    ...baseOf(plan, step, request),
    opens: request === null ? ("explain" as const) : ("review" as const),
  };
  const going = goingOut(world).find((each) => each.request === request?.id);
  if (going !== undefined)
    return {
      ...base,
      icon: "send",
      words: going.at === null ? SITUATIONS.sending.title : SITUATIONS["about-to-run"].title,
      more: going.title,
      at: going.at,
    };
  const { approval } = step;
  if (approval.kind === "unclear")
    return {
      ...base,
      tone: "warn",
      icon: "triangle-alert",
      words: BLOCKS.unclear.title,
      more: `Line ${String(approval.line)}: ${approval.why}.`,
      opens: "explain",
    };
  const cards = cardsOf(world);
  const card = [...cards.asking, ...cards.telling, ...cards.later].find(
    ({ id, need }) =>
      (request !== null && need.request === request.id) ||
      (isNext && need.plan?.path === plan.path && situationOf(id).isOwn !== true),
  );
  if (card !== undefined)
    return {
      ...base,
      tone: card.tone,
      icon: card.icon,
      words: card.kind,
      more: [card.title, card.words].filter((each) => each !== "" && each !== card.kind).join(". "),
    };
  return request === null
    ? null
    : { ...base, icon: "file-text", words: stateWords(request), more: request.reason };
}

const SKIPPED = "Skipped";

/** By the log, which every device has; without an entry there, by the box, which a person ticked. */
function doneMark(plan: Plan, step: Step, world: World): StepMark | null {
  const entry =
    step.id === null ? null : plan.log.last(({ word, step: of }) => word === "carried-out" && of === step.id);
  const base = baseOf(plan, step, null);
  if (entry === null) {
    // While something may still go out for it, or may have gone out, nobody can say that a person did it.
    const requests = world.requestsOf.get(plan.key) ?? [];
    if (requests.some((each) => step.id !== null && each.step === step.id)) return null;
    const words = step.state === "skipped" ? SKIPPED : OUTCOME_ROWS["by-hand"].title;
    return { ...base, icon: step.state === "skipped" ? "minus" : "hand", words };
  }
  const asked = plan.log.last(
    ({ word, request }) => word === "asked" && request !== null && request === entry.mark.request,
  );
  const name = asked?.mark.note ?? null;
  return {
    ...base,
    tone: "good",
    icon: "check",
    words: OUTCOME_ROWS[outcomeOf(entry.mark.request, plan, world) ?? "ok"].title,
    opens: name === null ? "explain" : "record",
    need: { ...base.need, note: name === null ? null : recordRef(`${name}.md`) },
  };
}

/** As its record says, or this device remembers; null where neither is known here. */
function outcomeOf(request: string | null, { key }: Plan, { requestsOf, device }: World): Outcome | null {
  const known = requestsOf.get(key)?.find(({ id }) => id === request)?.outcome;
  const outcome = known ?? device.actionState.get(request ?? "")?.outcome ?? null;
  return outcome !== null && OUTCOME_ROWS[outcome].done ? outcome : null;
}

/** `name`: of the note of its request. */
function recordRef(name: string): Need["note"] {
  return { target: recordName(name), shown: "", block: null };
}

function baseOf(plan: Plan, step: Step, request: RequestView | null): StepMark {
  return {
    step,
    tone: "plain",
    icon: "hand",
    words: "",
    more: "",
    at: null,
    opens: "explain",
    need: {
      note: request === null ? null : recordRef(request.name),
      what: null,
      plan: { path: plan.path, taskId: plan.taskId, title: planTitle(plan) },
      words: withoutLinks(withoutHand(step.text)),
      paths: [plan.path],
      request: request?.id ?? null,
      since: null,
      answers: [],
    },
  };
}
