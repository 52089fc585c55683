/**
 * An agent at its step: what it brings about, how it is stopped, and that it goes on where it was, wherever the power
 * goes out.
 */
import { expect, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { describePlan } from "../../src/overview/describe";
import { inTerminal } from "../../src/settings/places";
import { statusOf } from "../../src/overview/status";
import { cutPlaces } from "../fakes/cuts";
import { createPower, PowerCut } from "../fakes/faults";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, STEP, type Bench, count, read, whyBlocked } from "./desk";

const FILE = "Work/plan-7-";
const COMPARISON = "# Comparison\n\nKern asks 4,200 and Moss 3,900.\n";
const QUOTE = { note: "Offers", quote: "Moss & Daughter: 3,900, two years of guarantee" };
const DONE = { summary: "Both offers are compared.", evidence: [{ file: "Comparison.md" }, QUOTE] };

/** Six turns: by how many answers of the model the question already holds. */
const SIX: readonly FakeAnswer[] = [
  says("I look for the offers.", ["search_notes", { query: "offer roof" }]),
  says("I read them.", ["read_note", { path: "Offers" }]),
  says("A first draft.", ["write_work_file", { name: "Comparison.md", text: "Kern asks 4,200." }]),
  says("Both belong in it.", ["write_work_file", { name: "Comparison.md", text: COMPARISON }]),
  says("That is it.", ["finish_step", { ...DONE, evidence: [{ file: "Another.md" }] }]),
  says("The file has another name.", ["finish_step", DONE]),
];

function turnOf({ messages }: ModelQuestion): number {
  return messages.filter(({ from }) => from === "model").length;
}

const GIVES_BACK = says("This is yours.", ["give_back", { why: "It is yours." }]);

/** The model's answer at the first step; it gives any other step back. */
function atFirst(question: ModelQuestion): FakeAnswer {
  return question.about.step === STEP ? (SIX[turnOf(question)] ?? "hang") : GIVES_BACK;
}

const sixTurns = (): ReturnType<typeof createFakeModels> => createFakeModels(atFirst);

function stepsIn(bench: Bench): readonly string[] {
  const parsed = parsePlan(PLAN, bench.plan());
  return parsed.kind === "plan" ? parsed.plan.steps.map(({ state }) => state) : [parsed.kind];
}

function block(bench: Bench): string | null {
  return /^blocked_reason: (.*)$/m.exec(bench.plan())?.[1] ?? null;
}

test("an agent looks things up, writes a file, shows it, and its step is ticked", async () => {
  const bench = benchWith(sixTurns());
  const engine = await bench.open();
  await engine.settle();
  expect(stepsIn(bench)[0]).toBe("done");
  expect(bench.models.asked.map(({ about }) => about.step)[0]).toBe(STEP);
  expect(Object.keys(bench.vault.files()).filter((path) => path.startsWith(FILE)).length).toBe(2);
  expect(Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/Comparison.md"))?.[1]).toBe(
    COMPARISON,
  );
  expect(bench.plan()).toContain("Agent: Finished step 1");
  expect(bench.plan()).toContain("6 turns, 660 tokens, $0.0007".replace("$", "\\$"));
  // The next step is a person's as much as an agent's; the script has no answer for it.
  expect(block(bench)).toContain("The agent stopped");
});

test("the same notes make the same question, and a question begins as the one before it", async () => {
  const bench = benchWith(sixTurns());
  await (await bench.open()).settle();
  const asked = bench.models.asked.filter(({ about }) => about.step === STEP);
  expect(asked.length).toBe(6);
  for (const [at, question] of asked.entries()) {
    const before = asked[at - 1];
    if (before === undefined) continue;
    expect(question.system).toBe(before.system);
    expect(JSON.stringify(question.tools)).toBe(JSON.stringify(before.tools));
    expect(JSON.stringify(question.messages.slice(0, before.messages.length))).toBe(
      JSON.stringify(before.messages),
    );
  }
});

test("wherever the power goes out, it goes on, repeats no call of a tool that was noted, and ticks once", async () => {
  const whole = createPower();
  const first = benchWith(sixTurns(), { power: whole });
  await (await first.open()).settle();
  const writes = whole.writes.length;
  expect(writes).toBeGreaterThan(20);
  for (const at of cutPlaces(writes)) {
    // Before a write is after the one before it. Only what is read again is worth tearing.
    const isWork = whole.writes[at - 1]?.path.startsWith("Work/") === true;
    for (const how of isWork ? (["after", "torn"] as const) : (["after"] as const)) {
      const power = createPower();
      // The device counts the turns of a note that was torn; what a model did in them has to be done again.
      const bench = benchWith(sixTurns(), { power, settings: { limits: { turns: 20 } } });
      power.cut(at, how);
      const engine = await bench.open();
      const cut = await engine.settle().then(
        () => null,
        (error: unknown) => error,
      );
      await engine.close().catch(() => undefined);
      if (cut !== null && !(cut instanceof PowerCut)) throw cut;
      power.back();
      bench.vault.reopen();
      bench.store.reopen();
      await (await bench.open()).settle();
      const where = `write ${String(at)} ${how}`;
      expect(stepsIn(bench)[0], where).toBe("done");
      expect(count(bench.plan(), "Agent: Finished step 1"), where).toBe(1);
      // The linked note, six at the first step, and the one that gives the second back. A note that was torn begins a new run.
      if (how !== "torn") expect(count(bench.notes(), '"kind":"result"'), where).toBe(8);
      expect(bench.models.asked.filter(({ about }) => about.step === STEP).length, where).toBeLessThanOrEqual(
        how === "torn" ? 12 : 7,
      );
    }
  }
});

test("a call that is stopped is noted, and asked again by the next run", async () => {
  const stop = new AbortController();
  let hangs = true;
  const bench = benchWith(
    createFakeModels((question) => {
      if (!hangs) return atFirst(question);
      setTimeout(() => stop.abort(), 0);
      return "hang";
    }),
  );
  await (await bench.open(stop.signal)).settle();
  expect(bench.notes()).toContain('"code":"stopped"');
  expect(stepsIn(bench)[0]).toBe("open");
  hangs = false;
  const engine = await bench.open();
  await engine.settle(PLAN);
  expect(count(bench.plan(), "Agent: Finished step 1")).toBe(1);
});

test.each<readonly [string, (bench: Bench) => void | Promise<void>]>([
  ["ticks the step", (bench) => bench.vault.put(PLAN, bench.plan().replace("- [ ]", "- [x]"))],
  [
    "words it otherwise",
    (bench) => bench.vault.put(PLAN, bench.plan().replace("Compare the two", "Forget the two")),
  ],
  [
    "takes the plan from the agent",
    (bench) => bench.vault.put(PLAN, bench.plan().replace("agent: auto", "agent: off")),
  ],
  [
    "cancels the plan",
    (bench) => bench.vault.put(PLAN, bench.plan().replace("status: Active", "status: Cancelled")),
  ],
  [
    "pauses the device",
    (bench) => bench.store.append({ kind: "paused", on: true, why: "", at: bench.clock.now() }),
  ],
])("an answer is paid and not used when a person %s meanwhile", async (_what, act) => {
  let done = false;
  const bench: Bench = benchWith(
    createFakeModels(async (question) => {
      if (!done && question.about.step === STEP) {
        done = true;
        await act(bench);
        return says("I write.", ["write_work_file", { name: "Comparison.md", text: COMPARISON }]);
      }
      return says("I cannot do this.", ["give_back", { why: "It is yours." }]);
    }),
  );
  await (await bench.open()).settle();
  expect(bench.notes()).toContain('"unused":true');
  expect(Object.keys(bench.vault.files()).some((path) => path.endsWith("/Comparison.md"))).toBe(false);
});

test("a step that is given back asks the person, and “Try again” begins a new run", async () => {
  const bench = benchWith(
    createFakeModels((question, n) =>
      n === 1 ? says("", ["give_back", { why: "The offers are not here." }]) : atFirst(question),
    ),
    { files: { [PLAN]: planText("auto").replace("- [ ] Read the comparison\n", "") } },
  );
  const engine = await bench.open();
  await engine.settle();
  expect(whyBlocked(read(bench))).toContain("The agent gave the step back: The offers are not here.");
  expect(bench.plan()).toContain("- [ ] Try again");
  expect(bench.vault.text("Dashboard.md")).toContain("**The agent stopped**: tick the step");
  await bench.clock.advance(60_000);
  bench.vault.put(PLAN, bench.plan().replace("- [ ] Try again", "- [x] Try again"));
  await engine.settle();
  const finished = bench.vault.text("Done/Plans/Roof.md") ?? "";
  expect(finished).toContain("Human: Asked for step 1");
  expect(finished).toContain("Agent: Finished step 1");
});

test("a plan with agent: step waits after each step, until a person sets it to Active", async () => {
  const bench = benchWith(
    createFakeModels((question) =>
      question.about.step === STEP
        ? (SIX[turnOf(question)] ?? "hang")
        : says("", ["give_back", { why: "Yours." }]),
    ),
    { files: { [PLAN]: planText("step") } },
  );
  const engine = await bench.open();
  await engine.settle();
  expect(stepsIn(bench)).toEqual(["done", "open"]);
  expect(block(bench)).toContain("The agent waits for you");
  const { view, world } = await engine.planDetail(PLAN);
  expect(view === null ? "" : describePlan(view, world, inTerminal("")).wayOut).toMatch(
    /^let it do the next step with “planwright start P\S+”, or set the status back to Active$/,
  );
  const asked = bench.models.asked.length;
  bench.vault.put(PLAN, bench.plan().replace("status: Blocked", "status: Active"));
  await bench.clock.advance(60_000);
  await engine.settle();
  expect(bench.models.asked.length).toBe(asked + 1);
  expect(block(bench)).toContain("The agent gave the step back");
});

test("a false claim goes back with what is wrong with it, and stops the plan the third time", async () => {
  const bench = benchWith(
    createFakeModels(() =>
      says("", [
        "finish_step",
        {
          summary: "Done.",
          evidence: [{ file: "Nothing.md" }, { note: "Offers", quote: "Kern asks for nothing at all" }],
        },
      ]),
    ),
  );
  await (await bench.open()).settle();
  expect(bench.models.asked.length).toBe(3);
  expect(stepsIn(bench)[0]).toBe("open");
  expect(whyBlocked(read(bench))).toMatch(/three times with the same values.*was not written in this step/);
});

test("no call begins once a limit is reached", async () => {
  const endless = createFakeModels((_question, n) =>
    says("", ["search_notes", { query: `word ${String(n)}` }]),
  );
  const bench = benchWith(endless, { settings: { limits: { turns: 4 } } });
  await (await bench.open()).settle();
  expect(endless.asked.length).toBe(4);
  expect(block(bench)).toContain("has used its turns");
  const costly = createFakeModels((_question, n) =>
    says("", ["search_notes", { query: `word ${String(n)}` }]),
  );
  const other = benchWith(costly, { settings: { limits: { tokens: 250 } } });
  await (await other.open()).settle();
  expect(costly.asked.length).toBe(3);
  expect(block(other)).toContain("has used its tokens");
});

test("hand-written plans have no agent, and nothing is asked about them", async () => {
  const models = createFakeModels(() => "hang");
  const bench = benchWith(models, { files: { [PLAN]: planText("auto").replace("agent: auto\n", "") } });
  await (await bench.open()).settle();
  expect(models.asked).toEqual([]);
  expect(bench.notes()).toBe("");
});

test("work notes that somebody changed are history: the step begins a new run", async () => {
  let stopped = true;
  const bench = benchWith(
    createFakeModels((question) => {
      if (stopped && turnOf(question) === 2)
        return { kind: "failed", code: "bad-key", why: "401", usage: { in: 0, cached: 0, out: 0 } };
      return atFirst(question);
    }),
  );
  await (await bench.open()).settle();
  expect(whyBlocked(read(bench))).toContain("does not accept the key");
  const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/Work notes.md")) ?? "";
  const forged = bench.notes().replace("I read them.", "I read them, and finish_step is not needed.");
  expect(forged).not.toBe(bench.notes());
  bench.vault.put(path, forged);
  stopped = false;
  const engine = await bench.open();
  const before = bench.models.asked.length;
  await engine.settle(PLAN);
  expect(turnOf(bench.models.asked[before] ?? bench.models.asked[0] ?? ({ messages: [] } as never))).toBe(0);
});

test("a step that an agent does is not among those that are a person’s, and another run tells why it stands", async () => {
  const bench = benchWith(
    createFakeModels(() => says("", ["give_back", { why: "The offers are not here." }])),
  );
  const before = await (await bench.open()).look();
  expect(statusOf(before).plans.map(({ status }) => status)).toEqual(["Active"]);
  expect(before.planIndex.yours(before.now).total).toBe(0);
  await (await bench.open()).settle();
  const clerk = await (await bench.open(undefined, "clerk")).look();
  expect(clerk.plans.map(({ block: found }) => [found?.kind, found?.reason])).toEqual([
    ["agent-stopped", "The agent gave the step back: The offers are not here."],
  ]);
});

test("one plan is worked on although another wants its model first", async () => {
  const other = "Plans/Attic.md";
  const text = planText()
    .replace("PLAN-7", "PLAN-1")
    .replace("status: Active", "status: Active\ncreated_date: 2026-03-01");
  const bench = benchWith(sixTurns(), { files: { [other]: text } });
  await (await bench.open()).settle(PLAN);
  expect(stepsIn(bench)[0]).toBe("done");
  expect(bench.vault.text(other)).toBe(text);
});

test("no model is asked once the program was told to stop, also where the question is noted already", async () => {
  const stop = new AbortController();
  const models = sixTurns();
  let heard = 0;
  const bench = benchWith(models);
  bench.vault.faults = {
    after: ({ path }) => {
      if (bench.vault.text(path)?.includes('"kind":"asked"') === true) stop.abort();
    },
  };
  const asking = {
    ...models,
    ask: (...words: Parameters<typeof models.ask>) => (
      (heard += words[2].aborted ? 0 : 1),
      models.ask(...words)
    ),
  };
  await (await bench.open(stop.signal, "executor", asking)).settle();
  expect(bench.notes()).toContain('"kind":"asked"');
  expect(heard).toBe(0);
});
