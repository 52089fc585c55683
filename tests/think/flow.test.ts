/**
 * A flow from its start to its end, with a model whose answers a test gives: the plan shows at every moment what is
 * left.
 */
import { expect, test } from "vitest";
import { offerFlows } from "../../src/engine/commands/flow/offerFlows";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf, roadmap, writes } from "./flowBench";

type Script = Readonly<Record<string, readonly ((turn: number) => FakeAnswer)[]>>;

/** By the words of the step, what its agent does at each attempt. */
function deskFor(script: Script, files: Readonly<Record<string, string>> = {}): Bench {
  const models = createFakeModels(({ about, messages }: ModelQuestion) => {
    const turn = messages.filter(({ from }) => from === "model").length;
    const [name, attempts] = Object.entries(script).find(([each]) => about.step.startsWith(each)) ?? [];
    if (name === undefined || attempts === undefined) throw new Error(`nobody answers for “${about.step}”`);
    const attempt = about.step.includes("— again") ? 1 : 0;
    return (attempts[attempt] ?? attempts[0])?.(turn) ?? "hang";
  });
  return benchWith(models, { files: { [PLAN]: planText("off"), ...files } });
}

test("a text is outlined, drafted, sent back once by its review, and kept", async () => {
  const bench = deskFor({
    Outline: [writes("outline.md", "# Outline\n\n- Moving\n", "The outline is there.")],
    Draft: [
      writes("draft.md", "Boxes.", "The draft is there."),
      writes("draft.md", "Boxes, and a van.", "The draft is better."),
    ],
    Review: [
      writes("review.md", "The van is missing.", "- The van is missing"),
      writes("review.md", "All is there.", "APPROVED"),
    ],
  });
  const engine = await bench.open();
  const made = await engine.obey({
    kind: "start-flow",
    flow: "write-and-review",
    inputs: { topic: "Our move" },
  });
  expect(made).toMatchObject({ kind: "done" });
  await engine.settle();
  await engine.close();
  expect(roadmap(bench)).toEqual([
    "[x] Outline",
    "[ ] Agree to the outline",
    "[ ] Draft",
    "[ ] Review",
    "[ ] Keep the text",
  ]);
  expect(planOf(bench).status).toBe("Blocked");
  expect(whyBlocked(planOf(bench))).toContain("Is the outline right?");
  answer(bench, 1);
  await settle(bench);
  expect(roadmap(bench)).toEqual([
    "[x] Outline",
    "[x] Agree to the outline",
    "[x] Draft",
    "[x] Review",
    "[x] Draft — again: 1 finding",
    "[x] Review — again",
    "[ ] Keep the text",
  ]);
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
});

test("instructions in a note of their own, and words before them, reach the agent", async () => {
  const bench = deskFor(
    { Alone: [writes("alone.md", "Done.", "It is there.")] },
    {
      "Flows/Alone.md":
        "```flow\nagents: { me: { role: worker } }\nsteps:\n  - step: alone\n    agent: me\n```\n",
      "Skills/alone.md": "---\nname: alone\ntools: Bash\n---\n\nCount the bees.\n",
      "Skills/preamble me.md": "Say it plainly.\n",
    },
  );
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "alone", inputs: {} });
  await engine.settle();
  await engine.close();
  const [first] = bench.models.asked[0]?.messages ?? [];
  const told = first?.from === "person" ? first.text : "";
  expect(told).toContain(
    "## How you work\n\nSay it plainly.\n\n## Instructions for this step\n\nCount the bees.\n\n",
  );
  expect(told).not.toContain("Bash");
});

test("a property “flow” in a plan that no flow was started for is somebody’s own", async () => {
  const bench = benchWith(
    createFakeModels(() => says("Mine.", ["give_back", { why: "I cannot." }])),
    { files: { [PLAN]: planText("auto").replace("agent: auto", "agent: auto\nflow: weekly") } },
  );
  await settleOne(bench);
  expect(bench.plan()).toContain('blocked_reason: "The agent stopped');
});

test("a plan with lines of a flow, whose log is gone, stops and says what to put back", async () => {
  const bench = benchWith(
    createFakeModels(() => says("Done.", ["finish_step", { summary: "Done.", evidence: [] }])),
    {
      files: {
        [PLAN]: planText("auto")
          .replace("agent: auto", "agent: auto\nflow: weekly")
          .replace(/^- \[ \] .*$/m, "- [ ] Build ^f-build"),
      },
    },
  );
  await settleOne(bench);
  expect(bench.models.asked).toEqual([]);
  expect(bench.plan()).toContain(
    "The log does not say any more by which copy of its flow this plan goes on.",
  );
  bench.vault.put(PLAN, (bench.vault.text(PLAN) ?? "").replace("flow: weekly\n", ""));
  await settleOne(bench);
  expect(bench.models.asked.length).toBeGreaterThan(0);
});

async function settleOne(bench: Bench): Promise<void> {
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
}

test("an agent of the role planner is asked with the model of that role", async () => {
  const bench = benchWith(
    createFakeModels(() => says("Mine.", ["give_back", { why: "I cannot." }])),
    {
      files: {
        [PLAN]: planText("off"),
        "Flows/Two.md":
          "```flow\nagents: { head: { role: planner } }\nsteps:\n  - step: think\n    agent: head\n```\n",
      },
      settings: {
        models: {
          main: { provider: "openai-compatible", url: "http://127.0.0.1:9/v1", model: "small" },
          head: { provider: "openai-compatible", url: "http://127.0.0.1:9/v1", model: "large" },
        },
        roles: { worker: "main", planner: "head" },
      },
    },
  );
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "two", inputs: {} });
  await engine.settle();
  await engine.close();
  expect(bench.models.asked[0]?.definition).toMatchObject({ model: "large" });
});

test("a flow that was written for other tools runs as written, with the agents that the settings name", async () => {
  const models = createFakeModels(({ about }: ModelQuestion) =>
    about.step === "Plan"
      ? writes("plan.md", "A plan.", "It is there.")(about.turn - 1)
      : writes("build.md", "Built.", "It is there.")(about.turn - 1),
  );
  const model = (name: string): object => ({
    provider: "openai-compatible",
    url: "http://127.0.0.1:9/v1",
    model: name,
    price: { in: 1, out: 2 },
  });
  const bench = benchWith(models, {
    files: {
      [PLAN]: planText("off"),
      "Flows/Build.md":
        "```flow\nflow:\n  - step: plan\n    agent: codex\n  - step: build\n    agent: claude\n```\n",
    },
    settings: {
      models: { main: model("small"), thinker: model("large") },
      roles: { worker: "main", planner: "thinker" },
      agents: { claude: { role: "worker" }, codex: { role: "planner" } },
    },
  });
  expect(await offerFlows({ vault: bench.vault }, bench.settings)).toContainEqual(
    expect.objectContaining({ name: "build", warnings: [expect.anything(), expect.anything()] }),
  );
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "build", inputs: {} });
  await engine.settle();
  await engine.close();
  expect(planOf(bench).status).toBe("Done");
  expect(models.asked.map(({ about, definition }) => `${about.step}: ${definition.model}`)).toEqual([
    "Plan: large",
    "Plan: large",
    "Build: small",
    "Build: small",
  ]);
});

test("two plans of one flow are two plans, and are not made one", async () => {
  const bench = deskFor({ Outline: [() => says("Mine.", ["give_back", { why: "I cannot." }])] });
  const engine = await bench.open();
  for (const topic of ["Our move", "Our move"])
    await engine.obey({ kind: "start-flow", flow: "write-and-review", inputs: { topic } });
  expect((await engine.look()).duplicates).toEqual([]);
  const [first = "", second = ""] = Object.keys(bench.vault.files()).filter((path) =>
    /^Plans\/PLAN-2026\d/.test(path),
  );
  for (const path of [first, second])
    bench.vault.put(
      path,
      (bench.vault.text(path) ?? "").replace("source_link: null", "source_link: /Inbox/a.md"),
    );
  expect((await engine.look()).duplicates).toHaveLength(1);
  expect(await engine.propose({ kind: "merge", note: null })).toContain("follows a flow");
  await engine.close();
});
