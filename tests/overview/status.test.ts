/** The output of `status --json`. */
import { describe, expect, test } from "vitest";
import { statusOf } from "../../src/overview/status";
import {
  asked,
  externalNote,
  latched,
  MAILING,
  note,
  NOW,
  plan,
  requestNote,
  reversed,
  world,
} from "../rules/build";

const one = asked(1, { objective: "Send the January invoice\n\nMore about it." });

describe("the status of a plan", () => {
  test("that waits for approval names step, kind, since and the request", () => {
    const report = statusOf(
      world({ plans: [one.plan], requests: [requestNote(one, "pending")], device: latched(one.actionState) }),
    );
    expect(report).toEqual({
      current: "PLAN-1",
      plans: [
        {
          task_id: "PLAN-1",
          path: "Plans/PLAN-1.md",
          objective: "Send the January invoice",
          status: "Blocked",
          priority: "normal",
          due: null,
          overdue: false,
          agent: null,
          spent: null,
          done: 1,
          total: 3,
          next_step: { n: 2, text: "✋ Send it", gated: true },
          blocked: {
            kind: "approval",
            step: 2,
            since: "2026-02-21T10:45:00Z",
            reason: `Approval request: ${one.name}`,
          },
        },
      ],
      requests: [
        {
          action_id: one.identity.id,
          path: `Pending_Approval/${one.name}`,
          task_id: "PLAN-1",
          action_type: "email",
          state: "waiting",
          since: "2026-02-21T11:00:00Z",
          reason: "It waits for your decision.",
        },
      ],
      problems: [],
      adoptable: [],
      tasks: [],
      duplicates: [],
      running: [],
    });
  });

  test("whose request is as it was, and whose settings are not, says which of the two", () => {
    const { requests } = statusOf(
      world({
        settings: MAILING,
        plans: [one.plan],
        requests: [requestNote(one, "pending")],
        device: latched(one.actionState),
      }),
    );
    expect(requests[0]).toMatchObject({
      state: "edited",
      reason: "A server now does this type; when you were asked, it was done by hand.",
    });
  });

  test("that a person blocked says so, even where a request waits too", () => {
    const seen = {
      plans: [
        plan({ id: "A", status: "Blocked", blockedReason: "Bob is away", roadmap: ["- [ ] ✋ Send ^s-1"] }),
      ],
    };
    expect(statusOf(world(seen)).plans[0]?.blocked).toEqual({
      kind: "person",
      step: 1,
      since: null,
      reason: "Bob is away",
    });
  });

  test("counts ticked and skipped steps as done, and takes the file's name where there is no objective", () => {
    const [only] = statusOf(
      world({ plans: [plan({ id: "A", objective: "", roadmap: ["- [x] a", "- [-] b", "- [ ] c"] })] }),
    ).plans;
    expect(only).toMatchObject({
      done: 2,
      total: 3,
      objective: "A",
      next_step: { n: 3, text: "c", gated: false },
      blocked: null,
    });
  });

  test("that is over has no next step", () => {
    expect(statusOf(world({ plans: [plan({ id: "A", status: "Cancelled" })] }))).toMatchObject({
      current: null,
      plans: [{ next_step: null, blocked: null }],
    });
  });
});

describe("the status of a request", () => {
  test("whose note is gone gives the place where it would wait", () => {
    const [request] = statusOf(world({ plans: [one.plan], device: latched(one.actionState) })).requests;
    expect(request).toMatchObject({ state: "missing", path: `Pending_Approval/${one.name}`, since: null });
  });

  test("that was answered gives the moment of the answer, and the note that counts", () => {
    const both = world({
      plans: [one.plan],
      requests: [requestNote(one, "pending"), requestNote(one, "rejected")],
      device: latched(one.actionState),
    });
    expect(statusOf(both).requests[0]).toMatchObject({
      state: "rejected",
      path: `Rejected/${one.name}`,
      since: "2026-02-21T11:50:00Z",
    });
  });

  test("with an impossible date has no date, and hides nothing else", () => {
    const parsed = {
      kind: "elsewhere" as const,
      identity: { ...one.identity, executor: "e".repeat(32), created: Number.MAX_SAFE_INTEGER },
      action: null,
      intact: false,
    };
    const report = statusOf(world({ plans: [one.plan], requests: [requestNote(one, "pending", parsed)] }));
    expect(report.requests[0]).toMatchObject({ state: "foreign", since: "2026-02-21T11:50:00Z" });
  });
});

test("problems, notes in another dialect and doubles are listed in an order of their own", () => {
  const seen = {
    plans: [
      note("Plans/z.md", "---\n"),
      note("Plans/y.md", "---\n"),
      note("Plans/o.md", "# Plan\n- [ ] x\n"),
      plan({ id: "Q" }),
      plan({ id: "q", path: "Plans/q2.md" }),
      one.plan,
    ],
    requests: [externalNote("b.md"), externalNote("a.md"), requestNote(one, "pending")],
    device: latched(one.actionState),
    now: NOW,
  };
  const report = statusOf(world(seen));
  expect(report.problems.map((each) => each.path)).toEqual(["Plans/y.md", "Plans/z.md"]);
  expect(report.duplicates).toEqual([{ key: "Q", paths: ["Plans/Q.md", "Plans/q2.md"] }]);
  expect(report.requests.map((each) => each.path)).toEqual([
    `Pending_Approval/${one.name}`,
    "Pending_Approval/a.md",
    "Pending_Approval/b.md",
  ]);
  expect(JSON.stringify(statusOf(world(reversed(seen))))).toBe(JSON.stringify(report));
});
