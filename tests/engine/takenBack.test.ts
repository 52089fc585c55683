/**
 * An approval that is taken back, or doubted: what a person had said of it before counts no more, in whatever way that
 * comes about.
 */
import { describe, expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { nextMinute, settle, work, type Stage } from "../story/stage";
import { LETTER, MAIL, moveTo, PAY, requestIn, restart, say, stageOf, textOf } from "./asked";

const HOUR = 3_600_000;

/** A payment that was approved and confirmed, and waits for its server. */
async function confirmed(
  text = PAY,
  around: (ground: Ground) => Ground = (ground) => ground,
): Promise<{ readonly stage: Stage; readonly path: string }> {
  const stage = await stageOf(text, {}, around);
  await settle(stage, "executor");
  for (const server of ["bank", "mail"]) stage.outside.script({ server, down: "It is off." });
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  await say(stage, { kind: "confirm", request: path.slice("Approved/".length) });
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, path };
}

/** Its server is back, and some time passes. */
async function goOn(stage: Stage, minutes: number): Promise<void> {
  for (const server of ["bank", "mail"]) stage.outside.script({ server, down: null });
  await stage.clock.advance(minutes * 60_000);
  await settle(stage, "executor");
}

describe("what was confirmed before", () => {
  test.each([1, 11, 60])(
    "does not serve when a second note comes in Pending, after %i minutes",
    async (minutes) => {
      const { stage, path } = await confirmed();
      stage.ground.put(path.replace("Approved", "Pending_Approval"), textOf(stage, path));
      await goOn(stage, 1);
      await goOn(stage, minutes);
      await goOn(stage, 1);
      expect(stage.outside.calls).toEqual([]);
    },
  );

  test("does not serve for the second note either where it was given for days away", async () => {
    const stage = await stageOf(MAIL);
    await settle(stage, "executor");
    const path = moveTo(stage, requestIn(stage), "Approved");
    stage.outside.script({ server: "mail", down: "It is off." });
    await stage.clock.advance(100 * HOUR);
    restart(stage);
    await settle(stage, "executor");
    expect(await say(stage, { kind: "confirm", request: path.slice("Approved/".length) })).toMatchObject({
      kind: "done",
    });
    stage.ground.put(path.replace("Approved", "Pending_Approval"), textOf(stage, path));
    await goOn(stage, 1);
    await goOn(stage, 11);
    expect(stage.outside.calls).toEqual([]);
    expect(await say(stage, { kind: "confirm", request: path.slice("Approved/".length) })).toMatchObject({
      kind: "done",
    });
    await goOn(stage, 1);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("is taken back also where a copy that sync made stays among the approved", async () => {
    const { stage, path } = await confirmed();
    stage.ground.put(path.replace(".md", ".sync-conflict-20260301-090500-ABCDEFG.md"), textOf(stage, path));
    await settle(stage, "executor");
    const back = moveTo(stage, path, "Pending_Approval");
    await goOn(stage, 1);
    moveTo(stage, back, "Approved");
    await goOn(stage, 1);
    expect(stage.outside.calls).toEqual([]);
  });

  test("is taken back also where only a run that shows sees it", async () => {
    const { stage, path } = await confirmed();
    const back = moveTo(stage, path, "Pending_Approval");
    restart(stage);
    await settle(stage, "viewer");
    moveTo(stage, back, "Approved");
    restart(stage);
    await goOn(stage, 1);
    expect(stage.outside.calls).toEqual([]);
  });

  test.each(["told", "paused", "taken-back"])(
    "counts no more when the program is cut off at the record “%s” that it was taken away",
    async (kind) => {
      const { stage, path } = await confirmed();
      const text = textOf(stage, path);
      stage.ground.remove(path);
      restart(stage);
      const { store } = stage.device;
      const cut = new Error("It ends.");
      store.faults = {
        before: () => {
          if (stage.device.store.lines.at(-1)?.startsWith(`{"kind":"${kind}"`) === true) throw cut;
          return undefined;
        },
      };
      await settle(stage, "executor").catch((error: unknown) => expect(error).toBe(cut));
      store.faults = {};
      restart(stage);
      if (kind !== "told") stage.ground.put(path, text);
      await goOn(stage, 1);
      expect(stage.world?.standing).toEqual([
        expect.stringMatching(/^Paused since .* was taken out of the folder, but not by Planwright\./),
      ]);
      if (kind === "told") stage.ground.put(path, text);
      await say(stage, { kind: "continue" });
      await goOn(stage, 1);
      expect(stage.outside.calls).toEqual([]);
    },
  );

  test.each([[false], [true]])(
    "does not serve after it was taken back into a folder that could not be read then; an attempt before it rejected: %s",
    async (isRefused) => {
      const shut = { folder: "" };
      const { stage, path } = await confirmed(PAY, (ground) => ({
        ...ground,
        vault: {
          ...ground.vault,
          list: async (folder) =>
            folder === shut.folder
              ? { kind: "unreadable", why: "The disk is busy." }
              : await ground.vault.list(folder),
        },
      }));
      const copy = path.replace("Approved", "Rejected").replace(/\.md$/, " 1.md");
      shut.folder = "Pending_Approval";
      if (isRefused) stage.ground.put(copy, textOf(stage, path));
      const back = moveTo(stage, path, "Pending_Approval");
      await goOn(stage, 1);
      await goOn(stage, 11);
      if (isRefused) stage.ground.remove(copy);
      moveTo(stage, back, "Approved");
      shut.folder = "";
      await goOn(stage, 1);
      await goOn(stage, 2);
      expect(stage.outside.calls).toEqual([]);
      expect(await say(stage, { kind: "confirm", request: path.slice("Approved/".length) })).toMatchObject({
        kind: "done",
      });
      await goOn(stage, 1);
      expect(stage.outside.calls).toHaveLength(1);
    },
  );

  test("“I did it” has to be said again", async () => {
    const stage = await stageOf(LETTER);
    await settle(stage, "executor");
    const path = moveTo(stage, requestIn(stage), "Approved");
    await settle(stage, "executor");
    await say(stage, { kind: "pause" });
    expect(await say(stage, { kind: "confirm", request: path.slice("Approved/".length) })).toMatchObject({
      kind: "done",
      say: expect.stringContaining("by hand") as string,
    });
    const back = moveTo(stage, path, "Pending_Approval");
    await nextMinute(stage);
    await settle(stage, "executor");
    await say(stage, { kind: "continue" });
    moveTo(stage, back, "Approved");
    await goOn(stage, 1);
    expect(textOf(stage, "Plans/Plan.md")).toContain("- [ ] ✋ Post the card");
  });
});

test.each([
  ["whole", (text: string) => text],
  ["without its properties", (text: string) => text.replace(/^---[\s\S]*?\n---\n/, "")],
  ["with a word for all of it", () => "No.\n"],
  ["empty", () => ""],
])(
  "one that was moved to the rejected under the name of a sync program, %s, was not taken away by a stranger",
  async (_how, left) => {
    const { stage, path } = await confirmed();
    const text = textOf(stage, path);
    stage.ground.remove(path);
    stage.ground.put(path.replace("Approved", "Rejected").replace(/\.md$/, " 1.md"), left(text));
    await goOn(stage, 1);
    await goOn(stage, 11);
    expect(stage.world?.device.paused).toBe(null);
    expect(stage.outside.calls).toEqual([]);
  },
);

test("one that was taken away while an earlier attempt at it was rejected is told of when it is asked again", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "not-sent" });
  const first = moveTo(stage, requestIn(stage), "Approved");
  const earlier = textOf(stage, first);
  await nextMinute(stage);
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "ok", down: "It is off." });
  const second = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  stage.ground.remove(second);
  stage.ground.put(first.replace("Approved", "Rejected"), earlier);
  await goOn(stage, 1);
  await goOn(stage, 11);
  expect(stage.world?.device.paused?.why).toContain("was taken out of the folder, but not by Planwright");
  await say(stage, { kind: "continue" });
  await say(stage, { kind: "request", plan: "PLAN-1", step: null, action: null });
  await goOn(stage, 1);
  expect(textOf(stage, requestIn(stage))).toContain(
    "An approved request for this step disappeared, and Planwright did not move it.",
  );
});

test("a fault at one of several that are taken back keeps none of the others from it", async () => {
  let fault = "";
  const stage = await stageOf(MAIL, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      move: (from, to) =>
        from === fault ? Promise.reject(new Error("The disk is away.")) : ground.vault.move(from, to),
    },
  }));
  stage.ground.put("Plans/Other.md", MAIL.replace("PLAN-1", "PLAN-2").replace("client_a", "client_b"));
  await settle(stage, "executor");
  const names = Object.keys(stage.ground.files()).flatMap(
    (path) => /^Pending_Approval\/(20.*)$/.exec(path)?.[1] ?? [],
  );
  for (const name of names) moveTo(stage, `Pending_Approval/${name}`, "Approved");
  fault = `Approved/${names[0] ?? ""}`;
  const holds = names.map((request) => ({ kind: "hold" as const, request }));
  const answers = await work(stage, "executor", (engine) => engine.obeyAll(holds, () => true));
  expect(answers.map(({ kind }) => kind)).toEqual(["refused", "done"]);
  expect(answers[0]?.say).toBe("That could not be done: The disk is away.");
  expect(requestIn(stage)).toBe(`Pending_Approval/${names[1] ?? ""}`);
});
