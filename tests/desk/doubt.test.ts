/** What nobody knows, and who may say so. */
import { describe, expect, test } from "vitest";
import { nextMinute, settle, type Stage } from "../story/stage";
import { change, MAIL, moveTo, PAY, recordOf, requestIn, say, stageOf } from "./asked";

/** It was sent, and no clear answer came. */
async function inDoubt(text: string, settings: Readonly<Record<string, unknown>> = {}): Promise<{ readonly stage: Stage; readonly path: string; readonly record: string }> {
  const stage = await stageOf(text, settings);
  await settle(stage, "executor");
  for (const server of ["bank", "mail"]) stage.outside.script({ server, answer: "unknown" });
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  await say(stage, { kind: "confirm", request: path.slice("Approved/".length) });
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  return { stage, path, record: Object.keys(stage.ground.files()).find((each) => each.endsWith("_receipt.md")) ?? "" };
}

describe("a tick in the record settles no doubt", () => {
  test("about a payment, whatever its note says by now", async () => {
    const { stage, path, record } = await inDoubt(PAY);
    change(stage, path, "```action\ntype: payment", "```action\ntype: email");
    change(stage, record, "- [ ] It did not happen", "- [x] It did not happen");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
  });

  test("where others write in the vault, and the record says so", async () => {
    const { stage, record } = await inDoubt(MAIL, { others_write: true });
    expect(recordOf(stage)).toContain("For this type a tick is not enough.");
    change(stage, record, "- [ ] It happened", "- [x] It happened");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
  });
});

test("rejecting what may have been sent does not say that nothing is sent", async () => {
  const { stage, path } = await inDoubt(MAIL);
  const answer = await say(stage, { kind: "reject", request: path.slice("Approved/".length), note: "" });
  expect(answer).toEqual({ kind: "done", say: "Moved. It had been begun before that: Maybe sent, please check." });
});
