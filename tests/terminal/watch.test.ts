/** The lines that a watch prints as things happen, with the time. */
import { expect, test } from "vitest";
import type { Decision } from "../../src/rules/moves";
import { gathered, nothingTold, tellHeard, tellRest, type Told } from "../../src/terminal/watch";
import type { Running } from "../../src/overview/activity";
import { deed, hearMore, NOTHING_HEARD, type Heard } from "../../src/agent/outside/deeds";
import { NOTHING_SPENT } from "../../src/kit/ports/spent";
import { messagesOf } from "../../src/terminal/messages";
import { readWords } from "../../src/terminal/words";
import { createSimulatedClock } from "../fakes/clock";
import { openRoom } from "./call";
import { device, NOW, plan, world } from "../rules/build";

const ASKS: Decision = {
  rule: "ask",
  move: { kind: "ask", path: "Plans/A.md", step: "", why: "first", earlier: null },
  because: "a person decides",
};
const DRAWS: Decision = {
  rule: "draw-the-dashboard",
  move: { kind: "write-dashboard", path: "Dashboard.md" },
  because: "",
};
const PAUSES: Decision = {
  rule: "notice-another-program",
  move: { kind: "remember", path: "a.md", what: { kind: "paused", request: "a", why: "It was taken away." } },
  because: "",
};
const A = plan({ id: "A" });
const calm = world({ plans: [A] });
const paused = world({ plans: [A], device: { ...device, paused: { at: NOW, why: "" } } });
const WATCHING = readWords(["watch", "--vault", "v"]);
if (WATCHING.kind !== "call") throw new Error("These words are a call.");
const VOICE = messagesOf({ ...WATCHING.call, vault: "v", isHere: false }, [], []);
const TIME = "2026-02-21 12:00 UTC";

const at = (before: Told | null, now = calm, moves: readonly Decision[] = []): Told =>
  tellRest(before, now, moves, VOICE);

test("it begins with the status, after what was done first", () => {
  expect(at(null).text).toMatch(/^Plans: 1 active, /);
  expect(at(null, calm, [ASKS, DRAWS]).text).toMatch(
    new RegExp(
      `^${TIME}\\nDone:\\n {2}Asks for your approval, sends nothing: a person decides\\. {2}Plans/A\\.md\\n\\nPlans: 1 active, `,
    ),
  );
});

test("when nothing is new it is silent", () => {
  expect(at(at(null)).text).toBe("");
  expect(at(at(null), calm, [DRAWS]).text).toBe("");
});

test("what was done is told, and the status only where it has changed", () => {
  expect(at(at(null), calm, [ASKS]).text).toBe(
    `\n${TIME}\nDone:\n  Asks for your approval, sends nothing: a person decides.  Plans/A.md\n`,
  );
  expect(at(at(null), world({ plans: [A, plan({ id: "B" })] })).text).toMatch(
    new RegExp(`^\\n${TIME}\\n\\nPlans: 2 active, `),
  );
});

test("a pause from elsewhere is told, and its end", () => {
  const before = at(at(null), paused);
  expect(before.text).toMatch(new RegExp(`^\\n${TIME}\\nPaused: You paused it\\.\\n\\nPlans: 1 active, `));
  expect(at(before, paused).text).toBe("");
  expect(at(before).text).toMatch(new RegExp(`^\\n${TIME}\\nGoes on after the pause\\.\\n\\nPlans: `));
  expect(at(null, paused).text).toMatch(/^Plans: /);
  expect(at(at(null), paused, [PAUSES]).text).toMatch(
    new RegExp(`^\\n${TIME}\\nDone:\\n {2}Pauses this device: It was taken away\\. {2}a\\.md\\n\\nPlans: `),
  );
});

const doing = (...many: readonly string[]): Heard =>
  hearMore(NOTHING_HEARD, { deeds: many.map((each) => deed("running", each, each)), used: null }, NOW);
const runs = (heard: Heard | null): readonly Running[] =>
  calm.plans.map((view) => ({
    view,
    doing: null,
    isProgram: true,
    model: "coder",
    since: NOW,
    last: NOW,
    isStuck: false,
    spent: NOTHING_SPENT,
    heard,
  }));
const stop = (of: string): string => `Stop ${of}.`;

test("each deed of a program is told once, and of many the last", () => {
  const first = tellHeard(nothingTold(NOW), runs(doing("a")), stop);
  expect(first.lines).toEqual(["  A, step 1: running a"]);
  const later = tellHeard(first.told, runs(doing(..."abcdefghijkl")), stop);
  expect(later.lines).toEqual([
    "  A, step 1: … (3 things before)",
    ...[..."efghijkl"].map((each) => `  A, step 1: running ${each}`),
  ]);
  expect(tellHeard(later.told, runs(doing(..."abcdefghijkl")), stop).lines).toEqual([]);
  expect(tellHeard(later.told, runs(null), stop).lines).toEqual([]);
});

test("deeds that come within a moment are told at its end, also if the program is silent then", async () => {
  const clock = createSimulatedClock(NOW, "manual");
  const over = new AbortController();
  const at: number[] = [];
  const hear = gathered(() => at.push(clock.now() - NOW), clock, over.signal);
  hear();
  await clock.advance(1000);
  hear();
  hear();
  await clock.advance(60_000);
  expect(at).toEqual([0, 5000]);
  hear();
  hear();
  over.abort();
  await clock.advance(60_000);
  expect(at).toEqual([0, 5000, 61_000]);
});

test("that a program goes round in circles is told once, with the way to stop it", () => {
  const first = tellHeard(nothingTold(NOW), runs(doing("a", "a", "a", "a", "a")), stop);
  const circle = "  A, step 1: it keeps doing the same thing: running a. Stop A.";
  expect(first.lines.at(-1)).toBe(circle);
  const more = tellHeard(first.told, runs(doing("a", "a", "a", "a", "a", "a")), stop);
  expect(more.lines).toEqual(["  A, step 1: running a"]);
});

test("on a folder: it says how to end it, and tells of what a note brings about", async () => {
  const room = openRoom();
  try {
    const vault = [
      "--vault",
      room.folder("vault"),
      "--settings",
      room.write("settings.json", '{ "quiet_seconds": 0 }'),
    ];
    await room.run("init", ...vault);
    const { seen, ended } = room.start("watch", "--executor", ...vault);
    await seen("Plans");
    room.write("vault/Plans/A.md", "---\ntask_id: A\nstatus: Active\n---\n\n## Roadmap\n\n- [x] a\n");
    const out = await seen("Archives the finished plan.");
    process.emit("SIGINT");
    expect(await ended).toBe(0);
    expect(out).toMatch(/^Watching; Ctrl\+C ends it\.\n\n/);
    expect(out).toMatch(
      /\n\d{4}-\d\d-\d\d \d\d:\d\d UTC\nDone:\n {2}Sets the plan to Done: .* {2}Plans\/A\.md\n {2}Archives the finished plan\. {2}Done\/Plans\/A\.md\n/,
    );
  } finally {
    room.leave();
  }
});
