/** The order in which plans are taken up, told and listed. */
import { expect, test } from "vitest";
import { currentPlan } from "../../src/rules/world";
import { note, NOW, world, type PlanNote } from "./build";

function made(id: string, properties: string, step = "a", created = "2026-02-01"): PlanNote {
  return note(
    `Plans/${id}.md`,
    `---\ntask_id: ${id}\ncreated_date: ${created}\n${properties}---\n## Roadmap\n- [ ] ${step}\n`,
  );
}

const PLANS = [
  made("z-newest", "status: Active\n", "a", "2026-02-09"),
  made("a-oldest", "status: Active\n"),
  made("b-oldest", "status: Active\n"),
  made("low", "status: Active\npriority: low\n", "a", "2026-02-10"),
  made("high", "status: Active\npriority: high\n"),
  made("high-due", "status: Active\n", "a ⏫ 📅 2026-06-01"),
  made("high-due-sooner", "status: Active\npriority: high\ndue: 2026-05-01\n"),
  made("overdue", "status: Active\npriority: lowest\ndue: 2026-02-20\n"),
  made("today", "status: Active\ndue: 2026-02-21\n"),
  made("blocked", "status: Blocked\ndue: 2026-01-01\npriority: highest\n"),
  made("draft-due", "status: Draft\ndue: 2026-04-01\n"),
  made("draft", "status: Draft\n", "a", "2026-02-20"),
];

const ORDER = [
  "overdue",
  "high-due-sooner",
  "high-due",
  "high",
  "today",
  "z-newest",
  "a-oldest",
  "b-oldest",
  "low",
  "blocked",
  "draft-due",
  "draft",
];

test.each([[PLANS], [[...PLANS].reverse()]])(
  "plans go by status, what is overdue, priority, due day, age and id",
  (plans) => {
    const seen = world({ plans, now: NOW }, true);
    expect(seen.plans.map(({ plan }) => plan.taskId)).toEqual(ORDER);
    expect([...seen.planIndex.all()].map(({ taskId }) => taskId)).toEqual(ORDER);
    expect(currentPlan(seen)?.plan.taskId).toBe("overdue");
  },
);

test("a plan comes first from the moment at which it is overdue", () => {
  const plans = [
    made("a", "status: Active\ndue: 2026-02-21 12:00\n", "a", "2026-01-01"),
    made("b", "status: Active\npriority: high\n"),
  ];
  const seen = world({ plans }, true);
  const first = (now: number): string | undefined => {
    seen.planIndex.passTime(now);
    return [...seen.planIndex.of("Active").summaries][0]?.taskId;
  };
  const noon = Date.UTC(2026, 1, 21, 12);
  expect([first(noon - 1), first(noon), first(noon - 1)]).toEqual(["b", "a", "b"]);
});
