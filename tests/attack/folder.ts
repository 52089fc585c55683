/**
 * The door for which a vault is a folder and everything else is simulated: time, servers, this device's memory. Several
 * devices, and moments in the middle of things.
 */
import { noPrograms } from "../../src/kit/ports/programs";
import { rmSync } from "node:fs";
import { createFolderVault } from "../../src/adapters/folder/vault";
import { createSimulatedClock, type SimulatedClock } from "../fakes/clock";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore, type MemoryStore } from "../fakes/store";
import { createScriptedTools, type ScriptedAnswer } from "../fakes/tools";
import { openEngine, type Engine } from "../../src/engine/engine";
import { never } from "../../src/kit/never";
import type { RandomPort } from "../../src/kit/ports/random";
import type { VaultPort } from "../../src/kit/ports/vault";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings/settings";
import { renderStatus } from "../../src/overview/report";
import type { RequestView } from "../../src/approval/view";
import type { World } from "../../src/rules/world";
import { obeyed, type Said } from "../story/said";
import { noModels } from "../../src/adapters/models/noModels";
import {
  openHand,
  SERVERS,
  settingsOf,
  TOOLS,
  type Answer,
  type Ground,
  type Overrides,
  type Word,
} from "./ground";

/**
 * Where something can happen in between: the desk waits for a time to pass, the server is looked at, the record is
 * about to be made, it is there.
 */
export type Moment = "wait" | "look" | "record" | "recorded";

export interface FolderGround extends Ground {
  readonly clock: SimulatedClock;
  /** This device's memory. */
  store(): MemoryStore;
  /** Once, when the desk gets there next. */
  during(moment: Moment, happen: () => void): void;
  /** Moments that did not come. */
  unreached(): readonly Moment[];
  /** Who acts from now on. `from` takes another device's memory along. */
  device(
    name: string,
    more?: { readonly from?: string; readonly machine?: string; readonly vault?: string },
  ): void;
  /** The program is closed and opened again. */
  restart(): void;
  engine(): Promise<Engine>;
  /** Tells a desk that runs that something may have changed there, as the disk would. */
  hint(path: string): void;
  /** How often the folder of approved requests was listed. */
  looks(): number;
  command(command: Said): Promise<string>;
  /** As last seen; throws before the first settle. */
  world(): World;
  /** Every request that is known, by state. */
  request(name?: string): RequestView;
  /** Another vault in another folder: what is in this one is copied there. */
  moveVault(): Promise<void>;
}

interface Device {
  readonly name: string;
  readonly random: RandomPort;
  readonly store: MemoryStore;
  machine: string;
  vault: string;
}

const START = "2026-03-01T09:00:00Z";

export async function openFolder(overrides: Overrides = {}): Promise<FolderGround> {
  const clock = createSimulatedClock(START);
  const hand = openHand("attack", () => clock.now());
  const notices = createMemoryNotices();
  const waiting = new Map<Moment, () => void>();
  const reach = (moment: Moment): void => {
    const happen = waiting.get(moment);
    waiting.delete(moment);
    happen?.();
  };
  const answers = new Map<string, Answer>();
  const tools = createScriptedTools({
    clock,
    servers: Object.fromEntries(
      Object.entries(TOOLS).map(([server, tool]) => [
        server,
        {
          tools: [
            {
              name: tool.name,
              description: "",
              schema: {
                type: "object",
                properties: tool.properties,
                required: tool.required,
                additionalProperties: false,
              },
            },
          ],
          answer: () => answerOf(answers.get(server) ?? "ok"),
        },
      ]),
    ),
  });
  const ports = {
    ...tools,
    look(...of: Parameters<typeof tools.look>) {
      reach("look");
      return tools.look(...of);
    },
  };
  const waits = {
    ...clock,
    async sleep(ms: number, wake?: AbortSignal): Promise<void> {
      if (ms > 1000) reach("wait");
      await clock.sleep(ms, wake);
    },
  };
  let hear: (path: string) => void = () => undefined;
  let looks = 0;
  const vaultAt = async (folder: string): Promise<VaultPort> => {
    const opening = await createFolderVault(folder);
    if (opening.kind === "refused") throw new Error(opening.why);
    const { vault } = opening;
    return {
      ...vault,
      list(folder) {
        if (folder === settings.folders.approved) looks += 1;
        return vault.list(folder);
      },
      watch(_folders, hint) {
        hear = hint;
        return () => (hear = () => undefined);
      },
      async create(path, text) {
        const record = path.endsWith("_receipt.md");
        if (record) reach("record");
        const made = await vault.create(path, text);
        if (record) reach("recorded");
        return made;
      },
    };
  };

  let settings: Settings = settingsOf(SERVERS, overrides);
  let vault = await vaultAt(hand.root);
  const devices = new Map<string, Device>();
  const deviceOf = (name: string): Device => {
    const known = devices.get(name) ?? {
      name,
      random: createSeededRandom(`device ${name}`),
      store: createMemoryStore({ place: `the store of ${name}` }),
      machine: `computer ${name}`,
      vault: "/vault",
    };
    devices.set(name, known);
    return known;
  };
  let device = deviceOf("a");
  let engine: Engine | null = null;
  let world: World | null = null;
  const said: string[] = [];
  const open = async (): Promise<Engine> => {
    const { store, random, name, machine } = device;
    engine ??= await openEngine(
      {
        vault,
        tools: ports,
        models: noModels,
        clock: waits,
        random,
        store,
        notice: notices,
        programs: noPrograms("No program runs in this test."),
        host: { name: `Laptop ${name.toUpperCase()}`, machine, vault: device.vault },
      },
      { settings, role: "executor", run: "run" },
    );
    return engine;
  };
  const command = async (given: Said): Promise<string> => {
    const answer = await obeyed(await open(), given);
    said.push(answer.say);
    return answer.say;
  };
  const seen = (): World => {
    if (world === null) throw new Error("Nothing was looked at yet.");
    return world;
  };

  const ground: FolderGround = {
    ...hand,
    get settings() {
      return settings;
    },
    clock,
    async settle() {
      await clock.advance(60_000);
      world = (await (await open()).settle()).world;
    },
    pass: (minutes) => clock.advance(minutes * 60_000),
    obey: (word) => command(commandOf(word)),
    command,
    configure(next) {
      settings = settingsOf(SERVERS, { ...overrides, ...next });
      engine = null;
    },
    answer: (server, how) => void answers.set(server, how),
    calls: () => tools.calls.map(({ server, tool, args }) => ({ server, tool, args })),
    shown: () =>
      [dashboard(hand), world === null ? "" : renderStatus(world), ...notices.texts, ...said].join("\n"),
    store: () => device.store,
    during: (moment, happen) => void waiting.set(moment, happen),
    unreached: () => [...waiting.keys()],
    device(name, { from, machine, vault: place } = {}) {
      device = deviceOf(name);
      if (from !== undefined) device.store.restore(deviceOf(from).store.snapshot());
      if (machine !== undefined) device.machine = machine;
      if (place !== undefined) device.vault = place;
      engine = null;
    },
    restart() {
      engine = null;
    },
    engine: open,
    hint: (path) => hear(path),
    looks: () => looks,
    world: seen,
    request(name) {
      const found = seen().requests.filter(
        (each) => each.id !== "" && (name === undefined || each.name === name),
      );
      const [only] = found;
      if (only === undefined || found.length > 1)
        throw new Error(
          `There are ${String(found.length)} requests${name === undefined ? "" : ` called ${name}`}.`,
        );
      return only;
    },
    async moveVault() {
      hand.copy("", "../copy");
      vault = await vaultAt(`${hand.home}/copy`);
      engine = null;
    },
    leave: () => Promise.resolve(rmSync(hand.home, { recursive: true, force: true })),
  };
  return ground;
}

function commandOf(word: Word): Said {
  switch (word.kind) {
    case "request":
      return { kind: "request", plan: word.plan, step: null, action: null };
    case "skip":
      return { kind: "skip", plan: word.plan, step: null };
    case "cancel":
    case "start":
    case "confirm":
    case "resolve":
    case "pause":
    case "continue":
      return word;
    default:
      return never(word);
  }
}

function answerOf(answer: Answer): ScriptedAnswer {
  switch (answer) {
    case "ok":
      return { kind: "ok", text: "Sent." };
    case "tool-error":
      return { kind: "tool-error", text: "Saving a copy failed." };
    case "broken":
      return { kind: "unknown", why: "The connection broke." };
    default:
      return never(answer);
  }
}

function dashboard(hand: { read(path: string): string }): string {
  try {
    return hand.read(DEFAULT_SETTINGS.folders.dashboard);
  } catch {
    return "";
  }
}
