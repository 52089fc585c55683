/** Why is this stuck? */
import { describe, expect, test } from "vitest";
import { CLAUSES, explainArchived, explainPlan } from "../../src/overview/explain";
import { GATE } from "../../src/approval/gate";
import { writePlaces } from "../../src/settings/places";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings/settings";
import {
  ANSWERED,
  asked,
  latched,
  MAIL,
  MAILING,
  NOW,
  plan,
  requestNote,
  routed,
  world,
  type Found,
} from "../rules/build";

function explain(seen: Found): string {
  const made = world(seen);
  const [view] = made.plans;
  return view === undefined ? "" : explainPlan(view, made);
}

const one = asked(1);

describe("explaining a plan", () => {
  test.each([
    ["its step is done", ["- [x] a"]],
    ["its step is open", ["- [ ] a"]],
    ["it waits for its date", ["- [ ] a 📅 2026-12-01"]],
  ])("whose note was written a moment ago names that and no twin, when %s", (_when, roadmap) => {
    const text = explain({ plans: [{ ...plan({ id: "A", roadmap }), changed: NOW }] });
    expect(text).toContain("because the note was changed a moment ago\n");
    expect(text).not.toContain("the same id");
  });

  test("that waits for approval names step, request and way out", () => {
    const text = explain({
      plans: [one.plan],
      requests: [requestNote(one, "pending")],
      device: latched(one.actionState),
    });
    expect(text).toContain("Status: Waiting for you, since 2026-02-21 10:45 UTC.");
    expect(text).toContain("At: step 2 of 3, ✋ Send it (^s-0001)");
    expect(text).toContain(
      `Asked: Approval needed. It waits for your decision.\n  Pending_Approval/${one.name}, asked 2026-02-21 11:00 UTC`,
    );
    expect(text).toContain("Next: nothing until that changes.");
    expect(text).toContain("What you can do: move its note to Approved");
    expect(text).not.toContain("all of these must hold");
  });

  test("with an approved request goes through the whole gate, clause by clause", () => {
    const text = explain({
      plans: [one.plan],
      requests: [requestNote(one, "approved")],
      device: latched({ ...one.actionState, seen: NOW }),
    });
    const rows =
      text.split("all of these must hold (later: checked just before):\n")[1]?.trimEnd().split("\n") ?? [];
    expect(rows.length).toBe(GATE.length);
    expect(rows.filter((row) => row.startsWith("  no"))).toEqual([
      "  no     Do it by hand, then tick “I did it” in its note.",
    ]);
    expect(text).toContain("  later  The attached files are the approved ones.");
    expect(text).toContain("  later  The attached files can be read.");
    expect(text).toContain("  yes    It is as this device sealed it.\n");
  });

  test("whose approval is still within its grace says until when it can be taken back", () => {
    const fresh = { ...requestNote(routed(one), "approved"), since: NOW };
    const text = explain({
      plans: [one.plan],
      settings: MAILING,
      requests: [fresh],
      device: latched({ ...one.actionState, seen: NOW }),
      servers: ANSWERED,
    });
    expect(text).toContain("Status: Approved, about to run");
    expect(text).toContain("Next: it waits until 2026-02-21 12:00 UTC, because you can still take it back\n");
  });

  test("whose action is done by hand is not said to run", () => {
    const text = explain({
      plans: [one.plan],
      requests: [requestNote(one, "approved", undefined, { note: "", didIt: true })],
      device: latched({ ...one.actionState, seen: NOW }),
    });
    expect(text).toContain("Status: Done by hand, being put away");
    expect(text).toContain("Asked: Done by hand. Its step is about to be ticked.\n");
  });

  test("whose reason names a note shows its name alone", () => {
    const held = { id: "A", status: "Blocked", blockedReason: '"[[A family Bible]] is away"' } as const;
    expect(explain({ plans: [plan(held)] })).toContain(" A family Bible is away");
  });

  test("that waits because a folder is missing says how to get it back", () => {
    const text = explain({
      plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it", ...MAIL] })],
      folders: { absent: ["Approved"], unreadable: [], bare: [] },
    });
    expect(text).toContain("What you can do: restore them from your sync, or make them with “Set up”.\n");
  });

  test("whose request is gone gives no path that is not there", () => {
    const text = explain({ plans: [one.plan], device: latched(one.actionState) });
    expect(text).toContain("Status: The note to approve is gone");
    expect(text).toContain(`\n  The note was called ${one.name}, asked`);
    expect(text).not.toContain("Pending_Approval/");
    expect(text).toContain("What you can do: put it back, or ask again.");
  });

  test("that says Done with open steps repeats what is to be put right", () => {
    expect(
      explain({ plans: [plan({ id: "A", status: "Done", roadmap: ["- [x] a", "- [ ] b"] })] }),
    ).toContain("Next: nothing until you fix this: the status says Done, but 1 step is open;");
  });

  test("in the archive says where it is and that it is over", () => {
    const [made] = world({
      archived: [plan({ id: "A", status: "Done", path: "Done/Plans/A.md", roadmap: ["- [x] a"] })],
    }).planIndex.archived();
    expect(made === undefined ? "" : explainArchived(made)).toBe(
      "A: Objective of A\nNote: Done/Plans/A.md\nStatus: Done, and put away.\nSteps: 1 of 1 finished.\n",
    );
  });

  test("every clause of the gate has words for when it holds", () => {
    expect(Object.keys(CLAUSES).sort()).toEqual(GATE.map(({ id }) => id).sort());
  });

  test("that needs approval says what comes next", () => {
    const text = explain({ plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it", ...MAIL] })] });
    expect(text).toContain("Next: step 1 “Send it” needs approval\n");
  });

  test("with an ordinary step says that it is the person's", () => {
    const text = explain({ plans: [plan({ id: "A" })] });
    expect(text).toContain("Status: Active, your turn.");
    expect(text).toContain("Next: this step is yours to do.");
    expect(text).toContain("What you can do: do the step, then tick its box.");
  });

  test("says why this device does nothing", () => {
    const text = explain({
      plans: [
        plan({
          id: "A",
          roadmap: ["- [ ] ✋ Send it ^s-1", ...MAIL],
          logs: ["- [2026-02-21T10:00:00Z] Agent: Blocked — So. (blocked, step s-1, block device)"],
          status: "Blocked",
        }),
      ],
      hindrances: ["This device’s memory is damaged."],
    });
    expect(text).toContain("Reason: This device’s memory is damaged.");
    expect(text.split("memory is damaged.")).toHaveLength(2);
    expect(explain({ plans: [plan({ id: "A" })], role: "viewer" })).toContain(
      "Next: this device only shows;",
    );
  });

  test("that a person blocked, that is a draft, or that is over", () => {
    expect(explain({ plans: [plan({ id: "A", status: "Blocked", blockedReason: "Bob" })] })).toContain(
      "Status: Waiting for somebody.\nReason: Bob",
    );
    expect(explain({ plans: [plan({ id: "A", status: "Draft" })] })).toContain(
      "What you can do: set its status to Active to start it.",
    );
    expect(explain({ plans: [plan({ id: "A", status: "Cancelled" })] })).toContain(
      "Status: Cancelled.\nSteps: 0 of 1 finished.",
    );
  });

  test("whose id another note has too says that nothing is done until a person decides", () => {
    expect(explain({ plans: [plan({ id: "A" }), plan({ id: "A", path: "Plans/copy.md" })] })).toContain(
      "On hold: another note has the same id",
    );
    expect(explain({ plans: [plan({ id: "A" }), plan({ id: "A", path: "Plans/copy.md" })] })).not.toContain(
      "a moment ago",
    );
  });
});

test("folders are called what they are called here, or described where their names would not be words", () => {
  const words = "move it to {approved}, or out of {pending} to {rejected}";
  const named = (folders: Partial<Settings["folders"]>): string =>
    writePlaces(words, { folders: { ...DEFAULT_SETTINGS.folders, ...folders } });
  expect(named({})).toBe("move it to Approved, or out of Pending_Approval to Rejected");
  expect(named({ approved: "Ja", rejected: "Nicht/Nein" })).toBe(
    "move it to Ja, or out of Pending_Approval to Nicht/Nein",
  );
  expect(named({ approved: "![[x]]", pending: "_a_" })).toBe(
    "move it to the Approved folder, or out of the Pending folder to Rejected",
  );
});
