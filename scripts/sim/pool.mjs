/** Processes that work beside each other: each imports one bundle and calls what it is told to. */
import { fork } from "node:child_process";

const WORKER = new URL("./worker.mjs", import.meta.url);
/** Milliseconds between two words about how far it is. */
const QUIET = 20_000;

/**
 * Takes messages `{ call, with }`, a function of the bundle and its arguments, and answers each with what came of it.
 */
export function startWorker(file) {
  // Most of what a run makes is soon forgotten.
  return fork(WORKER, [file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: ["--max-semi-space-size=64"],
  });
}

/**
 * Shares work: each process gets the next piece when it has told what came of the one before.
 * @template News
 * @param {{ file: string, workers: number, next: () => { call: string, with: readonly unknown[] } | null, tell: (news:
 * News) => void, progress: () => string }} options `file` is the bundle that the workers import
 * @returns {Promise<void>} when there is nothing left to give
 */
export async function share({ file, workers, next, tell, progress }) {
  let said = Date.now();
  await Promise.all(
    Array.from(
      { length: Math.max(1, workers) },
      () =>
        new Promise((resolve, reject) => {
          const one = startWorker(file);
          const give = () => {
            const piece = next();
            if (piece === null) one.disconnect();
            else one.send(piece);
          };
          one.on("message", (news) => {
            tell(news);
            if (Date.now() - said > QUIET) {
              said = Date.now();
              console.log(progress());
            }
            give();
          });
          one.on("exit", (code) =>
            code === 0 ? resolve() : reject(new Error(`A worker ended with ${String(code)}.`)),
          );
          give();
        }),
    ),
  );
}
