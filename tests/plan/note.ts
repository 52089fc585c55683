/** A plan note for the tests of this room, and the few ways they look at it. */
import { parsePlan, type PlanReading } from "../../src/note/plan/parse";
import type { Plan, Step } from "../../src/note/plan/plan";
import { hashStep } from "../../src/note/plan/steps";

export const NOTE = `---
task_id: PLAN-2026-014
source_link: /Inbox/EMAIL_orchard-order.md
created_date: 2026-03-02T08:15:00Z
priority: high
status: Active
blocked_reason: null
---

# Objective
Order apple trees for the school orchard, for at most $900.

## Context
The parents' council agreed on twelve trees.
Dependency: the price list in /Garden/Prices.md.

## Roadmap
- [x] Choose the sorts (see /Garden/Prices.md)
- [x] Count the places: 12
- [ ] Write the order
- [ ] ✋ Send the order (requires human approval)
- [ ] Note the delivery in /Garden/Calendar.md

## Reasoning Logs
- [2026-03-02T08:15:00Z] Agent: Created plan — Several steps (keywords: order).
- [2026-03-02T08:20:00Z] Agent: Chose the sorts — From the price list.
- [2026-03-02T08:25:00Z] Agent: Counted places — Twelve. Marked step 2 complete.
`;

export function read(text: string): PlanReading {
  return parsePlan("Plans/Orchard.md", text);
}

export function planIn(text: string): Plan {
  const parsed = read(text);
  if (parsed.kind !== "plan") throw new Error(`not a plan: ${JSON.stringify(parsed)}`);
  return parsed.plan;
}

/** A plan whose Roadmap is these lines. */
export function withRoadmap(roadmap: string): string {
  return `---\ntask_id: P-1\nstatus: Active\n---\n\n## Roadmap\n${roadmap}\n\n## Reasoning Logs\n`;
}

/** `open none` for each step, in order. */
export function stepsIn(roadmap: string): readonly string[] {
  const parsed = read(withRoadmap(roadmap));
  return parsed.kind === "plan"
    ? parsed.plan.steps.map((step) => `${step.state} ${step.approval.kind} ${step.text}`)
    : [];
}

/** "" where there is no such step. */
export function hashOf(step: Step | undefined): string {
  return step === undefined ? "" : hashStep(step);
}
