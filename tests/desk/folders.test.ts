/** What the desk keeps in folders that would otherwise be empty. */
import { expect, test } from "vitest";
import { memoryGround } from "../story/ground";
import { createStage, settle, type Stage } from "../story/stage";
import type { Story } from "../story/story";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const CONTROL = ["Approved", "Done/Actions", "Pending_Approval", "Rejected"];
const started = async (): Promise<Stage> => await createStage(STORY, {}, {}, (clock) => memoryGround(clock));
const kept = ({ ground }: Stage): readonly string[] => Object.keys(ground.files()).flatMap((path) => (path.endsWith("/About this folder.md") ? [path.slice(0, path.lastIndexOf("/"))] : [])).sort();

test("each folder for requests keeps a note of its own, and gets it again when it is gone", async () => {
  const stage = await started();
  await settle(stage, "executor");
  expect(kept(stage)).toEqual(CONTROL);
  for (const folder of CONTROL) {
    stage.ground.remove(`${folder}/About this folder.md`);
    await settle(stage, "executor");
    expect(kept(stage), folder).toEqual(CONTROL);
  }
});

test.each(["README.md", "_about.md", "about this FOLDER.md"])("a folder that holds %s gets no other", async (name) => {
  const stage = await started();
  for (const folder of CONTROL) stage.ground.put(`${folder}/${name}`, "Mine.\n");
  await settle(stage, "executor");
  expect(kept(stage)).toEqual([]);
});

test("a clerk puts no note into a folder, and names nobody", async () => {
  const stage = await started();
  await settle(stage, "clerk");
  expect(kept(stage)).toEqual([]);
  expect(Object.keys(stage.ground.files())).not.toContain("Acting device.md");
});
