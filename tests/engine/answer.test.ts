/** A person takes an approval back on a disk that does not go along: what they said holds all the same. */
import { describe, expect, test } from "vitest";
import type { Command } from "../../src/engine/perform/replies";
import { memoryGround } from "../story/ground";
import { obeyed, type Said } from "../story/said";
import { createStage, nextMinute, settle, work, type Stage } from "../story/stage";
import type { Story } from "../story/story";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const PLAN =
  "---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the invoice\n    ```action\n    type: email\n    target: client_a@example.com\n    args:\n      subject: Invoice\n      body: Please find it below.\n    ```\n- [ ] Log it\n\n## Reasoning Logs\n";

/** What the disk does: it refuses to move a note or to change an approved one, or the note is gone when it is moved. */
type Busy = "move" | "change" | "gone";

/** A stage on which a request waits. */
async function asked(
  busy: ReadonlySet<Busy>,
): Promise<{ readonly stage: Stage; readonly path: string; readonly id: string }> {
  const stage = await createStage(STORY, { "Plans/Invoice.md": PLAN }, { grace_seconds: 600 }, (clock) => {
    const ground = memoryGround(clock);
    return {
      ...ground,
      vault: {
        ...ground.vault,
        move: async (from, to) =>
          busy.has("gone")
            ? { kind: "absent" }
            : busy.has("move")
              ? { kind: "refused", why: "The disk is busy." }
              : await ground.vault.move(from, to),
        change: async (path, edit) =>
          busy.has("change") && path.startsWith("Approved/")
            ? { kind: "refused", why: "The disk is busy." }
            : await ground.vault.change(path, edit),
      },
    };
  });
  await settle(stage, "executor");
  const [path = ""] = Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_/.test(each),
  );
  return { stage, path, id: path.replace(/\.md$/, "").slice(-8) };
}

/** One that was approved, and is about to be sent once that was seen. */
async function approved(
  busy: ReadonlySet<Busy>,
  seen = true,
): Promise<{ readonly stage: Stage; readonly id: string }> {
  const { stage, path, id } = await asked(busy);
  stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  if (seen) {
    stage.interlude = () => {
      throw new Error("It is closed.");
    };
    await expect(settle(stage, "executor")).rejects.toThrow("It is closed.");
    stage.device.engine = null;
  }
  expect(stage.device.store.lines.some((line) => line.startsWith('{"kind":"seen"'))).toBe(seen);
  return { stage, id };
}

const say = async (stage: Stage, command: Said): Promise<unknown> =>
  await work(stage, "executor", (engine) => obeyed(engine, command));

describe("an approval that a person takes back", () => {
  test.each<readonly [string, Busy, (id: string) => Command, boolean]>([
    ["is held where its note cannot be moved", "move", (request) => ({ kind: "hold", request }), true],
    [
      "that no look has seen yet is held where its note cannot be moved",
      "move",
      (request) => ({ kind: "hold", request }),
      false,
    ],
    [
      "with a rejection is held where its note cannot be moved",
      "move",
      (request) => ({ kind: "reject", request, note: "" }),
      true,
    ],
    [
      "with a rejection and a word is held where that cannot be written",
      "change",
      (request) => ({ kind: "reject", request, note: "Not now." }),
      true,
    ],
  ])("%s", async (_what, call, command, seen) => {
    const busy = new Set<Busy>([call]);
    const { stage, id } = await approved(busy, seen);
    expect(await say(stage, command(id))).toEqual({
      kind: "refused",
      say: "That could not be done: The disk is busy. It is still in Approved, and is sent only after you confirm it here.",
    });
    busy.clear();
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(stage.world?.requests[0]?.reason).toBe(
      "A person took it back, but its note could not be moved, so it needs a confirmation here.",
    );
    expect(await say(stage, { kind: "confirm", request: id })).toMatchObject({ kind: "done" });
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("is taken back where this device cannot write down that it is", async () => {
    const { stage, id } = await approved(new Set());
    stage.device.store.faults = { before: () => "There is no room left on the disk." };
    expect(await say(stage, { kind: "hold", request: id })).toMatchObject({ kind: "done" });
    stage.device.store.faults = {};
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(
      Object.keys(stage.ground.files()).filter((path) => path.includes(id) && !path.startsWith("Done/")),
    ).toEqual([expect.stringMatching(/^Pending_Approval\//)]);
    expect(stage.device.store.lines.at(-1)).toContain("taken-back");
  });

  test("is not approved once more where it lies", async () => {
    const { stage, id } = await approved(new Set());
    expect(await say(stage, { kind: "approve", request: id })).toEqual({
      kind: "refused",
      say: expect.stringMatching(/ is not in Pending_Approval: /),
    });
  });
});

describe("where there was no approval to take back", () => {
  test.each<readonly [string, Busy, string]>([
    ["could not be moved", "move", "That could not be done: The disk is busy."],
    ["was just moved away", "gone", "The note was just moved away. Look again."],
  ])("a request that waits and %s is not held", async (_what, call, said) => {
    const busy = new Set<Busy>();
    const { stage, id } = await asked(busy);
    busy.add(call);
    expect(await say(stage, { kind: "reject", request: id, note: "" })).toEqual({
      kind: "refused",
      say: said,
    });
    expect(stage.device.store.lines.filter((line) => line.startsWith('{"kind":"held"'))).toEqual([]);
  });

  test("an approval that was just moved away is not held", async () => {
    const busy = new Set<Busy>();
    const { stage, id } = await approved(busy);
    busy.add("gone");
    expect(await say(stage, { kind: "hold", request: id })).toEqual({
      kind: "refused",
      say: "The note was just moved away. Look again.",
    });
    expect(stage.device.store.lines.at(-1)).toMatch(/^\{"kind":"taken-back"/);
    await settle(stage, "executor");
    expect(stage.world?.requests[0]?.actionState?.held).toEqual([]);
  });
});

test("a face that fails takes nothing back of the answer", async () => {
  const { stage, id } = await asked(new Set());
  const answer = await work(stage, "executor", async (engine) => {
    engine.onWorld(() => {
      throw new Error("A face fell over.");
    });
    return await engine.obey({ kind: "reject", request: id, note: "" });
  });
  expect(answer).toEqual({ kind: "done", say: "Rejected. Nothing is sent." });
});

test("an approval of an action that nothing sends says what the person does now", async () => {
  const letter = PLAN.replace("type: email", "type: letter");
  const stage = await createStage(STORY, { "Plans/Invoice.md": letter }, {}, (clock) => memoryGround(clock));
  await settle(stage, "executor");
  const [path = ""] = Object.keys(stage.ground.files()).filter((each) =>
    each.startsWith("Pending_Approval/2"),
  );
  const id = path.replace(/\.md$/, "").slice(-8);
  expect(await say(stage, { kind: "approve", request: id })).toEqual({
    kind: "done",
    say: "Approved. Now do it by hand, then say “Done”.",
  });
  const { stage: other, id: mail } = await asked(new Set());
  expect(await say(other, { kind: "approve", request: mail })).toEqual({ kind: "done", say: "Approved." });
});
