/** A step that a person changes while its action is carried out: what is ticked, told and asked then. */
import { describe, expect, test } from "vitest";
import { nextMinute, settle, type Stage } from "../story/stage";
import { change, LETTER, MAIL, moveTo, requestIn, say, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";

/** Approved and carried out; `meanwhile` happens in the middle of the call. */
async function carriedOut(meanwhile: (stage: Stage) => void): Promise<Stage> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  const { port } = stage.outside;
  const call = port.call.bind(port);
  Object.assign(port, {
    call: async (made: Parameters<typeof call>[0]) => {
      if (stage.outside.calls.length === 0) meanwhile(stage);
      return await call(made);
    },
  });
  await settle(stage, "executor");
  await stage.clock.advance(600_000);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  return stage;
}

const OTHERS: readonly (readonly [string, string | RegExp, string])[] = [
  ["another receiver", "target: client_a@example.com", "target: client_b@example.com"],
  ["another text", "Please find it below.", "Please find it attached."],
  [
    "another subject and wording",
    /Send the invoice([^]*)subject: Invoice/,
    "Send the reminder$1subject: Reminder",
  ],
];

describe("a step that says by then that something else is to be sent", () => {
  test.each(OTHERS)("stays open, is told and is asked about again: %s", async (_what, from, to) => {
    const stage = await carriedOut((at) => change(at, PLAN, from, to));
    const text = textOf(stage, PLAN);
    expect(text).toMatch(/^- \[ \] ✋ Send/m);
    expect(text).toMatch(/Agent: Carried out: step 1/);
    expect(text).toMatch(/Agent: Left step 1 .* open — It was changed while its action was carried out/);
    expect(text).not.toMatch(/Human: Opened/);
    expect(textOf(stage, requestIn(stage))).toMatch(/carried out/i);
    moveTo(stage, requestIn(stage), "Approved");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(2);
    expect(textOf(stage, PLAN)).toMatch(/^- \[x\] ✋ Send/m);
  });

  test("stays open where its block is gone", async () => {
    const stage = await carriedOut((at) =>
      change(at, PLAN, /✋ (Send the invoice.*\n) {4}```action[^]*?```\n/, "$1"),
    );
    expect(textOf(stage, PLAN)).toMatch(/^- \[ \] Send the invoice/m);
    expect(textOf(stage, PLAN)).toContain("Agent: Left step 1");
    expect(requestIn(stage)).toBe("");
  });
});

test("a step of which only the wording was changed is ticked: the same was sent", async () => {
  const stage = await carriedOut((at) => change(at, PLAN, "Send the invoice", "Send the invoice to A"));
  expect(textOf(stage, PLAN)).toMatch(/^- \[x\] ✋ Send the invoice to A/m);
  expect(textOf(stage, PLAN)).not.toContain("Left step");
});

test("a step of which nothing was changed is ticked, by hand as by a server", async () => {
  const sent = await carriedOut(() => undefined);
  expect(textOf(sent, PLAN)).toMatch(/^- \[x\] ✋ Send the invoice/m);
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  await say(stage, { kind: "confirm", request: path.slice("Approved/".length) });
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(textOf(stage, PLAN)).toMatch(/^- \[x\] ✋ Post the card/m);
});

/** Approved and called; the server reported an error. */
async function failed(): Promise<{ readonly stage: Stage; readonly name: string }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "tool-error" });
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, name: path.slice("Approved/".length) };
}

test("an old error that happened after all ticks no step that says something else by then", async () => {
  const { stage, name } = await failed();
  await nextMinute(stage);
  change(stage, PLAN, "target: client_a@example.com", "target: client_b@example.com");
  await nextMinute(stage);
  await settle(stage, "executor");
  const answer = await say(stage, { kind: "resolve", request: name, happened: true });
  expect(answer).toEqual({
    kind: "done",
    say: "Noted: it happened. The step now describes another action, so it stays open.",
  });
  await stage.clock.advance(600_000);
  await settle(stage, "executor");
  expect(textOf(stage, PLAN)).toMatch(/^- \[ \] ✋ Send/m);
  expect(stage.outside.calls).toHaveLength(1);
});

test("what is asked anew for an old error that happened after all is withdrawn also where its plan was put away first", async () => {
  const { stage, name } = await failed();
  const again = requestIn(stage);
  expect(again).not.toBe("");
  await nextMinute(stage);
  change(stage, PLAN, "- [ ] Log it", "- [x] Log it");
  const said = await say(stage, { kind: "resolve", request: name, happened: true });
  expect(said.kind).toBe("done");
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(textOf(stage, "Done/Plans/Plan.md")).toMatch(/^status: Done$/m);
  expect(requestIn(stage)).toBe("");
  expect(textOf(stage, `Done/Actions/${again.replace(/^.*\/|\.md$/g, "")}_receipt.md`)).toMatch(
    /^outcome: withdrawn$/m,
  );
  expect(stage.outside.calls).toHaveLength(1);
});
