/** The parts of a note that become a plan: none of them becomes more than words there. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasTooManyLines } from "../../src/kit/lines";
import { composePlan, planFile } from "../../src/note/plan/compose";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { outlineOf, type Lines, type Outline } from "../../src/note/proposal/outline";

function outline(text: string, lines: Lines | null = null): Outline {
  const made = outlineOf("Garden fence", text, lines);
  if (made === null) throw new Error("There is nothing to plan.");
  return made;
}

function planOf({ objective, steps }: Outline): Plan {
  const text = composePlan(
    {
      id: "PLAN-1",
      objective,
      context: "",
      steps,
      source: "/Inbox/a.md",
      status: "Draft",
      entry: { actor: "Agent", action: "Drafted the plan", rationale: "x", mark: { word: "drafted" } },
    },
    0,
  );
  const parsed = parsePlan("Plans/a.md", text);
  if (parsed.kind !== "plan") throw new Error(`${JSON.stringify(parsed)}\n${text}`);
  return parsed.plan;
}

const FRAME = [
  "Read the task again and say in the objective what the result has to be",
  "Write the steps it takes in the place of this one",
  "Look at the result and answer whoever asked for it",
];

describe("an outline", () => {
  test.each<
    readonly [what: string, text: string, lines: Lines | null, objective: string, steps: readonly string[]]
  >([
    [
      "takes the first heading and the boxes",
      "Some words.\n\n## Fence\n\n- [ ] Buy boards\n- [ ] Nail them\n",
      null,
      "Fence",
      ["Buy boards", "Nail them"],
    ],
    [
      "takes the first line where there is no heading",
      "Mend the fence\n\n1. Buy boards\n2. Nail them\n",
      null,
      "Mend the fence",
      ["Buy boards", "Nail them"],
    ],
    [
      "takes the name where there are only items",
      "- Buy boards\n- Nail them\n",
      null,
      "Garden fence",
      ["Buy boards", "Nail them"],
    ],
    [
      "leaves out what is ticked, and what lies beneath",
      "- [x] Measure\n- [ ] Buy boards\n    - [ ] six of them\n- [-] Ask Ana\n",
      null,
      "Garden fence",
      ["Buy boards"],
    ],
    [
      "takes boxes beneath an item without one",
      "- Saturday\n    - [ ] Buy boards\n",
      null,
      "Garden fence",
      ["Buy boards"],
    ],
    [
      "passes over properties, code and comments",
      "---\ntitle: x\n---\n```\n- [ ] a\n# no\n```\n%%\n- [ ] b\n%%\nMend it\n- c\n",
      null,
      "Mend it",
      ["c"],
    ],
    ["is a frame for a note that is empty", "", null, "Garden fence", FRAME],
    [
      "is a frame where nothing is listed",
      "Mend the fence before winter.\n",
      null,
      "Mend the fence before winter.",
      FRAME,
    ],
    ["is a frame where all is ticked", "- [x] Measure\n", null, "Garden fence", FRAME],
    [
      "keeps the sign of a gate",
      "- [ ] ✋ Order boards\n- Nail\n",
      null,
      "Garden fence",
      ["✋ Order boards"],
    ],
    [
      "makes boxes of what was meant as one",
      "- []Order boards\n- [ ]Nail\n- ☐ Paint\n- [ ]✋ Pay\n",
      null,
      "Garden fence",
      ["Order boards", "Nail", "Paint", "✋ Pay"],
    ],
    [
      "keeps a gate that lies beneath the step",
      "- [ ] Order boards\n    - ✋ ask me first\n",
      null,
      "Garden fence",
      ["✋ Order boards"],
    ],
    [
      "keeps a gate that was an action",
      "- [ ] Order\n    ```action\n    type: email\n    target: a@b.c\n    ```\n",
      null,
      "Garden fence",
      ["✋ Order"],
    ],
    [
      "keeps a gate that is spelled as an entity",
      "- [ ] &#9995; Order\n",
      null,
      "Garden fence",
      ["✋ \\&\\#9995; Order"],
    ],
    ["keeps a day", "- [ ] Oil ⏳ 2026-03-03\n", null, "Garden fence", ["Oil ⏳ 2026-03-03"]],
    [
      "keeps a day that stands beneath",
      "# Fence\n\n- [ ] Oil\n    ⏳ 2026-03-03\n- [ ] Mow 🛫 [[2026-03-04]]\n- [ ] Rake [scheduled:: 2026-03-05]\n",
      null,
      "Fence",
      ["Oil ⏳ 2026-03-03", "Mow 🛫 2026-03-04", "Rake \\[scheduled:\\: 2026-03-05\\] ⏳ 2026-03-05"],
    ],
    [
      "keeps the words of links, and the addresses of pages",
      "# Of [[Offers]]\n\n- [ ] Compare [[Notes/Offers|both offers]] with ![[Roof.png]]\n- [ ] Read [this](https://a.example/b) and [that](Notes/That.md)\n- [ ] Mend a [[\n",
      null,
      "Of Offers",
      ["Compare both offers with Roof.png", "Read this (https:\\//a.example/b) and that", "Mend a \\[\\["],
    ],
    [
      "takes the boxes of a callout",
      "> [!todo] Before\n> - [ ] Order boards\n> - [x] Ask\n> - [ ] ✋ Pay\n\n- [ ] Nail\n",
      null,
      "Before",
      ["Order boards", "✋ Pay", "Nail"],
    ],
    [
      "leaves the boxes of a quoted mail",
      "# Fence\n\n> Hi,\n> - [ ] bring cake\n\n- [ ] Nail\n",
      null,
      "Fence",
      ["Nail"],
    ],
    ["takes no block id along", "- [ ] Order ^s-7f3a\n", null, "Garden fence", ["Order"]],
    ["takes a quote without its sign", "> From: Ana\n> Mend it\n", null, "From: Ana", FRAME],
    [
      "of lines takes those lines",
      "# House\n\n- [ ] Roof\n- [ ] Fence\n- [ ] Door\n",
      { from: 4, to: 5 },
      "House",
      ["Fence", "Door"],
    ],
    [
      "of one item takes it as the objective",
      "# House\n\n- [ ] Roof\n- [ ] Fence\n",
      { from: 4, to: 4 },
      "Fence",
      FRAME,
    ],
    ["of one line takes it as the objective", "One.\nTwo.\nThree.\n", { from: 2, to: 2 }, "Two.", FRAME],
    ["of lines beyond the end takes what there is", "One.\nTwo.\n", { from: 2, to: 900 }, "Two.", FRAME],
  ])("%s", (_what, text, lines, objective, steps) => {
    const made = outline(text, lines);
    expect([made.objective, made.steps]).toEqual([objective, steps]);
    expect(planOf(made).steps.length).toBe(steps.length);
  });

  test("says how many boxes in quotes it leaves", () => {
    expect(outline("# Fence\n\n> - [ ] bring cake\n\n- [ ] Nail\n").said).toContain(
      "One open box in a quote makes no step.",
    );
    expect(outline("# Fence\n\n> - [ ] bring cake\n> - [ ] and tea\n\n- [ ] Nail\n").said).toContain(
      "2 open boxes in quotes make no step.",
    );
    expect(outline("# Fence\n\n> - [x] bring cake\n\n- [ ] Nail\n").said.join(" ")).not.toContain("quote");
  });

  test("of lines that are empty, or are not there, is none", () => {
    expect(outlineOf("a", "One.\n\n\nTwo.\n", { from: 2, to: 3 })).toBeNull();
    expect(outlineOf("a", "One.\n", { from: 9, to: 12 })).toBeNull();
    expect(outlineOf("a", "---\na: 1\n---\nOne.\n", { from: 1, to: 2 })).toBeNull();
    expect(outlineOf("a", "x\n".repeat(60_000), null)).toBeNull();
  });

  test("holds fifty steps, and says how many more there are", () => {
    const made = outline(Array.from({ length: 70 }, (_each, n) => `- [ ] ${String(n)}`).join("\n"));
    expect(made.steps.length).toBe(50);
    expect(made.said).toContain("20 more stay in the note.");
  });
});

describe("nothing of a note becomes more than words in its plan", () => {
  const NASTY = [
    "---",
    "\n---\n",
    "task_id: OTHER\nstatus: Active\n",
    "# Roadmap",
    "## Reasoning Logs",
    "## Questions",
    "- [ ] a",
    "- [x] b",
    "- c ^s-1111",
    "1. d",
    "    ```action\n    type: email\n    target: a@b.c\n    ```",
    "```action",
    "```",
    "~~~",
    "%%",
    "<!--",
    "-->",
    "[2026-01-01T00:00:00Z] Agent: Carried out — x. (carried-out, step s-1111)",
    "- [2026-01-01T00:00:00Z] Human: Cancelled (cancelled)",
    "✋",
    "🖐",
    "(requires approval)",
    "⏳ 2026-03-03",
    "⏳ 2026-99-99",
    "[[Dashboard]]",
    "![x](https://a.b/c.png)",
    "<% tp.file %>",
    "$= dv",
    "`= 1`",
    "{{x}}",
    "\u202E",
    "\u0000",
    "\u2028",
    "\r",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "> ",
    "#high",
    "|",
    "^x",
    "==",
    "::",
    "<b>",
    "&#9995;",
    "<<<<<<< a",
    "\uFEFF",
    "發送",
    "é",
  ];

  test("whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...NASTY), { maxLength: 14 }),
        fc.constantFrom("", " ", "\n"),
        fc.option(fc.tuple(fc.nat(20), fc.nat(20)), { nil: null }),
        (parts, between, range) => {
          const text = parts.join(between);
          const made = outlineOf(
            "Garden fence",
            text,
            range === null ? null : { from: range[0] + 1, to: range[0] + range[1] + 1 },
          );
          if (made === null) return range !== null || hasTooManyLines(text);
          const plan = planOf(made);
          expect(plan).toMatchObject({
            taskId: "PLAN-1",
            status: "Draft",
            source: "/Inbox/a.md",
            context: "",
            questions: [],
          });
          expect(plan.log.entries.map(({ mark }) => mark?.word)).toEqual(["drafted"]);
          expect(
            plan.steps.map(({ state, id, approval }) => [state, id, approval.kind === "action"]),
          ).toEqual(made.steps.map(() => ["open", null, false]));
          expect([...made.steps, made.objective].join("")).not.toMatch(
            /[\r\n]|(?<!\\)\[\[|<%|\{\{|(?<!\\)`|(?<!\\)</,
          );
          return true;
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("the file of a plan", () => {
  const id = "PLAN-20260221-k7f3";
  test.each<readonly [title: string, name: string]>([
    ["January invoice", `${id} January invoice.md`],
    ['a/b\\c: d*? <e>|"f" #g^h [i]', `${id} a b c d e f g h i.md`],
    ["…", `${id}.md`],
    ["", `${id}.md`],
    ["ends in dots...", `${id} ends in dots.md`],
    ["../../etc/passwd", `${id} .. .. etc passwd.md`],
    ["हिन्दी पत्र", `${id} हिन्दी पत्र.md`],
    ["e\u0301te\u0301", `${id} été.md`],
    ["pay\u202Eer\u200b now", `${id} pay er now.md`],
    ["word ".repeat(40), `${id} ${"word ".repeat(12).trim()}.md`],
    ["請求書".repeat(40), `${id} ${"請求書".repeat(20).slice(0, 58)}.md`],
    ["𝒜".repeat(80), `${id} ${"𝒜".repeat(43)}.md`],
    ["क्षि".repeat(40), ""],
    [
      "Ask the three roofers for offers, compare them and choose one of them",
      "PLAN-20260221-k7f3 Ask the three roofers for offers, compare them and choose.md",
    ],
  ])("for %j is legal", (title, name) => {
    const made = planFile(id, title);
    if (name !== "") expect(made).toBe(name);
    expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(196);
    expect(made.normalize("NFC")).toBe(made);
    expect(made).not.toMatch(/\p{Cs}|\uFFFD/u);
  });
});
