/**
 * A step whose box is broken while its request is under way: it is told, nothing is guessed, and the line stays as it
 * was written.
 */
import { expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { nextMinute, settle, work, type Stage } from "../story/stage";
import { change, MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const go = async (stage: Stage): Promise<void> => {
  await nextMinute(stage);
  await settle(stage, "executor");
};

/** The step goes below the Roadmap, with all that belongs to it. */
function park(stage: Stage): void {
  const text = textOf(stage, PLAN);
  const step = text.slice(text.indexOf("- [ ] ✋ Send"), text.indexOf("- [ ] Log it"));
  stage.ground.put(
    PLAN,
    text.replace(step, "").replace("## Reasoning Logs", `## Later\n\n${step}\n## Reasoning Logs`),
  );
}

/** `deed` is done right after the outcome has come into the record. */
async function sentAnd(deed: (stage: Stage) => void): Promise<Stage> {
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
    deed(stage);
  };
  await go(stage);
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
  return stage;
}

test("what was sent is ticked, also where a person moved its step below the Roadmap meanwhile", async () => {
  const stage = await sentAnd(park);
  expect(textOf(stage, PLAN)).toMatch(/## Later\n\n- \[x\] ✋ Send[^]*\(carried-out,/);
  expect(textOf(stage, PLAN)).toContain("status: Active");
});

test("a step below the Roadmap is skipped when a person says so", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Rejected");
  await go(stage);
  park(stage);
  change(stage, PLAN, "- [ ] Log it", "- [x] Log it");
  change(stage, PLAN, "- [ ] Skip this step", "- [x] Skip this step");
  await go(stage);
  await go(stage);
  expect(textOf(stage, "Done/Plans/Plan.md")).toContain("- [-] ✋ Send");
});

test("what was sent is ticked and logged when there is a box again, and never asked for once more", async () => {
  const stage = await sentAnd((at) => {
    change(at, PLAN, "- [ ] ✋ Send", "- [ ]✋ Send");
  });
  const then = textOf(stage, PLAN);
  expect(then).toContain("- [ ]✋ Send");
  expect(then).toContain("status: Blocked");
  expect(then).not.toMatch(/\((?:carried-out|reopened),/);
  await go(stage);
  expect(textOf(stage, PLAN)).toBe(then);
  change(stage, PLAN, "- [ ]✋ Send", "- [ ] ✋ Send");
  await go(stage);
  await go(stage);
  expect(textOf(stage, PLAN)).toContain("- [x] ✋ Send");
  expect(textOf(stage, PLAN).match(/\(carried-out,/g)).toHaveLength(1);
  expect(requestIn(stage)).toBe("");
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

test("a request that was changed and approved is not asked anew while its step has no box", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const waiting = requestIn(stage);
  change(stage, waiting, "  subject: Invoice", "  subject: Bill");
  change(stage, PLAN, "- [ ] ✋ Send", "- ✋ Send");
  moveTo(stage, waiting, "Approved");
  await go(stage);
  expect(requestIn(stage)).toBe("");
  expect(stage.outside.calls).toHaveLength(0);
  const { requests } = await work(stage, "executor", (engine) => engine.look());
  expect(requests[0]?.obstacle?.reason).toMatch(/^Its step is unclear as it is written now\. Line 9: /);
  change(stage, PLAN, "- ✋ Send", "- [ ] ✋ Send");
  await go(stage);
  expect(textOf(stage, requestIn(stage))).toContain("subject: Bill");
});

test("a request that was changed and approved is not asked anew when its step does not need approval any more", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const waiting = requestIn(stage);
  change(stage, waiting, "  subject: Invoice", "  subject: Bill");
  change(stage, PLAN, /✋ Send(.*)\n(?: {4}.*\n)+/, "Send$1\n");
  moveTo(stage, waiting, "Approved");
  await go(stage);
  expect(requestIn(stage)).toBe("");
  expect(stage.outside.calls).toHaveLength(0);
});
