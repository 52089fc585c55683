/**
 * One simulated device: a disk, a memory of its own, a program that may be open, and ports between them that count
 * every call. A call is where another thing may happen, and where the program or the machine may end; a program that
 * has ended never hears of anything again.
 */
import type { Engine } from "../../src/engine/engine";
import { sayCut, sayEvent } from "./diary";
import { createDice, type Dice } from "./dice";
import { createDisk, type Disk } from "./disk";
import type { Amid, Cut, DeviceSetup, Interruption } from "./script";
import type { Settings } from "../../src/settings/settings";
import type { Role } from "../../src/approval/around";
import { SETTINGS } from "./stories";
import type { Time } from "./time";
import { createSeededRandom } from "../fakes/random";
import type { RandomPort } from "../../src/kit/ports/random";

export interface Device {
  readonly setup: DeviceSetup;
  readonly name: string;
  readonly disk: Disk;
  /** Every device with this disk, itself among them. */
  readonly beside: readonly Device[];
  readonly random: RandomPort;
  /** What its memory holds, a JSON text a record. */
  lines: string[];
  /** What it has counted of its calls of models, as JSON; null where there was none. */
  account: string | null;
  damaged: string | null;
  /** There is no room left on its disk. */
  full: boolean;
  /** As its next program finds them. */
  settings: Settings;
  /** Its clock against the true one. Milliseconds. */
  skew: number;
  /** How often it was set. */
  clockSet: number;
  engine: Engine | null;
  /** The program that runs; another object after every start. Null when none does. */
  life: Life | null;
  /** By a person's command, not by itself. */
  commanded: string | null;
  readonly notices: string[];
  /** How many programs have been started on it. */
  starts: number;
}

export interface Life {
  readonly stop: AbortController;
  readonly openedAt: number;
  readonly role: Role;
  readonly settings: Settings;
  /**
   * When it began, on a clock that nobody set and on its own, milliseconds since the epoch; how often that had been
   * set, and what its memory held then.
   */
  readonly began: {
    readonly at: number;
    readonly clock: number;
    readonly clockSet: number;
    readonly lines: readonly string[];
  };
  watchers: { readonly folders: ReadonlySet<string>; readonly hint: (path: string) => void }[];
  /** The call in the middle of which it is stopped, while something else happens. */
  at: string | null;
  /** What its person asked of it in the middle of its work. */
  asked: Asked | null;
  over: boolean;
}

/** A command that waits for its turn. */
export interface Asked {
  /** In the middle of which call it was given. */
  readonly at: string;
  /** What it is to stop: all there is, one request by name, or one plan by id; null where nothing is. */
  readonly stops: { readonly request?: string; readonly task?: string } | null;
  /** The program is between two pieces of its work; `rests`: it goes to sleep there. */
  readonly turn: (rests: boolean) => void;
  /** The program ended before it answered. */
  readonly lost: () => void;
}

/** What is yet to happen amid the event that is being played, and how many calls it has seen. */
export interface Agenda {
  readonly device: Device;
  calls: number;
  /** At which call one first came that begins with what an interruption is counted from. */
  readonly marks: Map<string, number>;
  amid: readonly Amid[];
}

export interface Switchboard {
  readonly time: Time;
  readonly tick: number;
  agenda: Agenda | null;
  /** Every call of every device, for the crash sweep. */
  readonly log: string[] | null;
  readonly happen: (event: Interruption) => Promise<void>;
  /** A line of the diary. */
  readonly say: (line: string) => void;
  /** A person reads what runs away as a hot loop: more calls than any honest event needs. */
  readonly budget: { left: number };
}

/**
 * An answer that does not come: the program has ended. One promise for all of them would keep every house that ever
 * waited for it.
 */
export function nothing(): Promise<never> {
  return new Promise(() => undefined);
}

export class Runaway extends Error {
  override readonly name = "Runaway";
}

/** `turn` tells what it throws from what it threw before. `shared` is a device whose folder it works on. */
export function createDevice(setup: DeviceSetup, time: Time, turn: string, shared: Device | null): Device {
  const beside = (shared?.beside ?? []) as Device[];
  const device: Device = {
    setup,
    name: setup.name,
    disk: shared?.disk ?? createDisk(() => time.wall),
    beside,
    random: createSeededRandom(`device ${setup.name}${turn}`),
    lines: [],
    account: null,
    damaged: null,
    full: false,
    settings: SETTINGS,
    skew: 0,
    clockSet: 0,
    engine: null,
    life: null,
    commanded: null,
    notices: [],
    starts: 0,
  };
  beside.push(device);
  return device;
}

/**
 * The start of every port call. Answers how it is cut, or null when it goes its way. Never answers a program that has
 * ended.
 */
export function arrive(device: Device, life: Life, what: string, board: Switchboard): Promise<Cut | null> {
  if (life.over) {
    board.time.leave();
    return nothing();
  }
  board.time.pass(board.tick);
  board.budget.left -= 1;
  if (board.budget.left < 0) return Promise.reject(new Runaway("more port calls than anything honest needs"));
  const { agenda } = board;
  if (agenda === null || agenda.device !== device) return Promise.resolve(null);
  agenda.calls += 1;
  board.log?.push(what);
  for (const { after } of agenda.amid)
    if (after !== undefined && !agenda.marks.has(after) && what.startsWith(after))
      agenda.marks.set(after, agenda.calls);
  const due = agenda.amid.filter(
    ({ at, after }) =>
      at === agenda.calls - (after === undefined ? 0 : (agenda.marks.get(after) ?? Infinity)),
  );
  if (due.length === 0) return Promise.resolve(null);
  return interrupted(due, what, life, board);
}

async function interrupted(
  due: readonly Amid[],
  what: string,
  life: Life,
  board: Switchboard,
): Promise<Cut | null> {
  for (const { then } of due) {
    if (then.do === "cut") {
      board.say(`    ${sayCut(then, what)}`);
      return then;
    }
    board.say(`    meanwhile, before “${what}”: ${sayEvent(then)}`);
    const { agenda } = board;
    await board.time.park(async () => {
      board.agenda = null;
      life.at = what;
      await board.happen(then);
      life.at = null;
      board.agenda = agenda;
    });
    if (life.over) {
      board.time.rest();
      return nothing();
    }
  }
  return null;
}

/** The program ends here and now; where the power goes, so does every other one on that disk. */
export function end(device: Device, power: boolean, dice: Dice, board: Switchboard): void {
  const ended = power ? device.beside : [device];
  const asked = ended.map(({ life }) => life?.asked);
  for (const each of ended) stop(each, board);
  if (power) device.disk.losePower(dice);
  for (const each of asked) each?.lost();
}

function stop(device: Device, board: Switchboard): void {
  const { life } = device;
  if (life !== null) {
    life.over = true;
    life.watchers = [];
    board.time.drop(life);
  }
  device.life = null;
  device.engine = null;
  device.commanded = null;
}

/** The program ends in the middle of its call. It waits for the answer for ever. */
export function die(cut: Cut, device: Device, board: Switchboard): Promise<never> {
  end(device, cut.power, createDice(cut.chance), board);
  board.time.rest();
  return nothing();
}

/** Tells the open programs on this disk that something may have changed there. */
export function hint({ beside }: Device, path: string, dice: Dice): void {
  for (const each of beside) hintOne(each, path, dice);
}

/** In the way of its door. */
function hintOne({ life, setup }: Device, path: string, dice: Dice): void {
  if (life === null || life.watchers.length === 0) return;
  if (setup.hints === "lossy" && dice.chance(0.5)) return;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  for (const { folders, hint: tell } of [...life.watchers]) {
    if (!folders.has(folder) && !folders.has(path)) continue;
    tell(path);
    if (setup.hints === "doubled") tell(path);
  }
}
