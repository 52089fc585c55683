/** Files that go along and cannot be read for a moment: nobody can tell whether they are the ones that were approved, so nothing goes out, and nothing is refused. */
import { describe, expect, test } from "vitest";
import { settle, type Stage } from "../story/stage";
import { MAIL, moveTo, recordOf, requestIn, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const FILES = ["Invoices/a.pdf", "Invoices/b.pdf"];
const WITH_FILES = MAIL.replace("    ```\n- [ ] Log", `    attachments:\n${FILES.map((each) => `      - ${each}\n`).join("")}    \`\`\`\n- [ ] Log`);

interface Disk {
  busy: readonly string[];
  /** As soon as the record of a call was written. */
  isBusyAtLast: boolean;
}

/** A stage on which a request with two files waits. */
async function waiting(): Promise<{ readonly stage: Stage; readonly disk: Disk }> {
  const disk: Disk = { busy: [], isBusyAtLast: false };
  const stage = await stageOf(WITH_FILES, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      bytes: async (path, limit) => (disk.busy.includes(path) ? { kind: "unreadable", reason: "failed", why: "Another program is using it." } : await ground.vault.bytes(path, limit)),
      async create(path, text) {
        if (disk.isBusyAtLast && path.endsWith("_receipt.md")) disk.busy = FILES;
        return await ground.vault.create(path, text);
      },
    },
  }));
  stage.ground.mkdir("Invoices");
  for (const path of FILES) stage.ground.put(path, `What ${path} holds`);
  await settle(stage, "executor");
  return { stage, disk };
}

async function pass(stage: Stage, minutes: number): Promise<void> {
  await stage.clock.advance(minutes * 60_000);
  await settle(stage, "executor");
}

describe("a file that goes along and is busy", () => {
  test.each([[[FILES[0] ?? ""]], [[FILES[1] ?? ""]], [FILES]])("for an hour (%j) lets the approval wait, with the reason, and go out when it can be read", async (busy) => {
    const { stage, disk } = await waiting();
    disk.busy = busy;
    moveTo(stage, requestIn(stage), "Approved");
    for (const minutes of [1, 12, 47]) await pass(stage, minutes);
    expect(stage.outside.calls).toEqual([]);
    expect(stage.world?.requests[0]).toMatchObject({ state: "candidate", reason: "A file that goes along cannot be read just now; nothing goes out before it can." });
    disk.busy = [];
    await pass(stage, 1);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test.each<readonly [string, (stage: Stage) => void]>([
    ["is another when it can be read", (stage) => stage.ground.put(FILES[0] ?? "", "Another")],
    ["is gone when it can be read", (stage) => stage.ground.remove(FILES[0] ?? "")],
  ])("and %s is refused then", async (_what, deed) => {
    const { stage, disk } = await waiting();
    disk.busy = FILES;
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 1);
    deed(stage);
    disk.busy = [];
    for (const minutes of [1, 12]) await pass(stage, minutes);
    expect(stage.outside.calls).toEqual([]);
    expect(textOf(stage, PLAN)).toContain("is not the one that was approved");
  });

  test("hides no other that was changed", async () => {
    const { stage, disk } = await waiting();
    disk.busy = [FILES[0] ?? ""];
    stage.ground.put(FILES[1] ?? "", "Another");
    moveTo(stage, requestIn(stage), "Approved");
    for (const minutes of [1, 12]) await pass(stage, minutes);
    expect(stage.outside.calls).toEqual([]);
    expect(textOf(stage, PLAN)).toContain("is not the one that was approved");
  });

  test("at the last look before the call stops it", async () => {
    const { stage, disk } = await waiting();
    disk.isBusyAtLast = true;
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 1);
    expect(stage.outside.calls).toEqual([]);
    expect(recordOf(stage)).toMatch(/^outcome: withdrawn$/m);
    expect(recordOf(stage)).toContain("cannot be read just now");
  });
});
