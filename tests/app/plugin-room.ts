/** A vault with the shipped main.js in it, and a person's ways through it. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { bootApp, type BootOptions } from "./boot";
import type { Harness } from "./harness";
import { newProfile } from "./obsidian/surroundings";

export interface Room {
  readonly folder: string;
  /** Starts the app on this vault; by default a computer that remembers its earlier starts here. */
  start(more?: Partial<BootOptions>): Promise<Harness>;
  put(path: string, text: string): Promise<void>;
  get(path: string): Promise<string>;
  names(path: string): Promise<readonly string[]>;
  /** Every file outside the app's own folder, with its text. */
  files(): Promise<Readonly<Record<string, string>>>;
  settings(data: object): Promise<void>;
  leave(): Promise<void>;
}

export async function openRoom(): Promise<Room> {
  const plugin = inject("doors");
  const home = await mkdtemp(join(tmpdir(), "planwright-room-"));
  const folder = join(home, "vault");
  await mkdir(folder);
  process.env["XDG_CONFIG_HOME"] = join(home, "config");
  const profile = newProfile();
  const started: Harness[] = [];
  const at = (path: string): string => join(folder, path);
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  const files = async (below = ""): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const entry of await readdir(at(below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) Object.assign(found, await files(path));
      else found[path] = await readFile(at(path), "utf8");
    }
    return found;
  };
  return {
    folder,
    start: async (more = {}) => {
      const app = await bootApp({
        folder,
        plugin,
        profile: more.device === "phone" ? newProfile() : profile,
        ...more,
      });
      started.push(app);
      await app.idle();
      return app;
    },
    put,
    get: (path) => readFile(at(path), "utf8"),
    names: async (path) => (existsSync(at(path)) ? (await readdir(at(path))).sort() : []),
    files: () => files(),
    settings: (data) => put(".obsidian/plugins/planwright/data.json", JSON.stringify(data)),
    leave: async () => {
      for (const app of started.reverse())
        if ((await app.unload()).includes("child process"))
          throw new Error("A program that the plugin started outlives it.");
      delete process.env["XDG_CONFIG_HOME"];
      await rm(home, { recursive: true });
    },
  };
}

/** Settings under which nothing has to be waited out but the quiet time. */
export const PROMPT = { start_delay_seconds: 0, grace_seconds: 0, quiet_seconds: 0 };

/**
 * Two names that zod keeps on every window it meets are zod's, and harmless; the ear for selections is that of the
 * app's own editor.
 */
const NOT_OURS = /^on window: __zod_|^listener on document: selectionchange$/;

/** Traces that the plugin leaves when it is turned off. */
export async function leftBehind(app: Harness): Promise<readonly string[]> {
  return (await app.unload()).filter((line) => !NOT_OURS.test(line));
}

/** The app notices the disk, and half a minute passes. */
export async function pass(app: Harness, ms = 30_000): Promise<void> {
  await app.settleDisk();
  await app.time.advance(ms);
  await app.settleDisk();
}

/** Says yes to the settings as this device finds them. */
export async function confirmSettings(app: Harness): Promise<void> {
  await app.run("confirm-settings");
  await app.modal().click(app.modal().buttons().includes("Confirm") ? "Confirm" : "Close");
}

/** Sets up with what is proposed, and tries no sample. */
export async function setUpHere(app: Harness): Promise<void> {
  await app.run("set-up");
  await app.modal().click(app.modal().buttons()[0] ?? "");
}

/** An app that was set up here and is the acting device. */
export async function acting(room: Room): Promise<Harness> {
  const app = await room.start();
  await confirmSettings(app);
  await setUpHere(app);
  await pass(app);
  return app;
}

/** The one request in a folder. */
export async function requestIn(room: Room, folder: string): Promise<string> {
  const names = (await room.names(folder)).filter((each) => each !== "About this folder.md");
  if (names.length !== 1)
    throw new Error(`${folder} holds ${names.length === 0 ? "no request" : names.join(", ")}`);
  return names[0] ?? "";
}

export function plan(id: string, steps: readonly string[], status = "Active"): string {
  return [
    "---",
    `task_id: ${id}`,
    "created_date: 2026-02-21T10:30:00Z",
    "priority: high",
    `status: ${status}`,
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    `Do ${id}.`,
    "",
    "## Roadmap",
    ...steps,
    "",
    "## Reasoning Logs",
    "",
  ].join("\n");
}

/**
 * A real server has its own pace, so the app's clock goes with the real one: a deadline is never over before the server
 * had its time.
 */
export async function waitFor(
  app: Harness,
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms?: number,
): Promise<void> {
  let last = performance.now();
  await app.settleDisk();
  await app.until(
    what,
    async () => {
      const gone = Math.floor(performance.now() - last);
      last += gone;
      await app.time.advance(gone);
      return holds();
    },
    ms,
  );
  await app.settleDisk();
}
