/** The production core on a real folder, with a device that lives in memory and time that nobody waits for. */
import { noPrograms } from "../../src/kit/ports/programs";
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createFolderVault } from "../../src/adapters/folder/vault";
import { createMemoryStore } from "../../tests/fakes/store";
import { createScriptedTools, type ScriptedServer } from "../../tests/fakes/tools";
import { createSystemRandom } from "../../src/adapters/node/createSystemRandom";
import { openEngine, type Engine } from "../../src/engine/engine";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { ModelPort } from "../../src/kit/ports/model";
import type { StorePort } from "../../src/kit/ports/store";
import type { VaultPort } from "../../src/kit/ports/vault";
import { readSettings } from "../../src/settings/settings";
import { noModels } from "../../src/adapters/models/noModels";
import type { Role } from "../../src/approval/around";

/** A system clock on which sleeping costs nothing. */
function hastyClock(): ClockPort {
  let ahead = 0;
  return {
    // Whole milliseconds, as every clock tells: a record with a fraction does not verify. What is slept may have one.
    now: () => Math.floor(Date.now() + ahead),
    monotonic: () => performance.now() + ahead,
    sleep: (ms) => {
      ahead += Math.max(0, ms);
      return Promise.resolve();
    },
    turn: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}

/** A system clock on which nothing waits but for an event. */
function wakefulClock(): ClockPort {
  return {
    ...hastyClock(),
    sleep: (ms, wake) =>
      wake === undefined || ms < 1000
        ? Promise.resolve()
        : new Promise((resolve) =>
            wake.aborted ? resolve() : wake.addEventListener("abort", () => resolve()),
          ),
  };
}

/** A desk that stays, is told of changes by the disk, and comes to rest again and again. */
export interface Staying {
  /** Does this, and waits until the desk has come to rest after it and `isDone`. */
  after(change: () => void, isDone: () => boolean): Promise<void>;
  /** How often it has written the Dashboard. */
  drawn(): number;
  stop(): Promise<void>;
}

export async function stayAt(folder: string, more: Partial<DeskAt> = {}): Promise<Staying> {
  let drawn = 0;
  const desk = await openDeskAt({
    ...more,
    folder,
    clock: wakefulClock(),
    onWrite: (path) => (drawn += path === "Dashboard.md" ? 1 : 0),
  });
  const stopping = new AbortController();
  let told = (): void => undefined;
  desk.onWorld(() => told());
  const rest = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      told = () => {
        if (isDone()) resolve();
      };
    });
  const settled = rest(() => true);
  const running = desk.run(stopping.signal);
  await settled;
  return {
    async after(change, isDone) {
      const done = rest(isDone);
      change();
      await done;
    },
    drawn: () => drawn,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export interface DeskAt {
  readonly folder: string;
  readonly role?: Role;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly servers?: Readonly<Record<string, ScriptedServer>>;
  readonly clock?: ClockPort;
  readonly store?: StorePort;
  readonly models?: ModelPort;
  /** Told of every note that is written. */
  readonly onWrite?: (path: string) => void;
}

function telling(vault: VaultPort, onWrite: (path: string) => void): VaultPort {
  return {
    ...vault,
    async create(path, text) {
      const made = await vault.create(path, text);
      if (made.kind === "created") onWrite(path);
      return made;
    },
    async change(path, edit) {
      const changed = await vault.change(path, edit);
      if (changed.kind === "changed") onWrite(path);
      return changed;
    },
  };
}

export async function openDeskAt({
  folder,
  role = "executor",
  settings = {},
  servers = {},
  clock = hastyClock(),
  store = createMemoryStore(),
  models = noModels,
  onWrite,
}: DeskAt): Promise<Engine> {
  const opening = await createFolderVault(folder);
  const parsed = readSettings(settings);
  if (opening.kind !== "open" || parsed.kind !== "settings")
    throw new Error(`The folder ${folder} cannot be used.`);
  const ports = {
    vault: onWrite === undefined ? opening.vault : telling(opening.vault, onWrite),
    clock,
    random: createSystemRandom(),
    store,
    tools: createScriptedTools({ servers, clock }),
    models,
    programs: noPrograms("No program runs in this test."),
    notice: { say: () => undefined },
    host: { name: "bench", machine: "bench", vault: folder },
  };
  return await openEngine(ports, {
    settings: { ...parsed.settings, quiet_seconds: 0, start_delay_seconds: 0, grace_seconds: 0 },
    role,
    run: "run",
  });
}

export function plansIn(folder: string): string[] {
  return readdirSync(path.join(folder, "Plans")).map((name) => path.join(folder, "Plans", name));
}

/** Reads every plan as text, one after the other, and keeps nothing. Answers how many characters. */
export function readAllNow(folder: string): number {
  return plansIn(folder).reduce((sum, file) => sum + readFileSync(file, "utf8").length, 0);
}

/** The same through promises, 32 at a time. */
export async function readAllLater(folder: string): Promise<number> {
  const files = plansIn(folder);
  let next = 0;
  let sum = 0;
  const take = async (): Promise<void> => {
    for (let file = files[next]; file !== undefined; file = files[next]) {
      next += 1;
      sum += (await readFile(file, "utf8")).length;
    }
  };
  await Promise.all(Array.from({ length: 32 }, take));
  return sum;
}
