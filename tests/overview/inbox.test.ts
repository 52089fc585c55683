/** The inbox as data: its rows, and the order in which they stand. */
import { expect, test } from "vitest";
import { writeDay } from "../../src/kit/dates";
import { inboxOf } from "../../src/overview/inbox/inboxOf";
import { NOW, plan, world } from "../rules/build";

test("what is overdue comes first, then what is due today, the others, and what has no hurry", () => {
  const steps = {
    later: "Rest ⏬",
    none: "Read",
    today: `Sew 📅 ${writeDay(NOW)}`,
    overdue: "Fold 📅 2026-02-01",
  };
  const plans = Object.entries(steps).map(([id, step]) => plan({ id, roadmap: [`- [ ] ${step}`] }));
  const rows = inboxOf(world({ plans }), "needs").map(({ of }) =>
    of.kind === "card" ? of.card.need.plan?.taskId : of.kind,
  );
  expect(rows).toEqual(["overdue", "today", "none", "later"].map((id) => expect.stringContaining(id)));
});
