/** The number of notes that could be converted is the number that “Convert plans…” offers to change. */
import { expect, test } from "vitest";
import { needsOf } from "../../src/overview/needs/needsOf";
import { candidates } from "../../src/rules/proposalTargets";
import { memoryGround } from "../story/ground";
import { createStage, settle, work } from "../story/stage";
import type { Files } from "../story/tree";

const NOTES: Files = {
  "Plans/Trip.md": "# Trip\n\n## Tasks\n- [ ] book\n- [ ] pack\n",
  // Steps as headings, and boxes of something else besides.
  "Plans/Milestones.md":
    "# Move\n\n## Plan\n### Step 1: Pack\n- box\n### Step 2: Go\n- van\n\n## Demo\n- [ ] show\n\n## Checks\n- [ ] doors\n",
  // All properties, and no list at all.
  "Plans/Bare.md": "---\ntask_id: PLAN-bare\nstatus: Active\n---\n# Objective\nLet it be.\n",
  "Plans/Winter.md": "# Winter\n\nCold, and long.\n",
};

test("notes that could be converted are those that the command changes; the others are told apart", async () => {
  const story = { shows: "", without: [], calls_per_step: 1, events: [] };
  const stage = await createStage(story, NOTES, {}, (clock) => memoryGround(clock));
  await settle(stage, "executor");
  await work(stage, "clerk", async (engine) => {
    const world = await engine.look();
    const proposal = await engine.propose({ kind: "convert", note: null, hands: false });
    const changed = typeof proposal === "string" ? [] : proposal.notes.map(({ path }) => path);
    const group = (id: string): number | undefined =>
      needsOf(world, () => "").find((each) => each.id === id)?.total;
    expect(changed).toEqual(["Plans/Trip.md"]);
    expect(candidates("convert", world)).toEqual(changed);
    expect(group("adoptable")).toBe(1);
    expect(group("no-steps")).toBe(3);
    // A person who asks for all is told why the others stay as they are.
    expect(typeof proposal === "string" ? [] : proposal.left.map((each) => each.split(" ")[0])).toEqual([
      "Plans/Bare.md",
      "Plans/Milestones.md",
    ]);
  });
});
