/** Draws a script from a seed: which devices there are, which faults exist in this run, and what happens. */
import { agentStoryOf, withAgent } from "./agent/draw";
import { createDice, type Dice } from "./dice";
import { PLOTS, PLOTS_OF_MERGING, PLOTS_OF_TWO } from "./plots";
import { AMID, APPROVALS, drawCut, DRAWN, MINUTE, pick, POOLS, WRITES, type Fault } from "./pools";
import type { Amid, DeviceSetup, Event, Script } from "./script";
import { FAILING, STORIES } from "./stories";
import { ONE_FOLDER, SYNCS } from "./sync";
import { vary } from "./vary";

export interface DrawOptions {
  readonly story?: string | undefined;
  /** Only these; all may be drawn when it is empty. */
  readonly faults?: readonly Fault[];
}

export function draw(seed: number, options: DrawOptions = {}): Script {
  const dice = createDice(seed);
  const drawn = options.story ?? dice.pick(STORY_NAMES);
  const story =
    options.story ?? (options.faults?.length ? null : (agentStoryOf(seed) ?? failingStoryOf(seed))) ?? drawn;
  const only = options.faults ?? [];
  const faults = new Set<Fault>(
    only.length > 0 ? only : DRAWN.filter((fault) => dice.chance(SHARE[fault] ?? 0.3)),
  );
  const isForMerging = story in PLOTS_OF_MERGING;
  if (isForMerging && only.length === 0) faults.add("merging");
  const devices = drawDevices(dice, faults);
  const names = devices.map(({ name }) => name);
  const acting = devices[0]?.name ?? "a";
  const someone = (): string => (dice.chance(0.7) ? acting : dice.pick(names));
  const pools = DRAWN.flatMap((fault) => (faults.has(fault) ? POOLS[fault] : []));
  const begun = dice.chance(0.75);
  const events: Event[] =
    devices[0]?.door === "app"
      ? [
          { do: "open", on: acting },
          { do: "wait", ms: 2 * MINUTE },
        ]
      : begun
        ? []
        : [{ do: "settle", on: acting }];
  const goOn = (): Event =>
    devices[0]?.door === "app"
      ? dice.chance(0.7)
        ? { do: "wait", ms: dice.pick([5000, 15_000, 15_000, 30_000, 12 * MINUTE]) }
        : { do: "open", on: acting }
      : { do: "settle", on: dice.chance(0.85) ? acting : dice.pick(names) };
  if (dice.chance(isForMerging ? 0.7 : 0.25))
    events.push(
      ...dice
        .pick(PLOTS_OF_MERGING[story] ?? (faults.has("sync") && dice.chance(0.3) ? PLOTS_OF_TWO : PLOTS))(
          dice,
          acting,
        )
        .flatMap((event) => (event === "go on" ? [goOn(), goOn()] : [event])),
    );
  const more = 1 + dice.int(5);
  for (let n = 0; n < more; n += 1) {
    if (faults.has("sync") && dice.chance(0.5))
      events.push({ do: "sync", steps: 1 + dice.int(12), chance: dice.int(1e9) });
    events.push(
      dice.chance(0.45) || pools.length === 0
        ? { do: "deed", on: someone(), deed: dice.pick(APPROVALS)(dice) }
        : dice.pick(pools)(dice, someone()),
    );
    if (faults.has("commands") && dice.chance(0.25))
      events.push({ do: "command", on: acting, command: { kind: "confirm", pick: pick(dice) } });
    if (dice.chance(0.6)) events.push(goOn());
  }
  events.push(goOn());
  const script: Script = {
    story,
    ...(begun ? { begun } : {}),
    sync: faults.has("sync") ? dice.pick([...Object.keys(SYNCS), ONE_FOLDER]) : null,
    devices,
    tick: dice.pick([0, 1, 1, 20, 300]),
    events: events.map((event) => withAmid(withRole(event, dice, faults), dice, faults, someone)),
  };
  return withAgent(vary(script, seed, only), seed);
}

/** Which part of all seeds has a plan at which the program fails. */
const FAILING_SHARE = 0.02;

function failingStoryOf(seed: number): string | null {
  return createDice(-8e9 - seed).chance(FAILING_SHARE) ? FAILING : null;
}

const STORY_NAMES = Object.keys(STORIES).flatMap((name) =>
  name === "crowd" ? [name] : [name, name, ...(name === "letter" ? [name, name, name] : [])],
);
const SHARE: Partial<Record<Fault, number>> = {
  hands: 0.7,
  cuts: 0.45,
  amid: 0.35,
  servers: 0.45,
  app: 0.2,
  sync: 0.3,
  folders: 0.12,
  memory: 0.1,
  restore: 0.12,
  settings: 0.1,
  roles: 0.15,
  disk: 0.1,
  merging: 0.1,
};

function drawDevices(dice: Dice, faults: ReadonlySet<Fault>): DeviceSetup[] {
  const hints = dice.pick(["soon", "lossy", "doubled"] as const);
  const first: DeviceSetup = {
    name: "a",
    door: faults.has("app") || faults.has("asked") || faults.has("asleep") ? "app" : "terminal",
    hints,
  };
  if (!faults.has("sync")) return [first];
  const second: DeviceSetup = { name: "b", door: dice.chance(0.5) ? "hands" : "terminal", hints };
  return dice.chance(0.85) ? [first, second] : [first, second, { name: "c", door: "hands", hints }];
}

/** Some runs are started by somebody who only wants to see, or to have the plans written. */
function withRole(event: Event, dice: Dice, faults: ReadonlySet<Fault>): Event {
  if (!faults.has("roles") || (event.do !== "settle" && event.do !== "command") || dice.chance(0.5))
    return event;
  return event.do === "command" || dice.chance(0.7) ? { ...event, as: "clerk" } : { ...event, as: "viewer" };
}

/** Puts what interrupts into what runs. */
function withAmid(event: Event, dice: Dice, faults: ReadonlySet<Fault>, someone: () => string): Event {
  if (event.do !== "settle" && event.do !== "open" && event.do !== "wait" && event.do !== "command")
    return event;
  const list: Amid[] = [];
  // Half of them fall where an action begins: between the latch and the end is what matters most. Some fall on one
  // write and no other call.
  const at = (): Pick<Amid, "at" | "after"> => {
    const way = dice.int(4);
    if (way < 2) return { at: dice.int(24), after: "append begun" };
    return way === 2
      ? { at: dice.int(2), after: dice.pick(WRITES) }
      : { at: 1 + dice.int(dice.pick([8, 30, 90, 90, 160])) };
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
