/** Reasons why a plan cannot be archived yet. */
import { describe, expect, it } from "vitest";
import { addUp, type ActionState } from "../../src/approval/device/ledger";
import type { Outcome } from "../../src/approval/device/outcome";
import type { State } from "../../src/approval/request/states";
import { unsettled } from "../../src/rules/unsettled";
import type { RequestView } from "../../src/approval/view";
import { parsePlan } from "../../src/note/plan/parse";

const plan = (mark: string): Parameters<typeof unsettled>[0] => {
  const parsed = parsePlan(
    "p.md",
    `---\ntask_id: P\nstatus: Active\n---\n## Roadmap\n- [${mark}] ✋ Send it ^s-1\n`,
  );
  if (parsed.kind !== "plan") throw new Error(parsed.kind);
  return parsed.plan;
};

const request = (state: State, outcome: Outcome | null = null, step = "s-1"): RequestView => ({
  id: "7f",
  chain: "7f",
  attempt: 1,
  name: "r.md",
  plan: "p",
  task: "P",
  step,
  type: "email",
  stepText: "",
  created: 0,
  text: "",
  identity: null,
  action: null,
  notes: [],
  recordNote: null,
  actionState: null,
  outcome,
  state,
  underWay: null,
  reason: "It waits for your decision.",
  newest: true,
  refused: false,
  objection: null,
  obstacle: null,
});

describe("a plan may be put away", () => {
  it.each<readonly [what: string, mark: string, RequestView]>([
    ["whose rejected step was skipped", "-", request("rejected")],
    ["whose request is gone and whose step is done", "x", request("missing")],
    ["whose request was used without effect", " ", request("spent", "not-sent")],
    ["whose request was used, and shows it", "x", request("spent", "ok")],
    ["whose request was replaced", " ", request("replaced")],
    ["which has lost the step", " ", request("rejected", null, "s-9")],
  ])("%s", (_what, mark, of) => {
    expect(unsettled(plan(mark), [of], new Map())).toBe(null);
  });
});

describe("a plan stays where it is", () => {
  it.each<readonly [what: string, mark: string, RequestView, says: string]>([
    [
      "while its request waits",
      " ",
      request("waiting"),
      "its request r.md is open (it waits for your decision); answer or reject it first",
    ],
    [
      "while its request waits, although its step is done",
      "x",
      request("waiting"),
      "its request r.md is open",
    ],
    ["while its request is about to run", " ", request("candidate"), "is open"],
    ["while its request lies in two folders", " ", request("in-two-folders"), "is open"],
    ["while its request was changed", " ", request("edited"), "is open"],
    ["while a request of another device lies there", " ", request("foreign"), "is open"],
    [
      "while nobody knows whether it was sent",
      "x",
      request("in-doubt"),
      "nobody knows yet whether r.md was sent; say first whether it happened",
    ],
    [
      "while a person has to decide about what was rejected",
      " ",
      request("rejected"),
      "step 1 “Send it” waits for your decision, because its request r.md was rejected; ask again or skip the step first",
    ],
    ["while its request is gone", " ", request("missing"), "is gone"],
    [
      "while its box does not show what was carried out",
      " ",
      request("spent", "ok"),
      "step 1 “Send it” was carried out, and its box does not show it yet",
    ],
    [
      "while an error may hide that it was sent",
      " ",
      request("spent", "tool-error"),
      "may have been carried out",
    ],
    ["while a record of another device lies there", " ", request("spent"), "may have been carried out"],
  ])("%s", (_what, mark, of, says) => {
    expect(unsettled(plan(mark), [request("replaced"), of], new Map())).toContain(says);
  });
});

/** Nothing of it lies in a folder for requests, and no view was made of it. */
describe("of what this device or the log remembers", () => {
  const asked = {
    action: "7f",
    chain: "7f",
    attempt: 1,
    name: "r.md",
    plan: "p",
    task: "P",
    step: "s-1",
    text: "",
    type: "email",
    target: "ana",
    at: 1,
  };
  const actionState = (outcome: Outcome | null): ReadonlyMap<string, ActionState> =>
    addUp([
      { kind: "begun", ...asked, idempotency: "", actionHash: "", nonce: "", limit: null },
      ...(outcome === null ? [] : [{ kind: "ended" as const, action: "7f", outcome, detail: "", at: 2 }]),
    ]).actionState;
  const logged = (mark: string): Parameters<typeof unsettled>[0] => {
    const parsed = parsePlan(
      "p.md",
      `---\ntask_id: P\nstatus: Active\n---\n## Roadmap\n- [${mark}] ✋ Send it ^s-1\n\n## Reasoning Logs\n- [2026-03-01T09:00:00Z] Agent: Asked — x. (asked, step s-1, request 7f, note r, text 2b9f422b6f91)\n`,
    );
    if (parsed.kind !== "plan") throw new Error(parsed.kind);
    return parsed.plan;
  };

  it.each<readonly [what: string, outcome: Outcome | null, says: string]>([
    [
      "an error that may hide that it was sent",
      "tool-error",
      "may have been carried out; look at the record of r.md",
    ],
    ["a call of which no end is known", null, "may have been carried out"],
    ["a call that went out", "ok", "was carried out, and its box does not show it yet"],
  ])("%s keeps the plan where it is while its step is open", (_what, outcome, says) => {
    expect(unsettled(plan(" "), [], actionState(outcome))).toContain(says);
    expect(unsettled(plan("x"), [], actionState(outcome))).toBe(null);
  });

  it("what was asked by a device that is not this one keeps the plan where it is while its step is open", () => {
    expect(unsettled(logged(" "), [], new Map())).toContain(
      "may have been carried out; look at the record of r.md",
    );
    expect(unsettled(logged("x"), [], new Map())).toBe(null);
  });

  it("what had no effect keeps nothing", () => {
    for (const outcome of ["not-sent", "resolved-not", "superseded", "withdrawn", "not-run"] as const)
      expect(unsettled(logged(" "), [], actionState(outcome))).toBe(null);
  });
});
