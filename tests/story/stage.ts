/**
 * A stage: ground, clock, servers and devices, on which the events of a story happen one after the other, each on a
 * minute of its own.
 */
import { noPrograms } from "../../src/kit/ports/programs";
import { createPower, PowerCut, type Power } from "../fakes/faults";
import { createSimulatedClock, type SimulatedClock } from "../fakes/clock";
import { createMemoryNotices, type MemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore, type MemoryStore } from "../fakes/store";
import type { Obeyed } from "../../src/engine/perform/replies";
import { openEngine, type Engine } from "../../src/engine/engine";
import type { RandomPort } from "../../src/kit/ports/random";
import { NOTE_FOLDERS, pathOf, readSettings, type Settings } from "../../src/settings/settings";
import type { Decision } from "../../src/rules/moves";
import type { Role, Starting } from "../../src/approval/around";
import type { World } from "../../src/rules/world";
import type { Ground } from "./ground";
import { createOutside, type Outside } from "./outside";
import type { Story } from "./story";
import { noModels } from "../../src/adapters/models/noModels";
import type { Files } from "./tree";

/** Where every vault lies. */
export const FOLDER = "/vault";

export interface Device {
  readonly name: string;
  readonly random: RandomPort;
  store: MemoryStore;
  machine: string;
  engine: Engine | null;
  role: Role;
}

export interface Stage {
  readonly story: Story;
  readonly before: Files;
  readonly settings: Settings;
  readonly clock: SimulatedClock;
  readonly ground: Ground;
  readonly outside: Outside;
  readonly notices: MemoryNotices;
  readonly devices: Map<string, Device>;
  readonly power: Power | null;
  /** Where the power goes out, nothing a story expects has to come true, and what it names may be elsewhere. */
  readonly strict: boolean;
  device: Device;
  /** What happens while the desk waits. */
  interlude: (() => void) | null;
  /** The time after the start of an app; left out for a terminal, which has none. */
  starting?: () => Starting | null;
  /** How many programs have been started. */
  runs: number;
  world: World | null;
  answer: Obeyed | null;
  /** First digits of the ids of requests that a person moved into Approved. */
  readonly approved: Set<string>;
  /** What a person wrote last, by path. */
  readonly written: Map<string, string>;
  /** What was done, a line a move. */
  readonly diary: string[];
}

export const START = "2026-03-01T09:00:00Z";
const MINUTE = 60_000;

const DEFAULTS = {
  servers: { mail: { command: "mail" }, bank: { command: "bank" } },
  actions: {
    email: {
      server: "mail",
      tool: "send_email",
      idempotency_argument: "message_id",
      attachments_argument: "files",
    },
    payment: { server: "bank", tool: "pay", idempotency_argument: "reference" },
  },
};

/** What every run does to its own notes, and no case is about. */
const HOUSEKEEPING = [
  "become-the-acting-device",
  "keep-a-folder",
  "show-the-day",
  "remember-being-here",
  "draw-the-dashboard",
];

export async function createStage(
  story: Story,
  before: Files,
  overrides: Readonly<Record<string, unknown>>,
  makeGround: (clock: SimulatedClock, power: Power | null) => Ground | Promise<Ground>,
  cuts = false,
  start = START,
): Promise<Stage> {
  const parsed = readSettings({ ...DEFAULTS, ...overrides });
  if (parsed.kind === "bad") throw new Error(`settings.yaml: ${parsed.why}`);
  const clock = createSimulatedClock(start);
  const power = cuts ? createPower() : null;
  const ground = await makeGround(clock, power);
  for (const folder of NOTE_FOLDERS)
    if (!story.without.includes(pathOf(parsed.settings, folder)))
      ground.mkdir(pathOf(parsed.settings, folder));
  for (const [path, text] of Object.entries(before)) ground.put(path, text);
  const stage: Omit<Stage, "device"> = {
    story,
    before,
    settings: parsed.settings,
    clock,
    ground,
    power,
    outside: createOutside(clock, power),
    notices: createMemoryNotices(),
    devices: new Map(),
    strict: !cuts,
    interlude: null,
    runs: 0,
    world: null,
    answer: null,
    approved: new Set(),
    written: new Map(Object.entries(before)),
    diary: [],
  };
  return Object.assign(stage, { device: deviceOf(stage, "a") });
}

export function deviceOf(stage: Pick<Stage, "devices" | "power">, name: string): Device {
  const known = stage.devices.get(name);
  if (known !== undefined) return known;
  const store = createMemoryStore({
    place: `the store of ${name}`,
    ...(stage.power === null ? {} : { faults: stage.power }),
  });
  const device: Device = {
    name,
    random: createSeededRandom(`device ${name}`),
    store,
    machine: `computer ${name}`,
    engine: null,
    role: "executor",
  };
  stage.devices.set(name, device);
  return device;
}

async function deskOf(stage: Stage, role: Role): Promise<Engine> {
  const { device } = stage;
  if (device.engine !== null && device.role === role) return device.engine;
  device.role = role;
  const clock = {
    ...stage.clock,
    async sleep(ms: number, wake?: AbortSignal): Promise<void> {
      const interlude = ms > 1000 ? stage.interlude : null;
      if (interlude !== null) {
        stage.interlude = null;
        interlude();
      }
      await stage.clock.sleep(ms, wake);
    },
  };
  const host = { name: `Laptop ${device.name.toUpperCase()}`, machine: device.machine, vault: FOLDER };
  device.engine = await openEngine(
    {
      vault: stage.ground.vault,
      tools: stage.outside.port,
      models: noModels,
      programs: noPrograms("No program runs in this test."),
      clock,
      random: device.random,
      store: device.store,
      notice: stage.notices,
      host,
    },
    {
      settings: stage.settings,
      role,
      run: `run ${String((stage.runs += 1))}`,
      starting: () => stage.starting?.() ?? null,
    },
  );
  return device.engine;
}

/**
 * Lets a desk work. When the power goes out it comes back, the program is opened again, and the work is done from the
 * start.
 */
export async function work<Result>(
  stage: Stage,
  role: Role,
  job: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  try {
    return await job(await deskOf(stage, role));
  } catch (error) {
    if (!(error instanceof PowerCut) || stage.power === null) throw error;
    stage.power.back();
    stage.ground.reopen();
    for (const device of stage.devices.values()) device.store.reopen();
    stage.device.engine = null;
    return await job(await deskOf(stage, role));
  }
}

/** Answers the rules that had something to do, housekeeping left out. */
export async function settle(stage: Stage, role: Role): Promise<readonly Decision[]> {
  const calls = stage.outside.calls.length;
  const settled = await work(stage, role, (engine) => engine.settle());
  stage.world = settled.world;
  const moves = settled.moves.filter(({ rule }) => !HOUSEKEEPING.includes(rule));
  const { name } = stage.device;
  stage.diary.push(
    `# ${name} settles as ${role}`,
    ...moves.map(({ rule, move }) => `${rule}: ${move.kind} ${move.path}`),
  );
  stage.diary.push(
    ...stage.outside.calls
      .slice(calls)
      .map((call) => `→ ${call.server}/${call.tool} ${JSON.stringify(call.args)}`),
  );
  return moves;
}

/** Time passes until the next full minute. */
export async function nextMinute(stage: Stage): Promise<void> {
  await stage.clock.advance(MINUTE - (stage.clock.now() % MINUTE));
}
