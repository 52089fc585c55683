/** The plans of the start page: their order, and who is next in each. */
import { expect, test } from "vitest";
import { planRows, countPlans, type PlanRow } from "../../src/overview/start/planRows";
import { DAY, writeDay } from "../../src/kit/dates";
import { asked, latched, note, NOW, plan, requestNote, world, type Found } from "../rules/build";

const rows = (found: Found, most = 20): readonly PlanRow[] => planRows(world(found), most);
const told = (found: Found): readonly string[] =>
  rows(found).map(({ title, line, due, next }) =>
    [title, line, due?.words ?? "", `${next.who}: ${next.words}`].join(" | "),
  );
const day = (days: number): string => writeDay(NOW + days * DAY);

/** With one more property. */
const having = (
  id: string,
  objective: string,
  property: string,
  status = "Active",
): ReturnType<typeof note> =>
  note(
    `Plans/${id}.md`,
    `---\ntask_id: ${id}\nstatus: ${status}\n${property}\n---\n\n# Objective\n${objective}\n\n## Roadmap\n- [ ] Read\n`,
  );

test("what is overdue comes first, then what is urgent, then what is due sooner", () => {
  const plans = [
    plan({ id: "E", objective: "No day", roadmap: ["- [ ] Read"] }),
    having("D", "Later", `due: ${day(9)}`),
    having("C", "Soon", `due: ${day(1)}`, "Draft"),
    having("B", "Urgent", "priority: high"),
    having("A", "Late", `due: ${day(-2)}`),
  ];
  expect(rows({ plans }).map(({ title }) => title)).toEqual(["Late", "Urgent", "Soon", "Later", "No day"]);
  expect(rows({ plans }).map(({ due }) => due?.words ?? "")[2]).toBe("Tomorrow");
  expect(rows({ plans })[0]?.due).toMatchObject({ isLate: true });
  expect(rows({ plans })[1]?.isUrgent).toBe(true);
  expect(rows({ plans }, 2)).toHaveLength(2);
  expect(countPlans(world({ plans }))).toBe(5);
});

test("each says who is next", () => {
  const one = asked(1, { objective: "Send the invoice" });
  expect(
    told({ plans: [one.plan], requests: [requestNote(one, "pending")], device: latched(one.actionState) }),
  ).toEqual([expect.stringMatching(/^Send the invoice \| .+ \| {2}\| you: You$/)]);
  expect(told({ plans: [plan({ id: "A", objective: "Fold it", roadmap: ["- [ ] Fold it"] })] })).toEqual([
    "Fold it |  |  | you: You",
  ]);
  const held = {
    id: "B",
    status: "Blocked",
    blockedReason: "waiting for Bob",
    roadmap: ["- [ ] Ask"],
  } as const;
  expect(told({ plans: [plan(held)] })).toEqual([expect.stringContaining("| other: Waiting for Bob")]);
  const wait = `- [ ] Fold ⏳ ${day(20)}`;
  const both = note(
    "Plans/C.md",
    `---\ntask_id: C\nstatus: Active\ndue: ${day(20)}\n---\n\n# Objective\nPaper\n\n## Roadmap\n${wait}\n`,
  );
  expect(told({ plans: [both] })).toEqual([expect.stringMatching(/^Paper \| Fold \| {2}\| day: On /)]);
  expect(told({ plans: [plan({ id: "C", objective: "Paper", roadmap: [wait] })] })).toEqual([
    expect.stringMatching(/^Paper \| Fold \| {2}\| day: On \d+ [A-Z][a-z]{2}$/),
  ]);
  const agent = having("D", "Think", "agent: auto");
  expect(told({ plans: [agent] })[0]).toMatch(/^Think \| Read \| {2}\| (?:agent: Agent|you: You)$/);
  expect(
    told({ plans: [plan({ id: "E", status: "Draft", objective: "Idea", roadmap: ["- [ ] a"] })] }),
  ).toEqual(["Idea | a |  | nobody: Draft"]);
  expect(told({ plans: [having("E", "Idea", "agent: auto", "Draft")] })).toEqual([
    "Idea | Read |  | nobody: Draft · agent",
  ]);
});
