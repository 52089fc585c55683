/**
 * Days in which nobody was here, at the most awkward moment: in the middle of a look, between a look and what is noted
 * of it, before the program ends.
 */
import { describe, expect, test } from "vitest";
import { memoryGround } from "../story/ground";
import { createStage, nextMinute, settle, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import { change } from "./asked";

const STORY: Story = {
  shows: "an approval that nobody was here for",
  without: [],
  calls_per_step: 1,
  events: [],
};
const PLAN =
  "---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the invoice\n    ```action\n    type: email\n    target: client_a@example.com\n    args:\n      subject: Invoice\n      body: Please find it below.\n    ```\n- [ ] Log it\n\n## Reasoning Logs\n";
const HOUR = 3_600_000;

const pending = ({ ground }: Stage): string =>
  Object.keys(ground.files()).find((each) => /^Pending_Approval\/.*_email_/.test(each)) ?? "";
const approve = (stage: Stage): void =>
  stage.ground.rename(pending(stage), pending(stage).replace("Pending_Approval", "Approved"));
const isHeld = ({ device }: Stage): boolean =>
  device.store.snapshot().some((line) => line.startsWith('{"kind":"held"'));

/** A stage on which a request waits. `amid` is called after each call of the disk; a listing takes its time. */
async function waiting(amid: (call: "list" | "change", path: string) => void): Promise<Stage> {
  const stage = await createStage(STORY, { "Plans/Invoice.md": PLAN }, {}, (clock) => {
    const ground = memoryGround(clock);
    return {
      ...ground,
      vault: {
        ...ground.vault,
        async list(folder) {
          clock.jump(7);
          const listing = await ground.vault.list(folder);
          amid("list", folder);
          return listing;
        },
        async change(path, edit) {
          const changed = await ground.vault.change(path, edit);
          amid("change", path);
          return changed;
        },
      },
    };
  });
  await settle(stage, "executor");
  return stage;
}

describe("an approval that was given while nobody was here for days is asked about", () => {
  test.each<readonly [string, number, "list" | "change", string]>([
    ["in the middle of a look", 2, "list", "Rejected"],
    ["between a look and the note that this device is here", 25, "change", "Acting device.md"],
  ])("where the computer slept %s", async (_when, hours, call, path) => {
    let sleep: (() => void) | null = null;
    const stage = await waiting((...now) => {
      if (String(now) !== String([call, path])) return;
      const due = sleep;
      sleep = null;
      due?.();
    });
    await stage.clock.advance(hours * HOUR);
    sleep = () => {
      stage.clock.jump(100 * HOUR);
      approve(stage);
    };
    await settle(stage, "executor");
    expect(sleep, "it slept").toBe(null);
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(isHeld(stage)).toBe(true);
  });

  test("where its note lay in two folders at the first look, and the program was ended while it waited for sync", async () => {
    const stage = await waiting(() => undefined);
    const path = pending(stage);
    stage.ground.put(path.replace("Pending_Approval", "Approved"), stage.ground.files()[path] ?? "");
    await stage.clock.advance(100 * HOUR);
    stage.device.engine = null;
    stage.interlude = () => {
      throw new Error("It ends.");
    };
    await expect(settle(stage, "executor")).rejects.toThrow("It ends.");
    stage.device.engine = null;
    stage.ground.remove(path);
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(isHeld(stage)).toBe(true);
  });

  test("where sync brings it in the first minute after the start", async () => {
    const stage = await waiting(() => undefined);
    await stage.clock.advance(100 * HOUR);
    stage.device.engine = null;
    const since = stage.clock.now();
    const until = since + 60_000;
    stage.starting = () => (stage.clock.now() < until ? { since, until } : null);
    await settle(stage, "executor");
    await stage.clock.advance(20_000);
    approve(stage);
    await settle(stage, "executor");
    await nextMinute(stage);
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(isHeld(stage)).toBe(true);
  });

  test("where it lay among the rejected as well at the first look, in a run that ended then", async () => {
    const stage = await waiting(() => undefined);
    const path = pending(stage);
    const text = stage.ground.files()[path] ?? "";
    await stage.clock.advance(100 * HOUR);
    stage.ground.remove(path);
    for (const folder of ["Rejected", "Approved"])
      stage.ground.put(path.replace("Pending_Approval", folder), text);
    stage.device.engine = null;
    await settle(stage, "executor");
    await stage.clock.advance(HOUR);
    stage.ground.remove(path.replace("Pending_Approval", "Rejected"));
    stage.device.engine = null;
    await settle(stage, "executor");
    expect(stage.outside.calls).toEqual([]);
    expect(isHeld(stage)).toBe(true);
  });
});

const step = (who: string, id: string): string =>
  `- [ ] ✋ Write to ${who} ^${id}\n    \`\`\`action\n    type: email\n    target: ${who}@example.com\n    args:\n      subject: Hello\n      body: Hello.\n    \`\`\`\n`;

test("an approval from days away is asked about also where the first run ends while another of its plan can still be taken back", async () => {
  const [anna, bert] = [step("anna", "s-1"), step("bert", "s-2")];
  const stage = await createStage(
    STORY,
    {
      "Plans/Letters.md": `---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n${anna}${bert}- [ ] Log it\n\n## Reasoning Logs\n`,
    },
    { approval_hours: 1000 },
    (clock) => memoryGround(clock),
  );
  const go = async (): Promise<void> => {
    await nextMinute(stage);
    await settle(stage, "executor");
  };
  await go();
  await nextMinute(stage);
  change(stage, "Plans/Letters.md", `${anna}${bert}`, `${bert}${anna}`);
  await go();
  await nextMinute(stage);
  change(stage, "Plans/Letters.md", `${bert}${anna}`, `${anna}${bert}`);
  await go();
  const approved = (who: string): void => {
    const path =
      Object.keys(stage.ground.files()).find(
        (each) => each.startsWith("Pending_Approval/") && each.includes(`_${who}-`),
      ) ?? "";
    stage.ground.rename(path, path.replace("Pending_Approval", "Approved"));
  };
  stage.outside.script({ server: "mail", down: "It is off." });
  approved("anna");
  await go();
  await stage.clock.advance(100 * HOUR);
  approved("bert");
  stage.outside.script({ server: "mail", down: null });
  stage.device.engine = null;
  stage.interlude = () => {
    throw new Error("It ends.");
  };
  await expect(settle(stage, "executor")).rejects.toThrow("It ends.");
  stage.device.engine = null;
  await go();
  expect(stage.outside.calls.map(({ args }) => args["to"])).toEqual(["anna@example.com"]);
  expect(isHeld(stage)).toBe(true);
});
