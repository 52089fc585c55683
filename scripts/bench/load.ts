/** The time that the app waits when it loads the plugin that is shipped. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bootApp } from "../../tests/app/boot";
import { median, type Figure } from "./measure";

/** Measured within the plugin’s own code, since the app around it is a stand-in. */
const MEASURED = `
;(() => {
  const { performance: clock } = require("node:perf_hooks");
  const { prototype } = module.exports.default ?? module.exports;
  const { onload } = prototype;
  prototype.onload = async function () {
    const began = clock.now();
    await onload.call(this);
    process.emit("planwright-loaded", clock.now() - began);
  };
})();`;

/** Milliseconds; each time in an app and a vault of its own. */
export async function loading(times: number): Promise<Figure> {
  const code = readFileSync("main.js", "utf8") + MEASURED;
  const manifest = JSON.parse(readFileSync("manifest.json", "utf8")) as {
    readonly id: string;
    readonly name: string;
    readonly version: string;
  };
  const took: number[] = [];
  const take = (ms: number): void => void took.push(ms);
  process.on("planwright-loaded", take);
  for (let round = 0; round < times; round += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), "planwright-loaded-"));
    const app = await bootApp({ folder, plugin: { code, manifest } });
    await app.unload();
    rmSync(folder, { recursive: true, force: true });
  }
  process.off("planwright-loaded", take);
  if (took.length !== times)
    throw new Error(`The plugin was loaded ${String(took.length)} of ${String(times)} times.`);
  return {
    value: median(took),
    detail: `${String(times)} starts, the longest ${Math.max(...took).toFixed(1)} ms; in a stand-in for the app`,
  };
}

/** Milliseconds until the text of main.js is read and evaluated; each time in a process of its own. */
export function evaluating(times: number): Figure {
  const took = Array.from({ length: times }, () =>
    Number(execFileSync(process.execPath, ["scripts/bench/evaluate.mjs", "main.js"], { encoding: "utf8" })),
  );
  return {
    value: median(took),
    detail: `${String(times)} processes, the shortest ${Math.min(...took).toFixed(1)} ms`,
  };
}
