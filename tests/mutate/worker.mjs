/** Runs trials with one mutant switched on, and tells of each before it begins: one that never ends is known by that. */
const stryker = (globalThis.__stryker__ ??= {});
const { trials } = await import(process.argv[2]);

/** A trial that waits for what never comes is over when nothing is left to do. */
async function run(trial) {
  for (const forget of globalThis.forget ?? []) forget();
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("late")), 30_000);
  });
  try {
    await Promise.race([trial.run(), late]);
    return null;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 300);
  } finally {
    clearTimeout(timer);
  }
}

/** Without a mutant: what each trial takes and which mutants it reaches. */
async function count({ by }) {
  const reached = [];
  for (const [at, trial] of trials.entries()) {
    if (by.length > 0 && !by.some((start) => trial.name.startsWith(start))) {
      reached.push({ name: trial.name, ms: 0, why: null, hits: {} });
      continue;
    }
    stryker.currentTestId = String(at + 1);
    const began = process.hrtime.bigint();
    const why = await run(trial);
    reached.push({
      name: trial.name,
      ms: Number(process.hrtime.bigint() - began) / 1e6,
      why,
      hits: stryker.mutantCoverage?.perTest[stryker.currentTestId] ?? {},
    });
  }
  return { atLoad: Object.keys(stryker.mutantCoverage?.static ?? {}), reached };
}

async function judge({ mutant, order }) {
  stryker.activeMutant = mutant;
  for (const { at, limit } of order) {
    process.send({ kind: "begins", at });
    stryker.hitCount = 0;
    stryker.hitLimit = limit;
    const why = await run(trials[at]);
    if (stryker.hitCount > limit) return { kind: "too-long", at };
    if (why !== null) return { kind: "killed", at, why };
  }
  return { kind: "survived" };
}

process.on("message", async (task) => {
  if (task.kind === "count") process.send({ kind: "counted", ...(await count(task)) });
  else process.send(await judge(task));
});
process.send({ kind: "ready" });
