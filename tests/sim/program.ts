/**
 * The production core, unchanged, as a program on a simulated device: runs of the terminal program, and an app that
 * stays open.
 */
import { openEngine, type Engine } from "../../src/engine/engine";
import type { Role, Starting } from "../../src/approval/around";
import type { World } from "../../src/rules/world";
import type { Agenda, Device, Life } from "./device";
import { createDice } from "./dice";
import type { House } from "./house";
import { CRASH } from "./invariants";
import { simulatedTools } from "./outside";
import { simulatedClock, simulatedStore, simulatedVault, type Wiring } from "./ports";
import type { Amid } from "./script";
import { simulatedModels } from "./agent/model";
import { simulatedPrograms } from "./agent/programs";
import { START_DELAY, VAULT } from "./stories";

/** How long an open app goes on when it is told to settle. Milliseconds. */
const SETTLING = 15_000;

/**
 * Plays a job with the events that are to happen amid it, by a count of the calls of one device; one such list at a
 * time.
 */
export async function amid(
  house: House,
  device: Device | null,
  list: readonly Amid[],
  job: () => Promise<void>,
): Promise<void> {
  const { board } = house;
  const outer = board.agenda;
  const agenda: Agenda | null =
    device === null || (list.length === 0 && board.log === null)
      ? null
      : { device, calls: 0, marks: new Map(), amid: list };
  if (outer === null) board.agenda = agenda;
  try {
    await job();
  } finally {
    board.agenda = outer;
  }
}

/** Only an app that was opened waits for sync to come in first. */
export function begin(device: Device, openedAt = -Infinity, role: Role = "executor"): Life {
  const life: Life = {
    stop: new AbortController(),
    openedAt,
    role,
    settings: device.settings,
    began: {
      at: device.disk.now(),
      clock: device.disk.now() + device.skew,
      clockSet: device.clockSet,
      lines: device.lines,
    },
    watchers: [],
    at: null,
    asked: null,
    over: false,
  };
  device.life = life;
  return life;
}

export async function deskFor(house: House, device: Device, life: Life): Promise<Engine> {
  const { board, witness } = house;
  const wiring: Wiring = { device, life, board, witness, dice: createDice(board.time.passed) };
  const ports = {
    vault: simulatedVault(wiring),
    store: simulatedStore(wiring),
    clock: simulatedClock(wiring),
    tools: simulatedTools(wiring, house.outside),
    models: simulatedModels(wiring, house.model),
    random: device.random,
    notice: { say: (text: string): void => void device.notices.push(text) },
    programs: simulatedPrograms(wiring, house.model),
    host: { name: `Laptop ${device.name.toUpperCase()}`, machine: `computer ${device.name}`, vault: VAULT },
  };
  const since = life.began.clock;
  const starting = (): Starting | null =>
    board.time.passed - life.openedAt < START_DELAY ? { since, until: since + START_DELAY } : null;
  return await openEngine(ports, {
    settings: life.settings,
    role: life.role,
    run: `${device.name} ${String((device.starts += 1))}`,
    starting,
  });
}

/** Runs one job of a program to its end, or until the program is ended. */
export async function work(house: House, life: Life, job: () => Promise<unknown>): Promise<void> {
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
  if (
    state.error !== null &&
    !(state.error instanceof Error && /(?:cannot|could not) be written|is damaged/.test(state.error.message))
  )
    throw state.error as Error;
}

/** Answers what a run of the terminal program saw at its end; null when there was none, or when it was cut off. */
export async function settle(
  house: House,
  device: Device,
  list: readonly Amid[],
  role: Role = "executor",
): Promise<World | null> {
  const { board } = house;
  if (device.setup.door === "hands") return null;
  if (device.life !== null) {
    if (board.agenda?.device !== device)
      await amid(house, device, list, () => board.time.drive(() => false, board.time.passed + SETTLING));
    return null;
  }
  const life = begin(device, -Infinity, role);
  const seen: { world: World | null } = { world: null };
  await amid(house, device, list, () =>
    work(house, life, async () => (seen.world = (await (await deskFor(house, device, life)).settle()).world)),
  );
  if (device.life === life) device.life = null;
  life.over = true;
  return seen.world;
}

/** The world as a program that has just been started sees it; it writes nothing. */
export async function lookOnce(house: House, device: Device): Promise<World | null> {
  const life = begin(device);
  const seen: { world: World | null } = { world: null };
  await work(house, life, async () => (seen.world = await (await deskFor(house, device, life)).look()));
  life.over = true;
  device.life = null;
  return seen.world;
}

export async function openApp(house: House, device: Device, list: readonly Amid[]): Promise<void> {
  const { board } = house;
  const { time } = board;
  const life = begin(device, time.passed);
  await amid(house, device, list, async () => {
    time.begin();
    const run = async (): Promise<void> => {
      device.engine = await deskFor(house, device, life);
      await device.engine.run(life.stop.signal);
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

export async function closeApp(house: House, device: Device): Promise<void> {
  const { life } = device;
  life?.stop.abort();
  await house.board.time.drive(() => true);
  if (life !== null && device.life === life) {
    life.over = true;
    life.watchers = [];
    house.board.time.drop(life);
    device.life = null;
    device.engine = null;
    life.asked?.lost();
  }
}
