/** A task in memory: the engine with a vault, a device store and a mail server that tests bring. */
import { noPrograms } from "../../src/kit/ports/programs";
import { askScript } from "../../src/adapters/models/askScript";
import { openEngine } from "../../src/engine/engine";
import type { Ports } from "../../src/engine/perform/ports";
import { readSettings } from "../../src/settings/settings";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryNotices } from "../fakes/notice";
import { createSeededRandom } from "../fakes/random";
import { createMemoryStore } from "../fakes/store";
import { createScriptedTools } from "../fakes/tools";
import { createMemoryVault } from "../fakes/vault";
import { DONE, layOut, MAIL_SCHEMA, settingsOf, type Stage } from "./stage";
import type { Answers, Task } from "./task";

export async function openInMemory(task: Task, root: string, answers: Answers): Promise<Stage> {
  const { files, plan } = layOut(task, root);
  const clock = createSimulatedClock("2026-11-20T09:00:00Z");
  const vault = createMemoryVault({ clock, files: Object.fromEntries(files) });
  const store = createMemoryStore({});
  const parsed = readSettings({
    ...settingsOf(task, { provider: "scripted", file: "answers.json" }),
    grace_seconds: 0,
    servers: { mail: { command: "mail" } },
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const tools = createScriptedTools({
    servers: {
      mail: { tools: [{ name: "send_email", description: "Sends one mail.", schema: MAIL_SCHEMA }] },
    },
    clock,
  });
  const script = JSON.stringify({ answers });
  const ports: Ports = {
    vault,
    store,
    clock,
    models: { ask: (question) => askScript(script, question) },
    notice: createMemoryNotices(),
    tools,
    random: createSeededRandom(task.name),
    programs: noPrograms("No program runs in this test."),
    host: { name: "Laptop", machine: "m", vault: "/v" },
  };
  const engine = await openEngine(ports, { settings: parsed.settings, role: "executor", run: "eval" });
  const pathOfPlan = (): string | undefined =>
    Object.entries(vault.files()).find(
      ([path, text]) => path.startsWith("Plans/") && text.includes(`task_id: ${plan ?? ""}\n`),
    )?.[0];
  return {
    plan,
    files: () => new Map(Object.entries(vault.files())),
    write: (note, text) => Promise.resolve(vault.put(note, text)),
    remove: (note) => Promise.resolve(vault.remove(note)),
    async think() {
      await engine.settle(pathOfPlan());
      return DONE;
    },
    async settle() {
      await engine.settle();
      return DONE;
    },
    async draft(note) {
      const none = (trouble: string): Awaited<ReturnType<Stage["draft"]>> => ({ ...DONE, trouble });
      const drafted = await engine.draft({ kind: "plan", note, lines: null }, new AbortController().signal);
      if (drafted.kind === "none") return none(drafted.why);
      const proposal = await engine.propose(drafted.wanted);
      if (typeof proposal === "string") return none(proposal);
      const { kind, say } = await engine.obey({ kind: "agree", wanted: drafted.wanted, code: proposal.code });
      return { ...DONE, trouble: kind === "refused" ? say : null };
    },
    calls: () => tools.calls.map(({ args }) => JSON.stringify(args)),
    store,
  };
}
