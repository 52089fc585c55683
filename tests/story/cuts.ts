/**
 * A case played again with the power going out: before or after one thing that the desk does to the vault, to its own
 * memory or to the outside.
 */
import { expect } from "vitest";
import type { Write } from "../fakes/faults";
import { memoryGround } from "./ground";
import { endings, judge, type Ending } from "./judge";
import { play } from "./play";
import { createStage, settle, work, type Stage } from "./stage";
import { readOverrides, readStory, type Story } from "./story";
import { readTree, type Files } from "./tree";

interface Case {
  readonly story: Story;
  readonly before: Files;
  readonly overrides: Readonly<Record<string, unknown>>;
}

interface Cut {
  /** Counted from 1. */
  readonly at: number;
  readonly how: "before" | "after";
}

async function run({ story, before, overrides }: Case, cut: Cut | null): Promise<Stage> {
  const stage = await createStage(
    story,
    before,
    overrides,
    (clock, power) => memoryGround(clock, power ?? {}),
    true,
  );
  if (cut !== null) stage.power?.cut(cut.at, cut.how);
  await play(stage);
  await settle(stage, stage.device.role);
  await outlastCalls(stage);
  return stage;
}

/** A call that was cut off may still be running, and the device that began it asks nobody before its limit. */
async function outlastCalls(stage: Stage): Promise<void> {
  const last = stage.device;
  for (const device of stage.devices.values()) {
    stage.device = device;
    const { requests } = await work(stage, device.role, (engine) => engine.look());
    if (!requests.some(({ state }) => state === "in-doubt")) continue;
    const limit = Math.max(0, ...requests.map(({ underWay }) => underWay?.until ?? 0));
    await stage.clock.advance(Math.max(0, limit - stage.clock.now()) + 1000);
    await settle(stage, device.role);
  }
  stage.device = last;
}

/** A plan ends as without the cut, or stands at a doubt that a person is asked about. */
function endsWell(stage: Stage, expected: ReadonlyMap<string, Ending>): void {
  const found = endings(stage.ground.files());
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [id, { status }] of expected) {
    const end = found.get(id);
    if (end?.status !== status)
      expect(end, `plan ${id}, which would be ${status}`).toEqual({ status: "Blocked", block: "doubt" });
  }
}

/**
 * After one write and before the next the same is on the disk, and nothing of the program is left: one cut stands for
 * both. Only what is outside is not on the disk, so a call is cut off on either side, and so is the first write.
 */
function cutsFor(writes: readonly Write[]): readonly Cut[] {
  return writes.flatMap(({ path }, at): Cut[] => [
    ...(at === 0 || path.startsWith("call ") ? [{ at: at + 1, how: "before" } as const] : []),
    { at: at + 1, how: "after" },
  ]);
}

/**
 * Plays the case of this folder once for each cut. Every `stride`th cut is played, counted from another one in each
 * case, and all cuts around a call.
 */
export async function playCuts(folder: string, stride: number): Promise<void> {
  const story = readStory(folder);
  const whole = { story, before: readTree(`${folder}/before`), overrides: readOverrides(folder) };
  const uncut = await run(whole, null);
  const writes = uncut.power?.writes ?? [];
  const expected = endings(uncut.ground.files());
  const isCall = ({ at }: Cut): boolean => writes[at - 1]?.path.startsWith("call ") === true;
  const cuts = cutsFor(writes).filter((cut) => isCall(cut) || cut.at % stride === folder.length % stride);
  for (const cut of cuts) {
    try {
      const stage = await run(whole, cut);
      await judge(stage);
      if (story.cut_delays === undefined) endsWell(stage, expected);
    } catch (error) {
      const write = writes[cut.at - 1];
      if (error instanceof Error)
        error.message = `Power cut ${cut.how} write ${String(cut.at)} (${write?.name ?? ""} ${write?.path ?? ""}): ${error.message}`;
      throw error;
    }
  }
}
