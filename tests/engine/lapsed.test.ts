/**
 * Once contradicted, an approval needs a fresh confirmation: one that lay beside a refusal or beside a record of
 * somebody else, that could not be read for long, or that was seen elsewhere while its folder was hidden.
 */
import { describe, expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { settle, type Stage } from "../story/stage";
import { change, LETTER, MAIL, moveTo, PAY, requestIn, restart, say, stageOf, textOf } from "./asked";

const MINUTE = 60_000;
const MONTH = 30 * 24 * 60;
/** No approval ends here because its server is silent. */
const PATIENT = { approval_hours: 10_000 };

async function pass(stage: Stage, minutes: number, role: "executor" | "viewer" = "executor"): Promise<void> {
  await stage.clock.advance(minutes * MINUTE);
  await settle(stage, role);
}

/** Looked at every day. */
async function passMonth(stage: Stage): Promise<void> {
  for (let days = 0; days < MONTH; days += 24 * 60) await pass(stage, 24 * 60);
}

/** A folder that cannot be listed, and a note that cannot be read; "" for none. */
interface Shut {
  folder: string;
  note: string;
}

function shutting(shut: Shut): (ground: Ground) => Ground {
  return (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      list: async (folder) =>
        folder === shut.folder
          ? { kind: "unreadable", why: "The disk is busy." }
          : await ground.vault.list(folder),
      read: async (path) =>
        path === shut.note
          ? { kind: "unreadable", reason: "failed", why: "The file is busy." }
          : await ground.vault.read(path),
    },
  });
}

function switchServer(stage: Stage, server: string, isOn: boolean): void {
  stage.outside.script({ server, down: isOn ? null : "It is off." });
}

/** Asked, approved while its server is off, and seen. */
async function approved(stage: Stage, server: string): Promise<string> {
  await settle(stage, "executor");
  switchServer(stage, server, false);
  const path = moveTo(stage, requestIn(stage), "Approved");
  await pass(stage, 1);
  return path;
}

async function approvedAndConfirmed(stage: Stage): Promise<string> {
  const path = await approved(stage, "bank");
  await say(stage, { kind: "confirm", request: nameOf(path) });
  await pass(stage, 1);
  return path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function expectHeld(stage: Stage): Promise<void> {
  await pass(stage, 1);
  await pass(stage, 1);
  expect(stage.outside.calls).toHaveLength(0);
  expect(
    stage.world?.requests
      .filter(({ actionState }) => actionState !== null)
      .map(({ state, objection }) => [state, objection?.id]),
  ).toEqual([["candidate", "confirmed"]]);
}

describe("an approval beside a refusal", () => {
  test.each([[".md"], [" 1.md"]])(
    "does not go out when the refusal under …%s is tidied away a month later",
    async (ending) => {
      const stage = await stageOf(MAIL, PATIENT);
      const path = await approved(stage, "mail");
      const refusal = path.replace("Approved", "Rejected").replace(/\.md$/, ending);
      stage.ground.put(refusal, textOf(stage, path));
      await pass(stage, 1);
      switchServer(stage, "mail", true);
      await passMonth(stage);
      stage.ground.remove(refusal);
      await expectHeld(stage);
      await say(stage, { kind: "confirm", request: nameOf(path) });
      await pass(stage, 1);
      expect(stage.outside.calls).toHaveLength(1);
    },
  );

  test("does not go out when the refusal was of an earlier attempt", async () => {
    const stage = await stageOf(MAIL, PATIENT);
    await settle(stage, "executor");
    stage.outside.script({ server: "mail", answer: "not-sent" });
    const first = requestIn(stage);
    const text = textOf(stage, first);
    moveTo(stage, first, "Approved");
    await pass(stage, 1);
    stage.outside.script({ server: "mail", answer: "ok" });
    const calls = stage.outside.calls.length;
    stage.ground.put(first.replace("Pending_Approval", "Rejected"), text);
    moveTo(stage, requestIn(stage), "Approved");
    await pass(stage, 1);
    stage.ground.remove(first.replace("Pending_Approval", "Rejected"));
    await pass(stage, 1);
    await pass(stage, 1);
    expect(stage.outside.calls).toHaveLength(calls);
  });

  test("does not go out when “Reject” took the other of its two notes, and the rejected one goes away", async () => {
    const stage = await stageOf(MAIL, PATIENT);
    await settle(stage, "executor");
    const pending = requestIn(stage);
    stage.ground.put(pending.replace("Pending_Approval", "Approved"), textOf(stage, pending));
    await pass(stage, 1);
    expect(
      await say(stage, { kind: "reject", request: nameOf(pending), note: "Never send this." }),
    ).toMatchObject({ kind: "done" });
    await passMonth(stage);
    stage.ground.remove(pending.replace("Pending_Approval", "Rejected"));
    await expectHeld(stage);
  });

  test("does not go out when a person writes over the words of the refusal", async () => {
    const stage = await stageOf(MAIL, PATIENT);
    const path = await approved(stage, "mail");
    stage.ground.put("Rejected/No thanks.md", textOf(stage, path));
    await pass(stage, 1);
    switchServer(stage, "mail", true);
    stage.ground.put("Rejected/No thanks.md", "No.\n");
    await expectHeld(stage);
  });

  test("does not go out while a note among the rejected cannot be read", async () => {
    const shut: Shut = { folder: "", note: "Rejected/No thanks.md" };
    const stage = await stageOf(MAIL, PATIENT, shutting(shut));
    const path = await approved(stage, "mail");
    stage.ground.put("Rejected/No thanks.md", textOf(stage, path));
    switchServer(stage, "mail", true);
    await pass(stage, 1);
    await pass(stage, 1);
    expect(stage.outside.calls).toHaveLength(0);
    expect(stage.world?.standing.join(" ")).toContain("Rejected");
    shut.note = "";
    await pass(stage, 1);
    expect(stage.world?.requests[0]?.state).toBe("rejected");
  });
});

test("an approval beside a record of somebody else does not go out when that record is tidied away", async () => {
  const stage = await stageOf(MAIL, PATIENT);
  const path = await approved(stage, "mail");
  const record = `Done/Actions/${nameOf(path).replace(/\.md$/, "_receipt.md")}`;
  stage.ground.put(record, "a note of somebody else\n");
  await pass(stage, 1);
  expect(textOf(stage, "Dashboard.md")).toContain("or the note to Rejected");
  switchServer(stage, "mail", true);
  await passMonth(stage);
  stage.ground.remove(record);
  await expectHeld(stage);
});

test.each([["whose seal does not verify"], ["that is empty"]])(
  "an approval %s for a month does not go out when it is put back",
  async (how) => {
    const stage = await stageOf(PAY, PATIENT);
    const path = await approvedAndConfirmed(stage);
    const text = textOf(stage, path);
    stage.ground.put(path, how === "that is empty" ? "" : text.replace(/^seal: (.)/m, "seal: x$1"));
    switchServer(stage, "bank", true);
    await passMonth(stage);
    stage.ground.put(path, text);
    await expectHeld(stage);
  },
);

test("an approval that cannot be read for a moment keeps its confirmation", async () => {
  const stage = await stageOf(PAY, PATIENT);
  const path = await approvedAndConfirmed(stage);
  const text = textOf(stage, path);
  stage.ground.put(path, "");
  await pass(stage, 1);
  stage.ground.put(path, text);
  switchServer(stage, "bank", true);
  await pass(stage, 1);
  await pass(stage, 1);
  expect(stage.outside.calls).toHaveLength(1);
});

describe("an approval that was taken back while a folder was hidden", () => {
  test.each([["Pending_Approval"], ["Rejected"]])(
    "loses its confirmation when it is seen in %s and its own folder cannot be read",
    async (folder) => {
      const shut: Shut = { folder: "", note: "" };
      const stage = await stageOf(PAY, PATIENT, shutting(shut));
      const path = await approvedAndConfirmed(stage);
      shut.folder = "Approved";
      const back = moveTo(stage, path, folder);
      await pass(stage, 1);
      moveTo(stage, back, "Approved");
      shut.folder = "";
      switchServer(stage, "bank", true);
      await expectHeld(stage);
    },
  );

  test("loses its confirmation also where only a run that shows saw it", async () => {
    const shut: Shut = { folder: "", note: "" };
    const stage = await stageOf(PAY, PATIENT, shutting(shut));
    const path = await approvedAndConfirmed(stage);
    shut.folder = "Pending_Approval";
    const back = moveTo(stage, path, "Pending_Approval");
    restart(stage);
    await pass(stage, 1, "viewer");
    moveTo(stage, back, "Approved");
    shut.folder = "";
    switchServer(stage, "bank", true);
    restart(stage);
    await expectHeld(stage);
  });

  test("is told the reason once, however often it happens", async () => {
    const shut: Shut = { folder: "", note: "" };
    const stage = await stageOf(PAY, PATIENT, shutting(shut));
    let path = await approvedAndConfirmed(stage);
    for (let time = 0; time < 2; time += 1) {
      shut.folder = "Pending_Approval";
      const back = moveTo(stage, path, "Pending_Approval");
      await pass(stage, 1);
      path = moveTo(stage, back, "Approved");
      shut.folder = "";
      await pass(stage, 1);
      await say(stage, { kind: "confirm", request: nameOf(path) });
    }
    const held = stage.world?.requests[0]?.actionState?.held ?? [];
    expect(held).toEqual([...new Set(held)]);
  });
});

describe("what is no other program’s doing pauses nothing", () => {
  test("a record of ours beside a note that was filed away", async () => {
    const stage = await stageOf(MAIL, PATIENT);
    await approved(stage, "mail");
    const old = stage.device.store.snapshot();
    switchServer(stage, "mail", true);
    await pass(stage, 2);
    expect(stage.outside.calls).toHaveLength(1);
    stage.device.store.restore(old);
    restart(stage);
    await pass(stage, 2);
    expect(stage.world?.device.paused).toBeNull();
    expect(stage.outside.calls).toHaveLength(1);
  });

  test.each([["Approved"], ["Pending_Approval"]])("a note in %s that is busy for a while", async (folder) => {
    const shut: Shut = { folder: "", note: "" };
    const stage = await stageOf(MAIL, PATIENT, shutting(shut));
    const path = await approved(stage, "mail");
    shut.note = `${folder}/${nameOf(path)}`;
    if (folder !== "Approved") moveTo(stage, path, folder);
    restart(stage);
    await pass(stage, 1);
    await pass(stage, 1);
    expect(stage.world?.device.paused).toBeNull();
    expect(stage.world?.requests[0]?.state).toBe("unseen");
  });
});

test("“Hold” that is cut off before the note has moved holds all the same", async () => {
  let isCut = false;
  const stage = await stageOf(MAIL, PATIENT, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      move: async (from, to) => {
        if (isCut) throw new Error("It is killed here.");
        return await ground.vault.move(from, to);
      },
    },
  }));
  const path = await approved(stage, "mail");
  isCut = true;
  await expect(say(stage, { kind: "hold", request: nameOf(path) })).rejects.toThrow("killed");
  isCut = false;
  restart(stage);
  switchServer(stage, "mail", true);
  await expectHeld(stage);
});

test("“Hold” leaves no reason behind: what is approved again goes out", async () => {
  const stage = await stageOf(MAIL, PATIENT);
  const path = await approved(stage, "mail");
  await say(stage, { kind: "hold", request: nameOf(path) });
  await pass(stage, 1);
  switchServer(stage, "mail", true);
  moveTo(stage, path.replace("Approved", "Pending_Approval"), "Approved");
  await pass(stage, 1);
  await pass(stage, 1);
  expect(stage.outside.calls).toHaveLength(1);
});

test("what is done by hand is not asked about beside a refusal that went away", async () => {
  const stage = await stageOf(LETTER, PATIENT);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  stage.ground.put(path.replace("Approved", "Rejected"), textOf(stage, path));
  await pass(stage, 1);
  stage.ground.remove(path.replace("Approved", "Rejected"));
  change(stage, path, "- [ ] I did it", "- [x] I did it");
  await pass(stage, 1);
  await pass(stage, 1);
  expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Post the card");
});

test("a clock that is set back by a day keeps no refused approval loaded, over short runs neither", async () => {
  const stage = await stageOf(MAIL, PATIENT);
  await settle(stage, "executor");
  change(stage, "Plans/Plan.md", "status: Blocked", "status: Draft");
  moveTo(stage, requestIn(stage), "Approved");
  await pass(stage, 1);
  stage.clock.jump(-24 * 60 * MINUTE);
  for (let run = 0; run < 3; run += 1) {
    restart(stage);
    await pass(stage, 11);
  }
  expect(requestIn(stage, "Approved")).toBe("");
});

test("“I did it” is said anew once the request was refused", async () => {
  const stage = await stageOf(LETTER, PATIENT);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  await pass(stage, 1);
  await say(stage, { kind: "pause" });
  expect(await say(stage, { kind: "confirm", request: nameOf(path) })).toMatchObject({ kind: "done" });
  const refusal = path.replace("Approved", "Rejected");
  stage.ground.put(refusal, textOf(stage, path));
  await pass(stage, 1);
  stage.ground.remove(refusal);
  await say(stage, { kind: "continue" });
  await pass(stage, 1);
  await pass(stage, 1);
  expect(textOf(stage, "Plans/Plan.md")).toContain("- [ ] ✋ Post the card");
});
