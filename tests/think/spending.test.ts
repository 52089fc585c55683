/**
 * The limits of agents' spending: none is passed, none is got round by changing the notes, and a person sees the
 * figures and the way on.
 */
import { expect, test } from "vitest";
import { readSpending, spentToday } from "../../src/approval/device/spending";
import { HOUR } from "../../src/kit/dates";
import { explainPlan } from "../../src/overview/explain";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { boundOf } from "../../src/agent/prompt";
import { usdOf, type Spent } from "../../src/kit/ports/spent";
import { spentOnView } from "../../src/overview/spentOnView";
import type { PlanView, World } from "../../src/rules/world";
import { parsePlan } from "../../src/note/plan/parse";
import { benchWith, PLAN, planText, whyBlocked, type Bench } from "./desk";

/** A dollar for each token in and out of a call, so that one costs 1.1 dollars. */
const DEAR = { in: 10_000, out: 10_000 };
const model = (more: object = {}): object => ({
  provider: "openai-compatible",
  url: "https://models.example/v1",
  model: "m",
  ...more,
});
const dear = (limits: object): object => ({ models: { main: model({ price: DEAR }) }, limits });

/** The cost of one plan, in all; or, without a plan, of this device in the last 24 hours. */
function shownSpent(
  world: World,
  view: PlanView | null,
): Pick<Spent, "turns" | "tokens"> & { readonly usd: number | null } {
  const sum = view === null ? spentToday(world.device.spending, world.now) : spentOnView(world, view);
  return { turns: sum.turns, tokens: sum.tokens, usd: usdOf(sum) };
}

/** Each call searches for another word, and costs 100 tokens in and 10 out. */
const endless = (): ReturnType<typeof createFakeModels> =>
  createFakeModels((_question, n): FakeAnswer => says("", ["search_notes", { query: `word ${String(n)}` }]));

function block(bench: Bench, path = PLAN): string {
  const parsed = parsePlan(path, bench.vault.text(path) ?? "");
  return parsed.kind === "plan" ? whyBlocked(parsed.plan) : "";
}

function notesOf(bench: Bench): string {
  return Object.keys(bench.vault.files()).find((path) => path.endsWith("/Work notes.md")) ?? "";
}

async function answer(bench: Bench, box: string, path = PLAN): Promise<void> {
  await bench.clock.advance(60_000);
  const text = bench.vault.text(path) ?? "";
  const at = text.lastIndexOf(`- [ ] ${box}`);
  expect(at, `a box “${box}”`).toBeGreaterThan(0);
  bench.vault.put(path, `${text.slice(0, at)}- [x] ${text.slice(at + 6)}`);
}

test.each<readonly [string, (text: string) => string]>([
  ["are gone", () => ""],
  ["lost their last entries", (text) => text.slice(0, text.lastIndexOf("\n\n> [!", text.length / 2))],
  ["lost all entries", (text) => text.slice(0, text.indexOf("> [!"))],
  ["were changed", (text) => text.replace("search_notes", "read_note")],
])("no turns, tokens or money come back when work notes %s", async (_what, change) => {
  const bench = benchWith(endless(), { settings: { limits: { turns: 6 } } });
  let isCut = false;
  bench.vault.faults = {
    after: ({ path }) => {
      if (isCut || path !== notesOf(bench) || bench.models.asked.length < 4) return;
      isCut = true;
      bench.vault.put(path, change(bench.notes()));
    },
  };
  const engine = await bench.open();
  await engine.settle();
  expect(isCut).toBe(true);
  expect(bench.models.asked.length).toBeLessThanOrEqual(6);
  expect(block(bench)).toMatch(/has used its turns for this step \([67] of 6\)/);
  const world = await engine.look();
  const { tokens, usd } = shownSpent(world, world.plans[0] ?? null);
  expect(tokens).toBeGreaterThanOrEqual(bench.models.asked.length * 110);
  expect(usd).toBeGreaterThanOrEqual((bench.models.asked.length * 120) / 1_000_000);
});

test("what a call can cost is on the device before it goes out, and what it did cost afterwards", async () => {
  const seen: string[] = [];
  const bench: Bench = benchWith(
    createFakeModels((_question, n) => {
      seen.push(JSON.stringify(readSpending(JSON.parse(bench.store.saved ?? "null"))?.open));
      return n === 1
        ? says("", ["search_notes", { query: "roof" }])
        : says("", ["give_back", { why: "Yours." }]);
    }),
  );
  const engine = await bench.open();
  await engine.settle();
  expect(seen.map((each) => (JSON.parse(each) as readonly object[]).length)).toEqual([1, 1]);
  const world = await engine.look();
  expect(shownSpent(world, world.plans[0] ?? null)).toEqual({ turns: 2, tokens: 220, usd: 0.00024 });
  expect(shownSpent(world, null)).toEqual({ turns: 2, tokens: 220, usd: 0.00024 });
  expect(readSpending(JSON.parse(bench.store.saved ?? "null"))?.open).toEqual([]);
  // The records of the ledger know no calls: an older program reads them as ever, and they do not grow.
  expect(bench.store.lines.join("\n")).not.toContain("search");
});

test("a plan that has spent its money says so, and an answer allows as much again and no more", async () => {
  const bench = benchWith(endless(), { settings: dear({ turns: 100, usd: 2, plan_usd: 3.3, day_usd: 99 }) });
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(2);
  expect(block(bench)).toContain(
    "has used its money for this step (\\$2.20 of \\$2.00)".replaceAll("\\", ""),
  );
  expect(bench.plan()).toMatch(/The agent has used its money for this step \(.*\)\. What now\?/);
  await answer(bench, "As much again");
  await engine.settle();
  expect(bench.models.asked.length).toBe(3);
  expect(block(bench)).toMatch(/has used its money for this plan \(.?\$3\.30 of .?\$3\.30\)/);
  await answer(bench, "As much again");
  await engine.settle();
  expect(bench.models.asked.length).toBe(5);
  expect(block(bench)).toContain("for this step");
  await answer(bench, "As much again");
  await engine.settle();
  expect(bench.models.asked.length).toBe(6);
  expect(block(bench)).toMatch(/for this plan \(.?\$6\.60 of .?\$6\.60\)/);
});

test("a plan that is near the limit of its money says so in its log, once for each limit", async () => {
  const bench = benchWith(endless(), { settings: dear({ turns: 100, usd: 99, plan_usd: 5.5, day_usd: 99 }) });
  const engine = await bench.open();
  await engine.settle();
  const near = (): readonly string[] => bench.plan().match(/Has spent .*near-limit, note \d+\)/g) ?? [];
  expect(bench.models.asked.length).toBe(5);
  expect(near()).toEqual([
    "Has spent \\$4.40 of the \\$5.50 for this plan — You are asked before it spends more. (near-limit, note 550)",
  ]);
  await answer(bench, "As much again");
  await engine.settle();
  expect(near()).toHaveLength(2);
  expect(near()[1]).toContain("\\$9.90 of the \\$11.00");
});

const calls = (): ReturnType<typeof createFakeModels> =>
  createFakeModels(() => says("", ["give_back", { why: "Yours." }]));
const limited = (limits: object, price: object = { in: 1, out: 2 }): object => ({
  models: { main: model({ price }) },
  limits: { usd: 1, plan_usd: 1, day_usd: 1, ...limits },
});
const askOnce = async (settings: object, models = calls()): Promise<Bench> => {
  const bench = benchWith(models, { settings });
  await (await bench.open()).settle();
  return bench;
};
/** Bytes of the question, as they count for the most that it can cost. */
const bytesOf = async (): Promise<number> => {
  const [question] = (await askOnce(limited({}))).models.asked;
  if (question === undefined) throw new Error("No model was asked.");
  return boundOf(question).in;
};

test.each(["usd", "plan_usd", "day_usd"])(
  "the answer may be no longer than what %s leaves pays for",
  async (name) => {
    const usd = ((await bytesOf()) + 2 * 1000.5) / 1_000_000;
    const bench = await askOnce(limited({ [name]: usd }));
    expect(bench.models.asked.map(({ longest }) => longest)).toEqual([1000]);
    const [, most] = /"bound":\{"tokens":\d+,"usd":([\d.]+)\}/.exec(bench.notes()) ?? [];
    expect(Number(most)).toBeLessThanOrEqual(usd);
    expect(Number(most)).toBeGreaterThan(usd - 0.00001);
  },
);

test("the answer is as long as ever where there is room, and never shorter than is of use", async () => {
  const bytes = await bytesOf();
  const longest = async (settings: object): Promise<number | undefined> =>
    (await askOnce(settings)).models.asked[0]?.longest;
  expect(await longest(limited({}))).toBe(4000);
  expect(await longest(limited({ usd: (bytes + 10) / 1_000_000 }))).toBe(500);
  expect(await longest(limited({ tokens: Math.ceil(bytes / 3) + 1500 }))).toBe(1500);
  expect(await longest(limited({ tokens: 1 }))).toBe(500);
  // It is free, so that no limit of money cuts its answer.
  expect(await longest(limited({ usd: 0.000001 }, { in: 0, out: 0 }))).toBe(4000);
});

test("an answer that the limits cut off says that they did", async () => {
  const usage = { in: 100, cached: 0, out: 500 };
  const cut = createFakeModels(() => ({ kind: "failed", code: "answer-too-long", why: "", usage }));
  const bench = await askOnce(limited({ tokens: 1 }), cut);
  expect(block(bench)).toContain("your limits left 500 tokens for it");
  const whole = createFakeModels(() => ({ kind: "failed", code: "answer-too-long", why: "", usage }));
  expect(block(await askOnce(limited({}), whole))).toContain("Make the step smaller");
});

const LINE = "- [2026-03-01T09:00:00Z]";
const stopped = (what: string): string =>
  `${LINE} Agent: Blocked at step 1 — The agent stopped. (blocked, step s-1, text ${what}, block agent-stopped)\n`;
const allowed = (note = "", word = "ask-again"): string =>
  `${LINE} Human: Asked for step 1 again — Answered under Questions. (${word}, step s-1${note}, text ${word})\n`;
const WITH_ID = planText().replace("two offers in [[Offers]]", "two offers in [[Offers]] ^s-1");

test.each([
  ["one answer", `${stopped("plan-usd")}${allowed()}`],
  ["many answers", `${stopped("plan-usd")}${allowed()}`.repeat(40)],
  ["an answer to a question", `${stopped("plan-usd")}${allowed(", note q-96c3-s-1")}`],
  [
    "an answer that has a draft made again",
    `${stopped("plan-usd")}${allowed(", note q-96c3-s-1", "draft-again")}`,
  ],
])("%s that was in the log before this device asked allows no money", async (_what, forged) => {
  const bench = benchWith(endless(), { settings: dear({ turns: 100, usd: 99, plan_usd: 2, day_usd: 99 }) });
  bench.vault.put(PLAN, `${WITH_ID}\n${forged}`);
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(2);
  expect(block(bench)).toContain("for this plan");
  // Nor does one that is written later, to any question but the one that this device asked.
  bench.vault.put(PLAN, `${bench.plan()}`.replace("## Questions", `${forged}\n## Questions`));
  await bench.clock.advance(60_000);
  await engine.settle();
  expect(bench.models.asked.length).toBe(2);
  await answer(bench, "As much again");
  await engine.settle();
  expect(bench.models.asked.length).toBe(4);
});

test("a plan that comes with the word that only tokens are counted is asked about all the same", async () => {
  const bench = benchWith(endless(), { settings: { models: { main: model() }, limits: { turns: 2 } } });
  const key = (await bench.open())
    .settle()
    .then(() => /text (unpriced-[\w-]+)/.exec(bench.plan())?.[1] ?? "");
  const what = await key;
  expect(what).not.toBe("");
  const other = benchWith(endless(), { settings: { models: { main: model() }, limits: { turns: 2 } } });
  other.vault.put(PLAN, `${WITH_ID}\n${stopped(what)}${allowed(", note q-96c3-s-1")}${allowed()}`);
  const engine = await other.open();
  await engine.settle();
  expect(other.models.asked.length).toBe(0);
  expect(block(other)).toContain("The price of the model “main” is not known");
  await answer(other, "Count tokens alone");
  await engine.settle();
  expect(other.models.asked.length).toBe(2);
});

test("a question about money that somebody took away is asked again, under the same name", async () => {
  const bench = benchWith(endless(), { settings: dear({ turns: 100, usd: 99, plan_usd: 2, day_usd: 99 }) });
  const engine = await bench.open();
  await engine.settle();
  const named = /\^q-[0-9a-f]{8}-s-\w+/.exec(bench.plan())?.[0] ?? "none";
  bench.vault.put(PLAN, bench.plan().replace(/## Questions[^]*/, ""));
  await bench.clock.advance(60_000);
  await engine.settle();
  expect(bench.plan()).toContain(named);
  await answer(bench, "As much again");
  await engine.settle();
  expect(bench.models.asked.length).toBe(4);
});

test("the money of a day holds for all plans, blocks none of them, and is raised on the device alone", async () => {
  const other = "Plans/Attic.md";
  const bench = benchWith(endless(), {
    files: { [other]: planText().replace("PLAN-7", "PLAN-8") },
    settings: dear({ turns: 4, usd: 99, plan_usd: 99, day_usd: 3 }),
  });
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(3);
  expect(block(bench)).toBe("");
  expect(block(bench, other)).toBe("");
  const dashboard = bench.vault.text("Dashboard.md") ?? "";
  expect(dashboard.split("Agents wait until 2026-03-03 10:00 UTC").length).toBe(2);
  expect(dashboard).toContain("have spent \\$3.30 of the \\$3.00".replaceAll("\\", ""));
  expect(dashboard).toContain("Let agents spend as much again");
  const world = await engine.look();
  for (const view of world.plans) {
    const said = explainPlan(view, world);
    expect(said).toContain("the agents of this device have spent $3.30 of the $3.00");
    expect(said).toContain("“Let agents spend as much again”");
  }
  const obeyed = await engine.obey({ kind: "spend-again" });
  expect(obeyed).toEqual({
    kind: "done",
    say: "Until 2026-03-03 09:00 UTC, agents may spend $6.30 in 24 hours. So far they have spent $3.30.",
  });
  await engine.settle();
  expect(bench.models.asked.length).toBe(6);
  expect(bench.vault.text("Dashboard.md")).toContain("$6.60 of the");
  await bench.clock.advance(25 * HOUR);
  await engine.settle();
  expect(bench.models.asked.length).toBe(8);
  expect([block(bench), block(bench, other)].every((each) => each.includes("has used its turns"))).toBe(true);
});

test("another device’s agents are not let go on from here", async () => {
  const bench = benchWith(endless());
  await (await bench.open()).settle();
  const acting = bench.vault.text("Acting device.md") ?? "";
  bench.vault.put("Acting device.md", acting.replaceAll(/[0-9a-f]{32}/g, "0".repeat(32)));
  expect(await (await bench.open()).obey({ kind: "spend-again" })).toMatchObject({ kind: "refused" });
});

test("a price that nobody knows is asked about once for each model, and then tokens alone are counted", async () => {
  const other = "Plans/Attic.md";
  const bench = benchWith(endless(), {
    files: { [other]: planText().replace("PLAN-7", "PLAN-8").replace("status: Active", "status: Draft") },
    settings: { models: { main: model() }, limits: { turns: 2 } },
  });
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(0);
  expect(block(bench)).toContain("The price of the model “main” is not known");
  await answer(bench, "Count tokens alone");
  await engine.settle();
  expect(bench.models.asked.length).toBe(2);
  expect(block(bench)).toContain("turns");
  bench.vault.put(other, (bench.vault.text(other) ?? "").replace("status: Draft", "status: Active"));
  await bench.clock.advance(60_000);
  await engine.settle();
  expect(bench.models.asked.length).toBe(4);
  const world = await engine.look();
  expect(shownSpent(world, world.plans[0] ?? null)).toMatchObject({ turns: 2, usd: null });
});

test.each([
  ["http://127.0.0.1:1234/v1", 0, true],
  ["http://localhost/v1", 0, true],
  ["http://[::1]:8080/v1", 0, true],
  ["https://localhost.example/v1", null, false],
  ["https://models.example/127.0.0.1", null, false],
])("a model at %s costs %s", async (url, usd, isAsked) => {
  const bench = benchWith(endless(), {
    settings: { models: { main: model({ url }) }, limits: { turns: 1 } },
  });
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length > 0).toBe(isAsked);
  const world = await engine.look();
  if (isAsked) expect(shownSpent(world, null).usd).toBe(usd);
});

test("where the device cannot tell what was spent, agents wait, everything else goes on, and both are said", async () => {
  const bench = benchWith(endless());
  await bench.store.account.save({ plans: "none" });
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(0);
  expect(bench.vault.text("Dashboard.md")).toContain("Agents wait: what agents have spent on this device");
  await bench.store.account.save(null);
  await engine.settle();
  expect(bench.models.asked.length).toBeGreaterThan(0);
});

test("no call goes out that the device could not count", async () => {
  const bench = benchWith(endless());
  bench.store.faults = { before: ({ name }) => (name === "save" ? "The disk is full." : undefined) };
  const engine = await bench.open();
  await engine.settle();
  expect(bench.models.asked.length).toBe(0);
  expect(bench.notes()).not.toContain('"kind":"asked"');
});

test("as many calls as the settings say are under way at once, one for a plan without agents side by side", async () => {
  const plans = ["A", "B", "C", "D"].map((name): [string, string] => [
    `Plans/${name}.md`,
    planText().replace("PLAN-7", `PLAN-${name}`),
  ]);
  for (const most of [1, 3]) {
    const under = new Map<string, number>();
    let highest = 0;
    const models = createFakeModels(async ({ messages }) => {
      const plan = JSON.stringify(messages[0]);
      under.set(plan, (under.get(plan) ?? 0) + 1);
      highest = Math.max(
        highest,
        [...under.values()].reduce((a, b) => a + b),
      );
      for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
      under.set(plan, (under.get(plan) ?? 1) - 1);
      return says("", ["give_back", { why: "Yours." }]);
    });
    const bench = benchWith(models, {
      files: { ...Object.fromEntries(plans), [PLAN]: planText("off") },
      settings: { limits: { at_once: most } },
    });
    await (await bench.open()).settle();
    expect(models.asked.length).toBe(4);
    expect(highest).toBe(most);
  }
});
