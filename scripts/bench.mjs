/**
 * The figures, each beside its goal: what is compared is measured side by side in one run, each row in a process of its
 * own.
 */
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./bundle.mjs";
import { optionsOf } from "./options.mjs";
import { tamedPackages } from "./tame.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "planwright-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const bundle = path.join(folder, "rows.mjs");
await build({
  absWorkingDir: root,
  entryPoints: ["scripts/bench/rows.ts"],
  bundle: true,
  outfile: bundle,
  format: "esm",
  platform: "node",
  target: "node20",
  plugins: [tamedPackages],
  logLevel: "error",
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module";\nconst require = createRequireHere(import.meta.url);',
  },
});
const { ROWS } = await import(pathToFileURL(bundle).href);

const values = optionsOf({
  command: "bench",
  does: "Measures what Planwright promises about speed and memory, each figure beside its goal. At full size this takes long; --scale 10 gives a quick look. Times are the processor’s own, and a row says when others took too much of it.",
  options: {
    row: { says: "only this row", names: ROWS.map(({ id }) => id), many: true },
    scale: {
      says: "vaults so many times smaller, for a quick look; the figures are then not those of the goals",
      least: 1,
      otherwise: 1,
    },
    page: { says: "also writes the table into this page, between its marks", takes: "FILE" },
    json: { says: "also writes the figures there", takes: "FILE" },
  },
});

const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;

/** A text says why there is no figure. */
function measure(id) {
  return new Promise((resolve) => {
    const child = fork(
      path.join(root, "scripts/bench/run.mjs"),
      [pathToFileURL(bundle).href, id, folder, String(values.scale)],
      { cwd: root, execArgv: ["--expose-gc"] },
    );
    let figure = "could not be measured";
    child.on("message", (message) => {
      figure = message;
    });
    child.on("exit", () => resolve(figure));
  });
}

console.log(`${machine}\n`);
const figures = [];
for (const { id, what, unit, goal } of ROWS.filter(
  (row) => values.row.length === 0 || values.row.includes(row.id),
)) {
  const measured = await measure(id);
  const {
    value,
    share = 1,
    ...sides
  } = typeof measured === "string" ? { value: null, detail: measured } : measured;
  const detail =
    share > 0.85
      ? sides.detail
      : `${sides.detail} (not to be trusted: others took ${Math.round((1 - share) * 100)} % of a core)`;
  figures.push({ id, what, unit, goal, value, detail });
  console.log(
    `${value === null ? "·" : value <= goal ? "✓" : "✗"} ${id.padEnd(12)} ${value === null ? "        —" : value.toFixed(2).padStart(9)} ${unit} (at most ${goal})  ${what}: ${detail}`,
  );
}
if (values.page !== null) {
  const page = readFileSync(values.page, "utf8");
  const number = (value) => (value === null ? "—" : value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const rows = figures.map(
    ({ what, unit, goal, value, detail }) =>
      `| ${what} | ${number(value)} ${unit} | ${number(goal)} | ${value === null ? "—" : value <= goal ? "yes" : "**no**"} | ${detail} |`,
  );
  const table = [
    `On ${machine}${values.scale === 1 ? "" : `, with vaults ${values.scale} times smaller than the rows say`}.`,
    "",
    "| What | Figure | At most | Reached | The two sides |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  writeFileSync(
    values.page,
    page.replace(
      /(<!-- figures -->\n)[\s\S]*?(\n<!-- \/figures -->)/,
      (_all, before, after) => `${before}${table}${after}`,
    ),
  );
}
if (values.json !== null)
  writeFileSync(values.json, `${JSON.stringify({ machine, scale: values.scale, figures }, null, 2)}\n`);
process.exitCode = figures.some(({ value }) => value === null) ? 1 : 0;
