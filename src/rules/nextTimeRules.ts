/** Rules about a plan that is done and comes back. */
import { shortHash } from "../kit/hash";
import { planKey } from "../kit/ids";
import { counted } from "../kit/numbers";
import type { Plan } from "../note/plan/plan";
import { moveFor, log, type PlanChange } from "./moves";
import { nextTime } from "./nextTime";
import type { Rule } from "./rule";
import type { PlanView, World } from "./world";

type Around = Pick<World, "now" | "settings" | "planIndex" | "starting">;

export const NEXT_TIME_RULES: readonly Rule<PlanView, Around>[] = [
  {
    id: "make-the-next-plan",
    when: "the plan is done and repeats, and no note has the id of its next one; of days that passed meanwhile none is made",
    by: "anyone",
    decide: (view, world) => {
      const { plan, hash } = view;
      const next = comesBack(plan) ? nextTime(plan, world) : null;
      if (next === null || typeof next === "string" || madeOf(next, world) !== null) return null;
      // Another device may have made it.
      if (world.starting !== null)
        return { until: world.starting.until, because: "sync may still bring its next plan" };
      const unread = world.planIndex.unreadLike(planKey(next.id), null);
      if (unread !== null)
        return { until: Infinity, because: `its next plan may be ${unread}, which cannot be read` };
      return {
        move: { kind: "repeat-plan", path: plan.path, hash, next },
        because: `it repeats ${plan.repeat ?? ""}`,
      };
    },
  },
  {
    id: "tell-of-the-next-plan",
    when: "the plan is done and repeats, and its log does not say yet which plan came of that, or why none did",
    by: "anyone",
    decide: (view, world) => {
      const { plan } = view;
      const next = comesBack(plan) ? nextTime(plan, world) : null;
      if (next === null) return null;
      const made = typeof next === "string" ? null : madeOf(next, world);
      const [action, rationale] =
        typeof next === "string"
          ? ["Made no next plan", WHY_NONE[next]]
          : ["Made the next plan", "It repeats"];
      return {
        move: moveFor(view, [told(plan, action, rationale, made === null ? [] : [made])]),
        because: "it repeats",
      };
    },
  },
];

const WHY_NONE = {
  unclear: "The words under “repeat” are not understood",
  flow: "It follows a flow; start the flow again when it is wanted",
  over: "Its rule has no day after this one",
} as const;

/** Done, and its log does not tell yet of what comes of these words. */
export function comesBack({ status, repeat, steps, log: entries }: Plan): boolean {
  return (
    status === "Done" &&
    repeat !== null &&
    steps.every(({ state }) => state !== "open") &&
    !entries.has(({ word, text }) => word === "repeated" && (text === MADE || text === shortHash(repeat)))
  );
}

/** In the place of a hash: a plan was made. */
const MADE = "made";

function told(plan: Plan, action: string, rationale: string, about: readonly string[]): PlanChange {
  const text = about.length > 0 ? MADE : shortHash(plan.repeat ?? "");
  return log({ actor: "Agent", action, rationale, about, mark: { word: "repeated", text } });
}

/** Path of the next plan; null where nobody has made it yet. */
function madeOf({ id }: { readonly id: string }, { planIndex }: Pick<World, "planIndex">): string | null {
  return planIndex.home(planKey(id))?.path ?? null;
}

/** `3 dates passed: 2026-01-01, …`; empty for none. */
export function sayPassed(passed: readonly string[]): string {
  if (passed.length === 0) return "";
  const shown = passed.length > MOST ? [...passed.slice(0, MOST), "…"] : passed;
  return `${counted(passed.length, "date")} passed: ${shown.join(", ")}`;
}

const MOST = 5;
