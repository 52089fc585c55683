/**
 * Every folder in tests/recorded is what an older version left behind: a vault and a device store, with requests it
 * sealed and records it wrote. `story.yaml` goes on from there. What was asked is not asked again, what was approved
 * goes out as approved, no warning falls silent.
 *
 * `made-by.yaml` is the story that the older version played. `RECORD_VAULTS=1 npx vitest run tests/recorded.test.ts`,
 * run on that version, plays it and writes `vault/` and `store.json`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "vitest";
import * as z from "zod";
import { memoryGround } from "./story/ground";
import { play } from "./story/play";
import { createStage, START, type Stage } from "./story/stage";
import { readOverrides, readStory } from "./story/story";
import { readTree, writeTree, type Files } from "./story/tree";

const ROOM = "tests/recorded";
const RECORD = process.env["RECORD_VAULTS"] !== undefined;
const recordings = readdirSync(ROOM, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .sort();
const left = z.strictObject({ now: z.string(), records: z.array(z.string()) });

async function staged(folder: string, story: string, before: Files, start: string): Promise<Stage> {
  return await createStage(
    readStory(folder, story),
    before,
    readOverrides(folder),
    (clock) => memoryGround(clock),
    false,
    start,
  );
}

async function record(folder: string): Promise<void> {
  const stage = await staged(folder, "made-by.yaml", readTree(`${folder}/before`), START);
  await play(stage);
  mkdirSync(`${folder}/vault`, { recursive: true });
  writeTree(`${folder}/vault`, stage.ground.files());
  writeFileSync(
    `${folder}/store.json`,
    `${JSON.stringify({ now: new Date(stage.clock.now()).toISOString(), records: stage.device.store.snapshot() }, null, 1)}\n`,
  );
}

describe.each(recordings)("%s", (name) => {
  const folder = `${ROOM}/${name}`;
  test(readStory(folder).shows, async () => {
    if (RECORD && !existsSync(`${folder}/store.json`)) await record(folder);
    const { now, records } = left.parse(JSON.parse(readFileSync(`${folder}/store.json`, "utf8")));
    const stage = await staged(folder, "story.yaml", readTree(`${folder}/vault`), now);
    stage.device.store.restore(records);
    // The older version drew the ids so far; these are new ones.
    stage.device.random.bytes(4096);
    await play(stage);
  });
});
