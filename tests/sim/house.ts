/** Everything a run has in hand: devices with the vault of a story, servers, a way to sync, and the witness. */
import { NOTE_FOLDERS, pathOf, type Settings } from "../../src/settings/settings";
import { openSync } from "./deliver";
import { createModel, type Model } from "./agent/model";
import { AGENT_STORIES, settingsOf } from "./agent/vault";
import { createDevice, type Device, type Switchboard } from "./device";
import type { Image } from "./disk";
import { createOutside, type Outside } from "./outside";
import type { Interruption, Script } from "./script";
import { FAILING_STORIES, STORIES } from "./stories";
import { ONE_FOLDER } from "./sync";
import type { SyncModel } from "./sync/model";
import { createTime } from "./time";
import { createWitness, type Violation, type Witness } from "./witness";

export interface PlayOptions {
  readonly diary?: boolean;
  /** Of which event the port calls are listed. */
  readonly listCalls?: number;
}

export interface House {
  readonly devices: readonly Device[];
  readonly board: Switchboard;
  readonly outside: Outside;
  readonly witness: Witness;
  readonly sync: SyncModel | null;
  /** The model of the agents; null where there is none. */
  readonly model: Model | null;
  /** The settings, and those with another mail server. */
  readonly settings: { readonly usual: Settings; readonly elsewhere: Settings };
}

/** What the first run makes of a story. */
export interface Opening {
  readonly image: Image;
  readonly lines: readonly string[];
  readonly issued: Witness["issued"];
  /** What came out of the program meanwhile; of every run that begins here. */
  readonly faults: readonly Violation[];
}

const START = Date.parse("2026-03-01T09:00:00Z");
/** Milliseconds since a script that has begun began. */
const LONG_AGO = 300_000;
/** Port calls that one event may make; the longest honest ones make a few hundred. */
export const BUDGET = 6000;

/** `happen` plays an event that comes amid another. */
export function openHouse(
  script: Script,
  options: PlayOptions,
  opening: Opening | null,
  happen: (house: House, event: Interruption) => Promise<void>,
): House {
  const time = createTime(START);
  const model = script.model === undefined ? null : createModel(script.model);
  time.isLoose = model !== null;
  const settings = settingsOf(script.story);
  const isOneFolder = script.sync === ONE_FOLDER;
  const devices: Device[] = [];
  for (const setup of script.devices)
    devices.push(
      createDevice(setup, time, opening === null ? "" : " again", isOneFolder ? (devices[0] ?? null) : null),
    );
  const story = STORIES[script.story] ?? FAILING_STORIES[script.story] ?? AGENT_STORIES[script.story];
  if (story === undefined) throw new Error(`There is no story “${script.story}”.`);
  for (const device of devices) device.settings = settings.usual;
  for (const { disk } of devices) {
    for (const folder of NOTE_FOLDERS) disk.mkdir(pathOf(settings.usual, folder));
    for (const [path, text] of Object.entries(story.files)) disk.put(path, text, true);
    for (const [path, { text }] of opening?.image ?? []) disk.put(path, text, true);
  }
  const witness = createWitness(options.diary === true);
  if (opening !== null) {
    for (const [name, issued] of opening.issued) witness.issued.set(name, issued);
    for (const device of devices) if (device.name === "a") device.lines = [...opening.lines];
    time.pass(LONG_AGO);
  }
  const board: Switchboard = {
    time,
    tick: script.tick,
    agenda: null,
    log: options.listCalls === undefined ? null : [],
    happen: (event) => happen(house, event),
    say: witness.say,
    budget: { left: BUDGET },
  };
  const house: House = {
    devices,
    board,
    outside: createOutside(),
    witness,
    model,
    settings,
    sync: script.sync === null || isOneFolder ? null : openSync(script.sync, devices, time.wall, witness),
  };
  return house;
}
