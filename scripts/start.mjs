#!/usr/bin/env node
/**
 * `npm start`: the plugin on a page of this computer, in a stand-in of the app, over a real folder. No Obsidian, no
 * network.
 *
 *   npm start                 a fresh copy of the sample vault, with a post office, a bank and a scripted model on this computer
 *   npm start -- FOLDER       a vault of your own; what this device remembers is kept apart from the app's
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { optionsOf } from "./options.mjs";

const { word, port } = optionsOf({
  command: "start",
  does: "Opens Planwright on a page of this computer, over a real folder. Ctrl+C ends it.",
  word: { takes: "FOLDER", says: "a vault of your own; otherwise a fresh copy of the sample vault" },
  options: { port: { least: 0, otherwise: 0, says: "the port on 127.0.0.1; 0 takes any" } },
});

const stopping = [];
let ending = null;
/** Said at the end, once there is a vault. */
let last = "Stopped.";
const stop = () =>
  (ending ??= (async () => {
    for (const each of stopping.reverse()) await each().catch(() => undefined);
  })());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(
    signal,
    () =>
      void stop().then(() => {
        process.stdout.write(`${last}\n`, () => process.exit(0));
      }),
  );

try {
  const { openPage } = await import("./start/open.mjs");
  const place = word === null ? await sample() : await ownVault(path.resolve(word));
  const served = await openPage({ ...place, port });
  stopping.push(served.stop);
  if (ending === null) {
    process.stdout.write(`${place.vault} is open at ${served.url}\n`);
    process.stdout.write(
      word === null
        ? "This is a copy of the sample vault; nothing leaves this computer. Ctrl+C ends it and keeps the copy.\n"
        : "Ctrl+C ends it.\n",
    );
  }
} catch (error) {
  await stop();
  const why =
    error.code === "ERR_MODULE_NOT_FOUND" ? "A package is missing. Run “npm ci” first." : error.message;
  process.stderr.write(`The page could not be opened. ${why}\n`);
  process.exit(1);
}

async function sample() {
  const { copySample, openOutside } = await import("./start/outside.mjs");
  const outside = await openOutside();
  stopping.push(outside.stop);
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), "planwright-start-"));
  last = `Stopped. The copy of the sample vault is still in ${folder}; delete it when you like.`;
  return { ...(await copySample({ place: folder, outside })), outside };
}

/**
 * The memory of the page’s device is in a folder of its own, so that the page never takes the place of the app or the
 * terminal.
 */
async function ownVault(folder) {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw new Error(`${folder} is not a folder.`);
  const vault = await realpath(folder);
  const states = process.env["XDG_STATE_HOME"] ?? path.join(homedir(), ".local/state");
  const mark = createHash("sha256").update(vault).digest("hex").slice(0, 16);
  const state = path.join(states, "planwright-page", mark);
  await mkdir(state, { recursive: true, mode: 0o700 });
  // The app makes this folder when a plugin is installed, and the settings are saved in it.
  await mkdir(path.join(vault, ".obsidian/plugins/planwright"), { recursive: true });
  return { vault, state };
}
