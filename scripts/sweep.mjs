/**
 * The crash sweep: `npm run sweep -- [--all] [--every] [--stride N] [--story TEXT] [--workers N]`. Every canonical story is cut at its port
 * calls, and every so-manieth time once more while it recovers. `--all` leaves out no pair; `--every` also plays what differs from its
 * neighbour only by what was read.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { bundleSim } from "./sim/bundle.mjs";
import { share } from "./sim/pool.mjs";

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    every: { type: "boolean", default: false },
    stride: { type: "string", default: "23" },
    story: { type: "string", default: "" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

const file = await bundleSim({ entry: "tests/sim/sweep.ts" });
const { CANONICAL, sweepable, tellFailure } = await import(file);
const options = { every: values.every, stride: values.all ? 1 : Number(values.stride) };
const PARTS = 6;
const pieces = CANONICAL.filter(({ name }) => name.includes(values.story)).flatMap(({ name, script }) =>
  sweepable(script).flatMap((at) => Array.from({ length: PARTS }, (_each, part) => ({ call: "sweepEvent", with: [name, at, options, part, PARTS] }))));

const began = Date.now();
const totals = { singles: 0, pairs: 0, pairsThereAre: 0, doubts: 0, helped: 0 };
const failures = [];
let given = 0;
await share({
  file, workers: Number(values.workers),
  next: () => pieces[given++] ?? null,
  tell(news) {
    for (const key of Object.keys(totals)) totals[key] += news[key];
    failures.push(...news.failures);
  },
  progress: () => `${String(given)} of ${String(pieces.length)} pieces, ${String(totals.singles + totals.pairs)} runs, ${String(failures.length)} failures`,
});

const seconds = (Date.now() - began) / 1000;
console.log(`${String(totals.singles)} single cuts and ${String(totals.pairs)} of ${String(totals.pairsThereAre)} pairs in ${seconds.toFixed(0)} s; ${String(totals.doubts)} runs ended at a doubt, in ${String(totals.helped)} a person had more to do: ${failures.length === 0 ? "every invariant held, and every plan ended as it should" : `${String(failures.length)} failed`}.`);
if (failures.length > 0) {
  const kinds = new Map();
  for (const failure of failures.sort((a, b) => a.cuts.length - b.cuts.length)) {
    const kind = `${failure.story}: ${failure.why.replace(/\d{4}-\d\d-\d\dT\d{4}Z\S*/g, "…")}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
  }
  for (const [kind, all] of kinds) console.log(`${String(all.length)} × ${kind}`);
  for (const [, [first]] of [...kinds].slice(0, 5)) console.log(await tellFailure(first));
  process.exit(1);
}
