/**
 * A change that a person agreed to, with the power going out before and after each write: the command given again makes
 * the rest, and nothing twice.
 */
import { describe, expect, test } from "vitest";
import { cutPlaces } from "../fakes/cuts";
import { memoryGround } from "../story/ground";
import { play } from "../story/play";
import { createStage, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import type { Files } from "../story/tree";

const plan = (id: string, source: string, steps: string): string =>
  `---\ntask_id: ${id}\nsource_link: ${source}\nstatus: Draft\n---\n\n## Roadmap\n${steps}\n`;
const asked = "---\naction: send_email\nto: ana@example.com\n---\n\n## Body\nDear Ana.\n";

const BEFORE: Readonly<Record<"merge" | "adopt", Files>> = {
  merge: {
    "Plans/A.md": plan("A", "Inbox/x.md", "- [x] a\n- [ ] b"),
    "Plans/B.md": plan("B", "Inbox/x.md", "- [ ] a\n- [x] b\n- [ ] c"),
    "Plans/sub/B.md": plan("C", "Inbox/x.md", "- [ ] ✋ d\n- [ ] c"),
    "Plans/D.md": plan("D", "Inbox/y.md", "- [ ] e"),
    "Plans/E.md": plan("E", "Inbox/y.md", "- [ ] e"),
    "Archive/B.md": "an old one\n",
  },
  adopt: {
    "Approved/r.md": asked,
    "Pending_Approval/r.md": asked,
    "Pending_Approval/s.md": asked.replace("Ana.", "Ana!"),
    "Archive/s.md": "an old one\n",
  },
};

const AFTER: Readonly<Record<"merge" | "adopt", readonly string[]>> = {
  merge: ["Archive/B (2).md", "Archive/B (3).md", "Archive/B.md", "Archive/E.md", "Plans/A.md", "Plans/D.md"],
  adopt: [
    "Archive/r (2).md",
    "Archive/r.md",
    "Archive/s (2).md",
    "Archive/s.md",
    "Plans/PLAN-85b035f1 Email to ana example.com, Dear Ana.md",
    "Plans/PLAN-a917c0fe Email to ana example.com, Dear Ana.md",
  ],
};

async function stageOf(
  before: Files,
  events: Story["events"],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Stage> {
  const story: Story = { shows: "", without: [], calls_per_step: 1, events };
  const stage = await createStage(story, before, settings, (clock) => memoryGround(clock));
  await play(stage);
  return stage;
}

async function run(
  kind: "merge" | "adopt",
  cut: { readonly at: number; readonly how: "before" | "after" } | null,
): Promise<Stage> {
  const story: Story = {
    shows: "",
    without: [],
    calls_per_step: 1,
    events: [{ command: { kind: "agree", wanted: { kind, note: null } } }],
  };
  const stage = await createStage(
    story,
    BEFORE[kind],
    {},
    (clock, power) => memoryGround(clock, power ?? {}),
    true,
  );
  if (cut !== null) stage.power?.cut(cut.at, cut.how);
  await play(stage);
  return stage;
}

/** Without the times in their logs. */
function notes(stage: Stage): Readonly<Record<string, string>> {
  const kept = Object.entries(stage.ground.files()).filter(
    ([path]) =>
      /^(?:Plans|Archive|Approved|Pending_Approval|Rejected)\//.test(path) &&
      !path.endsWith("About this folder.md"),
  );
  return Object.fromEntries(
    kept.map(([path, text]) => [path, text.replace(/^- \[[^\]]*Z\] /gm, "- [now] ")]),
  );
}

describe.each(["merge", "adopt"] as const)("%s", (kind) => {
  test("ends alike wherever it was cut off", async () => {
    const whole = await run(kind, null);
    const writes = whole.power?.writes.length ?? 0;
    expect(writes).toBeGreaterThan(4);
    expect(Object.keys(notes(whole)).sort()).toEqual(AFTER[kind]);
    for (const at of cutPlaces(writes)) {
      for (const how of ["before", "after"] as const)
        expect(notes(await run(kind, { at, how })), `cut ${how} write ${String(at)}`).toEqual(notes(whole));
    }
  });
});

describe("what words of others were made into", () => {
  const before: Files = { "Approved/r.md": asked, "Inbox/n.md": "# Trip\n- [ ] book it\n" };
  const agreed: Story["events"] = [
    { command: { kind: "agree", wanted: { kind: "adopt", note: null } } },
    { command: { kind: "agree", wanted: { kind: "plan", note: "Inbox/n.md", lines: null } } },
  ];

  test("waits for a person where the settings start new plans by themselves", async () => {
    const stage = await stageOf(before, [...agreed, { settle: "executor" }], { auto_start: true });
    const plans = Object.entries(stage.ground.files()).filter(([path]) => path.startsWith("Plans/PLAN-"));
    expect(plans.map(([, text]) => /^status: .*$/m.exec(text)?.[0])).toEqual([
      "status: Draft",
      "status: Draft",
    ]);
  });

  test("is one plan for the same request in two folders, which says that another program may have acted", async () => {
    const dated = asked.replace("---\n\n", "created: 2026-02-17\nstatus: pending\n---\n\n");
    for (const settings of [{}, { folders: { approved: "Zusagen" } }]) {
      const approved = "folders" in settings ? "Zusagen" : "Approved";
      const stage = await stageOf(
        { [`${approved}/r.md`]: dated.replace("pending", "approved"), "Pending_Approval/r.md": dated },
        agreed.slice(0, 1),
        settings,
      );
      const plans = Object.entries(stage.ground.files()).filter(([path]) => path.startsWith("Plans/PLAN-"));
      expect(plans.map(([, text]) => text)).toEqual([
        expect.stringContaining("another program may have carried it out already"),
      ]);
    }
  });

  test("is the plan that another version made of it, which a request that says something else is not", async () => {
    const dated = asked.replace("---\n\n", "created: 2026-02-17\n---\n\n");
    const old = plan(
      "PLAN-20260217-00000001",
      "Archive/r.md",
      "- [ ] ✋ Write to Ana\n    ```action\n    type: email\n    target: ana@example.com\n    args:\n      body: Dear Ana.\n    ```",
    );
    const made = async (text: string, source: string): Promise<readonly string[]> => {
      const stage = await stageOf(
        { "Pending_Approval/again.md": text, "Archive/r.md": source, "Plans/Old.md": old },
        agreed.slice(0, 1),
      );
      return Object.keys(stage.ground.files())
        .filter((path) => path.startsWith("Plans/") && !path.includes("About"))
        .sort();
    };
    expect(await made(dated, dated)).toEqual(["Plans/Old.md"]);
    expect(await made(dated.replace("Ana.", "Ben."), dated)).toHaveLength(2);
    expect(await made(dated, dated.replace("Ana.", "Ben."))).toHaveLength(2);
    expect(await made(asked, asked)).toHaveLength(2);
  });

  test("is nothing where sync made the note of another, and it is said of which", async () => {
    const copy = "Pending_Approval/r (conflicted copy 2026-02-02).md";
    const stage = await stageOf(
      { "Pending_Approval/r.md": asked, [copy]: asked.replace("Ana.", "Ana!") },
      agreed.slice(0, 1),
    );
    const paths = Object.keys(stage.ground.files());
    expect(paths.filter((path) => path.startsWith("Plans/PLAN-"))).toHaveLength(1);
    expect(paths).toContain(copy);
    const again = await stageOf({ [copy]: asked }, agreed.slice(0, 1));
    expect(again.answer?.say).toBe(
      `${copy} is a sync copy of Pending_Approval/r.md, so it is left alone; rename it if you want both.`,
    );
  });

  test("is nothing where the same was refused, by whatever name and whatever that says of itself", async () => {
    const dated = asked.replace("---\n\n", "created: 2026-02-17\nstatus: pending\n---\n\n");
    for (const [wanted, no] of [
      [dated, dated.replace("pending", "rejected")],
      [asked, asked],
    ] as const) {
      const stage = await stageOf(
        { "Rejected/no.md": no, "Pending_Approval/r.md": wanted },
        agreed.slice(0, 1),
      );
      expect(stage.answer?.say).toContain(
        "Pending_Approval/r.md asks for the same as Rejected/no.md, which was rejected, so it is left alone",
      );
      expect(Object.keys(stage.ground.files()).filter((path) => path.startsWith("Plans/PLAN-"))).toEqual([]);
    }
  });

  test("is not spoken of where the same request has its plan already", async () => {
    const stage = await stageOf(before, [
      ...agreed.slice(0, 1),
      { write: { path: "Pending_Approval/back.md", text: asked } },
      ...agreed.slice(0, 1),
    ]);
    expect(stage.answer?.say).toBe("Moved Pending_Approval/back.md to Archive/back.md.");
  });

  test("is nothing while a note that was cut off bears its name, and it is said which", async () => {
    const torn = "Plans/PLAN-85b035f1 Email to ana example.com, Dear Ana.md";
    const stage = await stageOf(
      { "Pending_Approval/r.md": asked, [torn]: "---\ntask_id" },
      agreed.slice(0, 1),
    );
    expect(stage.answer?.say).toBe(
      `Pending_Approval/r.md would become ${torn}, but a note with that name exists and is not such a plan; fix or move that note first.`,
    );
    expect(stage.ground.files()).toMatchObject({ "Pending_Approval/r.md": asked, [torn]: "---\ntask_id" });
  });

  test("is what was shown, however late the note becomes another", async () => {
    for (let kept = 0; kept < 8; kept += 1) {
      const stage = await stageOf(before, [{ settle: "executor" }]);
      const { engine } = stage.device;
      const wanted = { kind: "plan", note: "Inbox/n.md", lines: null } as const;
      const shown = await engine?.propose(wanted);
      if (engine === null || shown === undefined || typeof shown === "string")
        throw new Error("nothing shown");
      const { vault } = stage.ground;
      const read = vault.read.bind(vault);
      let left = kept;
      vault.read = async (path) => {
        if (path === "Inbox/n.md" && left-- === 0) stage.ground.put(path, "# Trip\n- [ ] pay it all\n");
        return await read(path);
      };
      await engine.obey({ kind: "agree", wanted, code: shown.code });
      const plans = Object.entries(stage.ground.files()).filter(([path]) => path.startsWith("Plans/PLAN-"));
      for (const [, text] of plans)
        expect(text, `after ${String(kept)} readings`).not.toContain("pay it all");
    }
  });

  test("a plan whose action may have gone out stays, although a copy of it froze its id", async () => {
    const act = (id: string): string =>
      plan(
        id,
        "null",
        "- [ ] ✋ Mail Ana\n    ```action\n    type: email\n    target: ana@example.com\n    args:\n      subject: Hi\n      body: Dear Ana.\n    ```\n- [ ] b",
      ).replace("Draft", "Active");
    const stage = await stageOf({ "Plans/A.md": act("A") }, [
      { settle: "executor" },
      { tool: { server: "mail", answer: "tool-error" } },
      { move: { from: "Pending_Approval/*_email_*.md", to: "Approved" } },
      { settle: "executor" },
      { delete: "Pending_Approval/*_email_*.md" },
      // The older copy has more done, so it is the one that stays.
      { write: { path: "Plans/A 1.md", text: act("A").replace("- [ ] b", "- [x] b") } },
      { settle: "executor" },
      { command: { kind: "agree", wanted: { kind: "merge", note: null } } },
    ]);
    expect(stage.answer).toMatchObject({ kind: "refused" });
    expect(stage.answer?.say).toContain("may have been carried out; look at the record of");
    expect(Object.keys(stage.ground.files())).toContain("Plans/A.md");
  });
});
