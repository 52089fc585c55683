/** The words in which a plan repeats, and the days that they mean. */
import { describe, expect, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import { nextDay, readRepeat, sayNoRepeat, sayRepeat } from "../../src/note/plan/repeat";

function next(words: string, from: string, today: string): readonly [string | null, number] {
  const repeat = readRepeat(words);
  if (repeat === null) throw new Error(`${words} is not understood`);
  const found = nextDay(repeat, from, today);
  return [found?.day ?? null, found?.passed.length ?? 0];
}

describe("the day after", () => {
  // 1 January 2026 is a Thursday.
  test.each<readonly [words: string, from: string, today: string, day: string | null, passed: number]>([
    ["every day", "2026-01-01", "2026-01-01", "2026-01-02", 0],
    ["every day", "2026-01-01", "2026-01-05", "2026-01-05", 3],
    ["Every  Day", "2026-01-01", "2026-01-01", "2026-01-02", 0],
    ["every 3 days", "2026-01-01", "2026-01-02", "2026-01-04", 0],
    ["every weekday", "2026-01-02", "2026-01-02", "2026-01-05", 0],
    ["every week", "2026-01-01", "2025-12-20", "2026-01-08", 0],
    ["every week on Monday", "2026-01-01", "2026-01-01", "2026-01-05", 0],
    ["every week on Tuesday, Thursday", "2026-01-01", "2026-01-01", "2026-01-06", 0],
    ["every Monday", "2026-01-01", "2026-01-01", "2026-01-05", 0],
    ["every 2 weeks", "2026-01-01", "2026-01-20", "2026-01-29", 1],
    ["every 2 weeks on Monday", "2026-01-05", "2026-01-05", "2026-01-19", 0],
    ["every month", "2026-01-31", "2026-02-01", "2026-02-28", 0],
    ["every month", "2026-01-31", "2026-03-01", "2026-03-31", 1],
    ["every 3 months", "2026-11-30", "2026-12-01", "2027-02-28", 0],
    ["every month on the 1st", "2026-01-01", "2026-04-03", "2026-05-01", 3],
    ["every month on the 31st", "2026-01-31", "2026-02-01", "2026-03-31", 0],
    ["every month on the last", "2026-01-31", "2026-02-01", "2026-02-28", 0],
    ["every month on the last day", "2026-01-31", "2026-02-01", "2026-02-28", 0],
    ["every month on the last Friday", "2026-01-01", "2026-01-01", "2026-01-30", 0],
    ["every month on the 2nd Tuesday", "2026-01-01", "2026-01-01", "2026-01-13", 0],
    ["every year", "2024-02-29", "2024-03-01", "2025-02-28", 0],
    ["every January on the 15th", "2026-01-01", "2026-01-01", "2026-01-15", 0],
    ["every April and December on the 1st and 24th", "2026-04-01", "2026-04-02", "2026-04-24", 0],
    ["every week until 2026-01-15", "2026-01-08", "2026-01-09", "2026-01-15", 0],
    ["every week until 2026-01-15", "2026-01-15", "2026-01-16", null, 0],
    ["every day when done", "2026-01-01", "2026-01-01", "2026-01-02", 0],
    ["every 1000 years", "2026-01-01", "2026-01-01", "3026-01-01", 0],
    ["every 1000 years", "9500-01-01", "2026-01-01", null, 0],
  ])("by %j of %s, on %s", (words, from, today, day, passed) => {
    expect(next(words, from, today)).toEqual([day, passed]);
  });

  test("is counted from where the words say", () => {
    expect(readRepeat("every day when done")?.isWhenDone).toBe(true);
    expect(readRepeat("every day")?.isWhenDone).toBe(false);
  });

  test("is found at once, however long ago the last one was", () => {
    expect(next("every day", "0001-01-01", "2026-01-01")[0]).toBe("2026-01-01");
  });

  test("passes by years of missed days", () => {
    expect(next("every day", "1990-01-01", "2026-01-01")).toEqual(["2026-01-01", 13148]);
  });
});

test.each([
  ["monthly"],
  ["every"],
  ["every blah"],
  ["every other day"],
  ["every hour"],
  ["every 0 days"],
  ["every 5000 days"],
  ["every weekend"],
  ["every monthend"],
  ["every yearend"],
  ["every weekly"],
  ["every daylight"],
  ["every month on the 32nd"],
  ["every February on the 30th"],
  ["every month on the 1st and last Monday"],
  ["every year on the 366th day"],
  ["every day for 3 times"],
  ["every 2 weeks on Monday at 9"],
  ["every Monday week"],
  ["every month on the first Monday of June"],
  ["every day until soon"],
  ["every day until 2027"],
  ["every day until 2026-02-30"],
  ["every day when done until 2026-03-03"],
  ["when done"],
  ["🔁 every day"],
  [`every day ${"x".repeat(200)}`],
])("%j is not understood, and told", (words) => {
  expect(readRepeat(words)).toBeNull();
  expect(sayNoRepeat({ repeat: words, flow: null })).toContain(
    "write it like repeat: every month on the 1st",
  );
});

test("a rule without a day is told as that", () => {
  expect(sayNoRepeat({ repeat: "every February on the 30th", flow: null })).toContain("which never comes");
});

test("a plan of a flow does not come back, and says so", () => {
  expect(sayNoRepeat({ repeat: "every day", flow: "weekly" })).toContain("start the flow again");
  expect(sayNoRepeat({ repeat: "every day", flow: null })).toBeNull();
  expect(sayNoRepeat({ repeat: null, flow: "weekly" })).toBeNull();
});

test.each<readonly [properties: string, step: string, said: string | null]>([
  ["", "Oil", null],
  ["repeat: Every  month\n", "Oil", "Repeats every month"],
  [
    "repeat: every month\n",
    "Oil 🔁 every week 📅 2026-03-03",
    "Repeats every month; 🔁 on step 2 changes nothing",
  ],
  ["repeat: monthly\n", "Oil 🔁 every week", null],
  ["", "Oil 🔁 every 2 weeks on Monday 📅 2026-03-03", "repeat: every 2 weeks on Monday into"],
  ["", "Oil 🔁 every day when done", "repeat: every day when done into"],
  ["", "Oil [repeat:: every day]", "repeat: every day into"],
  ["", "Oil 🔁 weekly", "repeat: every week into"],
  ["flow: x\n", "Oil 🔁 every day", null],
])("a plan with %j and the step %j says how it repeats", (properties, step, said) => {
  const text = `---\ntask_id: A\nstatus: Active\n${properties}---\n## Roadmap\n- [ ] a\n- [ ] ${step}\n`;
  const read = parsePlan("Plans/a.md", text);
  const words = read.kind === "plan" ? sayRepeat(read.plan) : "";
  if (said?.startsWith("repeat:") === true) {
    expect(words).toContain("Does not repeat: 🔁 on step 2 is for the Tasks plugin.");
    expect(words?.toLowerCase()).toContain(said.toLowerCase());
  } else expect(words).toBe(said);
  expect(read).toMatchObject({ plan: { steps: [{ approval: { kind: "none" } }, { notBefore: null }] } });
});
