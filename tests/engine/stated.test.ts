/**
 * A note that is no plan as it stands keeps the id that it states: nobody can tell whether another note of that id may
 * go on.
 */
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
  ["the last property stuck to the fence", /task_id: PLAN-1\n([^]*?)\n---\n/, "$1\ntask_id: PLAN-1---\n"],
  ["no first fence", "---\n", ""],
  ["an id as a list", "task_id: PLAN-1", "task_id:\n  - PLAN-1"],
  ["an unknown status and no boxes", /status: [^]*## Reasoning Logs/, "status: Stop!\n---\n"],
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
  expect(await say(stage, { kind: "skip", plan: COPY, step: null })).toMatchObject({
    kind: "refused",
    say: expect.stringContaining(`: ${COPY}, ${PLAN}.`) as string,
  });
  // Once nobody else states the id, what was approved goes on.
  stage.ground.remove(PLAN);
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(1);
});

test.each<[string, string]>([
  ["a note beside the plan", "---\ntask_id: PLAN-1\n---\n\n- [ ] Call Ana\n"],
  [
    "a page that quotes the plan",
    "---\ntitle: How: to\nstatus: open\n---\n\n```\ntask_id: PLAN-1\nstatus: Active\n```\n",
  ],
  ["a template", '---\ntask_id: PLAN-1\nstatus: "{{status}}"\n---\n\n## Roadmap\n\n- [ ] a\n'],
])("%s stops nothing", async (_what, text) => {
  const stage = await copiedAndApproved();
  stage.ground.put(PLAN, text);
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(1);
});

test("a README states nothing", async () => {
  const stage = await copiedAndApproved();
  stage.ground.rename(PLAN, "Plans/README.md");
  change(stage, "Plans/README.md", "status: ", "status: Draft\nstatus: ");
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(1);
});

test("a copy that sync made, and that cannot be read, stops the plan until somebody has looked", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const copy = "Plans/Plan.sync-conflict-20260301-090500-ABCDEFG.md";
  stage.ground.put(copy, textOf(stage, PLAN).replace("status: ", "status: Cancelled\nstatus: "));
  moveTo(stage, requestIn(stage), "Approved");
  restart(stage);
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(0);
  expect(textOf(stage, "Dashboard.md")).toContain("The same plan twice");
  stage.ground.remove(copy);
  await pass(stage);
  await pass(stage);
  expect(stage.outside.calls).toHaveLength(1);
});
