/** Events between the record of a call and the call: an approval that is withdrawn then is still withdrawn. */
import { describe, expect, test } from "vitest";
import { memoryGround, type Ground } from "../story/ground";
import { createStage, nextMinute, settle, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import type { Files } from "../story/tree";
import { moveTo, requestIn, textOf } from "./asked";

const STORY: Story = { shows: "nothing", without: [], calls_per_step: 1, events: [] };
const PLAN = "Plans/Invoice.md";
const BEFORE: Files = {
  [PLAN]:
    "---\ntask_id: PLAN-1\nstatus: Active\nblocked_reason: null\n---\n\n## Roadmap\n\n- [ ] ✋ Send the invoice\n    ```action\n    type: email\n    target: client_a@example.com\n    attachments:\n      - Files/invoice.txt\n    args:\n      subject: Invoice\n      body: Please find it below.\n    ```\n- [ ] Log it\n\n## Reasoning Logs\n",
  "Files/invoice.txt": "40.00\n",
};

/** `where` is the note among the approved, `name` its name without `.md`. */
type Deed = (ground: Ground, where: string, name: string, stage: Stage) => unknown;

/** Everything up to the record of the call, then the deed, then the rest. */
async function untilTheRecord(deed: Deed): Promise<Stage> {
  let due = null as (() => unknown) | null;
  const stage = await createStage(STORY, BEFORE, {}, (clock) => {
    const ground = memoryGround(clock);
    const create: Ground["vault"]["create"] = async (path, text) => {
      const made = await ground.vault.create(path, text);
      if (path.endsWith("_receipt.md")) {
        const now = due;
        due = null;
        await now?.();
      }
      return made;
    };
    return { ...ground, vault: { ...ground.vault, create } };
  });
  await settle(stage, "executor");
  const [path = ""] = Object.keys(stage.ground.files()).filter((each) =>
    /^Pending_Approval\/.*_email_/.test(each),
  );
  const name = path.slice("Pending_Approval/".length).replace(/\.md$/, "");
  const where = `Approved/${name}.md`;
  stage.ground.rename(path, where);
  due = () => deed(stage.ground, where, name, stage);
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(due, "the record was written").toBe(null);
  return stage;
}

const replace =
  (path: string, from: string, to: string): Deed =>
  (ground) => {
    const text = ground.files()[path] ?? "";
    expect(text).toContain(from);
    ground.put(path, text.replace(from, to));
  };
const outcome = (stage: Stage): string =>
  /^outcome: (.*)$/m.exec(
    Object.entries(stage.ground.files()).find(([path]) => path.endsWith("_receipt.md"))?.[1] ?? "",
  )?.[1] ?? "none";

describe("in the moment after the record of a call was written", () => {
  test.each<readonly [string, Deed]>([
    ["somebody writes a remark elsewhere", (ground) => ground.put("Mine.md", "mine")],
    [
      "another request is rejected",
      (ground) => ground.put("Rejected/2026-03-01T0901Z_email_other_00000000.md", ""),
    ],
    ["words are added to the plan", replace(PLAN, "## Roadmap", "Words.\n\n## Roadmap")],
  ])("nothing is held up when %s", async (_what, deed) => {
    const stage = await untilTheRecord(deed);
    expect(stage.outside.calls).toHaveLength(1);
    expect(outcome(stage)).toBe("ok");
  });

  test.each<readonly [string, (record: string) => Deed]>([
    ["taken away", (record) => (ground) => ground.remove(record)],
    ["emptied", (record) => (ground) => ground.put(record, "")],
    [
      "moved with its folder",
      (record) => (ground) => {
        ground.rename(record, record.replace("Done/", "Gone/"));
      },
    ],
  ])("nothing is sent when its record is %s, and it is written again", async (_what, deed) => {
    const stage = await untilTheRecord((ground, where, name, at) =>
      deed(`Done/Actions/${name}_receipt.md`)(ground, where, name, at),
    );
    expect(stage.outside.calls).toEqual([]);
    expect(stage.notices.texts.join("\n")).toContain("could not be completed");
    for (let minutes = 0; minutes < 12; minutes += 1) {
      await nextMinute(stage);
      await settle(stage, "executor");
    }
    expect(outcome(stage)).toBe("withdrawn");
  });

  test("a remark in its record holds nothing up", async () => {
    const stage = await untilTheRecord((ground, _where, name) => {
      ground.put(
        `Done/Actions/${name}_receipt.md`,
        `${ground.files()[`Done/Actions/${name}_receipt.md`] ?? ""}\nMine.\n`,
      );
    });
    expect(stage.outside.calls).toHaveLength(1);
  });

  test.each<readonly [string, Deed]>([
    [
      "is moved back to Pending_Approval",
      (ground, where, name) => ground.rename(where, `Pending_Approval/${name}.md`),
    ],
    ["is moved to Rejected", (ground, where, name) => ground.rename(where, `Rejected/${name}.md`)],
    ["is moved out of our folders", (ground, where) => ground.rename(where, "Mine.md")],
    ["is deleted", (ground, where) => ground.remove(where)],
    ["is given another name", (ground, where, name) => ground.rename(where, `Approved/${name} 1.md`)],
    ["is changed", (ground, where) => ground.put(where, `${ground.files()[where] ?? ""}\nWait!\n`)],
    ["is emptied", (ground, where) => ground.put(where, "")],
    [
      "is copied to Pending_Approval",
      (ground, where, name) => ground.put(`Pending_Approval/${name}.md`, ground.files()[where] ?? ""),
    ],
    [
      "is copied to Rejected",
      (ground, where, name) => ground.put(`Rejected/${name}.md`, ground.files()[where] ?? ""),
    ],
    [
      "is copied to Rejected under another name",
      (ground, where) => ground.put("Rejected/No thanks.md", ground.files()[where] ?? ""),
    ],
    [
      "is copied to Rejected by a sync program",
      (ground, where, name) =>
        ground.put(`Rejected/${name}.sync-conflict-20260301-090500-ABCDEFG.md`, ground.files()[where] ?? ""),
    ],
    [
      "begins to arrive in Rejected under a copy's name",
      (ground, _where, name) => ground.put(`Rejected/${name} 1.md`, ""),
    ],
    [
      "begins to arrive in Rejected under a name that is no note's",
      (ground, _where, name) => ground.put(`Rejected/${name}.md.part`, ""),
    ],
    ["begins to arrive in Rejected", (ground, _where, name) => ground.put(`Rejected/${name}.md`, "")],
  ])("nothing is sent when the request %s", async (_what, deed) => {
    const stage = await untilTheRecord(deed);
    expect(stage.outside.calls).toEqual([]);
    expect(outcome(stage)).toBe("withdrawn");
  });

  test.each<readonly [string, Deed]>([
    ["the plan is cancelled", replace(PLAN, "status: Blocked", "status: Cancelled")],
    ["the plan is deleted", (ground) => ground.remove(PLAN)],
    ["the plan is a draft again", replace(PLAN, "status: Blocked", "status: Draft")],
    [
      "the plan is waiting for somebody",
      (ground) =>
        ground.put(
          PLAN,
          `${ground.files()[PLAN] ?? ""}- [2026-03-01T09:02:00Z] Human: Went on, then thought better of it — So. (unblocked)\n`,
        ),
    ],
    ["the plan is copied", (ground) => ground.put("Plans/Copy.md", ground.files()[PLAN] ?? "")],
    ["the step is ticked", replace(PLAN, "- [ ] ✋", "- [x] ✋")],
    ["the step reads otherwise", replace(PLAN, "Send the invoice", "Do not send the invoice")],
    ["the action reads otherwise", replace(PLAN, "client_a@", "client_b@")],
    ["the step gets a day", replace(PLAN, "Send the invoice", "Send the invoice ⏳ 2026-03-09")],
    ["the step gets a day beneath it", replace(PLAN, "    ```action", "    ⏳ 2026-03-09\n    ```action")],
    ["the step gets a day that is none", replace(PLAN, "    ```action", "    ⏳ later\n    ```action")],
    ["a step is put in front", replace(PLAN, "- [ ] ✋", "- [ ] Look at it once more\n- [ ] ✋")],
    ["the file that goes along is another", (ground) => ground.put("Files/invoice.txt", "400.00\n")],
    ["the file that goes along is gone", (ground) => ground.remove("Files/invoice.txt")],
    ["the Rejected folder goes away", (ground) => ground.rename("Rejected", "Elsewhere")],
    ["the folder for what waits goes away", (ground) => ground.rename("Pending_Approval", "Elsewhere")],
    [
      "another device is named as the acting one",
      (ground) =>
        ground.put(
          "Acting device.md",
          (ground.files()["Acting device.md"] ?? "").replace(
            /device_id: .*/,
            `device_id: "${"e".repeat(32)}"`,
          ),
        ),
    ],
    [
      "a person pauses this device from elsewhere",
      (_ground, _where, _name, stage) =>
        stage.device.store.append({ kind: "paused", on: true, why: "", at: stage.clock.now() }),
    ],
  ])("nothing is sent when %s", async (_what, deed) => {
    const stage = await untilTheRecord(deed);
    expect(stage.outside.calls).toEqual([]);
    expect(outcome(stage)).toBe("withdrawn");
  });
});

test("a refusal of an earlier attempt, under a name of its own and without its seal, is seen in that moment", async () => {
  const late = { deed: (): void => undefined };
  const stage = await createStage(STORY, BEFORE, {}, (clock) => {
    const ground = memoryGround(clock);
    const create: Ground["vault"]["create"] = async (path, text) => {
      const made = await ground.vault.create(path, text);
      if (path.endsWith("_receipt.md")) late.deed();
      return made;
    };
    return { ...ground, vault: { ...ground.vault, create } };
  });
  const approve = async (): Promise<string> => {
    const text = textOf(stage, moveTo(stage, requestIn(stage), "Approved"));
    await nextMinute(stage);
    await settle(stage, "executor");
    return text;
  };
  await settle(stage, "executor");
  stage.outside.script({ server: "mail", answer: "not-sent" });
  await approve();
  const second = await approve();
  stage.outside.script({ server: "mail", answer: "ok" });
  const calls = stage.outside.calls.length;
  late.deed = () => stage.ground.put("Rejected/No thanks.md", second.replace(/^seal: .*\n/m, ""));
  await approve();
  expect(stage.ground.files()["Rejected/No thanks.md"]).toBeDefined();
  expect(stage.outside.calls).toHaveLength(calls);
});
