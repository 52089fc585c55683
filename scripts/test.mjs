/**
 * `npm test`: the tests, and beside them types, lint and layout, one after the other, so that no core waits for
 * another. All of it is done even where something fails. Words behind `--` go to vitest.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";

const VITEST = path.resolve("node_modules/vitest/vitest.mjs");
/** Each takes a third of a gigabyte. */
const MOST_WORKERS = 6;
/** One more than there are cores, because a test waits for its programs, its servers and its browser. */
const WORKERS = `--maxWorkers=${String(Math.min(availableParallelism() + 1, MOST_WORKERS))}`;
/** Commands of package.json. */
const BESIDE = ["check", "lint"];

/**
 * @returns {Promise<{ command: string, ok: boolean, said: string, seconds: number }>} what it said, where it has no
 * terminal of its own
 */
function run(command, words, options) {
  const began = Date.now();
  const child = spawn(words[0], words.slice(1), options);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ command, ok: code === 0, said, seconds: Math.round((Date.now() - began) / 1000) }),
    );
  });
}

async function beside() {
  const done = [];
  for (const command of BESIDE)
    done.push(
      await run(command, [`npm run --silent ${command}`], { shell: true, stdio: ["ignore", "pipe", "pipe"] }),
    );
  return done;
}

const given = process.argv.slice(2);
const workers = given.some((word) => word.startsWith("--maxWorkers")) ? [] : [WORKERS];
const [checks, tests] = await Promise.all([
  beside(),
  run("vitest", [process.execPath, VITEST, "run", ...workers, ...given], { stdio: "inherit" }),
]);
for (const { command, ok, said, seconds } of [...checks, tests]) {
  console.log(`${command}: ${ok ? "passed" : "FAILED"} after ${String(seconds)} s`);
  if (said.trim() !== "") console.log(said.trimEnd());
}
process.exitCode = [...checks, tests].every(({ ok }) => ok) ? 0 : 1;
