/** Notes of flows: read as they are written, and whatever is wrong is named with its line and what to do. */
import { describe, expect, test } from "vitest";
import { LIBRARY } from "../../src/flow/library/library";
import { readFlow } from "../../src/flow/readFlow";
import { ownSkill } from "../../src/flow/running";

const note = (block: string, more = ""): string => `# A flow\n\n\`\`\`flow\n${block}\n\`\`\`\n${more}`;

function faults(block: string): readonly string[] {
  const read = readFlow("Flows/Talk.md", note(block));
  return read.kind === "bad" ? read.faults.map(({ line, says }) => `${String(line)}: ${says}`) : [];
}

describe("what is wrong is named with its line", () => {
  test.each([
    ["steps:\n  - step: a\n    chek: {output: OK}", "6: There is no key “chek”. Did you mean “check”?"],
    ["steps:\n  - agent: reader", "5: “step” of step 1 is missing."],
    ["steps:\n  - stpe: a\n    agent: b", "5: There is no key “stpe”. Did you mean “step”?"],
    ["steps:\n  - step: a\n    next: c\n  - step: b", "6: There is no step “c”."],
    [
      "steps:\n  - step: draft\n  - step: review\n    check: {output: OK}\n    on_fail: daft",
      "8: There is no step “daft”. Did you mean “draft”?",
    ],
    [
      "steps:\n  - step: a\n  - step: b\n    next: a",
      "7: “next” goes back to “a”, so that the flow would never end. To do something again, use a check with “on_fail” and “max_retries” at “b”.",
    ],
    ["steps:\n  - step: a\n  - step: a", "6: Two steps are called “a”. Give one another name."],
    [
      "steps:\n  - step: a\n    next: end\n  - step: b",
      "7: Nothing leads to “b”: no step goes on to it, and no jump leads to it.",
    ],
    ["steps:\n  - step: a\n    on_fail: a", "6: “on_fail” needs a “check” that can fail, or a question"],
    ...[
      "../x.md",
      "out/x.md",
      "x.exe",
      "Flow.md",
      "work notes.md",
      "a\u202eb.md",
      "AGENTS.md",
      "con.md",
      "a [1].md",
    ].map((file) => [
      `steps:\n  - step: a\n    produces: ${JSON.stringify(file)}`,
      "6: No file of an agent may be called",
    ]),
    [
      "steps:\n  - step: claude",
      "5: No file of an agent may be called “claude.md”. Programs that work as agents take a file of this name as orders. Write one name, such as draft.md.",
    ],
    ["steps:\n  - step: end", "5: No step may be called “end”: that is the end of the flow."],
    [
      "steps:\n  - step: a\n    loop: tasks.md#Tasks",
      "6: No step before this one writes “tasks.md”. Write “tasks-from-plan”, a file of a step before, or a list.",
    ],
    ["steps:\n  - step: a\n    when: {input: kind, is: code}", "6: There is no input “kind”."],
    ["steps:\n  - step: a\n  b: 1", "6: "],
    [
      "agents:\n  r: { tools: [read_note, propose_edit] }\nsteps:\n  - step: a\n  - step: look\n    parallel:\n      - { skill: one, agent: r }\n      - { skill: two, agent: r }",
      "9: Agents side by side only read, and “r” may use propose_edit. Give it “tools”, of: read_note,",
    ],
    [
      "agents:\n  r: { tools: [read_note] }\nsteps:\n  - step: a\n  - step: look\n    answer: tasks\n    parallel: [{ skill: one, agent: r }, { skill: two, agent: r }]\n  - step: b\n    next: c",
      "9: A step with “parallel” has no “answer”. Agents side by side say what they find",
    ],
    [
      "agents:\n  r: { tools: [read_note] }\nsteps:\n  - step: a\n  - step: look\n    parallel: [{ skill: one, agent: r }, { skill: two, agent: r }]\n  - step: b\n    next: c",
      "11: There is no step “c”.",
    ],
    [
      "steps:\n  - step: a\n    loop: [x, y]\n    when: { every: few }",
      "7: No input, and no question of a step before this one, is called “few”.",
    ],
    [
      "steps:\n  - step: a\n    check: { output: /OK.*/ }",
      "6: “/OK.*/” looks like a regular expression. Write the one word",
    ],
    [
      "steps:\n  - step: a\n    ask: choose\n    options: [One, Two]\n  - step: b\n    when: {answer: a, is: Tow}",
      "9: “Tow” is none of the “options” of “a”: “One”, “Two”.",
    ],
    [
      "steps:\n  - step: a\n    ask: chose",
      "6: “ask” of step 1 has to be one of: each, choose, confirm, text, edit.",
    ],
    ["steps:\n  - step: a\n    max_retries: many", "6: “max_retries” of step 1 has to be a number."],
    ["result: { from: [b.md] }\nsteps:\n  - step: a", "4: No step outside of loops writes “b.md”."],
    [
      "result: { from: [a.md], decide: a }\nsteps:\n  - step: a",
      "4: “a” has to be a step with “ask: choose” or “ask: confirm”.",
    ],
    [
      "result: { from: [a.md], decide: b, approve: Sure }\nsteps:\n  - step: a\n  - step: b\n    ask: choose\n    options: [Yes, No]",
      "4: “Sure” is none of the “options” of “b”: “Yes”, “No”.",
    ],
    [
      "result: { from: [a.md], approve: Sure }\nsteps:\n  - step: a",
      "4: “approve”, “reject” and “approve_when” need “decide”: the step that asks.",
    ],
    [
      "inputs:\n  place: {ask: Where?, kind: choice}\nsteps:\n  - step: a",
      "5: “place” is a choice and has fewer than two “options”.",
    ],
  ])("%s", (block, expected) => {
    expect(faults(block)[0]).toMatch(new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  });

  test("a key that is misspelt is not told as missing, too", () => {
    expect(faults("steps:\n  - stpe: a")).toEqual(["5: There is no key “stpe”. Did you mean “step”?"]);
    expect(faults("setps:\n  - step: a")).toEqual(["4: There is no key “setps”. Did you mean “steps”?"]);
  });

  test("a note without a block, with two, or with one that is never closed", () => {
    for (const text of ["# Nothing", note("steps: []", note("steps: []")), "```flow\nsteps:\n  - step: a\n"])
      expect(readFlow("Flows/Talk.md", text).kind).toBe("bad");
  });
});

test("every key that no flow knows is named, and a word that is nearly right", () => {
  expect(
    faults("steps:\n  - step: a\n    raeds: [x.md]\n    on_failure: a\n  - step: b\n    ask: confrim"),
  ).toEqual([
    "6: There is no key “raeds”. Did you mean “reads”?",
    "7: There is no key “on_failure”. Did you mean “on_fail”?",
    "9: “ask” of step 2 has to be one of: each, choose, confirm, text, edit. Did you mean “confirm”?",
  ]);
});

test("a step that only asks has instructions that nobody follows, and is told so", () => {
  const warned = (block: string): readonly string[] => {
    const read = readFlow("Flows/Talk.md", note(block, "\n## Facts\n\nList them.\n"));
    return read.kind === "flow" ? read.warnings.map(({ line, says }) => `${String(line)}: ${says}`) : ["bad"];
  };
  expect(warned("steps:\n  - step: facts\n    ask: confirm")).toEqual([
    "5: “facts” only asks you, so nobody follows its instructions. To have something written first, add an “agent”, such as “agent: worker”.",
  ]);
  expect(warned("steps:\n  - step: facts\n    ask: confirm\n    agent: worker")).toEqual([]);
  expect(warned("steps:\n  - step: ideas\n    ask: confirm")).toEqual([]);
});

test("an agent whose tools cannot write the file of its step is told of, once", () => {
  const warned = (tools: string): readonly string[] => {
    const read = readFlow(
      "Flows/Talk.md",
      note(
        `agents:\n  eye: { tools: [${tools}] }\nsteps:\n  - step: a\n    agent: eye\n  - step: b\n    agent: eye`,
      ),
    );
    return read.kind === "flow" ? read.warnings.map(({ line, says }) => `${String(line)}: ${says}`) : ["bad"];
  };
  expect(warned("read_note")).toEqual([
    "8: The “tools” of “eye” lack “write_work_file”, so it cannot write the file of its step and never ends it. Add “write_work_file” to them.",
  ]);
  expect(warned("read_note, write_work_file")).toEqual([]);
});

test("the list form has the name of its note, and headings are its instructions", () => {
  const read = readFlow(
    "Flows/Grant application.md",
    note(
      "flow:\n  - step: scout\n    agent: claude\n  - step: spec-review",
      "\n## Spec review\n\nRead the work.\n\n## Else\n",
    ),
  );
  expect(read.kind === "flow" ? [read.flow.name, [...read.flow.skills]] : read).toEqual([
    "grant-application",
    [["spec-review", "Read the work."]],
  ]);
  expect(read.kind === "flow" ? read.warnings.map(({ line }) => line) : []).toEqual([6]);
});

test("a heading can be the title of a step, and one that is nearly a name is told with its line", () => {
  const read = readFlow(
    "Flows/Post.md",
    note(
      "steps:\n  - step: letter\n  - step: list\n    title: List who gets it\n  - step: pay\n    title: Pay\n    skill: money",
      "\n## List who gets it\n\nA box each.\n\n## Leter\n\nTen lines.\n\n## Pay\n\nNot this.\n\n## What the letters are for, in short\n\nPeople.\n",
    ),
  );
  expect(read.kind === "flow" ? [...read.flow.skills] : read).toEqual([["list", "A box each."]]);
  expect(read.kind === "flow" ? read.warnings.map(({ says }) => says) : []).toEqual([
    "No step is called “Leter”, so no agent gets the words beneath this heading. Did you mean “letter”?",
  ]);
});

test("the settings say which agent does the steps of a name, where the flow names none", () => {
  const text = note(
    "steps:\n  - step: plan\n  - step: build\n    agent: claude\n  - step: agree\n    ask: confirm",
  );
  const known = { codex: { role: "planner" as const, steps: ["plan", "build", "agree"] } };
  const read = readFlow("Flows/Talk.md", text, known);
  expect(read.kind === "flow" ? read.flow.steps.map(({ agent }) => agent) : read).toEqual([
    "codex",
    "claude",
    undefined,
  ]);
  expect(read.kind === "flow" ? read.flow.agents["codex"]?.role : null).toBe("planner");
});

test("a step takes the skill that it names", () => {
  const read = readFlow(
    "Flows/Talk.md",
    note(
      "steps:\n  - step: look\n    skill: spec-review",
      "\n## Look\n\nNot this.\n\n## Spec review\n\nThis.\n",
    ),
  );
  const [step] = read.kind === "flow" ? read.flow.steps : [];
  expect(read.kind === "flow" && step !== undefined ? ownSkill(read.flow, step) : read).toEqual({
    words: "This.",
    note: null,
  });
});

test.each([...LIBRARY])("%s, which is built in, has no fault and nothing to warn of", (name, text) => {
  const read = readFlow(`${name}.md`, text);
  expect(read).toMatchObject({ kind: "flow", warnings: [], flow: { name } });
});

test("a note that begins with a byte order mark is read like any other", () => {
  expect(readFlow("Talk.md", "\uFEFF```flow\r\nsteps:\r\n  - step: a\r\n```\r\n")).toMatchObject({
    kind: "flow",
    flow: { name: "talk" },
  });
});
