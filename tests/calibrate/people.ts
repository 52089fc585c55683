/** The steps of a script on real folders, one per peer: what a person's hands do, with no sync tool in it. */
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Files } from "./outcome";
import type { Peer, Script, Step } from "./scripts";

export interface People {
  before(script: Script): Promise<void>;
  act(script: Script, step: Step, number: number): Promise<void>;
}

export function createPeople(folders: Readonly<Record<Peer, string>>, scratch: string): People {
  const kept = new Map<number, string>();
  return {
    async before(script) {
      for (const [name, text] of Object.entries(script.before)) await put(path.join(folders.ana, name), text);
    },
    async act(script, step, number) {
      for (const later of script.steps) {
        if (later.does === "goes back" && later.step === number)
          kept.set(number, await copyOf(folders[later.peer], scratch));
      }
      if (!("peer" in step)) return;
      const folder = folders[step.peer];
      const file = path.join(folder, "path" in step ? step.path : "");
      const text = "path" in step ? await textOf(file) : null;
      switch (step.does) {
        case "goes offline":
        case "goes online":
          return;
        case "goes back":
          return goBack(folder, kept.get(step.step) ?? folder);
        case "writes":
          return put(file, step.text);
        case "edits":
        case "appends": {
          if (text === null) return;
          const next =
            step.does === "appends" ? `${text}${step.line}\n` : text.replace(step.old, () => step.new);
          return next === text ? undefined : put(file, next);
        }
        case "moves":
        case "copies": {
          const to = path.join(folder, step.to);
          if (text === null || (await textOf(to)) !== null) return;
          await mkdir(path.dirname(to), { recursive: true });
          return step.does === "moves" ? rename(file, to).catch(ifGone) : put(to, text);
        }
        case "deletes":
          return text === null ? undefined : rm(file).catch(ifGone);
        default:
          return step satisfies never;
      }
    },
  };
}

/** The tool took the note away between the look at it and the hand on it: then the step no longer applies. */
function ifGone(error: unknown): void {
  if ((error as { readonly code?: unknown }).code !== "ENOENT") throw error;
}

/** Every note below a folder, by path with `/`. Hidden names and the unfinished files of a sync tool are left out. */
export async function filesOf(folder: string): Promise<Files> {
  const found = new Map<string, string>();
  for (const name of await namesIn(folder)) {
    const text = await textOf(path.join(folder, name));
    if (text !== null) found.set(name, text);
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
  return names
    .filter((name) => !name.split("/").some((part) => part.startsWith(".") || part.startsWith("~syncthing~")))
    .sort();
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch(() => null);
}

async function copyOf(folder: string, scratch: string): Promise<string> {
  const copy = await mkdtemp(path.join(scratch, "kept-"));
  for (const name of await namesIn(folder))
    await cp(path.join(folder, name), path.join(copy, name), { preserveTimestamps: true });
  return copy;
}

async function goBack(folder: string, copy: string): Promise<void> {
  const names = await namesIn(copy);
  for (const name of await namesIn(folder))
    if (!names.includes(name)) await rm(path.join(folder, name)).catch(ifGone);
  for (const name of names) {
    await put(path.join(folder, name), (await textOf(path.join(copy, name))) ?? "");
    const { atime, mtime } = await stat(path.join(copy, name));
    await utimes(path.join(folder, name), atime, mtime);
  }
}
