import fc from "fast-check";
import { said } from "../action/actions";
import { describe, expect, it } from "vitest";
import type { Action } from "../../src/note/action/action";
import { renderEntry } from "../../src/note/plan/renderLog";
import { splitLines } from "../../src/kit/lines";
import { editPlan, type PlanEdit } from "../../src/note/plan/edit";
import { renderQuestion } from "../../src/note/plan/questions";
import { hashStep } from "../../src/note/plan/steps";
import { hashOf, NOTE, planIn, read, withRoadmap } from "./note";

const PATH = "Plans/Orchard.md";
const LOG = renderEntry(
  { actor: "Agent", action: "Asked", rationale: "A person decides", mark: { word: "asked", step: "s-1" } },
  Date.UTC(2026, 2, 2),
);
const ACTION: Action = {
  type: "email",
  target: "a@example.com",
  args: { body: "Dear A,\n\nthanks ```\n" },
  attachments: [],
};

function edit(text: string, ...edits: readonly PlanEdit[]): string | null {
  return editPlan(PATH, text, edits);
}

const named = (text: string, n: number, id = "s-1"): PlanEdit => ({
  kind: "step-id",
  n,
  hash: hashOf(planIn(text).steps[n - 1]),
  id,
});

describe("an edit of the example plan", () => {
  it("touches only its own bytes", () => {
    const after = edit(
      NOTE,
      named(NOTE, 4),
      { kind: "status", value: "Blocked" },
      { kind: "value", key: "blocked_reason", value: "Awaiting approval" },
      { kind: "log", line: LOG },
    );
    const expected =
      NOTE.replace("(requires human approval)", "(requires human approval) ^s-1")
        .replace("status: Active", "status: Blocked")
        .replace("blocked_reason: null", "blocked_reason: Awaiting approval") + `${LOG}\n`;
    expect(after).toBe(expected);
    expect(edit(expected, { kind: "mark", step: "s-1", mark: "x" })).toBe(
      expected.replace("- [ ] ✋", "- [x] ✋"),
    );
    expect(edit(expected, { kind: "mark", step: "s-1", mark: "-" })).toBe(
      expected.replace("- [ ] ✋", "- [-] ✋"),
    );
  });

  it("that changes nothing gives the same text", () => {
    expect(edit(NOTE)).toBe(NOTE);
    expect(
      edit(
        NOTE,
        { kind: "status", value: "Active" },
        { kind: "value", key: "blocked_reason", value: null },
        { kind: "value", key: "updated", value: "x" },
      ),
    ).toBe(NOTE);
  });

  it("keeps every kind of line end, the mark at the start, and the missing newline", () => {
    for (const end of ["\n", "\r\n", "\r\r\n", "\r"]) {
      for (const start of ["", "\uFEFF"]) {
        const before = start + NOTE.trimEnd().replace(/\n/g, end);
        const after = edit(before, named(before, 4), { kind: "log", line: LOG }) ?? "";
        expect(after).toBe(`${before.replace("approval)", "approval) ^s-1")}${end}${LOG}`);
      }
    }
  });

  it("puts a question at the end, and the log where logs are", () => {
    const lines = renderQuestion("q-ab12-s-1", "Rejected. What now?");
    const asked = edit(NOTE, { kind: "question", lines }) ?? "";
    expect(asked).toBe(`${NOTE}\n## Questions\n${lines.join("\n")}\n`);
    expect(edit(asked, { kind: "log", line: LOG })).toBe(
      `${NOTE}${LOG}\n\n## Questions\n${lines.join("\n")}\n`,
    );
    expect(planIn(asked).questions).toMatchObject([{ id: "q-ab12-s-1", step: "s-1", answer: null }]);
  });

  it("puts an action beneath its step", () => {
    for (const end of ["\n", "\r\n"]) {
      const before = NOTE.replace(/\n/g, end);
      const after =
        edit(before, { kind: "action", n: 4, hash: hashOf(planIn(before).steps[3]), action: ACTION }) ?? "";
      expect(said(planIn(after).steps[3]?.approval ?? {})).toEqual({ kind: "action", action: ACTION });
      const was = splitLines(before);
      const is = splitLines(after);
      expect(is.filter((line) => /\s$/.test(line.text))).toEqual([]);
      const from = was.findIndex((line) => line.text.includes("✋")) + 1;
      expect([...is.slice(0, from), ...is.slice(from + is.length - was.length)]).toEqual(was);
    }
  });
});

describe("the log section", () => {
  const head = withRoadmap("- [ ] a").replace("\n\n## Reasoning Logs\n", "");
  const old = "- [2026-03-01] Agent: a";
  it.each([
    ["missing", "\n", `\n\n## Reasoning Logs\n${LOG}\n`],
    ["missing after a blank line", "\n\n", `\n\n## Reasoning Logs\n${LOG}\n`],
    ["empty", "\n## Reasoning Logs\n", `\n## Reasoning Logs\n${LOG}\n`],
    ["empty, before blank lines", "\n## Reasoning Logs\n\n\n", `\n## Reasoning Logs\n${LOG}\n\n\n`],
    [
      "at the end of a file without newline",
      `\n## Reasoning Logs\n${old}`,
      `\n## Reasoning Logs\n${old}\n${LOG}`,
    ],
    [
      "followed by a rule",
      `\n## Reasoning Logs\n${old}\n\n---\n`,
      `\n## Reasoning Logs\n${old}\n${LOG}\n\n---\n`,
    ],
    [
      "followed by a rule of underscores, a little further in",
      `\n## Reasoning Logs\n${old}\n\n   ___\n`,
      `\n## Reasoning Logs\n${old}\n${LOG}\n\n   ___\n`,
    ],
    [
      "with words after hyphens at its end",
      `\n## Reasoning Logs\n${old}\n--- said Ana\n`,
      `\n## Reasoning Logs\n${old}\n--- said Ana\n${LOG}\n`,
    ],
    [
      "with words before hyphens at its end",
      `\n## Reasoning Logs\n${old}\nAna ---\n`,
      `\n## Reasoning Logs\n${old}\nAna ---\n${LOG}\n`,
    ],
    [
      "followed by another section",
      `\n## Reasoning Logs\n${old}\n\n***\n## More\ntext\n`,
      `\n## Reasoning Logs\n${old}\n${LOG}\n\n***\n## More\ntext\n`,
    ],
    [
      "followed by blank lines",
      `\n## Reasoning Logs\n${old}\n\n  \n`,
      `\n## Reasoning Logs\n${old}\n${LOG}\n\n  \n`,
    ],
    [
      "with a fence at its end",
      `\n## Reasoning Logs\n${old}\n\`\`\`\nx\n\`\`\`\n`,
      `\n## Reasoning Logs\n${old}\n\`\`\`\nx\n\`\`\`\n${LOG}\n`,
    ],
    [
      "with a comment at its end",
      `\n## Reasoning Logs\n${old}\n%% mine %%\n`,
      `\n## Reasoning Logs\n${old}\n%% mine %%\n${LOG}\n`,
    ],
    [
      "with words at its end",
      `\n## Reasoning Logs\n${old}\nmy own words\n`,
      `\n## Reasoning Logs\n${old}\nmy own words\n${LOG}\n`,
    ],
    [
      "with smaller headings in it",
      `\n## Reasoning Logs\n### March\n${old}\n`,
      `\n## Reasoning Logs\n### March\n${old}\n${LOG}\n`,
    ],
    [
      "there twice",
      `\n## Reasoning Logs\n${old}\n\n## Reasoning Logs\n${old}\n`,
      `\n## Reasoning Logs\n${old}\n\n## Reasoning Logs\n${old}\n${LOG}\n`,
    ],
  ])("%s gets one line more", (_what, tail, expected) => {
    expect(edit(head + tail, { kind: "log", line: LOG })).toBe(head + expected);
  });

  it.each([
    ["an unfinished fence", `\n## Reasoning Logs\n${old}\n\`\`\`\n`],
    ["an unfinished comment", `\n## Reasoning Logs\n${old}\n%%\n`],
    ["an unfinished comment of HTML, and no log", "\n\n<!--\n"],
    ["an unfinished fence, and no log", "\n\n```\n"],
  ])("is left alone after %s, which would swallow the line", (_what, tail) => {
    expect(edit(head + tail, { kind: "log", line: LOG })).toBe(null);
  });

  it("grows by one line only", () => {
    for (const odd of ["\n", "\r"])
      expect(edit(NOTE, { kind: "log", line: `${LOG}${odd}${LOG}` })).toBe(null);
  });

  it("is started although frontmatter holds percent signs", () => {
    const text = `---\ntask_id: P-1\nstatus: Active\nx: "%%"\n---\n## Roadmap\n- [ ] a\n`;
    expect(edit(text, { kind: "log", line: LOG })).toBe(`${text}\n## Reasoning Logs\n${LOG}\n`);
  });
});

describe("a reason", () => {
  it.each([
    ["folded", "blocked_reason: >-\n  an old one\n  and more", "blocked_reason: new"],
    ["kept by line", "blocked_reason: |\n  an old one\n  and more", "blocked_reason: new"],
    ["in quotes", 'blocked_reason: "an old one\n  and more" # why', 'blocked_reason: "new" # why'],
    ["without a sign", "blocked_reason:\n  an old one\n  and more", "blocked_reason: new"],
    ["with an anchor", "blocked_reason: &a old", "blocked_reason: &a old"],
    ["of several", "blocked_reason: [a, b]", "blocked_reason: [a, b]"],
    ["that is nowhere", "other: null", "other: null"],
  ])("%s is written over where it can be, and keeps no tick from being written", (_what, before, after) => {
    const text = withRoadmap("- [ ] a ^s-1").replace("status: Active", `status: Active\n${before}`);
    const ticked = edit(
      text,
      { kind: "mark", step: "s-1", mark: "x" },
      { kind: "value", key: "blocked_reason", value: "new" },
      { kind: "log", line: LOG },
    );
    expect(ticked).toContain("- [x] a ^s-1");
    expect(ticked).toContain(LOG);
    expect(ticked).toContain(after);
  });
});

describe("an edit that no longer applies is refused whole", () => {
  it.each<readonly [string, string, PlanEdit]>([
    ["a note that is no plan", "text", { kind: "status", value: "Active" }],
    ["a step that is gone", NOTE, { kind: "mark", step: "s-9", mark: "x" }],
    ["a step whose words changed", NOTE, { kind: "step-id", n: 4, hash: "0".repeat(64), id: "s-1" }],
    [
      "a step that has an id",
      NOTE.replace("approval)", "approval) ^mine"),
      { kind: "step-id", n: 4, hash: hashOf(planIn(NOTE).steps[3]), id: "s-1" },
    ],
    ["an id that is another step's", NOTE.replace("Write the order", "Write the order ^s-1"), named(NOTE, 4)],
    ["an id that is no id", NOTE, named(NOTE, 4, "s 1")],
    [
      "two steps with the id",
      withRoadmap("- [ ] a ^s-1\n- [ ] b ^s-1"),
      { kind: "mark", step: "s-1", mark: "x" },
    ],
    [
      "an action for a step that has one",
      withRoadmap("- [ ] a\n    ```action\n    type: other\n    ```"),
      {
        kind: "action",
        n: 1,
        hash: hashOf(planIn(withRoadmap("- [ ] a\n    ```action\n    type: other\n    ```")).steps[0]),
        action: ACTION,
      },
    ],
  ])("for %s", (_what, text, change) => {
    expect(edit(text, { kind: "log", line: LOG }, change)).toBe(null);
  });
});

/** Notes as people have them: the example, with pieces of other things put between its lines. */
const piece = fc.constantFrom(
  "%% mine %%",
  "<!-- mine -->",
  "text  ",
  "\ttext",
  "> [!note] mine",
  "> - [ ] quoted",
  "```",
  "```js\nx\n```",
  "    - [ ] nested",
  "    ```action\n    type: other\n    ```",
  "- [ ] other ⏳ 2026-03-03",
  "1. [x] done ^mine",
  "* [-] skipped",
  "| a | b |",
  "---",
  "## Notes",
  "### March",
  "# Appendix",
  "",
  "  ",
  "✋",
  "- plain",
  "%%",
  "\u2028",
  "[[link]]",
  "key:: value",
  "## Questions",
  "- q ^q-a-s-1",
  "    - [x] Ask again",
);
const property = fc.constantFrom(
  "owner: 'Ana'   # mine",
  "# remark",
  "tags:\n  - a\n  -   b",
  "x: [1,  2]",
  "long: >\n  a\n  b",
  "updated:",
  "updated: '2026-01-01' # by hand",
  'quoted: "a\\u0041"',
);
const note = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(19), piece), { maxLength: 6 }),
    fc.array(property, { maxLength: 3 }),
    fc.constantFrom("\n", "\r\n", "\r\r\n", "\r"),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([pieces, properties, end, bom, closed]) => {
    const lines = NOTE.trimEnd().split("\n");
    const body = lines.slice(8);
    for (const [at, text] of pieces) body.splice(at, 0, text);
    const text =
      [...lines.slice(0, 7), ...new Set(properties.slice(0, 1)), "---", ...body].join("\n") +
      (closed ? "\n" : "");
    return (bom ? "\uFEFF" : "") + text.replace(/\n/g, end);
  });

type Wish = {
  readonly kind: "id" | "tick" | "skip" | "action" | "log" | "question" | "status" | "reason";
  readonly n: number;
};
const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom("id", "tick", "skip", "action", "log", "question", "status", "reason"),
  n: fc.nat(6),
});

function toEdit(text: string, { kind, n }: Wish): PlanEdit | null {
  const step = planIn(text).steps[n];
  switch (kind) {
    case "id":
      return step === undefined
        ? null
        : { kind: "step-id", n: step.n, hash: hashStep(step), id: `s-${String(n)}` };
    case "tick":
      return { kind: "mark", step: step?.id ?? "s-x", mark: "x" };
    case "skip":
      return { kind: "mark", step: step?.id ?? "s-x", mark: "-" };
    case "action":
      return step === undefined ? null : { kind: "action", n: step.n, hash: hashStep(step), action: ACTION };
    case "log":
      return { kind: "log", line: LOG };
    case "question":
      return { kind: "question", lines: renderQuestion("q-ab12-s-1", "What now?") };
    case "status":
      return { kind: "status", value: "Blocked" };
    case "reason":
      return { kind: "value", key: n > 3 ? "updated" : "blocked_reason", value: "Awaiting approval: [[x]]" };
  }
}

/** Every old line must still be there, in its order, changed at most in the way this edit may. */
function expectOwnedOnly(before: string, after: string, change: PlanEdit): void {
  const was = splitLines(before);
  const is = splitLines(after);
  let at = 0;
  const added: string[] = [];
  let changed = 0;
  for (const line of is) {
    const old = was[at];
    const lastWithoutEnd = at === was.length - 1 && old?.end === "";
    if (old !== undefined && line.text === old.text && (line.end === old.end || lastWithoutEnd)) at += 1;
    else if (old !== undefined && line.end === old.end && mayBecome(old.text, line.text, change)) {
      at += 1;
      changed += 1;
    } else added.push(line.text);
  }
  expect(at, "every old line is still there").toBe(was.length);
  expect(changed).toBeLessThanOrEqual(1);
  const own = change.kind === "log" ? [change.line] : change.kind === "question" ? change.lines : [];
  const extra = added.filter(
    (text) => !own.includes(text) && text !== "" && text !== "## Reasoning Logs" && text !== "## Questions",
  );
  if (change.kind === "action") expect(extra.every((text) => text.startsWith("    "))).toBe(true);
  else expect(extra).toEqual([]);
  expect(
    (after.endsWith("\n") || after.endsWith("\r")) === (before.endsWith("\n") || before.endsWith("\r")),
  ).toBe(true);
  expect(after.startsWith("\uFEFF")).toBe(before.startsWith("\uFEFF"));
}

function mayBecome(from: string, to: string, change: PlanEdit): boolean {
  const box = /^([ \t]*(?:[-*+]|\d+[.)])[ \t]+\[).(\].*)$/su;
  switch (change.kind) {
    case "mark":
      return to.replace(box, "$1?$2") === from.replace(box, "$1?$2");
    case "step-id":
      return to === `${from} ^${change.id}`;
    case "status":
      return from.startsWith("status:") && to === "status: Blocked";
    case "value":
      return (
        from.startsWith(`${change.key}:`) &&
        to.startsWith(`${change.key}: `) &&
        (/ +#.*$/.exec(from)?.[0] ?? "") === (/ +#.*$/.exec(to)?.[0] ?? "")
      );
    default:
      return false;
  }
}

describe("any edit of any note", () => {
  it("changes no byte that is the person's, and the note reads as the same plan", () => {
    let done = 0;
    fc.assert(
      fc.property(note, fc.array(wish, { minLength: 1, maxLength: 6 }), (start, wishes) => {
        let text = start;
        for (const each of wishes) {
          if (read(text).kind !== "plan") return;
          const change = toEdit(text, each);
          const after = change === null ? null : edit(text, change);
          if (change === null || after === null) continue;
          done += 1;
          expectOwnedOnly(text, after, change);
          const was = planIn(text);
          const is = planIn(after);
          expect(is.key).toBe(was.key);
          expect(is.steps.map((step) => step.text)).toEqual(was.steps.map((step) => step.text));
          if (change.kind !== "action") expect(is.steps.map(hashStep)).toEqual(was.steps.map(hashStep));
          text = after;
        }
      }),
      { numRuns: 250 },
    );
    expect(done).toBeGreaterThan(100);
  });
});

it("in a note of mixed line ends, a new line takes none from a blank line beneath it", () => {
  const text =
    "---\rtask_id: P\rstatus: Active\r---\r## Roadmap\r- [ ] a\r## Reasoning Logs\r- [2026-01-01T00:00:00Z] Agent: a — b.\n\n";
  const after = editPlan("p.md", text, [{ kind: "log", line: "- [2026-01-02T00:00:00Z] Agent: c — d." }]);
  expect(after).toBe(text.replace("b.\n\n", "b.\n- [2026-01-02T00:00:00Z] Agent: c — d.\n\n"));
});

describe("an action in the place of another", () => {
  const OLD = "type: payment\ntarget: b@example.com";
  const block = (indent: string, fence = "```"): string =>
    [`${fence}action`, ...OLD.split("\n"), fence].map((line) => indent + line).join("\n");
  const instead = (text: string, n: number): PlanEdit => ({
    kind: "action",
    n,
    hash: hashOf(planIn(text).steps[n - 1]),
    action: ACTION,
    instead: true,
  });

  it.each([
    ["a list", `- [ ] Pay\n${block("    ")}\n- [ ] Sow`],
    ["a list with tabs", `- [ ] Pay\n${block("\t")}\n- [ ] Sow`],
    ["a numbered list", `1. [ ] Pay\n${block("   ")}\n2. [ ] Sow`],
    ["a block with other fences", `- [ ] Pay\n${block("    ", "~~~~")}\n- [ ] Sow`],
    ["prose around the block", `- [ ] Pay\n    First.\n${block("    ")}\n    - Last.\n- [ ] Sow`],
    ["a code block before it", `- [ ] Pay\n    \`\`\`js\n    a\n    \`\`\`\n${block("    ")}\n- [ ] Sow`],
    ["the end of the section", `- [ ] Pay\n${block("  ")}`],
    ["another step with a block before it", `- [x] Pay Ben\n${block("    ")}\n- [ ] Pay\n${block("    ")}`],
  ])("keeps every other byte of %s", (_what, roadmap) => {
    for (const text of [withRoadmap(roadmap), withRoadmap(roadmap).replace(/\n/g, "\r\n")]) {
      const { steps } = planIn(text);
      const n = steps.findLast(({ approval }) => approval.kind === "action")?.n ?? 0;
      const after = edit(text, instead(text, n)) ?? "";
      expect(said(planIn(after).steps[n - 1]?.approval ?? {})).toEqual({ kind: "action", action: ACTION });
      const lines = after.split(/\r?\n/);
      const from = lines.findLastIndex((line) => /^\s*`{4}action$/.test(line));
      const to = lines.findIndex((line, at) => at > from && /^\s*`{4}$/.test(line));
      const others = [...lines.slice(0, from), ...lines.slice(to + 1)].join("\n");
      const old = text.replace(/\r/g, "").split("\n");
      const begin = old.findLastIndex((line) => /^\s*(?:```|~~~~)action$/.test(line));
      expect(others).toBe([...old.slice(0, begin), ...old.slice(begin + 4)].join("\n"));
      expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
      expect(/[^\r]\n/.test(after)).toBe(!text.includes("\r\n"));
    }
  });

  it("keeps the sign of an item that the block begins, and the remarks in the block", () => {
    const old = [
      "    - ~~~action",
      "      # Ask Ben first.",
      ...OLD.split("\n").map((each) => `      ${each}`),
    ];
    const text = withRoadmap(["- [ ] Pay", ...old, "      ~~~", "- [ ] Sow"].join("\n"));
    const after = edit(text, instead(text, 1)) ?? "";
    expect(said(planIn(after).steps[0]?.approval ?? {})).toEqual({ kind: "action", action: ACTION });
    expect(after).toContain("- [ ] Pay\n    - ````action\n      # Ask Ben first.\n      type: ");
    expect(after).toContain("\n      ````\n- [ ] Sow");
  });

  it("is not written where there is none, or where another stands there by now", () => {
    const bare = withRoadmap("- [ ] Pay ✋");
    expect(edit(bare, instead(bare, 1))).toBeNull();
    const text = withRoadmap(`- [ ] Pay\n${block("    ")}`);
    expect(edit(text.replace("b@example.com", "c@example.com"), instead(text, 1))).toBeNull();
  });
});

describe("a question that needs no answer any more", () => {
  const lines = renderQuestion("q-ab12-s-1", "Rejected. What now?");
  const before = `${withRoadmap("- [ ] a ^s-1")}\n## Questions\n${lines.join("\n")}`;
  const CLOSED = "    - Closed: it needs no answer any more.";
  const OPENED = "    - Open again: it needs your answer.";
  const close = (text: string | null, closes: boolean): string | null =>
    edit(text ?? "", { kind: "close", question: "q-ab12-s-1", closes });
  const closedIn = (text: string | null): readonly (boolean | string)[] =>
    planIn(text ?? "").questions.flatMap(({ isClosed, words }) => [isClosed, words]);

  it.each(["\n", "\r\n"])(
    "says so beneath it, and opens again, with ends of lines as they are: %j",
    (end) => {
      const text = before.replace(/\n/g, end);
      const closed = close(text, true);
      expect(closed).toBe(text.replace(lines[0] ?? "", () => `${lines[0] ?? ""}${end}${CLOSED}`));
      expect(closedIn(closed)).toEqual([true, ""]);
      const opened = close(closed, false);
      expect(opened).toBe(closed?.replace(CLOSED, () => `${CLOSED}${end}${OPENED}`));
      expect(closedIn(opened)).toEqual([false, ""]);
      expect(closedIn(close(opened, true))).toEqual([true, ""]);
    },
  );

  it("changes nothing where it says so already, or is not there", () => {
    const closed = close(before, true) ?? "";
    expect(close(closed, true)).toBe(closed);
    expect(edit(before, { kind: "close", question: "q-zz99-s-1", closes: true })).toBe(before);
    const alone = `${withRoadmap("- [ ] a ^s-1")}\n## Questions\n${lines[0] ?? ""}`;
    expect(close(alone, true)).toBe(`${alone}\n${CLOSED}`);
  });
});
