/**
 * The end of every run: all faults are over, and everything comes to rest; then the invariants that hold at rest are
 * asked.
 */
import type { World } from "../../src/rules/world";
import { NOTE_FOLDERS, pathOf } from "../../src/settings/settings";
import { settleSync } from "./deliver";
import { end, type Device } from "./device";
import { createDice } from "./dice";
import { BUDGET, type House } from "./house";
import { INVARIANTS, type Rest } from "./invariants";
import { lookOnce, settle } from "./program";
import { valueIn } from "./reading";
import { identityOf } from "./remembered";
import { CONTROL, SETTINGS } from "./stories";

const ROUNDS = 12;
const MINUTE = 60_000;
/** After this long an app has read everything anew, whatever it was told of. */
const PATIENCE = 25 * MINUTE;

export async function comeToRest(house: House): Promise<void> {
  const { board, outside, devices, sync, witness } = house;
  witness.say("Then nothing goes wrong any more, and all of them run until nobody writes");
  outside.heal();
  if (house.model !== null) house.model.mood = "able";
  const watched = await watchOpenApps(house);
  for (const device of devices) {
    sync?.setOnline(device.name, true);
    device.skew = 0;
    device.full = false;
    if (device.life !== null) end(device, false, createDice(0), board);
    for (const folder of [...CONTROL, "Plans"])
      if (device.disk.hasFolder(`${folder} away`)) device.disk.renameFolder(`${folder} away`, folder);
  }
  await settleOnce(house);
  board.time.pass(15 * MINUTE);
  const rested = await settleAll(house);
  // Where a merge left two names in the note, nobody acts.
  const named = (device: Device): string =>
    /^<{7}/m.test(device.disk.get("Acting device.md")?.text ?? "")
      ? ""
      : valueIn(device.disk.get("Acting device.md")?.text ?? "", "device_id");
  const acting =
    devices.find(
      (device) =>
        device.setup.door !== "hands" &&
        device.damaged === null &&
        identityOf(device) !== "" &&
        identityOf(device) === named(device),
    ) ?? null;
  const world = acting === null ? null : rested.worlds.get(acting.name);
  const rest: Rest = {
    rounds: rested.rounds,
    devices,
    acting:
      acting === null || world == null
        ? null
        : { device: acting, world, reversed: (await settleReversed(house, acting)) ?? world },
    watched,
  };
  for (const invariant of INVARIANTS) {
    if (invariant.at !== "rest") continue;
    const why = invariant.holds(rest, witness);
    if (why !== null) witness.report(invariant, why);
  }
}

/**
 * Apps that are open stay so for a while, in which nothing more happens to them; then each is held against a look from
 * outside.
 */
async function watchOpenApps(house: House): Promise<Rest["watched"]> {
  const { board, devices } = house;
  // One that was opened with other settings sees other things.
  const open = devices.filter(
    ({ life, engine, damaged, settings }) =>
      life !== null && life.settings === settings && engine !== null && damaged === null,
  );
  if (open.length === 0) return [];
  board.budget.left = 60_000;
  await board.time.drive(() => false, board.time.passed + PATIENCE);
  const found: { device: Device; app: World; look: World }[] = [];
  for (const device of open) {
    const app = device.engine?.world() ?? null;
    if (device.life === null || app === null) continue;
    end(device, false, createDice(0), board);
    const look = await lookOnce(house, device);
    if (look !== null) found.push({ device, app, look });
  }
  return found;
}

interface Rested {
  /** Null when somebody still wrote in the last of them. */
  readonly rounds: number | null;
  /** What each device saw last. */
  readonly worlds: ReadonlyMap<string, World>;
}

/** Rounds of syncing and settling until nobody writes any more. */
async function settleAll(house: House): Promise<Rested> {
  const versions = (): string =>
    house.devices.map(({ disk, lines }) => `${String(disk.version)} ${String(lines.length)}`).join();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = versions();
    const worlds = await settleOnce(house);
    if (versions() === before) return { rounds: round, worlds };
  }
  return { rounds: null, worlds: new Map() };
}

async function settleOnce(house: House): Promise<ReadonlyMap<string, World>> {
  const { devices, board, sync } = house;
  const worlds = new Map<string, World>();
  settleSync(sync);
  for (const device of devices) {
    board.budget.left = BUDGET;
    // As the program says it: a folder that is missing is made again, also one that sync has only just taken away.
    for (const folder of NOTE_FOLDERS) device.disk.mkdir(pathOf(SETTINGS, folder));
    const world = device.damaged === null ? await settle(house, device, []) : null;
    if (world !== null) worlds.set(device.name, world);
  }
  return worlds;
}

/** Once more, with every folder listed backwards. */
async function settleReversed(house: House, device: Device): Promise<World | null> {
  device.disk.reversed = true;
  const world = await settle(house, device, []);
  device.disk.reversed = false;
  return world;
}
