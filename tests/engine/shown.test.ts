/** A person answers the text that they were shown: where something else stands there by now, nothing is done. */
import { expect, test } from "vitest";
import { hashText } from "../../src/kit/hash";
import { shownAs } from "../../src/note/plan/steps";
import { nextMinute, settle, work, type Stage } from "../story/stage";
import { change, LETTER, moveTo, PAY, requestIn, say, stageOf, textOf } from "./asked";
import { shownToConfirm } from "../../src/approval/confirming";

const PLAN = "Plans/Plan.md";
const planOf = (stage: Stage) => {
  const view = stage.world?.plans[0];
  if (view === undefined) throw new Error("There is no plan.");
  return view.plan;
};
const at = (stage: Stage, minutes: number): Promise<unknown> =>
  stage.clock.advance(minutes * 60_000).then(() => settle(stage, "executor"));
const nameOf = (path: string): string => path.replace(/^.*\//, "");

async function approved(text: string): Promise<{ readonly stage: Stage; readonly path: string }> {
  const stage = await stageOf(text);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  await settle(stage, "executor");
  return { stage, path };
}
const asShown = (stage: Stage, path: string): string => {
  const request = stage.world?.requests.find(({ name }) => name === nameOf(path));
  if (request === undefined) throw new Error("There is no request.");
  return shownToConfirm(request);
};

test("a confirmation for one reason is none for another", async () => {
  const { stage, path } = await approved(PAY);
  const read = asShown(stage, path);
  expect(read).toContain("Planwright calls the function “pay” of the server “bank”, once.");
  stage.ground.put(
    path.replace("Approved", "Pending_Approval"),
    `${textOf(stage, path)}\nDo not send it, I took it back.\n`,
  );
  expect(await say(stage, { kind: "confirm", request: nameOf(path), read })).toMatchObject({
    kind: "refused",
    say: expect.stringContaining("changed after you saw it") as string,
  });
  stage.ground.remove(path.replace("Approved", "Pending_Approval"));
  await at(stage, 11);
  expect(stage.outside.calls).toEqual([]);
  expect(
    await say(stage, { kind: "confirm", request: nameOf(path), read: asShown(stage, path) }),
  ).toMatchObject({ kind: "done" });
  await at(stage, 1);
  expect(stage.outside.calls).toHaveLength(1);
});

test.each(["before the click", "after the click"])(
  "a confirmation is for what was shown to go out, also where that is put back %s",
  async (when) => {
    const { stage, path } = await approved(PAY);
    const sealed = textOf(stage, path);
    const pending = path.replace("Approved", "Pending_Approval");
    const changed = sealed.replace(/landlord/g, "mum").replace("950", "5");
    const put = (text: string): void => [path, pending].forEach((each) => stage.ground.put(each, text));
    put(changed);
    await settle(stage, "executor");
    const read = asShown(stage, path);
    expect(read).toContain("mum");
    if (when === "before the click") put(sealed);
    expect(await say(stage, { kind: "confirm", request: nameOf(path), read })).toMatchObject({
      kind: "refused",
    });
    put(sealed);
    stage.ground.remove(pending);
    await at(stage, 1);
    await at(stage, 2);
    expect(stage.outside.calls).toEqual([]);
  },
);

test.each<readonly [string, (text: string) => string]>([
  ["another text", (text) => text.replace("950", "5")],
  ["half of it", (text) => text.slice(0, text.indexOf("## What goes out"))],
])(
  "an approval is of what was shown: %s, put back before the click is obeyed, is not approved",
  async (_what, edit) => {
    const stage = await stageOf(PAY);
    await settle(stage, "executor");
    const path = requestIn(stage);
    const sealed = textOf(stage, path);
    const refused = {
      kind: "refused",
      say: `${nameOf(path)} changed since it was shown, so nothing was approved. Read it again.`,
    };
    expect(
      await say(stage, { kind: "approve", request: nameOf(path), read: hashText(edit(sealed)) }),
    ).toEqual(refused);
    expect(requestIn(stage)).toBe(path);
    expect(
      await say(stage, { kind: "approve", request: nameOf(path), read: hashText(sealed) }),
    ).toMatchObject({ kind: "done" });
    expect(requestIn(stage, "Approved")).toBe(path.replace("Pending_Approval", "Approved"));
  },
);

test("an approval is of what lies there just before it moves, and not of what was read a moment before", async () => {
  const during = { change: (): void => undefined };
  const stage = await stageOf(PAY, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      read: async (path) => {
        if (path === "Dashboard.md") during.change();
        return await ground.vault.read(path);
      },
    },
  }));
  await settle(stage, "executor");
  const path = requestIn(stage);
  const sealed = textOf(stage, path);
  during.change = () => stage.ground.put(path, sealed.replace("950", "9500"));
  expect(
    await work(stage, "executor", (engine) =>
      engine.obey({ kind: "approve", request: nameOf(path), read: hashText(sealed) }),
    ),
  ).toMatchObject({ kind: "refused", say: expect.stringContaining("changed since it was shown") as string });
  expect(requestIn(stage, "Approved")).toBe("");
});

test.each<readonly [string, (text: string) => string, string]>([
  [
    "half a note",
    (text) => text.slice(0, text.indexOf("## What goes out")),
    "is not complete yet, so nothing was approved. Wait for the rest, then read it again.",
  ],
  [
    "a changed note",
    (text) => text.replace("950", "5"),
    "cannot be approved: It was changed after Planwright wrote it.",
  ],
])("%s is not approved, as it was shown or not", async (_what, edit, why) => {
  const stage = await stageOf(PAY);
  await settle(stage, "executor");
  const path = requestIn(stage);
  stage.ground.put(path, edit(textOf(stage, path)));
  expect(await say(stage, { kind: "approve", request: nameOf(path) })).toEqual({
    kind: "refused",
    say: `${nameOf(path)} ${why}`,
  });
  expect(requestIn(stage)).toBe(path);
});

test("“Confirm” never says that something was done by hand, nor “I did it” that it may run", async () => {
  const { stage, path } = await approved(LETTER);
  expect(
    await say(stage, { kind: "confirm", request: nameOf(path), read: "The note is in two folders." }),
  ).toMatchObject({ kind: "refused" });
  await at(stage, 1);
  expect(textOf(stage, PLAN)).toContain("- [ ] ✋ Post the card");
  const read = asShown(stage, path);
  stage.ground.put(path.replace("Approved", "Pending_Approval"), textOf(stage, path));
  expect(await say(stage, { kind: "confirm", request: nameOf(path), read })).toMatchObject({
    kind: "refused",
  });
  stage.ground.remove(path.replace("Approved", "Pending_Approval"));
  expect(await say(stage, { kind: "confirm", request: nameOf(path), read })).toMatchObject({ kind: "done" });
});

test("another step, or another plan, in the place of the one that was shown is left alone", async () => {
  const stage = await stageOf(
    "---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] Buy stamps\n- [ ] Pay the rent\n\n## Reasoning Logs\n",
  );
  await settle(stage, "executor");
  const plan = planOf(stage);
  const shown = shownAs(plan, plan.steps[0] ?? null);
  change(
    stage,
    PLAN,
    /- \[ \] Buy stamps(.*)\n- \[ \] Pay the rent(.*)\n/,
    "- [ ] Pay the rent$2\n- [ ] Buy stamps$1\n",
  );
  for (const command of [
    { kind: "skip", plan: PLAN, step: 1, shown },
    { kind: "request", plan: PLAN, step: null, action: null, shown },
    { kind: "cancel", plan: PLAN, shown: "another" },
  ] as const) {
    expect(await say(stage, command), command.kind).toMatchObject({
      kind: "refused",
      say: expect.stringContaining("changed since it was shown") as string,
    });
  }
  expect(await say(stage, { kind: "skip", plan: PLAN, step: 2, shown })).toMatchObject({ kind: "done" });
  expect(await say(stage, { kind: "cancel", plan: PLAN, shown: shownAs(plan, null) })).toMatchObject({
    kind: "done",
  });
});

test("a note of a stranger that is called like a request stands for none", async () => {
  const { stage, path } = await approved(PAY);
  const id = /action_id: "?([0-9a-f]{32})/.exec(textOf(stage, path))?.[1] ?? "";
  stage.ground.put(
    `Pending_Approval/${id}.md`,
    `---\naction_id: "${"ab".repeat(16)}"\n---\n\n\`\`\`action\ntype: email\ntarget: x\nargs: {}\n\`\`\`\n\n## Your note\n`,
  );
  expect(await say(stage, { kind: "hold", request: id })).toMatchObject({ kind: "done" });
  expect(requestIn(stage, "Approved")).toBe("");
});

test("a device takes the place of the one that was shown, and of no other", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  const own = stage.world?.device.device?.id ?? "";
  expect(await say(stage, { kind: "take-over", from: "ab".repeat(16) })).toMatchObject({ kind: "refused" });
  expect(await say(stage, { kind: "take-over", from: null })).toMatchObject({ kind: "refused" });
  expect(await say(stage, { kind: "take-over", from: own })).toMatchObject({ kind: "done" });
});

test("what cannot be read cannot be confirmed", async () => {
  const { stage, path } = await approved(PAY);
  const whole = textOf(stage, path);
  const pending = path.replace("Approved", "Pending_Approval");
  for (const each of [path, pending]) stage.ground.put(each, whole.slice(0, 900));
  await at(stage, 1);
  expect(await say(stage, { kind: "confirm", request: nameOf(path) })).toMatchObject({ kind: "refused" });
  stage.ground.put(path, whole);
  stage.ground.remove(pending);
  await at(stage, 1);
  await at(stage, 1);
  expect(stage.outside.calls).toEqual([]);
});

test("“I did it” can be said also where the other note was changed", async () => {
  const { stage, path } = await approved(LETTER);
  const pending = path.replace("Approved", "Pending_Approval");
  stage.ground.put(pending, textOf(stage, path));
  await at(stage, 1);
  expect(await say(stage, { kind: "confirm", request: nameOf(path) })).toMatchObject({ kind: "done" });
  change(stage, pending, "Happy birthday", "Get well");
  await at(stage, 1);
  expect(await say(stage, { kind: "confirm", request: nameOf(path) })).toMatchObject({
    kind: "done",
    say: expect.stringContaining("by hand") as string,
  });
});
