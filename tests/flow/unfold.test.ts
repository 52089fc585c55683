/** How a flow unfolds into the Roadmap of its plan: first lines, tasks of loops, further attempts, other ways. */
import { describe, expect, test } from "vitest";
import type { Flow } from "../../src/flow/flow";
import { drawFlow } from "../../src/flow/drawFlow";
import { preview } from "../../src/flow/preview";
import { readFlow } from "../../src/flow/readFlow";
import { expand, firstLines, taskWords, type FlowChange } from "../../src/flow/expand";
import { editPlan } from "../../src/note/plan/edit";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { SEVEN } from "./seven";

function flowOf(block: string): Flow {
  const read = readFlow("Flows/Build.md", `\`\`\`flow\n${block}\n\`\`\`\n`);
  if (read.kind === "bad")
    throw new Error(read.faults.map(({ line, says }) => `${String(line)}: ${says}`).join("\n"));
  return read.flow;
}

function planOf(roadmap: readonly string[], log: readonly string[] = []): Plan {
  const read = parsePlan(
    "Plans/P.md",
    `---\ntask_id: P-1\nstatus: Active\nagent: auto\n---\n\n## Roadmap\n\n${roadmap.join("\n")}\n\n## Reasoning Logs\n${log.map((each) => `- [2026-03-01T10:00:00Z] Agent: Did — so (${each})`).join("\n")}\n`,
  );
  if (read.kind !== "plan") throw new Error(read.kind);
  return read.plan;
}

const unfolded = (
  flow: Flow,
  plan: Plan,
  files: ReadonlyMap<string, string> = new Map(),
  inputs: Readonly<Record<string, string>> = {},
): readonly FlowChange[] => expand({ flow, files, inputs }, plan);

const TASKS = new Map([["writing-plans-plan.md", "# Plan\n\n## Tasks\n\n- [ ] Open\n- [ ] Close\n"]]);

describe("seven steps with a loop", () => {
  const flow = flowOf(SEVEN);

  test("the first lines are all that is known", () => {
    expect(firstLines(flow).map(({ id, text }) => `${text} ^${id}`)).toEqual([
      "Brainstorming ^f-brainstorming",
      "Writing plans ^f-writing-plans",
      "Implement, task by task ^f-implement",
      "Final review ^f-final-review",
      "Finishing ^f-finishing",
    ]);
  });

  const start = ["- [x] Brainstorming ^f-brainstorming", "- [x] Writing plans ^f-writing-plans"];
  const at = [...start, "- [ ] Implement, task by task ^f-implement"];
  const before = [...start, "- [x] Implement, task by task ^f-implement"];
  const behind = ["- [ ] Final review ^f-final-review", "- [ ] Finishing ^f-finishing"];

  test("each task has a step, and the reviews that jump back to it", () => {
    const [change, tick] = unfolded(flow, planOf([...at, ...behind]), TASKS);
    expect(change).toMatchObject({ kind: "insert", beside: "f-implement" });
    expect(tick).toEqual({ kind: "tick", id: "f-implement", tasks: 2 });
    expect(change?.kind === "insert" ? change.steps.map(({ id, text }) => `${text} ^${id}`) : []).toEqual([
      "Implement: Open ^f-implement--i1",
      "Spec review: Open ^f-spec-review--i1",
      "Code quality: Open ^f-code-quality--i1",
      "Implement: Close ^f-implement--i2",
      "Spec review: Close ^f-spec-review--i2",
      "Code quality: Close ^f-code-quality--i2",
    ]);
  });

  test("nothing is unfolded before the list is there, or twice", () => {
    expect(unfolded(flow, planOf([...at, ...behind]), new Map())).toEqual([]);
    expect(unfolded(flow, planOf(["- [ ] Writing plans ^f-writing-plans", ...at.slice(2)]), TASKS)).toEqual(
      [],
    );
    expect(unfolded(flow, planOf([...before, ...behind]), TASKS)).toEqual([]);
  });

  const tasks = [
    "- [x] Implement: Open ^f-implement--i1",
    "- [x] Spec review: Open ^f-spec-review--i1",
    "- [ ] Code quality: Open ^f-code-quality--i1",
    "- [ ] Implement: Close ^f-implement--i2",
  ];

  test("a review that finds something adds another attempt, for this task alone, behind it", () => {
    const failed = ["failed, step f-spec-review--i1, note 2, text abc"];
    const [change] = unfolded(flow, planOf([...before, ...tasks, ...behind], failed), TASKS);
    expect(change).toMatchObject({ kind: "insert", beside: "f-spec-review--i1" });
    expect(change?.kind === "insert" ? change.steps.map(({ id, text }) => `${text} ^${id}`) : []).toEqual([
      "Implement: Open — again: 2 findings ^f-implement--i1--a2",
      "Spec review: Open — again ^f-spec-review--i1--a2",
    ]);
    expect(
      unfolded(
        flow,
        planOf([...before, ...tasks, ...behind], [...failed, "unfolded, note f-spec-review--i1"]),
        TASKS,
      ),
    ).toEqual([]);
  });

  test("the words of a task are escaped once, however often it is done", () => {
    const own = ["Pay $5 & use `x`", "Read a_b"];
    const list = `# Plan\n\n## Tasks\n\n- [ ] Pay \\$5 & use \\\`x\\\`\n- [ ] ${own[1] ?? ""}\n`;
    const first = unfolded(flow, planOf([...at, ...behind]), new Map([["writing-plans-plan.md", list]]));
    const [added] = first;
    const texts = added?.kind === "insert" ? added.steps.map(({ text }) => text) : [];
    expect(texts.filter((each) => each.startsWith("Implement"))).toEqual([
      "Implement: Pay \\$5 \\& use \\`x\\`",
      "Implement: Read a_b",
    ]);
    const [again] = unfolded(
      flow,
      planOf(
        [
          ...before,
          `- [x] ${texts[0] ?? ""} ^f-implement--i1`,
          `- [x] ${texts[1] ?? ""} ^f-spec-review--i1`,
          ...behind,
        ],
        ["failed, step f-spec-review--i1, note 2, text abc"],
      ),
      TASKS,
    );
    expect(again?.kind === "insert" ? again.steps[0]?.text : "").toBe(
      "Implement: Pay \\$5 \\& use \\`x\\` — again: 2 findings",
    );
  });

  test("an attempt is counted although its lines are deleted, or have lost their marks", () => {
    const failed = "failed, step f-spec-review--i1, note 2, text abc";
    const ids = (lines: readonly string[], log: readonly string[]): readonly (string | undefined)[] => {
      const [change] = unfolded(flow, planOf([...before, ...lines, ...behind], log), TASKS);
      return change?.kind === "insert" ? change.steps.map(({ id }) => id) : [];
    };
    expect(ids([...tasks.slice(1)], [failed])).toEqual(["f-implement--i1--a2", "f-spec-review--i1--a2"]);
    expect(ids([...tasks.slice(1)], [failed, "ticked, step f-implement--i1--a2"])).toEqual([
      "f-implement--i1--a3",
      "f-spec-review--i1--a2",
    ]);
  });

  test("an attempt that is in the plan is not added again, whatever became of the log", () => {
    const again = "- [ ] Spec review: Open — again ^f-spec-review--i1--a2";
    const plan = planOf(
      [...before, ...tasks.slice(0, 2), again, ...tasks.slice(2), ...behind],
      ["failed, step f-spec-review--i1, note 2, text abc"],
    );
    expect(unfolded(flow, plan, TASKS)).toEqual([]);
  });

  test("a tick of a person is no failure, and a line that was deleted does not come back", () => {
    expect(unfolded(flow, planOf([...before, ...tasks, ...behind]), TASKS)).toEqual([]);
    expect(
      unfolded(flow, planOf([...before, ...tasks.slice(1), ...behind], ["unfolded, note implement"]), TASKS),
    ).toEqual([]);
  });
});

test("a jump to before a loop makes another round of it, and of what is between", () => {
  const flow = flowOf(`steps:
  - step: list
  - step: do
    loop: {over: list.md#Tasks}
  - step: judge
    check: {output: OK}
    on_fail: list
  - step: close`);
  const lines = [
    "- [x] List ^f-list",
    "- [x] Do, task by task ^f-do",
    "- [x] Do: One ^f-do--i1",
    "- [x] Judge ^f-judge",
    "- [ ] Close ^f-close",
  ];
  // “judge” is no part of the loop: it jumps to before it.
  const [round] = unfolded(flow, planOf(lines, ["failed, step f-judge, note 1, text abc"]), new Map());
  expect(round?.kind === "insert" ? round.steps.map(({ id }) => id) : []).toEqual([
    "f-list--a2",
    "f-do--a2",
    "f-judge--a2",
  ]);
  const [tasks] = unfolded(
    flow,
    planOf(
      [
        ...lines.slice(0, 4),
        "- [x] List ^f-list--a2",
        "- [ ] Do ^f-do--a2",
        "- [ ] Judge ^f-judge--a2",
        ...lines.slice(4),
      ],
      ["unfolded, note f-judge"],
    ),
    new Map([["list.md", "## Tasks\n\n- One\n- Two\n"]]),
  );
  expect(tasks?.kind === "insert" ? tasks.steps.map(({ id }) => id) : []).toEqual([
    "f-do--i1--a2",
    "f-do--i2",
  ]);
});

test("in a second loop, another attempt bears the words of its own task", () => {
  const flow = flowOf(`steps:
  - step: pack
    loop: [Kitchen, Attic]
  - step: carry
    loop: [Piano, Bees]
  - step: look
    check: {output: OK}
    on_fail: carry`);
  const lines = [
    "- [x] Pack ^f-pack",
    "- [x] Pack: Kitchen ^f-pack--i1",
    "- [x] Pack: Attic ^f-pack--i2",
    "- [x] Carry ^f-carry",
    "- [x] Carry: Piano ^f-carry--i1",
    "- [x] Look: Piano ^f-look--i1",
  ];
  const [again] = unfolded(flow, planOf(lines, ["failed, step f-look--i1, note 1, text abc"]));
  expect(again?.kind === "insert" ? again.steps.map(({ text }) => text) : []).toEqual([
    "Carry: Piano — again: 1 finding",
    "Look: Piano — again",
  ]);
});

test("a step that only a failure leads to is done, and joins the way again", () => {
  const flow = flowOf(`steps:
  - step: draft
  - step: review
    check: {output: OK}
    on_fail: escalate
    next: publish
  - step: escalate
    next: publish
  - step: publish`);
  expect(firstLines(flow).map(({ id }) => id)).toEqual(["f-draft", "f-review", "f-publish"]);
  const changes = unfolded(
    flow,
    planOf(
      ["- [x] Draft ^f-draft", "- [x] Review ^f-review", "- [ ] Publish ^f-publish"],
      ["failed, step f-review, note 1, text abc"],
    ),
    new Map(),
  );
  expect(
    changes.map((each) =>
      each.kind === "insert" ? each.steps.map(({ id }) => id) : `${each.kind} ${each.id}`,
    ),
  ).toEqual([["f-escalate"]]);
});

test.each([
  "✋ Send the mail",
  "Send 🖐 the mail",
  "Send 🤚🏽 it (needs approval)",
  "[x] Done already",
  "- [ ] ✋ Pay ^f-review--i1",
  "Wait until 2031-01-01",
  "⏳ 2031-01-01 write",
  "📅 2031-01-01",
  "%% hidden %% <b>x</b> [[Plan]] ```action",
  "שלום \u202e reversed",
  "🐝🐝🐝",
  "^f-close",
  "x".repeat(400),
])("the task %j of a model becomes a step that an agent does, and nothing else", (title) => {
  const flow = flowOf("steps:\n  - step: list\n  - step: do\n    loop: list.md#Tasks");
  const text =
    "---\ntask_id: P-1\nstatus: Active\nagent: auto\n---\n\n## Roadmap\n\n- [x] List ^f-list\n- [ ] Do ^f-do\n\n## Reasoning Logs\n";
  const read = parsePlan("Plans/P.md", text);
  if (read.kind !== "plan") throw new Error(read.kind);
  const [change] = unfolded(flow, read.plan, new Map([["list.md", `## Tasks\n\n- ${title}\n- Other\n`]]));
  if (change?.kind !== "insert") throw new Error(`no task in ${title}`);
  const { beside, steps } = change;
  const edited = editPlan("Plans/P.md", text, [{ kind: "insert", beside, where: "behind", steps }]);
  const after = edited === null ? null : parsePlan("Plans/P.md", edited);
  const made = after?.kind === "plan" ? after.plan.steps.slice(2) : [];
  expect(
    made.map(({ id, approval, state, notBefore, tool }) => ({
      id,
      approval: approval.kind,
      state,
      notBefore,
      tool,
    })),
  ).toEqual(
    ["f-do--i1", "f-do--i2"].map((id) => ({
      id,
      approval: "none",
      state: "open",
      notBefore: null,
      tool: null,
    })),
  );
});

test("a program is foretold as what it is, and so is a check that leads nowhere", () => {
  const flow = flowOf(
    "steps:\n  - step: build\n    agent: coder\n    check: { output: OK }\n  - step: list\n    ask: confirm\n  - step: tell",
  );
  const told = preview(flow, [], new Set(["coder"]));
  expect(told[0]?.says).toEqual(
    expect.arrayContaining([
      "The program of the agent “coder” gives its verdict.",
      "If not: you are asked what happens then.",
    ]),
  );
  expect(told[1]?.says).toContain("If not: you are asked what happens then.");
  expect(told[2]?.says[0]).toBe("A model (worker) writes tell.md.");
  expect(preview(flow, [], new Set([null]))[2]?.says[0]).toBe("The program of the worker writes tell.md.");
});

test("an answer that leads to the end is foretold, drawn and followed", () => {
  const flow = flowOf(`steps:
  - step: draft
  - step: decide
    ask: choose
    options: [Keep it, Discard it]
    on_answer: { Discard it: end }
  - step: print`);
  expect(preview(flow, [])[1]?.says).toContain("After “Discard it”: the flow ends.");
  expect(drawFlow(flow)).toContain('s1 -. "Discard it" .-> finish');
  const plan = planOf(
    ["- [x] Draft ^f-draft", "- [x] Decide ^f-decide--ask", "- [ ] Print ^f-print"],
    ["failed, step f-decide--ask, note 1, text abc"],
  );
  const answered = {
    ...plan,
    questions: [
      {
        id: "q-1-f-decide--ask",
        step: "f-decide--ask",
        line: 1,
        answer: "option-2" as const,
        words: "",
        isClosed: false,
        lines: ["- Decide?", "    - [ ] (1) Keep it", "    - [x] (2) Discard it"],
      },
    ],
  };
  expect(unfolded(flow, answered).map((each) => (each.kind === "insert" ? each.steps : each.id))).toEqual([
    [],
    "f-print",
  ]);
});

test("the words of a long task are cut between two signs, not within one", () => {
  expect(taskWords("😀".repeat(120))).toBe(`${"😀".repeat(99)}…`);
});
