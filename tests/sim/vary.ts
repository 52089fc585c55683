/**
 * Additions to a drawn script, by dice of their own: a script without an addition is as it was before there was any of
 * this.
 */
import { createDice, type Dice } from "./dice";
import {
  ADDED,
  APPROVALS,
  both,
  by,
  HOUR,
  MINUTE,
  pick,
  POOL_OF_COMMANDS,
  WRITES,
  type Fault,
} from "./pools";
import type { Amid, CommandPattern, Deed, Event, PlanEdit, Script } from "./script";

/** How often each is added where nobody chose; the number starts its dice. */
const OWN: readonly {
  readonly fault: (typeof ADDED)[number];
  readonly share: number;
  readonly dice: number;
  readonly add: (script: Script, dice: Dice) => Script;
}[] = [
  { fault: "slips", share: 0.2, dice: -1, add: withSlips },
  { fault: "asleep", share: 0.1, dice: -2e9, add: withSleep },
  { fault: "misread", share: 0.02, dice: -3e9, add: withMisread },
  { fault: "asked", share: 0.5, dice: -1e9, add: withAsked },
  { fault: "tidied", share: 0.02, dice: -4e9, add: withTidied },
  { fault: "mangled", share: 0.02, dice: -5e9, add: withMangled },
  { fault: "answered", share: 0.02, dice: -6e9, add: withAnswered },
];

export function vary(drawn: Script, seed: number, only: readonly Fault[]): Script {
  return OWN.reduce((script, { fault, share, dice, add }) => {
    const own = createDice(dice - seed);
    return (only.length > 0 ? only.includes(fault) : own.chance(share)) ? add(script, own) : script;
  }, drawn);
}

/** The machine of an open app sleeps for days, and somebody approves meanwhile. */
function withSleep(script: Script, dice: Dice): Script {
  const [app] = script.devices;
  if (app?.door !== "app") return script;
  const at = 2 + dice.int(script.events.length - 1);
  return {
    ...script,
    events: [
      ...script.events.slice(0, at),
      { do: "suspend", ms: 80 * HOUR },
      by(app.name, dice.pick(APPROVALS)(dice)),
      ...script.events.slice(at),
    ],
  };
}

/**
 * A person corrects a request, and its step cannot be read any more; both are approved, and again after, mostly,
 * another edit of the plan.
 */
function withMisread(script: Script, dice: Dice): Script {
  const on = script.devices[0]?.name ?? "a";
  const edit = (how: PlanEdit): Event => by(on, { kind: "edit-plan", pick: 0, how });
  const goOn: Event[] = [by(on, { kind: "approve-all" }), { do: "settle", on }];
  const plot: Event[] = [
    by(on, { kind: "edit-request", pick: 0, how: dice.pick(["target", "body"] as const) }),
    edit("open-quote"),
    ...goOn,
    ...(dice.chance(0.6) ? [edit(dice.pick(["target", "body", "words"] as const))] : []),
    ...goOn,
  ];
  return { ...script, events: [...script.events.slice(0, 1), ...plot, ...script.events.slice(1)] };
}

/**
 * Approved while its server is down, and refused in another note; then somebody tidies up, and the server is there
 * again. Only a program that stays can see all of that.
 */
function withTidied(script: Script, dice: Dice): Script {
  const [app] = script.devices;
  if (app?.door !== "app") return script;
  const { name: on } = app;
  const goOn: Event = { do: "wait", ms: dice.pick([15_000, 150_000, 12 * MINUTE]) };
  const plot: Event[] = [
    ...both("down"),
    by(on, { kind: "copy-to-approved", pick: 0 }),
    by(on, { kind: "reject", pick: 0 }),
    goOn,
    goOn,
    by(
      on,
      dice.chance(0.7)
        ? { kind: "delete-request", pick: dice.pick([1, 1, 3, 5]) }
        : { kind: "folder-away", folder: "Rejected" },
    ),
    ...both("ok"),
    goOn,
    goOn,
  ];
  return { ...script, events: [...script.events.slice(0, 2), ...plot, ...script.events.slice(2)] };
}

/**
 * A plan of which there is a copy is stopped, and then its note cannot be read any more; what was approved before may
 * be meant by the copy.
 */
function withMangled(script: Script, dice: Dice): Script {
  const on = script.devices[0]?.name ?? "a";
  const which = 1 + dice.int(2);
  const edit = (how: PlanEdit): Event => by(on, { kind: "edit-plan", pick: which, how });
  const plot: Event[] = [
    by(on, { kind: "approve-all" }),
    by(on, { kind: "copy-plan", pick: which - 1 }),
    edit("cancel"),
    edit("break"),
    { do: "settle", on },
    ...(dice.chance(0.3) ? [edit("mend")] : []),
  ];
  return { ...script, events: [...script.events.slice(0, 2), ...plot, ...script.events.slice(2)] };
}

/** A refused request is approved after all, and the question about it is answered otherwise, before anybody looks. */
function withAnswered(script: Script, dice: Dice): Script {
  const on = script.devices[0]?.name ?? "a";
  const answer = by(on, { kind: "answer-question", pick: 0, answer: dice.pick(["skip", "cancel"] as const) });
  const plot: Event[] = [
    by(on, { kind: "reject", pick: pick(dice) }),
    { do: "settle", on },
    answer,
    by(on, { kind: "unreject", pick: 0 }),
    { do: "settle", on },
  ];
  return { ...script, events: [...script.events.slice(0, 2), ...plot, ...script.events.slice(2)] };
}

/**
 * A command for an open app in the middle of its work: to stop it, more often than not, and where it is about to act.
 */
function withAsked(script: Script, dice: Dice): Script {
  const [app] = script.devices;
  if (app?.door !== "app") return script;
  const asks = (): Amid => {
    const after = dice.pick(["append begun", "append begun", "look ", "look ", "append seen", "", ...WRITES]);
    const make = dice.chance(0.6) ? dice.pick(STOPPING) : dice.pick(POOL_OF_COMMANDS);
    return {
      at: after === "" ? 1 + dice.int(90) : dice.int(16),
      ...(after === "" ? {} : { after }),
      then: { do: "command", on: app.name, command: make(dice) },
    };
  };
  return {
    ...script,
    events: script.events.map((event) =>
      (event.do === "wait" || (event.do === "settle" && event.on === app.name)) && dice.chance(0.7)
        ? { ...event, amid: [...(event.amid ?? []), asks()] }
        : event,
    ),
  };
}

const STOPPING: readonly ((dice: Dice) => CommandPattern)[] = [
  ...(["hold", "hold", "reject", "skip", "cancel"] as const).map((kind) => (dice: Dice): CommandPattern => ({
    kind,
    pick: pick(dice),
  })),
  () => ({ kind: "pause" }),
];

const SLIPS: readonly ((dice: Dice) => Deed)[] = [
  ...(
    [
      "glue",
      "no-box",
      "tick-loosely",
      "tick-by-plugin",
      "fold",
      "fold",
      "turn",
      "later",
      "double-step",
      "new-id",
      "no-hand",
      "stray-block",
      "short-log",
    ] as const
  ).map((how) => (dice: Dice): Deed => ({ kind: "edit-plan", pick: pick(dice), how })),
  (dice) => ({ kind: "move-step", pick: pick(dice) }),
  (dice) => ({
    kind: "edit-record",
    pick: pick(dice),
    how: dice.pick(["done", "not-run", "remark", "cut-off", "words"] as const),
  }),
  (dice) => ({
    kind: "edit-record",
    pick: pick(dice),
    how: dice.pick(["done", "not-run", "remark", "cut-off", "words"] as const),
  }),
  ...(["tick-did-loosely", "tick-did-by-plugin", "properties", "properties"] as const).map(
    (how) =>
      (dice: Dice): Deed => ({ kind: "edit-request", pick: pick(dice), how }),
  ),
  () => ({ kind: "folder-away", folder: "Plans" }),
];

/** A hand slips, before a run or amid one, and more often than not what it did is mended later. */
function withSlips(script: Script, dice: Dice): Script {
  const on = script.devices[0]?.name ?? "a";
  const events = [...script.events];
  for (let n = 1 + dice.int(2); n > 0; n -= 1) {
    const at = 1 + dice.int(events.length);
    const slip = by(on, dice.pick(SLIPS)(dice));
    const run = events[at];
    if (run?.do === "settle" && dice.chance(0.3))
      events[at] = {
        ...run,
        amid: [
          ...(run.amid ?? []),
          { at: dice.int(24), after: dice.pick(["append begun", "append begun", ...WRITES]), then: slip },
        ],
      };
    else events.splice(at, 0, slip, { do: "settle", on });
    if (dice.chance(0.7))
      events.splice(
        at + 1 + dice.int(events.length - at),
        0,
        by(
          on,
          dice.chance(0.3)
            ? { kind: "folder-back", folder: "Plans" }
            : { kind: "edit-plan", pick: pick(dice), how: "mend-step" },
        ),
      );
  }
  return { ...script, events };
}
