/** A plan that is done and repeats: its next one, once, whoever makes it and whenever. */
import { describe, expect, test } from "vitest";
import { DAY } from "../../src/kit/dates";
import { decide } from "../../src/rules/rules";
import { nextTime, startsFrom, type NextTime } from "../../src/rules/nextTime";
import { sayPassed } from "../../src/rules/nextTimeRules";
import type { VaultRule } from "../../src/rules/vaultRules";
import { note, NOW, world, type Found, type PlanNote } from "./build";

const DRAWS_NOTHING: VaultRule = {
  id: "draw",
  stage: "last",
  when: "never",
  by: "anyone",
  decide: () => null,
};

function done(properties: string, step = "a", logs: readonly string[] = [FINISHED]): PlanNote {
  return note(
    "Plans/A.md",
    `---\ntask_id: PLAN-A\nstatus: Done\n${properties}---\n## Roadmap\n- [x] ${step}\n## Reasoning Logs\n${logs.join("\n")}\n`,
  );
}
const FINISHED = "- [2026-02-21T08:00:00Z] Agent: Finished the plan — Every step is ticked. (finished)";

function next(plan: PlanNote, now = NOW, zone = ""): NextTime | string | null {
  if (plan.parsed.kind !== "plan") throw new Error("no plan");
  return nextTime(plan.parsed.plan, { now, settings: { time_zone: zone } });
}

/** The rules that move the plan, and where they put the next one. */
function moves(found: Found): readonly string[] {
  return decide(world(found), DRAWS_NOTHING).moves.flatMap(({ rule, move }) =>
    move.kind === "repeat-plan"
      ? [`${rule} ${move.next.id}`]
      : "path" in move && move.path.startsWith("Plans/")
        ? [rule]
        : [],
  );
}

describe("the next time of a plan", () => {
  test.each<readonly [properties: string, step: string, due: string, days: number]>([
    ["due: 2026-02-21\n", "a", "2026-02-28", 7],
    ["due: 2026-02-21 09:30\n", "a", "2026-02-28 09:30", 7],
    ['due: "[[2026-02-21]]"\n', "a", "[[2026-02-28]]", 7],
    ["created_date: 2026-02-18\n", "a", "2026-02-25", 7],
    ["", "a", "2026-02-28", 7],
    ["created_date: 2026-01-01\n", "a 📅 2026-02-19 ⏳ 2026-02-17", "2026-02-26", 7],
    ["created_date: 2026-01-01\n", "a ⏳ 2026-02-17", "2026-02-24", 7],
    ["due: soon\n", "a ⏳ 2026-02-17", "2026-02-24", 7],
  ])("with %j and the step %j", (properties, step, due, days) => {
    expect(next(done(`${properties}repeat: every week\n`, step))).toMatchObject({
      due,
      days,
      series: "PLAN-A",
    });
  });

  test("is counted from the day on which it was finished, where its words say so", () => {
    expect(next(done("due: 2026-01-01\nrepeat: every week when done\n"))).toMatchObject({
      due: "2026-02-28",
    });
    expect(next(done("due: 2026-01-01\nrepeat: every week when done\n", "a", []), NOW + DAY)).toMatchObject({
      due: "2026-03-01",
      passed: [],
    });
  });

  test("begins by the clock of the vault", () => {
    const late = "- [2026-02-21T20:00:00Z] Agent: Finished the plan — So. (finished)";
    const plan = done("repeat: every day when done\n", "a", [late]);
    expect(next(plan, NOW, "Asia/Tokyo")).toMatchObject({ due: "2026-02-23" });
    expect(next(plan, NOW, "")).toMatchObject({ due: "2026-02-22" });
  });

  test.each([
    ["due: 2026-02-14\nrepeat: every week\n", "a", "PLAN-20260221-"],
    ["due: 2026-02-14T23:30:00+09:00\nrepeat: every day\n", "a", "PLAN-20260215-"],
    ["created_date: 2026-02-14T20:00:00Z\nrepeat: every 2 weeks\n", "a", "PLAN-20260228-"],
    ["repeat: every month\n", "a ⏳ 2026-02-14", "PLAN-20260314-"],
    ["due: 2026-02-14\nrepeat: every week when done\n", "a", "PLAN-20260228-"],
    ["repeat: every day\n", "a", "PLAN-20260222-"],
  ])("with %j and the step %j has one id, whenever and wherever it is made", (properties, step, begins) => {
    const late = "- [2026-02-21T20:00:00Z] Agent: Finished the plan — So. (finished)";
    const ids = [0, 1, 40].flatMap((days) =>
      ["", "Asia/Tokyo", "America/Los_Angeles"].map((zone) => {
        const found = next(done(properties, step, [late]), NOW + days * DAY, zone);
        return found !== null && typeof found === "object" ? found.id : found;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toContain(begins);
  });

  test("has one id also where the note says nothing of any day", () => {
    const ids = [0, 1].map((days) => next(done("repeat: every day\n", "a", []), NOW + days * DAY));
    expect(ids.map((each) => (typeof each === "object" ? each?.id : each))).toEqual([
      expect.stringMatching(/^PLAN-[a-z2-9]{6}$/),
      (ids[0] as NextTime).id,
    ]);
  });

  test("has another id than the plan that it follows, also where that was finished before its day", () => {
    const first = next(done("repeat: every day when done\n")) as NextTime;
    const early = note(
      "Plans/B.md",
      `---\ntask_id: ${first.id}\nseries: ${first.series}\nstatus: Done\ndue: ${first.due}\nrepeat: every day when done\n---\n## Roadmap\n- [x] a\n## Reasoning Logs\n${FINISHED}\n`,
    );
    expect((next(early) as NextTime).id).not.toBe(first.id);
  });

  test("has an id of its series and its day alone", () => {
    const ids = [
      next(done("due: 2026-02-21\nrepeat: every week\n")),
      next(done("due: 2026-02-21\nrepeat: every week\nseries: PLAN-A\n", "b")),
      next(done("due: 2026-02-21\nrepeat: every week\nseries: plan-a\n")),
      next(done("due: 2026-02-21\nrepeat: every week\nseries: PLAN-B\n")),
    ].map((each) => (each !== null && typeof each === "object" ? each.id : ""));
    expect(ids[0]).toMatch(/^PLAN-20260228-[a-z2-9]{6}$/);
    expect([ids[1], ids[2]]).toEqual([ids[0], ids[0]]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  test("there is none for a plan of a flow, without words, or with others", () => {
    expect(next(done(""))).toBeNull();
    expect(next(done("repeat: weekly\n"))).toBe("unclear");
    expect(next(done("repeat: every week\nflow: weekly\n"))).toBe("flow");
    expect(next(done("due: 2026-02-21\nrepeat: every week until 2026-02-27\n"))).toBe("over");
  });
});

describe("the next plan", () => {
  const weekly = done("due: 2026-02-14\nrepeat: every week\n");
  const made = (day: string, folder = "Plans"): PlanNote =>
    note(
      `${folder}/next.md`,
      `---\ntask_id: ${idOn(day)}\nseries: PLAN-A\nstatus: ${folder === "Plans" ? "Draft" : "Done"}\n---\n## Roadmap\n- [ ] a\n`,
    );
  const idOn = (day: string): string => {
    const found = next(done(`due: ${day}\nrepeat: every day\n`), NOW - 400 * DAY);
    if (found === null || typeof found === "string") throw new Error("no day");
    return found.id;
  };

  test("is made first, then told, then the plan is put away", () => {
    const id = idOn("2026-02-20");
    expect(moves({ plans: [weekly] })).toEqual([`make-the-next-plan ${id}`]);
    expect(moves({ plans: [weekly, made("2026-02-20")] })).toEqual(["tell-of-the-next-plan"]);
    const told = "- [2026-02-21T08:00:00Z] Agent: Made the next plan — So. (repeated, text made)";
    expect(moves({ plans: [done("due: 2026-02-14\nrepeat: every week\n", "a", [FINISHED, told])] })).toEqual([
      "archive",
    ]);
  });

  test("is the one that was made before its day passed, and the one that is put away", () => {
    expect(moves({ plans: [weekly, made("2026-02-20")], now: NOW + 30 * DAY })).toEqual([
      "tell-of-the-next-plan",
    ]);
    expect(moves({ plans: [weekly], archived: [made("2026-02-20", "Done/Plans")] })).toEqual([
      "tell-of-the-next-plan",
    ]);
  });

  test("is not made while a step is open, or of a plan that was cancelled", () => {
    const text = (status: string, box: string): PlanNote =>
      note(
        "Plans/A.md",
        `---\ntask_id: PLAN-A\nstatus: ${status}\nrepeat: every week\n---\n## Roadmap\n- [${box}] a\n`,
      );
    expect(moves({ plans: [text("Done", " ")] })).toEqual([]);
    expect(moves({ plans: [text("Cancelled", "x")] })).toEqual([]);
  });

  test("begins by itself on its first day, if at all", () => {
    const from = (properties: string, step = "a", auto = false): number | null => {
      const draft = note(
        "Plans/A.md",
        `---\ntask_id: B\nstatus: Draft\n${properties}---\n## Roadmap\n- [ ] ${step}\n`,
      );
      if (draft.parsed.kind !== "plan") throw new Error("no plan");
      return startsFrom(draft.parsed.plan, { settings: { time_zone: "", auto_start: auto } });
    };
    const day = (date: number): number => Date.UTC(2026, 2, date);
    expect(from("due: 2026-03-09\nseries: A\n")).toBeNull();
    expect(from("due: 2026-03-09\nauto_start: true\n")).toBeNull();
    expect(from("due: 2026-03-09 18:00\nseries: A\nauto_start: true\n")).toBe(day(9));
    expect(from("due: 2026-03-09\nseries: A\n", "a ⏳ 2026-03-05 08:00", true)).toBe(day(5));
    expect(from("due: 2026-03-09\n", "a", true)).toBe(-Infinity);
  });
});

test("dates that passed are counted, and the first of them named", () => {
  expect(sayPassed([])).toBe("");
  expect(sayPassed(["2026-01-01"])).toBe("1 date passed: 2026-01-01");
  const many = Array.from({ length: 7 }, (_each, n) => `2026-01-0${String(n + 1)}`);
  expect(sayPassed(many)).toBe(
    "7 dates passed: 2026-01-01, 2026-01-02, 2026-01-03, 2026-01-04, 2026-01-05, …",
  );
});
