/** An agent at work as a person sees it: its doing, its cost, and that a model is silent for too long. */
import { expect, test } from "vitest";
import { activitiesSince, runningOf, spentOf } from "../../src/overview/activity";
import { statusLine } from "../../src/app/ui/status";
import { statusOf } from "../../src/overview/status";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, STEP, type Bench } from "./desk";

const COMPARISON = "Kern asks 4,200 and Moss 3,900.\n";
const DONE = {
  summary: "Compared.",
  evidence: [
    { file: "Comparison.md" },
    { note: "Offers", quote: "Moss & Daughter: 3,900, two years of guarantee" },
  ],
};

/** By how many answers of the model the question already holds; any other step is given back. */
function answering(...turns: readonly FakeAnswer[]): Bench {
  return benchWith(
    createFakeModels(({ about, messages }) =>
      about.step === STEP
        ? (turns[messages.filter(({ from }) => from === "model").length] ?? "hang")
        : says("", ["give_back", { why: "It is yours." }]),
    ),
  );
}

async function wordsOf(bench: Bench): Promise<readonly string[]> {
  const engine = await bench.open();
  await engine.settle(PLAN);
  const { view } = await engine.planDetail(PLAN);
  if (view === null) return [];
  const { activities } = activitiesSince(new Map(), { plans: [view] }, 0);
  return activities.map(({ n, words }) => `${String(n)} ${words}`);
}

test("what was done, with its step and what was spent before", async () => {
  const bench = answering(
    says("", ["search_notes", { query: "roofer" }], ["read_note", { path: "Money/Offers.md" }]),
    says("", ["write_work_file", { name: "Comparison.md", text: COMPARISON }]),
    says("", ["finish_step", DONE]),
  );
  expect((await wordsOf(bench)).slice(-9)).toEqual([
    "1 thinking… (turn 2; 1 turn, 110 tokens, $0.0001 so far)",
    "1 thought for 0 s: 110 tokens, $0.0001",
    "1 writing Comparison.md",
    "1 thinking… (turn 3; 2 turns, 220 tokens, $0.0002 so far)",
    "1 thought for 0 s: 110 tokens, $0.0001",
    "1 finishing the step",
    "2 thinking… (turn 1; 3 turns, 330 tokens, $0.0004 so far)",
    "2 thought for 0 s: 110 tokens, $0.0001",
    "2 giving the step back",
  ]);
});

test.each<readonly [string, readonly [string, unknown], string]>([
  ["a note", ["read_note", { path: "Money/Offers.md" }], "reading Offers"],
  ["a search", ["search_notes", { query: "roofer" }], "searching “roofer”"],
  ["a name in another case", ["read_note", { path: "OFFERS.MD" }], "reading OFFERS"],
  [
    "a file with a bad name",
    ["write_work_file", { name: "../a.md", text: "x" }],
    "writing ../a.md: refused.",
  ],
  ["a tool that is none", ["buy_roof", {}], "calling “buy_roof”, which is no tool: refused."],
  ["arguments that are none", ["read_note", "{ nonsense"], "reading a note: refused."],
  ["hidden signs", ["search_notes", { query: "a\u202eb\u0007\n# c" }], "searching “a[U+202E]b[U+0007] # c”"],
])("%s is told in a few words", async (_what, call, words) => {
  const all = await wordsOf(answering(says("", call), says("", ["give_back", { why: "Enough." }])));
  expect(all.some((each) => each.startsWith(`1 ${words}`))).toBe(true);
  expect(all.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(Math.max(...all.map((each) => each.length))).toBeLessThan(170);
});

test("nothing is told twice, and nothing from before the watch", async () => {
  const bench = answering(
    says("", ["read_note", { path: "Offers" }]),
    says("", ["give_back", { why: "No." }]),
  );
  const engine = await bench.open();
  const began = bench.clock.now();
  await engine.settle(PLAN);
  const first = activitiesSince(new Map(), await engine.look(), began);
  expect(first.activities.map(({ words }) => words.split(" ")[0])).toEqual([
    "reading",
    "thinking…",
    "thought",
    "reading",
    "thinking…",
    "thought",
    "giving",
  ]);
  expect(activitiesSince(first.marks, await engine.look(), began).activities).toEqual([]);
  await bench.clock.advance(1000);
  expect(activitiesSince(new Map(), await engine.look(), bench.clock.now()).activities).toEqual([]);
});

test.each<readonly [string, "silent" | undefined, boolean]>([
  ["a model that gives no sign of life for 90 seconds is called stuck", undefined, true],
  ["one that cannot give any is not", "silent", false],
])("%s", async (_what, sign, isStuck) => {
  const stop = new AbortController();
  const bench = answering();
  const seen = new Map<number, boolean>();
  const models = {
    ask: (...[question, progress, signal]: Parameters<typeof bench.models.ask>) => {
      progress(sign);
      return bench.models.ask(question, progress, signal);
    },
  };
  const engine = await bench.open(stop.signal, "executor", models);
  engine.onWorld((world) => {
    for (const { since, isStuck: now } of runningOf(world)) {
      seen.set(world.now - since, now);
      const { text } = statusLine(world, world.now, { hindrances: [], jobs: world.jobs });
      expect(text.includes("nothing from the model"), text).toBe(now);
      expect(text).toMatch(/^A roof that keeps the rain…, step 1: /);
    }
    if (seen.size > 40) stop.abort();
  });
  await engine.settle(PLAN);
  const stuck = [...seen].filter(([, now]) => now).map(([after]) => after);
  if (isStuck) {
    expect(Math.min(...stuck)).toBeGreaterThanOrEqual(90_000);
    expect(Math.min(...stuck)).toBeLessThan(100_000);
  } else expect(stuck).toEqual([]);
});

test("status --json tells who works, what was spent, and what is under way", async () => {
  const stop = new AbortController();
  const bench = answering(says("", ["read_note", { path: "Offers" }]));
  const engine = await bench.open(stop.signal);
  const reports: ReturnType<typeof statusOf>[] = [];
  engine.onWorld((world) => {
    if (world.jobs.some(({ turn }) => turn === 2)) {
      reports.push(statusOf(world));
      // The call under way is not spent yet.
      expect(reports[0]?.plans[0]?.spent).toEqual({ turns: 1, tokens: 110, usd: 0.00012 });
      stop.abort();
    }
  });
  await engine.settle(PLAN);
  expect(reports[0]?.running).toMatchObject([
    { kind: "think", plan: "PLAN-7", step: 1, since: expect.stringMatching(/^2026-03-02T09:0/) as string },
  ]);
  const after = statusOf(await engine.look());
  expect(after.running).toEqual([]);
  expect(after.plans[0]).toMatchObject({ agent: "auto", spent: { turns: 2 } });
  expect(after.plans[0]?.spent?.tokens).toBeGreaterThan(110);
});

test("what another run asks is told without its signs of life, and is not called stuck", async () => {
  const stop = new AbortController();
  const bench = answering();
  const engine = await bench.open(stop.signal);
  let told: ReturnType<typeof runningOf> = [];
  engine.onWorld((world) => {
    if (world.jobs.length === 0) return;
    const later = { ...world, jobs: [], now: world.now + 600_000 };
    expect(runningOf(later)).toEqual([]);
    told = runningOf({ ...later, runAtWork: "another" });
    stop.abort();
  });
  await engine.settle(PLAN);
  expect(told).toMatchObject([{ last: null, isStuck: false }]);
});

test("what was spent is known although nothing vouches for the notes", async () => {
  const bench = answering(says("", ["give_back", { why: "No." }]));
  const engine = await bench.open();
  await engine.settle(PLAN);
  const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/Work notes.md")) ?? "";
  bench.vault.put(path, bench.notes().replace('"turn":1', '"turn":2'));
  await engine.look();
  const { view, world } = await engine.planDetail(PLAN);
  expect(view === null ? 0 : spentOf(view, world)).toMatchObject({ turns: 1, tokens: 110 });
});
