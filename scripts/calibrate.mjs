#!/usr/bin/env node
/**
 * Runs the same short scripts on real sync tools and on the simulator's models of them, and checks that what really happened is among
 * what the models can reach. Two Syncthing nodes and two git clones, on loopback only, in a temporary folder that is removed.
 *
 *   node scripts/calibrate.mjs                          everything
 *   node scripts/calibrate.mjs --quick                  four scripts per tool, under 90 seconds
 *   node scripts/calibrate.mjs --only syncthing|git
 *   node scripts/calibrate.mjs --script "the other rejects" --ways 40
 *   node scripts/calibrate.mjs --record                 adds what was seen to tests/calibrate/seen.json
 *
 * A tool that is missing is installed with apt-get when this runs as root. Where that fails it is skipped, with a sentence; under
 * CI=true that is a failure. Exit codes: 0 all within reach, 1 not, 2 wrong use.
 */
import { parseArgs } from "node:util";
import { root } from "./bundle.mjs";
import { bundleSim } from "./sim/bundle.mjs";

process.chdir(root);
// By exit(), so that the nodes are ended too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));

async function main(argv) {
  const options = readOptions(argv);
  if (options === null) {
    process.stderr.write("It takes --quick, --only syncthing or --only git, --script TEXT, --ways N, --record, or nothing.\n");
    return 2;
  }
  const { calibrate } = await import(await bundleSim({ entry: "tests/calibrate/run.ts" }));
  return await calibrate({ ...options, print: (line) => process.stdout.write(`${line}\n`) });
}

function readOptions(args) {
  try {
    const options = { quick: { type: "boolean" }, record: { type: "boolean" }, only: { type: "string" }, script: { type: "string" }, ways: { type: "string" } };
    const { values } = parseArgs({ args, options });
    const ways = values.ways === undefined ? null : Number(values.ways);
    if (values.only !== undefined && !["syncthing", "git"].includes(values.only)) return null;
    if (ways !== null && !(Number.isInteger(ways) && ways > 0)) return null;
    return { quick: values.quick === true, record: values.record === true, only: values.only ?? null, script: values.script ?? null, ways };
  } catch {
    return null;
  }
}
