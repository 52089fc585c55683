/**
 * Runs the simulator: `npm run sim -- --seeds 50000 --seed 1 [--story NAME] [--fault NAME]… [--workers N] [--show SEED] [--json FILE]`.
 * The core is bundled as it is; only functions that are pure by law remember their answers across runs, which changes nothing but the time.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { bundleSim } from "./sim/bundle.mjs";
import { share } from "./sim/pool.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    story: { type: "string" },
    fault: { type: "string", multiple: true, default: [] },
    workers: { type: "string", default: String(availableParallelism()) },
    show: { type: "string" },
    json: { type: "string" },
    "keep-going": { type: "boolean", default: false },
  },
});

const file = await bundleSim();
const options = { ...(values.story === undefined ? {} : { story: values.story }), faults: values.fault };

if (values.show !== undefined) {
  const { showSeed } = await import(file);
  console.log(await showSeed(Number(values.show), options));
  process.exit(0);
}

const first = Number(values.seed);
const last = first + Number(values.seeds);
/** Small enough that a worker's news comes often, large enough that it is not only news. */
const SHARE = 250;
const began = Date.now();
const totals = { seeds: 0, effects: 0, events: 0, failures: [] };
let given = first;
await share({
  file, workers: Number(values.workers),
  next() {
    if (given >= last || (totals.failures.length > 0 && !values["keep-going"])) return null;
    const from = given;
    given = Math.min(last, from + SHARE);
    return { call: "playSeeds", with: [from, given, options] };
  },
  tell(news) {
    for (const key of ["seeds", "effects", "events"]) totals[key] += news[key];
    totals.failures.push(...news.failures);
  },
  progress: () => `${String(totals.seeds)} of ${values.seeds} runs, ${String(Math.round((totals.seeds * 1000) / (Date.now() - began)))} a second, ${String(totals.failures.length)} failures`,
});

const seconds = (Date.now() - began) / 1000;
console.log(`${String(totals.seeds)} runs (seeds ${String(first)} to ${String(last - 1)}), ${String(totals.events)} events, ${String(totals.effects)} outside effects in ${seconds.toFixed(0)} s: ${totals.failures.length === 0 ? "every invariant held" : `${String(totals.failures.length)} failed`}.`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...totals, seconds }, null, 2)}\n`);
if (totals.failures.length > 0) {
  const { showFailure } = await import(file);
  const kinds = new Map();
  for (const failure of totals.failures.sort((a, b) => a.seed - b.seed)) kinds.set(failure.name, [...(kinds.get(failure.name) ?? []), failure]);
  for (const [name, all] of kinds) console.log(`${String(all.length)} × ${all[0].id} ${name}: seeds ${all.slice(0, 8).map(({ seed }) => seed).join(", ")}`);
  for (const [, [failure]] of [...kinds].slice(0, 3)) console.log(await showFailure(failure.seed, options));
  process.exit(1);
}
