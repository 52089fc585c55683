/** Figures that models and programs tell: each counts for every limit, and one that no sense allows stops its teller. */
import { expect, test } from "vitest";
import { NOTHING_SPENT } from "../../src/kit/ports/spent";
import { readSettings } from "../../src/settings/settings";
import { budgetOf } from "../../src/agent/budget";
import type { EntryOf } from "../../src/agent/entry";
import { whyTooDear } from "../../src/agent/next";
import { createEvents } from "../../src/agent/outside/programEvents";
import { spentBy, type Turn } from "../../src/agent/run";

const parsed = readSettings({});
if (parsed.kind === "bad") throw new Error(parsed.why);
const { limits } = parsed.settings;

const FREE = { in: 0, out: 0 };
const spentToday = (usd: number, isProgram: boolean): Parameters<typeof budgetOf>[0] => ({
  limits: { ...limits, day_usd: 1 },
  counted: {
    run: NOTHING_SPENT,
    plan: NOTHING_SPENT,
    base: 0,
    asked: null,
    today: usd,
    ceiling: 1,
    fallsBelow: () => 99,
    isAlone: false,
    trouble: null,
  },
  isAnswered: () => false,
  run: NOTHING_SPENT,
  plan: NOTHING_SPENT,
  price: FREE,
  isProgram,
  model: "m",
  modelKey: "k",
});

test("the day's limit holds a program whose price is 0, and not a model that costs nothing", () => {
  expect(budgetOf(spentToday(3, true))).toMatchObject({ kind: "wait", code: "day-usd" });
  expect(budgetOf(spentToday(3, false))).toMatchObject({ kind: "room" });
  expect(budgetOf(spentToday(0.25, true))).toMatchObject({ kind: "room", usd: 0.75 });
});

function turn(
  asked: Pick<EntryOf<"asked">, "bound" | "left">,
  told: Pick<EntryOf<"answered">, "usage" | "usd">,
): Turn {
  const of = { at: 1, step: "s-1", hash: "0123456789ab", round: 0, turn: 1 };
  return {
    n: 1,
    asked: { kind: "asked", ...of, model: "m", of: "k", scripted: false, prompt: "p", ...asked },
    ended: { kind: "answered", parts: [], ...told },
    begun: [],
    proposals: [],
    results: [],
  };
}

const used = (tokens: number): EntryOf<"answered">["usage"] => ({ in: tokens, cached: 0, out: 0 });

test.each([
  ["as much as it could", { bound: { tokens: 1000, usd: 0.01 } }, { usage: used(1000), usd: 0.01 }, false],
  ["more tokens", { bound: { tokens: 1000, usd: 0.01 } }, { usage: used(1001), usd: 0.01 }, true],
  ["more dollars", { bound: { tokens: 1000, usd: 0.01 } }, { usage: used(10), usd: 0.05 }, true],
  [
    "more tokens, without a price",
    { bound: { tokens: 1000, usd: null } },
    { usage: used(9999), usd: null },
    true,
  ],
  [
    "nothing of its use",
    { bound: { tokens: 1000, usd: 0.01 } },
    { usage: { in: null, cached: null, out: null }, usd: null },
    false,
  ],
  [
    "a program within the limits",
    { bound: { tokens: 10, usd: 0 }, left: 1 },
    { usage: used(90_000), usd: 0.9 },
    false,
  ],
  [
    "a program beyond the limits",
    { bound: { tokens: 10, usd: 0 }, left: 1 },
    { usage: used(90_000), usd: 3 },
    true,
  ],
] as const)("a model that told %s", (_what, asked, told, stops) => {
  expect(whyTooDear([turn(asked, told)], "k") !== null).toBe(stops);
  expect(whyTooDear([turn(asked, told)], "another")).toBeNull();
});

test("a cost that is told without a use counts", () => {
  const bound = { tokens: 500, usd: 0 };
  const told = { usage: { in: null, cached: null, out: null }, usd: 3 };
  expect(spentBy(bound, told)).toMatchObject({ tokens: 500, usd: 3, isPartly: false });
  expect(spentBy(bound, { ...told, usd: null })).toMatchObject({ usd: 0, isAtMost: true });
});

const result = (figures: string): string => `{"type":"result","subtype":"success","result":"ok",${figures}}`;

test.each([
  ['"total_cost_usd":-3', "total_cost_usd: -3"],
  ['"total_cost_usd":1e308', "total_cost_usd: 1e+308"],
  ['"total_cost_usd":1e999', "total_cost_usd: Infinity"],
  ['"usage":{"input_tokens":-1,"output_tokens":2}', "input_tokens: -1"],
  ['"usage":{"input_tokens":1,"output_tokens":1e300}', "output_tokens: 1e+300"],
  ['"usage":{"cache_read_input_tokens":-1e9}', "cache_read_input_tokens: -1000000000"],
])("a program that tells %s is not believed", (figures, odd) => {
  const events = createEvents("claude-stream");
  events.hear(result(figures));
  expect(events.end().odd).toBe(odd);
});

test.each([
  '"total_cost_usd":0.5,"usage":{"input_tokens":1.5,"output_tokens":2}',
  '"total_cost_usd":"3"',
  '"usage":null',
])("a program that tells %s is no liar, and its tokens are whole", (figures) => {
  const events = createEvents("claude-stream");
  events.hear(result(figures));
  const { odd, usage } = events.end();
  expect(odd).toBeUndefined();
  expect(usage.in === null || Number.isInteger(usage.in)).toBe(true);
});
