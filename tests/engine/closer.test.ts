/**
 * A plan that nothing can be done for is looked at closely when somebody asks for it, whatever the desk was about to
 * do.
 */
import { expect, test } from "vitest";
import { memoryGround } from "../story/ground";
import { createStage, work } from "../story/stage";
import type { Story } from "../story/story";
import type { Files } from "../story/tree";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const plan = (n: number): string =>
  `---\ntask_id: PLAN-${String(n)}\nstatus: Active\ncreated_date: 2026-02-${String(10 + n)}\n---\n# Objective\nx\n## Roadmap\n- [ ] Call\n`;

test("the oldest of many plans at rest is there for who opens it first of all", async () => {
  const before: Files = Object.fromEntries(
    Array.from({ length: 15 }, (_, n) => [`Plans/${String(n)}.md`, plan(n)]),
  );
  const stage = await createStage(STORY, before, {}, (clock) => memoryGround(clock));
  const first = await work(stage, "executor", (engine) => engine.planDetail("Plans/0.md"));
  expect(first.view?.plan.taskId).toBe("PLAN-0");
  const again = await work(stage, "executor", async (engine) => {
    expect(
      (await engine.look()).plans.map((view) => view.plan.path),
      "it is at rest",
    ).not.toContain("Plans/0.md");
    return await engine.planDetail("Plans/0.md");
  });
  expect(again.view?.plan.taskId).toBe("PLAN-0");
});
