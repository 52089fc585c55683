/** Tries in Chromium what a person does often, and prints how many keys and clicks each took, beside the goal. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { optionsOf } from "./options.mjs";

optionsOf({
  command: "flows",
  does: "Tries in Chromium what a person does often, and prints how many keys and clicks each took.",
  options: {},
});
const FIGURES = "coverage/e2e/flows.json";
rmSync(FIGURES, { force: true });
const vitest = path.resolve("node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--reporter=dot", "tests/e2e/flows.test.ts"], {
  stdio: ["ignore", "ignore", "inherit"],
  // With every waiting time that a person has.
  env: { ...process.env, FLOWS: "whole" },
});
const table = path.resolve("coverage/e2e/flows-table.mjs");
await build({
  entryPoints: ["tests/e2e/flows.ts"],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: table,
  logLevel: "error",
  external: ["playwright-core"],
});
const { FLOWS } = await import(pathToFileURL(table).href);
const figures = JSON.parse(readFileSync(FIGURES, "utf8"));
const rows = Object.entries(FLOWS).map(([id, { what, before, goal }]) => [
  what,
  before,
  String(goal),
  figures[id] === undefined ? "not reached" : String(figures[id].hands),
  figures[id]?.seconds === undefined ? "" : `${figures[id].seconds} s`,
]);
const all = [["what a person does", "before", "goal", "now", "it took"], ...rows];
const widths = all[0].map((_, at) => Math.max(...all.map((row) => row[at].length)));
for (const row of all)
  console.log(
    row
      .map((each, at) => each.padEnd(widths[at]))
      .join("  ")
      .trimEnd(),
  );
process.exitCode = status ?? 1;
