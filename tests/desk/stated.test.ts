/** A note that is no plan as it stands keeps the id that it states: nobody can tell whether another note of that id may go on. */
import { expect, test } from "vitest";
import { settle, type Stage } from "../story/stage";
import { change, MAIL, moveTo, requestIn, restart, say, stageOf, textOf } from "./asked";

const MINUTE = 60_000;
const PLAN = "Plans/Plan.md";
const COPY = "Plans/Copy of it.md";

async function pass(stage: Stage): Promise<void> {
  await stage.clock.advance(MINUTE);
  await settle(stage, "executor");
}

/** Asked, copied and approved; and a program that has read neither note yet. */
async function copiedAndApproved(): Promise<Stage> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  stage.ground.put(COPY, textOf(stage, PLAN));
  moveTo(stage, requestIn(stage), "Approved");
  restart(stage);
  return stage;
}

test.each<[string, string | RegExp, string]>([
  ["properties that a merge doubled", "status: ", "status: Cancelled\nstatus: "],
  ["properties without an end", /\n---\n/, "\n"],
  ["an unfinished merge", "status: ", "<<<<<<< ours\nstatus: Cancelled\n=======\nstatus: "],
  ["a status that nobody knows", /status: .*/, "status: Stop!"],
  ["a status in another dialect", /status: .*/, "status: paused"],
  ["a second Roadmap", "## Reasoning Logs", "## Roadmap\n\n- [ ] Another\n\n## Reasoning Logs"],
  ["a step that stands there twice", /(\n- \[ \] ✋.*)/, "$1$1"],
  ["no Roadmap any more", /## Roadmap[^]*(?=## Reasoning Logs)/, ""],
])("%s: what was asked for is not carried out for a copy of the note", async (_what, from, to) => {
  const stage = await copiedAndApproved();
  change(stage, PLAN, from, to);
  const before = [textOf(stage, PLAN), textOf(stage, COPY)];
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(0);
  expect([textOf(stage, PLAN), textOf(stage, COPY)]).toEqual(before);
  const dashboard = textOf(stage, "Dashboard.md");
  expect(dashboard).toContain("The same plan twice");
  expect(dashboard).toMatch(/Plans\/Plan/);
  expect(await say(stage, { kind: "skip", plan: COPY, step: null })).toMatchObject({ kind: "refused", say: expect.stringContaining(`: ${COPY}, ${PLAN}.`) as string });
  // Once nobody else states the id, what was approved goes on.
  stage.ground.remove(PLAN);
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(1);
});
