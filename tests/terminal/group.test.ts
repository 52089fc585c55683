/** Servers and all that they start, around a real run: nothing is left behind, and nothing outside holds a run up. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning, openProgram, until, type Program } from "./program";

let program: Program;
const apart: number[] = [];
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => {
  for (const pid of apart) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  program.leave();
});

test("settle ends with its work, and a child of the server that stays and holds its output goes with it", async () => {
  const mails = await program.mails(1, { CHILD: "stays" });
  expect(await mails.start("settle").ended).toMatchObject({ code: 0, err: "" });
  const pids = mails.told("pids").map(Number);
  expect(pids).toHaveLength(2);
  await until(() => pids.every((pid) => !isRunning(pid)));
});

test("a run that does not reach its server ends with 3, and says first why", async () => {
  const mails = await program.mails(1, {}, { servers: { mail: { command: "no-such-program" } } });
  expect(await mails.start("settle").ended).toMatchObject({
    code: 3,
    out: expect.stringMatching(
      /^The server “mail” cannot be reached: There is no program “no-such-program” on this device\./,
    ),
  });
});

test("a server that neither hears the end of its input nor SIGTERM is gone with the run", async () => {
  const mails = await program.mails(1, { STUBBORN: "1" });
  expect((await mails.start("settle").ended).code).toBe(0);
  expect(mails.told("asked")).toEqual(["to leave"]);
  await until(() => mails.told("pids").every((pid) => !isRunning(Number(pid))));
});

test("a program that left the group of its server, and holds its output, holds no run up", async () => {
  const mails = await program.mails(1, { CHILD: "apart" });
  const run = mails.start("settle");
  await until(() => mails.told("pids").length === 2);
  apart.push(Number(mails.told("pids")[1]));
  run.process.once("exit", () =>
    apart.forEach((pid) => void (isRunning(pid) && process.kill(pid, "SIGKILL"))),
  );
  expect((await run.ended).code).toBe(0);
});

test("a second signal takes the children of the server along", async () => {
  const mails = await program.mails(1, { CHILD: "stays", STUBBORN: "1" });
  expect((await mails.call("settle")).code).toBe(0);
  mails.approve();
  const run = mails.start("watch");
  await until(() => mails.told("calls").length === 1);
  run.kill("SIGINT");
  await run.seen("Stopping");
  run.kill("SIGINT");
  expect((await run.ended).code).toBe(130);
  await until(() => mails.told("pids").every((pid) => !isRunning(Number(pid))));
});

test("a server that is killed with its client's input alone, as after kill -9, leaves by itself", async () => {
  const mails = await program.mails(1);
  await mails.call("settle");
  mails.approve();
  const run = mails.start("watch");
  await until(() => mails.told("calls").length === 1);
  run.kill("SIGKILL");
  await run.ended;
  mails.allow("answer");
  await until(() => mails.told("pids").every((pid) => !isRunning(Number(pid))));
});

test("a server that hears nothing, and its child, are gone after kill -9, and the call is a doubt", async () => {
  const mails = await program.mails(1, { CHILD: "stays", STUBBORN: "1" });
  await mails.call("settle");
  mails.approve();
  const run = mails.start("watch");
  await until(() => mails.told("calls").length === 1);
  run.kill("SIGKILL");
  await run.ended;
  await until(() => mails.told("pids").every((pid) => !isRunning(Number(pid))));
  expect(await mails.call("status")).toMatchObject({ out: expect.stringMatching(/Did .+ happen\?|Maybe/) });
  expect(mails.told("calls")).toHaveLength(1);
  expect(mails.outcomes()).toEqual(["unknown"]);
});

test("a server that takes long to start is named while it does, and then used", async () => {
  const mails = await program.mails(1, { START: "1" });
  const run = mails.start("settle");
  await run.seen("Starting the server “mail”… (up to 30 seconds)");
  expect(run.isOver()).toBe(false);
  mails.allow("start");
  expect(await run.ended).toMatchObject({
    code: 0,
    err: "",
    slow: ["planwright: Starting the server “mail”… (up to 30 seconds)\n"],
  });
});

test("how long a server may take to start is for the settings to say", async () => {
  const mails = await program.mails(1, { START: "1" }, { start_timeout_seconds: 0.2 });
  expect((await mails.start("settle").ended).code).toBe(3);
  expect(readFileSync(mails.at("Plans/P1.md"), "utf8")).toContain(
    "did not answer within 0.2 seconds. If it needs longer to start, raise start_timeout_seconds in the settings.",
  );
});
