/** Actions of which nobody knows whether they happened, and the people who may say so. */
import { describe, expect, test } from "vitest";
import type { Ground } from "../story/ground";
import { needsOf } from "../../src/overview/needs/needsOf";
import { nextMinute, settle, work, type Stage } from "../story/stage";
import { change, MAIL, moveTo, PAY, recordOf, requestIn, restart, say, stageOf, textOf } from "./asked";

/** It was sent, and no clear answer came. */
async function inDoubt(
  text: string,
  settings: Readonly<Record<string, unknown>> = {},
  around?: (ground: Ground) => Ground,
): Promise<{ readonly stage: Stage; readonly path: string; readonly record: string }> {
  const stage = await stageOf(text, settings, around);
  await settle(stage, "executor");
  for (const server of ["bank", "mail"]) stage.outside.script({ server, answer: "unknown" });
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  await say(stage, { kind: "confirm", request: path.slice("Approved/".length) });
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  return {
    stage,
    path,
    record: Object.keys(stage.ground.files()).find((each) => each.endsWith("_receipt.md")) ?? "",
  };
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
    expect(recordOf(stage)).toContain("For this type, a tick is not enough.");
    change(stage, record, "- [ ] It happened", "- [x] It happened");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
  });
});

test("rejecting what may have been sent does not say that nothing is sent", async () => {
  const { stage, path } = await inDoubt(MAIL);
  const answer = await say(stage, { kind: "reject", request: path.slice("Approved/".length), note: "" });
  expect(answer).toEqual({
    kind: "done",
    say: "Moved. Planwright had already begun it. Result: Maybe sent, please check.",
  });
});

describe("a record that is busy for ten minutes", () => {
  async function busy(): Promise<{
    readonly stage: Stage;
    readonly path: string;
    readonly record: string;
    readonly disk: { isBusy: boolean };
  }> {
    const disk = { isBusy: false };
    const found = await inDoubt(MAIL, {}, (ground) => ({
      ...ground,
      vault: {
        ...ground.vault,
        read: async (path) =>
          disk.isBusy && path.endsWith("_receipt.md")
            ? { kind: "unreadable", reason: "failed", why: "Another program is using it." }
            : await ground.vault.read(path),
      },
    }));
    disk.isBusy = true;
    return { ...found, disk };
  }

  async function pass(stage: Stage, minutes: number): Promise<void> {
    await stage.clock.advance(minutes * 60_000);
    await settle(stage, "executor");
  }

  test("is left as it is, with what a person ticked in it, and that counts when it can be read again", async () => {
    const { stage, record, disk } = await busy();
    change(stage, record, "- [ ] It happened", "- [x] It happened");
    const before = stage.ground.files();
    for (const minutes of [1, 11, 11]) {
      restart(stage);
      await pass(stage, minutes);
    }
    expect(stage.world?.standing).toEqual([
      "The folder Done/Actions cannot be found, or something there cannot be read; nothing runs until you fix that.",
    ]);
    expect(stage.world?.problems).toContainEqual({
      kind: "unreadable",
      path: record,
      line: null,
      message: "Another program is using it.",
    });
    expect({ ...stage.ground.files(), "Dashboard.md": "" }).toEqual({ ...before, "Dashboard.md": "" });
    disk.isBusy = false;
    await pass(stage, 1);
    expect(recordOf(stage)).toMatch(/^outcome: resolved-happened$/m);
    expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Send the invoice");
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("is not written over by a command", async () => {
    const { stage, path, record } = await busy();
    change(stage, record, "- [ ] It happened", "- [x] It happened");
    const before = stage.ground.files();
    expect(
      await say(stage, { kind: "resolve", request: path.slice("Approved/".length), happened: false }),
    ).toMatchObject({ kind: "refused" });
    expect(stage.ground.files()).toEqual(before);
  });

  test("lets nothing else go out meanwhile, and is still written anew when it turns out to be cut off", async () => {
    const { stage, record, disk } = await busy();
    stage.ground.put(record, textOf(stage, record).slice(0, 40));
    stage.ground.put("Plans/Other.md", MAIL.replace("PLAN-1", "PLAN-2").replace("client_a", "client_b"));
    disk.isBusy = false;
    await pass(stage, 1);
    moveTo(stage, requestIn(stage), "Approved");
    disk.isBusy = true;
    for (const minutes of [1, 11]) await pass(stage, minutes);
    expect(stage.outside.calls).toHaveLength(1);
    disk.isBusy = false;
    for (const minutes of [1, 11]) await pass(stage, minutes);
    expect(stage.outside.calls).toHaveLength(2);
    expect(Object.keys(stage.ground.files()).filter((each) => each.includes("(unreadable "))).toHaveLength(1);
  });
});

/** It was sent, and the server answered with an error. */
async function failed(): Promise<{ readonly stage: Stage; readonly first: string; readonly newer: string }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "tool-error" });
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  const idOf = (file: string): string => /_([0-9a-f]{8})\.md$/.exec(file)?.[1] ?? "";
  return { stage, first: idOf(path), newer: idOf(requestIn(stage)) };
}

describe("what ended with an error of the server and happened all the same", () => {
  test.each(["first", "newer", "plan"] as const)("is answered by the id of the %s", async (which) => {
    const { stage, first, newer } = await failed();
    expect(textOf(stage, requestIn(stage))).toContain(`planwright resolve ${first} happened`);
    const request = { first, newer, plan: "PLAN-1" }[which];
    expect(await say(stage, { kind: "resolve", request, happened: true })).toMatchObject({ kind: "done" });
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(textOf(stage, "Plans/Plan.md")).toContain("- [x] ✋ Send the invoice");
    expect(requestIn(stage)).toBe("");
    expect(recordOf(stage)).toContain("Saving a copy failed");
  });
});

describe("an answer that was given", () => {
  test("keeps what the server said, with the time of the attempt", async () => {
    const { stage, record } = await inDoubt(MAIL);
    const began = /^begun: "?(.*?)"?$/m.exec(textOf(stage, record))?.[1] ?? "?";
    await nextMinute(stage);
    await nextMinute(stage);
    await say(stage, { kind: "resolve", request: "PLAN-1", happened: false });
    await nextMinute(stage);
    await settle(stage, "executor");
    const asked = textOf(stage, requestIn(stage));
    expect(asked).toContain(`how the attempt on ${began.replace("T", " ").slice(0, 16)}`);
    expect(asked).toContain("The connection broke.");
  });

  test.each([
    [false, "tick the step in the plan"],
    [true, "clear the step’s box"],
  ])("the other way says what to do, happened: %s", async (happened, what) => {
    const { stage } = await inDoubt(MAIL);
    await say(stage, { kind: "resolve", request: "PLAN-1", happened });
    const answer = await say(stage, { kind: "resolve", request: "PLAN-1", happened: !happened });
    expect(answer).toMatchObject({ kind: "refused" });
    expect(answer.say).toContain(what);
    await nextMinute(stage);
    await settle(stage, "executor");
    if (!happened)
      expect((await say(stage, { kind: "resolve", request: "PLAN-1", happened: true })).say).toContain(what);
  });
});

test("what is over by an answer is told to nobody as theirs to move or to approve", async () => {
  const { stage, first } = await failed();
  await say(stage, { kind: "resolve", request: first, happened: true });
  restart(stage);
  const world = await work(stage, "clerk", (engine) => engine.look());
  const groups = needsOf(world, String).map(({ id }) => id);
  expect(groups).toContain("overtaken");
  expect(groups).not.toContain("waiting");
  const doubt = await inDoubt(MAIL);
  await say(doubt.stage, { kind: "resolve", request: "PLAN-1", happened: true });
  const after = await work(doubt.stage, "clerk", (engine) => engine.look());
  const said = needsOf(after, String)
    .map(({ title, wayOut }) => `${title}: ${wayOut}`)
    .join("\n");
  expect(said).toContain("Already used: it never runs again; Planwright moves it beside its record");
  expect(said).not.toContain("move it away");
});
