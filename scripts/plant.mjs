/**
 * Takes one guard after the other out of the core and shows that the simulator notices. A run that fails without the
 * planted bug as well proves nothing and does not count.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./bundle.mjs";
import { optionsOf } from "./options.mjs";
import { bundleSim } from "./sim/bundle.mjs";
import { startWorker } from "./sim/pool.mjs";
import { readSources } from "./sources.mjs";

const values = optionsOf({
  command: "plant",
  does: "Puts planted bugs into the core, one at a time, and plays until the simulator notices. About a quarter of an hour on two cores when all are noticed; with --quick about five minutes.",
  options: {
    only: { says: "only bugs whose name has this in it", takes: "TEXT", many: true },
    quick: { says: "begins with the run that noticed it last time" },
    seeds: { says: "how many runs each of them gets at most", least: 1, otherwise: 50_000 },
    from: { says: "the first of these runs", least: 0, otherwise: 1 },
    record: { says: "writes what noticed each into tests/sim/planted-caught.json" },
    workers: { says: "bugs that are tried beside each other", least: 1, otherwise: 2 },
  },
});

const CAUGHT = path.join(root, "tests/sim/planted-caught.json");
/** How far a quick run looks when the seed that once caught a bug no longer does: the draws have changed. */
const QUICK_SEEDS = 3000;
const LARGEST_SHARE = 250;
/** How many runs after the one that noticed a bug also say what they noticed, when that is recorded. */
const FURTHER = 150;
/** Of a bug that is looked for in one vault, each run of which takes longer. */
const FURTHER_IN_ONE = 3;
/** A share this slow never ends. Milliseconds. */
const PATIENCE = 180_000;

/** Seeds of one bundle, played in a process of its own. */
function player(file, options = {}) {
  let worker = startWorker(file);
  return {
    play: (from, to) =>
      new Promise((resolve, reject) => {
        if (!worker.connected) worker = startWorker(file);
        const over = (then) => {
          clearTimeout(late);
          worker.removeAllListeners();
          then();
        };
        const late = setTimeout(
          () =>
            over(() => {
              worker.kill("SIGKILL");
              worker = startWorker(file);
              resolve({
                failures: [
                  {
                    seed: from,
                    id: "C2",
                    name: "comesBack",
                    why: "it never came back",
                    failed: ["comesBack"],
                  },
                ],
              });
            }),
          PATIENCE,
        );
        worker.once("message", (played) => over(() => resolve(played)));
        worker.once("exit", (code) => over(() => reject(new Error(`A worker ended with ${String(code)}.`))));
        worker.send({ call: "playSeeds", with: [from, to, options] });
      }),
    stop: () => worker.kill(),
  };
}

/** The first seed whose failure is the bug's own; null when there is none. */
async function search(mutated, clean, from, to, least = 8) {
  let share = least;
  for (let at = from; at < to; at += share, share = Math.min(LARGEST_SHARE, share * 2)) {
    const { failures } = await mutated.play(at, Math.min(to, at + share));
    for (const failure of failures) {
      const honest = await clean.play(failure.seed, failure.seed + 1);
      if (!honest.failures.some(({ name }) => name === failure.name)) return failure;
    }
  }
  return null;
}

/**
 * Names of all invariants that fail in the run that noticed it and in those that follow, the one that failed first in
 * front.
 */
async function noticedIn(found, mutated, clean, further) {
  const names = new Set(found.failed);
  const { failures } = await mutated.play(found.seed + 1, found.seed + 1 + further);
  for (const { seed, failed } of failures) {
    if (failed.every((name) => names.has(name))) continue;
    const honest = (await clean.play(seed, seed + 1)).failures.flatMap((each) => each.failed);
    for (const name of failed) if (!honest.includes(name)) names.add(name);
  }
  return [...names];
}

const planted = await bundleSim({ entry: "tests/sim/planted.ts" });
const { PLANTED } = await import(planted);
const { plant } = await import(await bundleSim({ entry: "tests/sim/plant.ts" }));
const sources = readSources();
const caught = existsSync(CAUGHT) ? JSON.parse(readFileSync(CAUGHT, "utf8")) : {};
const wanted = PLANTED.filter(
  ({ name }) => values.only.length === 0 || values.only.some((part) => name.includes(part)),
);
if (wanted.length === 0) {
  console.error(
    `No planted bug has ${values.only.map((part) => `“${part}”`).join(" or ")} in its name. docs/invariants.md lists them.`,
  );
  process.exit(2);
}
// From cheap to dear, as far as that is known.
const queue = [...wanted].sort(
  (a, b) => (caught[a.name]?.seed ?? Infinity) - (caught[b.name]?.seed ?? Infinity) || 0,
);
// A text that is not there once is said before hours are spent.
for (const row of queue) plant(row, sources);

const honestFile = await bundleSim();
const first = values.from;
const rows = [];

async function tryOne(row, clean) {
  const began = Date.now();
  const file = await bundleSim({ changes: plant(row, sources) });
  const options = row.story === undefined ? {} : { story: row.story };
  const mutated = player(file, options);
  const honest = row.story === undefined ? clean : player(honestFile, options);
  const known = caught[row.name];
  let found = null;
  if (values.quick && known !== undefined) {
    found = await search(mutated, honest, known.seed, known.seed + 1);
    if (found?.id !== known.id) found = null;
  }
  const seeds = values.quick ? QUICK_SEEDS : values.seeds;
  found ??= await search(mutated, honest, first, first + seeds, row.story === undefined ? 8 : 1);
  const failed =
    values.record && found !== null
      ? await noticedIn(found, mutated, honest, row.story === undefined ? FURTHER : FURTHER_IN_ONE)
      : [];
  mutated.stop();
  if (honest !== clean) honest.stop();
  return { name: row.name, guards: row.guards, found, failed, seconds: (Date.now() - began) / 1000 };
}

await Promise.all(
  Array.from({ length: values.workers }, async () => {
    const clean = player(honestFile);
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const result = await tryOne(row, clean).catch((error) => ({
        name: row.name,
        guards: row.guards,
        found: null,
        seconds: 0,
        error,
      }));
      rows.push(result);
      const { found } = result;
      console.log(
        `${found === null ? "NOT CAUGHT" : `${found.id} ${found.name}, seed ${String(found.seed)}`} · ${result.name} (${result.seconds.toFixed(0)} s)${found === null ? (result.error === undefined ? "" : ` ${result.error.message}`) : `: ${found.why.slice(0, 160)}`}`,
      );
      // A seed that no longer catches the bug is dropped, but not by a quick run: that tries too few seeds.
      if (values.record && (found !== null || (result.error === undefined && !values.quick))) {
        if (found === null) delete caught[result.name];
        else
          caught[result.name] = {
            id: found.id,
            invariant: found.name,
            seed: found.seed,
            seeds: found.seed - first + 1,
            failed: result.failed,
          };
        const kept = Object.fromEntries(
          PLANTED.flatMap(({ name }) => (caught[name] === undefined ? [] : [[name, caught[name]]])),
        );
        writeFileSync(CAUGHT, `${JSON.stringify(kept, null, 2)}\n`);
      }
    }
    clean.stop();
  }),
);

const missed = rows.filter(({ found }) => found === null);
const hits = rows.filter(({ found }) => found !== null).sort((a, b) => a.found.seed - b.found.seed);
console.log(`\n| Planted bug | What it takes away | Caught by | Seeds |\n|---|---|---|---|`);
for (const { name, guards, found } of hits)
  console.log(`| ${name} | ${guards} | ${found.id} ${found.name} | ${String(found.seed)} |`);
console.log(`\n${String(hits.length)} of ${String(rows.length)} caught.`);
for (const { name, guards } of missed) console.log(`Not caught: ${name} (${guards})`);
process.exit(missed.length === 0 ? 0 : 1);
