/**
 * The crash sweep: every canonical story is cut at its port calls, and every so-manieth time once more while it
 * recovers.
 */
import { availableParallelism } from "node:os";
import { optionsOf } from "./options.mjs";
import { bundleSim } from "./sim/bundle.mjs";
import { share } from "./sim/pool.mjs";

const file = await bundleSim({ entry: "tests/sim/sweep.ts" });
const { CANONICAL, sweepable, tellFailure } = await import(file);
const values = optionsOf({
  command: "sweep",
  does: "Cuts the stories off at every call that changes something, some of them once more while they recover, and refuses every call once (with --reads fewer of those that only read). About five minutes on two cores.",
  options: {
    all: { says: "leaves out no pair of cuts; about twenty minutes" },
    every: { says: "also cuts where nothing differs from a neighbouring cut but what was read" },
    stride: { says: "of the pairs, each so-manieth; 0 for none", least: 0, otherwise: 23 },
    reads: { says: "of the calls that only read, each so-manieth is refused", least: 1, otherwise: 1 },
    story: { says: "only stories whose name has this in it", takes: "TEXT" },
    workers: {
      says: "processes beside each other",
      least: 1,
      otherwise: Math.min(2, availableParallelism()),
    },
  },
});
const options = { every: values.every, stride: values.all ? 1 : values.stride, reads: values.reads };
const PARTS = 4;
const stories = CANONICAL.filter(({ name }) => name.includes(values.story ?? ""));
if (stories.length === 0) {
  console.error(
    `No story has “${values.story}” in its name. There are:\n${CANONICAL.map(({ name }) => `  ${name}`).join("\n")}`,
  );
  process.exit(2);
}
const pieces = stories.flatMap(({ name, script }) =>
  sweepable(script).flatMap((at) =>
    Array.from({ length: PARTS }, (_each, part) => ({
      call: "sweepEvent",
      with: [name, at, options, part, PARTS],
    })),
  ),
);

const began = Date.now();
const totals = { singles: 0, pairs: 0, pairsThereAre: 0, doubts: 0, helped: 0 };
const failures = [];
let given = 0;
await share({
  file,
  workers: values.workers,
  next: () => pieces[given++] ?? null,
  tell(news) {
    for (const key of Object.keys(totals)) totals[key] += news[key];
    failures.push(...news.failures);
  },
  progress: () =>
    `${String(given)} of ${String(pieces.length)} pieces, ${String(totals.singles + totals.pairs)} runs, ${String(failures.length)} failures`,
});

const seconds = (Date.now() - began) / 1000;
console.log(
  `${String(totals.singles)} single cuts and ${String(totals.pairs)} of ${String(totals.pairsThereAre)} pairs in ${seconds.toFixed(0)} s; ${String(totals.doubts)} runs ended at a doubt, in ${String(totals.helped)} a person had more to do: ${failures.length === 0 ? "every invariant held, and every plan ended as it should" : `${String(failures.length)} failed`}.`,
);
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
