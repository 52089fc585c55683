/**
 * The attack book. Ends with one table: section, cases, bypasses (cases that failed), seconds. Exits with 1 when there
 * is a bypass.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { optionsOf } from "./options.mjs";

const BROWSER = "tests/attack/active-browser.test.ts";

const values = optionsOf({
  command: "attack",
  does: "Plays the attack book: every way in that we could think of, against a real folder, the built program and the plugin. About four minutes on two cores; with --quick about one.",
  options: {
    quick: {
      says: "leaves out what needs a browser, two in three cases on the built program, and three in four shapes of what is tried in very many",
    },
    all: { says: "plays every case on the built program as well" },
  },
});

const folder = mkdtempSync(path.join(tmpdir(), "planwright-attack-book-"));
const report = path.join(folder, "report.json");
const run = path.resolve("node_modules/vitest/vitest.mjs");
const quick = values.quick ? ["--exclude", BROWSER] : [];
const { status } = spawnSync(
  process.execPath,
  [
    run,
    "run",
    "tests/attack",
    ...quick,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  { stdio: "inherit", env: { ...process.env, ATTACK: values.all ? "shipped" : values.quick ? "" : "all" } },
);

let sections = new Map();
let broken = [];
try {
  ({ sections, broken } = count(JSON.parse(readFileSync(report, "utf8"))));
} catch {
  console.error("The attack book could not be read: vitest wrote no report.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print(sections);
for (const file of broken) console.log(`${file} could not be run at all.`);
const bypasses = [...sections.values()].reduce((sum, { failed }) => sum + failed, 0);
process.exitCode = status === 0 && bypasses === 0 && broken.length === 0 && sections.size > 0 ? 0 : 1;

/** By section: the title of the outermost group, or the name of the file where there is none. */
function count({ testResults }) {
  const sections = new Map();
  const broken = [];
  for (const { name, status, assertionResults } of testResults) {
    if (status === "failed" && assertionResults.length === 0) broken.push(path.relative(process.cwd(), name));
    for (const { ancestorTitles, status: outcome, duration } of assertionResults) {
      const section = ancestorTitles[0] ?? path.basename(name, ".test.ts");
      const { cases, failed, skipped, ms } = sections.get(section) ?? {
        cases: 0,
        failed: 0,
        skipped: 0,
        ms: 0,
      };
      const played = outcome === "passed" || outcome === "failed";
      sections.set(section, {
        cases: cases + (played ? 1 : 0),
        failed: failed + (outcome === "failed" ? 1 : 0),
        skipped: skipped + (played ? 0 : 1),
        ms: ms + (duration ?? 0),
      });
    }
  }
  return { sections, broken };
}

/** Seconds are those of each case added up; cases that run side by side count each for itself. */
function print(sections) {
  const rows = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([section, { cases, failed, skipped, ms }]) => [
      section,
      String(cases),
      String(failed),
      String(skipped),
      (ms / 1000).toFixed(1),
    ]);
  const sum = [...sections.values()].reduce(
    (all, each) => ({
      cases: all.cases + each.cases,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      ms: all.ms + each.ms,
    }),
    { cases: 0, failed: 0, skipped: 0, ms: 0 },
  );
  const table = [
    ["section", "cases", "bypasses", "left out", "seconds"],
    ...rows,
    ["all", String(sum.cases), String(sum.failed), String(sum.skipped), (sum.ms / 1000).toFixed(1)],
  ];
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)));
  console.log(
    `\n${table.map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ")).join("\n")}`,
  );
}
