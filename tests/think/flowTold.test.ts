/** The answers at the start that agents of a flow are told, and the examples of their tools. */
import { expect, test } from "vitest";
import { formOf } from "../../src/agent/byHand";
import { offeredTools, readArguments, type ToolName } from "../../src/agent/tools";
import type { Bench } from "./desk";
import { benchFor, start, taskIn } from "./flowPlay";

const FLOW = `\`\`\`flow
inputs:
  from: { ask: From where? }
  home: { ask: Where does it end? }
  language: { ask: In which language?, kind: choice, options: [English, German] }
  pace: { ask: When are you asked?, kind: choice, options: [never, often], told: false }
steps:
  - step: draft
  - step: umlauts
    when: { input: language, is: German }
  - step: look
    ask: confirm
    when: { input: pace, is: often }
\`\`\`
`;

function toldAt(bench: Bench, step: string): string {
  const last = bench.models.asked.findLast(({ about }) => about.step.startsWith(step));
  return last === undefined ? "" : taskIn(last);
}

test("an agent is told each answer once, but those that are not for agents", async () => {
  const bench = benchFor({ files: { "Flows/Trip.md": FLOW } });
  await start(bench, {
    flow: "trip",
    inputs: { from: "Lisbon", home: "Lisbon", language: "German", pace: "never" },
  });
  const told = toldAt(bench, "Draft");
  expect(told).toContain("Trip: Lisbon");
  expect(told).not.toContain("from: Lisbon");
  expect(told).toContain("home: Lisbon");
  expect(told).toContain("language: German");
  expect(told).not.toContain("never");
});

test("a flow that asks nothing takes its subject in the call", async () => {
  const bench = benchFor({ files: { "Flows/Bees.md": "```flow\nflow:\n  - step: draft\n```\n" } });
  await start(bench, { flow: "bees", inputs: { topic: "A page that lists our bees" } });
  expect(toldAt(bench, "Draft")).toContain("Bees: A page that lists our bees");
});

test.each(offeredTools().map((each) => [each.name, each] as const))(
  "the example of %s that a program and a person are shown is taken",
  (name, { schema }) => {
    const form = JSON.stringify(formOf(schema)).replaceAll("…", "2");
    const wanted = name === "read_note" ? form.replace('"lines":"2"', '"lines":"1-2"') : form;
    expect(readArguments(name as ToolName, wanted)).toMatchObject({ kind: "read" });
  },
);
