/**
 * Every folder in tests/cases is a case: a vault, what happens to it, and what is there afterwards.
 * `UPDATE_CASES=1 npx vitest run tests/cases.test.ts` records after/ and moves.txt; then a person reads them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bundleSim } from "../scripts/sim/bundle.mjs";
import type { Stage } from "./story/stage";
import type { Story } from "./story/story";
import { readTree, writeTree, type Files } from "./story/tree";

// Functions that are pure by law remember their answers, and a bundle calls them faster.
const { createStage, folderGround, judge, memoryGround, play, readOverrides, readStory, settle } =
  (await import(
    /* @vite-ignore */ await bundleSim({ entry: "tests/story/whole.ts" })
  )) as typeof import("./story/whole");

const ROOM = "tests/cases";
const RECORD = process.env["UPDATE_CASES"] !== undefined;
const cases = readdirSync(ROOM, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .sort();

/**
 * Every run writes these alike, so they are compared where a case is about them: where it starts with one, or without
 * the folders.
 */
const EVERYWHERE = ["Dashboard.md", "Acting device.md"];
const IN_FOLDERS = /\/About this folder\.md$/;

function golden(files: Files, before: Files, story: Story): Files {
  const isAlike = (path: string): boolean =>
    EVERYWHERE.includes(path) || (IN_FOLDERS.test(path) && story.without.length === 0);
  const kept = Object.entries(files).filter(([path]) => !isAlike(path) || Object.hasOwn(before, path));
  // Nobody can read a seal; what it covers is read beside it.
  return Object.fromEntries(
    kept.map(([path, text]) => [path, text.replace(/^seal: (p[wr]1)\..*$/m, "seal: $1.…")]),
  );
}

async function staged(
  folder: string,
  story: Story,
  before: Files,
  ground: "memory" | "disk",
): Promise<Stage> {
  return await createStage(story, before, readOverrides(folder), (clock) =>
    ground === "memory" ? memoryGround(clock) : folderGround(clock),
  );
}

async function comesToRest(stage: Stage): Promise<void> {
  const { role } = stage.device;
  const still = stage.ground.files();
  expect(
    (await settle(stage, role)).map(({ rule }) => rule),
    "moves of a second settle",
  ).toEqual([]);
  expect(stage.ground.files(), "a second settle").toEqual(still);
  if (stage.story.due !== undefined) return;
  await stage.clock.advance(5 * 3_600_000);
  const later = await settle(stage, role);
  expect(
    later.map(({ rule }) => rule),
    "moves of a settle hours later",
  ).toEqual([]);
  const hours = stage.ground.files();
  expect(golden(hours, {}, stage.story), "a settle hours later").toEqual(golden(still, {}, stage.story));
  await settle(stage, role);
  expect(stage.ground.files(), "one more settle").toEqual(hours);
}

describe.each(cases)("%s", (name) => {
  const folder = `${ROOM}/${name}`;
  const story = readStory(folder);
  const before = readTree(`${folder}/before`);

  test(story.shows, async () => {
    const stage = await staged(folder, story, before, "memory");
    await play(stage);
    await judge(stage);
    const files = stage.ground.files();
    const diary = `${stage.diary.join("\n")}\n`;
    if (RECORD) {
      writeTree(`${folder}/after`, golden(files, before, story));
      writeFileSync(`${folder}/moves.txt`, diary);
    }
    expect(golden(files, before, story)).toEqual(readTree(`${folder}/after`));
    expect(diary).toBe(existsSync(`${folder}/moves.txt`) ? readFileSync(`${folder}/moves.txt`, "utf8") : "");
    await comesToRest(stage);

    const disk = await staged(folder, story, before, "disk");
    try {
      await play(disk);
      expect(disk.ground.files(), "the same story on a disk").toEqual(files);
      await comesToRest(disk);
    } finally {
      disk.ground.leave();
    }
  });
});
