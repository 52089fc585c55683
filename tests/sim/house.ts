/** Plays a script: the production core, unchanged, on simulated devices, with everything that happens to them. */
import { openDesk, type Desk } from "../../src/desk/desk";
import type { Command } from "../../src/desk/command";
import { NOTE_FOLDERS, pathOf } from "../../src/settings/settings";
import { never } from "../../src/kit/never";
import { folderOf } from "../../src/kit/path";
import type { Role, World } from "../../src/world/world";
import { createDevice, end, hint, Runaway, type Agenda, type Device, type Life, type Switchboard } from "./device";
import { createDice } from "./dice";
import type { Image } from "./disk";
import { doDeed, noteByHand } from "./hands";
import { INVARIANTS, type Invariant } from "./invariants";
import { createOutside, simulatedTools, type Outside } from "./outside";
import { simulatedClock, simulatedStore, simulatedVault, type Wiring } from "./ports";
import type { Amid, CommandPattern, Event, Script } from "./script";
import { SETTINGS, SETTINGS_ELSEWHERE, START_DELAY, STORIES } from "./stories";
import { ONE_FOLDER, SYNCS } from "./sync";
import { say as sayDelivery, type SyncModel } from "./sync/model";
import { createTime } from "./time";
import { createWitness, type Witness } from "./witness";

export interface Violation {
  readonly invariant: Invariant;
  readonly why: string;
  readonly event: number;
}

export interface Played {
  readonly violations: readonly Violation[];
  readonly diary: readonly string[];
  /** Port calls in order, of the event that was asked for. */
  readonly calls: readonly string[];
  readonly effects: number;
}

export interface PlayOptions {
  readonly diary?: boolean;
  /** Of which event the port calls are listed. */
  readonly listCalls?: number;
}

/** Everything a run has in hand. */
export interface House {
  readonly script: Script;
  readonly devices: readonly Device[];
  readonly board: Switchboard;
  readonly outside: Outside;
  readonly witness: Witness;
  readonly sync: SyncModel | null;
}

const START = Date.parse("2026-03-01T09:00:00Z");
const SECOND = 1000;
/** Port calls that one event may make; the longest honest ones make a few hundred. */
const BUDGET = 6000;
/** Since a script that has begun began. */
const LONG_AGO = 300 * SECOND;

/** What the first run makes of a story. */
interface Opening {
  readonly image: Image;
  readonly lines: readonly string[];
  readonly issued: Witness["issued"];
}

/** Worked out once a story: most runs begin there. */
const openings = new Map<string, Opening>();

async function openingOf(story: string): Promise<Opening> {
  const known = openings.get(story);
  if (known !== undefined) return known;
  const house = openHouse({ story, sync: null, devices: [{ name: "a", door: "terminal", hints: "soon" }], tick: 1, events: [] }, {}, null);
  const [device] = house.devices;
  if (device === undefined) throw new Error("There is no device.");
  house.board.budget.left = BUDGET;
  await settle(house, device, []);
  const made = { image: device.disk.snapshot(), lines: device.lines, issued: house.witness.issued };
  openings.set(story, made);
  return made;
}

export function openHouse(script: Script, options: PlayOptions, opening: Opening | null): House {
  const time = createTime(START);
  const isOneFolder = script.sync === ONE_FOLDER;
  const devices: Device[] = [];
  for (const setup of script.devices) devices.push(createDevice(setup, time, opening === null ? "" : " again", isOneFolder ? (devices[0] ?? null) : null));
  const story = STORIES[script.story];
  if (story === undefined) throw new Error(`There is no story “${script.story}”.`);
  for (const { disk } of devices) {
    for (const folder of NOTE_FOLDERS) disk.mkdir(pathOf(SETTINGS, folder));
    for (const [path, text] of Object.entries(story.files)) disk.put(path, text, true);
    for (const [path, { text }] of opening?.image ?? []) disk.put(path, text, true);
  }
  const witness = createWitness(options.diary === true);
  if (opening !== null) {
    for (const [name, issued] of opening.issued) witness.issued.set(name, issued);
    for (const device of devices) if (device.name === "a") device.lines = [...opening.lines];
    time.pass(LONG_AGO);
  }
  const board: Switchboard = { time, tick: script.tick, agenda: null, log: options.listCalls === undefined ? null : [], happen: (event) => happen(house, event, []), budget: { left: BUDGET } };
  const house: House = { script, devices, board, outside: createOutside(), witness, sync: script.sync === null || isOneFolder ? null : openSync(script.sync, devices, time.wall) };
  return house;
}

function openSync(name: string, devices: readonly Device[], start: number): SyncModel {
  const make = SYNCS[name];
  if (make === undefined) throw new Error(`There is no way to sync called “${name}”.`);
  const dice = createDice(start);
  const of = (peer: string): Device => {
    const device = devices.find((each) => each.name === peer);
    if (device === undefined) throw new Error(`There is no device ${peer}.`);
    return device;
  };
  const sync = make({
    peers: devices.map((each) => each.name),
    files: (peer) => of(peer).disk.texts(),
    put(peer, path, text) {
      // It asks the system to write every file out before it tells anyone that it has it.
      of(peer).disk.put(path, text, name === "syncthing");
      hint(of(peer), path, dice);
    },
    remove(peer, path) {
      const { disk } = of(peer);
      const folder = folderOf(path);
      disk.remove(path, false);
      // git keeps no empty folder.
      if (name === "git" && folder !== "" && [...disk.names(folder)].length === 0) disk.removeFolder(folder);
      hint(of(peer), path, dice);
    },
    modified: (peer, path) => of(peer).disk.get(path)?.modified ?? 0,
    version: (peer) => of(peer).disk.version,
    now: () => of(devices[0]?.name ?? "").disk.now(),
  }, { doubles: true });
  // The devices know of each other's vault, and have it alike, before anything happens.
  settleSync(sync);
  return sync;
}

/** Every delivery there is, in the order offered. One that is only doubled comes for ever, and is not waited for. */
export function settleSync(sync: SyncModel | null): void {
  for (let step = 0; sync !== null && step < 4000; step += 1) {
    const choice = sync.choices().find(({ act }) => act !== "gets again");
    if (choice === undefined) return;
    sync.take(choice);
  }
}

export async function play(script: Script, options: PlayOptions = {}, close: (house: House) => Promise<void> = () => Promise.resolve()): Promise<Played> {
  const house = openHouse(script, options, script.begun === true ? await openingOf(script.story) : null);
  const { witness, board } = house;
  const images: ReadonlyMap<string, Image>[] = [];
  const keepImages = script.events.some((event) => event.do === "restore" || ("amid" in event && event.amid?.some(({ then }) => then.do === "restore") === true));
  let calls: readonly string[] = [];
  try {
    for (const [at, event] of script.events.entries()) {
      witness.event = at;
      if (keepImages) images.push(new Map(house.devices.map((each) => [each.name, each.disk.snapshot()])));
      board.log?.splice(0);
      board.budget.left = BUDGET;
      board.time.pass(SECOND);
      await happen(house, event, images);
      if (options.listCalls === at) calls = [...(board.log ?? [])];
    }
    witness.event = script.events.length;
    await close(house);
  } catch (error) {
    witness.report(error instanceof Runaway ? RUNAWAY : CRASH, error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" ") : String(error));
  }
  return { violations: witness.violations, diary: witness.diary, calls, effects: house.outside.effects.length };
}

const find = (id: string): Invariant => {
  const found = INVARIANTS.find((each) => each.name === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const RUNAWAY: Invariant = { ...find("caps"), name: "noHotLoop" };
const CRASH: Invariant = { ...find("comesToRest"), name: "noCrash", sentence: "Nothing a disk, a person or a server does makes the program fail." };

async function happen(house: House, event: Event, images: readonly ReadonlyMap<string, Image>[]): Promise<void> {
  const { board, witness, outside, devices, sync } = house;
  const device = "on" in event ? devices.find((each) => each.name === event.on) : undefined;
  witness.say(sayEvent(event));
  switch (event.do) {
    case "settle":
      if (device !== undefined) await settle(house, device, event.amid ?? [], event.as);
      return;
    case "open":
      return device?.setup.door === "app" && device.life === null ? await openApp(house, device, event.amid ?? []) : undefined;
    case "close":
      if (device?.life != null && device.setup.door === "app" && board.agenda?.device !== device) await closeApp(house, device);
      return;
    case "wait":
      return await amid(house, devices.find((each) => each.life !== null) ?? null, event.amid ?? [], () => board.time.drive(() => false, board.time.passed + event.ms));
    case "deed":
      if (device !== undefined) doDeed(event.deed, { device, witness });
      return devices.forEach((each) => noteByHand(witness, each));
    case "command":
      return device === undefined || device.setup.door === "hands" ? undefined : await obey(house, device, event.command, event.amid ?? [], event.as);
    case "server":
      return outside.set(event.server, event.mode);
    case "sync":
      return deliver(house, event.steps, event.chance);
    case "line":
      return sync?.setOnline(event.on, event.up);
    case "power":
      if (device !== undefined) end(device, event.how === "power", createDice(event.chance), board);
      return;
    case "clock":
      if (device === undefined) return;
      device.skew += event.ms;
      device.clockSet += 1;
      return;
    case "suspend":
      board.time.wall += event.ms;
      return;
    case "restore": {
      // What was asked since then is asked again.
      witness.deeds.count += 1;
      const image = images[event.to]?.get(event.on);
      if (image !== undefined) device?.disk.restore(image);
      for (const folder of NOTE_FOLDERS) device?.disk.mkdir(pathOf(SETTINGS, folder));
      return;
    }
    case "settings":
      if (device === undefined) return;
      witness.deeds.count += 1;
      device.settings = event.how === "elsewhere" ? SETTINGS_ELSEWHERE : SETTINGS;
      return;
    case "disk":
      // Those with one disk are full together.
      for (const each of device?.beside ?? []) each.full = event.full;
      return;
    case "memory":
      if (device === undefined || device.life !== null) return;
      if (event.what === "damage") device.damaged = "somebody wrote in it";
      else {
        device.lines = [];
        witness.identities.set(device.name, (witness.identities.get(device.name) ?? 0) + 1);
      }
      return;
    default:
      return never(event);
  }
}

/** What amid an event is to happen counts the calls of one device; one such list at a time. */
async function amid(house: House, device: Device | null, list: readonly Amid[], job: () => Promise<void>): Promise<void> {
  const { board } = house;
  const outer = board.agenda;
  const agenda: Agenda | null = device === null || (list.length === 0 && board.log === null) ? null : { device, calls: 0, marks: new Map(), amid: list };
  if (outer === null) board.agenda = agenda;
  try {
    await job();
  } finally {
    board.agenda = outer;
  }
}

/** Only an app that was opened waits for sync to come in first. */
function begin(device: Device, openedAt = -Infinity, role: Role = "executor"): Life {
  const life: Life = { stop: new AbortController(), openedAt, role, settings: device.settings, began: { at: device.disk.now(), clock: device.disk.now() + device.skew, lines: device.lines }, watchers: [], over: false };
  device.life = life;
  return life;
}

export async function deskFor(house: House, device: Device, life: Life): Promise<Desk> {
  const { board, witness } = house;
  const wiring: Wiring = { device, life, board, witness, dice: createDice(board.time.passed) };
  const ports = {
    vault: simulatedVault(wiring), store: simulatedStore(wiring), clock: simulatedClock(wiring), tools: simulatedTools(wiring, house.outside), random: device.random,
    notice: { say: (text: string): void => void device.notices.push(text) },
    host: { name: `Laptop ${device.name.toUpperCase()}`, machine: `computer ${device.name}`, vault: "vault" },
  };
  const hindrances = (): readonly string[] => (board.time.passed - life.openedAt < START_DELAY ? ["Just started; waiting a minute for sync."] : []);
  return await openDesk(ports, { settings: life.settings, role: life.role, hindrances });
}

/** Runs one job of a program to its end, or until the program is ended. */
async function work(house: House, life: Life, job: () => Promise<unknown>): Promise<void> {
  const { time } = house.board;
  const state: { over: boolean; error: unknown } = { over: false, error: null };
  const finish = (error: unknown): void => {
    if (life.over && state.over) return;
    state.over = true;
    state.error = error;
    if (!life.over) time.rest();
  };
  time.begin();
  job().then(() => finish(null), finish);
  await time.drive(() => state.over || life.over);
  // A full disk is said to whoever is there; everything else that comes out of a program is a fault of it.
  if (state.error !== null && !(state.error instanceof Error && /cannot be written|is damaged/.test(state.error.message))) throw state.error as Error;
}

/** Answers what a run of the terminal program saw at its end; null when there was none, or when it was cut off. */
export async function settle(house: House, device: Device, list: readonly Amid[], role: Role = "executor"): Promise<World | null> {
  const { board } = house;
  if (device.setup.door === "hands") return null;
  if (device.life !== null) {
    if (board.agenda?.device !== device) await amid(house, device, list, () => board.time.drive(() => false, board.time.passed + 15 * SECOND));
    return null;
  }
  const life = begin(device, -Infinity, role);
  const seen: { world: World | null } = { world: null };
  await amid(house, device, list, () => work(house, life, async () => (seen.world = (await (await deskFor(house, device, life)).settle()).world)));
  if (device.life === life) device.life = null;
  life.over = true;
  return seen.world;
}

/** What a program that has just been started sees; it writes nothing. */
export async function lookOnce(house: House, device: Device): Promise<World | null> {
  const life = begin(device);
  const seen: { world: World | null } = { world: null };
  await work(house, life, async () => (seen.world = await (await deskFor(house, device, life)).look()));
  life.over = true;
  device.life = null;
  return seen.world;
}

async function openApp(house: House, device: Device, list: readonly Amid[]): Promise<void> {
  const { board } = house;
  const { time } = board;
  const life = begin(device, time.passed);
  await amid(house, device, list, async () => {
    time.begin();
    const run = async (): Promise<void> => {
      device.desk = await deskFor(house, device, life);
      await device.desk.run(life.stop.signal);
    };
    const over = (error: unknown): void => {
      if (life.over) return;
      if (error !== null) house.witness.report(CRASH, error instanceof Error ? error.message : String(error));
      time.rest();
    };
    run().then(() => over(null), over);
    await time.drive(() => true);
  });
}

async function closeApp(house: House, device: Device): Promise<void> {
  const { life } = device;
  life?.stop.abort();
  await house.board.time.drive(() => true);
  if (life !== null && device.life === life) {
    life.over = true;
    life.watchers = [];
    house.board.time.drop(life);
    device.life = null;
    device.desk = null;
  }
}

function deliver(house: House, steps: number, chance: number): void {
  const { sync, witness } = house;
  const dice = createDice(chance);
  for (let step = 0; sync !== null && step < steps; step += 1) {
    const choices = sync.choices();
    if (choices.length === 0) return;
    const choice = dice.pick(choices);
    witness.say(`    sync: ${sayDelivery(choice)}`);
    sync.take(choice);
  }
}

async function obey(house: House, device: Device, pattern: CommandPattern, list: readonly Amid[], role: Role = "executor"): Promise<void> {
  const { witness, board } = house;
  const command = commandFrom(pattern, device, witness);
  if (command === null || (board.agenda !== null && board.agenda.device === device)) return;
  witness.deeds.count += 1;
  const takeBack = takeAtWord(command, device, witness);
  const open = device.life;
  // A command waits until what goes on there is through.
  if (open !== null) await board.time.drive(() => !board.time.busy(open));
  if (open?.over === true) return;
  const life = open ?? begin(device, -Infinity, pattern.kind === "take-over" ? "executor" : role);
  // What an app is asked for waits until its present work is done.
  if (open !== null) await board.time.drive(() => !board.time.isAtWork(open));
  if (life.over) return;
  await amid(house, device, list, () =>
    work(house, life, async () => {
      const desk = device.desk ?? (await deskFor(house, device, life));
      device.commanded = command.kind;
      const answer = await desk.obey(command);
      device.commanded = null;
      if (answer.kind === "refused" && "request" in command && !isNoted(command, device, witness)) takeBack();
      witness.say(`    it answers: ${answer.say}`);
    }));
  device.commanded = null;
  // Cut off before anything of it was noted, it was not said.
  if (life.over && "request" in command && !isNoted(command, device, witness)) takeBack();
  if (open === null) {
    if (device.life === life) device.life = null;
    life.over = true;
  }
}

/** What a person says by a command counts from the moment it is given; answers how to take it back where it was refused. */
function takeAtWord(command: Command, device: Device, witness: Witness): () => void {
  if (command.kind === "resolve") {
    const called = witness.calls.find(({ name }) => name === command.request);
    if (called?.resolved !== null) return () => undefined;
    called.resolved = command.happened;
    return () => void (called.resolved = null);
  }
  if (command.kind !== "confirm") return () => undefined;
  const name = command.request;
  const before = witness.approvals.get(name);
  const did = witness.did.has(name);
  if (witness.issued.get(name)?.shown?.type === "social_post") witness.did.add(name);
  // Where a note lies in two folders, to confirm it is to approve it.
  const lying = device.disk.get(`Approved/${name}`)?.text;
  if (lying != null) witness.approved(device, name, lying);
  return () => {
    if (before === undefined) witness.approvals.delete(name);
    else witness.approvals.set(name, before);
    if (!did) witness.did.delete(name);
  };
}

function isNoted(command: Command & { readonly request: string }, device: Device, witness: Witness): boolean {
  const id = witness.issued.get(command.request)?.id ?? "";
  return device.lines.some((line) => (/^\{"kind":"(?:confirmed|did)"/.test(line) || /^\{"kind":"ended".*"outcome":"resolved-/.test(line)) && line.includes(id));
}

function commandFrom(pattern: CommandPattern, device: Device, witness: Witness): Command | null {
  const one = <Item>(items: readonly Item[], pick: number): Item | null => items[pick % Math.max(1, items.length)] ?? null;
  switch (pattern.kind) {
    case "pause":
    case "continue":
    case "take-over":
      return { kind: pattern.kind };
    case "skip":
    case "cancel":
    case "start":
    case "request": {
      const path = one([...device.disk.texts().keys()].filter((each) => each.startsWith("Plans/")).sort(), pattern.pick);
      if (path === null) return null;
      if (pattern.kind === "request") return { kind: "request", plan: path, step: null, action: null };
      return pattern.kind === "skip" ? { kind: "skip", plan: path, step: null } : { kind: pattern.kind, plan: path };
    }
    default: {
      const name = one([...witness.issued.keys()], pattern.pick);
      if (name === null) return null;
      if (pattern.kind === "resolve") return { kind: "resolve", request: name, happened: pattern.happened };
      return pattern.kind === "reject" ? { kind: "reject", request: name, note: "Not now." } : { kind: pattern.kind, request: name };
    }
  }
}

/** An event as a line of the diary. */
export function sayEvent(event: Event): string {
  const { do: what, ...rest } = event;
  const { amid: list, ...plain } = rest as { readonly amid?: readonly Amid[] };
  const words = Object.entries(plain as Record<string, unknown>).map(([key, value]) => (typeof value === "object" ? JSON.stringify(value) : `${key} ${String(value)}`)).join(", ");
  return `${what}${words === "" ? "" : `: ${words}`}${list === undefined || list.length === 0 ? "" : ` (amid: ${list.map(({ at, after, then }) => `call ${String(at)}${after === undefined ? "" : ` after ${after}`} ${then.do === "cut" ? `${then.power ? "power" : "kill"} ${then.how}` : sayEvent(then)}`).join("; ")})`}`;
}
