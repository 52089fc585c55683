/** The open questions of plans in a terminal: asked one by one, answered by one call, or listed for a program. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readAnswer } from "../../src/terminal/answering/readAnswer";
import { openRoom, type Called } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const PERSONS = { id: "q-oabc-s-1", boxes: ["Van", "Bicycle", "Skip this step"], takesWords: true };
const STRICT = { ...PERSONS, id: "q-cabc-s-1" };
const BOXES = { ...PERSONS, takesWords: false };
const COUNTS = { ...PERSONS, boxes: ["3", "2", "none"] };

test.each([
  ["2", PERSONS, { box: 1, words: "" }],
  [" (2) ", PERSONS, { box: 1, words: "" }],
  ["2.", PERSONS, { box: 1, words: "" }],
  ["2 but shorter", PERSONS, { box: 1, words: "but shorter" }],
  ["2, but shorter", PERSONS, { box: 1, words: "but shorter" }],
  ["the van", PERSONS, { box: null, words: "the van" }],
  ["2.5 hours", PERSONS, { box: null, words: "2.5 hours" }],
  ["2nd", PERSONS, { box: null, words: "2nd" }],
  ["20 people", PERSONS, { box: null, words: "20 people" }],
  ["2 weeks", PERSONS, { box: null, words: "2 weeks" }],
  ["4", PERSONS, "No answer has the number 4. Type 1 to 2, or words."],
  ["0", PERSONS, "No answer has the number 0. Type 1 to 2, or words."],
  ["2", STRICT, { box: 1, words: "" }],
  ["yes", STRICT, "This question takes only the number of an answer: 1 to 3."],
  ["2 but shorter", STRICT, "This question takes only the number of an answer: 1 to 3."],
  ["yes", BOXES, "This question takes only the number of an answer: 1 to 3."],
  ["7", BOXES, "This question takes only the number of an answer: 1 to 3."],
  ["2", COUNTS, { box: 1, words: "" }],
  ["3", COUNTS, "“3” is answer 1, and number 3 is another one. Type (1) or (3)."],
  ["(3)", COUNTS, { box: 2, words: "" }],
])("%j is read as an answer", (typed, question, wanted) => {
  const read = readAnswer(typed, question);
  expect(read.kind === "none" ? read.say : read.answer).toEqual(wanted);
});

let vault: readonly string[] = [];
let n = 0;
const at = (name: string): string => `vault${String(n)}/${name}`;
const run = (...words: readonly string[]): Promise<Called> => room.run(...words, ...vault);
const type = (lines: readonly string[], ...words: readonly string[]): Promise<Called> =>
  room.type(lines, ...words, ...vault);

const LETTER = `---\nof: P\n---\n\n# Letter\n\n${Array.from({ length: 70 }, (_each, line) => `Line ${String(line + 1)}.`).join("\n")}\n`;

/** Where the plan of a flow is, and its id; a test that makes none fails. */
const pathOf = (name: string): string =>
  at(
    room
      .list(`vault${String(n)}`)
      .find((each) => each.startsWith("Plans/") && each.endsWith(` ${name}.md`)) ?? "",
  );
const idOf = (name: string): string => /PLAN-\S+/.exec(pathOf(name))?.[0] ?? "";
const read = (name: string): string => room.read(pathOf(name));
const edit = (name: string, from: RegExp, to: string): void => {
  const text = read(name);
  expect(text).toMatch(from);
  room.write(pathOf(name), text.replace(from, to));
};
const asks = (words: string): string => `\`\`\`flow\nsteps:\n  - step: go\n${words}\n\`\`\`\n`;

describe("in a vault with two questions", () => {
  beforeEach(async () => {
    n += 1;
    const settings = room.write(`settings${String(n)}.json`, JSON.stringify({ quiet_seconds: 0 }));
    vault = [
      ...["--vault", room.folder(`vault${String(n)}`), "--device", room.at(`device${String(n)}`)],
      ...["--settings", settings],
    ];
    await run("init");
    room.write(
      at("Flows/Old.md"),
      asks("    ask: choose\n    question: Which way?\n    options: [Van, Bicycle]"),
    );
    room.write(at("Flows/New.md"), asks("    ask: confirm\n    question: Is it right?"));
    for (const flow of ["new", "old"]) await run("flow", "start", flow, "--executor");
    room.write(at("Work/Letter.md"), LETTER);
    edit("Old", /created_date: .*/, "created_date: 2026-03-01T08:00:00Z");
    edit("New", /^(- Is it right\?.*)$/m, "$1\n    - Note: [[Work/Letter.md|Letter]]");
  });

  test("each question is asked with what it is about, the oldest plan first, and each answer is written", async () => {
    const { code, out } = await type(["9", "2 but slowly", "no, too long"], "answer");
    expect(code).toBe(0);
    expect(out.indexOf("Which way?")).toBeLessThan(out.indexOf("Is it right?"));
    expect(out).toContain("No answer has the number 9. Type 1 to 2, or words.");
    expect(out).toContain("    # Letter\n\n    Line 1.\n");
    expect(out).toContain("    Line 58.\n    … 12 more lines, in Work/Letter.md\n");
    expect(out).not.toMatch(/of: P|Line 59/);
    expect(out).toMatch(/\n2 answered, 0 left\. To go on: planwright settle --executor --vault \S+ .*\n$/);
    expect(read("Old")).toContain("- [x] (2) Bicycle\n    - Answer: but slowly\n");
    expect(read("New")).toContain("- [ ] (2) No\n    - Answer: no, too long\n");
  });

  test.each<readonly [what: string, lines: readonly string[], end: string]>([
    [
      "Enter leaves both for later",
      ["", ""],
      "0 answered, 2 left. To come back to them: planwright answer --vault",
    ],
    ["q ends", ["q"], "0 answered, 2 left."],
    ["the end of the input ends", [], "0 answered, 2 left."],
    ["a second thought at what ends the plan is no answer", ["Cancel this plan", "q"], "0 answered, 2 left."],
    ["another answer in its place counts", ["cancel this plan", "1", "q"], "1 answered, 1 left."],
  ])("%s", async (_what, lines, end) => {
    const before = read("New");
    const { code, out } = await type(lines, "answer");
    expect(code).toBe(0);
    expect(out).toContain(`\n${end}`);
    expect(read("New")).toBe(before);
  });

  test("one plan alone is asked, or answered by one call as in its note", async () => {
    const { out } = await type(["q"], "answer", idOf("New"));
    expect(out).not.toContain("Which way?");
    expect((await run("answer", idOf("Old"), "9")).code).toBe(1);
    expect((await run("answer", idOf("Old"), "2")).out).toContain("Answered.");
    expect(read("Old")).toContain("- [x] (2) Bicycle\n");
    expect(await run("answer", "NONE")).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no plan “NONE”.") as string,
    });
  });

  test("a question that needs a tick takes no words", async () => {
    edit("Old", /\^q-o/, "^q-c");
    const { out } = await type(["yes", "q"], "answer", idOf("Old"));
    expect(out).toContain("A number, 1 to 4; Enter for later; q to quit: ");
    expect(out).toContain("This question takes only the number of an answer: 1 to 4.");
    expect(read("Old")).toContain("    - Answer: \n");
  });

  test("a program gets the list, waits for nothing, and answers nothing", async () => {
    const listed = await room.pipe("answer", ...vault);
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(listed.out).toContain("  2  Bicycle\n");
    expect(listed.out).toContain("    To read: Work/Letter.md\n");
    expect(listed.out).toContain("To answer one, type in a terminal: planwright answer PLAN ANSWER --vault ");
    const { questions } = JSON.parse((await type([], "answer", "--json")).out) as { questions: unknown };
    expect(questions).toMatchObject([
      {
        plan: idOf("Old"),
        id: expect.stringMatching(/^q-o\w+-f-go/) as string,
        question: "Which way? (step 1 “Go”)",
        options: ["Van", "Bicycle", "Skip this step", "Cancel this plan"],
        details: [],
        takes_words: true,
      },
      { plan: idOf("New"), notes: ["Work/Letter.md"] },
    ]);
    expect(await room.pipe("answer", idOf("Old"), "2", ...vault)).toMatchObject({
      code: 1,
      err: expect.stringContaining("only you can say that") as string,
    });
    expect((await run("answer", idOf("Old"), "2", "--as", "helper")).code).toBe(2);
    expect(read("Old")).not.toContain("[x]");
  });
});
