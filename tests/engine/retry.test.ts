/** A command that tries again tries the failed action, and a deed that a person did by hand stays done. */
import { describe, expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { nextMinute, settle, type Stage } from "../story/stage";
import { renderStatus } from "../../src/overview/report";
import { change, LETTER, MAIL, moveTo, PAY, recordOf, requestIn, say, stageOf, textOf } from "./asked";

/** The disk refuses to make notes in this folder while `busy.folder` says so. */
const refusing =
  (busy: { folder: string }) =>
  (ground: Ground): Ground => ({
    ...ground,
    vault: {
      ...ground.vault,
      create: async (path, text) =>
        busy.folder !== "" && path.startsWith(`${busy.folder}/20`)
          ? { kind: "refused", why: `${path} cannot be written. The disk is full. Make room and try again.` }
          : await ground.vault.create(path, text),
    },
  });
const go = async (stage: Stage): Promise<void> => {
  await nextMinute(stage);
  await settle(stage, "executor");
};

describe("a request that a person corrected, and that failed, is tried again as they corrected it", () => {
  test("with the amount they gave, and under the same key", async () => {
    const stage = await stageOf(PAY);
    await settle(stage, "executor");
    const first = moveTo(stage, requestIn(stage), "Approved");
    change(stage, first, "amount: 950", "amount: 900");
    await go(stage);
    const second = requestIn(stage);
    expect(textOf(stage, second)).toContain("amount: 900");
    stage.outside.script({ server: "bank", answer: "not-sent" });
    moveTo(stage, second, "Approved");
    await go(stage);
    await say(stage, { kind: "confirm", request: second.slice("Pending_Approval/".length) });
    await go(stage);
    const third = requestIn(stage);
    expect(textOf(stage, third)).toMatch(/amount: 900/);
    expect(textOf(stage, third)).not.toContain("950");
    const keyIn = (path: string): string => /It is marked as \S+/.exec(textOf(stage, path))?.[0] ?? "";
    expect(keyIn(third)).toBe(keyIn(second.replace("Pending_Approval", "Done/Actions")));
    expect(keyIn(third)).not.toBe("");
  });

  test("and says that it does not where that cannot be read any more", async () => {
    const isFiled = (path: string): boolean =>
      path.startsWith("Done/Actions/20") && !path.endsWith("_receipt.md");
    const stage = await stageOf(MAIL, {}, (ground) => ({
      ...ground,
      vault: {
        ...ground.vault,
        read: async (path) =>
          isFiled(path)
            ? { kind: "unreadable", reason: "failed", why: "The disk is busy." }
            : await ground.vault.read(path),
      },
    }));
    await settle(stage, "executor");
    const first = moveTo(stage, requestIn(stage), "Approved");
    change(stage, first, "target: client_a@example.com", "target: client_b@example.com");
    await go(stage);
    const second = requestIn(stage);
    stage.outside.script({ server: "mail", answer: "tool-error" });
    moveTo(stage, second, "Approved");
    await go(stage);
    const third = textOf(stage, requestIn(stage));
    expect(third).toContain("target: client_a@example.com");
    expect(third.replaceAll("\\", "")).toContain(
      `This is not what was tried before; ${second.slice("Pending_Approval/".length)} and its record say what that was.`,
    );
  });
});

test("what a person did by hand is done, also where its record cannot be written at once", async () => {
  const busy = { folder: "" };
  const stage = await stageOf(LETTER, {}, refusing(busy));
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  change(stage, path, "- [ ] I did it", "- [x] I did it");
  busy.folder = "Done/Actions";
  await go(stage);
  expect(recordOf(stage)).toBe("");
  busy.folder = "";
  await go(stage);
  expect(recordOf(stage)).toMatch(/^outcome: by-hand$/m);
  expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Post the card");
});

test("a request that cannot be written is told of, with the reason", async () => {
  const stage = await stageOf(LETTER, {}, refusing({ folder: "Pending_Approval" }));
  await settle(stage, "executor");
  await go(stage);
  expect(stage.world === null ? "" : renderStatus(stage.world)).toContain("The disk is full.");
  expect(textOf(stage, "Dashboard.md")).toContain("cannot be written. The disk is");
});

test("a plan that a person opens again just before it is put away stays where it is", async () => {
  let words: string | null = null;
  const done = LETTER.replace("status: Active", "status: Done").replaceAll("- [ ]", "- [x]");
  const stage = await stageOf(done, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      read: async (path) => {
        const note = await ground.vault.read(path);
        // Right after the look, before anything is done.
        if (path === "Plans/Plan.md" && words === null) {
          words = done
            .replace("status: Done", "status: Active")
            .replace("- [x] Log it", "- [ ] Log it\n- [ ] Cancel the hotel before Friday!");
          ground.put(path, words);
        }
        return note;
      },
    },
  }));
  await settle(stage, "executor");
  expect(textOf(stage, "Plans/Plan.md")).toContain("Cancel the hotel");
});
