/**
 * A rejected action is drafted anew by the agent of the plan: from the person's words, shown with the difference, and
 * sent only if approved.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { isOffered, isTool, TOOLS } from "../../src/agent/tools";
import { cutPlaces } from "../fakes/cuts";
import { createPower, PowerCut } from "../fakes/faults";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, type Bench, settle, read, count, whyBlocked } from "./desk";

const BLOCK = `    \`\`\`action
    type: email
    target: anna@example.com
    args:
      subject: January invoice
      body: |
        Dear Anna,
        please pay 1,500 by Friday.
    \`\`\``;
const action = (body: string, more: object = {}): object => ({
  type: "email",
  target: "anna@example.com",
  args: { subject: "January invoice", body },
  ...more,
});
const OLD = action("Dear Anna,\nplease pay 1,500 by Friday.\n");
const NEW = action("Dear Anna,\nplease pay 1,450 by Friday.\n");
const drafts = (of: object, why = "The sum is 1,450."): FakeAnswer =>
  says("I draft it anew.", ["draft_action", { ...of, why }]);
const GIVES_BACK = says("This is yours.", ["give_back", { why: "I do not know the sum." }]);

/** `by`: who wrote the action. */
function plan(agent: string, by: "agent" | "person"): string {
  return `---
task_id: PLAN-7
status: Active
agent: ${agent}
blocked_reason: null
---

# Objective

Anna pays.

## Roadmap

- [ ] ✋ Send the invoice
${by === "agent" ? "" : `${BLOCK}\n`}- [ ] ✋ Thank her

## Reasoning Logs
`;
}

type Script = (redraft: string, turn: number) => FakeAnswer;

/** At the step, the agent drafts what is in OLD; what it says of a rejected action, `script` has, turn by turn. */
function deskFor(
  script: Script,
  agent = "auto",
  by: "agent" | "person" = "agent",
  more: Parameters<typeof benchWith>[1] = {},
): Bench {
  const models = createFakeModels(({ about, messages }: ModelQuestion) => {
    const turn = messages.filter(({ from }) => from === "model").length;
    const [first] = messages;
    const text = first?.from === "person" ? first.text : "";
    if (!about.step.includes("Send the invoice")) return GIVES_BACK;
    return text.includes("## What the person rejected") ? script(text, turn) : drafts(OLD, "It is due.");
  });
  return benchWith(models, { ...more, files: { [PLAN]: plan(agent, by), ...more.files } });
}

const waiting = (bench: Bench): readonly string[] =>
  Object.keys(bench.vault.files()).filter((path) => /^Pending_Approval\/2.*\.md$/.test(path));
const request = (bench: Bench): string => bench.vault.text(waiting(bench).at(-1) ?? "") ?? "";
const asks = (bench: Bench): number =>
  bench.models.asked.filter(({ messages }) =>
    JSON.stringify(messages[0]).includes("What the person rejected"),
  ).length;

/** Moves the waiting request to the rejected ones, with words under “Your note”. */
async function reject(bench: Bench, note: string, change = (text: string): string => text): Promise<void> {
  await bench.clock.advance(60_000);
  const [path = ""] = waiting(bench);
  const text = change(bench.vault.text(path) ?? "");
  const name = path.slice(path.lastIndexOf("/"));
  bench.vault.remove(path);
  bench.vault.put(`Rejected${name}`, note === "" ? text : `${text}\n${note}\n`);
  await bench.clock.advance(60_000);
  await settle(bench);
}

/** Ticks a box of the newest question. */
async function tick(bench: Bench, box: string): Promise<void> {
  await bench.clock.advance(60_000);
  const text = bench.plan();
  const at = text.lastIndexOf(`- [ ] ${box}`);
  expect(at).toBeGreaterThan(0);
  bench.vault.put(PLAN, `${text.slice(0, at)}- [x] ${text.slice(at + 6)}`);
  await bench.clock.advance(60_000);
  await settle(bench);
}

test("a rejection with a word why is drafted anew by itself, and asked for with the difference", async () => {
  const bench = deskFor(() => drafts(NEW));
  await settle(bench);
  await reject(bench, "It is 1,450, not 1,500.");
  const text = request(bench);
  expect(text).toContain(
    "Since you rejected the request of 2026-03-02 09:00 UTC and wrote “It is 1,450, not 1,500.”:",
  );
  expect(text).toContain("- − body: please pay 1,500 by Friday.\n- \\+ body: please pay 1,450 by Friday.\n");
  expect(text).not.toContain("body: Dear Anna");
  expect(text).toContain("**The plan’s agent wrote this, and nobody has checked it.");
  expect(text).toContain("please pay 1,450 by Friday.\n```");
  expect(waiting(bench).length).toBe(1);
  expect(read(bench).steps[0]?.approval).toMatchObject({ kind: "action", action: NEW });
  expect(bench.plan()).toContain(
    "Drafts step 1 “Send the invoice” anew — You rejected it and wrote: “It is 1,450, not 1,500”.",
  );
  expect(bench.plan()).toMatch(
    /Wrote anew what is to be sent beneath step 1 .* The request 2026-\S+_email_anna-example-com_\w+ has the action that you rejected\. \(filled-in/,
  );
  expect(read(bench).questions).toEqual([]);
  expect(asks(bench)).toBe(1);
  // Nobody but the program has touched the plan.
  expect(bench.plan()).not.toContain("Human:");
});

test("the model is told what was rejected and why, and can only draft, ask, give back and read", async () => {
  const bench = deskFor(() => drafts(NEW));
  await settle(bench);
  await reject(bench, "It is 1,450.\nAnd call her Dr Meyer.");
  const asked = bench.models.asked.at(-1);
  const told = asked?.messages[0]?.from === "person" ? asked.messages[0].text : "";
  expect(told).toContain("please pay 1,500 by Friday.\n```");
  expect(told).toContain("They say of it:\n\nIt is 1,450.\nAnd call her Dr Meyer.\n");
  // The list of tools is the same at each step; a call of one that is not for this step is refused.
  const offered = Object.keys(TOOLS).filter(
    (name) =>
      isTool(name) &&
      isOffered(name, {
        approval: { kind: "action", action: { type: "email", target: "", args: {}, attachments: [] } },
      }),
  );
  expect(offered.sort()).toEqual([
    "ask_person",
    "calculate",
    "draft_action",
    "give_back",
    "list_folder",
    "read_note",
    "search_notes",
  ]);
});

test.each<readonly [what: string, agent: string, by: "agent" | "person", note: string]>([
  ["no word why", "auto", "agent", ""],
  ["an agent that waits after each step", "step", "agent", "It is 1,450."],
  ["an action that a person wrote", "auto", "person", "It is 1,450."],
])("with %s, it is drafted anew only when the person ticks the box", async (_what, agent, by, note) => {
  const bench = deskFor(() => drafts(NEW), agent, by);
  await settle(bench);
  await reject(bench, note);
  expect(asks(bench)).toBe(0);
  expect(whyBlocked(read(bench))).toContain("Request rejected");
  const before = bench.plan();
  await settle(bench);
  expect(bench.plan()).toBe(before);
  await tick(bench, "Draft it again");
  expect(asks(bench)).toBe(1);
  expect(request(bench)).toContain("− body: please pay 1,500 by Friday.");
  expect(request(bench)).toContain("The plan’s agent wrote this");
  await settle(bench);
  expect(asks(bench)).toBe(1);
});

test("“Ask again” asks for the same again, and nothing is drafted", async () => {
  const bench = deskFor(() => drafts(NEW), "step");
  await settle(bench);
  await reject(bench, "Later.");
  await tick(bench, "Ask again");
  expect(waiting(bench).length).toBe(1);
  expect(request(bench)).toContain("please pay 1,500 by Friday.\n```");
  expect(request(bench)).not.toContain("Since you rejected");
  expect(asks(bench)).toBe(0);
});

test("a plan without an agent offers no new draft", async () => {
  const bench = deskFor(() => drafts(NEW), "off", "person");
  await settle(bench);
  await reject(bench, "It is 1,450.");
  expect(bench.plan()).toContain("- [ ] Ask again");
  expect(bench.plan()).not.toContain("Draft it again");
  expect(bench.models.asked).toEqual([]);
});

test.each([
  ["the rejected draft", OLD],
  [
    "the rejected draft with its arguments in another order",
    { ...OLD, args: { body: "Dear Anna,\nplease pay 1,500 by Friday.\n", subject: "January invoice" } },
  ],
])("%s is refused to the model", async (_what, same) => {
  const bench = deskFor((_text, turn) => (turn === 0 ? drafts(same) : drafts(NEW)));
  await settle(bench);
  await reject(bench, "It is 1,450.");
  expect(bench.notes()).toContain("Exactly this was asked for at this step before.");
  expect(read(bench).steps[0]?.approval).toMatchObject({ action: NEW });
});

test("what was rejected before the last rejection is refused, too", async () => {
  const bench = deskFor((text, turn) =>
    !text.includes("please pay 1,450")
      ? drafts(NEW)
      : turn === 0
        ? drafts(OLD)
        : drafts(action("Dear Anna, pay 1,400.\n")),
  );
  await settle(bench);
  await reject(bench, "It is 1,450.");
  await reject(bench, "No, 1,400.");
  expect(request(bench)).toContain("+ body: Dear Anna, pay 1,400.");
  expect(request(bench)).toContain("− body: please pay 1,450 by Friday.");
  expect(waiting(bench).length).toBe(1);
});

test("an agent that gives it back says so, and the person may have it drafted again or asked for as it is", async () => {
  let n = 0;
  const bench = deskFor(() => ((n += 1) === 1 ? GIVES_BACK : drafts(NEW)));
  await settle(bench);
  await reject(bench, "It is too much.");
  expect(whyBlocked(read(bench))).toContain("The agent gave the step back: I do not know the sum.");
  expect(bench.plan()).toMatch(/- \[ \] Draft it again\n {4}- \[ \] Ask again\n {4}- \[ \] Skip this step/);
  await settle(bench);
  expect(asks(bench)).toBe(1);
  await tick(bench, "Draft it again");
  expect(request(bench)).toContain("+ body: please pay 1,450 by Friday.");
  expect(asks(bench)).toBe(2);
});

test("an agent that asks gets the answer, and drafts with it", async () => {
  const bench = deskFor((_text, turn) =>
    turn === 0
      ? says("", ["ask_person", { question: "How much is it?", options: ["1,450", "1,400"] }])
      : drafts(NEW),
  );
  await settle(bench);
  await reject(bench, "It is too much.");
  expect(whyBlocked(read(bench))).toContain("How much is it?");
  await tick(bench, "(1)");
  expect(JSON.stringify(bench.models.asked.at(-1)?.messages)).toContain("The person answers: 1,450");
  expect(request(bench)).toContain("+ body: please pay 1,450 by Friday.");
});

test("a person who writes the action themselves is asked for theirs, and no agent has a word in it", async () => {
  const bench = deskFor(() => drafts(NEW), "step");
  await settle(bench);
  await reject(bench, "I write it myself.");
  bench.vault.put(PLAN, bench.plan().replace("pay 1,500", "pay 1,490"));
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(asks(bench)).toBe(0);
  expect(request(bench)).toContain("+ body: please pay 1,490 by Friday.");
  expect(request(bench)).not.toContain("The plan’s agent wrote this");
});

test("words written after the request was rejected are waited for, and then drafted from", async () => {
  const bench = deskFor(() => drafts(NEW));
  await settle(bench);
  await reject(bench, "");
  expect(bench.plan()).toContain("- [ ] Draft it again");
  const path = Object.keys(bench.vault.files()).find((each) => /^Rejected\/2/.test(each)) ?? "";
  bench.vault.put(path, `${bench.vault.text(path) ?? ""}\nIt is 1,450.\n`);
  await bench.clock.advance(5000);
  const engine = await bench.open();
  const world = await engine.look();
  expect(world.plans[0]?.redraft).toMatchObject({ note: "It is 1,450.", isWanted: false });
  await engine.close();
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(asks(bench)).toBe(1);
  expect(waiting(bench).length).toBe(1);
});

test("what somebody made of the action in the rejected request is told to the model, and named in the next one", async () => {
  const bench = deskFor(() => drafts(action("Dear Anna,\nplease pay 1,400 by Friday.\n")));
  await settle(bench);
  await reject(bench, "Like this.", (text) => text.replace("pay 1,500", "pay 1,450"));
  const told = JSON.stringify(bench.models.asked.at(-1)?.messages[0]);
  expect(told).toContain("please pay 1,500");
  expect(told).toContain("somebody has changed the action in the rejected request to this");
  expect(told).toContain("please pay 1,450");
  expect(request(bench)).toContain("compared with its note, which somebody changed");
});

test("a box that is ticked when nothing is rejected any more says so, and changes nothing", async () => {
  const bench = deskFor(() => drafts(NEW));
  await settle(bench);
  await reject(bench, "");
  await tick(bench, "Draft it again");
  const pending = waiting(bench);
  // Of the same question, as nobody had answered it.
  bench.vault.put(PLAN, bench.plan().replace(/\^q-\w+-s/g, "^q-ffff-s"));
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(bench.plan()).toContain(
    "Answered about step 1 “Send the invoice”, but nothing is rejected that still stands",
  );
  expect(waiting(bench)).toEqual(pending);
  expect(asks(bench)).toBe(1);
  await reject(bench, "");
  expect(asks(bench)).toBe(1);
});

test.each(["before", "after"] as const)("a draft that was cut off %s any write is made once", async (how) => {
  const whole = createPower();
  const first = deskFor(() => drafts(NEW), "auto", "agent", { power: whole });
  await settle(first);
  const from = whole.writes.length;
  await reject(first, "It is 1,450.");
  const names = waiting(first).length;
  expect(whole.writes.length).toBeGreaterThan(from + 5);
  for (const place of cutPlaces(whole.writes.length - from)) {
    const at = from + place;
    const power = createPower();
    const bench = deskFor(() => drafts(NEW), "auto", "agent", { power });
    await settle(bench);
    power.cut(at, how);
    await reject(bench, "It is 1,450.").catch((error: unknown) => {
      if (!(error instanceof PowerCut)) throw error;
    });
    power.back();
    bench.vault.reopen();
    bench.store.reopen();
    await bench.clock.advance(60_000);
    await settle(bench);
    const of = `write ${String(at)}`;
    expect(waiting(bench).length, of).toBe(names);
    expect(read(bench).steps[0]?.approval, of).toMatchObject({ action: NEW });
    expect(count(bench.plan(), "(draft-again"), of).toBe(1);
    expect(count(bench.plan(), "Wrote anew"), of).toBe(1);
    expect(request(bench), of).toContain("Since you rejected the request");
    // A question that was cut off is asked again; its answer is used once.
    expect(asks(bench), of).toBeLessThanOrEqual(2);
  }
});
