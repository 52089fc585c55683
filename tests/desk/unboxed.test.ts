/** A step whose box is broken while its request is under way: it is told, nothing is guessed, and the line stays as it was written. */
import { expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { nextMinute, settle, type Stage } from "../story/stage";
import { change, MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const go = async (stage: Stage): Promise<void> => {
  await nextMinute(stage);
  await settle(stage, "executor");
};

test("what was sent is logged once and not ticked, and when there is a box again the request says that it was sent", async () => {
  const late = { deed: (): void => undefined };
  const stage = await stageOf(MAIL, {}, (ground: Ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      change: async (path, edit) => {
        const changed = await ground.vault.change(path, edit);
        if (path.endsWith("_receipt.md")) late.deed();
        return changed;
      },
    },
  }));
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  late.deed = () => {
    late.deed = () => undefined;
    change(stage, PLAN, "- [ ] ✋ Send", "- [ ]✋ Send");
  };
  await go(stage);
  await go(stage);
  const then = textOf(stage, PLAN);
  expect(stage.outside.calls).toHaveLength(1);
  expect(then).toContain("- [ ]✋ Send");
  expect(then).toContain("status: Blocked");
  expect(then.match(/\(carried-out,/g)).toHaveLength(1);
  expect(then).not.toContain("(reopened");
  await go(stage);
  expect(textOf(stage, PLAN)).toBe(then);
  change(stage, PLAN, "- [ ]✋ Send", "- [ ] ✋ Send");
  await go(stage);
  expect(textOf(stage, requestIn(stage))).toMatch(/Already carried out on/);
  expect(stage.outside.calls).toHaveLength(1);
});

test("an approval does not run while its step has no box, and waits for it to be mended", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const waiting = requestIn(stage);
  change(stage, PLAN, "- [ ] ✋ Send", "- ✋ Send");
  moveTo(stage, waiting, "Approved");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(0);
  change(stage, PLAN, "- ✋ Send", "- [ ] ✋ Send");
  await go(stage);
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
  expect(textOf(stage, PLAN)).toContain("- [x] ✋ Send");
});
