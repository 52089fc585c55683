/** A device’s count of its calls: nothing is lost that may have been paid, and the sums stay small. */
import { expect, test } from "vitest";
import {
  beginCall,
  dayCeiling,
  endCall,
  fallsBelow,
  NOTHING_COUNTED,
  raiseDay,
  readSpending,
  spentOnPlan,
  spentOnRun,
  spentToday,
  writeSpending,
  type Begun,
  type Spending,
} from "../../src/approval/device/spending";
import { DAY, HOUR, MINUTE } from "../../src/kit/dates";
import { NOTHING_SPENT, type Spent } from "../../src/kit/ports/spent";

const NOW = 1_000 * DAY;
const anyPlan = (): boolean => true;

const callOf = (plan: string, at: number, more: Partial<Begun> = {}): Begun => ({
  plan,
  run: "s-1 a 0",
  at,
  bound: { tokens: 1000, usd: 0.5 },
  base: 0,
  alone: null,
  ...more,
});

const cost = (tokens: number, usd: number): Spent => ({ ...NOTHING_SPENT, turns: 1, tokens, usd });

const paid = (before: Spending, plan: string, at: number, usd = 0.1, run = "s-1 a 0"): Spending => {
  const call = callOf(plan, at, { run });
  return endCall(beginCall(before, call, anyPlan), call, cost(100, usd));
};

test("a call counts as the most it can cost until its end is noted, and as that if it never is", () => {
  const call = callOf("A", NOW);
  const begun = beginCall(NOTHING_COUNTED, call, anyPlan);
  expect(spentOnPlan(begun, "A")).toMatchObject({ turns: 1, tokens: 1000, usd: 0.5, isAtMost: true });
  expect(spentOnRun(begun, "A", "another run")).toEqual(NOTHING_SPENT);
  expect(spentToday(begun, NOW).usd).toBe(0.5);
  const ended = endCall(begun, call, cost(100, 0.1));
  expect(spentOnPlan(ended, "A")).toEqual(cost(100, 0.1));
  // The next call of its run shows that the first was cut off.
  const next = beginCall(begun, callOf("A", NOW + MINUTE), anyPlan);
  expect(spentOnPlan(next, "A")).toMatchObject({ turns: 2, tokens: 2000, usd: 1 });
  expect(next.open.length).toBe(1);
  // A call of another run, or of another plan, may still be under way.
  const beside = beginCall(begun, callOf("A", NOW, { run: "s-2 b 0" }), anyPlan);
  expect(beside.open.length).toBe(2);
  expect(spentOnPlan(beside, "A")).toMatchObject({ turns: 2, usd: 1 });
  expect(endCall(beside, call, cost(100, 0.1)).open.map(({ run }) => run)).toEqual(["s-2 b 0"]);
  expect(beginCall(begun, callOf("B", NOW + MINUTE), anyPlan).open.length).toBe(2);
  expect(beginCall(begun, callOf("B", NOW + 2 * HOUR), anyPlan).open.length).toBe(1);
});

test("a call that never went out costs nothing", () => {
  const call = callOf("A", NOW);
  expect(spentToday(endCall(beginCall(NOTHING_COUNTED, call, anyPlan), call, NOTHING_SPENT), NOW)).toEqual(
    NOTHING_SPENT,
  );
});

test("a price that is not known hides no dollar that is", () => {
  const first = paid(NOTHING_COUNTED, "A", NOW, 0.3);
  const call = callOf("A", NOW + 1, { bound: { tokens: 500, usd: null }, alone: "model" });
  const both = beginCall(first, call, anyPlan);
  expect(spentOnPlan(both, "A")).toMatchObject({ usd: 0.3, isPartly: true, tokens: 600 });
  expect(both.alone).toEqual(["model"]);
});

test.each([
  ["an hour later", HOUR, 0.1],
  ["23 hours later", 23 * HOUR, 0.1],
  ["a day later", DAY, 0.1],
  ["an hour and a day later", DAY + HOUR, 0],
  ["by a clock that was set back", -40 * DAY, 0.1],
])("the day’s sum %s", (_when, passed, usd) => {
  expect(spentToday(paid(NOTHING_COUNTED, "A", NOW), NOW + passed).usd).toBeCloseTo(usd);
});

test("a clock that ran ahead holds agents up for a day, and no longer", () => {
  const ahead = paid(NOTHING_COUNTED, "A", NOW + 400 * DAY, 9);
  const back = paid(ahead, "A", NOW, 0);
  expect(spentToday(back, NOW).usd).toBe(9);
  expect(spentToday(back, NOW + DAY + HOUR).usd).toBe(0);
});

test("it tells from when on less is spent than may be", () => {
  const twice = paid(paid(NOTHING_COUNTED, "A", NOW, 6), "A", NOW + 5 * HOUR, 5);
  expect(fallsBelow(twice, 10, NOW + 6 * HOUR)).toBe(NOW + DAY + HOUR);
  expect(fallsBelow(twice, 4, NOW + 6 * HOUR)).toBe(NOW + 6 * HOUR + DAY);
});

test("“as much again” adds to what was spent, once, and ends after a day", () => {
  const spent = paid(NOTHING_COUNTED, "A", NOW, 10);
  const raised = raiseDay(raiseDay(raiseDay(spent, 10, NOW), 10, NOW), 10, NOW);
  expect(dayCeiling(raised, 10, NOW)).toBe(20);
  expect(dayCeiling(raised, 10, NOW + DAY)).toBe(10);
  expect(dayCeiling(raised, 50, NOW)).toBe(50);
});

test("the sums stay small, and plans that are open are kept", () => {
  let spending = NOTHING_COUNTED;
  for (let at = 0; at < 3000; at += 1)
    spending = paid(spending, `plan ${String(at % 1000)}`, NOW + at * HOUR, 0.01, `s-1 a ${String(at)}`);
  for (let at = 0; at < 100; at += 1) spending = paid(spending, "plan 0", NOW, 0.01, `s-2 b ${String(at)}`);
  const last = callOf("plan 0", NOW + 3000 * HOUR);
  const kept = beginCall(spending, last, (plan) => plan === "plan 0" || plan === "plan 5");
  expect(kept.plans.size).toBe(202);
  expect(kept.plans.get("plan 5")?.sum.turns).toBe(3);
  expect(kept.plans.get("plan 0")?.runs.size).toBe(20);
  expect(kept.hours.size).toBeLessThanOrEqual(26);
  expect(JSON.stringify(writeSpending(kept)).length).toBeLessThan(100_000);
});

test("it is read as it was written, whatever plans are called, and nothing else is read", () => {
  const odd = ["__proto__", "constructor", 'a"b\n', ""].reduce(
    (spending, plan) => paid(spending, plan, NOW),
    raiseDay(NOTHING_COUNTED, 3, NOW),
  );
  const open = beginCall(odd, callOf("open", NOW, { alone: "m", base: 2 }), anyPlan);
  expect(readSpending(JSON.parse(JSON.stringify(writeSpending(open))))).toEqual(open);
  for (const wrong of [1, "x", [], {}, { ...writeSpending(open), hours: null }, { plans: [{ key: 1 }] }])
    expect(readSpending(wrong)).toBeNull();
});
