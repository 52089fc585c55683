import { describe, expect, it } from "vitest";
import { firstObjection, GATE, type GateFacts } from "../../src/approval/gate";

const CLEAR: GateFacts = {
  state: "candidate",
  stateReason: "Approved.",
  standing: [],
  inApproved: true,
  sealed: true,
  typesAgree: true,
  foldersAgree: true,
  newest: true,
  plan: "found",
  unread: null,
  planMayRun: true,
  stepThere: true,
  stepIsCurrent: true,
  stepFault: null,
  stepAsSealed: true,
  stepDue: true,
  answerObjects: false,
  copyObjects: false,
  begunBefore: "no",
  repeats: false,
  attachments: "as-sealed",
  byHand: false,
  didIt: false,
  sendTime: "none",
  sendTimeWords: "",
  restWords: null,
  restsTooLong: false,
  expired: false,
  server: "as-sealed",
  serverReason: "",
  confirmation: null,
  confirmed: false,
  mayBeRefused: false,
  quiet: true,
};

describe("the gate", () => {
  it("opens when every clause holds", () => {
    expect(firstObjection(CLEAR)).toBe(null);
    expect(firstObjection({ ...CLEAR, confirmation: "A payment needs it.", confirmed: true })).toBe(null);
    expect(firstObjection({ ...CLEAR, begunBefore: "yes", repeats: true })).toBe(null);
    expect(firstObjection({ ...CLEAR, byHand: true, didIt: true, server: "down" })).toBe(null);
  });

  const CLOSED: readonly (readonly [Partial<GateFacts>, string, "wait" | "refuse"])[] = [
    [{ standing: ["Paused."] }, "standing", "wait"],
    [{ state: "in-two-folders" }, "candidate", "wait"],
    [{ inApproved: false }, "in-approved", "wait"],
    [{ sealed: false }, "sealed", "refuse"],
    [{ typesAgree: false }, "types-agree", "refuse"],
    [{ foldersAgree: false }, "folders-agree", "refuse"],
    [{ newest: false }, "newest", "refuse"],
    [{ unread: "Plans/a.md" }, "plan-read", "wait"],
    [{ plan: "absent", unread: "Plans/a.md" }, "plan-read", "wait"],
    [{ plan: "absent" }, "plan-there", "refuse"],
    [{ plan: "frozen" }, "plan-unique", "wait"],
    [{ plan: "merged" }, "plan-stays", "wait"],
    [{ planMayRun: false }, "plan-runs", "refuse"],
    [{ stepIsCurrent: false }, "step-current", "refuse"],
    [{ stepFault: "Its step is unclear." }, "step-clear", "refuse"],
    [{ stepAsSealed: false }, "step-sealed", "refuse"],
    [{ stepDue: false }, "step-due", "wait"],
    [{ answerObjects: true }, "answers", "wait"],
    [{ copyObjects: true }, "copies-agree", "wait"],
    [{ begunBefore: "yes" }, "not-before", "refuse"],
    [{ begunBefore: "maybe", repeats: true }, "not-before", "refuse"],
    [{ attachments: "changed" }, "attachments", "refuse"],
    [{ attachments: "busy" }, "attachments-read", "wait"],
    [{ mayBeRefused: true }, "sync-is-in", "wait"],
    [{ quiet: false }, "quiet", "wait"],
    [{ confirmation: "A payment needs it." }, "confirmed", "wait"],
    [{ byHand: true }, "by-hand", "wait"],
    [{ sendTime: "missed" }, "not-too-late", "refuse"],
    [{ sendTime: "to-come" }, "not-too-early", "wait"],
    [{ restWords: "15:21" }, "server-rests", "wait"],
    [{ restWords: "15:21", restsTooLong: true, server: "down" }, "server-rests", "wait"],
    [{ restWords: "15:21", server: "changed", serverReason: "It is another." }, "server-sealed", "refuse"],
    [{ restWords: "15:21", expired: true }, "in-time", "refuse"],
    [{ expired: true }, "in-time", "refuse"],
    [{ server: "down", serverReason: "It is off." }, "server-up", "wait"],
    [{ server: "changed", serverReason: "It is another." }, "server-sealed", "refuse"],
  ];

  it.each(CLOSED)("closes for %j: %s, %s", (facts, id, kind) => {
    const objection = firstObjection({ ...CLEAR, ...facts });
    expect(objection?.row).toMatchObject({ id, kind });
    expect(objection?.reason).toMatch(/^[A-Z].*\.$/);
  });

  it("has no clause that is not tried here", () => {
    expect(GATE.map((row) => row.id).filter((id) => !CLOSED.some(([, tried]) => tried === id))).toEqual([]);
    expect(new Set(GATE.map((row) => row.id)).size).toBe(GATE.length);
  });
});
