/**
 * A request that waits for a person is taken over from look to look as it was put together, until anything changes that
 * it was made of.
 */
import { describe, expect, test } from "vitest";
import { isDeepStrictEqual } from "node:util";
import { decide } from "../../src/rules/rules";
import type { World } from "../../src/rules/world";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { asked, latched, NOW, plan, requestNote, routed, world, type Asked, type Found } from "./build";

const DAY = 86_400_000;
const of = asked(1);
const note = requestNote(of, "pending");
const WAITING: Found = { plans: [of.plan], requests: [note], device: latched(of.actionState) };

/** The same, and nothing of it was seen before. */
function anew(found: Found): World {
  return world({ ...found, requests: (found.requests ?? []).map((each) => ({ ...each })) });
}

function decisions(seen: World): unknown {
  return decide(seen, { id: "draw", stage: "last", when: "", by: "anyone", decide: () => null });
}

function tell({ requests, plans, problems, watching, standing }: World): unknown {
  return { requests, plans, problems, watching, standing };
}

function with_(change: Partial<Asked["actionState"]>): Found {
  return { ...WAITING, device: latched({ ...of.actionState, ...change }) };
}

const key = of.actionState.plan;
const another = asked(1, { id: "PLAN-1" });
const elsewhere = { kind: "named", device: "e".repeat(32), name: "Lap", since: NOW, seen: "today" } as const;
const twin = (words: Partial<Parameters<typeof plan>[0]>): ReturnType<typeof plan> =>
  plan({ id: of.actionState.task, path: "Plans/another.md", ...words });

/** Each changes one thing that a card was made of. */
const CHANGES: readonly (readonly [string, Found])[] = [
  ["its plan is cancelled", { ...WAITING, plans: [asked(1, { status: "Cancelled" }).plan] }],
  ["its plan says otherwise what it waits for", { ...WAITING, plans: [asked(1, { blocked: null }).plan] }],
  ["its plan is not there", { ...WAITING, plans: [] }],
  ["two notes bear the id of its plan", { ...WAITING, plans: [of.plan, twin({})] }],
  [
    "its plan was put away as done",
    { ...WAITING, archived: [twin({ path: "Done/Plans/a.md", status: "Done" })] },
  ],
  ["it is approved", { ...WAITING, requests: [requestNote(of, "approved")] }],
  ["it is rejected", { ...WAITING, requests: [requestNote(of, "rejected")] }],
  ["a copy of it is rejected", { ...WAITING, requests: [note, requestNote(of, "rejected")] }],
  ["it lies in two folders", { ...WAITING, requests: [note, requestNote(of, "approved")] }],
  ["its note is gone", { ...WAITING, requests: [] }],
  ["this device does not remember it", { ...WAITING, device: latched() }],
  ["it was seen approved", with_({ seen: NOW })],
  ["it is held", with_({ held: [{ code: "two-folders" }] })],
  ["it was begun", with_({ begun: NOW - 1000 })],
  ["it ended", with_({ outcome: "withdrawn", ended: NOW })],
  [
    "its records cannot be read",
    { ...WAITING, folders: { absent: [], unreadable: ["Done/Actions"], bare: [] } },
  ],
  ["another device acts", { ...WAITING, acting: elsewhere }],
  ["this run only looks", { ...WAITING, role: "viewer" }],
  [
    "a server carries out its type now",
    { ...WAITING, settings: { ...DEFAULT_SETTINGS, actions: { email: MAILS() } } },
  ],
  ["a box of its plan was ticked a moment ago", { ...WAITING, plans: [{ ...of.plan, changed: NOW - 1 }] }],
];

function MAILS(): NonNullable<(typeof DEFAULT_SETTINGS)["actions"][string]> {
  return {
    server: "mail",
    tool: "send",
    target_argument: null,
    idempotency_argument: null,
    attachments_argument: null,
    fixed_arguments: {},
    error_means_nothing_happened: false,
    nothing_happened_words: [],
  };
}

describe("a request that waits for a person", () => {
  test("is at rest, and taken over at the next look, whatever day it is by then", () => {
    const first = world(WAITING);
    expect([...first.atRest]).toEqual([key]);
    const next = world({ ...WAITING, now: NOW + 100 * DAY });
    expect(next.requests[0]).toBe(first.requests[0]);
    expect(next.plans[0]).toBe(first.plans[0]);
    expect(tell(next)).toEqual(tell(anew({ ...WAITING, now: NOW + 100 * DAY })));
  });

  test("gives no rule anything to do", () => {
    const seen = world(WAITING);
    expect(decisions(seen)).toEqual(decisions({ ...seen, atRest: new Set() }));
  });

  test("with a time of its own falls due, so it is looked at each time", () => {
    const { identity, ...rest } = routed(another);
    const timed = { ...rest, identity: { ...identity, sends: NOW + DAY } };
    expect(world({ ...WAITING, requests: [requestNote(timed, "pending")] }).atRest.size).toBe(0);
  });

  test.each(CHANGES)("is put together anew once %s", (_what, found) => {
    const before = world(WAITING);
    const after = world(found);
    const fresh = anew(found);
    expect(tell(after)).toEqual(tell(fresh));
    expect(decisions(after)).toEqual(decisions({ ...fresh, atRest: new Set() }));
    expect(isDeepStrictEqual(tell(after), tell(before)) && after.atRest.size > 0).toBe(false);
  });
});
