import { describe, expect, it } from "vitest";
import { STATE_ROWS, STATES, stateOf, type Placement, type State } from "../../src/approval/request/states";

const FLAGS = [false, true];
const CONDITIONS: readonly Placement["condition"][] = ["sealed", "edited", "elsewhere", "foreign", "torn"];
const RECORDS: readonly Placement["recordNote"][] = ["none", "unknown", "known", "unverified"];
const LATCHES: readonly Placement["actionState"][] = ["none", "begun", "ended"];

/** Every combination there is. */
function all(): Placement[] {
  let found: Partial<Placement>[] = [{}];
  const spread = <K extends keyof Placement>(key: K, values: readonly Placement[K][]): void => {
    found = found.flatMap((each) => values.map((value) => ({ ...each, [key]: value })));
  };
  spread("condition", CONDITIONS);
  spread("recordNote", RECORDS);
  spread("actionState", LATCHES);
  for (const flag of [
    "pending",
    "approved",
    "rejected",
    "newer",
    "differs",
    "confirmed",
    "verifies",
    "hidden",
  ] as const)
    spread(flag, FLAGS);
  return found as Placement[];
}

const REST: Placement = {
  pending: false,
  approved: false,
  rejected: false,
  recordNote: "none",
  hidden: false,
  actionState: "none",
  condition: "sealed",
  newer: false,
  differs: false,
  confirmed: false,
  verifies: true,
};
const at = (of: Partial<Placement>): State => stateOf({ ...REST, ...of }).state;

describe("what the folders mean", () => {
  it.each<readonly [string, Partial<Placement>, State]>([
    ["in no folder", {}, "missing"],
    ["in no folder, and one cannot be read", { hidden: true }, "unseen"],
    ["approved, and records cannot be read", { approved: true, hidden: true }, "unseen"],
    ["rejected, and records cannot be read", { rejected: true, hidden: true }, "rejected"],
    [
      "ended here, and records cannot be read",
      { approved: true, hidden: true, actionState: "ended" },
      "spent",
    ],
    [
      "begun here, and records cannot be read",
      { approved: true, hidden: true, actionState: "begun" },
      "in-doubt",
    ],
    ["pending", { pending: true }, "waiting"],
    ["approved", { approved: true }, "candidate"],
    ["pending and approved", { pending: true, approved: true }, "in-two-folders"],
    ["pending and approved, and confirmed", { pending: true, approved: true, confirmed: true }, "candidate"],
    ["rejected", { rejected: true }, "rejected"],
    ["approved, and another attempt rejected", { approved: true, rejected: true }, "rejected"],
    ["approved, with a record of its end", { approved: true, recordNote: "known" }, "spent"],
    ["in no folder, with a record of its end", { recordNote: "known" }, "spent"],
    ["rejected, with a record of its end", { rejected: true, recordNote: "known" }, "spent"],
    ["approved, with a record that does not know", { approved: true, recordNote: "unknown" }, "in-doubt"],
    ["in no folder, begun here, its record deleted", { actionState: "begun" }, "in-doubt"],
    [
      "approved, with another's file in the record's place",
      { approved: true, recordNote: "unverified" },
      "spent",
    ],
    [
      "begun here, with another's file in the record's place",
      { approved: true, recordNote: "unverified", actionState: "begun" },
      "in-doubt",
    ],
    ["approved, ended here, its record deleted", { approved: true, actionState: "ended" }, "spent"],
    ["approved, with a newer request for the step", { approved: true, newer: true }, "replaced"],
    ["approved, not complete", { approved: true, condition: "torn" }, "waiting"],
    ["approved, changed in the note", { approved: true, condition: "edited" }, "edited"],
    ["approved, changed in the plan or at the server", { approved: true, differs: true }, "edited"],
    ["approved, with a seal that does not verify", { approved: true, condition: "foreign" }, "foreign"],
    ["approved, with the seal of another device", { approved: true, condition: "elsewhere" }, "foreign"],
    [
      "approved, seen from a device that cannot tell",
      { approved: true, condition: "elsewhere", verifies: false },
      "candidate",
    ],
  ])("%s: %j is %s", (_what, of, state) => {
    expect(at(of)).toBe(state);
  });

  it("every combination has one state, with words for it", () => {
    const seen = new Set<State>();
    for (const each of all()) {
      const row = stateOf(each);
      seen.add(row.state);
      expect(STATES).toContain(row.state);
      expect(row.reason).toMatch(/^[A-Z].*\.$/);
    }
    expect(seen.size).toBe(STATES.length);
    expect(STATE_ROWS.at(-1)?.when(REST)).toBe(true);
  });

  it("only what is approved, whole, sealed, newest, unused and unrefused is a candidate", () => {
    for (const each of all()) {
      if (stateOf(each).state !== "candidate") continue;
      expect(each).toMatchObject({
        approved: true,
        rejected: false,
        recordNote: "none",
        newer: false,
        differs: false,
      });
      expect(each.actionState).toBe("none");
      expect(each.condition === "sealed" || (each.condition === "elsewhere" && !each.verifies)).toBe(true);
      expect(each.pending && !each.confirmed).toBe(false);
    }
  });

  it("what is used stays used, what is in doubt stays in doubt, wherever the note goes", () => {
    for (const each of all()) {
      const { state } = stateOf(each);
      if (each.recordNote === "unknown" || (each.actionState === "begun" && each.recordNote !== "known"))
        expect(state).toBe("in-doubt");
      else if (each.recordNote !== "none" || each.actionState === "ended") expect(state).toBe("spent");
      else if (each.rejected) expect(state).toBe("rejected");
    }
  });

  it("neither absence nor an unfinished note decides anything", () => {
    for (const each of all()) {
      if (each.recordNote !== "none" || each.actionState !== "none" || each.rejected) continue;
      if (each.hidden) expect(stateOf(each).state).toBe("unseen");
      else if (!each.pending && !each.approved) expect(stateOf(each).state).toBe("missing");
      else if (each.condition === "torn")
        expect(["waiting", "replaced", "in-two-folders"]).toContain(stateOf(each).state);
    }
  });
});
