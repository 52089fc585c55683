/** Writes a new plan note from what a person filled in. */
import { writeStamp, writeDay } from "../kit/dates";
import { writeScalar } from "../kit/frontmatter";
import { shortText, titleOf } from "../kit/ids";
import { inLine, plain } from "../kit/text";
import { renderEntry } from "../journal/render";
import { parsePlan } from "../plan/parse";
import { pathOf } from "../settings/settings";
import type { Bench } from "./bench";
import { no, yes, type NewPlan, type Obeyed } from "./command";

export async function createPlan(plan: NewPlan, bench: Bench): Promise<Obeyed> {
  const now = bench.clock.now();
  const steps = plan.steps.map((step) => step.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s*)?/u, "").trim()).filter((step) => step !== "");
  if (plan.objective.trim() === "") return no("Say in a few words what the plan is for.");
  if (steps.length === 0) return no("A plan needs at least one step; write one a line.");
  const short = shortText(bench.random.bytes(4));
  const id = `PLAN-${writeDay(now).replace(/-/g, "")}-${short}`;
  const title = titleOf(plan.objective);
  const path = `${pathOf(bench.settings, "plans")}/${id}${title === "" ? "" : ` ${title}`}.md`;
  const text = render(plan, steps, id, now);
  if (parsePlan(path, text).kind !== "plan") return no("These words cannot be written as a plan; use plainer ones.");
  const made = await bench.vault.create(path, text);
  if (made.kind === "refused") return no(`The plan could not be written: ${made.why}`);
  return made.kind === "exists" ? no("A note of that name is there already; try again.") : yes(`Made ${path}.`);
}

function render(plan: NewPlan, steps: readonly string[], id: string, now: number): string {
  const entry = renderEntry({ actor: "Human", action: plan.start ? "Created and started the plan" : "Created the plan", rationale: "By command", mark: { word: "started" } }, now);
  return [
    "---",
    `task_id: ${id}`,
    `source_link: ${writeScalar(plan.source === null ? null : plain(plan.source))}`,
    `created_date: ${writeStamp(now)}`,
    "priority: normal",
    `status: ${plan.start ? "Active" : "Draft"}`,
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    "",
    inLine(plan.objective, 1000),
    "",
    "## Context",
    "",
    "## Roadmap",
    "",
    ...steps.map((step) => `- [ ] ${plain(step, 500)}`),
    "",
    "## Reasoning Logs",
    "",
    entry,
    "",
  ].join("\n");
}
