/**
 * Runs the simulator. The core is bundled as it is; only functions that are pure by law remember their answers across
 * runs, which changes nothing but the time.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { optionsOf } from "./options.mjs";
import { bundleSim } from "./sim/bundle.mjs";
import { share } from "./sim/pool.mjs";

const file = await bundleSim();
const { FAULTS, STORY_NAMES, showFailure, showSeed } = await import(file);
const values = optionsOf({
  command: "sim",
  does: "Plays the core on simulated devices, as chance draws it, and asks in every run all that must always hold. A thousand runs take about a quarter of a minute on two cores.",
  options: {
    seeds: { says: "how many runs", least: 1, otherwise: 1000 },
    seed: { says: "the first of them; the same seed gives the same run", least: 0, otherwise: 1 },
    show: {
      says: "tells this one run, and plays no other; to be given with the --story and --fault that it was found with",
      least: 0,
    },
    story: { says: "always this vault", names: STORY_NAMES },
    fault: { says: "no other kind of trouble", names: FAULTS, many: true },
    workers: { says: "processes beside each other", least: 1, otherwise: availableParallelism() },
    json: { says: "also writes what came of it there", takes: "FILE" },
    "keep-going": { says: "does not stop at the first failure" },
  },
});
const options = { ...(values.story === null ? {} : { story: values.story }), faults: values.fault };

if (values.show !== null) {
  console.log(await showSeed(values.show, options));
  process.exit(0);
}

const first = values.seed;
const last = first + values.seeds;
/** Small enough that a worker's news comes often, large enough that it is not only news. */
const SHARE = 250;
const began = Date.now();
const totals = { seeds: 0, effects: 0, events: 0, failures: [] };
let given = first;
await share({
  file,
  workers: values.workers,
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
  progress: () =>
    `${String(totals.seeds)} of ${String(values.seeds)} runs, ${String(Math.round((totals.seeds * 1000) / (Date.now() - began)))} a second, ${String(totals.failures.length)} failures`,
});

const seconds = (Date.now() - began) / 1000;
console.log(
  `${String(totals.seeds)} runs (seeds ${String(first)} to ${String(last - 1)}), ${String(totals.events)} events, ${String(totals.effects)} outside effects in ${seconds.toFixed(0)} s: ${totals.failures.length === 0 ? "every invariant held" : `${String(totals.failures.length)} failed`}.`,
);
if (values.json !== null) writeFileSync(values.json, `${JSON.stringify({ ...totals, seconds }, null, 2)}\n`);
if (totals.failures.length > 0) {
  const kinds = new Map();
  for (const failure of totals.failures.sort((a, b) => a.seed - b.seed))
    kinds.set(failure.name, [...(kinds.get(failure.name) ?? []), failure]);
  for (const [name, all] of kinds)
    console.log(
      `${String(all.length)} × ${all[0].id} ${name}: seeds ${all
        .slice(0, 8)
        .map(({ seed }) => seed)
        .join(", ")}`,
    );
  for (const [, [failure]] of [...kinds].slice(0, 3)) console.log(await showFailure(failure.seed, options));
  process.exit(1);
}
