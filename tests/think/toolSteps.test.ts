/** A step beneath which the plan names a tool: it is called without a model, and a planner decides how it goes on. */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { cutPlaces } from "../fakes/cuts";
import { createPower, PowerCut, type Power } from "../fakes/faults";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, STEP, type Bench } from "./desk";

const MODELS = {
  models: {
    main: {
      provider: "openai-compatible",
      url: "http://127.0.0.1:9/v1",
      model: "small",
      price: { in: 1, out: 2 },
    },
    planner: {
      provider: "openai-compatible",
      url: "http://127.0.0.1:9/v1",
      model: "wise",
      price: { in: 1, out: 2 },
    },
  },
  roles: { worker: "main", planner: "planner" },
  agent_folders: ["Money"],
};

const withTool = (source: string): string =>
  planText().replace(`- [ ] ${STEP}`, `- [ ] Look for roofers\n    \`\`\`tool\n    ${source}\n    \`\`\``);

function benchOf(source: string, answer: (question: ModelQuestion, n: number) => FakeAnswer): Bench {
  return benchWith(createFakeModels(answer), { files: { [PLAN]: withTool(source) }, settings: MODELS });
}

async function settled(bench: Bench): Promise<void> {
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
}

const textOf = ({ messages }: ModelQuestion): string => JSON.stringify(messages);

/** Names of the work files that the plan’s own calls left. */
const kept = (bench: Bench): string[] =>
  Object.keys(bench.vault.files()).filter((path) => /Work\/.*search_notes c[0-9a-f]{10}\.md$/.test(path));

test("the tool is called, its result is kept, and the planner decides how it goes on", async () => {
  const bench = benchOf("search_notes: {query: guarantee}", ({ messages }, n) => {
    if (n > 1) return says("The next one is not mine.", ["give_back", { why: "Somebody has to read it." }]);
    const file = /work file (search_notes c[0-9a-f]{10}\.md)/.exec(JSON.stringify(messages))?.[1] ?? "";
    return says("That was all.", ["finish_step", { summary: "Found.", evidence: [{ file }] }]);
  });
  await settled(bench);
  const asked = bench.models.asked as readonly ModelQuestion[];
  expect(asked.map(({ definition }) => definition.model)).toEqual(["wise", "small"]);
  expect(textOf(asked[0] as ModelQuestion)).toContain("Money/Offers.md");
  expect(bench.plan()).toMatch(/- \[x\] Look for roofers/);
  const [path = ""] = kept(bench);
  expect(kept(bench)).toHaveLength(1);
  expect(bench.vault.text(path)).toContain("Money/Offers.md");
  expect(bench.notes()).toContain("The plan names a tool for this step");
  expect(bench.notes()).toMatch(
    /^- \[A1\] \[\[Work\/.*search_notes c.*written in step 1 “Look for roofers”/m,
  );
  expect(bench.notes()).toContain("> Spent on this run: 1 turn, 110 tokens");
});

test("a planner may add steps, look further, and finish later; its turns count", async () => {
  const bench = benchOf("search_notes: {query: guarantee}", (question, n) => {
    if (n === 1) return says("I read on.", ["read_note", { path: "Money/Offers.md" }]);
    expect(textOf(question)).toContain("Moss & Daughter");
    return says("Enough.", ["give_back", { why: "Both are too dear." }]);
  });
  await settled(bench);
  expect(bench.models.asked.map(({ definition }) => definition.model)).toEqual(["wise", "wise"]);
  expect(bench.plan()).toContain("Both are too dear.");
});

test("an answer that calls nothing goes to the planner", async () => {
  const bench = benchWith(
    createFakeModels((_question, n) =>
      n === 1 ? says("I think it is done.") : says("No.", ["give_back", { why: "It is not." }]),
    ),
    { settings: MODELS },
  );
  await settled(bench);
  const [first, second] = bench.models.asked;
  expect([first?.definition.model, second?.definition.model]).toEqual(["small", "wise"]);
  // The planner reads what was said; up to there the question stays as it was, for the caches of providers.
  expect(second?.system).toBe(first?.system);
  expect(second?.messages.slice(0, 1)).toEqual(first?.messages);
  expect(JSON.stringify(second?.messages)).toContain("I think it is done.");
});

test.each([
  ["fly: {}", "there is no tool fly"],
  ["finish_step: {}", "finish_step is not for a tool block"],
  ["search_notes: roofer", "the arguments of search_notes have to be names with values"],
  [
    "search_notes: {q: guarantee}",
    "does not fit search_notes, which takes query, folder: the argument “query” is missing; it has no argument “q”",
  ],
  ["read_note: {path: 7}", "does not fit read_note, which takes path, heading, lines: the argument “path”: "],
  ["list_folder:", "the argument “path” is missing"],
  ["web__search: {q: roofer}", "is a tool of a server, and tools of servers cannot stand in a block"],
])("%s is not called: no model is asked, and the plan says why", async (source, why) => {
  const bench = benchOf(source, () => says("", ["give_back", { why: "asked" }]));
  await settled(bench);
  expect(bench.models.asked).toHaveLength(0);
  expect(bench.plan()).toMatch(/^status: Blocked$/m);
  expect(bench.plan()).toContain(why);
});

test("a call that fails is told to the planner", async () => {
  const bench = benchOf("read_note: {path: Diary/Secret.md}", () =>
    says("No.", ["give_back", { why: "It is closed." }]),
  );
  await settled(bench);
  expect(textOf(bench.models.asked[0] as ModelQuestion)).toContain("It failed");
});

test("the power may go out at every write: the result is noted once, kept once, and the step ticked once", async () => {
  const answer = ({ messages, about }: ModelQuestion): FakeAnswer => {
    if (about.step !== "Look for roofers") return says("", ["give_back", { why: "Not mine." }]);
    const file = /work file (search_notes c[0-9a-f]{10}\.md)/.exec(JSON.stringify(messages))?.[1] ?? "";
    return says("Done.", ["finish_step", { summary: "Found.", evidence: [{ file }] }]);
  };
  const made = (power: Power): Bench =>
    benchWith(createFakeModels(answer), {
      files: { [PLAN]: withTool("search_notes: {query: guarantee}") },
      settings: MODELS,
      power,
    });
  const whole = createPower();
  await settled(made(whole));
  expect(whole.writes.length).toBeGreaterThan(8);
  for (const at of cutPlaces(whole.writes.length)) {
    const power = createPower();
    const bench = made(power);
    power.cut(at, "after");
    await settled(bench).catch((error: unknown) => {
      if (!(error instanceof PowerCut)) throw error;
    });
    power.back();
    bench.vault.reopen();
    bench.store.reopen();
    await settled(bench);
    const where = `write ${String(at)}`;
    expect(bench.plan().match(/Agent: Finished step 1/g), where).toHaveLength(1);
    expect(kept(bench), where).toHaveLength(1);
    expect(bench.notes().match(/"tool":"search_notes"/g), where).toHaveLength(1);
  }
});

test("as long as the block is wrong, each “Try again” is followed by a new question; once it is right, the agent goes on", async () => {
  const bench = benchOf("search_notes: {q: guarantee}", () =>
    says("", ["give_back", { why: "Both are too dear." }]),
  );
  const boxes = (mark: string): number => bench.plan().split(`- [${mark}] Try again`).length - 1;
  const tick = async (): Promise<void> => {
    bench.vault.put(PLAN, bench.plan().replace("- [ ] Try again", "- [x] Try again"));
    await bench.clock.advance(60_000);
  };
  await settled(bench);
  for (const times of [1, 2]) {
    await tick();
    await settled(bench);
    await settled(bench);
    expect([boxes("x"), boxes(" ")]).toEqual([times, 1]);
  }
  expect(bench.models.asked).toHaveLength(0);
  bench.vault.put(PLAN, bench.plan().replace("{q: guarantee}", "{query: guarantee}"));
  await tick();
  await settled(bench);
  expect(bench.plan()).toContain("Both are too dear.");
});

test("calls that a server passed on as text, among words, are named as such", async () => {
  const bench = benchWith(
    createFakeModels(() => says('I look. <tool_call>{"name": "search_notes"}</tool_call>')),
    { settings: MODELS },
  );
  await settled(bench);
  expect(bench.plan()).toContain(
    "It wrote a call as text: set its server up to read the calls of this model.",
  );
});

test("an empty answer is asked for again after a minute; one of thoughts alone stops the step", async () => {
  const codes = ["empty-answer", "only-thoughts"] as const;
  let asked = 0;
  const bench = benchWith(
    createFakeModels(() => {
      const code = codes[Math.min(asked++, 1)] ?? "only-thoughts";
      return { kind: "failed", code, why: "", usage: { in: 10, cached: 0, out: 5 } };
    }),
    { settings: MODELS },
  );
  await settled(bench);
  expect(bench.models.asked).toHaveLength(1);
  expect(bench.plan()).not.toContain("status: Blocked");
  await bench.clock.advance(61_000);
  await settled(bench);
  expect(bench.models.asked).toHaveLength(2);
  expect(bench.plan()).toContain("The model only thought, and gave no answer. Give the model");
  await bench.clock.advance(3_600_000);
  await settled(bench);
  expect(bench.models.asked).toHaveLength(2);
});

test("two answers that call nothing are quoted to the person", async () => {
  const bench = benchWith(
    createFakeModels(() => says("I do not know.")),
    { settings: MODELS },
  );
  await settled(bench);
  expect(bench.plan()).toContain(
    "The agent answered twice without calling a tool. It said: “I do not know.”",
  );
});

test.each([
  ["Active", /^An agent may work on “.+”\. It works on the acting device; there is none yet/],
  ["Draft", /^An agent may work on “.+”\. First start the plan: “Start plan”\./],
  ["Blocked", /^An agent may work on “.+”\. First let the plan go on: “Continue”\./],
])(
  "of a plan that is %s on a vault that nothing acts in, it says what is still to be done",
  async (status, says) => {
    const bench = benchWith(
      createFakeModels(() => "hang"),
      { files: { [PLAN]: planText("off").replace("status: Active", `status: ${status}`) } },
    );
    const engine = await bench.open(undefined, "clerk");
    const { say } = await engine.obey({ kind: "agent", plan: PLAN, mode: "auto" });
    await engine.close();
    expect(say).toMatch(says);
  },
);
