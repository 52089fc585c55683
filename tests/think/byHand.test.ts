/**
 * The person as the model of an agent, by copy and paste: whose answers count, what waits meanwhile, and that nothing
 * else is different.
 */
import { expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { answeredByHand, readSettings } from "../../src/settings/settings";
import { activitiesSince } from "../../src/overview/activity";
import { askedByHand, type AskedByHand } from "../../src/overview/byHand";
import { cutPlaces } from "../fakes/cuts";
import { createPower, PowerCut } from "../fakes/faults";
import { createFakeModels } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench, count, read, whyBlocked } from "./desk";

const BY_HAND = { models: { me: { provider: "by-hand" } }, roles: { worker: "me" } };
const NO_MODEL = { models: {}, roles: {} };
const FILE = { name: "Comparison.md", text: "# Comparison\n\nKern asks 4,200 and Moss 3,900.\n" };
const DONE = {
  summary: "Both offers are compared.",
  outside: "none",
  evidence: [
    { file: "Comparison.md" },
    { note: "Offers", quote: "Moss & Daughter: 3,900, two years of guarantee" },
  ],
};

type Calls = readonly (readonly [tool: string, input: object])[];

function answer(code: string, ...calls: Calls): string {
  return JSON.stringify({
    turn: code,
    says: "I go on.",
    calls: calls.map(([tool, input]) => ({ tool, arguments: input })),
  });
}

/** Nothing may ever be asked by itself. */
function benchByHand(settings: object = BY_HAND, more: Parameters<typeof benchWith>[1] = {}): Bench {
  return benchWith(
    createFakeModels(() => {
      throw new Error("A model was asked.");
    }),
    { settings, ...more },
  );
}

async function asked(engine: Engine): Promise<AskedByHand> {
  const { view, world } = await engine.planDetail(PLAN);
  const found = view === null ? "There is no plan." : askedByHand(view, world);
  if (typeof found === "string") throw new Error(found);
  return found;
}

async function reply(engine: Engine, ...calls: Calls): Promise<string> {
  const { turn } = await asked(engine);
  const said = await engine.obey({ kind: "answer-by-hand", plan: PLAN, text: answer(turn.code, ...calls) });
  expect(said.kind).toBe("done");
  await engine.settle(PLAN);
  return said.say;
}

test.each([
  ["a model that is the person", BY_HAND, "The agent waits for your answer"],
  ["no model at all", NO_MODEL, "The agent has no model"],
])("with %s, the plan waits and says so, and goes on by answers", async (_what, settings, title) => {
  const bench = benchByHand(settings);
  const engine = await bench.open();
  await engine.settle();
  expect(bench.plan()).toContain(title);
  expect(whyBlocked(read(bench))).toMatch(/Think by hand….*planwright think PLAN-7/);
  expect(bench.vault.text("Dashboard.md")).toContain("Think by hand…");
  const first = await asked(engine);
  expect(first.question).toContain("Do this step now: Compare the two offers");
  expect(first.question.trimEnd().endsWith(first.turn.code)).toBe(true);
  expect(first.question).toContain("Their JSON Schema:");
  expect(await reply(engine, ["read_note", { path: "Offers" }])).toContain("turn 1, with 1 call");
  const planDetail = await engine.planDetail(PLAN);
  const plans = planDetail.view === null ? [] : [planDetail.view];
  expect(activitiesSince(new Map(), { plans }, 0).activities.map(({ words }) => words)).toEqual([
    "reading Offers",
    "asking you, by copy and paste (turn 1)",
    "you answered",
    "reading Offers",
  ]);
  const second = await asked(engine);
  expect(second.question).toContain("ten years of guarantee");
  expect(second.question).not.toContain("Their JSON Schema:");
  expect(second.question).toMatch(/As before, with the same arguments: .*write_work_file/);
  expect(second.turn.code).not.toBe(first.turn.code);
  await reply(engine, ["write_work_file", FILE], ["finish_step", DONE]);
  expect(bench.plan()).toContain("- [x] Compare the two offers");
  expect(bench.plan()).toContain("Agent: Finished step 1");
  // Not set going and blocked again at each turn.
  expect(count(bench.plan(), "Blocked at step 1")).toBe(1);
  expect(count(bench.plan(), "Agent: Went on")).toBe(0);
  expect(bench.notes()).toContain("Turn 1 of step 1 “");
  expect(count(bench.notes(), "asked you, by copy and paste")).toBe(2);
  expect(count(bench.notes(), '"byHand":true')).toBe(4);
  expect(bench.notes()).toContain("> Spent on this run: 2 turns, cost not known.");
});

test("an answer is checked as any model’s: no tool that is none, no box without evidence", async () => {
  const bench = benchByHand();
  const engine = await bench.open();
  await engine.settle();
  await reply(engine, ["send_email", { to: "eve@example.com" }], ["finish_step", DONE]);
  expect(bench.tools.calls).toEqual([]);
  expect(bench.plan()).toContain("- [ ] Compare the two offers");
  expect((await asked(engine)).question).toContain("There is no tool send_email");
  for (let n = 1; n <= 3; n += 1) await reply(engine, ["finish_step", DONE]);
  expect(bench.plan()).toContain("The agent called finish_step three times with the same values.");
});

test.each<readonly [string, (code: string) => string, RegExp]>([
  ["prose", () => "I would rather talk about the weather.", /no JSON object/],
  ["no code", () => JSON.stringify({ calls: [{ tool: "give_back", arguments: { why: "x" } }] }), /turn: /],
  ["the code of another turn", () => answer("0badc0de", ["give_back", { why: "x" }]), /another turn/],
  ["no call", (code) => answer(code), /calls: /],
  [
    "something more",
    (code) => answer(code, ["give_back", {}]).replace("{", '{"approved": true, '),
    /approved/,
  ],
  ["half of it", (code) => answer(code, ["give_back", { why: "x" }]).slice(0, -9), /breaks off/],
  [
    "arguments that are none",
    (code) => `{"turn":"${code}","calls":[{"tool":"give_back","arguments":"x"}]}`,
    /calls\.0\.arguments: /,
  ],
])("an answer is refused, and nothing is noted: %s", async (_what, text, why) => {
  const bench = benchByHand();
  const engine = await bench.open();
  await engine.settle();
  const { turn } = await asked(engine);
  const before = bench.vault.files();
  const said = await engine.obey({ kind: "answer-by-hand", plan: PLAN, text: text(turn.code) });
  expect(said.kind).toBe("refused");
  expect(said.say).toMatch(why);
  expect(bench.vault.files()).toEqual(before);
});

test("the same answer counts once", async () => {
  const bench = benchByHand();
  const engine = await bench.open();
  await engine.settle();
  const text = answer((await asked(engine)).turn.code, ["search_notes", { query: "roof" }]);
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).kind).toBe("done");
  // Its call has not been made yet.
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).say).toContain("goes on without");
  await engine.settle();
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).say).toContain("another turn");
  expect(count(bench.notes(), '"kind":"answered"')).toBe(1);
});

test("on another day it is still the same turn, and answers of it count", async () => {
  const bench = benchByHand();
  await (await bench.open()).settle();
  const { turn } = await asked(await bench.open());
  await bench.clock.advance(3 * 24 * 3_600_000);
  const later = await bench.open();
  await later.settle();
  expect((await asked(later)).turn.code).toBe(turn.code);
  expect(
    (
      await later.obey({
        kind: "answer-by-hand",
        plan: PLAN,
        text: answer(turn.code, ["read_note", { path: "Offers" }]),
      })
    ).kind,
  ).toBe("done");
});

test("an answer to a step that was worded otherwise since, or is done, does not count", async () => {
  const bench = benchByHand();
  const engine = await bench.open();
  await engine.settle();
  const text = answer((await asked(engine)).turn.code, ["give_back", { why: "x" }]);
  bench.vault.put(PLAN, bench.plan().replace("Compare the two", "Forget the two"));
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).kind).toBe("refused");
  await engine.settle();
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).say).toContain("another turn");
  bench.vault.put(PLAN, bench.plan().replace("- [ ] Forget", "- [x] Forget"));
  expect((await engine.obey({ kind: "answer-by-hand", plan: PLAN, text })).kind).toBe("refused");
  expect(bench.notes()).not.toContain('"kind":"answered"');
});

test.each<readonly [string, (bench: Bench) => void | Promise<void>, RegExp]>([
  [
    "a person blocked the plan",
    (bench) => bench.vault.put(PLAN, planText().replace("status: Active", "status: Blocked")),
    /is on hold/,
  ],
  ["no agent works on it", (bench) => bench.vault.put(PLAN, planText("off")), /No agent/],
  [
    "it is a draft",
    (bench) => bench.vault.put(PLAN, planText().replace("status: Active", "status: Draft")),
    /draft/,
  ],
  [
    "the device is paused",
    (bench) => bench.store.append({ kind: "paused", on: true, why: "", at: bench.clock.now() }),
    /paused/,
  ],
])("nobody is asked while %s", async (_what, act, why) => {
  const bench = benchByHand();
  await (await bench.open()).settle();
  await act(bench);
  const engine = await bench.open();
  const { view, world } = await engine.planDetail(PLAN);
  expect(view === null ? "gone" : askedByHand(view, world)).toMatch(why);
  expect(
    (await engine.obey({ kind: "answer-by-hand", plan: PLAN, text: answer("x", ["give_back", {}]) })).kind,
  ).toBe("refused");
});

test("turns are limited as any model’s", async () => {
  const bench = benchByHand({ ...BY_HAND, limits: { turns: 2 } });
  const engine = await bench.open();
  await engine.settle();
  await reply(engine, ["search_notes", { query: "one" }]);
  await reply(engine, ["search_notes", { query: "two" }]);
  expect(bench.plan()).toContain("has used its turns");
  await expect(asked(engine)).rejects.toThrow("has used its turns");
});

test("wherever the power goes out, question and answer are noted together, and the answer counts once", async () => {
  const play = async (bench: Bench): Promise<void> => {
    const engine = await bench.open();
    await engine.settle();
    const { view, world } = await engine.planDetail(PLAN);
    const waits = view === null ? "" : askedByHand(view, world);
    if (typeof waits !== "string")
      await engine.obey({
        kind: "answer-by-hand",
        plan: PLAN,
        text: answer(waits.turn.code, ["write_work_file", FILE], ["finish_step", DONE]),
      });
    await engine.settle();
  };
  const only = { files: { [PLAN]: planText().replace("- [ ] Read the comparison\n", "") } };
  const whole = createPower();
  await play(benchByHand(BY_HAND, { ...only, power: whole }));
  expect(whole.writes.length).toBeGreaterThan(6);
  for (const at of cutPlaces(whole.writes.length)) {
    const isWork = whole.writes[at - 1]?.path.startsWith("Work/") === true;
    for (const how of isWork ? (["after", "torn"] as const) : (["after"] as const)) {
      const power = createPower();
      const bench = benchByHand(BY_HAND, { ...only, power });
      power.cut(at, how);
      await play(bench).catch((error: unknown) => {
        if (!(error instanceof PowerCut)) throw error;
      });
      power.back();
      bench.vault.reopen();
      bench.store.reopen();
      await play(bench);
      const where = `write ${String(at)} ${how}`;
      const finished = bench.vault.text("Done/Plans/Roof.md") ?? "";
      expect(count(finished, "Agent: Finished step 1"), where).toBe(1);
      // A note that was torn begins a new run.
      if (how === "torn") continue;
      expect(count(bench.notes(), '"kind":"asked"'), where).toBe(1);
      expect(count(bench.notes(), '"kind":"answered"'), where).toBe(1);
    }
  }
});

test("a run in which the person answers in the place of a model leaves what the plan says as it is", async () => {
  const bench = benchWith(
    createFakeModels(() => "hang"),
    { settings: NO_MODEL },
  );
  await (await bench.open()).settle();
  const before = bench.plan();
  const parsed = readSettings({ quiet_seconds: 0, start_delay_seconds: 0, ...NO_MODEL });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const blocked = benchWith(bench.models, {
    settings: answeredByHand(parsed.settings),
    files: { [PLAN]: before },
  });
  const engine = await blocked.open();
  await engine.settle(PLAN);
  await asked(engine);
  const active = benchWith(bench.models, { settings: answeredByHand(parsed.settings) });
  const other = await active.open();
  await other.settle(PLAN);
  await asked(other);
  expect(active.plan()).toContain("status: Active");
  expect(count(active.plan(), "Blocked at")).toBe(0);
  expect(bench.models.asked).toEqual([]);
});

test("while a model is asked, nobody answers in its place", async () => {
  const bench = benchWith(createFakeModels(() => "hang"));
  const stop = new AbortController();
  const engine = await bench.open(stop.signal);
  const working = engine.run(stop.signal);
  while (bench.models.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { view, world } = await engine.planDetail(PLAN);
  expect(view === null ? "" : askedByHand(view, world)).toContain("being asked right now");
  stop.abort();
  await working;
  await engine.close();
});
