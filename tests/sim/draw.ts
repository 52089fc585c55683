/** Draws a script from a seed: which devices there are, which faults exist in this run, and what happens. */
import { createDice, type Dice } from "./dice";
import type { Amid, CommandPattern, Cut, Deed, DeviceSetup, Event, Interruption, PlanEdit, Script, ServerMode, Shown } from "./script";
import { CONTROL, STORIES } from "./stories";
import { ONE_FOLDER, SYNCS } from "./sync";

/** Kinds of trouble a run may have. Each run has some of them, so that one does not drown the others. */
export const FAULTS = ["hands", "plans", "forgery", "cuts", "amid", "servers", "folders", "clock", "restore", "memory", "commands", "app", "sync", "settings", "roles", "disk", "merging", "slips", "asked"] as const;
export type Fault = (typeof FAULTS)[number];

export interface DrawOptions {
  readonly story?: string | undefined;
  /** Only these; all may be drawn when it is empty. */
  readonly faults?: readonly Fault[];
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

export function draw(seed: number, options: DrawOptions = {}): Script {
  const dice = createDice(seed);
  const story = options.story ?? dice.pick(STORY_NAMES);
  const only = options.faults ?? [];
  const faults = new Set<Fault>(only.length > 0 ? only : FAULTS.filter((fault) => fault !== "slips" && fault !== "asked" && dice.chance(SHARE[fault] ?? 0.3)));
  const isForMerging = story in PLOTS_OF_MERGING;
  if (isForMerging && only.length === 0) faults.add("merging");
  const devices = drawDevices(dice, faults);
  const names = devices.map(({ name }) => name);
  const acting = devices[0]?.name ?? "a";
  const someone = (): string => (dice.chance(0.7) ? acting : dice.pick(names));
  const pools = [...faults].flatMap((fault) => POOLS[fault] ?? []);
  const begun = dice.chance(0.75);
  const events: Event[] = devices[0]?.door === "app" ? [{ do: "open", on: acting }, { do: "wait", ms: 2 * MINUTE }] : begun ? [] : [{ do: "settle", on: acting }];
  const goOn = (): Event => (devices[0]?.door === "app" ? (dice.chance(0.7) ? { do: "wait", ms: dice.pick([5000, 15_000, 15_000, 30_000, 12 * MINUTE]) } : { do: "open", on: acting }) : { do: "settle", on: dice.chance(0.85) ? acting : dice.pick(names) });
  if (dice.chance(isForMerging ? 0.7 : 0.25)) events.push(...dice.pick(PLOTS_OF_MERGING[story] ?? (faults.has("sync") && dice.chance(0.3) ? PLOTS_OF_TWO : PLOTS))(dice, acting).flatMap((event) => (event === "go on" ? [goOn(), goOn()] : [event])));
  const more = 1 + dice.int(5);
  for (let n = 0; n < more; n += 1) {
    if (faults.has("sync") && dice.chance(0.5)) events.push({ do: "sync", steps: 1 + dice.int(12), chance: dice.int(1e9) });
    events.push(dice.chance(0.45) || pools.length === 0 ? { do: "deed", on: someone(), deed: dice.pick(APPROVALS)(dice) } : dice.pick(pools)(dice, someone()));
    if (faults.has("commands") && dice.chance(0.25)) events.push({ do: "command", on: acting, command: { kind: "confirm", pick: pick(dice) } });
    if (dice.chance(0.6)) events.push(goOn());
  }
  events.push(goOn());
  const script: Script = { story, ...(begun ? { begun } : {}), sync: faults.has("sync") ? dice.pick([...Object.keys(SYNCS), ONE_FOLDER]) : null, devices, tick: dice.pick([0, 1, 1, 20, 300]), events: events.map((event) => withAmid(withRole(event, dice, faults), dice, faults, someone)) };
  // Thrown with dice of their own: a run without them is what it was before there were any.
  const own = createDice(-1 - seed);
  const slips = only.length > 0 ? only.includes("slips") : own.chance(0.2);
  return withAsked(slips ? withSlips(script, own) : script, createDice(-1e9 - seed), only);
}

/** What a person asks of an open app in the middle of its work: to stop it, more often than not, and where it is about to act. */
function withAsked(script: Script, dice: Dice, only: readonly Fault[]): Script {
  const [app] = script.devices;
  if (app?.door !== "app" || (only.length > 0 ? !only.includes("asked") : dice.chance(0.5))) return script;
  const asks = (): Amid => {
    const after = dice.pick(["append begun", "append begun", "look ", "look ", "append seen", "", ...WRITES]);
    const make = dice.chance(0.6) ? dice.pick(STOPPING) : dice.pick(POOL_OF_COMMANDS);
    return { at: after === "" ? 1 + dice.int(90) : dice.int(16), ...(after === "" ? {} : { after }), then: { do: "command", on: app.name, command: make(dice) } };
  };
  return { ...script, events: script.events.map((event) => ((event.do === "wait" || (event.do === "settle" && event.on === app.name)) && dice.chance(0.7) ? { ...event, amid: [...(event.amid ?? []), asks()] } : event)) };
}

const STOPPING: readonly ((dice: Dice) => CommandPattern)[] = [
  ...(["hold", "hold", "reject", "skip", "cancel"] as const).map((kind) => (dice: Dice): CommandPattern => ({ kind, pick: pick(dice) })),
  () => ({ kind: "pause" }),
];

const POOL_OF_COMMANDS: readonly ((dice: Dice) => CommandPattern)[] = [
  ...(["approve", "reject", "hold", "confirm", "confirm"] as const).map((kind) => (dice: Dice): CommandPattern => ({ kind, pick: pick(dice) })),
  ...(["skip", "cancel", "start", "request"] as const).map((kind) => (dice: Dice): CommandPattern => ({ kind, pick: pick(dice) })),
  (dice) => ({ kind: "resolve", pick: pick(dice), happened: dice.chance(0.5) }),
  (dice) => ({ kind: dice.pick(["pause", "continue", "continue", "take-over"] as const) }),
];

const SLIPS: readonly ((dice: Dice) => Deed)[] = [
  ...(["glue", "no-box", "tick-loosely", "turn", "later", "double-step", "new-id", "no-hand", "stray-block", "short-log"] as const).map((how) => (dice: Dice): Deed => ({ kind: "edit-plan", pick: pick(dice), how })),
  (dice) => ({ kind: "move-step", pick: pick(dice) }),
  (dice) => ({ kind: "edit-record", pick: pick(dice), how: dice.pick(["done", "not-run", "remark", "cut-off", "words"] as const) }),
  (dice) => ({ kind: "edit-record", pick: pick(dice), how: dice.pick(["done", "not-run", "remark", "cut-off", "words"] as const) }),
  (dice) => ({ kind: "edit-request", pick: pick(dice), how: "tick-did-loosely" }),
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
    if (run?.do === "settle" && dice.chance(0.3)) events[at] = { ...run, amid: [...(run.amid ?? []), { at: dice.int(24), after: dice.pick(["append begun", "append begun", ...WRITES]), then: slip }] };
    else events.splice(at, 0, slip, { do: "settle", on });
    if (dice.chance(0.7)) events.splice(at + 1 + dice.int(events.length - at), 0, by(on, dice.chance(0.3) ? { kind: "folder-back", folder: "Plans" } : { kind: "edit-plan", pick: pick(dice), how: "mend-step" }));
  }
  return { ...script, events };
}

const STORY_NAMES = Object.keys(STORIES).flatMap((name) => (name === "crowd" ? [name] : [name, name, ...(name === "letter" ? [name, name, name] : [])]));
const SHARE: Partial<Record<Fault, number>> = { hands: 0.7, cuts: 0.45, amid: 0.35, servers: 0.45, app: 0.2, sync: 0.3, folders: 0.12, memory: 0.1, restore: 0.12, settings: 0.1, roles: 0.15, disk: 0.1, merging: 0.1 };

function drawDevices(dice: Dice, faults: ReadonlySet<Fault>): DeviceSetup[] {
  const hints = dice.pick(["soon", "lossy", "doubled"] as const);
  const first: DeviceSetup = { name: "a", door: faults.has("app") || faults.has("asked") ? "app" : "terminal", hints };
  if (!faults.has("sync")) return [first];
  const second: DeviceSetup = { name: "b", door: dice.chance(0.5) ? "hands" : "terminal", hints };
  return dice.chance(0.85) ? [first, second] : [first, second, { name: "c", door: "hands", hints }];
}

/** How the port calls begin that leave something behind. */
const WRITES = ["create Plans/", "change Plans/", "move Plans/", "create Pending_Approval/", "create Done/Actions/", "change Done/Actions/", "change Plans/", "append ended", "move "];

/** Some runs are started by somebody who only wants to see, or to have the plans written. */
function withRole(event: Event, dice: Dice, faults: ReadonlySet<Fault>): Event {
  if (!faults.has("roles") || (event.do !== "settle" && event.do !== "command") || dice.chance(0.5)) return event;
  return event.do === "command" || dice.chance(0.7) ? { ...event, as: "clerk" } : { ...event, as: "viewer" };
}

/** Puts what interrupts into what runs. */
function withAmid(event: Event, dice: Dice, faults: ReadonlySet<Fault>, someone: () => string): Event {
  if (event.do !== "settle" && event.do !== "open" && event.do !== "wait" && event.do !== "command") return event;
  const list: Amid[] = [];
  // Half of them fall where an action begins: between the latch and the end is what matters most. Some fall on one write and no other call.
  const at = (): Pick<Amid, "at" | "after"> => {
    const way = dice.int(4);
    if (way < 2) return { at: dice.int(24), after: "append begun" };
    return way === 2 ? { at: dice.int(2), after: dice.pick(WRITES) } : { at: 1 + dice.int(dice.pick([8, 30, 90, 90, 160])) };
  };
  if (faults.has("cuts") && dice.chance(0.5)) list.push({ ...at(), then: drawCut(dice) });
  // A program cannot be told to run while it stands in the middle of a call of its own.
  const works = "on" in event ? event.on : "a";
  if (faults.has("amid") && dice.chance(0.6)) {
    for (let n = 1 + dice.int(2); n > 0; n -= 1) {
      const next = { ...at(), then: dice.pick(AMID)(dice, someone()) };
      if (next.then.do !== "settle" || next.then.on !== works) list.push(next);
    }
  }
  return list.length === 0 ? event : { ...event, amid: [...(event.amid ?? []), ...list] };
}

function drawCut(dice: Dice): Cut {
  return { do: "cut", how: dice.pick(["before", "after", "after", "torn", "refuse"] as const), power: dice.chance(0.5), chance: dice.int(1e9) };
}

type Throw<What extends Event = Event> = (dice: Dice, on: string) => What;

const pick = (dice: Dice): number => dice.int(3);
const deed = (make: (dice: Dice) => Deed): Throw<Interruption> => (dice, on) => ({ do: "deed", on, deed: make(dice) });
const command = (make: (dice: Dice) => CommandPattern): Throw => (dice, on) => ({ do: "command", on, command: make(dice) });

const APPROVALS: readonly ((dice: Dice) => Deed)[] = [
  ...Array.from({ length: 5 }, () => (dice: Dice): Deed => ({ kind: "approve", pick: pick(dice) })),
  () => ({ kind: "approve-all" }),
  (dice) => ({ kind: "answer-doubt", pick: pick(dice), happened: dice.chance(0.5) }),
  (dice) => ({ kind: "answer-question", pick: pick(dice), answer: dice.pick(["again", "again", "skip", "cancel"] as const) }),
  () => ({ kind: "edit-request", pick: 0, how: "tick-did" }),
];

const HANDS: readonly Throw[] = [
  ...(["reject", "hold", "unreject", "copy-to-approved", "copy-to-rejected", "delete-request", "rename-request", "conflict-copy", "put-back", "delete-receipt"] as const).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
  deed(() => ({ kind: "edit-file" })),
  ...(["target", "body", "prose", "space", "remark", "cut-off", "type"] as const).map((how) => deed((dice) => ({ kind: "edit-request", pick: pick(dice), how }))),
];

const EDITS: readonly PlanEdit[] = ["tick", "untick", "untick", "skip", "remark", "words", "body", "target", "activate", "cancel", "tick-step", "block", "block", "break", "mend", "no-log", "crlf", "new-step", "drop-id", "not-text"];

const SERVERS: readonly ServerMode[] = ["ok", "ok", "error-after", "error-before", "refused", "lost-after", "lost-after", "lost-before", "late", "down", "gone", "changed", "changed"];

const AMID: readonly Throw<Interruption>[] = [
  deed((dice) => ({ kind: dice.pick(["reject", "hold", "approve", "copy-to-rejected", "delete-request"] as const), pick: pick(dice) })),
  ...(["reject", "copy-to-rejected"] as const).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
  deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how: dice.pick(["cancel", "tick", "remark", "body", "words", "block", "new-step"] as const) })),
  deed((dice) => ({ kind: "edit-request", pick: pick(dice), how: dice.pick(["target", "body", "space"] as const) })),
  (dice) => ({ do: "server", server: "mail", mode: dice.pick(SERVERS) }),
  (dice) => ({ do: "clock", on: "a", ms: dice.pick([-HOUR, HOUR, -60 * HOUR]) }),
  deed(() => ({ kind: "pause" })),
  deed((dice) => ({ kind: "folder-away", folder: dice.pick(["Pending_Approval", "Rejected", "Done/Actions"] as const) })),
  (dice) => ({ do: "sync", steps: 1 + dice.int(6), chance: dice.int(1e9) }),
  (_dice, on) => ({ do: "settle", on }),
  (dice, on) => ({ do: "disk", on, full: dice.chance(0.5) }),
];

/** What seldom comes together by chance: a few events in a row, after which chance goes on. */
const PLOTS: readonly ((dice: Dice, on: string) => readonly (Event | "go on")[])[] = [
  (dice, on) => [...both(dice.pick(["lost-after", "lost-before", "late"] as const)), by(on, { kind: "approve-all" }), "go on", { do: "command", on, command: { kind: "confirm", pick: pick(dice) } }, "go on",
    by(on, dice.chance(0.6) ? { kind: "answer-doubt", pick: 0, happened: dice.chance(0.5) } : { kind: dice.pick(["delete-receipt", "put-back"] as const), pick: 0 }), "go on"],
  (dice, on) => [...both(dice.pick(["error-after", "error-before", "refused"] as const)), ...(dice.chance(0.2) ? askAgain(dice, on) : []), by(on, { kind: "approve-all" }), "go on", ...both("ok"), ...(dice.chance(0.3) ? askAgain(dice, on) : []), by(on, { kind: "approve-all" }), "go on"],
  (dice, on) => [by(on, { kind: "approve-all" }), "go on", by(on, { kind: "edit-plan", pick: 0, how: "untick" }), "go on", by(on, dice.chance(0.5) ? { kind: "copy-receipt", pick: 0 } : { kind: "put-back", pick: 0 }), by(on, { kind: "approve-all" }), "go on"],
  (dice, on) => [...both("changed"), by(on, { kind: dice.pick(["approve-all", "approve-all", "copy-to-approved"] as const), pick: 0 }), "go on"],
  (dice, on) => [by(on, { kind: "approve-all" }), dice.chance(0.5) ? { do: "clock", on, ms: -60 * HOUR } : by(on, { kind: "edit-file" }), "go on"],
  (dice, on) => [by(on, { kind: "approve-all" }), by(on, dice.chance(0.2) ? { kind: "copy-plan", pick: pick(dice) } : { kind: "edit-plan", pick: pick(dice), how: dice.pick(["block", "cancel", "new-step", "words", "body"] as const) }), "go on"],
];

/** The same where another device keeps the vault, too. */
const PLOTS_OF_TWO: typeof PLOTS = [
  (dice, on) => [by(on, { kind: "approve-all" }), "go on", { do: "command", on: "b", command: { kind: "take-over" } }, { do: "settle", on: "b" }, { do: "sync", steps: 1 + dice.int(9), chance: dice.int(1e9) }, by("b", { kind: "approve-all" }), { do: "settle", on: "b" }],
];

/** A person has plans made one, or requests of others made plans, then sets going what is left, whether it is all done or not, and has the rest made one. */
const PLOTS_OF_MERGING: Readonly<Record<string, typeof PLOTS>> = {
  doubles: [(dice, on) => [
    ...(dice.chance(0.2) ? setGoing(dice, on) : []), made(dice, on, "merge"), "go on", by(on, { kind: "approve-all" }), "go on", ...setGoing(dice, on), "go on", by(on, { kind: "approve-all" }), "go on",
    ...(dice.chance(0.5) ? [made(dice, on, "merge")] : setGoing(dice, on)), "go on", by(on, { kind: "approve-all" }), "go on",
  ]],
  "of-others": [(dice, on) => [made(dice, on, "adopt"), activated(dice, on), "go on", by(on, { kind: "approve-all" }), made(dice, on, "adopt"), "go on", by(on, { kind: "approve-all" }), activated(dice, on), "go on", by(on, { kind: "approve-all" }), "go on"]],
};

/** More often than not it is cut off at one of its writes. */
function made(dice: Dice, on: string, kind: Shown): Event {
  const cut = { at: dice.int(3), after: dice.pick(["create Plans/", "change Plans/", "change Plans/", "move "]), then: drawCut(dice) };
  return { do: "command", on, command: { kind }, ...(dice.chance(0.6) ? { amid: [cut] } : {}) };
}

/** Sets plans going that stand still for a person. */
function setGoing(dice: Dice, on: string): Event[] {
  return Array.from({ length: 1 + dice.int(2) }, () => (dice.chance(0.3) ? activated(dice, on) : by(on, { kind: "edit-plan", pick: pick(dice), how: "tick-step" })));
}

function activated(dice: Dice, on: string): Event {
  return by(on, { kind: "edit-plan", pick: pick(dice), how: "activate" });
}

function askAgain(dice: Dice, on: string): (Event | "go on")[] {
  return [{ do: "command", on, command: { kind: "request", pick: pick(dice) } }, "go on"];
}

function both(mode: ServerMode): Event[] {
  return [{ do: "server", server: "mail", mode }, { do: "server", server: "bank", mode }];
}

function by(on: string, what: Deed): Interruption {
  return { do: "deed", on, deed: what };
}

const POOLS: Readonly<Record<Fault, readonly Throw[]>> = {
  hands: HANDS,
  plans: [
    ...EDITS.map((how) => deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how }))),
    ...(["copy-plan", "rename-plan", "delete-plan", "conflict-plan"] as const).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
    deed((dice) => ({ kind: "dashboard", how: dice.pick(["delete", "damage", "remark", "own"] as const) })),
  ],
  forgery: [
    ...(["forge-receipt", "forge-request", "copy-receipt"] as const).map((kind) => deed((dice) => ({ kind, pick: pick(dice) }))),
    deed((dice) => ({ kind: "hand-made", folder: dice.pick(["Pending_Approval", "Approved"] as const) })),
    deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how: "hostile-log" })),
    deed((dice) => ({ kind: "edit-request", pick: pick(dice), how: "seal" })),
  ],
  cuts: [(dice, on) => ({ do: "power", on, how: dice.pick(["kill", "power"] as const), chance: dice.int(1e9) })],
  amid: [],
  slips: [],
  asked: [],
  disk: [(dice, on) => ({ do: "disk", on, full: dice.chance(0.6) })],
  merging: [
    command((dice) => ({ kind: dice.pick(["merge", "adopt"] as const) })),
    command((dice) => ({ kind: dice.pick(["merge", "adopt"] as const) })),
    ...(["activate", "tick-step", "tick-step"] as const).map((how) => deed((dice) => ({ kind: "edit-plan", pick: pick(dice), how }))),
    deed((dice) => ({ kind: "copy-plan", pick: pick(dice) })),
  ],
  roles: [(_dice, on) => ({ do: "settle", on, as: "clerk" })],
  settings: [(dice, on) => ({ do: "settings", on, how: dice.chance(0.8) ? "elsewhere" : "as before" })],
  servers: [(dice) => ({ do: "server", server: dice.pick(["mail", "mail", "bank"] as const), mode: dice.pick(SERVERS) })],
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
  app: [(_dice, on) => ({ do: "close", on }), (_dice, on) => ({ do: "open", on }), (dice) => ({ do: "wait", ms: dice.pick([5000, 70_000, 11 * MINUTE]) })],
  sync: [
    (dice, on) => ({ do: "line", on, up: dice.chance(0.5) }),
    (dice) => ({ do: "sync", steps: 20, chance: dice.int(1e9) }),
    command(() => ({ kind: "take-over" })),
  ],
};
