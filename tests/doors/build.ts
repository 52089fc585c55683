/**
 * Builds the plugin and the terminal program once, from the sources as they are now, for every test that needs them.
 */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildPlugin, buildTerminal, root } from "../../scripts/bundle.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with `main.js`, `manifest.json` and `planwright.mjs`. Tests read it and never write there. */
    readonly doors: string;
  }
}

/** Each project of the tests asks for itself; all of them get the first one’s. */
const kept = globalThis as { builtDoors?: Promise<string> };

export default async function build({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await (kept.builtDoors ??= buildDoors());
  provide("doors", folder);
  return () => rm(folder, { recursive: true, force: true });
}

async function buildDoors(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "planwright-doors-"));
  await Promise.all([
    buildPlugin({ file: join(folder, "main.js") }),
    buildTerminal({ file: join(folder, "planwright.mjs") }),
    copyFile(join(root, "manifest.json"), join(folder, "manifest.json")),
  ]);
  return folder;
}
