/**
 * The part of a note in another format that is taken for its steps: all of them, or none, and never a part that only
 * looks like them.
 */
import { describe, expect, it } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import { convertNote } from "../../src/note/proposal/convert";

type Conversion = ReturnType<typeof convertNote>;
const convert = (text: string): Conversion =>
  convertNote("Plans/Fence.md", text, { hands: false, taken: new Set(), archive: "Done/Plans" });

function textOf(conversion: Conversion): string {
  if (conversion.kind === "none") throw new Error(conversion.why);
  return conversion.change.text;
}

/** The steps of what comes of it, with the sign of their box; why not, where nothing does. */
function stepsOf(text: string): readonly string[] | string {
  const conversion = convert(text);
  if (conversion.kind === "none") return conversion.why;
  const parsed = parsePlan("Plans/Fence.md", conversion.change.text);
  if (parsed.kind !== "plan") throw new Error("it is no plan afterwards");
  return parsed.plan.steps.map(({ state, text: step }) => `${state === "done" ? "x" : "o"} ${step}`);
}

/** Every line of the note as it was, but for those that are shown. */
function headingsOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^#{1,6} /.test(line));
}

describe("all phases are taken:", () => {
  it.each<readonly [what: string, text: string, steps: readonly string[]]>([
    [
      "tasks of an implementation plan, with code between them",
      "# Drain Implementation Plan\n\n> For workers: tick as you go.\n\n## Global Constraints\n\n- No digging on Sunday.\n\n### Task 1: Pipe\n\n**Files:**\n- Create: `pipe.ts`\n\n- [x] **Step 1: Write the test**\n\n```ts\n- [ ] no step\n```\n\n- [ ] **Step 2: Lay it**\n\nRun: `npm test`\n\n### Task 2: Verify the flow\n\n- [ ] **Step 1: Open the tap**\n",
      ["x **Step 1: Write the test**", "o **Step 2: Lay it**", "o **Step 1: Open the tap**"],
    ],
    [
      "phases of a list of tasks with numbers",
      "# Tasks: Fence\n\n**Input**: design documents\n\n## Format: `[ID] [P?] Description`\n\n- **[P]**: can run beside others\n\n## Phase 1: Setup\n\n- [x] T001 Buy posts\n- [ ] T002 [P] Buy boards\n\n**Checkpoint**: all bought\n\n## Phase 2: Story 1 - Posts (Priority: P1)\n\n### Tests for Story 1\n\n- [ ] T003 [P] [US1] Shake a post\n\n### Implementation for Story 1\n\n- [ ] T004 [US1] Dig\n\n## Phase N: Polish\n\n- [ ] T005 Paint\n\n## Dependencies & Execution Order\n\n- Phase 1 comes first\n\n## Notes\n\n- [P] tasks touch other boards\n",
      [
        "x T001 Buy posts",
        "o T002 [P] Buy boards",
        "o T003 [P] [US1] Shake a post",
        "o T004 [US1] Dig",
        "o T005 Paint",
      ],
    ],
    [
      "tasks of the second level",
      "# Drain\n\n## Task 1: Pipe\n\n- [ ] a\n- [ ] b\n\n## Task 2: Tap\n\n- [ ] c\n- [ ] d\n- [ ] e\n",
      ["o a", "o b", "o c", "o d", "o e"],
    ],
    ["days of a week", "# Week\n\n## Monday\n- [ ] a\n\n## Tuesday\n- [ ] b\n", ["o a", "o b"]],
    [
      "phases in which one is called Approval",
      "# Report\n\n## Action Plan\n\n### Phase 1: Draft\n- [x] a\n\n### Phase 2: Approval by Ana\n- [ ] b\n\n## Success Criteria\n- [ ] it is read\n",
      ["x a", "o b"],
    ],
    [
      "chunks with tasks in them",
      "# Docs\n\n## Chunk 1: Words\n\n### Task 1: Write\n- [ ] a\n\n## Chunk 2: Pictures\n\n### Task 2: Draw\n- [ ] b\n\n## Notes\n\nNone.\n",
      ["o a", "o b"],
    ],
    [
      "labels under numbered headings",
      "# Upgrade\n\n## Requirements\n\n### 1. Plan the days\n\n**Tasks:**\n- [ ] a\n\n**Deliverables:**\n- a list\n\n### 2. Call\n\n**Tasks:**\n- [ ] b\n\n**Deliverables:**\n- a date\n\n## Completion Checklist\n- [ ] all is well\n",
      ["o a", "o b"],
    ],
    [
      "lists without a box, phase by phase",
      "# Plan: Website\n\n## Proposed Action Plan\n\n### Phase 1\n1. Ask\n2. Wait\n\n### Phase 2\n1. Change\n\n## Dependencies\n\n- [ ] Address\n- [ ] Access\n- [ ] Prices\n",
      ["o Ask", "o Wait", "o Change"],
    ],
    [
      "under a title of the second level",
      "## Plan: Invoice\n\n### Analysis\n- Amount: 2,250\n\n### Steps\n- [x] Read\n- [ ] Send\n",
      ["x Read", "o Send"],
    ],
    [
      "under a title that speaks of verification",
      "# Bronze Verification Plan\n\n## Objective\nAll is checked.\n\n## Steps\n1. ✅ Look\n2. Write\n",
      ["x ✅ Look", "o Write"],
    ],
    [
      "under a title with a sign before it",
      "# ✅ Review: approve the budget\n\n## Action Items\n- [ ] Read\n\n## Notes\n- [ ] no step\n",
      ["o Read"],
    ],
    [
      "one list under a heading that says nothing of steps",
      "# Trip\n\n## Before we leave\n\n- [ ] Tickets\n- [ ] Keys\n\n## Food\n\nBread.\n",
      ["o Tickets", "o Keys"],
    ],
  ])("%s", (_what, text, steps) => {
    expect(stepsOf(text)).toEqual(steps);
  });

  it("and no heading of a series is changed", () => {
    const text = "# Drain\n\n## Task 1: Pipe\n\n- [ ] a\n\n## Task 2: Tap\n\n- [ ] c\n\n## Risks\n\n- rain\n";
    expect(headingsOf(textOf(convert(text)))).toEqual([
      "# Drain",
      "# Roadmap",
      "## Task 1: Pipe",
      "## Task 2: Tap",
      "# Further notes",
      "## Risks",
    ]);
  });
});

describe("headings and lines in bold that are the steps are listed in a Roadmap, and stay as they are:", () => {
  it.each<readonly [what: string, text: string, steps: readonly string[]]>([
    [
      "tasks with steps in bold",
      "# Spawn Plan\n\n### Task 1: Schema\n\n**Step 1: Write**\n\nText.\n\n### Task 2: Command\n\n**Step 1: Write it**\n\n**Step 2: Commit**\n",
      ["o Task 1: Schema", "o Task 2: Command"],
    ],
    [
      "steps of the second level, one of them done",
      "# Fence\n\n## Step 1: Posts ✅\n\nDig.\n\n## Step 2 - Boards\n\nNail.\n\n## Summary\n\nWood.\n",
      ["x Step 1: Posts ✅", "o Step 2 - Boards"],
    ],
    [
      "bold steps",
      "# Fence\n\nIntroduction.\n\n**Step 1: Dig**\n\nDeep.\n\n**Step 2: Nail**\n\nHard.\n",
      ["o Step 1: Dig", "o Step 2: Nail"],
    ],
    [
      "bold tasks with words behind them",
      "# Fence\n\n## Work\n\n**Task 1:** dig deep\n**Task 2:** nail hard\n",
      ["o Task 1: dig deep", "o Task 2: nail hard"],
    ],
    [
      "tasks in phases, and boxes that are criteria",
      "# Fence\n\n## Phase 1: Wood\n\n### Task 1: Posts\n\nDig.\n\n## Phase 2: Paint\n\n### Task 2: Colour\n\nBlue.\n\n## Success Criteria\n\n- [ ] it stands\n",
      ["o Task 1: Posts", "o Task 2: Colour"],
    ],
    [
      "steps under a heading of their own",
      "# Fence\n\n## Processing Steps\n\n### Step 1: Posts\n\n1. long\n2. short\n\n### Step 2: Boards\n\n1. wide\n",
      ["o Step 1: Posts", "o Step 2: Boards"],
    ],
  ])("%s", (_what, text, steps) => {
    expect(stepsOf(text)).toEqual(steps);
    const after = headingsOf(textOf(convert(text))).filter((line) => !line.endsWith(" Roadmap"));
    expect(after.filter((line) => headingsOf(text).includes(line))).toEqual(headingsOf(text));
  });

  it("and one with signs of another meaning reads as one step", () => {
    const steps = stepsOf("# Fence\n\n## Task 1: Ask <!-- Ana --> %% now %% ^a\n\n## Task 2: [x] Pay ✋\n");
    expect(steps).toHaveLength(2);
  });
});

describe("a code block that nobody closed is closed before what it hides:", () => {
  it.each<readonly [what: string, text: string, line: number, comes: string]>([
    [
      "the end of a block that ended with its list",
      "# Alert\n\n- **Preview**:\n  ```\n  NEW\n\nFrom: Ana\n  ```\n\n## Action Items\n- [ ] Reply\n",
      8,
      "  ```\n  ```\n\n## Roadmap\n",
    ],
    [
      "a command",
      "# Fence\n\n```bash\nnpm install\n\n## Steps\n- [ ] Reply\n",
      3,
      "```bash\nnpm install\n```\n\n## Roadmap\n",
    ],
    [
      "waves, longer than they have to be",
      "# Fence\n\n~~~~\nwords\n\n- [ ] Reply\n- [ ] Send\n",
      3,
      "~~~~\nwords\n~~~~\n\n## Roadmap\n\n- [ ] Reply\n",
    ],
  ])("%s", (_what, text, line, comes) => {
    const conversion = convert(text);
    expect(textOf(conversion)).toContain(comes);
    expect(conversion).toMatchObject({
      change: {
        said: expect.arrayContaining([
          `A code block that begins in line ${String(line)} is not closed, so the boxes after it do not count. It is closed where the text goes on.`,
        ]) as unknown,
      },
    });
  });

  it.each([
    [
      "a block of Markdown, which may be an example",
      "# Fence\n\n```markdown\n## Steps\n- [ ] a\n",
      "a code block that begins in line 3 is not closed",
    ],
    [
      "a remark",
      "# Fence\n\n<!-- later\n\n## Steps\n- [ ] a\n",
      "a comment that begins in line 3 is not closed",
    ],
  ])("but not %s", (_what, text, why) => {
    expect(convert(text)).toEqual({ kind: "none", why: expect.stringContaining(why) as unknown });
  });
});

describe("what is over becomes no work:", () => {
  it.each<readonly [what: string, text: string]>([
    [
      "its status says so, and its list has no boxes",
      "# Task 43\n\n**Status**: Done\n\n## Steps\n1. sends\n2. draws\n",
    ],
    [
      "its status says so, and when",
      "# Task 43\n\n**Status**: ✅ COMPLETED (2026-03-05)\n\n## Tasks\n- sends\n- draws\n",
    ],
    ["its title says so", "# Countdown ✅ Complete\n\n## Steps\n1. sends\n2. draws\n"],
    ["every box is ticked", "# Countdown\n\n**Status:** in progress\n\n## Steps\n- [x] sends\n- [-] draws\n"],
  ])("%s, so it is Done, with every step ticked", (_what, text) => {
    expect(textOf(convert(text))).toContain("\nstatus: Done\n");
    expect(stepsOf(text)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^o (?!draws)/)]));
  });

  it.each<readonly [what: string, text: string, why: string]>([
    [
      "a report of what was done",
      "# Task 43\n\n**Status**: Done\n\n## Implementation Summary\n\n1. **Updates**: sends\n2. **Hook**: counts\n",
      "says that it is done (“Done”), and has no list of its steps",
    ],
    [
      "one whose only list is of the next steps",
      "# Shed\n\n**Status**: Done\n\n## Notes\nIt stands.\n\n### Next steps\n1. Paint it\n2. Fill it\n",
      "says that it is done (“Done”), and its only list is of work that is still to be done (“Next steps”)",
    ],
    [
      "one whose steps stand beneath open work",
      "# Shed ✅ Done\n\n## Remaining\n\n### Steps\n- paint it\n- fill it\n",
      "its only list is of work that is still to be done (“Remaining”)",
    ],
    [
      "one whose numbered tasks are still open, in another language",
      "# Schuppen\n\n**Status**: done\n\n## Offene Punkte der Arbeit\n\n### Aufgaben\n1. streichen\n2. füllen\n",
      "its only list is of work that is still to be done",
    ],
    [
      "one whose only boxes are of what is finished",
      "# Fence\n\n## Completed Tasks\n- [x] a\n\n## Backlog\n- [ ] b\n",
      "has no recognisable steps",
    ],
  ])("%s is left to the person", (_what, text, why) => {
    expect(convert(text)).toEqual({ kind: "none", why: expect.stringContaining(why) as unknown });
  });
});

it("a note that says that it is done becomes Done, also with open boxes: none of them is ticked", () => {
  const text = "# Task 43\n\n**Status**: Completed\n\n## Steps\n- [x] a\n- [ ] b\n";
  expect(textOf(convert(text))).toContain("\nstatus: Done\n");
  expect(stepsOf(text)).toEqual(["x a", "o b"]);
  const conversion = convert(text);
  expect(conversion).not.toHaveProperty("change.later");
  expect(conversion.kind === "change" ? conversion.change.said : []).toContain(
    "It says “Completed”; its status becomes Done, as it says; one of its boxes is open and stays so, and it stays where it is.",
  );
});

it("a second heading of the first level over all of the steps is passed over", () => {
  const text =
    "# Plan for a mail\n\n# Mail from Ana\n\nHello.\n\n## Action Required\n- [ ] a\n\n## Proposed Actions\n- [ ] b\n\n## Priority\nlow\n";
  expect(stepsOf(text)).toEqual(["o a", "o b"]);
});

describe("boxes that are no steps are never taken for them:", () => {
  const STEPS = "## Steps\n- [ ] a\n\n";
  it.each([
    "Dependencies",
    "Global Constraints",
    "Backlog",
    "Findings",
    "Acceptance Criteria",
    "Definition of Done",
    "Nice to have",
    "Out of scope",
    "Already done",
    "Completed tasks",
    "Open Questions",
    "Decision",
    "Approvals",
    "Prerequisites",
    "Known issues",
    "Blockers & Risks",
    "Future ideas",
    "Original message",
    "Verification checklist",
    "Lessons learned",
    "Required before execution:",
  ])("under “%s”", (name) => {
    const boxes = "- [ ] p\n- [ ] q\n- [ ] r\n";
    expect(stepsOf(`# Fence\n\n## ${name}\n${boxes}\n${STEPS}`)).toEqual(["o a"]);
    expect(stepsOf(`# Fence\n\n${STEPS}## ${name}\n${boxes}`)).toEqual(["o a"]);
    expect(stepsOf(`# Fence\n\n## Work\n\n1. dig\n\n## ${name}\n${boxes}`)).toEqual(
      expect.stringContaining("has no recognisable steps"),
    );
  });

  it.each([
    ["after its header", "From: Ana\nSubject: Fence\n\nPlease:\n- [ ] p\n- [ ] q\n"],
    ["after the line of a mail program", "On Monday, 2 March 2026, Ana wrote:\n\n- [ ] p\n- [ ] q\n"],
    ["that was passed on", "---------- Forwarded message ---------\n\n- [ ] p\n- [ ] q\n"],
    ["behind signs of a quote", "> - [ ] p\n> - [ ] q\n"],
  ])("of a mail %s", (_what, mail) => {
    expect(stepsOf(`# Fence\n\n## Their words\n\n${mail}\n## Steps\n- [ ] a\n`)).toEqual(["o a"]);
  });

  it("beneath a heading of a backlog, whatever they are called", () => {
    expect(
      stepsOf(
        "# Fence\n\n## Phase 1\n- [ ] a\n\n## Phase 2\n- [ ] b\n\n## Backlog\n\n### Phase 3\n- [ ] c\n",
      ),
    ).toEqual(["o a", "o b"]);
  });
});

describe("criteria, constraints, notes, what is over and what comes later are known in every language:", () => {
  it.each([
    ["en", "Acceptance criteria", "Constraints", "Decisions", "Completed", "Later"],
    ["de", "Abnahmekriterien", "Rahmenbedingungen", "Offene Fragen", "Erledigt", "Für später"],
    ["fr", "Critères d’acceptation", "Contraintes", "Remarques", "Déjà fait", "Plus tard"],
    ["es", "Criterios de aceptación", "Restricciones", "Preguntas abiertas", "Completado", "Más adelante"],
    ["it", "Criteri di accettazione", "Vincoli", "Domande aperte", "Completati", "Più avanti"],
    ["pt", "Critérios de aceitação", "Limitações", "Observações", "Concluído", "Ideias"],
    ["nl", "Acceptatiecriteria", "Randvoorwaarden", "Opmerkingen", "Afgerond", "Toekomst"],
    ["pl", "Kryteria akceptacji", "Założenia", "Pytania", "Zrobione", "Na później"],
    ["sv", "Acceptanskriterier", "Förutsättningar", "Frågor", "Avslutade", "Framtida idéer"],
    ["tr", "Kabul kriterleri", "Kısıtlar", "Sorular", "Tamamlananlar", "Gelecek"],
    ["ru", "Критерии приёмки", "Ограничения", "Вопросы", "Выполнено", "Идеи"],
    ["zh", "验收标准", "约束条件", "问题", "已完成", "未来"],
    ["ja", "受け入れ基準", "前提条件", "メモ", "完了済み", "今後"],
    ["ko", "인수 조건", "제약", "메모", "완료", "향후"],
  ])("%s", (_language, ...names) => {
    for (const name of names) {
      expect(stepsOf(`# X\n\n## ${name}\n- [ ] p\n- [ ] q\n`), name).toEqual(
        expect.stringContaining("has no recognisable steps"),
      );
      expect(stepsOf(`# X\n\n**${name}:**\n- [ ] p\n- [ ] q\n\n## Steps\n- [ ] a\n`), name).toEqual(["o a"]);
    }
  });
});

describe("steps are known in every language:", () => {
  it.each([
    "Schritte",
    "Nächste Schritte",
    "Maßnahmen",
    "Étapes",
    "À faire",
    "Pasos",
    "Por hacer",
    "Attività",
    "Próximos passos",
    "Taken",
    "Zadania",
    "Åtgärder",
    "Yapılacaklar",
    "Шаги",
    "步骤",
    "手順",
    "할 일",
  ])("%s", (name) => {
    const text = `# X\n\n## ${name}\n1. a\n2. b\n\n## Other things\n- [x] p\n`;
    expect(stepsOf(text.replace("- [x] p", "words"))).toEqual(["o a", "o b"]);
    expect(stepsOf(text.replace("1. a\n2. b", "- [ ] a\n- [ ] b"))).toEqual(["o a", "o b"]);
  });
});

describe("what is shown of it names", () => {
  const saidOf = (text: string): readonly string[] => {
    const conversion = convert(text);
    return conversion.kind === "change" ? (conversion.change.said ?? []) : [conversion.why];
  };

  it("the heading that the steps come from, the first of them and the last", () => {
    expect(saidOf("# Trip\n\n## Before we leave\n\n- [ ] Tickets\n- [x] Keys\n- [ ] Lock up\n")).toEqual([
      "The steps are the boxes under “Before we leave”; a heading “Roadmap” comes in above them. Nothing there says that they are steps; see whether they are.",
      "3 steps, from “Tickets” to “Lock up”; 1 done.",
      "Its status: Draft.",
    ]);
    expect(saidOf("# Plan\n\n## Step 1: Dig\n\nDeep.\n\n## Step 2: Nail\n\nHard.\n")).toContain(
      "2 steps, from “Step 1: Dig” to “Step 2: Nail”; none is done.",
    );
    expect(saidOf("# Plan\n\n## Steps\n- [ ] Dig\n")).toContain("One step, “Dig”; none is done.");
  });

  it("where a note that is done goes by itself", () => {
    const conversion = convert("# Day\n\n## Todo\n- [x] Water\n- [x] Call\n");
    expect(conversion).toMatchObject({ change: { later: "Done/Plans/Fence.md" } });
    expect(convert("# Day\n\n## Todo\n- [x] Water\n- [ ] Call\n")).not.toHaveProperty("change.later");
    expect(convert("# Day\n\n**Status:** cancelled\n\n## Todo\n- [x] a\n- [ ] b\n")).not.toHaveProperty(
      "change.later",
    );
  });
});

it("a board of the Kanban plugin is no plan written another way, unless it is a plan", () => {
  const lanes = "\n## Todo\n\n- [ ] a\n\n## Doing\n\n- [ ] b\n";
  for (const property of ["kanban-plugin: board", "kanban-plugin: basic", '"kanban-plugin": list'])
    expect(parsePlan("Plans/Board.md", `---\n${property}\n---\n${lanes}`)).toEqual({ kind: "other" });
  const plan = "task_id: P\nstatus: Draft\nkanban-plugin: board";
  expect(parsePlan("Plans/B.md", `---\n${plan}\n---\n${lanes.replace("Todo", "Roadmap")}`).kind).toBe("plan");
});

describe("of several that could be meant none is picked:", () => {
  it.each<readonly [what: string, text: string]>([
    [
      "two headings that say nothing of steps",
      "# Fence\n\n## Shopping\n- [ ] a\n- [ ] b\n\n## Mend\n- [ ] c\n- [ ] d\n- [ ] e\n",
    ],
    [
      "a series, and as many boxes elsewhere",
      "# Fence\n\n## Phase 1\n- [ ] a\n\n## Phase 2\n- [ ] b\n\n## Garden\n- [ ] c\n- [ ] d\n",
    ],
    ["two lists without boxes", "# Fence\n\n## Preparation steps\n1. a\n\n## Painting steps\n1. b\n"],
    [
      "numbered tasks without boxes, and a list elsewhere",
      "# Fence\n\n## Task 1: Posts\n\nDig.\n\n## Task 2: Boards\n\nNail.\n\n## Before we begin\n- [ ] a\n- [ ] b\n",
    ],
    [
      "criteria within a task",
      "# Fence\n\n## Task 1: Posts\n\n- [ ] a\n\n### Acceptance Criteria\n\n- [ ] p\n\n## Task 2: Boards\n\n- [ ] b\n",
    ],
  ])("%s", (_what, text) => {
    expect(stepsOf(text)).toEqual(expect.stringMatching(/Roadmap”|among its steps/));
  });
});

it.each([
  ["email_file: EMAIL_1_Order.md", "EMAIL_1_Order.md"],
  ["source_task: fence.md", "fence.md"],
  ["original_email: '[[Mail from Ana]]'", "[[Mail from Ana]]"],
  ["task_file: Needs_Action/fence.md", "Needs_Action/fence.md"],
  ["source: gmail", null],
  ["source: Inbox/", null],
  ["source: manual\nrequest_file: ask.md", "ask.md"],
])("%s is where it comes from", (property, source) => {
  const text = textOf(convert(`---\n${property}\nstatus: pending\n---\n## Steps\n- [ ] a\n`));
  expect(/^source_link: (.*)$/m.exec(text)?.[1]?.replace(/^["']|["']$/g, "") ?? null).toBe(source);
});
