/**
 * The real program under real signals: the call under way ends and is recorded, no other begins; a second signal leaves
 * at once.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning, openProgram, until, type Mails, type Program } from "./program";

let program: Program;
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.leave());

/** Mails that are approved, and a server that has the first one in hand. */
async function approved(count: number, env: Readonly<Record<string, string>> = {}): Promise<Mails> {
  const mails = await program.mails(count, env);
  expect((await mails.call("settle")).code).toBe(0);
  mails.approve();
  return mails;
}

const inHand = (mails: Mails): Promise<void> => until(() => mails.told("calls").length === 1);
const left = (mails: Mails): number =>
  readdirSync(mails.at("Approved")).filter((name) => /^\d{4}-/.test(name)).length;

// A watch hears SIGHUP further down.
describe.each([
  ["watch", "SIGINT", 0],
  ["watch", "SIGTERM", 0],
  ["settle", "SIGINT", 130],
  ["settle", "SIGTERM", 143],
  ["settle", "SIGHUP", 129],
] as const)("%s and %s", (verb, signal, code) => {
  test("the call under way ends and is recorded, no other begins, and one line says so at once", async () => {
    const mails = await approved(3);
    const run = mails.start(verb);
    await inHand(mails);
    run.kill(signal);
    await run.seen("Stopping");
    expect(run.isOver()).toBe(false);
    mails.allow("answer");
    const ended = await run.ended;
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.err).toMatch(
      /^planwright: Stopping: finishing the call under way to mail; nothing else is sent\. Press Ctrl\+C(?: again|, or send another signal,) to leave now\.\n$/,
    );
    expect(mails.told("calls")).toEqual(["a1@example.com"]);
    expect(mails.outcomes()).toEqual(["ok"]);
    // Nobody is to take it for unsent: the plan has its tick, and the request has left the approved ones.
    expect(readFileSync(mails.at("Plans/P1.md"), "utf8")).toContain("- [x] ✋ Write");
    expect(left(mails)).toBe(2);
  });
});

test("the next run sends what was left, each once", async () => {
  const mails = await approved(3);
  const run = mails.start("settle");
  await inHand(mails);
  run.kill("SIGINT");
  await run.seen("Stopping");
  mails.allow("answer");
  await run.ended;
  expect((await mails.call("settle")).code).toBe(0);
  expect(mails.told("calls")).toEqual(["a1@example.com", "a2@example.com", "a3@example.com"]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "a second %s leaves at once, and keeps the doubt and no server",
  async (signal) => {
    const mails = await approved(2, { STUBBORN: "1" });
    const run = mails.start("watch");
    await inHand(mails);
    run.kill(signal);
    await run.seen("Stopping");
    run.kill(signal);
    const ended = await run.ended;
    expect(ended.code).toBe(signal === "SIGINT" ? 130 : 143);
    expect(ended.err).toContain(
      "planwright: Left while a call to mail was under way, so it may have gone out. The next run asks you about it.\n",
    );
    expect(mails.outcomes()).toEqual(["unknown"]);
    await until(() => mails.told("pids").every((pid) => !isRunning(Number(pid))));
    mails.allow("answer");
    expect((await mails.call("settle")).code).toBe(0);
    expect(mails.told("calls")).toEqual(["a1@example.com", "a2@example.com"]);
    expect([...mails.outcomes()].sort()).toEqual(["ok", "unknown"]);
  },
);

test("the second SIGHUP of a window that closes does not cut the call off", async () => {
  const mails = await approved(1);
  const run = mails.start("watch");
  await inHand(mails);
  run.kill("SIGHUP");
  await run.seen("Stopping");
  run.kill("SIGHUP");
  mails.allow("answer");
  expect((await run.ended).code).toBe(0);
  expect(mails.outcomes()).toEqual(["ok"]);
});

test.each(["watch", "settle"])(
  "%s stops while it waits for nothing but a server that starts",
  async (verb) => {
    const mails = await program.mails(1, { START: "1" });
    const run = mails.start(verb);
    await until(() => mails.told("pids").length === 1);
    run.kill("SIGINT");
    const ended = await run.ended;
    expect(ended.code).toBe(verb === "watch" ? 0 : 130);
    expect(ended.err).toBe("planwright: Stopping: nothing else is sent. Press Ctrl+C again to leave now.\n");
    // The server did not fail: nobody waited for it.
    expect(readFileSync(mails.at("Plans/P1.md"), "utf8")).not.toContain("cannot be reached");
  },
);

test("settle stops while it waits for an approval to settle", async () => {
  const mails = await program.mails(1, {}, { quiet_seconds: 3600 });
  const run = mails.start("settle");
  await until(() => run.isOver() || readdirSync(mails.at("")).includes("Dashboard.md"));
  run.kill("SIGTERM");
  expect((await run.ended).code).toBe(143);
});

describe("nobody reads the output any more", () => {
  test("watch ends quietly before it sends anything", async () => {
    const mails = await approved(3);
    mails.allow("answer");
    const { err } = await mails.shell('"$@" > >(head -1 > /dev/null)', "watch").ended;
    expect(err).toBe("");
    expect(mails.told("calls")).toEqual([]);
  });

  test("settle has done its work, and ends quietly", async () => {
    const mails = await approved(2);
    mails.allow("answer");
    const ended = await mails.shell('"$@" | true; exit ${PIPESTATUS[0]}', "settle").ended;
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(mails.outcomes()).toEqual(["ok", "ok"]);
  });

  test.each(["watch", "settle"])("%s on a full disk says so in one line, and ends with 1", async (verb) => {
    const mails = await program.mails(1);
    const ended = await mails.shell('"$@" > /dev/full', verb).ended;
    expect(ended).toMatchObject({
      code: 1,
      err: "planwright: The output could not be written (ENOSPC). “status” shows what was done.\n",
    });
  });

  test("a call that is under way when the reader goes away is recorded", async () => {
    const mails = await approved(2);
    const run = mails.start("watch");
    await inHand(mails);
    run.process.stdout?.destroy();
    mails.allow("answer");
    const ended = await run.ended;
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(mails.outcomes()).toEqual(["ok"]);
    expect(mails.told("calls")).toEqual(["a1@example.com"]);
  });
});
