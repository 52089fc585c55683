/** The work of an agent as its panel shows it: what it read, what it said, and that a text is cut. */
import { expect, test } from "vitest";
import { agentWork, type WorkLine } from "../../src/overview/agentWork";
import { createFakeModels, says } from "../fakes/models";
import { benchWith, PLAN, STEP } from "./desk";

async function linesOf(said: string, path: string): Promise<readonly WorkLine[]> {
  const turns = [says(said, ["read_note", { path }]), says("", ["give_back", { why: "It is yours." }])];
  const models = createFakeModels(
    ({ about, messages }) =>
      (about.step === STEP ? turns : turns.slice(1))[
        messages.filter(({ from }) => from === "model").length
      ] ?? "hang",
  );
  const bench = benchWith(models);
  const engine = await bench.open();
  await engine.settle(PLAN);
  const { view, world } = await engine.planDetail(PLAN);
  if (view === null) throw new Error("There is no plan.");
  const { lines } = agentWork(view, world, { jobs: [], now: bench.clock.now(), show: String });
  await engine.close();
  return lines;
}

test("a text that is cut says so, and by how much", async () => {
  const [, said] = await linesOf(`begin ${"y".repeat(20_000)}`, "Money/Offers.md");
  expect(said?.more).toMatch(/^begin y+…\n\(12,006 more characters are not shown here\.\)$/);
});

test("what was read leads to the note that was read, by whatever name the agent asked for it", async () => {
  const lines = await linesOf("", "offers");
  expect(lines.find(({ words }) => words === "Read")?.link).toEqual({
    path: "Money/Offers.md",
    name: "Offers",
  });
});
