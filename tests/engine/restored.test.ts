/**
 * A plan is put back to an older copy of its note and then to a newer one: what was sent in between is not sent again
 * without a word.
 */
import { shownToConfirm } from "../../src/approval/confirming";
import { expect, test } from "vitest";
import { nextMinute, settle, type Stage } from "../story/stage";
import { MAIL, moveTo, PAY, requestIn, say, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const go = async (stage: Stage): Promise<void> => {
  await nextMinute(stage);
  await settle(stage, "executor");
};

/** The request of the first copy of the plan, the request of an older copy, and the newer copy. */
async function askedTwice(): Promise<{
  readonly stage: Stage;
  readonly first: string;
  readonly second: string;
  readonly newer: string;
}> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const first = requestIn(stage);
  const newer = textOf(stage, PLAN);
  stage.ground.put(PLAN, MAIL);
  await go(stage);
  const second =
    Object.keys(stage.ground.files()).find(
      (path) => path.startsWith("Pending_Approval/20") && path !== first,
    ) ?? "";
  return { stage, first, second, newer };
}

/** The request of the first copy waits; the plan is older for a while, and what it asks for then is sent. */
async function sentInBetween(): Promise<{ readonly stage: Stage; readonly first: string }> {
  const { stage, first, second, newer } = await askedTwice();
  expect(second).not.toBe("");
  moveTo(stage, second, "Approved");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
  stage.ground.put(PLAN, newer);
  await go(stage);
  return { stage, first };
}

test("the request that waited needs a confirmation, which says why", async () => {
  const { stage, first } = await sentInBetween();
  moveTo(stage, first, "Approved");
  await go(stage);
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
  expect(textOf(stage, PLAN)).toContain(
    "It would go out twice: exactly the same was carried out on 2026-03-01 09:02 UTC for another step",
  );
  const confirm = { kind: "confirm", request: first.slice("Pending_Approval/".length) } as const;
  expect(
    await say(stage, {
      ...confirm,
      read: "It was in the Approved folder while this device was off or asleep for days, so it needs a confirmation here.",
    }),
  ).toMatchObject({
    kind: "refused",
    say: expect.stringContaining("Read it again: It would go out twice") as string,
  });
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
  expect((await say(stage, confirm)).kind).toBe("done");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(2);
});

test("whoever was shown the reason confirms at once", async () => {
  const { stage, first } = await sentInBetween();
  moveTo(stage, first, "Approved");
  await go(stage);
  const shown = stage.world?.requests.find(({ name }) => first.endsWith(name));
  const read = shown === undefined ? "" : shownToConfirm(shown);
  expect(
    (await say(stage, { kind: "confirm", request: first.slice("Pending_Approval/".length), read })).kind,
  ).toBe("done");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(2);
});

test("two steps that read alike are two", async () => {
  const twice = MAIL.replace(
    "- [ ] Log it",
    MAIL.slice(MAIL.indexOf("- [ ] ✋"), MAIL.indexOf("- [ ] Log it")).trimEnd(),
  );
  const stage = await stageOf(twice);
  for (const time of [1, 2]) {
    await go(stage);
    moveTo(stage, requestIn(stage), "Approved");
    await go(stage);
    expect(stage.outside.calls).toHaveLength(time);
  }
});

test("what is known not to have been sent holds nothing up", async () => {
  const { stage, first, second, newer } = await askedTwice();
  stage.outside.script({ server: "mail", answer: "not-sent" });
  moveTo(stage, second, "Approved");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(0);
  stage.ground.put(PLAN, newer);
  stage.outside.script({ server: "mail", answer: "ok" });
  moveTo(stage, first, "Approved");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(1);
});

test("of two payments alike the second is not confirmed before it was said that the first went out", async () => {
  const stage = await stageOf(PAY);
  stage.ground.put("Plans/Other.md", PAY.replace("PLAN-1", "PLAN-2"));
  await settle(stage, "executor");
  const names = Object.keys(stage.ground.files())
    .filter((path) => path.startsWith("Pending_Approval/20"))
    .map((path) => path.slice("Pending_Approval/".length));
  for (const name of names) moveTo(stage, `Pending_Approval/${name}`, "Approved");
  await go(stage);
  // Both were shown before either went out.
  const shown =
    stage.world?.requests.map((request) => [request.name, shownToConfirm(request)] as const) ?? [];
  for (const [request, read] of shown) {
    await say(stage, { kind: "confirm", request, read });
    await settle(stage, "executor");
  }
  expect(stage.outside.calls).toHaveLength(1);
  await go(stage);
  expect(textOf(stage, "Plans/Plan.md") + textOf(stage, "Plans/Other.md")).toContain(
    "It would go out twice: exactly the same was carried out",
  );
  expect((await say(stage, { kind: "confirm", request: shown[1]?.[0] ?? "" })).kind).toBe("done");
  await go(stage);
  expect(stage.outside.calls).toHaveLength(2);
});

test("what lies in two folders, and was sent for another step, is told of both", async () => {
  const { stage, first } = await sentInBetween();
  stage.ground.put(first.replace("Pending_Approval", "Approved"), textOf(stage, first));
  for (let minutes = 0; minutes < 12; minutes += 1) await go(stage);
  expect(textOf(stage, PLAN)).toMatch(/Request found in two folders\. It would go out twice/);
  const confirm = { kind: "confirm", request: first.slice("Pending_Approval/".length) } as const;
  expect((await say(stage, { ...confirm, read: "The note is in two folders." })).kind).toBe("refused");
  await say(stage, confirm);
  await go(stage);
  expect(stage.outside.calls).toHaveLength(2);
});
