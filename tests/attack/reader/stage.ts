/**
 * One device over a vault in memory, in Node and in a window alike. What the servers are called, offer and answer is a
 * scene's to say.
 */
import { noPrograms } from "../../../src/kit/ports/programs";
import { createSimulatedClock, type SimulatedClock } from "../../fakes/clock";
import { createMemoryNotices, type MemoryNotices } from "../../fakes/notice";
import { createSeededRandom } from "../../fakes/random";
import { createMemoryStore } from "../../fakes/store";
import { createScriptedTools, type ScriptedServer } from "../../fakes/tools";
import { createMemoryVault, type MemoryVault } from "../../fakes/vault";
import { openEngine, type Engine } from "../../../src/engine/engine";
import { NOTE_FOLDERS, pathOf, readSettings, type Settings } from "../../../src/settings/settings";
import type { World } from "../../../src/rules/world";
import { noModels } from "../../../src/adapters/models/noModels";
import { obeyed, type Said } from "../../story/said";

export interface Stage {
  readonly settings: Settings;
  readonly vault: MemoryVault;
  readonly clock: SimulatedClock;
  readonly notices: MemoryNotices;
  readonly engine: Engine;
  /** The notes a person, a program or a server put there, as they put them. */
  readonly given: Map<string, string>;
  /** What the desk answered to commands. */
  readonly answers: string[];
  /** How many actions went out. */
  readonly calls: () => number;
  lookAtServer(name: string): ReturnType<ReturnType<typeof createScriptedTools>["look"]>;
  put(path: string, text: string): void;
  settle(): Promise<World>;
  obey(command: Said): Promise<void>;
  /** Moves a request of ours from one folder to another. */
  move(from: string, to: string, words?: string): void;
  /** Path of the one request in a folder whose name holds these words. */
  requestIn(folder: string, words?: string): string;
  moment(): Moment;
}

/** A vault and a device's memory at one moment, from which many stages can go on. */
export interface Moment {
  readonly vault: ReturnType<MemoryVault["snapshot"]>;
  readonly store: readonly string[];
  readonly now: number;
  readonly given: ReadonlyMap<string, string>;
}

export interface Setting {
  readonly from?: Moment;
  readonly device: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly servers: Readonly<Record<string, ScriptedServer>>;
}

const START = "2026-03-01T09:00:00Z";

export async function openStage({ device, settings: given, servers, from }: Setting): Promise<Stage> {
  const parsed = readSettings(given);
  if (parsed.kind === "bad") throw new Error(`These settings cannot be: ${parsed.why}`);
  const { settings } = parsed;
  const clock = createSimulatedClock(from?.now ?? START);
  const vault = createMemoryVault({ clock, folders: NOTE_FOLDERS.map((each) => pathOf(settings, each)) });
  const store = createMemoryStore();
  if (from !== undefined) {
    vault.restore(from.vault);
    store.restore(from.store);
  }
  const notices = createMemoryNotices();
  const tools = createScriptedTools({ servers, clock });
  const ports = {
    vault,
    tools,
    models: noModels,
    clock,
    random: createSeededRandom(from === undefined ? "attack" : "attack, later"),
    store,
    notice: notices,
    programs: noPrograms("No program runs in this test."),
    host: { name: device, machine: "computer", vault: "/vault" },
  };
  const engine = await openEngine(ports, { settings, role: "executor", run: "run" });
  const before = new Map(from?.given);
  const answers: string[] = [];
  const requestIn = (folder: string, words = ""): string => {
    const found = Object.keys(vault.files()).filter(
      (path) => path.startsWith(`${folder}/`) && path.includes(words) && /_[0-9a-f]{8}\.md$/.test(path),
    );
    if (found.length !== 1)
      throw new Error(`${folder} holds ${found.length === 0 ? "no request" : found.join(", ")}`);
    return found[0] ?? "";
  };
  return {
    settings,
    vault,
    clock,
    notices,
    engine,
    given: before,
    answers,
    requestIn,
    calls: () => tools.calls.length,
    lookAtServer: (name) =>
      tools.look(name, settings.servers[name] ?? { command: "none", args: [], env: {} }),
    put(path, text) {
      vault.put(path, text);
      before.set(path, vault.text(path) ?? "");
    },
    async settle() {
      await clock.advance(60_000);
      return (await engine.settle()).world;
    },
    async obey(command) {
      answers.push((await obeyed(engine, command)).say);
    },
    moment: () => ({
      vault: vault.snapshot(),
      store: store.snapshot(),
      now: clock.now(),
      given: new Map(before),
    }),
    move(from, to, words) {
      const path = requestIn(from, words);
      vault.rename(path, `${to}/${path.slice(path.lastIndexOf("/") + 1)}`);
    },
  };
}

/** A text as a value of a property: quoted, so that it is that text and nothing else. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

export interface PlanWords {
  readonly id?: string;
  readonly objective?: string;
  readonly context?: string;
  readonly step?: string;
  readonly next?: string;
  readonly log?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly source?: string;
  /** Of the action; null for a step without one. */
  readonly action?: Readonly<Record<string, unknown>> | null;
}

/** A plan whose gated step carries an action. The steps come first, so that nothing else in it can hide them. */
export function planNote(of: PlanWords): string {
  const action = Object.entries(of.action ?? {}).map(
    ([key, value]) => `    ${key}: ${typeof value === "string" ? quoted(value) : JSON.stringify(value)}`,
  );
  return [
    "---",
    `task_id: ${quoted(of.id ?? "PLAN-1")}`,
    `source_link: ${of.source === undefined ? "null" : quoted(of.source)}`,
    "created_date: 2026-02-21T10:30:00Z",
    "priority: high",
    `status: ${of.status ?? "Active"}`,
    `blocked_reason: ${of.reason === undefined ? "null" : quoted(of.reason)}`,
    "---",
    "",
    "## Roadmap",
    "- [x] Identify client",
    `- [ ] ✋ ${of.step ?? "Send email"} ^s-7f3a`,
    ...(action.length > 0 ? ["    ```action", ...action, "    ```"] : []),
    `- [ ] ${of.next ?? "Log the transaction"}`,
    "",
    "## Reasoning Logs",
    ...(of.log === undefined ? [] : [`- [2026-02-21T10:30:00Z] Agent: ${of.log}`]),
    "",
    "# Objective",
    of.objective ?? "Send the January invoice",
    "",
    ...(of.context === undefined ? [] : ["## Context", of.context, ""]),
  ].join("\n");
}
