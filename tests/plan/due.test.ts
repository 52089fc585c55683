/** Until when a plan is to be done, and how urgent it is. */
import { describe, expect, test } from "vitest";
import { dueOf, isOverdue, priorityOf, sayDue, sayDueSoon, sayNoDay } from "../../src/note/plan/due";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";

function plan(properties: string, ...steps: readonly string[]): Plan {
  const text = `---\ntask_id: A\nstatus: Active\n${properties}---\n## Roadmap\n${steps.join("\n")}\n`;
  const read = parsePlan("Plans/a.md", text);
  if (read.kind !== "plan") throw new Error(JSON.stringify(read));
  return read.plan;
}

const NOW = Date.UTC(2026, 2, 3, 12);

describe("the day by which a plan is to be done", () => {
  test.each<readonly [properties: string, step: string, zone: string, said: string | null]>([
    ["", "Oil", "", null],
    ["due: 2026-03-03\n", "Oil", "", "Due today"],
    ["due: 2026-03-03 14:30\n", "Oil", "", "Due today, 14:30"],
    ["due: 2026-03-03T14:30:00\n", "Oil", "", "Due today, 14:30"],
    ["due: 2026-03-03 11:00\n", "Oil", "", "Overdue since today, 11:00"],
    ["due: 2026-03-03 12:30\n", "Oil", "Europe/Zurich", "Overdue since today, 12:30"],
    ["due: 2026-03-03 08:00\n", "Oil", "America/New_York", "Due today, 08:00"],
    ["due: 2026-03-03T12:30:00Z\n", "Oil", "Europe/Zurich", "Due today, 13:30"],
    ["due: 2026-03-02\n", "Oil", "", "Overdue since 2 Mar"],
    ["due: 2026-03-09\n", "Oil", "", "Due 9 Mar"],
    ["due: 2027-03-09\n", "Oil", "", "Due 9 Mar 2027"],
    ['due: "[[2026-03-09]]"\n', "Oil", "", "Due 9 Mar"],
    ["", "Oil 📅 2026-03-09", "", "Due 9 Mar"],
    ["", "Oil 📅2026-03-09 10:00", "", "Due 9 Mar, 10:00"],
    ["", "Oil [due:: 2026-03-09]", "", "Due 9 Mar"],
    ["", "Oil (due:: [[2026-03-09]])", "", "Due 9 Mar"],
    ["", "Oil\n  until then: due:: 2026-03-09", "", "Due 9 Mar"],
    ["", "Oil\n  - [ ] a part 📅 2026-03-09", "", null],
    ["due: 2026-03-12\n", "Oil 📅 2026-03-09", "", "Due 9 Mar"],
    ["due: 2026-03-05\n", "Oil 📅 2026-03-09", "", "Due 5 Mar"],
    ["due: soon\n", "Oil 📅 2026-02-30", "", null],
    ["due: null\n", "Oil ⏳ 2026-02-02", "", null],
  ])("%j and %j in %j", (properties, step, zone, said) => {
    const clock = { now: NOW, settings: { time_zone: zone } };
    expect(sayDue(dueOf(plan(properties, `- [ ] ${step}`), zone), clock)).toBe(said);
  });

  test("is a day of the week while that is no other one, by the clock of the vault", () => {
    // Friday evening there, and Saturday in UTC.
    const now = Date.UTC(2026, 2, 7, 1);
    const clock = { now, settings: { time_zone: "America/Los_Angeles" } };
    expect(["2026-03-07", "2026-03-12 09:00", "2026-03-13"].map((day) => sayDueSoon(day, clock))).toEqual([
      "Due Sat",
      "Due Thu",
      "Due 13 Mar",
    ]);
  });

  test("is that of the step that is next", () => {
    const due = (...steps: readonly string[]): string | undefined => dueOf(plan("", ...steps), "")?.text;
    expect(due("- [x] a 📅 2026-01-01", "- [ ] b 📅 2026-03-01")).toBe("2026-03-01");
    expect(due("- [ ] a", "- [ ] b 📅 2026-03-01")).toBeUndefined();
    expect(dueOf({ ...plan("due: 2026-03-01\n", "- [x] a"), status: "Done" }, "")).toBeNull();
  });

  test("is over when it is over where the vault is", () => {
    const at = (zone: string): number => dueOf(plan("due: 2026-03-02\n", "- [ ] a"), zone)?.at ?? 0;
    expect(at("")).toBe(Date.UTC(2026, 2, 3));
    expect(at("Asia/Tokyo")).toBe(Date.UTC(2026, 2, 2, 15));
    expect(isOverdue({ due: { text: "", at: NOW } }, NOW)).toBe(true);
    expect(isOverdue({ due: { text: "", at: NOW } }, NOW - 1)).toBe(false);
  });

  test("is told where it is none, and then counts for nothing", () => {
    expect(sayNoDay(plan("due: soon\n", "- [ ] a"))).toContain("“due” says “soon”");
    expect(sayNoDay(plan("due: 2026-02-30\n", "- [ ] a"))).toContain("“due” says “2026-02-30”");
    expect(sayNoDay(plan("due: 2026-02-28\n", "- [ ] a"))).toBeNull();
    expect(sayNoDay(plan("due:\n", "- [ ] a"))).toBeNull();
  });
});

test.each<readonly [properties: string, step: string, priority: string]>([
  ["", "Oil", "normal"],
  ["priority: High\n", "Oil", "high"],
  ["priority: lowest\n", "Oil 🔺", "lowest"],
  ["priority: normal\n", "Oil 🔺 📅 2026-03-03", "highest"],
  ["", "Oil ⏫", "high"],
  ["", "Oil 🔼", "medium"],
  ["", "Oil 🔽", "low"],
  ["", "Oil ⏬", "lowest"],
  ["", "Oil [priority:: high]", "high"],
  ["priority: urgent\n", "Oil", "normal"],
])("a plan with %j and the step %j has a priority", (properties, step, priority) => {
  expect(priorityOf(plan(properties, `- [ ] ${step}`))).toBe(priority);
});
