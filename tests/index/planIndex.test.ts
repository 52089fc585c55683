/** A catalog is kept by taking out and putting in; whatever came and went, it answers as one that was made at once. */
import { describe, expect, test } from "vitest";
import { OpenPlanIndex } from "../../src/note/index/planIndex";
import type { Shelved } from "../../src/note/index/shelved";
import { copyProblem, shelvedAs } from "../../src/note/index/shelve";
import { parsePlan } from "../../src/note/plan/parse";
import { tellPlanIndex } from "./tell";

/** Numbers from 0 up to, not including, the given one. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) >>> 0;
    return state % below;
  };
}

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 1, 21);
const STATUS = ["Draft", "Active", "Active", "Blocked", "Blocked", "Done", "Cancelled"];
const STEP = [
  "- [ ] Call",
  "- [ ] ✋ Send it ^s-1",
  "- [ ] 🛑 Stop",
  "- [ ] Later ⏳ 2026-02-20",
  "- [ ] Later ⏳ 2026-02-23",
  "- [x] Called",
];
const DUE = [
  "",
  "due: 2026-02-20\n",
  "due: 2026-02-22 09:00\n",
  "due: soon\npriority: high\n",
  "priority: low\n",
];
const LOG = [
  "",
  "- [2026-02-19T10:00:00Z] Agent: Blocked at step 1 — So. (blocked, step s-1, block action)",
  "- [2026-02-20T10:00:00Z] Human: Looked",
  "- [someday] Human: Looked",
  "- [2026-02-19T10:00:00Z] Agent: Blocked at step 1 — So. (blocked, step s-1, block action)\n- [2026-02-20T10:00:00Z] Human: Put off — So. (later, step s-1, until 2026-02-22T0930Z)",
];

function draw(path: string, roll: (below: number) => number): Shelved {
  const pick = (list: readonly string[]): string => list[roll(list.length)] ?? "";
  const id = roll(12) === 0 ? "" : `task_id: PLAN-${String(roll(9))}\n`;
  const note = `---\n${id}status: ${pick(STATUS)}\nsource_link: ${pick(["null", "/Inbox/a.md", "[[Inbox/A]]", "/Inbox/b.md"])}\ncreated_date: 2026-01-0${String(1 + roll(4))}\n${pick(DUE)}${roll(15) === 0 ? "status: Done\n" : ""}---\n# Objective\n${pick(["x", "y", ""])}\n## Roadmap\n${pick(STEP)}\n${pick(STEP)}\n## Reasoning Logs\n${pick(LOG)}\n`;
  const text = roll(20) === 0 ? "# A page\n" : note;
  return shelvedAs(
    path,
    text,
    parsePlan(path, text),
    copyProblem(path, () => true),
  );
}

describe("after any number of notes came, changed and went", () => {
  test.each([1, 2, 3, 4])("the catalog answers as one made of what is there (%j)", (seed) => {
    const roll = dice(seed);
    const kept = new OpenPlanIndex();
    const there = new Map<string, { readonly isArchived: boolean; readonly shelved: Shelved }>();
    let now = NOW;
    for (let turn = 0; turn < 400; turn += 1) {
      const isArchived = roll(5) === 0;
      const n = String(roll(14));
      const path = isArchived
        ? `Done/Plans/${n}.md`
        : roll(10) === 0
          ? `Plans/${n}.sync-conflict-20260221-104500-ABCDEFG.md`
          : `Plans/${n}.md`;
      if (roll(4) === 0) {
        kept.drop(path);
        there.delete(path);
      } else {
        const was = kept.last(path);
        const shelved: Shelved =
          roll(8) === 0
            ? {
                kind: "problem",
                problem: { kind: "unreadable", path, line: null, message: "busy" },
                copy: null,
                was,
              }
            : draw(path, roll);
        kept.put(path, isArchived, shelved);
        there.set(path, { isArchived, shelved });
      }
      // The clock may also be set back.
      now += (roll(5) - 2) * DAY;
      if (turn % 8 !== 0) continue;
      const fresh = new OpenPlanIndex();
      for (const [each, { isArchived: lies, shelved }] of [...there].reverse())
        fresh.put(each, lies, shelved);
      expect(tellPlanIndex(kept, now)).toEqual(tellPlanIndex(fresh, now));
      const over = [...kept.of("Done").summaries].filter(({ next }) => next !== null);
      const { total, summaries } = kept.leftOver();
      expect([...summaries]).toEqual([...over, ...kept.of("Cancelled").summaries]);
      expect(total).toBe([...summaries].length);
    }
  });
});
