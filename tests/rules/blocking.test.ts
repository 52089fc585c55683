/** Why a plan is blocked, since when, and by whom: ours as long as nothing in the log came after it. */
import { expect, test } from "vitest";
import { SYNC_PATIENCE } from "../../src/approval/durations";
import { BLOCKS } from "../../src/note/plan/blocks";
import { asked, latched, MAIL, plan, requestNote, world, type Found } from "./build";

const BLOCKED = "- [2026-02-21T10:45:00Z] Agent: Blocked at step 1 — So. (blocked, step s-1, block device)";
const since = (logs: readonly string[], status = "Blocked"): number | null =>
  world({ plans: [plan({ id: "A", status, roadmap: ["- [ ] ✋ Send it ^s-1"], logs })] }).plans[0]
    ?.blockedSince ?? null;

test("a plan has been blocked by us since the log says so", () => {
  expect(since([BLOCKED])).toBe(Date.UTC(2026, 1, 21, 10, 45));
  expect(since([BLOCKED], "Active")).toBe(null);
  expect(since([])).toBe(null);
  expect(world({ plans: [asked(1).plan] }).plans[0]?.blockedSince).toBe(Date.UTC(2026, 1, 21, 10, 45));
});

test.each(["unblocked", "carried-out", "started", "finished"])(
  "a block is a person’s where the log says “%s” after ours",
  (word) => {
    const later = `- [2026-02-21T11:00:00Z] Agent: Went on — So. (${word}, step s-1)`;
    expect(since([BLOCKED, later])).toBe(null);
    expect(since([later, BLOCKED])).not.toBe(null);
  },
);

test.each(["ticked", "skipped", "reopened", "asked", "ask-again"])(
  "a block stays ours where the log says “%s” after it",
  (word) => {
    expect(since([BLOCKED, `- [2026-02-21T11:00:00Z] Human: Did so — So. (${word}, step s-1)`])).not.toBe(
      null,
    );
  },
);

test("a block that a person wrote into the log is a person’s", () => {
  expect(since([BLOCKED.replace("Agent", "Human")])).toBe(null);
});

test.each<readonly [string, number, string]>([
  ["has been gone for a moment", 0, "approval"],
  ["has been gone for almost ten minutes", SYNC_PATIENCE - 1, "approval"],
  ["has been gone for ten minutes", SYNC_PATIENCE, "missing"],
])("a plan whose request %s", (_what, since, kind) => {
  const one = asked(1);
  const seen: Found = {
    plans: [one.plan],
    device: latched(one.actionState),
    watched: new Map([[`missing:${one.identity.id}`, since]]),
  };
  expect(world(seen).plans[0]?.block?.kind).toBe(kind);
});

test.each<readonly [string, number, string | null, string]>([
  ["for a moment", 0, null, "approval"],
  ["for almost ten minutes", SYNC_PATIENCE - 1, null, "approval"],
  ["for ten minutes", SYNC_PATIENCE, null, "two-folders"],
  ["and was held for it before", 0, "It lay in two folders.", "two-folders"],
])("a plan whose request lies in two folders %s", (_what, since, held, kind) => {
  const one = asked(1);
  const seen: Found = {
    plans: [one.plan],
    requests: [requestNote(one, "pending"), requestNote(one, "approved")],
    device: latched({
      ...one.actionState,
      held: held === null ? [] : [{ code: "other" as const, words: held }],
    }),
    watched: new Map([[`in-two-folders:${one.identity.id}`, since]]),
  };
  expect(world(seen).plans[0]?.block?.kind).toBe(kind);
});

test.each([
  ["action", BLOCKS.action.title],
  ["server", BLOCKS.server.title],
])("what an earlier run found is told without its title: %s, “%s”", (kind, title) => {
  const found = world({
    role: "clerk",
    plans: [
      plan({
        id: "A",
        status: "Blocked",
        blockedReason: `"${title}. Its server said no."`,
        roadmap: ["- [ ] ✋ Send it ^s-1", ...MAIL],
        logs: [
          `- [2026-02-21T10:45:00Z] Agent: Blocked at step 1 — ${title}. Its server said no. (blocked, step s-1, block ${kind})`,
        ],
      }),
    ],
  }).plans[0]?.foundLast;
  expect(found?.reason).toBe("Its server said no.");
});
