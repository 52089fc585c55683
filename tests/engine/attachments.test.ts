/**
 * Files that go along and cannot be read for a moment: nobody can tell whether they are the ones that were approved, so
 * nothing goes out, and nothing is refused.
 */
import { describe, expect, test } from "vitest";
import { settle, type Stage } from "../story/stage";
import { MAIL, moveTo, recordOf, requestIn, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const FILES = ["Invoices/a.pdf", "Invoices/b.pdf"];
const WITH_FILES = MAIL.replace(
  "    ```\n- [ ] Log",
  `    attachments:\n${FILES.map((each) => `      - ${each}\n`).join("")}    \`\`\`\n- [ ] Log`,
);

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
      bytes: async (path, limit) =>
        disk.busy.includes(path)
          ? { kind: "unreadable", reason: "failed", why: "Another program is using it." }
          : await ground.vault.bytes(path, limit),
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
  test.each([[[FILES[0] ?? ""]], [[FILES[1] ?? ""]], [FILES]])(
    "for an hour (%j) lets the approval wait, with the reason, and go out when it can be read",
    async (busy) => {
      const { stage, disk } = await waiting();
      disk.busy = busy;
      moveTo(stage, requestIn(stage), "Approved");
      for (const minutes of [1, 12, 47]) await pass(stage, minutes);
      expect(stage.outside.calls).toEqual([]);
      expect(stage.world?.requests[0]).toMatchObject({
        state: "candidate",
        reason: "An attached file cannot be read now. Nothing goes out until it can.",
      });
      disk.busy = [];
      await pass(stage, 1);
      expect(stage.outside.calls).toHaveLength(1);
    },
  );

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
    expect(textOf(stage, PLAN)).toContain("is not the one you approved");
  });

  test("hides no other that was changed", async () => {
    const { stage, disk } = await waiting();
    disk.busy = [FILES[0] ?? ""];
    stage.ground.put(FILES[1] ?? "", "Another");
    moveTo(stage, requestIn(stage), "Approved");
    for (const minutes of [1, 12]) await pass(stage, minutes);
    expect(stage.outside.calls).toEqual([]);
    expect(textOf(stage, PLAN)).toContain("is not the one you approved");
  });

  test("at the last look before the call stops it", async () => {
    const { stage, disk } = await waiting();
    disk.isBusyAtLast = true;
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 1);
    expect(stage.outside.calls).toEqual([]);
    expect(recordOf(stage)).toMatch(/^outcome: withdrawn$/m);
    expect(recordOf(stage)).toContain("cannot be read now");
  });
});

describe("a file that goes along", () => {
  test("and changes while the tool runs leaves a doubt", async () => {
    const { stage } = await waiting();
    const { port } = stage.outside;
    stage.device.engine = null;
    Object.assign(stage.outside, {
      port: {
        ...port,
        call: async (call: Parameters<typeof port.call>[0]) => {
          stage.ground.put(FILES[0] ?? "", "Another");
          return await port.call(call);
        },
      },
    });
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 1);
    expect(stage.outside.calls).toHaveLength(1);
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
    expect(recordOf(stage)).toContain("changed while the function ran");
    expect(textOf(stage, PLAN)).toContain("- [ ] ✋");
  });

  test.each([
    [
      "a link with its path",
      '"[[Invoices/March 1.pdf]]"',
      "is a link, not a path. Write: Invoices/March 1.pdf",
    ],
    [
      "a link without quotes",
      "[[Invoices/March 1.pdf]]",
      "is a link, not a path. Write: Invoices/March 1.pdf",
    ],
    ["an embedded link with words", '"![[Invoices/March 1.pdf|the invoice]]"', "Write: Invoices/March 1.pdf"],
    ["a link of Markdown", '"[March](Invoices/March%201.pdf)"', "Write: Invoices/March 1.pdf"],
    [
      "a link that names no folder",
      '"[[March 1.pdf]]"',
      "Write the path of the file from the top of the vault",
    ],
    ["other capitals", "Invoices/march 1.PDF", "on the disk it is “Invoices/March 1.pdf”"],
    ["a folder with other capitals", "invoices/March 1.pdf", "on the disk it is “Invoices”"],
    ["no such file", "Invoices/April.pdf", "there is no “April.pdf” in “Invoices”"],
    ["no such folder", "Bills/April.pdf", "there is no “Bills”"],
    ["letters put together another way", "Invoices/M\u00E4rz.pdf", "put together another way on the disk"],
  ])("is not asked for, with what to write, by %s", async (_what, written, why) => {
    const stage = await stageOf(
      WITH_FILES.replace(/ {6}- Invoices[^]*?\.pdf\n {6}- Invoices[^]*?\.pdf/, `      - ${written}`),
    );
    stage.ground.mkdir("Invoices");
    stage.ground.put("Invoices/March 1.pdf", "An invoice");
    const listed = stage.ground.vault.list.bind(stage.ground.vault);
    Object.assign(stage.ground.vault, {
      list: async (folder: string) => {
        const listing = await listed(folder);
        return folder === "Invoices" && listing.kind === "folder"
          ? {
              ...listing,
              entries: [...listing.entries, { name: "Ma\u0308rz.pdf", kind: "file", size: 1, modified: 0 }],
            }
          : listing;
      },
    });
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(textOf(stage, PLAN)).toContain(why);
  });
});
