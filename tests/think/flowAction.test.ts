/** A flow with an action: an agent writes the letter, the flow fills the action in from it, and no agent touches it. */
import { expect, test } from "vitest";
import { hasAgentWork } from "../../src/agent/agentMove";
import { askedByHand } from "../../src/overview/byHand";
import type { Command } from "../../src/rules/command";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels } from "../fakes/models";
import type { ScriptedAnswer } from "../fakes/tools";
import { benchWith, PLAN, planText, settle, whyBlocked, type Bench } from "./desk";
import { answer, planOf, roadmap, writes } from "./flowBench";

const BODY = "body: letter.md";
const flow = (args: string): string => `\`\`\`flow
inputs:
  receiver: { ask: Who gets it?, default: "" }
steps:
  - step: letter
  - step: agree
    ask: confirm
    question: Is the letter right?
  - step: send
    title: Send the letter
    action: { type: email, to: { input: receiver }, subject: Hello, ${args} }
\`\`\`
`;

const TO_ALL = { type: "string" } as const;
const SEND = {
  name: "send",
  description: "",
  schema: { type: "object", properties: { to: TO_ALL, subject: TO_ALL, body: TO_ALL } },
} as const;

interface Given {
  readonly args?: string;
  readonly receiver?: string;
  readonly settings?: object;
  readonly answer?: ScriptedAnswer;
}

/** The flow as far as the question about the letter. */
async function started({
  args = BODY,
  receiver = "ana@example.com",
  settings,
  answer,
}: Given = {}): Promise<Bench> {
  const models = createFakeModels(({ about, messages }: ModelQuestion) => {
    if (!about.step.startsWith("Letter")) throw new Error(`somebody asks a model about “${about.step}”`);
    const turn = messages.filter(({ from }) => from === "model").length;
    return writes("letter.md", "Dear Ana,\n\nit is done.\n", "It is there.")(turn);
  });
  const bench = benchWith(models, {
    files: { [PLAN]: planText("off"), "Flows/Letter.md": flow(args) },
    settings: {
      grace_seconds: 0,
      servers: { mail: { command: "mail" } },
      actions: { email: { server: "mail", tool: "send" } },
      ...settings,
    },
  });
  bench.tools.set("mail", {
    tools: [SEND],
    ...(answer === undefined ? {} : { answer: (): ScriptedAnswer => answer }),
  });
  await obey(bench, { kind: "start-flow", flow: "letter", inputs: { receiver } });
  await settle(bench);
  return bench;
}

async function obey(bench: Bench, command: Command): Promise<string> {
  const engine = await bench.open();
  const { say } = await engine.obey(command);
  await engine.close();
  return say;
}

/** The same with the letter agreed to. */
async function filled(given: Given = {}): Promise<Bench> {
  const bench = await started(given);
  answer(bench, 1);
  await later(bench);
  return bench;
}

async function later(bench: Bench): Promise<void> {
  await bench.clock.advance(60_000);
  await settle(bench);
}

const letterAt = (bench: Bench): string =>
  Object.keys(bench.vault.files()).find((path) => path.endsWith("/letter.md")) ?? "";
const waiting = (bench: Bench): readonly string[] =>
  Object.keys(bench.vault.files()).filter((path) => /^Pending_Approval\/2.*\.md$/.test(path));
const request = (bench: Bench): string => bench.vault.text(waiting(bench).at(-1) ?? "") ?? "";
const text = (bench: Bench): string => bench.vault.text(planOf(bench).path) ?? "";

function rewrite(bench: Bench, path: string, find: string | RegExp, by: string): void {
  const before = bench.vault.text(path) ?? "";
  const after = before.replace(find, by);
  expect(after).not.toBe(before);
  bench.vault.put(path, after);
}

function move(bench: Bench, to: "Approved" | "Rejected"): void {
  const [path = ""] = waiting(bench);
  const note = bench.vault.text(path) ?? "";
  bench.vault.remove(path);
  bench.vault.put(path.replace("Pending_Approval", to), note);
}

const sentBodies = (bench: Bench): readonly unknown[] => bench.tools.calls.map(({ args }) => args["body"]);

test("it is filled in once its turn comes, asked for, approved and sent once, and no model writes it", async () => {
  const bench = await started();
  expect(roadmap(bench)).toEqual(["[x] Letter", "[ ] Agree", "[ ] ✋ Send the letter"]);
  expect(text(bench)).not.toContain("```action");
  const asked = bench.models.asked.length;
  answer(bench, 1);
  await later(bench);
  expect(request(bench)).toContain("Dear Ana,\n\n    it is done.\n");
  expect(request(bench)).toContain("The plan’s agent wrote this, and nobody has checked it.");
  expect(request(bench)).not.toContain("the plan’s agent gets it");
  move(bench, "Approved");
  await later(bench);
  await later(bench);
  expect(sentBodies(bench)).toEqual(["Dear Ana,\n\nit is done."]);
  expect(planOf(bench).status).toBe("Done");
  expect(bench.models.asked.length).toBe(asked);
});

test("what the flow says without an agent’s text is not called an agent’s", async () => {
  const bench = await filled({ args: "body: It is done." });
  expect(request(bench)).toContain("It is done.");
  expect(request(bench)).not.toContain("The plan’s agent wrote this");
});

test("a letter that is changed while it waits is asked for anew, and an approval of the old one counts for nothing", async () => {
  const bench = await filled();
  rewrite(bench, letterAt(bench), "done", "nearly done");
  move(bench, "Approved");
  await later(bench);
  expect(sentBodies(bench)).toEqual([]);
  expect(waiting(bench).length).toBe(1);
  expect(request(bench)).toContain("it is nearly done.");
  move(bench, "Approved");
  await later(bench);
  await later(bench);
  expect(sentBodies(bench)).toEqual(["Dear Ana,\n\nit is nearly done."]);
});

test("line ends that git changes are no change", async () => {
  const bench = await filled();
  const [before] = waiting(bench);
  rewrite(bench, letterAt(bench), /\n/g, "\r\n");
  await later(bench);
  expect(waiting(bench)).toEqual([before]);
});

test("a block that a person changed is theirs, whatever becomes of the letter", async () => {
  const bench = await filled();
  rewrite(bench, planOf(bench).path, "it is done.", "it is done at last.");
  await later(bench);
  expect(request(bench)).toContain("it is done at last.");
  rewrite(bench, letterAt(bench), "done", "nearly done");
  await later(bench);
  expect(waiting(bench).length).toBe(1);
  expect(request(bench)).toContain("it is done at last.");
  expect(text(bench)).not.toContain("nearly done");
  // Once it is taken away, it is the flow’s again.
  rewrite(bench, planOf(bench).path, /\n {4}```action[\s\S]*?```(?=\n)/, "");
  await later(bench);
  expect(request(bench)).toContain("it is nearly done.");
});

test("a letter that is taken away later takes nothing out of the plan", async () => {
  const bench = await filled();
  bench.vault.remove(letterAt(bench));
  await later(bench);
  expect(text(bench)).toContain("it is done.");
  expect(whyBlocked(planOf(bench))).toContain("Awaiting human approval");
});

test.each<readonly [string, Given, (bench: Bench) => void, string]>([
  [
    "the letter is gone",
    {},
    (bench): void => bench.vault.remove(letterAt(bench)),
    "“body” is to be the text of letter.md, and it is not there. Write Work/",
  ],
  [
    "the letter is empty",
    {},
    (bench): void => bench.vault.put(letterAt(bench), "\n"),
    "“body” is to be the text of letter.md, and it is empty.",
  ],
  [
    "an answer was left out",
    { receiver: "" },
    (): void => undefined,
    "“to” is to be your answer “receiver” at the start, and you gave none.",
  ],
  [
    "the tool has no such argument",
    { args: `${BODY}, cc: b@example.com` },
    (): void => undefined,
    "The function “send” lists no field “cc”",
  ],
])("where %s, the plan stops and says what to do", async (_what, given, change, why) => {
  const bench = await started(given);
  change(bench);
  answer(bench, 1);
  await later(bench);
  expect(whyBlocked(planOf(bench))).toContain(why);
  expect(waiting(bench)).toEqual([]);
  expect(bench.models.asked.every(({ about }) => about.step.startsWith("Letter"))).toBe(true);
});

test("a plan that stopped for a letter goes on once it is there, and by a block of the person’s", async () => {
  const bench = await started();
  const path = letterAt(bench);
  bench.vault.remove(path);
  answer(bench, 1);
  await later(bench);
  bench.vault.put(path, "Dear Ana, hello.");
  await later(bench);
  expect(request(bench)).toContain('body: "Dear Ana, hello."');

  const other = await filled({ receiver: "" });
  const block =
    "^f-send\n    ```action\n    type: email\n    target: ben@example.com\n    args:\n      subject: Hi\n      body: Hi\n    ```";
  rewrite(other, planOf(other).path, "^f-send", block);
  await later(other);
  expect(request(other)).toContain("target: ben@example.com");
});

test("after a doubt, and after it went out, nothing is filled in anew", async () => {
  const doubt = await filled({ answer: { kind: "unknown", why: "The line broke." } });
  move(doubt, "Approved");
  await later(doubt);
  expect(doubt.tools.calls.length).toBe(1);
  rewrite(doubt, letterAt(doubt), "done", "nearly done");
  await later(doubt);
  expect(text(doubt)).not.toContain("nearly done");
  expect(whyBlocked(planOf(doubt))).toMatch(/maybe|check/i);

  const sent = await filled();
  // The plan has another step, so that it is not put away.
  rewrite(sent, planOf(sent).path, "\n\n## Questions", "\n- [ ] Wait for an answer\n\n## Questions");
  move(sent, "Approved");
  await later(sent);
  expect(sent.tools.calls.length).toBe(1);
  rewrite(sent, letterAt(sent), "done", "nearly done");
  rewrite(sent, planOf(sent).path, "- [x] ✋ Send", "- [ ] ✋ Send");
  await later(sent);
  expect(text(sent)).not.toContain("nearly done");
  // Nor does an agent say then what is to be sent.
  rewrite(sent, planOf(sent).path, /\n {4}```action[\s\S]*?```(?=\n)/, "");
  await later(sent);
  expect(text(sent)).not.toContain("nearly done");
  expect(sent.models.asked.every(({ about }) => about.step.startsWith("Letter"))).toBe(true);
  expect(sent.tools.calls.length).toBe(1);
});

test("a rejected request is not drafted again by an agent; a changed letter is asked for by itself", async () => {
  const bench = await filled();
  move(bench, "Rejected");
  await later(bench);
  expect(text(bench)).toContain("Ask again");
  expect(text(bench)).not.toContain("Draft it again");
  expect(waiting(bench)).toEqual([]);
  rewrite(bench, letterAt(bench), "done", "nearly done");
  await later(bench);
  expect(request(bench)).toContain("it is nearly done.");
});

test("no other program drafts it, and no person in the model’s place", async () => {
  const bench = await started({ receiver: "" });
  answer(bench, 1);
  await later(bench);
  const { taskId } = planOf(bench);
  const before = text(bench);
  const action = { type: "email", target: "eve@example.com", args: { body: "Hi" }, attachments: [] };
  const said = await obey(bench, {
    kind: "draft-action",
    plan: taskId,
    by: "scribe",
    step: 3,
    why: "So.",
    action,
  });
  expect(said).toContain("The flow fills in what step 3 “Send the letter” sends");
  expect(text(bench)).toBe(before);
  const engine = await bench.open();
  const world = await engine.look();
  const view = world.plans.find(({ plan }) => plan.taskId === taskId);
  if (view === undefined) throw new Error("no plan");
  expect(hasAgentWork(view, world)).toBe(false);
  expect(askedByHand(view, world)).toContain("is not for an agent: its flow fills in what it sends");
  await engine.close();
});

test("a run that does not act says nothing of it, whatever its settings name", async () => {
  const bench = await started();
  answer(bench, 1);
  await bench.clock.advance(60_000);
  for (const actions of [bench.settings.actions, {}]) {
    const files = bench.vault.files();
    const phone = benchWith(bench.models, {
      files,
      settings: { actions, servers: bench.settings.servers },
      name: "phone",
    });
    const clerk = await phone.open(undefined, "clerk");
    await clerk.settle();
    await clerk.close();
    expect(roadmap(phone)).toEqual(["[x] Letter", "[ ] Agree", "[ ] ✋ Send the letter"]);
    phone.vault.put(planOf(phone).path, text(phone).replace("- [ ] Agree", "- [x] Agree"));
    const again = await phone.open(undefined, "clerk");
    await again.settle();
    await again.close();
    expect(text(phone)).not.toMatch(/Nobody has said yet|no server|blocked, step f-send/);
  }
  const clerk = await bench.open(undefined, "clerk");
  await clerk.settle();
  await clerk.close();
  expect(text(bench)).not.toContain("Nobody has said yet");
  await later(bench);
  expect(waiting(bench).length).toBe(1);
});
