/** What a person agreed to, with the power going out before and after each write: the command given again makes the rest, and nothing twice. */
import { describe, expect, test } from "vitest";
import { memoryGround } from "../story/ground";
import { play } from "../story/play";
import { createStage, type Stage } from "../story/stage";
import type { Story } from "../story/story";
import type { Files } from "../story/tree";

const plan = (id: string, source: string, steps: string): string => `---\ntask_id: ${id}\nsource_link: ${source}\nstatus: Draft\n---\n\n## Roadmap\n${steps}\n`;
const asked = "---\naction: send_email\nto: ana@example.com\n---\n\n## Body\nDear Ana.\n";

const BEFORE: Readonly<Record<"merge" | "adopt", Files>> = {
  merge: {
    "Plans/A.md": plan("A", "Inbox/x.md", "- [x] a\n- [ ] b"), "Plans/B.md": plan("B", "Inbox/x.md", "- [ ] a\n- [x] b\n- [ ] c"), "Plans/sub/B.md": plan("C", "Inbox/x.md", "- [ ] ✋ d\n- [ ] c"),
    "Plans/D.md": plan("D", "Inbox/y.md", "- [ ] e"), "Plans/E.md": plan("E", "Inbox/y.md", "- [ ] e"), "Archive/B.md": "an old one\n",
  },
  adopt: { "Approved/r.md": asked, "Pending_Approval/r.md": asked, "Pending_Approval/s.md": asked.replace("Ana.", "Ana!"), "Archive/s.md": "an old one\n" },
};

const AFTER: Readonly<Record<"merge" | "adopt", readonly string[]>> = {
  merge: ["Archive/B (2).md", "Archive/B (3).md", "Archive/B.md", "Archive/E.md", "Plans/A.md", "Plans/D.md"],
  adopt: ["Archive/r (2).md", "Archive/r.md", "Archive/s (2).md", "Archive/s.md", "Plans/PLAN-85b035f1 Email to ana example.com.md", "Plans/PLAN-a917c0fe Email to ana example.com.md"],
};

async function run(kind: "merge" | "adopt", cut: { readonly at: number; readonly how: "before" | "after" } | null): Promise<Stage> {
  const story: Story = { shows: "", without: [], calls_per_step: 1, events: [{ command: { kind: "agree", wanted: { kind, note: null } } }] };
  const stage = await createStage(story, BEFORE[kind], {}, (clock, power) => memoryGround(clock, power ?? {}), true);
  if (cut !== null) stage.power?.cut(cut.at, cut.how);
  await play(stage);
  return stage;
}

/** Without the times in their logs. */
function notes(stage: Stage): Readonly<Record<string, string>> {
  const kept = Object.entries(stage.ground.files()).filter(([path]) => /^(?:Plans|Archive|Approved|Pending_Approval|Rejected)\//.test(path) && !path.endsWith("About this folder.md"));
  return Object.fromEntries(kept.map(([path, text]) => [path, text.replace(/^- \[[^\]]*Z\] /gm, "- [now] ")]));
}

describe.each(["merge", "adopt"] as const)("%s", (kind) => {
  test("ends alike wherever it was cut off", async () => {
    const whole = await run(kind, null);
    const writes = whole.power?.writes.length ?? 0;
    expect(writes).toBeGreaterThan(4);
    expect(Object.keys(notes(whole)).sort()).toEqual(AFTER[kind]);
    for (let at = 1; at <= writes; at += 1) {
      for (const how of ["before", "after"] as const) expect(notes(await run(kind, { at, how })), `cut ${how} write ${String(at)}`).toEqual(notes(whole));
    }
  });
});
