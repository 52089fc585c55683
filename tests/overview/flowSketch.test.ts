/** A plan of a flow as lines for a terminal: phases, steps, how each stands, and attempts, in few columns. */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { parsePlan } from "../../src/note/plan/parse";
import { nextStep, type Plan } from "../../src/note/plan/plan";
import type { PlanView } from "../../src/rules/world";
import { sketchLines, sketchSteps } from "../../src/overview/flow/sketch";

const FLOW = `\`\`\`flow
steps:
  - step: list
    phase: Before
  - step: do
    phase: Work [[and more]]
    loop: list.md
  - step: review
    check: { output: OK }
    on_fail: do
  - step: speech
  - step: keep
    phase: After
    ask: confirm
\`\`\`
`;

function sketch(
  roadmap: readonly string[],
  block: { readonly kind: string } | null,
  columns = 80,
): readonly string[] {
  const read = readFlow("Flows/Two.md", FLOW);
  if (read.kind === "bad") throw new Error(read.faults[0]?.says);
  const running = { flow: read.flow };
  const note = parsePlan(
    "Plans/P.md",
    `---\ntask_id: P-1\nstatus: Active\nagent: auto\n---\n\n## Roadmap\n\n${roadmap.join("\n")}\n`,
  );
  if (note.kind !== "plan") throw new Error(note.kind);
  const plan: Plan = note.plan;
  const view = { plan, step: nextStep(plan), block } as Pick<PlanView, "plan" | "step" | "block">;
  return sketchLines(sketchSteps(running, view), columns);
}

const ROADMAP = [
  "- [x] List ^f-list",
  "- [x] Do, task by task ^f-do",
  "- [x] Do: Pay \\$5 ^f-do--i1",
  "- [x] Review: Pay \\$5 ^f-review--i1",
  "- [x] Do: Pay \\$5 — again: 2 findings ^f-do--i1--a2",
  "- [ ] Review: Pay \\$5 — again ^f-review--i1--a2",
  "- [ ] My own step",
  "- [-] Speech ^f-speech",
  "- [ ] Keep ^f-keep--ask",
];

test("attempts at a step are one line, and a person's own step has its place", () => {
  expect(sketch(ROADMAP, null)).toEqual([
    "Before",
    "  ✓ List",
    "",
    "Work and more",
    "  ✓ Do, task by task",
    "  ✓ Do: Pay $5, attempt 2: 2 findings",
    "  ▸ Review: Pay $5, attempt 2",
    "  · My own step",
    "  – Speech",
    "",
    "After",
    "  · Keep",
    "",
    "✓ done  – left out  ▸ now  · to come",
  ]);
});

test("a step that asks the person has its own sign", () => {
  const asks = [
    ...ROADMAP.slice(0, 5),
    "- [x] Review: Pay \\$5 — again ^f-review--i1--a2",
    ...ROADMAP.slice(8),
  ];
  expect(sketch(asks, { kind: "agent-asks" })).toContain("  ? Keep");
  expect(sketch(asks, { kind: "queue" })).toContain("  ▸ Keep");
});

test("no line is longer than a narrow terminal is wide", () => {
  const long = `- [ ] ${"Do: A task with a title of many words ".repeat(6)} — again: 2 findings ^f-do--i1--a2`;
  for (const line of sketch([...ROADMAP.slice(0, 4), long], null, 30))
    expect([...line].length).toBeLessThanOrEqual(30);
});
