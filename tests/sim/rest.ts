/** The end of every run: all faults are over, and everything comes to rest; then the invariants that hold at rest are asked. */
import type { World } from "../../src/world/world";
import { NOTE_FOLDERS, pathOf } from "../../src/settings/settings";
import { SETTINGS } from "./stories";
import { end, type Device } from "./device";
import { createDice } from "./dice";
import { deskFor, settle, settleSync, type House } from "./house";
import { INVARIANTS, type Rest } from "./invariants";
import { valueIn } from "./reading";
import { identityOf } from "./invariants/outside";

const ROUNDS = 12;
const MINUTE = 60_000;

export async function comeToRest(house: House): Promise<void> {
  const { board, outside, devices, sync, witness } = house;
  witness.say("Everything works again");
  outside.heal();
  for (const device of devices) {
    sync?.setOnline(device.name, true);
    device.skew = 0;
    if (device.life !== null) end(device, false, createDice(0), board);
    // As the program says it: a folder that is missing is made again.
    for (const folder of ["Pending_Approval", "Approved", "Rejected", "Done/Actions"]) if (device.disk.hasFolder(`${folder} away`)) device.disk.renameFolder(`${folder} away`, folder);
    for (const folder of NOTE_FOLDERS) device.disk.mkdir(pathOf(SETTINGS, folder));
  }
  const rounds = await settleAll(house);
  board.time.pass(15 * MINUTE);
  const again = rounds === null ? null : await settleAll(house);
  // Where a merge left two names in the note, nobody acts.
  const named = (device: Device): string => (/^<{7}/m.test(device.disk.get("Acting device.md")?.text ?? "") ? "" : valueIn(device.disk.get("Acting device.md")?.text ?? "", "device_id"));
  const acting = devices.find((device) => device.setup.door !== "hands" && device.damaged === null && identityOf(device) !== "" && identityOf(device) === named(device)) ?? null;
  const rest: Rest = { rounds: again, devices, acting: acting === null ? null : { device: acting, world: await look(house, acting, false), reversed: await look(house, acting, true) } };
  for (const invariant of INVARIANTS) {
    if (invariant.at !== "rest") continue;
    const why = invariant.holds(rest, witness);
    if (why !== null) witness.report(invariant, why);
  }
}

/** Rounds of syncing and settling until nobody writes any more; null when that never comes. */
async function settleAll(house: House): Promise<number | null> {
  const { devices, board, sync } = house;
  const versions = (): string => devices.map(({ disk, lines }) => `${String(disk.version)} ${String(lines.length)}`).join();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = versions();
    settleSync(sync);
    for (const device of devices) {
      board.budget.left = 6000;
      if (device.damaged === null) await settle(house, device, []);
    }
    if (versions() === before) return round;
  }
  return null;
}

async function look(house: House, device: Device, reversed: boolean): Promise<World> {
  const { board } = house;
  device.disk.reversed = reversed;
  const life = { stop: new AbortController(), openedAt: -Infinity, watchers: [], over: false };
  device.life = life;
  const found: { world: World | null } = { world: null };
  board.time.begin();
  const job = deskFor(house, device, life).then((desk) => desk.preview());
  job.then(({ world }) => (found.world = world), () => undefined).finally(() => board.time.rest());
  await board.time.drive(() => true);
  device.life = null;
  device.disk.reversed = false;
  if (found.world === null) throw await job.then(() => new Error("nothing was seen"), (error: unknown) => error);
  return found.world;
}
