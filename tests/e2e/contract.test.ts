/** The stand-in keeps the same promises in Chromium as in happy-dom. */
import { mkdtemp, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { openPage, type Served } from "../../scripts/start/open.mjs";
import { sitDown, type Person } from "../../scripts/start/person.mjs";
import { cases } from "../app/contract/cases";
import { inChromium } from "./rig";

inChromium((rig) => {
  let place: string;
  let served: Served;
  let person: Person;
  beforeAll(async () => {
    place = await mkdtemp(join(await realpath(tmpdir()), "planwright-contract-"));
    const vault = join(place, "vault");
    const state = join(place, "state");
    await mkdir(vault);
    await mkdir(state);
    const plugin = join(place, "empty.js");
    await writeFile(plugin, 'module.exports = class extends require("obsidian").Plugin {};');
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ["tests/app/contract/page.ts"],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2022",
    });
    served = await openPage({ vault, state, made: { ...rig().made, plugin } });
    const context = await rig().browser.newContext();
    await context.addInitScript({ content: outputFiles[0]?.text ?? "" });
    await context.exposeFunction("others", async (verb: string, first: string, second = "") => {
      const at = (path: string): string => join(vault, path);
      if (verb === "read") return readFile(at(first), "utf8");
      if (verb === "write") await writeFile(at(first), second);
      else if (verb === "move") await rename(at(first), at(second));
      else await rm(at(first));
      return "";
    });
    person = await sitDown(context, served.url);
  });
  afterAll(async () => {
    await person.leave();
    await served.stop();
    await rm(place, { recursive: true });
  });

  test.each(cases.map(({ name }) => name))("%s", async (name) => {
    expect(await person.page.evaluate((each) => window.contract.run(each), name)).toBeNull();
  });
});
