/** The real program beside another of its kind on the same vault: with the same memory, and with a copy of it. */
import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgram, until, type Mails, type Program } from "./program";

let program: Program;
beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.leave());

/** A run that has the first of two mails in hand. */
async function sending(): Promise<{ readonly mails: Mails; readonly run: ReturnType<Mails["start"]> }> {
  const mails = await program.mails(2);
  await mails.call("settle");
  mails.approve();
  const run = mails.start("watch");
  await until(() => mails.told("calls").length === 1);
  return { mails, run };
}

test("with a copy of this device’s memory nothing is done beside a run that is at work, and nothing is noted that it would not see", async () => {
  const { mails, run } = await sending();
  const copy = mails.at("../copy");
  cpSync(mails.at("../device"), copy, { recursive: true, filter: (name) => !name.endsWith("lock") });
  for (const verb of ["settle", "watch", "pause"]) {
    const ended = await mails.call(verb, "--device", copy);
    expect(ended).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `Another Planwright (process ${String(run.process.pid)}) is working on this vault.`,
      ),
    });
  }
  mails.allow("answer");
  await until(() => mails.outcomes().length === 2 && mails.outcomes().every((each) => each === "ok"));
  run.kill("SIGINT");
  expect((await run.ended).code).toBe(0);
  expect(mails.told("calls")).toEqual(["a1@example.com", "a2@example.com"]);
});

test("what another run is sending is being sent now, and asks for no answer", async () => {
  const { mails, run } = await sending();
  const shown = await mails.call("status");
  expect(shown.out).toContain("Being sent now (1)");
  expect(shown.out).not.toContain("say whether it happened");
  const answered = await mails.call("resolve", "P-1", "not-happened");
  expect(answered.code).toBe(1);
  run.kill("SIGKILL");
  await run.ended;
  const after = await mails.call("status");
  expect(after.out).toContain("Maybe sent, perhaps still running (1)");
});
