/** The hindrances of an approved request, put together from everything that is known of its step. */
import { describe, expect, test } from "vitest";
import type { ActionState } from "../../src/approval/device/ledger";
import type { Outcome } from "../../src/approval/device/outcome";
import type { RecordNote } from "../../src/approval/request/record";
import {
  ANSWERED,
  asked,
  latched,
  MAILING,
  NOW,
  requestNote,
  routed,
  world,
  type Asked,
  type Found,
} from "../rules/build";

const old = routed(asked(1));
/** Asked later for the same step, and approved. */
const id = "f".repeat(32);
const name = old.name.replace(old.identity.id.slice(0, 8), id.slice(0, 8));
const later: Asked = {
  ...old,
  name,
  identity: { ...old.identity, id, chain: id, name, created: old.identity.created + 60_000 },
  actionState: { ...old.actionState, action: id, chain: id, name, seen: NOW },
};
const REACHED = "This step was carried out, or begun, before.";

function hinders(earlier: Partial<ActionState> | null, more: Found = {}, of = later): string | null {
  const actionStates =
    earlier === null ? [of.actionState] : [{ ...old.actionState, ...earlier }, of.actionState];
  const made = world({
    plans: [old.plan],
    settings: MAILING,
    servers: ANSWERED,
    requests: [requestNote(of, "approved")],
    device: latched(...actionStates),
    ...more,
  });
  const found = made.requests.find((each) => each.id === of.identity.id);
  return found?.state === "candidate" ? (found.objection?.reason ?? null) : (found?.state ?? "not there");
}

const record = (of: RecordNote["record"]): Found => ({
  recordNotes: new Map([
    [
      old.name,
      {
        path: `Done/Actions/${old.name.replace(".md", "_receipt.md")}`,
        record: of,
        answer: null,
        asks: false,
      },
    ],
  ]),
});

describe("an approved request", () => {
  test("does not run as it is once the settings fix another argument than when it was asked", () => {
    const email = MAILING.actions["email"];
    if (email === undefined) throw new Error("no type email");
    const fixing = (account: string): Found => ({
      settings: { ...MAILING, actions: { email: { ...email, fixed_arguments: { account } } } },
    });
    const { route } = later.identity;
    if (route === null) throw new Error("no route");
    const sealed = {
      ...later,
      identity: { ...later.identity, route: { ...route, fixedArguments: { account: "a" } } },
    };
    expect(hinders(null, fixing("a"), sealed)).toBeNull();
    expect(hinders(null, fixing("b"), sealed)).toBe("edited");
    expect(hinders(null, {}, sealed)).toBe("edited");
    expect(hinders(null, fixing("a"))).toBe("edited");
  });

  test.each([
    ["that was written before the app started waits for sync", later.identity.created + 1, NOW, true],
    ["that was written since need not wait", later.identity.created - 1, NOW, false],
    ["from a time yet to come waits", later.identity.created - 1, later.identity.created - 1, true],
  ])("%s", (_what, since, now, waits) => {
    const starting = { since, until: now + 60_000 };
    const reason = hinders(null, { starting, now });
    expect(reason?.startsWith("The app just started") ?? false).toBe(waits);
  });

  test("of a step for which nothing went out runs", () => {
    expect(hinders(null)).toBe(null);
    expect(hinders({})).toBe(null);
  });

  test("of a step for which something was begun does not run, whatever is known of it", () => {
    expect(hinders({ begun: NOW - 60_000 })).toBe(REACHED);
    expect(hinders({}, record(null)), "a record that this device did not write").toBe(REACHED);
  });

  test.each<readonly [Outcome, string | null]>([
    ["ok", REACHED],
    ["by-hand", REACHED],
    ["resolved-happened", REACHED],
    ["unknown", REACHED],
    ["tool-error", REACHED],
    ["not-sent", null],
    ["withdrawn", null],
    ["resolved-not", null],
    ["superseded", null],
    ["not-run", null],
  ])("after an attempt that ended with %s", (outcome, expected) => {
    expect(hinders({ begun: NOW - 60_000, outcome })).toBe(expected);
  });

  test("runs after an error of the server only where it warns of it", () => {
    const warning = (...warnsOf: readonly string[]): Asked => ({
      ...later,
      identity: { ...later.identity, warnsOf },
    });
    const error: Partial<ActionState> = { begun: NOW - 60_000, outcome: "tool-error" };
    expect(hinders(error, {}, warning(old.identity.id))).toBe(null);
    expect(hinders(error, {}, warning())).toBe(REACHED);
    expect(hinders(error, {}, warning("f".repeat(32))), "of another").toBe(REACHED);
    expect(
      hinders({}, record(null), warning(old.identity.id)),
      "the record of another device, and the request warns of it",
    ).toBe(null);
    expect(hinders({}, record(null), warning()), "the record of another device").toBe(REACHED);
    expect(
      hinders({ begun: NOW - 60_000, outcome: "unknown" }, {}, warning(old.identity.id)),
      "a doubt of this device",
    ).toBe(REACHED);
    expect(hinders({ begun: NOW - 60_000 }, {}, warning(old.identity.id)), "begun, and no more").toBe(
      REACHED,
    );
  });

  test("runs after it was done only where a person asked for it again", () => {
    const again: Asked = { ...later, identity: { ...later.identity, repeats: true } };
    expect(hinders({ begun: NOW - 60_000, outcome: "ok" }, {}, again)).toBe(null);
    expect(hinders({ begun: NOW - 60_000, outcome: "tool-error" }, {}, again)).toBe(REACHED);
    expect(hinders({ begun: NOW - 60_000 }, {}, again)).toBe(REACHED);
  });

  test("is not held up by another step or another plan", () => {
    const done: Partial<ActionState> = { begun: NOW - 60_000, outcome: "ok" };
    expect(hinders({ ...done, step: "s-0002" })).toBe(null);
    expect(hinders({ ...done, plan: "2" })).toBe(null);
  });

  test("of a plan whose id another note has waits for a person", () => {
    const copy = asked(1, { path: "Plans/Copy.md" }).plan;
    expect(hinders(null, { plans: [old.plan, copy] })).toBe(
      "Two notes have the id of its plan. Keep one, and move the other out of the plan folders.",
    );
  });
});
