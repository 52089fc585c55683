/** Flows with the power going out: they end as if nothing had been, and nobody is asked twice. */
import { expect, test } from "vitest";
import { bundleSim } from "../../scripts/sim/bundle.mjs";
import { PLAY_LOOKS, PLAY_MOVED, PLAY_TRIP, PLAY_VERDICT } from "./flowPlay";

// A bundle calls itself faster, and what is pure by law remembers its answers: half of the time.
const { playCuts } = (await import(
  /* @vite-ignore */ await bundleSim({ entry: "tests/think/flowCuts.ts" })
)) as typeof import("./flowCuts");

test("a flow that is cut off at any write ends as if nothing had been", { timeout: 240_000 }, async () => {
  expect(await playCuts(PLAY_TRIP)).toBeGreaterThan(100);
});

test(
  "agents that work at the same time and are cut off go on as each would alone",
  { timeout: 240_000 },
  async () => {
    expect(await playCuts(PLAY_LOOKS)).toBeGreaterThan(50);
  },
);

test.each([
  ["answered", PLAY_VERDICT],
  ["answered by moving the note", PLAY_MOVED],
])(
  "the result of a flow is kept and filed once, %s, at any cut",
  { timeout: 240_000 },
  async (_how, played) => {
    expect(await playCuts(played)).toBeGreaterThan(25);
  },
);

/** The first three are played nowhere else, or are unlike all flows above; `CRASH=all` plays the others, too. */
const LIBRARY = [
  { flow: "design-to-done", inputs: { topic: "A talk on bees" }, boxes: { "“design” right": 2 } },
  {
    flow: "weekly-newsletter",
    inputs: { about: "May", context: "Notes", readers: "Friends", to: "a@example.com", subject: "May" },
    boxes: { "newsletter.md right": 2 },
  },
  {
    flow: "answer-a-customer",
    inputs: { message: "Mail", to: "a@example.com", subject: "Your mail" },
    boxes: { "How do you want": 2 },
  },
  { flow: "write-and-review", inputs: { topic: "Our move" }, boxes: { "Is the outline right?": 2 } },
  { flow: "deep-reasoning", inputs: { topic: "Should we move?", rounds: "1" }, boxes: { "What now?": 2 } },
];

test.each(process.env["CRASH"] === "all" ? LIBRARY : LIBRARY.slice(0, 3))(
  "$flow survives some cuts",
  { timeout: 240_000 },
  async (played) => {
    expect(await playCuts(played, 3)).toBeGreaterThan(50);
  },
);
