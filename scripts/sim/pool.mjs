/** Shares work among processes: each gets the next piece when it has told what came of the one before. */
import { fork } from "node:child_process";

/**
 * @template Piece, News
 * @param {{ worker: URL, file: string, workers: number, next: () => Piece | null, tell: (news: News) => void }} options `file` is the bundle that the workers import
 * @returns {Promise<void>} when there is nothing left to give
 */
export async function share({ worker, file, workers, next, tell }) {
  await Promise.all(Array.from({ length: Math.max(1, workers) }, () => new Promise((resolve, reject) => {
    const one = fork(worker, [file], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const give = () => {
      const piece = next();
      if (piece === null) one.disconnect();
      else one.send(piece);
    };
    one.on("message", (news) => {
      tell(news);
      give();
    });
    one.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${String(code)}.`))));
    give();
  })));
}
