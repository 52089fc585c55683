/** Flows as people write them wrong: `flow check` names the line that is wrong, and what to do. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findFlows } from "../../src/engine/commands/flow/findFlows";
import { readFlow } from "../../src/flow/readFlow";
import { readSettings } from "../../src/settings/settings";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault } from "../fakes/vault";

const clock = createSimulatedClock("2026-11-20T09:00:00Z");
const PATH = "Flows/Trip.md";
/** Each of these flows has steps without instructions, and agents that the flow alone names. */
const USUAL =
  /has no instructions, so only its words in the Roadmap say what to do\. Write .* skills\.$|name it under “agents”\.$/;

async function check(note: string): Promise<readonly string[]> {
  const read = readSettings({
    servers: { mail: { command: "mail" } },
    actions: { email: { server: "mail", tool: "send" } },
  });
  if (read.kind === "bad") throw new Error(read.why);
  const vault = createMemoryVault({ clock, files: { [PATH]: note } });
  const flow = (await findFlows({ vault }, read.settings)).find(({ path }) => path === PATH)?.parsed;
  const found = flow?.kind === "bad" ? flow.faults : (flow?.warnings ?? []);
  return found.filter(({ says }) => !USUAL.test(says)).map(({ line, says }) => `${String(line)}: ${says}`);
}

/**
 * Each begins with its name, and the beginning of what is said of it. A flow that is no whole note is a block, and
 * begins at line 4 of one. `⇥` is a tab, `␍` the line end of Windows.
 */
const FAULTY = readFileSync(new URL("faulty.txt", import.meta.url), "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((each) => {
    const [what = "", says = "", ...lines] = each.replaceAll("⇥", "\t").replaceAll("␍", "\r").split("\n");
    const flow = lines.join("\n");
    return [what, flow.includes("```") ? flow : `# Trip\n\n\`\`\`flow\n${flow}\`\`\`\n`, says] as const;
  });

test.each(FAULTY)("%s", async (_what, note, says) => {
  const [first = "", ...others] = await check(note);
  expect(first.slice(0, says.length)).toBe(says);
  // Only a fault of each item of a list is told more than once.
  expect(others.filter((each) => !/: (?:Item|Step) 2 /.test(each))).toEqual([]);
});

test("faults of the form and of the meaning are told at once, and none that follows from another", async () => {
  const block = [
    "inputs:",
    "  pace: { ask: How fast?, kind: choise }",
    "steps:",
    "  - step: facts",
    "    produce: notes.md",
    "  - step: letter",
    "    reads: [notes.md]",
    "    when: { input: pace, is: slow }",
    "    on_fail: fact",
    "    check: { output: OK }",
    "  - step: ok",
    "    ask: choose",
    "    next: lettr",
    "  - step: Send it",
    "  - step: end",
    "    next: Send it",
  ];
  const found = await check(`\`\`\`flow\n${block.join("\n")}\n\`\`\`\n`);
  expect(found.map((each) => each.replace(/\. .*/, ""))).toEqual([
    "3: “inputs.pace.kind” has to be one of: text, note, notes, choice",
    "6: There is no key “produce”",
    "10: There is no step “fact”",
    "13: “ask: choose” needs at least two “options”, or “answer: approaches”.",
    "14: There is no step “lettr”",
    "15: “step” of step 4: a name has small letters, digits and single hyphens, such as spec-review",
    "17: “next” of step 5: a name has small letters, digits and single hyphens, such as spec-review",
  ]);
});

test("a block without steps, or that is none, has no more faults than that", async () => {
  expect(await check("```flow\nstesp:\n  - step: a\n    next: b\n```\n")).toHaveLength(1);
  expect(await check("```flow\nsteps: a\n```\n")).toHaveLength(1);
  expect(await check("```flow\nsteps:\n  - a\n  - step: b\n    next: c\n```\n")).toHaveLength(2);
});

test("a plan that runs already goes on with a condition that no answer meets", () => {
  const note = FAULTY.find(([what]) => what === "a condition on a choice that is not there")?.[1] ?? "";
  expect(readFlow(PATH, note, {}, []).kind).toBe("bad");
  expect(readFlow(PATH, note).kind).toBe("flow");
});

const faultsOf = (block: string, types: readonly string[] | null): readonly string[] => {
  const read = readFlow(PATH, `\`\`\`flow\n${block}\n\`\`\`\n`, {}, types);
  return read.kind === "bad" ? read.faults.map(({ says }) => says) : [];
};

test("a plan that runs already goes on with the steps under “flow” where “steps” has some too", () => {
  const block = "flow:\n  - step: a\nsteps:\n  - step: b";
  expect(faultsOf(block, [])).not.toEqual([]);
  const read = readFlow(PATH, `\`\`\`flow\n${block}\n\`\`\`\n`);
  expect(read.kind === "flow" ? read.flow.steps.map(({ step }) => step) : read).toEqual(["a"]);
});

test("a condition may ask whether a choice was left empty, where it may be", () => {
  const block = (usual: string): string =>
    `inputs:\n  kind: { ask: Which?, kind: choice, options: [walk, talk]${usual} }\nsteps:\n  - step: a\n  - step: b\n    when: { input: kind, is_not: "" }`;
  expect(faultsOf(block(', default: ""'), [])).toEqual([]);
  expect(faultsOf(block(", default: walk"), [])).not.toEqual([]);
});

test("an answer to a question with yes and no can lead elsewhere by the words that are shown", async () => {
  const asks = "steps:\n  - step: letter\n  - step: ok\n    ask: confirm\n    on_answer:";
  const said = (word: string): Promise<readonly string[]> =>
    check(`\`\`\`flow\n${asks}\n      ${word}: letter\n\`\`\`\n`);
  expect(await said("No")).toEqual([]);
  expect(await said("Nope")).toEqual(["7: “Nope” is none of the “options” of “ok”: “Yes, go on”, “No”."]);
});
