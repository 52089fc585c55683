/** A `tool` block beneath a step, as it is read, and what a wrong one is told. */
import { expect, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import { hashStep } from "../../src/note/plan/steps";
import type { Step } from "../../src/note/plan/plan";

function stepWith(beneath: string, text = "Look for roofers"): Step {
  const indented = beneath
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
  const read = parsePlan(
    "Plans/Roof.md",
    `---\ntask_id: PLAN-7\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ${text}\n${indented}\n- [ ] The next one\n`,
  );
  if (read.kind !== "plan") throw new Error(read.kind);
  expect(read.plan.steps).toHaveLength(2);
  const [step] = read.plan.steps;
  if (step === undefined) throw new Error("no step");
  return step;
}

const block = (source: string, fence = "```tool"): string => `${fence}\n${source}\n\`\`\``;

test.each([
  ["search_notes: {query: roofer}", "search_notes", '{"query":"roofer"}'],
  ['read_note:\n  path: "Money/Rates.md"', "read_note", '{"path":"Money/Rates.md"}'],
  ["list_folder:", "list_folder", "{}"],
  ["list_folder: {}", "list_folder", "{}"],
  ["search_notes: {query: 2026}", "search_notes", '{"query":2026}'],
])("%j calls %s with %s", (source, tool, input) => {
  expect(stepWith(block(source)).tool).toEqual({ kind: "call", tool, input });
});

test.each([
  ["search_notes: {query: a}\nread_note: {path: b}", "a tool block names one tool with its arguments"],
  ["search_notes", "a tool block names one tool with its arguments"],
  ["", "a tool block names one tool with its arguments"],
  ["- search_notes", "a tool block names one tool with its arguments"],
  ["search_notes: roofer", "the arguments of search_notes have to be names with values"],
  ["search_notes: [roofer]", "the arguments of search_notes have to be names with values"],
  ["search_notes: {query: roofer", "the tool block is not valid YAML"],
  ["search_notes: {query: .inf}", "a tool block names one tool with its arguments"],
  [`search_notes: {query: "${"x".repeat(20_000)}"}`, "longer than 20,000 characters"],
])("%j cannot be called: %s", (source, why) => {
  expect(stepWith(block(source)).tool).toMatchObject({
    kind: "bad",
    why: expect.stringContaining(why) as unknown,
  });
});

test("two blocks, and one that never ends, cannot be called", () => {
  const one = block("search_notes: {query: roofer}");
  expect(stepWith(`${one}\n${one}`).tool).toMatchObject({ kind: "bad" });
  expect(stepWith("```tool\nsearch_notes: {query: roofer}").tool).toMatchObject({ kind: "bad" });
});

test.each(["```Tool", "~~~tool", "````tool"])("a fence may be written %s", (fence) => {
  const close = /^\W+/.exec(fence)?.[0] ?? "";
  expect(stepWith(`${fence}\nlist_folder:\n${close}`).tool).toMatchObject({ tool: "list_folder" });
});

test("other fences, a step that needs approval, and the prose beneath are left as they are", () => {
  expect(stepWith(block("x: {}", "```yaml")).tool).toBeNull();
  expect(stepWith(block("x: {}", "```toolbox")).tool).toBeNull();
  const gated = stepWith(block("list_folder:"), "✋ Send it");
  expect([gated.tool, gated.approval.kind]).toEqual([null, "hand"]);
  const step = stepWith(`Only the near ones.\n${block("list_folder:")}`);
  expect([step.tool?.kind, step.beneath.trim()]).toEqual(["call", "Only the near ones."]);
});

test("another call makes another step; the same call written otherwise does not", () => {
  const hash = (source: string): string => hashStep(stepWith(block(source)));
  expect(hash("search_notes: {query: roofer}")).toBe(hash("search_notes:\n  query: roofer"));
  expect(hash("search_notes: {query: roofer}")).not.toBe(hash("search_notes: {query: thatcher}"));
  expect(hash("search_notes: {query: roofer}")).not.toBe(hashStep(stepWith("")));
});
