/** Why is this stuck? */
import { describe, expect, test } from "vitest";
import { explainPlan } from "../../src/world/explain";
import type { Seen } from "../../src/world/seen";
import { GATE } from "../../src/request/gate";
import { asked, latched, MAIL, NOW, plan, requestNote, world } from "./build";

function explain(seen: Partial<Seen>): string {
  const made = world(seen);
  const [view] = made.plans;
  return view === undefined ? "" : explainPlan(view, made);
}

const one = asked(1);

describe("explaining a plan", () => {
  test("that waits for approval names step, request and way out", () => {
    const text = explain({ plans: [one.plan], requests: [requestNote(one, "pending")], device: latched(one.latch) });
    expect(text).toContain("Status: Blocked: Awaiting human approval, since 2026-02-21 10:45 UTC.");
    expect(text).toContain("At: step 2 of 3, ✋ Send it (^s-0001)");
    expect(text).toContain(`Request: Approval needed. It waits for a person.\n  Pending_Approval/${one.name}, asked 2026-02-21 11:00 UTC`);
    expect(text).toContain("Next: nothing until that has changed.");
    expect(text).toContain("What you can do: move the request to Approved");
    expect(text).not.toContain("all of these must hold");
  });

  test("with an approved request goes through the whole gate, clause by clause", () => {
    const text = explain({ plans: [one.plan], requests: [requestNote(one, "approved")], device: latched({ ...one.latch, seen: NOW }) });
    const rows = text.split("all of these must hold:\n")[1]?.trimEnd().split("\n") ?? [];
    expect(rows.length).toBe(GATE.length);
    expect(rows.filter((row) => row.startsWith("  no"))).toEqual(["  no     by hand        Approved. Do it by hand, then tick “I did it” in the request."]);
    expect(text).toContain("  later  attachments    Looked at once more");
    expect(text).toContain("  yes    sealed\n");
  });

  test("whose approval is still within its grace says until when it can be taken back", () => {
    const fresh = { ...requestNote(one, "approved", undefined, { note: "", didIt: true }), since: NOW };
    const text = explain({ plans: [one.plan], requests: [fresh], device: latched({ ...one.latch, seen: NOW }) });
    expect(text).toContain("Status: Blocked: Approved, about to run");
    expect(text).toContain("Next: it waits until 2026-02-21 12:00 UTC, because you can still take it back (rule “act”");
  });

  test("that needs approval names the rule that comes next", () => {
    const text = explain({ plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it", ...MAIL] })] });
    expect(text).toContain("Next: step 1 “Send it” needs approval (rule “name-the-step”: something has to refer to the next step");
  });

  test("with an ordinary step says that it is the person's", () => {
    const text = explain({ plans: [plan({ id: "A" })] });
    expect(text).toContain("Status: Active, your turn.");
    expect(text).toContain("Next: nothing by itself; the step is yours to do.");
    expect(text).toContain("What you can do: do the step, then tick its box.");
  });

  test("says why this device does nothing", () => {
    const text = explain({ plans: [plan({ id: "A", roadmap: ["- [ ] ✋ Send it ^s-1", ...MAIL], logs: ["- [2026-02-21T10:00:00Z] Agent: Blocked — So. (blocked, step s-1, block device)"], status: "Blocked" })], hindrances: ["This device’s memory is damaged."] });
    expect(text).toContain("Reason: This device’s memory is damaged.");
    expect(text).toContain("This device seals and carries out nothing: This device’s memory is damaged.");
    expect(explain({ plans: [plan({ id: "A" })], role: "viewer" })).toContain("Next: this device only shows.");
  });

  test("that a person blocked, that is a draft, or that is over", () => {
    expect(explain({ plans: [plan({ id: "A", status: "Blocked", blockedReason: "Bob" })] })).toContain("Status: Blocked by a person.\nReason: Bob");
    expect(explain({ plans: [plan({ id: "A", status: "Draft" })] })).toContain("What you can do: set its status to Active to start it.");
    expect(explain({ plans: [plan({ id: "A", status: "Cancelled" })] })).toContain("Status: Cancelled.\nSteps: 0 of 1 finished.");
  });

  test("whose id another note has too says that nothing is done until a person decides", () => {
    expect(explain({ plans: [plan({ id: "A" }), plan({ id: "A", path: "Plans/copy.md" })] })).toContain("on hold: another note has the same id");
  });
});
