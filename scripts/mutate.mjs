/**
 * How much of a change to the code is noticed. Stryker’s mutants of the rooms that decide, each judged by the compiler,
 * the unit tests, the cases in memory and runs of the simulator, one after the other until one notices.
 */
import { fork } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { ROOMS, bundleMutants } from "../tests/mutate/bundle.mjs";
import { createCompiler, withMutant } from "../tests/mutate/compile.mjs";
import { optionsOf } from "./options.mjs";

const values = optionsOf({
  command: "mutate",
  does: "Changes the code in small ways and counts which changes some test notices. All of them take many hours; --minutes or --sample ends it sooner.",
  options: {
    room: { says: "only this room", names: ROOMS, many: true },
    file: { says: "only files whose path ends so", takes: "NAME", many: true },
    sample: { says: "so many changes", least: 1 },
    minutes: { says: "for so long", least: 1 },
    seeds: { says: "how many runs of the simulator judge one change at most", least: 0, otherwise: 150 },
    seed: { says: "the same seed takes the changes in the same order", least: 0, otherwise: 1 },
    json: { says: "writes what came of each there", takes: "FILE" },
    again: { says: "only what survived in the --json of an earlier run", takes: "FILE" },
    by: { says: "only tests judge whose path begins so", takes: "TESTS", many: true },
  },
});
if (values.again !== null && !existsSync(values.again)) {
  console.error(`There is no file “${values.again}”. Give --again the --json of an earlier run.`);
  process.exit(2);
}
const rooms = values.room.length === 0 ? ROOMS : values.room;

setPriority(12);
const WORKER = fileURLToPath(new URL("../tests/mutate/worker.mjs", import.meta.url));
const { mutants, sources, folder, counting, plain } = await bundleMutants();
const roomOf = ({ fileName }) => fileName.split("/")[1];

/**
 * Answers with the next message that is not the beginning of a trial; null when the worker ended, or took longer than
 * `limitOf` a trial allows.
 */
function open(bundle, mutant = null) {
  const env = {
    ...process.env,
    STORIES: "6",
    ...(mutant === null ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant }),
  };
  const worker = fork(WORKER, [bundle], {
    cwd: folder,
    env,
    execArgv: ["--max-old-space-size=1500"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let hear = () => undefined;
  let gone = false;
  worker.on("message", (message) => hear(message));
  worker.once("exit", () => {
    gone = true;
    hear(null);
  });
  const ask = (task, limitOf) =>
    new Promise((resolve) => {
      let at = null;
      let timer;
      const end = (answer) => {
        clearTimeout(timer);
        if (answer === null) worker.kill("SIGKILL");
        resolve(answer ?? { kind: "ended", at, late: !gone });
      };
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end(null), limitOf(at));
      };
      hear = (message) => {
        if (message?.kind !== "begins") return end(message);
        at = message.at;
        watch();
      };
      watch();
      if (gone) return end(null);
      if (task !== null) worker.send(task);
    });
  return { ask, close: () => worker.kill("SIGKILL") };
}

const LOAD = 60_000;

async function count() {
  const worker = open(counting);
  await worker.ask(null, () => LOAD);
  const counted = await worker.ask({ kind: "count", by: values.by }, () => 3_600_000);
  worker.close();
  if (counted.kind !== "counted") throw new Error("The run without a mutant did not come to its end.");
  const failed = counted.reached.filter(({ why }) => why !== null);
  for (const { name, why } of failed) console.error(`${name}: ${why}`);
  if (failed.length > 0)
    throw new Error(
      `Without a mutant ${String(failed.length)} of ${String(counted.reached.length)} trials fail.`,
    );
  return counted;
}

const { atLoad, reached } = await count();
const trials = reached.map(({ name, ms }) => ({ name, ms }));
/** By mutant: the trials that reach it, and how often it may be reached before it counts as without end. */
const orders = new Map();
reached.forEach(({ hits }, at) => {
  for (const [mutant, times] of Object.entries(hits))
    orders.set(mutant, [...(orders.get(mutant) ?? []), { at, limit: 2000 + times * 100 }]);
});
const isSeed = ({ at }) => trials[at].name.startsWith("tests/mutate/seeds");
/** How often a trial noticed mutants of a file, by both: it will notice more of them. */
const noticedBy = new Map();
function inOrder(order, file) {
  const rank = ({ at }) => trials[at].ms / (1 + 5 * (noticedBy.get(`${file} ${String(at)}`) ?? 0));
  const sorted = order.toSorted((a, b) => rank(a) - rank(b));
  const seeds = new Set(sorted.filter(isSeed).slice(0, values.seeds));
  return sorted.filter((each) => !isSeed(each) || seeds.has(each));
}
const loaded = new Set(atLoad);
const fileOf = new Map(mutants.map(({ id, fileName }) => [id, fileName]));
const reachFile = new Map();
for (const [mutant, order] of orders) {
  const file = fileOf.get(mutant);
  reachFile.set(file, new Set([...(reachFile.get(file) ?? []), ...order.map(({ at }) => at)]));
}
console.log(
  `${String(mutants.length)} mutants; ${String(trials.length)} trials hold without one, and reach ${String(new Set([...orders.keys(), ...atLoad]).size)}.`,
);

const limitOf = (at) => (at === null ? LOAD : 5000 + trials[at].ms * 20);
let shared = null;

async function judgeIn(worker, task, file) {
  const answer = await worker.ask(task, limitOf);
  if (typeof answer.at === "number")
    noticedBy.set(`${file} ${String(answer.at)}`, (noticedBy.get(`${file} ${String(answer.at)}`) ?? 0) + 1);
  const by = answer.at === undefined || answer.at === null ? "load" : trials[answer.at].name;
  switch (answer.kind) {
    case "survived":
      return { verdict: "survived" };
    case "killed":
      return { verdict: answer.why === "late" ? "too long" : "killed", by, why: answer.why };
    case "too-long":
      return { verdict: "too long", by };
    default:
      return { verdict: answer.late ? "too long" : "killed", by, ended: true };
  }
}

async function judge({ id, fileName }) {
  const order = inOrder(orders.get(id) ?? [], fileName);
  if (order.length > 0) {
    if (shared === null) {
      shared = open(plain);
      await shared.ask(null, () => LOAD);
    }
    const result = await judgeIn(shared, { kind: "judge", mutant: id, order }, fileName);
    if (result.ended === true || result.why === "late") {
      shared.close();
      shared = null;
    }
    if (result.verdict !== "survived") return result;
  }
  if (!loaded.has(id)) return { verdict: order.length > 0 ? "survived" : "not reached" };
  // A value that is worked out while the program loads has to be wrong from the start.
  const fresh = open(plain, id);
  try {
    const ready = await fresh.ask(null, () => LOAD);
    if (ready.kind !== "ready") return { verdict: ready.late ? "too long" : "killed", by: "load" };
    const every = [...(reachFile.get(fileName) ?? [])].map((at) => ({ at, limit: 1e9 }));
    return await judgeIn(fresh, { kind: "judge", mutant: id, order: inOrder(every, fileName) }, fileName);
  } finally {
    fresh.close();
  }
}

/** The same walk for the same seed. */
function shuffled(list, seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return list
    .map((each) => [next(), each])
    .sort((a, b) => a[0] - b[0])
    .map(([, each]) => each);
}

const told = (mutant) => ({
  file: mutant.fileName,
  mutator: mutant.mutatorName,
  was: withMutant(sources[mutant.fileName], mutant).was,
  becomes: mutant.replacement,
});
const lookedAt =
  values.again === null
    ? null
    : new Set(
        JSON.parse(readFileSync(values.again, "utf8"))
          .filter(({ verdict }) => verdict === "survived")
          .map(nearest),
      );
const isWanted = (mutant) =>
  (values.file.length === 0 || values.file.some((name) => mutant.fileName.endsWith(name))) &&
  (lookedAt === null || lookedAt.has(mutant.id));

/** The id of the same change where it stands now; of several, the one that moved least. */
function nearest(old) {
  const same = mutants.filter(
    (each) =>
      each.fileName === old.file &&
      each.mutatorName === old.mutator &&
      each.replacement === old.becomes &&
      told(each).was === old.was,
  );
  const away = ({ location: { start } }) =>
    Math.abs(start.line + 1 - old.line) * 1000 + Math.abs(start.column + 1 - old.column);
  return same.toSorted((x, y) => away(x) - away(y))[0]?.id;
}

/** Room by room in turn, so that a run may end anywhere and has looked at each. */
const queues = rooms.map((room) =>
  shuffled(
    mutants.filter((each) => roomOf(each) === room && isWanted(each)),
    values.seed,
  ),
);
const longest = Math.max(...queues.map(({ length }) => length));
const walk = Array.from({ length: longest }, (_each, at) =>
  queues.flatMap((queue) => queue.slice(at, at + 1)),
)
  .flat()
  .slice(0, values.sample ?? Infinity);

const results = [];
const compile = createCompiler();
const until = values.minutes === null ? Infinity : Date.now() + values.minutes * 60_000;
const save = () => {
  if (values.json !== null) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
};
let said = Date.now();
for (const mutant of walk) {
  if (Date.now() > until) break;
  const { text } = withMutant(sources[mutant.fileName], mutant);
  const refused = compile(mutant.fileName, text);
  const result = refused === null ? await judge(mutant) : { verdict: "refused", why: refused };
  const { start } = mutant.location;
  results.push({
    room: roomOf(mutant),
    line: start.line + 1,
    column: start.column + 1,
    ...told(mutant),
    ...result,
  });
  if (Date.now() - said > 20_000) {
    said = Date.now();
    save();
    console.log(
      `${String(results.length)} of ${String(walk.length)}, ${String(results.filter(({ verdict }) => verdict === "survived").length)} survive`,
    );
  }
}
shared?.close();
save();

const short = (text) => (text.length > 160 ? `${text.slice(0, 157)}…` : text).replaceAll(/\s*\n\s*/g, " ⏎ ");
for (const { file, line, column, mutator, was, becomes } of results.filter(
  ({ verdict }) => verdict === "survived",
))
  console.log(
    `${file}:${String(line)}:${String(column)} ${mutator}\n    ${short(was)}\n  → ${short(becomes)}`,
  );
for (const room of [...rooms, "all"]) {
  const these = results.filter((each) => room === "all" || each.room === room);
  const n = (verdict) => these.filter((each) => each.verdict === verdict).length;
  const noticed = n("killed") + n("too long");
  console.log(
    `${room.padEnd(8)} ${((100 * noticed) / Math.max(1, noticed + n("survived"))).toFixed(1)} %: ${String(n("killed"))} killed, ${String(n("too long"))} without end, ${String(n("survived"))} survive; ${String(n("refused"))} refused by the compiler, ${String(n("not reached"))} not reached, of ${String(these.length)}`,
  );
}
