/**
 * To look closely at a few plans, and at the cards of all others, shows and decides what looking closely at all of them
 * does.
 */
import { describe, expect, test } from "vitest";
import { updateDashboard } from "../../src/overview/dashboard/update";
import { needsOf } from "../../src/overview/needs/needsOf";
import { renderStatus } from "../../src/overview/report";
import { decide } from "../../src/rules/rules";
import { statusOf } from "../../src/overview/status";
import { VAULT_RULES } from "../../src/rules/vaultRules";
import { currentPlan, type World } from "../../src/rules/world";
import { HOUR, showStamp } from "../../src/kit/dates";
import {
  asked,
  device,
  externalNote,
  latched,
  MAIL,
  NOW,
  plan,
  requestNote,
  world,
  type Found,
  type PlanNote,
} from "./build";

/** Numbers from 0 up to, not including, the given one. */
function dice(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Roll = (below: number) => number;

/** Of each of twelve shares of chance, so many; `WORLDS=50` looks further. */
const WORLDS = Number(process.env["WORLDS"] ?? 15);

const STATUS = ["Draft", "Active", "Active", "Active", "Blocked", "Blocked", "Done", "Cancelled"];
const STEPS: readonly (readonly string[])[] = [
  ["- [ ] Call them"],
  ["- [x] Called"],
  ["- [-] Left out"],
  ["- [ ] Later ⏳ 2026-02-20"],
  ["- [ ] Later ⏳ 2026-03-03"],
  ["- [ ] Named ^call"],
  ["- [ ] ✋ Say it"],
  ["- [ ] ✋ Say it ^s-1111"],
  ["- [ ] ✋ Say it ⏳ 2026-03-03 ^s-1111"],
  ["- [ ] ✋ Send it", ...MAIL],
  ["- [ ] ✋ Send it ^s-2222", ...MAIL],
  ["- [x] Sent ^s-2222"],
  ["- [ ] 🛑 Stop"],
];
const LOG = [
  "- [2026-02-19T10:00:00Z] Agent: Blocked at step 1 — So. (blocked, step s-1111, block action)",
  "- [2026-02-20T10:00:00Z] Agent: Blocked at step 2 — So. (blocked, step s-1111, block action)",
  "- [2026-02-20T11:00:00Z] Agent: Blocked at step 1 — So. (blocked, step s-2222, block queue)",
  "- [2026-02-20T12:00:00Z] Agent: Went on — So. (unblocked)",
  "- [2026-02-20T13:00:00Z] Human: Started the plan — By a click or a command. (started)",
  "- [2026-02-20T14:00:00Z] Human: Ticked step 1 — By hand. (ticked, step s-2222)",
  "- [2026-02-20T15:00:00Z] Human: Looked",
  "- [someday] Human: Looked",
  `- [2026-02-20T16:00:00Z] Agent: Asked for approval of step 1 — So. (asked, step s-2222, request ${"c".repeat(32)}, note 2026-02-20T1600Z_email_x_cccccccc, text aaaaaaaaaaaa)`,
  "- [2026-02-20T17:00:00Z] Agent: Finished the plan — So. (finished)",
];

/**
 * What most plans of a vault have in common: nothing, an id that is there twice, or a next step that needs a person’s
 * words.
 */
type Habit = "none" | "twins" | "gated";

function drawPlan(n: number, habit: Habit, roll: Roll): PlanNote {
  const pick = <One>(list: readonly One[]): One | undefined => list[roll(list.length)];
  const twin = roll(habit === "twins" ? 2 : 15) === 0 ? n - 1 : n;
  const isGated = habit === "gated" && roll(8) > 0;
  const logs = Array.from({ length: roll(3) }, () => pick(LOG) ?? "").sort();
  const drawn = plan({
    id: `PLAN-${String(twin)}`,
    path: `Plans/${String(n)}.md`,
    status: isGated ? "Active" : (pick(STATUS) ?? ""),
    created: `2026-02-${String(1 + roll(20)).padStart(2, "0")}`,
    source: pick(["null", "null", "null", "/Inbox/a.md"]) ?? "",
    blockedReason: pick(["null", "Bob is away"]) ?? "",
    roadmap: [
      ...(isGated ? ["- [ ] ✋ Say it"] : []),
      ...Array.from({ length: 1 + roll(3) }, () => pick(STEPS) ?? []).flat(),
    ],
    logs,
  });
  // How long a person holds one depends on it.
  return { ...drawn, changed: NOW - (1 + roll(60)) * HOUR };
}

function draw(seed: number): Found {
  const roll = dice(seed);
  const habit = (["none", "twins", "gated"] as const)[roll(3)] ?? "none";
  const plans = Array.from({ length: 14 + roll(20) }, (_, n) => drawPlan(n, habit, roll));
  const requests = Array.from({ length: roll(4) }, (_, n) =>
    asked(90 + n, {
      ...(roll(3) === 0 ? { status: ["Cancelled", "Done", "Draft"][roll(3)] ?? "" } : {}),
      blocked: roll(2) === 0 ? null : "2026-02-21T10:45:00Z",
      created: `2026-02-${String(1 + roll(20)).padStart(2, "0")}`,
    }),
  );
  const notes = requests.flatMap((each) =>
    roll(4) === 0
      ? []
      : [requestNote(each, (["pending", "approved", "rejected"] as const)[roll(3)] ?? "pending")],
  );
  const actionStates = requests.filter(() => roll(4) > 0).map(({ actionState }) => actionState);
  // This device remembers requests of plans it may not find waiting for them any more.
  const named = plans.flatMap(({ parsed }) =>
    parsed.kind === "plan"
      ? parsed.plan.steps.flatMap(({ id, state }) =>
          id !== null && state === "open" ? [{ plan: parsed.plan.key, step: id }] : [],
        )
      : [],
  );
  const stray = actionStates
    .slice(0, 1)
    .map((actionState) => ({
      ...actionState,
      action: "e".repeat(32),
      ...(named[roll(named.length + 1)] ?? { plan: "0", step: "s-9" }),
      begun: roll(2) === 0 ? NOW - 1000 : null,
      outcome: roll(2) === 0 ? ("ok" as const) : null,
    }));
  return {
    plans: [...plans, ...requests.map((each) => each.plan)],
    requests: [...notes, ...(roll(3) === 0 ? [externalNote("x.md")] : [])],
    device: actionStates.length === 0 ? device : latched(...actionStates, ...stray),
    archived: Array.from({ length: roll(3) }, (_, n) =>
      plan({
        id: `OLD-${String(n)}`,
        path: `Done/Plans/${String(n)}.md`,
        status: "Done",
        roadmap: ["- [x] a"],
        logs: [LOG[6] ?? ""],
      }),
    ),
    role: roll(6) === 0 ? "clerk" : "executor",
    now: NOW + roll(3) * 43_200_000,
  };
}

function tell(seen: World): unknown {
  const last = VAULT_RULES.map((rule) => rule.decide(seen, seen));
  const { moves, waits } = decide(seen, {
    id: "draw",
    stage: "last",
    when: "",
    by: "anyone",
    decide: () => null,
  });
  return {
    moves,
    waits: waits.filter(({ until }) => until !== Infinity),
    last,
    current: currentPlan(seen)?.plan.path ?? null,
    status: statusOf(seen),
    shown: renderStatus(seen),
    needs: needsOf(seen, showStamp, 3).map(({ id, total, needs }) => [
      id,
      total,
      needs.map(({ note, words }) => [note, words]),
    ]),
    dashboard: updateDashboard(null, seen),
  };
}

describe("of thirty plans as chance draws them", () => {
  test.each(Array.from({ length: 12 }, (_, at) => at))(
    "those looked at closely are all that anything is to be done for (%j)",
    (share) => {
      for (let seed = share * 50; seed < share * 50 + WORLDS; seed += 1) {
        const found = draw(seed);
        const few = world(found);
        const all = world(found, true);
        expect(tell(few), `drawn from ${String(seed)}`).toEqual(tell(all));
        expect(few.plans.length).toBeLessThanOrEqual(all.plans.length);
      }
    },
  );

  test("many are not looked at closely", () => {
    const shares = Array.from(
      { length: 50 },
      (_, seed) => [world(draw(seed)).plans.length, world(draw(seed), true).plans.length] as const,
    );
    expect(shares.filter(([few, all]) => few < all - 3).length).toBeGreaterThan(25);
  });
});
