/**
 * The stories that are cut at every port call: what people do with requests from the first to the last, each with how
 * it must end.
 */
import type { CommandPattern, Deed, DeviceSetup, Event, Script, ServerMode } from "./script";

export interface Canonical {
  readonly name: string;
  readonly script: Script;
  readonly ends: {
    /** How many effects happened outside, over all servers. */
    readonly effects: number;
    /** By plan id: its status, and the marks in the boxes of its roadmap in their order. */
    readonly plans: Readonly<Record<string, string>>;
  };
}

const MINUTE = 60_000;
const APPROVE: Deed = { kind: "approve", pick: 0 };
const REJECT: Deed = { kind: "reject", pick: 0 };
const ASK_AGAIN: Deed = { kind: "answer-question", pick: 0, answer: "again" };

const settle = (on = "a"): Event => ({ do: "settle", on });
const deed = (what: Deed, on = "a"): Event => ({ do: "deed", on, deed: what });
const command = (what: CommandPattern, on = "a"): Event => ({ do: "command", on, command: what });
const mail = (mode: ServerMode): Event => ({ do: "server", server: "mail", mode });
const wait = (ms: number): Event => ({ do: "wait", ms });
const sync = (chance: number): Event => ({ do: "sync", steps: 60, chance });

const TERMINAL: readonly DeviceSetup[] = [{ name: "a", door: "terminal", hints: "soon" }];
const TWO: readonly DeviceSetup[] = [...TERMINAL, { name: "b", door: "terminal", hints: "soon" }];
const APP: readonly DeviceSetup[] = [{ name: "a", door: "app", hints: "soon" }];

function script(
  story: string,
  events: readonly Event[],
  devices = TERMINAL,
  kept: string | null = null,
): Script {
  return { story, sync: kept, devices, events, tick: 1 };
}

const SENT = { effects: 1, plans: { "PLAN-A": "Active [x][ ]" } };

export const CANONICAL: readonly Canonical[] = [
  {
    name: "a letter is approved and sent",
    script: script("letter", [settle(), deed(APPROVE), settle()]),
    ends: SENT,
  },
  {
    name: "a rejected letter is asked again by a tick",
    script: script("letter", [
      settle(),
      deed(REJECT),
      settle(),
      deed(ASK_AGAIN),
      settle(),
      deed(APPROVE),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a letter edited and approved is issued anew",
    script: script("letter", [
      settle(),
      deed({ kind: "edit-request", pick: 0, how: "body" }),
      deed(APPROVE),
      settle(),
      deed(APPROVE),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a letter the server refuses gets a new attempt",
    script: script("letter", [
      settle(),
      mail("refused"),
      deed(APPROVE),
      settle(),
      mail("ok"),
      deed(APPROVE),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a letter the server reports an error for gets a new attempt",
    script: script("letter", [
      settle(),
      mail("error-before"),
      deed(APPROVE),
      settle(),
      mail("ok"),
      deed(APPROVE),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "the answer is lost, and a person says it happened",
    script: script("letter", [
      settle(),
      mail("lost-after"),
      deed(APPROVE),
      settle(),
      mail("ok"),
      deed({ kind: "answer-doubt", pick: 0, happened: true }),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "the answer is lost, a person says it did not happen, and it is asked again",
    script: script("letter", [
      settle(),
      mail("lost-before"),
      deed(APPROVE),
      settle(),
      mail("ok"),
      deed({ kind: "answer-doubt", pick: 0, happened: false }),
      settle(),
      deed(ASK_AGAIN),
      settle(),
      deed(APPROVE),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a payment is approved and confirmed",
    script: script("payment", [
      settle(),
      deed(APPROVE),
      settle(),
      command({ kind: "confirm", pick: 0 }),
      settle(),
    ]),
    ends: { effects: 1, plans: { "PLAN-R": "Done [x]" } },
  },
  {
    name: "a letter approved while nobody was here is confirmed",
    script: script("letter", [
      settle(),
      { do: "suspend", ms: 80 * 60 * MINUTE },
      deed(APPROVE),
      settle(),
      command({ kind: "confirm", pick: 0 }),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a post is done by hand",
    script: script("by-hand", [
      settle(),
      deed(APPROVE),
      settle(),
      deed({ kind: "edit-request", pick: 0, how: "tick-did" }),
      settle(),
    ]),
    ends: { effects: 0, plans: { "PLAN-H": "Active [x][ ]" } },
  },
  {
    name: "a rejected step is skipped by answering the question",
    script: script("letter", [
      settle(),
      deed(REJECT),
      settle(),
      deed({ kind: "answer-question", pick: 0, answer: "skip" }),
      settle(),
    ]),
    ends: { effects: 0, plans: { "PLAN-A": "Active [-][ ]" } },
  },
  {
    name: "a plan is cancelled while its request waits",
    script: script("letter", [settle(), deed({ kind: "edit-plan", pick: 0, how: "cancel" }), settle()]),
    ends: { effects: 0, plans: { "PLAN-A": "Cancelled [ ][ ]" } },
  },
  {
    name: "a request in two folders is confirmed",
    script: script("letter", [
      settle(),
      deed({ kind: "copy-to-approved", pick: 0 }),
      settle(),
      command({ kind: "confirm", pick: 0 }),
      settle(),
    ]),
    ends: SENT,
  },
  {
    name: "a sent step is opened again and repeated",
    script: script("letter", [
      settle(),
      deed(APPROVE),
      settle(),
      deed({ kind: "edit-plan", pick: 0, how: "untick" }),
      settle(),
      deed(ASK_AGAIN),
      settle(),
      deed(APPROVE),
      settle(),
    ]),
    ends: { effects: 2, plans: { "PLAN-A": "Active [x][ ]" } },
  },
  {
    name: "three plans are made one, and what stays is carried out",
    script: script("doubles", [settle(), command({ kind: "merge" }), settle(), deed(APPROVE), settle()]),
    ends: { effects: 1, plans: { "PLAN-A": "Active [x][ ][ ][ ]" } },
  },
  {
    name: "what others asked for is made plans, and one of them is started",
    script: script("of-others", [
      settle(),
      command({ kind: "adopt" }),
      deed({ kind: "edit-plan", pick: 0, how: "activate" }),
      settle(),
      deed(APPROVE),
      settle(),
    ]),
    ends: { effects: 1, plans: { "PLAN-93aa9da7": "Done [x]", "PLAN-9c06d1c2": "Draft [ ]" } },
  },
  {
    name: "another device takes over",
    script: script(
      "letter",
      [
        settle(),
        sync(1),
        settle("b"),
        command({ kind: "take-over" }, "b"),
        settle("b"),
        sync(2),
        settle(),
        deed(APPROVE, "b"),
        settle("b"),
        sync(3),
        settle(),
      ],
      TWO,
      "syncthing",
    ),
    ends: SENT,
  },
  {
    name: "a letter is approved and sent in the app",
    script: script("letter", [{ do: "open", on: "a" }, wait(2 * MINUTE), deed(APPROVE), wait(MINUTE)], APP),
    ends: SENT,
  },
];
