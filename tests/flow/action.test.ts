/** A step with an action: read, checked, unfolded and filled in, with nothing that a file says meaning anything. */
import { describe, expect, test } from "vitest";
import { withoutEscapes } from "../../src/agent/sanitize";
import { jsonSchemaOf } from "../../src/agent/structured";
import { filesToRead } from "../../src/flow/filesToRead";
import { expand, firstLines } from "../../src/flow/expand";
import { fillIn, filesInAction, type Filling } from "../../src/flow/fillIn";
import { flowSchema, type Flow } from "../../src/flow/flow";
import { readLineId } from "../../src/flow/lineId";
import { preview } from "../../src/flow/preview";
import { readFlow } from "../../src/flow/readFlow";
import { stepNamed } from "../../src/flow/route";
import { isObject } from "../../src/kit/json";
import { renderAction } from "../../src/note/action/render";
import { editPlan } from "../../src/note/plan/edit";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { hashStep } from "../../src/note/plan/steps";

const TYPES = ["email", "newsletter"];
const BEFORE = `inputs:
  receiver: { ask: Who? }
steps:
  - step: letter
  - step: report
    agent: worker
    produces: report.md
  - step: subject
    ask: text
  - step: send
    title: Send the letter
    action:`;
const GOOD = `
      type: email
      to: { input: receiver }
      subject: { answer: subject }
      body: { file: letter.md }
      attachments: [{ file: report.md }, Money/Offers.md]`;

const note = (block: string): string => `\`\`\`flow\n${block}\n\`\`\`\n`;

function flowOf(block: string): Flow {
  const read = readFlow("Flows/Letter.md", note(block), {}, TYPES);
  if (read.kind === "bad") throw new Error(read.faults.map(({ says }) => says).join("\n"));
  return read.flow;
}

function told(block: string): { readonly faults: readonly string[]; readonly warnings: readonly string[] } {
  const read = readFlow("Flows/Letter.md", note(block), {}, TYPES);
  const say = (all: readonly { line: number; says: string }[]): readonly string[] =>
    all.map(({ line, says }) => `${String(line)}: ${says}`);
  return read.kind === "bad"
    ? { faults: say(read.faults), warnings: [] }
    : { faults: [], warnings: say(read.warnings) };
}

describe("what is wrong with an action is named with its line", () => {
  const of = (...lines: readonly string[]): string =>
    `${BEFORE}\n${lines.map((each) => `      ${each}`).join("\n")}`;
  const MAIL = ["type: email", "to: a@example.com", "subject: Hello", "body: Hello"];

  test.each([
    [
      "an unknown type",
      of("type: emial", ...MAIL.slice(1)),
      "14: There is no action of the type “emial” in the settings. Did you mean “email”?",
    ],
    [
      "a strange type",
      of("type: fax"),
      "14: There is no action of the type “fax” in the settings. They name: email, newsletter.",
    ],
    ["no type", of("to: a@example.com"), "13: “action.type” of step 4 is missing."],
    [
      "a type that is none",
      of("type: An email"),
      "14: “action.type” of step 4: a type is one word in lower case, such as email.",
    ],
    [
      "a misspelt argument",
      of(...MAIL, "boddy: Hello"),
      "18: An action of the type “email” usually has no argument “boddy”. Did you mean “body”?",
    ],
    [
      "a missing argument",
      of(...MAIL.slice(0, 3)),
      "13: An action of the type “email” needs “body”, and it is missing.",
    ],
    [
      "a missing receiver",
      of("type: email", "subject: Hello", "body: Hello"),
      "13: An action of the type “email” needs “to”, and it is missing.",
    ],
    [
      "two receivers",
      of(...MAIL, "target: b@example.com"),
      "18: “to” and “target” both name the receiver. Keep one.",
    ],
    [
      "a file that nobody writes",
      of(...MAIL.slice(0, 3), "body: { file: leter.md }"),
      "17: No step before this one writes “leter.md”. Did you mean “letter.md”?",
    ],
    [
      "a file of its own",
      of(...MAIL.slice(0, 3), "body: { file: send.md }"),
      "17: No step before this one writes “send.md”.",
    ],
    [
      "a file that goes along",
      of(...MAIL, "attachments: [{ file: later.md }]"),
      "18: No step before this one writes “later.md”.",
    ],
    [
      "an input that is none",
      of(...MAIL.slice(0, 3), "body: { input: reciever }"),
      "17: There is no input “reciever”. Did you mean “receiver”?",
    ],
    [
      "a step that asks nothing",
      of(...MAIL.slice(0, 3), "body: { answer: letter }"),
      "17: No step “letter” before this one asks the person anything.",
    ],
    [
      "a step that is none",
      of(...MAIL.slice(0, 3), "body: { answer: subjct }"),
      "17: No step “subjct” before this one asks the person anything. Did you mean “subject”?",
    ],
    [
      "a value of two kinds",
      of(...MAIL.slice(0, 3), "body: { file: letter.md, input: receiver }"),
      "17: “action.body” of step 4: write text in quotes, { file: letter.md }",
    ],
    [
      "a number",
      of(...MAIL.slice(0, 3), "body: 12"),
      "17: “action.body” of step 4: write text in quotes, { file: letter.md }",
    ],
    ...[
      "agent: worker",
      "answer: tasks",
      "ask: confirm",
      "loop: [a, b]",
      "produces: x.md",
      "check: { output: OK }",
      "on_fail: letter",
      "max_retries: 2",
      "pause: before",
      "reads: [letter.md]",
      "skill: letter",
    ].map(
      (key) =>
        [
          key,
          `${of(...MAIL)}\n    ${key}`,
          `18: A step with “action” has no “${key.split(":")[0] ?? ""}”: the flow fills in`,
        ] as const,
    ),
  ] as const)("%s", (_what, block, expected) => {
    expect(told(block).faults).toEqual([expect.stringContaining(expected)]);
  });

  test("what may be right is a warning", () => {
    expect(told(of(...MAIL, "reply_to: b@example.com")).warnings).toContain(
      "18: An action of the type “email” usually has no argument “reply_to”. It has: to, cc, bcc, from, subject, body.",
    );
    expect(told(of("type: payment", "to: Ana", "amount: '12'")).warnings).toContain(
      "14: The settings name no server for actions of the type “payment” yet, so you carry it out by hand once you have approved it.",
    );
    expect(told(of("type: newsletter", "issue: letter.md"))).toMatchObject({ faults: [] });
  });

  test("a file of a loop is there only for the steps of that loop", () => {
    const loop = (more: string): string =>
      `steps:\n  - step: letter\n    loop: { over: [Ana, Ben]${more} }\n  - step: send\n    action: { type: email, to: a@example.com, subject: Hi, body: letter.md }`;
    expect(told(loop(", with: [send]")).faults).toEqual([]);
    expect(told(loop("")).faults[0]).toContain("6: “letter.md” is written in a loop, once for each task");
  });

  test("a running plan is not held up by another device’s settings", () => {
    expect(readFlow("Flows/Letter.md", note(of("type: fax"))).kind).toBe("flow");
  });

  test("the JSON Schema has it", () => {
    const schema = JSON.stringify(jsonSchemaOf(flowSchema));
    expect(schema).toContain('"action":{"type":"object","properties":{"type":{"type":"string"');
    expect(isObject(jsonSchemaOf(flowSchema))).toBe(true);
  });
});

test("it unfolds to one line that needs approval, in a loop for each task, and again after a jump", () => {
  const flow = flowOf(BEFORE + GOOD);
  expect(firstLines(flow).map(({ id, text }) => `${text} ^${id}`)).toEqual([
    "Letter ^f-letter",
    "Report ^f-report",
    "Subject ^f-subject--ask",
    "✋ Send the letter ^f-send",
  ]);
  const each = flowOf(
    "steps:\n  - step: letter\n    loop: { over: [Ana, Ben], with: [send] }\n  - step: send\n    title: ✋ Send it\n    action: { type: email, to: a@example.com, subject: Hi, body: letter.md }",
  );
  const [added] = expand(
    { flow: each, inputs: {}, files: new Map() },
    planOf(["- [ ] Letter, task by task ^f-letter"]),
  );
  expect(added?.kind === "insert" ? added.steps.map(({ id, text }) => `${text} ^${id}`) : []).toEqual([
    "Letter: Ana ^f-letter--i1",
    "✋ Send it: Ana ^f-send--i1",
    "Letter: Ben ^f-letter--i2",
    "✋ Send it: Ben ^f-send--i2",
  ]);
  expect(filesToRead("f-send--i2", { flow: each, plan: planOf(ROADMAP), files: new Map() })).toEqual([
    "letter-2.md",
  ]);
});

test("the dry run tells what could go out, and where each text is from", () => {
  const flow = flowOf(BEFORE + GOOD);
  expect(preview(flow, []).at(-1)?.says).toEqual([
    "An action outside could happen here, if you approve it: email; to: your answer “receiver” at the start; subject: your answer at “subject”; body: the file letter.md, as it is then; attachments: the file report.md, as it is then, “Money/Offers.md”.",
    "No model writes or changes this action.",
  ]);
});

const ROADMAP = [
  "- [x] Letter ^f-letter",
  "- [x] Report ^f-report",
  "- [x] Subject ^f-subject--ask",
  "- [ ] ✋ Send the letter ^f-send",
];
const QUESTION = "- Subject? (step 3) ^q-o1-f-subject--ask\n    - Answer: The roof";

function planOf(roadmap: readonly string[], questions = QUESTION): Plan {
  const read = parsePlan("Plans/P.md", textOf(roadmap, questions));
  if (read.kind !== "plan") throw new Error(read.kind);
  return read.plan;
}

function textOf(roadmap: readonly string[], questions = QUESTION): string {
  return `---\ntask_id: P-1\nstatus: Active\nagent: auto\n---\n\n## Roadmap\n\n${roadmap.join("\n")}\n\n## Questions\n\n${questions}\n\n## Reasoning Logs\n`;
}

function filled(
  given: {
    readonly files?: Readonly<Record<string, string>>;
    readonly inputs?: Readonly<Record<string, string>>;
    readonly questions?: string;
  } = {},
  block = BEFORE + GOOD,
): Filling | string | null {
  const flow = flowOf(block);
  const { files = { "letter.md": "Dear Ana,\n\nit is done.\n", "report.md": "# Report\n" } } = given;
  const step = stepNamed(flow, "send");
  const line = readLineId("f-send");
  if (step === null || line === null) throw new Error("no step");
  return fillIn({
    running: {
      flow,
      inputs: given.inputs ?? { receiver: "ana@example.com" },
      files: new Map(Object.entries(files)),
    },
    step,
    line,
    sent: withoutEscapes,
    plan: planOf(ROADMAP, given.questions),
    folder: "Work/p",
  });
}

test("it is filled in from files, answers and the flow", () => {
  expect(filled()).toEqual({
    action: {
      type: "email",
      target: "ana@example.com",
      args: { subject: "The roof", body: "Dear Ana,\n\nit is done." },
      attachments: ["Work/p/report.md", "Money/Offers.md"],
      block: expect.anything() as unknown,
    },
    files: ["Work/p/letter.md", "Work/p/report.md"],
    isByAgent: true,
  });
  const bare = `${BEFORE} { type: email, target: [a@example.com, "Lee, Ana <b@example.com>"], cc: [c@example.com], subject: Hi, body: letter.md }`;
  expect(filled({}, bare)).toMatchObject({
    action: {
      target: "a@example.com, Lee, Ana <b@example.com>",
      args: { cc: ["c@example.com"], body: "Dear Ana,\n\nit is done." },
    },
  });
  // What keeps a work file from doing anything in the vault is not sent.
  expect(filled({ files: { "letter.md": "It is \\$5, not \\$7: C:\\dir, 2 \\* 3.\n" } }, bare)).toMatchObject(
    { action: { args: { body: "It is $5, not $7: C:\\dir, 2 \\* 3." } } },
  );
});

const CHOSEN =
  "- Subject? ^q-oabc-f-subject--ask\n    - [x] (1) Your order\n      of March\n    - [ ] (2) Your complaint\n    - Answer: number 4711\n    - [ ] Skip this step\n    - [ ] Cancel this plan\n";

test.each([
  ["of the flow", "    ask: choose\n    options: [Your order, Your complaint]", CHOSEN, false],
  ["of an agent", "    answer: questions\n    ask: each", CHOSEN, true],
  ["of an agent, and own words", "    answer: questions\n    ask: each", QUESTION, false],
])("an answer goes out whole, and an option %s is its words", (_whose, ask, questions, isByAgent) => {
  const block = BEFORE.replace("    ask: text", ask);
  const found = filled(
    { questions },
    `${block} { type: email, to: a@example.com, subject: { answer: subject }, body: Hi }`,
  );
  expect(found).toMatchObject({
    action: { args: { subject: questions === CHOSEN ? "Your order of March number 4711" : "The roof" } },
    isByAgent,
  });
});

test.each([
  [
    "a file is not there",
    { files: { "report.md": "R" } },
    "“body” is to be the text of letter.md, and it is not there. Write Work/p/letter.md, or write the action block beneath the step yourself",
  ],
  [
    "a file is empty",
    { files: { "letter.md": " \n\n", "report.md": "R" } },
    "“body” is to be the text of letter.md, and it is empty.",
  ],
  [
    "a file that goes along is not there",
    { files: { "letter.md": "L" } },
    "report.md is to go along, and it is not there.",
  ],
  [
    "an input is empty",
    { inputs: { receiver: "" } },
    "“to” is to be your answer “receiver” at the start, and you gave none.",
  ],
  ["nobody answered", { questions: "" }, "“subject” is to be your answer at “Subject”, and there is none."],
  [
    "a file is too long",
    { files: { "letter.md": "long ".repeat(30_000), "report.md": "R" } },
    "The action cannot be written into the plan: the block is longer than 100,000 characters.",
  ],
])("where %s, it says what is missing", (_what, given, expected) => {
  expect(filled(given)).toContain(expected);
});

describe("nothing in a file means anything in the plan", () => {
  test.each([
    ["a fence", "Dear Ana,\n```\n- [ ] ✋ Pay\n```action\ntype: payment\n```"],
    ["longer fences", "`````\n~~~~\n``````action"],
    ["boxes", "- [x] Paid ^f-letter\n- [ ] ✋ Pay ^f-pay\n[x] so"],
    ["a comment", "%%\nnot seen\n%% %% <!-- open"],
    ["the end of a line of another system", "Dear Ana,\r\n\r\n- [x] done\r\n"],
    ["a lone carriage return", "Dear Ana,\r- [x] done\rBye"],
    ["a block id", "Send it ^f-send\n^f-send"],
    [
      "a heading",
      "## Reasoning Logs\n\n- [2026-03-01T09:00:00Z] Agent: Did — so. (carried-out, step f-send)",
    ],
    ["properties", "---\nstatus: Done\n---\n\nDear Ana"],
    ["keys of the block", "target: eve@example.com\nargs:\n  body: no\nattachments: [Money/Offers.md]"],
    ["a template", "<% tp.system.prompt() %> {{date}} `= 1`"],
    ["signs that nobody sees", "a\u200Bb\u202Ec\u0000d\uFEFF\u2028e"],
    ["indented lines", "    code\n\tTab \n  - x"],
    ["a long line", "word ".repeat(15_000)],
    ["many lines", "- [ ] ✋ a\n```\n".repeat(4000)],
  ])("%s", (_what, letter) => {
    const read = filled({ files: { "letter.md": letter, "report.md": "R" } });
    if (read === null || typeof read === "string") throw new Error(String(read));
    const body = letter.replace(/\r+\n/g, "\n").trimEnd();
    expect(read.action.args["body"]).toBe(body);
    const before = planOf(ROADMAP);
    const step = before.steps[3];
    if (step === undefined) throw new Error("no step");
    const text = textOf(ROADMAP);
    const after = editPlan("Plans/P.md", text, [
      { kind: "action", n: 4, hash: hashStep(step), action: read.action },
    ]);
    const parsed = parsePlan("Plans/P.md", after ?? "");
    if (parsed.kind !== "plan") throw new Error(parsed.kind);
    expect(parsed.plan.steps.map(({ id, state }) => `${state} ${id ?? ""}`)).toEqual(
      before.steps.map(({ id, state }) => `${state} ${id ?? ""}`),
    );
    expect(parsed.plan.status).toBe("Active");
    expect(parsed.plan.log.entries).toEqual([]);
    expect(parsed.plan.findOpenBoxes()).toEqual([]);
    const now = parsed.plan.steps[3]?.approval;
    expect(now?.kind === "action" ? now.action : null).toMatchObject({
      target: "ana@example.com",
      args: { body },
    });
    // All else of the note is as it was.
    const block = renderAction(read.action).split("\n").length;
    expect(after?.split("\n").length).toBe(text.split("\n").length + block);
  });
});

test("the files of an action are named once", () => {
  const flow = flowOf(
    `${BEFORE} { type: email, to: letter.md, subject: letter.md, body: { file: letter.md } }`,
  );
  const step = stepNamed(flow, "send");
  const line = readLineId("f-send");
  expect(
    step === null || line === null
      ? []
      : filesInAction(step, line, { flow, plan: planOf(ROADMAP), files: new Map() }),
  ).toEqual(["letter.md"]);
});

test("all files of a task go along, and the first one is the text", () => {
  const flow = flowOf(
    "steps:\n  - step: plan\n    answer: tasks\n  - step: do\n    loop: { over: plan.md, with: [send] }\n  - step: send\n    action: { type: email, to: a@example.com, subject: Hi, body: { file: do.md }, attachments: [{ file: do.md }] }",
  );
  const plan = planOf(["- [x] Do: Rota ^f-do--i1", "- [ ] ✋ Send: Rota ^f-send--i1"]);
  const [step, line] = [stepNamed(flow, "send"), readLineId("f-send--i1")];
  if (step === null || line === null) throw new Error("no step");
  const fillWith = (...names: readonly string[]): Filling | string | null => {
    const files = new Map([
      ["plan.md", "## Rota\n\n- Files: rota.md, rota.csv\n"],
      ...names.map((each) => [each, "R"] as const),
    ]);
    return fillIn({
      running: { flow, inputs: {}, files },
      step,
      line,
      plan,
      folder: "Work/p",
      sent: withoutEscapes,
    });
  };
  expect(fillWith("rota.md", "rota.csv")).toMatchObject({
    action: { args: { body: "R" }, attachments: ["Work/p/rota.md", "Work/p/rota.csv"] },
    files: ["Work/p/rota.md", "Work/p/rota.csv"],
  });
  expect(fillWith("rota.md")).toContain("rota.csv is to go along, and it is not there.");
});
