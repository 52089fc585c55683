/** Notes that the desk keeps in folders that would otherwise be empty. */
import { describe, expect, test } from "vitest";
import { memoryGround } from "../story/ground";
import { createStage, settle, type Stage } from "../story/stage";
import type { Story } from "../story/story";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const CONTROL = ["Approved", "Done/Actions", "Pending_Approval", "Rejected"];
const started = async (): Promise<Stage> => await createStage(STORY, {}, {}, (clock) => memoryGround(clock));
const kept = ({ ground }: Stage): readonly string[] =>
  Object.keys(ground.files())
    .flatMap((path) => (path.endsWith("/About this folder.md") ? [path.slice(0, path.lastIndexOf("/"))] : []))
    .sort();

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

test.each(["README.md", "_about.md", "about this FOLDER.md"])(
  "a folder that holds %s gets no other",
  async (name) => {
    const stage = await started();
    for (const folder of CONTROL) stage.ground.put(`${folder}/${name}`, "Mine.\n");
    await settle(stage, "executor");
    expect(kept(stage)).toEqual([]);
  },
);

test("a clerk puts no note into a folder, and names nobody", async () => {
  const stage = await started();
  await settle(stage, "clerk");
  expect(kept(stage)).toEqual([]);
  expect(Object.keys(stage.ground.files())).not.toContain("Acting device.md");
});

const PLAN =
  "---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the invoice\n    ```action\n    type: email\n    target: client_a@example.com\n    args:\n      subject: Invoice\n      body: Please find it below.\n    ```\n- [ ] Log it\n\n## Reasoning Logs\n";

describe("a folder that cannot be read for an hour", () => {
  test.each(
    [...CONTROL, "Rejected/March"].flatMap(
      (folder) =>
        [
          [folder, "waits", false],
          [folder, "is approved", true],
        ] as const,
    ),
  )("is not taken for an empty one: %s, while a request %s", async (folder, _what, isApproved) => {
    let isBusy = false;
    const isIn = (path: string): boolean => isBusy && (path === folder || path.startsWith(`${folder}/`));
    const stage = await createStage(
      STORY,
      { "Plans/Invoice.md": PLAN, "Rejected/March/README.md": "Mine.\n" },
      {},
      (clock) => {
        const ground = memoryGround(clock);
        return {
          ...ground,
          vault: {
            ...ground.vault,
            list: async (path) =>
              isIn(path) ? { kind: "unreadable", why: "The disk is busy." } : await ground.vault.list(path),
            read: async (path) =>
              isIn(path)
                ? { kind: "unreadable", reason: "failed", why: "The disk is busy." }
                : await ground.vault.read(path),
          },
        };
      },
    );
    await settle(stage, "executor");
    const path =
      Object.keys(stage.ground.files()).find((each) => /^Pending_Approval\/.*_email_/.test(each)) ?? "";
    if (isApproved) {
      stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
      stage.interlude = () => {
        throw new Error("It is closed.");
      };
      await expect(settle(stage, "executor")).rejects.toThrow("It is closed.");
    }
    const before = stage.ground.files()["Plans/Invoice.md"];
    isBusy = true;
    for (let round = 0; round < 3; round += 1) {
      stage.device.engine = null;
      await settle(stage, "executor");
      await stage.clock.advance(1_200_000);
    }
    expect(stage.outside.calls).toEqual([]);
    expect(stage.notices.texts).toEqual([]);
    expect(stage.world?.standing).toEqual([
      `The folder ${folder.replace("/March", "")} cannot be found, or something there cannot be read; nothing runs until you fix that.`,
    ]);
    expect(stage.ground.files()["Plans/Invoice.md"]).toBe(before);
    isBusy = false;
    await settle(stage, "executor");
    expect(stage.world?.standing).toEqual([]);
    expect(stage.outside.calls).toHaveLength(isApproved ? 1 : 0);
  });
});
