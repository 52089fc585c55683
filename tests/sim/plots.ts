/** Plots that seldom come together by chance: a few events in a row, after which chance goes on. */
import type { Dice } from "./dice";
import { both, by, drawCut, HOUR, pick } from "./pools";
import type { Event, Shown } from "./script";

export const PLOTS: readonly ((dice: Dice, on: string) => readonly (Event | "go on")[])[] = [
  (dice, on) => [
    ...both(dice.pick(["lost-after", "lost-before", "late"] as const)),
    by(on, { kind: "approve-all" }),
    "go on",
    { do: "command", on, command: { kind: "confirm", pick: pick(dice) } },
    "go on",
    by(
      on,
      dice.chance(0.6)
        ? { kind: "answer-doubt", pick: 0, happened: dice.chance(0.5) }
        : { kind: dice.pick(["delete-receipt", "put-back"] as const), pick: 0 },
    ),
    "go on",
  ],
  (dice, on) => [
    ...both(dice.pick(["error-after", "error-before", "refused"] as const)),
    ...(dice.chance(0.2) ? askAgain(dice, on) : []),
    by(on, { kind: "approve-all" }),
    "go on",
    ...both("ok"),
    ...(dice.chance(0.3) ? askAgain(dice, on) : []),
    by(on, { kind: "approve-all" }),
    "go on",
  ],
  (dice, on) => [
    by(on, { kind: "approve-all" }),
    "go on",
    by(on, { kind: "edit-plan", pick: 0, how: "untick" }),
    "go on",
    by(on, dice.chance(0.5) ? { kind: "copy-receipt", pick: 0 } : { kind: "put-back", pick: 0 }),
    by(on, { kind: "approve-all" }),
    "go on",
  ],
  (dice, on) => [
    ...both("changed"),
    by(on, { kind: dice.pick(["approve-all", "approve-all", "copy-to-approved"] as const), pick: 0 }),
    "go on",
  ],
  (dice, on) => [
    by(on, { kind: "approve-all" }),
    dice.chance(0.5) ? { do: "clock", on, ms: -60 * HOUR } : by(on, { kind: "edit-file" }),
    "go on",
  ],
  (dice, on) => [
    by(on, { kind: "approve-all" }),
    by(
      on,
      dice.chance(0.2)
        ? { kind: "copy-plan", pick: pick(dice) }
        : {
            kind: "edit-plan",
            pick: pick(dice),
            how: dice.pick(["block", "cancel", "new-step", "words", "body"] as const),
          },
    ),
    "go on",
  ],
];

/** The same where another device keeps the vault, too. */
export const PLOTS_OF_TWO: typeof PLOTS = [
  (dice, on) => [
    by(on, { kind: "approve-all" }),
    "go on",
    { do: "command", on: "b", command: { kind: "take-over" } },
    { do: "settle", on: "b" },
    { do: "sync", steps: 1 + dice.int(9), chance: dice.int(1e9) },
    by("b", { kind: "approve-all" }),
    { do: "settle", on: "b" },
  ],
];

/**
 * A person has plans made one, or requests of others made plans, then sets going what is left, whether it is all done
 * or not, and has the rest made one.
 */
export const PLOTS_OF_MERGING: Readonly<Record<string, typeof PLOTS>> = {
  doubles: [
    (dice, on) => [
      ...(dice.chance(0.2) ? setGoing(dice, on) : []),
      made(dice, on, "merge"),
      "go on",
      by(on, { kind: "approve-all" }),
      "go on",
      ...setGoing(dice, on),
      "go on",
      by(on, { kind: "approve-all" }),
      "go on",
      ...(dice.chance(0.5) ? [made(dice, on, "merge")] : setGoing(dice, on)),
      "go on",
      by(on, { kind: "approve-all" }),
      "go on",
    ],
  ],
  "of-others": [
    (dice, on) => [
      made(dice, on, "adopt"),
      activated(dice, on),
      "go on",
      by(on, { kind: "approve-all" }),
      made(dice, on, "adopt"),
      "go on",
      by(on, { kind: "approve-all" }),
      activated(dice, on),
      "go on",
      by(on, { kind: "approve-all" }),
      "go on",
    ],
  ],
};

/** More often than not it is cut off at one of its writes. */
function made(dice: Dice, on: string, kind: Shown): Event {
  const cut = {
    at: dice.int(3),
    after: dice.pick(["create Plans/", "change Plans/", "change Plans/", "move "]),
    then: drawCut(dice),
  };
  return { do: "command", on, command: { kind }, ...(dice.chance(0.6) ? { amid: [cut] } : {}) };
}

/** Sets plans going that stand still for a person. */
function setGoing(dice: Dice, on: string): Event[] {
  return Array.from({ length: 1 + dice.int(2) }, () =>
    dice.chance(0.3)
      ? activated(dice, on)
      : by(on, { kind: "edit-plan", pick: pick(dice), how: "tick-step" }),
  );
}

function activated(dice: Dice, on: string): Event {
  return by(on, { kind: "edit-plan", pick: pick(dice), how: "activate" });
}

function askAgain(dice: Dice, on: string): (Event | "go on")[] {
  return [{ do: "command", on, command: { kind: "request", pick: pick(dice) } }, "go on"];
}
