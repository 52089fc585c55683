/** A plan may name the model that its agent works with. */
import { expect, test } from "vitest";
import { createFakeModels, says } from "../fakes/models";
import { benchWith, PLAN, planText } from "./desk";

const MODELS = {
  models: {
    main: { provider: "openai-compatible", url: "http://127.0.0.1:9/v1", model: "small" },
    "big one": { provider: "anthropic", model: "large", key: "$secret:big", price: { in: 1, out: 2 } },
  },
  roles: { worker: "main" },
};

const named = (line: string): string => planText().replace("agent: auto", `agent: auto\n${line}`);

async function askedFor(
  line: string,
  settings: object = MODELS,
): Promise<{ models: string[]; plan: string }> {
  const models = createFakeModels(() => says("No.", ["give_back", { why: "I cannot." }]));
  const bench = benchWith(models, { files: { [PLAN]: named(line) }, settings });
  const engine = await bench.open();
  await engine.settle();
  await engine.close();
  return { models: models.asked.map(({ definition }) => definition.model), plan: bench.plan() };
}

test.each([
  ["agent_model: big one", "large"],
  ['agent_model: "big one"', "large"],
  ["agent_model: main", "small"],
  ["agent_model:", "small"],
  ["agent_model: null", "small"],
])("%s: the model %s is asked", async (line, model) => {
  expect((await askedFor(line)).models).toEqual([model]);
});

test("a plan may name a model where the settings give the role to none", async () => {
  expect((await askedFor("agent_model: main", { ...MODELS, roles: {} })).models).toEqual(["small"]);
});

test.each(["agent_model: bigone", "agent_model: Main", "agent_model: toString", "agent_model: __proto__"])(
  "%s names no model, so none is asked, and the plan says which there are",
  async (line) => {
    const { models, plan } = await askedFor(line);
    expect(models).toEqual([]);
    expect(plan).toMatch(/^status: Blocked$/m);
    expect(plan).toContain("the settings have only “main”, “big one”. Correct or remove the line.");
  },
);

test("once the name is corrected, the plan goes on by itself", async () => {
  const models = createFakeModels(() => says("No.", ["give_back", { why: "I cannot." }]));
  const bench = benchWith(models, { files: { [PLAN]: named("agent_model: bigone") }, settings: MODELS });
  const engine = await bench.open();
  await engine.settle();
  expect(models.asked).toEqual([]);
  bench.vault.put(PLAN, bench.plan().replace("bigone", "big one"));
  await engine.settle();
  await engine.close();
  expect(models.asked.map(({ definition }) => definition)).toEqual([
    { wire: "anthropic", url: "https://api.anthropic.com/v1", model: "large", key: "$secret:big" },
  ]);
});
