/** A person undoes what they did to a plan: it is as it was, each undoing is a line of the log, and no approval comes back. */
import { describe, expect, test } from "vitest";
import type { Said } from "../story/said";
import { settle, type Stage } from "../story/stage";
import { MAIL, moveTo, requestIn, say, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const CALL = MAIL.replace(/✋[^]*?```action[^]*?```/, "Call Ana").replace("PLAN-1", "PLAN-1");

async function opened(text: string, settings = {}): Promise<Stage> {
  const stage = await stageOf(text, settings);
  await settle(stage, "executor");
  return stage;
}
const go = async (stage: Stage): Promise<void> => {
  await stage.clock.advance(60_000);
  await settle(stage, "executor");
};
const plan = (stage: Stage, path = PLAN): string => textOf(stage, path);
const done = (stage: Stage, command: Said) =>
  say(stage, command).then((obeyed) => {
    if (obeyed.kind !== "done") throw new Error(obeyed.say);
    return obeyed.say;
  });
const undo = { kind: "undo", plan: "PLAN-1" } as const;
const states = (stage: Stage): readonly string[] =>
  stage.world?.requests.map(({ state, attempt }) => `${state} ${String(attempt)}`) ?? [];

describe("a step", () => {
  test.each([
    ["skip", "[-]", "Skipped"],
    ["done", "[x]", "Ticked"],
  ] as const)("%s: its box is open again, also after the next one was ticked", async (kind, box, did) => {
    const stage = await opened(CALL);
    await done(stage, { kind, plan: "PLAN-1", step: null });
    await go(stage);
    await stage.clock.advance(60_000);
    expect(plan(stage)).toContain(`- ${box} Call Ana`);
    expect(await done(stage, { ...undo, of: kind })).toBe("Open again: step 1 “Call Ana”.");
    expect(plan(stage)).toMatch(/^- \[ \] Call Ana \^s-\w+$/m);
    expect(plan(stage)).toMatch(
      new RegExp(
        `Human: ${did} step 1.*\n- .*Human: Opened step 1 “Call Ana” again — Undone by .*\\(reopened, step s-`,
      ),
    );
    expect(await say(stage, undo)).toMatchObject({ kind: "refused" });
  });

  test("left by hand is undone; changed since, or another than is meant, it stays", async () => {
    const stage = await opened(CALL);
    await done(stage, { kind: "done", plan: "PLAN-1", step: null });
    await go(stage);
    for (const command of [
      { ...undo, of: "skip" },
      { ...undo, step: 2 },
      { ...undo, shown: "x" },
    ] as const)
      expect(await say(stage, command)).toMatchObject({ kind: "refused" });
    stage.ground.put(PLAN, plan(stage).replace("[x]", "[-]"));
    await go(stage);
    expect(await done(stage, { ...undo, of: "skip", step: 1 })).toMatch(/^Open again/);
    await go(stage);
    expect(plan(stage)).toContain("- [ ] Call Ana");
  });

  test("the last one of a plan brings the finished plan back", async () => {
    const stage = await opened(CALL);
    await done(stage, { kind: "done", plan: "PLAN-1", step: null });
    await go(stage);
    await done(stage, { kind: "skip", plan: "PLAN-1", step: null });
    await go(stage);
    expect(plan(stage)).toBe("");
    expect(await say(stage, { ...undo, step: 1 })).toMatchObject({ kind: "refused" });
    expect(await done(stage, undo)).toBe("Open again: step 2 “Log it”. The plan is in Plans again.");
    await go(stage);
    await go(stage);
    expect(plan(stage)).toMatch(/status: Active[^]*- \[x\] Call Ana[^]*- \[ \] Log it/);
    expect(plan(stage)).not.toContain("By hand, in the note");
    expect(await done(stage, undo)).toMatch(/^Open again: step 1/);
  });

  test("with a request: what was withdrawn is asked again, in a new request", async () => {
    const stage = await opened(MAIL);
    moveTo(stage, requestIn(stage), "Approved");
    await done(stage, { kind: "skip", plan: "PLAN-1", step: null });
    await go(stage);
    expect(requestIn(stage, "Approved")).toBe("");
    await done(stage, undo);
    await go(stage);
    expect(states(stage)).toEqual(["waiting 1", "spent 1"]);
    expect(stage.outside.calls).toEqual([]);
    expect(requestIn(stage, "Approved")).toBe("");
  });
});

describe("a cancelled plan", () => {
  test("asks again what was withdrawn, and nothing goes out by the approval it had", async () => {
    const stage = await opened(MAIL);
    moveTo(stage, requestIn(stage), "Approved");
    await done(stage, { kind: "cancel", plan: "PLAN-1" });
    expect(plan(stage)).toContain("(cancelled, text active)");
    await go(stage);
    await go(stage);
    expect(await done(stage, undo)).toBe("Open again: “Plan”.");
    await go(stage);
    await go(stage);
    expect(plan(stage)).toMatch(
      /Human: Opened the plan again — Undone by a click or a command\. \(restored\)\n/,
    );
    expect(states(stage)).toEqual(["waiting 1", "spent 1"]);
    expect([requestIn(stage, "Approved"), stage.outside.calls]).toEqual(["", []]);
    moveTo(stage, requestIn(stage), "Approved");
    await go(stage);
    await go(stage);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("that no device has seen yet keeps its request, and what lies approved waits again", async () => {
    const stage = await opened(MAIL);
    moveTo(stage, requestIn(stage), "Approved");
    await done(stage, { kind: "cancel", plan: "PLAN-1" });
    expect(await done(stage, undo)).toBe(
      "Open again: “Plan”. What was approved waits for your approval again.",
    );
    await go(stage);
    await go(stage);
    expect([requestIn(stage, "Approved"), stage.outside.calls]).toEqual(["", []]);
    expect(states(stage)).toEqual(["waiting 1"]);
  });

  test.each([
    ["Draft", "Draft", "A draft again: “Plan”."],
    ["Blocked", "Blocked", "Open again: “Plan”."],
    ["Active", "Active", "Open again: “Plan”."],
  ])("was %s and is %s again", async (before, after, says) => {
    const stage = await opened(CALL.replace("status: Active", `status: ${before}`), { auto_start: false });
    await done(stage, { kind: "cancel", plan: "PLAN-1" });
    await go(stage);
    expect(await done(stage, undo)).toBe(says);
    await go(stage);
    expect(plan(stage)).toContain(`status: ${after}\n`);
    expect(plan(stage)).not.toContain("By hand");
  });

  test.each([
    ["after it was started", "- [2026-02-21T10:30:00Z] Human: Started — So. (started)\n", "Active"],
    ["of which the log tells nothing", "", "Draft"],
  ])("by hand, %s, is %s", async (_what, lines, after) => {
    const stage = await opened(`${CALL}${lines}`);
    stage.ground.put(PLAN, plan(stage).replace("status: Active", "status: Cancelled"));
    await go(stage);
    await done(stage, { ...undo, of: "cancel" });
    await go(stage);
    expect(plan(stage)).toContain(`status: ${after}\n`);
  });

  test("that was started anew since is not cancelled any more", async () => {
    const stage = await opened(CALL);
    await done(stage, { kind: "cancel", plan: "PLAN-1" });
    await done(stage, undo);
    expect(await say(stage, { ...undo, of: "cancel" })).toMatchObject({ kind: "refused" });
  });
});

describe("a rejection", () => {
  test("that no device has seen moves back to wait, as it was", async () => {
    const stage = await opened(MAIL);
    const path = requestIn(stage);
    const before = textOf(stage, path);
    await done(stage, { kind: "reject", request: path.replace(/^.*\//, ""), note: "" });
    expect(await done(stage, { ...undo, of: "reject" })).toBe(
      "Not rejected any more: the request waits for you again.",
    );
    expect(textOf(stage, path)).toBe(before);
    await go(stage);
    expect(states(stage)).toEqual(["waiting 1"]);
    expect(plan(stage)).toMatch(
      /Human: Took back the rejection of step 1 .*\(brought-back, step s-\w+, request \w+\)/,
    );
  });

  test("that was seen is asked again, in a request of its own", async () => {
    const stage = await opened(MAIL);
    await done(stage, { kind: "reject", request: requestIn(stage).replace(/^.*\//, ""), note: "No." });
    await go(stage);
    expect(await done(stage, undo)).toBe(
      "This waits for you again. It is a new request, since the first one was turned down.",
    );
    await go(stage);
    expect(requestIn(stage)).not.toBe("");
    expect(requestIn(stage, "Rejected")).not.toBe("");
    expect(plan(stage)).toMatch(
      /Human: Asked for step 1 .* again — You took back the rejection\. \(ask-again/,
    );
    moveTo(stage, requestIn(stage), "Approved");
    await go(stage);
    await go(stage);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("of what was approved before revives no approval", async () => {
    const stage = await opened(MAIL);
    const path = moveTo(stage, requestIn(stage), "Approved");
    await done(stage, { kind: "reject", request: path.replace(/^.*\//, ""), note: "" });
    await done(stage, undo);
    await go(stage);
    await go(stage);
    expect([requestIn(stage, "Approved"), stage.outside.calls, states(stage)]).toEqual([
      "",
      [],
      ["waiting 1"],
    ]);
  });
});

describe("the archive", () => {
  test.each(["Plans/Plan.md", "Plans/Home/Plan.md"])("gives %s back where it was", async (path) => {
    const stage = await opened(CALL);
    if (path !== PLAN) {
      stage.ground.mkdir("Plans/Home");
      stage.ground.rename(PLAN, path);
      await go(stage);
    }
    await done(stage, { kind: "cancel", plan: "PLAN-1" });
    await done(stage, { kind: "archive", plan: "PLAN-1" });
    await go(stage);
    expect(plan(stage, path)).toBe("");
    expect(await done(stage, undo)).toBe(
      `Brought back. The plan is in ${path.replace(/\/[^/]*$/, "")} again.`,
    );
    await go(stage);
    expect(plan(stage, path)).toMatch(
      /Human: Moved the plan to the finished ones .*\(archived, text \w{12}\)\n.*Human: Brought the plan back .*\(brought-back\)\n$/,
    );
    expect(await done(stage, undo)).toBe("Open again: “Plan”.");
  });

  test("keeps what went there by itself", async () => {
    const stage = await opened(CALL.replace("[ ] Log it", "[x] Log it").replace("[ ] Call", "[x] Call"));
    await go(stage);
    expect(plan(stage)).toBe("");
    expect(await say(stage, undo)).toMatchObject({ kind: "refused" });
  });
});

test("what was put off is brought back", async () => {
  const stage = await opened(MAIL);
  await done(stage, { kind: "later", plan: "PLAN-1", until: "2026-04-01" });
  expect(await done(stage, undo)).toMatch(/^It asks you again/);
  expect(await say(stage, { ...undo, of: "later" })).toMatchObject({ kind: "refused" });
});
