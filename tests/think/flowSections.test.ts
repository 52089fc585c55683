/** Sections that the person agreed to stay as they are; what they want changed, and what changed, is asked about again. */
import { expect, test } from "vitest";
import { says, type FakeAnswer } from "../fakes/models";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { readAnswer } from "../../src/flow/answers";
import { settle, type Bench } from "./desk";
import { answer, openIn, planOf, roadmap } from "./flowBench";
import { benchFor, start } from "./flowPlay";

const FLOW = `\`\`\`flow
steps:
  - step: design
    answer: sections
    ask: each
    on_fail: design
  - step: report
\`\`\`
`;

/** Texts that the agent of “Design” writes, one call each, per attempt. */
function benchOf(attempts: readonly (readonly string[])[]): Bench {
  const ask = ({ about, messages }: ModelQuestion): FakeAnswer => {
    const turn = messages.filter(({ from }) => from === "model").length;
    if (!about.step.startsWith("Design")) return says("x", ["give_back", { why: "x" }]);
    const n = about.step.includes("again") ? 1 : 0;
    const text = (attempts[n] ?? [])[turn];
    return text === undefined
      ? says("Done.", ["finish_step", { summary: "There." }])
      : says("I write.", ["write_work_file", { name: "design.md", text }]);
  };
  return benchFor({ files: { "Flows/Say.md": FLOW } }, ask);
}
const design = (bench: Bench): string =>
  Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/design.md"))?.[1] ?? "";
const boxes = (bench: Bench): readonly string[] =>
  (openIn(bench)?.lines ?? []).filter((each) => each.includes("[ ] ("));

function tickBox(bench: Bench, part: string): void {
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  const lines = text.split("\n");
  const at = lines.findIndex((each) => each.includes("[ ] (") && each.includes(part));
  expect(at).toBeGreaterThan(-1);
  lines[at] = (lines[at] ?? "").replace("[ ]", "[x]");
  bench.vault.put(path, lines.join("\n"));
}
async function later(bench: Bench): Promise<void> {
  await bench.clock.advance(60_000);
  await settle(bench);
}

const FIRST = "# Design\n\n## Price\n\nTen euros.\n\n## Place\n\nLisbon.\n";

test("control: a section agreed to cannot be changed", async () => {
  const bench = benchOf([[FIRST], ["# Design\n\n## Price\n\nTen MILLION.\n\n## Place\n\nPorto.\n"]]);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "Change “Place”");
  await later(bench);
  expect(design(bench)).toContain("Ten euros.");
});

test("a section agreed to cannot be changed by way of a file that is no design", async () => {
  const bench = benchOf([
    [FIRST],
    ["No headings at all.\n", "# Design\n\n## Price\n\nTen MILLION.\n\n## Place\n\nPorto.\n"],
  ]);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "Change “Place”");
  await later(bench);
  console.log(design(bench), roadmap(bench), boxes(bench));
  expect(design(bench).includes("Ten MILLION") && !boxes(bench).some((each) => each.includes("Price"))).toBe(
    false,
  );
});

test("new words under the title of a section agreed to are asked about", async () => {
  const bench = benchOf([
    [FIRST],
    ["# Design\n\n## Price\n\nTen euros.\n\n## Price\n\nAnd ten MILLION more.\n\n## Place\n\nPorto.\n"],
  ]);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "Change “Place”");
  await later(bench);
  console.log(design(bench), roadmap(bench), boxes(bench));
  expect(design(bench).includes("MILLION") && !boxes(bench).some((each) => each.includes("Price"))).toBe(
    false,
  );
});

test("days are different sections", () => {
  const read = readAnswer(
    "sections",
    "# Trip\n\n## Day 1: Lisbon\n\nTrams.\n\n## Day 2: Lisbon\n\nMuseums.\n",
  );
  expect(read.kind === "read" ? read.value.map(({ title }) => title) : []).toEqual([
    "Day 1: Lisbon",
    "Day 2: Lisbon",
  ]);
});

test("the day that the person wants changed can be changed", async () => {
  const bench = benchOf([
    ["# Trip\n\n## Day 1: Lisbon\n\nTrams.\n\n## Day 2: Lisbon\n\nMuseums.\n"],
    ["# Trip\n\n## Day 1: Lisbon\n\nTrams.\n\n## Day 2: Lisbon\n\nThe beach.\n"],
  ]);
  await start(bench, { flow: "say", inputs: {} });
  console.log(boxes(bench));
  const { path } = planOf(bench);
  // the second of the two boxes “Change …”
  bench.vault.put(path, (bench.vault.text(path) ?? "").replace("[ ] (3)", "[x] (3)"));
  await later(bench);
  console.log(design(bench), roadmap(bench), bench.notes().slice(-1500));
  expect(design(bench)).toContain("The beach.");
});

test("“Yes, all of it” beside “Change …”: the section to be changed can be changed", async () => {
  const bench = benchOf([[FIRST], ["# Design\n\n## Price\n\nTen euros.\n\n## Place\n\nPorto.\n"]]);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "Yes, all of it");
  tickBox(bench, "Change “Place”");
  await later(bench);
  console.log(design(bench), roadmap(bench));
  // Either it is asked back, or it is changed; it is not sent back and locked.
  const isAgain = roadmap(bench).some((each) => each.includes("again"));
  expect(isAgain && !design(bench).includes("Porto")).toBe(false);
});

test.each([
  ["a title with a field", "## Price [who:: Ana]\n\nx\n\n## Place\n\ny\n"],
  ["a title with quotes", "## A “big” one\n\nx\n\n## Place\n\ny\n"],
  ["a title like a box", "## Change “Place”\n\nx\n\n## Place\n\ny\n"],
  ["a title with a link", "## See [[Price|the price]] `x`\n\nx\n\n## Place\n\ny\n"],
  ["a title with escapes", "## a\\*b \\[x\\] $5\n\nx\n\n## Place\n\ny\n"],
  ["a title with two spaces", "## Two  spaces\n\nx\n\n## Place\n\ny\n"],
  ["a title with invisible signs", "## Pr\u200bice\n\nx\n\n## Place\n\ny\n"],
  ["a title with #", "## Price #tag\n\nx\n\n## Place\n\ny\n"],
  ["a title with a date", "## Price 📅 2026-04-01\n\nx\n\n## Place\n\ny\n"],
  ["closing hashes", "## Price ##\n\nx\n\n## Place\n\ny\n"],
])("what the person agreed to is not asked again: %s", async (_what, text) => {
  const bench = benchOf([[text], [text.replace("\ny\n", "\nPorto.\n")]]);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "(3)");
  await later(bench);
  expect(boxes(bench).map((each) => each.trim())).toEqual([
    "- [ ] (1) Yes, all of it",
    "- [ ] (2) Change “Place”",
  ]);
});

test("a person who changes their mind gets the section changed that they agreed to before", async () => {
  let told = "";
  const ask = (question: ModelQuestion): FakeAnswer => {
    const { about, messages } = question;
    const turn = messages.filter(({ from }) => from === "model").length;
    if (!about.step.startsWith("Design")) return says("x", ["give_back", { why: "x" }]);
    const n = roadmap(bench).filter(
      (each) => each.includes("Design — again") && !each.includes("Your answer"),
    ).length;
    const text =
      [
        FIRST,
        "# Design\n\n## Price\n\nTen euros.\n\n## Place\n\nPorto.\n",
        "# Design\n\n## Price\n\nNine euros.\n\n## Place\n\nPorto.\n",
      ][n] ?? "";
    const last = messages.at(-1);
    if (n === 2 && turn === 1) told = JSON.stringify(last);
    return turn === 0
      ? says("I write.", ["write_work_file", { name: "design.md", text }])
      : says("Done.", ["finish_step", { summary: "There." }]);
  };
  const bench = benchFor({ files: { "Flows/Say.md": FLOW } }, ask);
  await start(bench, { flow: "say", inputs: {} });
  tickBox(bench, "Change “Place”");
  await later(bench);
  expect(design(bench)).toContain("Porto");
  // Words alone, as the question invites: “If not: what is to change?”
  answer(bench, null, "The place is fine, but make the price nine euros after all.");
  await later(bench);
  console.log(roadmap(bench), design(bench), told.slice(0, 400));
  expect(design(bench)).toContain("Nine euros.");
});
