/** Plays a script: event after event, and what each of them does. */
import { never } from "../../src/kit/never";
import { NOTE_FOLDERS, pathOf } from "../../src/settings/settings";
import { deliver } from "./deliver";
import { end, Runaway } from "./device";
import { sayEvent } from "./diary";
import { createDice } from "./dice";
import type { Image } from "./disk";
import { doDeed, noteByHand } from "./hands";
import { BUDGET, openHouse, type House, type Opening, type PlayOptions } from "./house";
import { CRASH, RUNAWAY } from "./invariants";
import { obey } from "./obey";
import { amid, closeApp, openApp, settle } from "./program";
import type { Event, Interruption, Script } from "./script";
import { SETTINGS } from "./stories";
import type { Violation } from "./witness";

export interface Played {
  readonly violations: readonly Violation[];
  readonly diary: readonly string[];
  /** Port calls in order, of the event that was asked for. */
  readonly calls: readonly string[];
  readonly effects: number;
}

const SECOND = 1000;

/** Worked out once a story: most runs begin there. */
const openings = new Map<string, Opening>();

async function openingOf(story: string): Promise<Opening> {
  const known = openings.get(story);
  if (known !== undefined) return known;
  const house = openHouse(
    { story, sync: null, devices: [{ name: "a", door: "terminal", hints: "soon" }], tick: 1, events: [] },
    {},
    null,
    happen,
  );
  const [device] = house.devices;
  if (device === undefined) throw new Error("There is no device.");
  house.board.budget.left = BUDGET;
  await settle(house, device, []).catch((error: unknown) => reportFault(house, error));
  const made = {
    image: device.disk.snapshot(),
    lines: device.lines,
    issued: house.witness.issued,
    faults: house.witness.violations.filter(({ invariant }) => invariant === RUNAWAY || invariant === CRASH),
  };
  openings.set(story, made);
  return made;
}

export async function play(
  script: Script,
  options: PlayOptions = {},
  close: (house: House) => Promise<void> = () => Promise.resolve(),
): Promise<Played> {
  const opening = script.begun === true ? await openingOf(script.story) : null;
  const house = openHouse(script, options, opening, happen);
  const { witness, board } = house;
  for (const { invariant, why } of opening?.faults ?? []) witness.report(invariant, why);
  const images: ReadonlyMap<string, Image>[] = [];
  const keepImages = script.events.some((event) => event.do === "restore");
  let calls: readonly string[] = [];
  try {
    for (const [at, event] of script.events.entries()) {
      if (keepImages) images.push(new Map(house.devices.map((each) => [each.name, each.disk.snapshot()])));
      board.log?.splice(0);
      board.budget.left = BUDGET;
      board.time.pass(SECOND);
      witness.say(`${String(at + 1)}. ${sayEvent(event)}`);
      if (event.do === "restore") goBack(house, event, images);
      else await happen(house, event);
      if (options.listCalls === at) calls = [...(board.log ?? [])];
    }
    await close(house);
  } catch (error) {
    reportFault(house, error);
  }
  return {
    violations: witness.violations,
    diary: witness.diary,
    calls,
    effects: house.outside.effects.length,
  };
}

/** Reports an error that came out of a program. */
function reportFault({ witness }: House, error: unknown): void {
  witness.report(
    error instanceof Runaway ? RUNAWAY : CRASH,
    error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" ") : String(error),
  );
}

/** `images`: before each event, what lay on every disk. */
function goBack(
  { witness, devices }: House,
  event: Extract<Event, { readonly do: "restore" }>,
  images: readonly ReadonlyMap<string, Image>[],
): void {
  // What was asked since then is asked again.
  witness.deeds.count += 1;
  const image = images[event.to]?.get(event.on);
  const disk = devices.find((each) => each.name === event.on)?.disk;
  if (image !== undefined) disk?.restore(image);
  for (const folder of NOTE_FOLDERS) disk?.mkdir(pathOf(SETTINGS, folder));
}

async function happen(house: House, event: Interruption): Promise<void> {
  const { board, witness, outside, devices, sync } = house;
  const device = "on" in event ? devices.find((each) => each.name === event.on) : undefined;
  switch (event.do) {
    case "settle":
      if (device !== undefined) await settle(house, device, event.amid ?? [], event.as);
      return;
    case "open":
      return device?.setup.door === "app" && device.life === null
        ? await openApp(house, device, event.amid ?? [])
        : undefined;
    case "close":
      if (device?.life != null && device.setup.door === "app" && board.agenda?.device !== device)
        await closeApp(house, device);
      return;
    case "wait":
      return await amid(house, devices.find((each) => each.life !== null) ?? null, event.amid ?? [], () =>
        board.time.drive(() => false, board.time.passed + event.ms),
      );
    case "deed":
      if (device !== undefined) doDeed(event.deed, { device, witness });
      return devices.forEach((each) => noteByHand(witness, each));
    case "command":
      return device === undefined || device.setup.door === "hands"
        ? undefined
        : await obey(house, device, event.command, event.amid ?? [], event.as);
    case "server":
      return outside.set(event.server, event.mode);
    case "model":
      if (house.model !== null) house.model.mood = event.mood;
      return;
    case "sync":
      return deliver(sync, event.steps, event.chance, witness);
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
    case "settings":
      if (device === undefined) return;
      witness.deeds.count += 1;
      device.settings = event.how === "elsewhere" ? house.settings.elsewhere : house.settings.usual;
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
        device.account = null;
        witness.identities.set(device.name, (witness.identities.get(device.name) ?? 0) + 1);
      }
      return;
    default:
      return never(event);
  }
}
