/** News: told once, with all known details, and never for older events. */
import { describe, expect, test } from "vitest";
import type { ActionState } from "../../src/approval/device/ledger";
import type { RequestReading } from "../../src/approval/request/request";
import { newestNews, newsBetween, newsSince, type News } from "../../src/overview/outcomes";
import {
  asked,
  device,
  latched,
  NOW,
  plan,
  requestNote,
  world,
  type Asked,
  type Found,
} from "../rules/build";

const one = asked(1, { objective: "Invoice Marrow Street Library" });
const action = {
  type: "email",
  target: "client_a@example.com",
  args: { subject: "Invoice 2026-31" },
  attachments: [],
};
const note = (of: Asked = one) =>
  requestNote(of, "approved", { kind: "sealed", identity: of.identity, action } as RequestReading);
const begun = (change: Partial<ActionState> = {}, of: Asked = one): ActionState => ({
  ...of.actionState,
  begun: NOW,
  ...change,
});

const before = world({ plans: [one.plan], requests: [note()], device: latched(one.actionState) });
const told = (found: Found, from = before, since = 0): readonly News[] =>
  newsBetween(from, world({ plans: [one.plan], ...found }), since);
const short = (news: readonly News[]) => news.map(({ code, title, detail }) => [code, title, detail]);

describe("what this device did", () => {
  test("is told with what the request said, although its note is put away by then", () => {
    const [news] = told({ device: latched(begun({ outcome: "ok", ended: NOW })) });
    expect(news).toEqual({
      code: "sent",
      id: one.identity.id,
      at: NOW,
      isOwn: true,
      title: "Invoice 2026-31",
      target: "client_a@example.com",
      detail: "",
      note: { target: one.name.replace(/\.md$/, "_receipt.md"), shown: "", block: null },
      plan: "Plans/PLAN-1.md",
      planKey: "1",
      step: "s-0001",
    });
  });

  test("says how it failed, in the server's words", () => {
    const failed = begun({
      outcome: "not-sent",
      ended: NOW,
      detail: "The server said: “535 authentication failed”",
    });
    expect(short(told({ device: latched(failed) }))).toEqual([
      ["failed", "Invoice 2026-31", "Failed, not sent: “535 authentication failed”"],
    ]);
  });

  test("is told with one code for each outcome, and what a person ended themselves is not", () => {
    const codes = (
      [
        "ok",
        "unknown",
        "tool-error",
        "not-run",
        "withdrawn",
        "superseded",
        "by-hand",
        "resolved-not",
      ] as const
    ).map((outcome) => told({ device: latched(begun({ outcome, ended: NOW })) })[0]?.code ?? null);
    expect(codes).toEqual(["sent", "maybe-sent", "failed", "used-up", "stopped", null, null, null]);
    expect(told({ device: latched({ ...one.actionState, outcome: "withdrawn", ended: NOW }) })).toEqual([]);
  });

  test("is told once: not again by the next look, and not while its call may be under way", () => {
    const sent = world({ device: latched(begun({ outcome: "ok", ended: NOW })) });
    expect(newsBetween(sent, sent, 0)).toEqual([]);
    const under = { requests: [note()], device: latched(begun({ limit: NOW + 60_000 })) };
    expect(told(under)).toEqual([]);
    const cutOff = { requests: [note()], device: latched(begun({ begun: NOW - 9, limit: NOW - 1 })) };
    expect(short(told(cutOff, world({ plans: [one.plan], ...under })))).toEqual([
      ["maybe-sent", "Invoice 2026-31", ""],
    ]);
    const doubt = world({ plans: [one.plan], ...cutOff });
    expect(told({ device: latched(begun({ outcome: "unknown", ended: NOW })) }, doubt)).toEqual([]);
  });

  test("is no news where the memory of the device could not be read before", () => {
    const blind = world({ device: { ...device, device: null } });
    expect(told({ device: latched(begun({ outcome: "ok", ended: NOW })) }, blind)).toEqual([]);
  });
});

describe("requests", () => {
  const waits = requestNote(one, "pending");

  test("that appear are told, and those that were there, or come back, are not", () => {
    const none = world({ plans: [one.plan], device: latched(one.actionState) });
    const found = { requests: [waits], device: latched(one.actionState) };
    expect(short(told(found, none))).toEqual([["asked", "Email", ""]]);
    expect(told(found)).toEqual([]);
  });

  test("that were changed after their approval are told as asked anew", () => {
    const identity = { ...one.identity, cause: "c".repeat(64) };
    const anew = requestNote({ ...one, identity }, "pending");
    const none = world({ plans: [one.plan], device: latched(one.actionState) });
    expect(told({ requests: [anew], device: latched(one.actionState) }, none)[0]?.code).toBe("asked-anew");
  });
});

describe("what sync brings", () => {
  const line = (stamp: string, word: string): string =>
    `- [${stamp}] Agent: Something — Why. (${word}, step s-0001, request ${"b".repeat(32)})`;
  const logs = [
    line("2026-02-21T11:50:00Z", "carried-out"),
    "- [2026-02-21T11:51:00Z] Agent: Finished — All. (finished)",
  ];
  const done = plan({ id: "PLAN-9", objective: "Thank Marit", status: "Done", logs });

  test("is told from the logs, of what this device did not do", () => {
    const viewer = told({ archived: [done], role: "viewer" });
    expect(viewer.map(({ code, title, isOwn }) => [code, title, isOwn])).toEqual([
      ["sent", "Thank Marit", false],
      ["finished", "Thank Marit", false],
    ]);
    const own = begun({ action: "b".repeat(32), outcome: "ok", ended: NOW - 600_000 });
    const after = { archived: [done], device: latched(one.actionState, own) };
    expect(told(after).map(({ code, isOwn }) => [code, isOwn])).toEqual([
      ["sent", true],
      ["finished", true],
    ]);
  });

  test("is not told again when its note moves, nor when it is old", () => {
    const there = world({ plans: [plan({ id: "PLAN-9", status: "Done", logs })] });
    expect(newsBetween(there, world({ archived: [done], role: "viewer" }), 0)).toEqual([]);
    expect(told({ archived: [done], role: "viewer" }, before, NOW)).toEqual([]);
  });

  test("while the app was closed is counted from the newest thing told before", () => {
    const first = world({ archived: [done], role: "viewer" });
    const until = newestNews(first);
    expect(until).toBe(Date.UTC(2026, 1, 21, 11, 51));
    expect(newsSince(first, until)).toEqual([]);
    const next = world({ archived: [done], device: latched(begun({ outcome: "ok", ended: NOW })) });
    expect(newsSince(next, until).map(({ code }) => code)).toEqual(["sent"]);
  });
});
