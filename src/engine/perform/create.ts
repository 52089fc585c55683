/** Writes a new plan note: from what a person filled in, and for whoever has made one of a task. */
import { withoutLinks } from "../../overview/titles";
import type { Action } from "../../note/action/action";
import { renderAction } from "../../note/action/render";
import { writeDay } from "../../kit/dates";
import { shortText } from "../../kit/ids";
import { count } from "../../kit/numbers";
import { escapeMarkdown, escapeLine } from "../../kit/text";
import { composePlan, planFile, type NewPlanNote } from "../../note/plan/compose";
import { parsePlan, type PlanReading } from "../../note/plan/parse";
import type { Creation } from "../../kit/ports/vault";
import { pathOf } from "../../settings/settings";
import { planFrom } from "../../rules/tasks";
import type { World } from "../../rules/world";
import type { Context } from "./context";
import { no, yes, type NewPlan, type Obeyed } from "./replies";

/** Characters of an objective, and of a step: nothing of them is cut. */
const LONGEST = 10_000;

export async function createPlan(plan: NewPlan, world: World, context: Context): Promise<Obeyed> {
  const now = context.clock.now();
  const steps = plan.steps
    .map((step) => step.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s*)?/u, "").trim())
    .filter((step) => step !== "");
  if (plan.objective.trim() === "") return no("Say in a few words what the plan is for.");
  if (steps.length === 0) return no("A plan needs at least one step; write one a line.");
  const long = [plan.objective, ...steps].find((words) => words.length > LONGEST);
  if (long !== undefined)
    return no(
      `“${escapeLine(long, 60)}” is longer than ${count(LONGEST)} characters. Make it shorter, and put the rest into the note of the plan.`,
    );
  const other = plan.source === null ? null : planFrom(plan.source, world);
  if (other !== null) return no(`A plan comes from ${plan.source ?? ""} already: ${other.path}.`);
  return await writePlan(
    {
      id: newId(context, now),
      objective: escapeMarkdown(plan.objective, Infinity),
      context: plan.context ?? "",
      steps: steps.map((step, at) => escapeLine(step, Infinity) + beneath(plan.actions?.[at + 1])),
      source: plan.source,
      due: plan.due,
      repeat: plan.repeat,
      status: plan.start ? "Active" : "Draft",
      entry: {
        actor: "Human",
        action: plan.start ? "Created and started the plan" : "Created the plan",
        rationale: "By a click or a command",
        mark: { word: "started" },
      },
    },
    plan.objective,
    now,
    context,
  );
}

function beneath(action: Action | undefined): string {
  return action === undefined ? "" : `\n${renderAction(action).replace(/^/gm, "    ")}`;
}

/** Of four letters that another device will hardly draw on the same day. */
export function newId(context: Pick<Context, "random">, now: number): string {
  return `PLAN-${dayId(now)}-${shortText(context.random.bytes(4))}`;
}

export function dayId(ms: number): string {
  return writeDay(ms).replace(/-/g, "");
}

/** Answers in a sentence. */
export async function writePlan(
  note: NewPlanNote,
  title: string,
  now: number,
  context: Context,
): Promise<Obeyed> {
  const path = `${pathOf(context.settings, "plans")}/${planFile(note.id, title)}`;
  const text = composePlan(note, now, context.by);
  const made = holdsAll(note, parsePlan(path, text))
    ? await putPlan(path, text, context)
    : ({ kind: "unfit" } as const);
  if (made.kind === "unfit")
    return no(
      "These words cannot be written as a plan. Use plainer ones: a sign such as %% hides what follows it.",
    );
  if (made.kind === "refused") return no(`The plan could not be written: ${made.why}`);
  return made.kind === "exists"
    ? no("A note of that name is there already; try again.")
    : yes(`Made “${escapeLine(withoutLinks(title), 120)}”.`, path);
}

/** Whether every step is read again, and the log behind them: a sign that opens a comment would hide them. */
function holdsAll({ steps }: NewPlanNote, read: PlanReading): boolean {
  const wanted = steps.filter((each) => typeof each === "string").length;
  return read.kind === "plan" && read.plan.steps.length === wanted && read.plan.log.entries.length > 0;
}

/** Writes it if it reads as a plan, and never over another note. */
export async function putPlan(
  path: string,
  text: string,
  context: Pick<Context, "vault">,
): Promise<Creation | { readonly kind: "unfit" }> {
  if (parsePlan(path, text).kind !== "plan") return { kind: "unfit" };
  return await context.vault.create(path, text);
}
