/** Events that may happen in a run, each with its own chance. */
import type { Dice } from "./dice";
import type { CommandPattern, Cut, Deed, Event, Interruption, PlanEdit, ServerMode } from "./script";
import { CONTROL } from "./stories";

/** Kinds of trouble a run may have. Each run has some of them, so that one does not drown the others. */
export const DRAWN = [
  "hands",
  "plans",
  "forgery",
  "cuts",
  "amid",
  "servers",
  "folders",
  "clock",
  "restore",
  "memory",
  "commands",
  "app",
  "sync",
  "settings",
  "roles",
  "disk",
  "merging",
] as const;
/** These have no pool to draw from: each is added to a script as a whole. */
export const ADDED = ["slips", "asked", "asleep", "misread", "tidied", "mangled", "answered"] as const;
export const FAULTS = [...DRAWN, ...ADDED];
export type Fault = (typeof FAULTS)[number];

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

export type Throw<What extends Event = Event> = (dice: Dice, on: string) => What;

export const pick = (dice: Dice): number => dice.int(3);
export const deed =
  (make: (dice: Dice) => Deed): Throw<Interruption> =>
  (dice, on) => ({ do: "deed", on, deed: make(dice) });
export const command =
  (make: (dice: Dice) => CommandPattern): Throw =>
  (dice, on) => ({ do: "command", on, command: make(dice) });

/** Both servers, from now on. */
export function both(mode: ServerMode): Interruption[] {
  return [
    { do: "server", server: "mail", mode },
    { do: "server", server: "bank", mode },
  ];
}

export function by(on: string, what: Deed): Interruption {
  return { do: "deed", on, deed: what };
}

export function drawCut(dice: Dice): Cut {
  return {
    do: "cut",
    how: dice.pick(["before", "after", "after", "torn", "refuse"] as const),
    power: dice.chance(0.5),
    chance: dice.int(1e9),
  };
}

/** How the port calls begin that leave something behind. */
export const WRITES = [
  "create Plans/",
  "change Plans/",
  "move Plans/",
  "create Pending_Approval/",
  "create Done/Actions/",
  "change Done/Actions/",
  "change Plans/",
  "append ended",
  "move ",
];

export const POOL_OF_COMMANDS: readonly ((dice: Dice) => CommandPattern)[] = [
  ...(["approve", "reject", "hold", "confirm", "confirm"] as const).map(
    (kind) =>
      (dice: Dice): CommandPattern => ({ kind, pick: pick(dice) }),
  ),
  ...(["skip", "cancel", "start", "request", "later", "undo", "undo"] as const).map(
    (kind) =>
      (dice: Dice): CommandPattern => ({ kind, pick: pick(dice) }),
  ),
  (dice) => ({ kind: "resolve", pick: pick(dice), happened: dice.chance(0.5) }),
  (dice) => ({ kind: dice.pick(["pause", "continue", "continue", "take-over"] as const) }),
];

export const APPROVALS: readonly ((dice: Dice) => Deed)[] = [
  ...Array.from({ length: 5 }, () => (dice: Dice): Deed => ({ kind: "approve", pick: pick(dice) })),
  () => ({ kind: "approve-all" }),
  (dice) => ({ kind: "answer-doubt", pick: pick(dice), happened: dice.chance(0.5) }),
  (dice) => ({
    kind: "answer-question",
    pick: pick(dice),
    answer: dice.pick(["again", "again", "skip", "cancel"] as const),
  }),
  () => ({ kind: "edit-request", pick: 0, how: "tick-did" }),
];

const HANDS: readonly Throw[] = [
  ...(
    [
      "reject",
      "hold",
      "unreject",
      "copy-to-approved",
      "copy-to-rejected",
      "delete-request",
      "rename-request",
      "conflict-copy",
      "put-back",
      "delete-receipt",
    ] as const
  ).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
  deed(() => ({ kind: "edit-file" })),
  ...(["target", "body", "prose", "space", "remark", "cut-off", "type"] as const).map((how) =>
    deed((dice) => ({ kind: "edit-request", pick: pick(dice), how })),
  ),
];

const EDITS: readonly PlanEdit[] = [
  "tick",
  "untick",
  "untick",
  "skip",
  "remark",
  "words",
  "body",
  "target",
  "activate",
  "cancel",
  "tick-step",
  "block",
  "block",
  "break",
  "mend",
  "no-log",
  "crlf",
  "new-step",
  "drop-id",
  "not-text",
];

export const SERVERS: readonly ServerMode[] = [
  "ok",
  "ok",
  "error-after",
  "error-before",
  "refused",
  "lost-after",
  "says-failed-after",
  "says-failed-before",
  "polite-after",
  "polite-before",
  "lost-before",
  "late",
  "down",
  "gone",
  "changed",
  "changed",
];

export const AMID: readonly Throw<Interruption>[] = [
  deed((dice) => ({
    kind: dice.pick(["reject", "hold", "approve", "copy-to-rejected", "delete-request"] as const),
    pick: pick(dice),
  })),
  ...(["reject", "copy-to-rejected"] as const).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
  deed((dice) => ({
    kind: "edit-plan",
    pick: pick(dice),
    how: dice.pick(["cancel", "tick", "remark", "body", "words", "block", "new-step"] as const),
  })),
  deed((dice) => ({
    kind: "edit-request",
    pick: pick(dice),
    how: dice.pick(["target", "body", "space"] as const),
  })),
  (dice) => ({ do: "server", server: "mail", mode: dice.pick(SERVERS) }),
  (dice) => ({ do: "clock", on: "a", ms: dice.pick([-HOUR, HOUR, -60 * HOUR]) }),
  deed(() => ({ kind: "pause" })),
  deed((dice) => ({
    kind: "folder-away",
    folder: dice.pick(["Pending_Approval", "Rejected", "Done/Actions"] as const),
  })),
  (dice) => ({ do: "sync", steps: 1 + dice.int(6), chance: dice.int(1e9) }),
  (_dice, on) => ({ do: "settle", on }),
  (dice, on) => ({ do: "disk", on, full: dice.chance(0.5) }),
];

export const POOLS: Readonly<Record<(typeof DRAWN)[number], readonly Throw[]>> = {
  hands: HANDS,
  plans: [
    ...EDITS.map((how) => deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how }))),
    ...(["copy-plan", "rename-plan", "delete-plan", "conflict-plan"] as const).map((kind) =>
      deed((dice) => ({ kind, pick: pick(dice) })),
    ),
    deed((dice) => ({ kind: "dashboard", how: dice.pick(["delete", "damage", "remark", "own"] as const) })),
  ],
  forgery: [
    ...(["forge-receipt", "forge-request", "copy-receipt"] as const).map((kind) =>
      deed((dice) => ({ kind, pick: pick(dice) })),
    ),
    deed((dice) => ({ kind: "hand-made", folder: dice.pick(["Pending_Approval", "Approved"] as const) })),
    deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how: "hostile-log" })),
    deed((dice) => ({ kind: "edit-request", pick: pick(dice), how: "seal" })),
  ],
  cuts: [
    (dice, on) => ({ do: "power", on, how: dice.pick(["kill", "power"] as const), chance: dice.int(1e9) }),
  ],
  amid: [],
  disk: [(dice, on) => ({ do: "disk", on, full: dice.chance(0.6) })],
  merging: [
    command((dice) => ({ kind: dice.pick(["merge", "adopt"] as const) })),
    command((dice) => ({ kind: dice.pick(["merge", "adopt"] as const) })),
    ...(["activate", "tick-step", "tick-step"] as const).map((how) =>
      deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how })),
    ),
    deed((dice) => ({ kind: "copy-plan", pick: pick(dice) })),
  ],
  roles: [(_dice, on) => ({ do: "settle", on, as: "clerk" })],
  settings: [(dice, on) => ({ do: "settings", on, how: dice.chance(0.8) ? "elsewhere" : "as before" })],
  servers: [
    (dice) => ({
      do: "server",
      server: dice.pick(["mail", "mail", "bank"] as const),
      mode: dice.pick(SERVERS),
    }),
  ],
  folders: [
    deed((dice) => ({ kind: "folder-away", folder: dice.pick(CONTROL) })),
    deed((dice) => ({ kind: "folder-back", folder: dice.pick(CONTROL) })),
    deed((dice) => ({ kind: "acting", how: dice.pick(["delete", "damage"] as const) })),
  ],
  clock: [
    (dice, on) => ({ do: "clock", on, ms: dice.pick([-HOUR, -60 * HOUR, HOUR, 90 * HOUR]) }),
    (dice) => ({ do: "suspend", ms: dice.pick([20 * MINUTE, 5 * HOUR, 80 * HOUR]) }),
    (dice) => ({ do: "wait", ms: dice.pick([4000, 11 * MINUTE]) }),
  ],
  restore: [(dice, on) => ({ do: "restore", on, to: dice.int(8) })],
  memory: [(dice, on) => ({ do: "memory", on, what: dice.chance(0.8) ? "forget" : "damage" })],
  commands: POOL_OF_COMMANDS.map(command),
  app: [
    (_dice, on) => ({ do: "close", on }),
    (_dice, on) => ({ do: "open", on }),
    (dice) => ({ do: "wait", ms: dice.pick([5000, 70_000, 11 * MINUTE]) }),
  ],
  sync: [
    (dice, on) => ({ do: "line", on, up: dice.chance(0.5) }),
    (dice) => ({ do: "sync", steps: 20, chance: dice.int(1e9) }),
    command(() => ({ kind: "take-over" })),
  ],
};
