/** Walks a reader's first plans through a desk, in memory, the way the pages tell it. */
import { noPrograms } from "../../src/kit/ports/programs";
import { createSimulatedClock, type SimulatedClock } from "../fakes/clock";
import { noModels } from "../../src/adapters/models/noModels";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createScriptedTools, type ScriptedTools } from "../fakes/tools";
import { createMemoryVault, type MemoryVault } from "../fakes/vault";
import { openEngine, type Engine, type Settled } from "../../src/engine/engine";
import type { Settings } from "../../src/settings/settings";

export interface Walk {
  readonly vault: MemoryVault;
  readonly tools: ScriptedTools;
  readonly clock: SimulatedClock;
  readonly engine: Engine;
  /** A minute later, so that every note has lain still. */
  settle(): Promise<Settled>;
  /** The one note in a folder of ours, the note about the folder left out. */
  only(folder: string): string;
  moveTo(folder: string, path: string): void;
  /** Ticks the box before these words, a minute later. */
  tick(path: string, words: string): Promise<void>;
  text(path: string): string;
}

const text = { type: "string" };
const MAIL = { account: text, to: { type: "array", items: text }, subject: text, body: text };

export async function beginWalk(settings: Settings, files: Readonly<Record<string, string>>): Promise<Walk> {
  const clock = createSimulatedClock("2026-03-02T09:00:00Z");
  const vault = createMemoryVault({ clock, files });
  const tools = createScriptedTools({ clock, servers: { mail: { tools: [{ name: "send_email", description: "", schema: { type: "object", properties: MAIL, required: Object.keys(MAIL), additionalProperties: false } }], answer: () => ({ kind: "ok", text: "Sent." }) } } });
  const host = { name: "MacBook", machine: "a computer", vault: "vault" };
  const ports = { vault, clock, tools, models: noModels, programs: noPrograms("No program runs in this test."), random: createSeededRandom("the pages"), store: createMemoryStore({ place: "its store" }), notice: createMemoryNotices(), host };
  const engine = await openEngine(ports, { settings, role: "executor", run: "run" });
  const textOf = (path: string): string => vault.text(path) ?? "";
  return {
    vault, tools, clock, engine,
    async settle() {
      await clock.advance(60_000);
      return await engine.settle();
    },
    only(folder) {
      const found = Object.keys(vault.files()).filter((path) => path.startsWith(`${folder}/`) && !path.endsWith("/About this folder.md"));
      if (found.length !== 1) throw new Error(`${folder} holds ${String(found.length)} notes: ${found.join(", ")}`);
      return found[0] ?? "";
    },
    moveTo: (folder, path) => vault.rename(path, `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`),
    async tick(path, words) {
      await clock.advance(60_000);
      vault.put(path, textOf(path).replace(`- [ ] ${words}`, `- [x] ${words}`));
    },
    text: textOf,
  };
}

/** As a page shows a note: the seal is one long line of letters that says nothing to an eye. */
export function unsealed(note: string): string {
  return note.replace(/^(seal: p[wr]1\.).*$/m, "$1…");
}
