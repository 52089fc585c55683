#!/usr/bin/env node
/**
 * Runs the same short scripts on real sync tools and on the simulator's models of them, and checks that what really
 * happened is among what the models can reach. Two Syncthing nodes and two git clones, on loopback only, in a temporary
 * folder that is removed.
 *
 * A tool that is missing is installed with apt-get when this runs as root. Where that fails it is skipped, with a
 * sentence; under CI=true that is a failure. Exit codes: 0 all within reach, 1 not, 2 wrong use.
 */
import { root } from "./bundle.mjs";
import { optionsOf } from "./options.mjs";
import { bundleSim } from "./sim/bundle.mjs";

process.chdir(root);
// By exit(), so that the nodes are ended too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const options = optionsOf({
  command: "calibrate",
  does: "Plays short scripts on real Syncthing and git, and on the models of them. About ten minutes; with --quick about one. As root on Debian, installs Syncthing or git where it is missing.",
  options: {
    quick: { says: "four scripts for each tool" },
    only: { says: "only this tool", names: ["syncthing", "git"] },
    script: { says: "only scripts whose name has this in it", takes: "TEXT" },
    ways: { says: "in how many ways the model plays each of them", least: 1 },
    record: { says: "adds what was seen to tests/calibrate/seen.json" },
  },
});
const { calibrate } = await import(await bundleSim({ entry: "tests/calibrate/run.ts" }));
process.exitCode = await calibrate({ ...options, print: (line) => process.stdout.write(`${line}\n`) });
