/** Notes and folders that a person gives to a flow at its start. */
import { expect, test } from "vitest";
import { withFolders } from "../../src/engine/commands/flow/startFlow";
import { readFlow } from "../../src/flow/readFlow";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault } from "../fakes/vault";

const read = readFlow(
  "f.md",
  '```flow\ninputs:\n  context: { ask: Which?, kind: notes, default: "" }\nsteps:\n  - step: look\n```\n',
);
const clock = createSimulatedClock("2026-03-02T09:00:00Z");

async function given(context: string, ...paths: readonly string[]): Promise<unknown> {
  if (read.kind === "bad") throw new Error(JSON.stringify(read.faults));
  const files = Object.fromEntries(paths.map((path) => [path, "x"]));
  const full = await withFolders(read.flow, { context }, createMemoryVault({ clock, files }));
  return typeof full === "string" ? full : full["context"];
}

test.each([
  ["by its folder and its path", "A\nA/x", "A/x"],
  ["with its ending, and as a link", "A/x.md\n[[A/x|it]]", "A/x"],
  ["by its bare name", "x\n[[x]]\nA", "A/x"],
  ["in a folder within another", "A\nA/B", "A/x\nA/B/y"],
])("a note that is given twice, %s, counts once", async (_how, context, wanted) => {
  expect(await given(context, "A/x.md", ...(wanted.includes("y") ? ["A/B/y.md"] : []))).toBe(wanted);
});

test("a folder comes before a note of its name elsewhere", async () => {
  expect(await given("A", "A/x.md", "B/A.md")).toBe("A/x");
});

test.each(["A/C# basics", "A/x ^1", "A/a|b", "A/x [[B/secret]]", "A/x.md"])(
  "a note that no link can name is refused by its name: %s",
  async (note) => {
    const files = [`${note}.md`, "B/secret.md"];
    const says = `“${note}” cannot be given to agents, because a link cannot contain its name. Rename it, or leave it out.`;
    expect(await given("A", ...files)).toBe(says);
    if (!/\[|\.md$/.test(note)) expect(await given(note, ...files)).toBe(says);
  },
);
