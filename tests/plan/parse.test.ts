import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readStatus } from "../../src/note/plan/parse";
import { nextStep } from "../../src/note/plan/plan";
import { STEP_LIMIT } from "../../src/note/plan/items";
import { NOTE, planIn, read } from "./note";

const swap = (from: string | RegExp, to: string): string => {
  const changed = NOTE.replace(from, to);
  if (changed === NOTE) throw new Error(`nothing to change for ${String(from)}`);
  return changed;
};

describe("the example plan", () => {
  const WAYS: readonly (readonly [string, string])[] = [
    ["as written", NOTE],
    ["with bare stamps in its log", NOTE.replace(/^- \[(2026[^\]]+)\]/gm, "- $1")],
    ["with signs mangled by a Mac", NOTE.replace("✋", "‚úã").replace(/—/g, "‚Äî")],
    ["with signs mangled by Windows", NOTE.replace("✋", "âœ‹").replace(/—/g, "â€”")],
    ["with signs mangled by Latin-1", NOTE.replace("✋", "\u00E2\u009C\u008B")],
    ["with CRLF", NOTE.replace(/\n/g, "\r\n")],
    ["with CR CR LF", NOTE.replace(/\n/g, "\r\r\n")],
    ["with CR", NOTE.replace(/\n/g, "\r")],
    ["with a byte order mark", `\uFEFF${NOTE}`],
    ["without a final newline", NOTE.trimEnd()],
    ["with spaces behind its fences", NOTE.replace(/^---$/gm, "---  ")],
    ["with blank lines after headings", NOTE.replace(/^(#+ .*)$/gm, "$1\n\n")],
    ["without blank lines before headings", NOTE.replace(/\n\n(#)/g, "\n$1")],
    ["with colons after headings", NOTE.replace(/^(#+ .*)$/gm, "$1:")],
    ["with bold headings", NOTE.replace(/^(#+) (.*)$/gm, "$1 **$2**")],
    [
      "with headings in capitals, closed",
      NOTE.replace(
        /^(#+) (.*)$/gm,
        (_all, signs: string, title: string) => `${signs} ${title.toUpperCase()} ${signs}`,
      ),
    ],
    ["with all headings of one level", NOTE.replace(/^#+ /gm, "### ")],
    ["with a second-level objective", NOTE.replace("# Objective", "## Objective")],
    ["with other list markers", NOTE.replace(/^- \[([ x])\]/gm, "* [$1]")],
    ["with plus signs", NOTE.replace(/^- /gm, "+ ")],
    ["with a numbered Roadmap", NOTE.replace(/^- \[([ x])\]/gm, "1. [$1]")],
    ["with ticks in capitals", NOTE.replace(/\[x\]/g, "[X]")],
    [
      "with links to its headings",
      NOTE.replace(/^(# Objective|## Roadmap|## Reasoning Logs)$/gm, "$1 ^here-1"),
    ],
    [
      "with its sections in another order",
      NOTE.replace(/(## Roadmap[^]*?)(## Reasoning Logs[^]*)$/, "$2\n$1"),
    ],
    [
      "with extra keys and sections",
      NOTE.replace("priority:", "owner: Ana\ntags: [garden]\npriority:").replace(
        "## Roadmap",
        "## Notes of Ana\n- [ ] not a step\n\n## Roadmap",
      ),
    ],
    ["with a skin tone", NOTE.replace("✋", "✋🏽")],
    ["with a variation selector", NOTE.replace("✋", "✋\uFE0F")],
    [
      "with the sign at the end",
      NOTE.replace(
        "✋ Send the order (requires human approval)",
        "Send the order (requires human approval) ✋",
      ),
    ],
  ];

  it.each(WAYS)("loads whole %s", (_way, text) => {
    const plan = planIn(text);
    expect(plan).toMatchObject({
      taskId: "PLAN-2026-014",
      key: "2026-014",
      status: "Active",
      blockedReason: null,
      source: "/Inbox/EMAIL_orchard-order.md",
      priority: "high",
      created: Date.UTC(2026, 2, 2, 8, 15),
    });
    expect(plan.objective).toBe("Order apple trees for the school orchard, for at most $900.");
    expect(plan.context).toContain("twelve trees.\nDependency");
    expect(plan.steps.map((step) => step.state)).toEqual(["done", "done", "open", "open", "open"]);
    expect(plan.steps.map((step) => step.approval.kind)).toEqual(["none", "none", "none", "hand", "none"]);
    expect(nextStep(plan)?.n).toBe(3);
    expect(plan.log.entries.map(({ at, actor }) => [at, actor])).toEqual(
      [15, 20, 25].map((minute) => [Date.UTC(2026, 2, 2, 8, minute), "Agent"]),
    );
  });

  it.each([
    ["status: active", "Active"],
    ["status: BLOCKED", "Blocked"],
    ['status: "Blocked: Awaiting Human Approval"', "Blocked"],
    ["status: 'blocked: awaiting human approval'", "Blocked"],
    ["status:   Done  # since today", "Done"],
    ["status: Cancelled", "Cancelled"],
    ["status: draft", "Draft"],
  ])("with %s is %s", (line, status) => {
    expect(planIn(swap("status: Active", line)).status).toBe(status);
  });

  it.each([
    ['status: "Blocked: Bob is away: till May"', "Bob is away: till May"],
    ['status: "Blocked:"', null],
    ["status: Blocked", null],
  ])("with %s, %j stands behind its status", (line, words) => {
    expect(planIn(swap("status: Active", line)).statusWords).toBe(words);
  });

  it.each([
    ["2026-03-02T08:15:00", Date.UTC(2026, 2, 2, 8, 15)],
    ["2026-03-02", Date.UTC(2026, 2, 2)],
    ["2026-03-02 10:15+02:00", Date.UTC(2026, 2, 2, 8, 15)],
    ["soon", null],
  ])("created on %s sorts by %j", (written, at) => {
    expect(planIn(swap("created_date: 2026-03-02T08:15:00Z", `created_date: ${written}`)).created).toBe(at);
  });

  it("needs no created_date, no log and no context", () => {
    const plan = planIn("---\ntask_id: 7\nstatus: Draft\n---\n# Roadmap\n- [ ] a");
    expect(plan).toMatchObject({
      taskId: "7",
      created: null,
      source: null,
      objective: "",
      context: "",
      log: { entries: [] },
      questions: [],
    });
  });

  it("shows no remark as its objective", () => {
    expect(
      planIn(swap("# Objective\n", "# Objective\n<!-- one sentence -->\n%% keep it short %%\n")).objective,
    ).toBe("Order apple trees for the school orchard, for at most $900.");
  });

  it("reads no log line in a fence or a comment", () => {
    const plan = planIn(
      `${NOTE}\n\`\`\`\n- [2026-03-03] Agent: a (asked)\n\`\`\`\n%%\n- [2026-03-03] Agent: b (asked)\n%%\n`,
    );
    expect(plan.log.entries.length).toBe(3);
  });
});

describe("a note that is no plan", () => {
  it.each([
    ["no frontmatter", NOTE.replace(/^---[^]*?---\n/, ""), ["no task_id", "no status"]],
    ["no task_id", swap(/task_id: .*\n/, ""), ["no task_id"]],
    ["an empty task_id", swap("PLAN-2026-014", "''"), ["no task_id"]],
    ["no status", swap(/status: .*\n/, ""), ["no status"]],
    [
      "a status of another dialect",
      swap("status: Active", "status: in_progress"),
      ["a status that is not one of ours"],
    ],
    [
      "a status in words of another dialect",
      swap("status: Active", 'status: "✅ Pending approval: soon"'),
      ["a status that is not one of ours"],
    ],
    ["an empty status", swap("status: Active", "status:"), ["a status that is not one of ours"]],
    [
      "an unknown status and no id",
      swap(/task_id: .*\n/, "").replace("status: Active", "status: Activ"),
      ["no task_id", "a status that is not one of ours"],
    ],
    ["no task_id and two Roadmaps", `${swap(/task_id: .*\n/, "")}\n## Roadmap\n- [ ] more\n`, ["no task_id"]],
    [
      "no task_id and a status nobody can change in place",
      swap(/task_id: .*\n/, "").replace("status: Active", "status: &now Active"),
      ["no task_id"],
    ],
    [
      "numbered steps and one property",
      "---\nsource: x\n---\n# The plan\n1. one\n2. two\n",
      ["no task_id", "no status", "no boxes"],
    ],
    [
      "no task_id and braces in its words",
      swap(/task_id: .*\n/, "").replace("twelve trees", "{{twelve}} trees"),
      ["no task_id"],
    ],
    ["boxes under another heading", swap("## Roadmap", "## Steps"), ["boxes outside a Roadmap section"]],
    ["no boxes", NOTE.replace(/\[[ x]\] /g, ""), ["no boxes"]],
    [
      "numbered steps and an objective",
      "# The plan\n\n## Objective\nAll of it\n\n## Steps\n1. ✅ one\n2. two\n",
      ["no task_id", "no status", "no boxes"],
    ],
    [
      "boxes and nothing else",
      "- [ ] apples\n- [ ] bread\n",
      ["no task_id", "no status", "boxes outside a Roadmap section"],
    ],
    [
      "tasks as headings",
      "# Fence\n\n### Task 1: Posts\n\nDig.\n\n### Task 2: Boards\n",
      ["no task_id", "no status", "steps written as headings"],
    ],
    [
      "steps in bold",
      "# Fence\n\n**Step 1: Dig**\n\nDeep.\n\n**Step 2: Nail**\n",
      ["no task_id", "no status", "steps written as headings"],
    ],
    ["words alone", "# Plans\n\nPlans live here. Each one is a note with steps.\n", ["no steps"]],
    ["numbers under no heading that is about steps", "# Soup\n1. cut\n2. cook\n", ["no steps"]],
    [
      "another status and nothing to do",
      NOTE.replace(/\[[ x]\] /g, "").replace("status: Active", "status: Activ"),
      ["a status that is not one of ours", "no boxes"],
    ],
    [
      "another program's keys",
      "---\ntype: plan\nstatus: pending\ncreated: 2026-01-01\n---\n# Plan\n- [ ] a\n",
      ["no task_id", "a status that is not one of ours", "boxes outside a Roadmap section"],
    ],
  ])("with %s can be converted, and says what it lacks", (_what, text, lacks) => {
    expect(read(text)).toEqual({ kind: "adoptable", lacks });
  });

  it.each<readonly [what: string, text: string, lacks: readonly string[], line: number | undefined]>([
    [
      "a block that nobody closed",
      "# Fence\n\n```\nFrom: Ana\n\n## Steps\n- [ ] a\n",
      ["no task_id", "no status", "boxes behind a code block that is not closed"],
      3,
    ],
    [
      "a block of waves after a list",
      "- Preview:\n  ~~~\n  Hello\n\nBye\n~~~\n\n- [ ] a\n",
      ["no task_id", "no status", "boxes behind a code block that is not closed"],
      6,
    ],
    [
      "a remark that nobody closed",
      "# Fence\n\n<!-- for later\n\n- [ ] a\n- [ ] b\n",
      ["no task_id", "no status", "boxes behind a comment that is not closed"],
      3,
    ],
    [
      "a remark of percent signs that nobody closed",
      "# Fence\n\nDig. %% ask Ana\n\n- [ ] a\n",
      ["no task_id", "no status", "boxes behind a comment that is not closed"],
      3,
    ],
    [
      "a block that ends with the note, and no box in it",
      "# Fence\n\n- [ ] a\n\n```\nDig\n",
      ["no task_id", "no status", "boxes outside a Roadmap section"],
      undefined,
    ],
  ])("behind %s says in which line it begins", (_what, text, lacks, line) => {
    expect(read(text)).toEqual({ kind: "adoptable", lacks, line });
  });

  it.each([
    ["its box", "- ✋ a ^s-7f3a"],
    ["its place", "\n## Later\n- [ ] ✋ a ^s-7f3a"],
  ])("is still a plan when the only step, which was asked about, has lost %s", (_what, step) => {
    const note = (line: string): string =>
      `---\ntask_id: PLAN-1\nstatus: Blocked\n---\n## Roadmap\n${line}\n`;
    expect(planIn(note(step)).steps).toMatchObject([
      { state: "open", id: "s-7f3a", approval: { kind: "unclear" } },
    ]);
    for (const other of [
      note(step.replace(" ^s-7f3a", "")),
      note(step).replace("Blocked", "Done"),
      `${note("- a")}\nSee ^s-7f3a\n`,
    ])
      expect(read(other).kind).toBe("adoptable");
  });

  it.each([
    "task_id",
    "plan_id",
    "id",
    "status",
    "priority",
    "created",
    "created_at",
    "created_date",
    "source",
    "source_file",
    "source_link",
    "objective",
  ])("with a box and only the property %s can be converted", (key) => {
    expect(read(`---\n${key}: null\n---\n- [ ] a\n`).kind).toBe("adoptable");
  });

  it.each([
    [
      "a template with all sections",
      '---\ntask_id: "{{id}}"\nstatus: "{{status}}"\n---\n## Roadmap\n- [ ] a\n',
    ],
    ["a template", '---\ntask_id: "{{id}}"\nstatus: draft\n---\n## Steps\n- [ ] a\n'],
    ["an empty file", ""],
  ])("like %s is left alone", (_what, text) => {
    expect(read(text)).toEqual({ kind: "other" });
  });

  it.each([
    [
      "a status that is not YAML",
      swap("status: Active", "status: Blocked: Awaiting Human Approval"),
      "broken-yaml",
      6,
      'write: status: "Blocked: Awaiting Human Approval"',
    ],
    ["a key twice", swap("priority: high", "priority: high\npriority: low"), "broken-yaml", 6, "twice"],
    [
      "frontmatter without an end",
      swap("blocked_reason: null\n---", "blocked_reason: null"),
      "broken-yaml",
      1,
      "never closed",
    ],
    ["code in its frontmatter", swap("---\n", "---js\n"), "broken-yaml", 1, "three hyphens"],
    [
      "the marks of a merge",
      swap("## Roadmap\n", "## Roadmap\n<<<<<<< HEAD\n"),
      "conflict-markers",
      18,
      "unfinished merge",
    ],
    [
      "the other mark of a merge",
      swap("## Roadmap\n", ">>>>>>> branch\n## Roadmap\n"),
      "conflict-markers",
      17,
      "unfinished merge",
    ],
    ["characters no text has", swap("school", "sch\u0000ool"), "not-text", null, "damaged"],
    ["two Roadmaps", `${NOTE}\n## Roadmap\n- [ ] more\n`, "two-roadmaps", 29, "two Roadmap sections"],
    [
      "two steps with one id",
      swap("## Reasoning", "- [ ] a ^s-1\n- [ ] b\n- [x] c ^s-1\n\n## Reasoning"),
      "doubled-step",
      26,
      "two steps end in ^s-1",
    ],
    [
      "a misspelt status",
      swap("status: Active", "status: Activ"),
      "status",
      6,
      "status “Activ” is not known (Active?); use Draft, Active, Blocked, Done or Cancelled",
    ],
    [
      "a misspelt status after another that is not ours",
      swap("priority: high\nstatus: Active", "old_status: x\nstatus: Activ"),
      "status",
      6,
      "status “Activ” is not known",
    ],
    [
      "a status with a tail that is not ours",
      swap("status: Active", 'status: "Active: now"'),
      "status",
      6,
      "status “Active: now” is not known",
    ],
    [
      "a status nobody can change in place",
      swap("status: Active", "status: &now Active"),
      "status",
      null,
      "write it as: status: Active",
    ],
    [
      "a status in a list of lines",
      swap("status: Active", "status:\n  - |\n    Active"),
      "status",
      null,
      "write it as: status: Active",
    ],
    ["an id over two lines", swap("PLAN-2026-014", '"a\\nb"'), "frontmatter", null, "one short line"],
    ["an id without an end", swap("PLAN-2026-014", "x".repeat(201)), "frontmatter", null, "one short line"],
    [
      "more steps than anybody does",
      swap("## Roadmap\n", `## Roadmap\n${"- [ ] a\n".repeat(STEP_LIMIT)}`),
      "too-big",
      null,
      "several plans",
    ],
    ["more lines than are read", NOTE + "\n".repeat(50_000), "too-big", null, "50,000 lines"],
  ])("with %s is a problem, with the line and what to do", (_what, text, kind, line, message) => {
    const parsed = read(text);
    expect(parsed).toMatchObject({ kind: "problem", problem: { kind, line, path: "Plans/Orchard.md" } });
    expect(parsed.kind === "problem" ? parsed.problem.message : "").toContain(message);
  });

  it("never makes the reader throw", () => {
    const piece = fc.constantFrom(
      "---\n",
      "---",
      "task_id: x\n",
      "status: Active\n",
      "status: ",
      "# Objective\n",
      "## Roadmap\n",
      "- [ ] ",
      "- [x] a ^s-1\n",
      "✋",
      "\n",
      "\r",
      "\t",
      "    ",
      "```action\n",
      "```\n",
      "~~~\n",
      "type: email\n",
      "%%",
      "<!--",
      "-->",
      "> ",
      "1. ",
      "{",
      "[",
      "&a ",
      "*a",
      "!!",
      "\u0000",
      "\uFEFF",
      "\u2028",
      "\uD800",
      "## Reasoning Logs\n",
      "- [2026-01-01] Agent: a (asked)\n",
      "## Questions\n",
      "- q ^q-a-s-1\n",
      "⏳ 2026-99-99",
      "<<<<<<< ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        expect(["plan", "adoptable", "problem", "other"]).toContain(read(parts.join("")).kind);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a status", () => {
  it.each([
    [null, null],
    ["", null],
    ["Active ", "Active"],
    ["Blocked:", "Blocked"],
    ["Blocked - x", null],
    ["Done: yes", null],
    ["toString", null],
  ])("%j is %j", (text, status) => {
    expect(readStatus(text)).toBe(status);
  });
});
