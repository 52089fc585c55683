/** A task in a folder, played by the terminal program: the same words that a person types. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createDiskStore } from "../../src/adapters/node/createDiskStore";
import { layOut, readNotes, settingsOf, type Done, type Player, type Stage } from "./stage";
import type { Task } from "./task";

/** One call of the terminal program, from words to exit code. */
export type Door = (words: readonly string[]) => Promise<Ended>;
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `root`: the project. `folder` is made. */
export function openByProgram(
  task: Task,
  {
    root,
    folder,
    door,
    player,
  }: { readonly root: string; readonly folder: string; readonly door: Door; readonly player: Player },
): Stage {
  const at = (name: string): string => path.join(folder, name);
  const { files, plan } = layOut(task, root);
  const write = (note: string, text: string): void => put(path.join(at("vault"), note), text);
  for (const [note, text] of files) write(note, text);
  const isScript = player.kind === "script";
  if (isScript) put(at("script.json"), JSON.stringify({ answers: player.answers }));
  const server = path.join(root, "scripts/parts/counting-server.mjs");
  const settings = {
    ...settingsOf(task, isScript ? { provider: "scripted", file: at("script.json") } : player.definition),
    servers: { mail: { command: process.execPath, args: [server, at("calls.txt")] } },
    ...(isScript ? {} : { limits: { usd: player.usd, plan_usd: player.usd, day_usd: player.usd } }),
  };
  put(at("settings.json"), `${JSON.stringify(settings, null, 2)}\n`);
  const options = [
    "--vault",
    at("vault"),
    "--settings",
    at("settings.json"),
    "--device",
    at("device"),
    "--grace",
    "0",
  ];
  const run = (...words: readonly string[]): Promise<Ended> => door([...words, ...options]);
  return {
    plan,
    files: () => readNotes(at("vault")),
    write: (note, text) => Promise.resolve(write(note, text)),
    remove: (note) => Promise.resolve(rmSync(path.join(at("vault"), note))),
    think: async () => done(await run("think", plan ?? "")),
    settle: async () => done(await run("settle", "--executor")),
    async draft(note) {
      const shown = await run("plan", note, "--json");
      if (shown.code !== 0) return done(shown);
      const { code } = JSON.parse(shown.out) as { readonly code: string };
      return done(await run("plan", note, code));
    },
    calls: () =>
      existsSync(at("calls.txt"))
        ? readFileSync(at("calls.txt"), "utf8")
            .split("\n")
            .filter((line) => line !== "")
        : [],
    store: createDiskStore(at("device")),
  };
}

function put(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function done({ code, err }: Ended): Done {
  const said = err.trim().split("\n").at(-1) ?? "";
  return { trouble: code === 0 || said === "" ? null : said, stopped: code >= 128 };
}
