/** The stand-in keeps its promises in happy-dom, where most tests meet it. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bootApp } from "../boot";
import type { Harness } from "../harness";
import { cases } from "./cases";
import type { Kit, Module } from "./kit";

let folder: string;
let harness: Harness;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "planwright-contract-"));
  const code = 'module.exports = class extends require("obsidian").Plugin {};';
  harness = await bootApp({ folder, plugin: { code } });
});
afterEach(async () => {
  await harness.unload();
  await rm(folder, { recursive: true });
});

const kitOf = (): Kit => {
  const at = (path: string): string => join(folder, path);
  const window = harness.window as Window & typeof globalThis;
  const require = Reflect.get(window, "require") as (name: string) => Module;
  return {
    app: harness.app,
    obsidian: require("obsidian"),
    window,
    pass: (ms) => harness.time.advance(ms),
    async until(what, holds) {
      for (let waited = 0; waited < 5000; waited += 100) {
        if (holds()) return;
        await harness.time.advance(100);
      }
      throw new Error(`Waited in vain: ${what}.`);
    },
    others: {
      async write(path, text) {
        await mkdir(dirname(at(path)), { recursive: true });
        await writeFile(at(path), text);
        await harness.settleDisk();
      },
      async move(from, to) {
        await rename(at(from), at(to));
        await harness.settleDisk();
      },
      async remove(path) {
        await rm(at(path));
        await harness.settleDisk();
      },
      read: (path) => readFile(at(path), "utf8"),
    },
  };
};

test.each(cases)("$name", async ({ run }) => {
  await run(kitOf());
  expect(harness.errors()).toEqual([]);
});
