/** Properties and boxes of ours, as the programs beside us leave them: no change of what they mean. */
import { dump, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { setValue } from "../../src/kit/frontmatter";
import { parsePlan } from "../../src/note/plan/parse";
import { renderQuestion, saidIn } from "../../src/note/plan/questions";
import { renderRequest } from "../../src/approval/request/render";
import { BY_HAND, DRAFT, KEY, parse } from "./draft";

type Rewrite = (block: string) => string;

const data = (block: string): Record<string, unknown> => load(block) as Record<string, unknown>;
const EDITORS: Readonly<Record<string, Rewrite>> = {
  "an editor that sorts the keys": (block) => dump(data(block), { sortKeys: true }),
  "an editor that folds narrowly": (block) => dump(data(block), { lineWidth: 20 }),
  "an editor that quotes all texts": (block) =>
    Object.entries(data(block))
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join(""),
  "an editor that uses single quotes": (block) => block.replace(/^(\w+): ([A-Za-z][\w./@-]*)$/gm, "$1: '$2'"),
  "a formatter that puts each text on the next line": (block) =>
    block.replace(/^(\w+): ([A-Za-z][\w ./@-]*)$/gm, "$1:\n  $2"),
  "a linter that folds each text": (block) =>
    block.replace(/^(\w+): ([A-Za-z][\w ./@-]*)$/gm, "$1: >-\n  $2"),
  "a linter that leaves blank lines and spaces": (block) => block.replace(/\n/g, "  \n\n"),
  "git with CRLF": (block) => block.replace(/\n/g, "\r\n"),
  "the app, which writes nothing for null": (block) => block.replace(/: null$/gm, ":"),
};

function rewrite(text: string, by: Rewrite): string {
  const [, block = "", body = ""] = /^---\n([^]*?\n)---\n([^]*)$/.exec(text) ?? [];
  return `---\n${by(block)}---\n${body}`;
}

describe.each(Object.entries(EDITORS))("%s", (_name, by) => {
  test("leaves a request sealed", () => {
    for (const draft of [DRAFT, BY_HAND]) {
      const text = rewrite(renderRequest(draft, KEY), by);
      expect(parse(text).reading.kind, text.slice(0, 700)).toBe("sealed");
    }
  });

  test("leaves a plan that can be written", () => {
    const plan = rewrite(
      "---\ntask_id: PLAN-1\nstatus: Blocked\nblocked_reason: Awaiting human approval\npriority: high\n---\n\n## Roadmap\n\n- [ ] a ^s-1\n",
      by,
    );
    const reading = parsePlan("Plans/A.md", plan);
    expect(reading).toMatchObject({
      kind: "plan",
      plan: { taskId: "PLAN-1", status: "Blocked", blockedReason: "Awaiting human approval" },
    });
    const freed = setValue(setValue(plan, "status", "Active") ?? "", "blocked_reason", null) ?? "";
    expect(parsePlan("Plans/A.md", freed)).toMatchObject({
      kind: "plan",
      plan: { status: "Active", blockedReason: null, priority: "high" },
    });
  });
});

test("words that an editor adds to the properties of a request are a change", () => {
  for (const added of ["# pay twice\n", "also: pay twice\n", "x: &pay_twice y\n"])
    expect(parse(rewrite(renderRequest(DRAFT, KEY), (block) => block + added)).reading.kind).toBe("edited");
});

const BOXES: Readonly<Record<string, (line: string) => string>> = {
  "a person": (line) => line.replace("[ ]", "[x]"),
  Tasks: (line) => `${line.replace("[ ]", "[x]")} ✅ 2026-11-27`,
  "Tasks with its filter and an id": (line) =>
    `${line.replace("[ ] ", "[X] #task ")} 🆔 a1b2c3 ➕ 2026-11-01 ⏫ ✅ 2026-11-27`,
  Dataview: (line) => `${line.replace("[ ]", "[x]")}  [completion:: 2026-11-27]`,
  Kanban: (line) => `${line.replace("[ ]", "[x]")} @{2026-11-27} ^k4a2`,
  Linter: (line) => line.replace("- [ ]", "* [x]").trimEnd(),
  "prettier, which leaves no odd spaces": (line) => line.replace("- [ ]", "-   [x]"),
  "a sync that leaves a comment": (line) => `${line.replace("[ ]", "[x]")} %%id:9%% <!-- moved -->`,
};

describe.each(Object.entries(BOXES))("as %s ticks it", (_name, tick) => {
  test("“I did it” says yes", () => {
    const text = renderRequest(BY_HAND, KEY).replace(/^- \[ \] I did it$/m, (line) => tick(line));
    expect(parse(text)).toMatchObject({ reading: { kind: "sealed" }, remarks: { didIt: true } });
  });

  test("an option of a question is that option, with no words of a person", () => {
    const choices = { kind: "options", options: ["Call \\#it", "Leave it"], details: [] } as const;
    const asked = renderQuestion("q-ab12-s-1", "What now?", choices);
    const lines = asked.map((line) => (line.includes("(1)") ? tick(line) : line));
    const note = `---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] a ^s-1\n\n## Questions\n\n${lines.join("\n")}\n`;
    const reading = parsePlan("Plans/A.md", note);
    const question = reading.kind === "plan" ? reading.plan.questions[0] : undefined;
    expect(question).toMatchObject({ answer: "option-1", words: "" });
    if (question === undefined) return;
    expect(saidIn(question, "What now?", choices)).toEqual({ words: "", edited: [], isAsAsked: true });
  });
});
