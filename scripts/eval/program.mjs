/**
 * The terminal program as a process of its own. A signal to this one stops the call under way, as if it had been typed
 * there.
 */
import { spawn } from "node:child_process";

/** `file`: the program. `state`: the folder for states, so that nothing is left in the person’s own. */
export function createProgram(file, state) {
  let running = null;
  let signal = null;
  for (const each of ["SIGINT", "SIGTERM"])
    process.on(each, () => {
      signal = each;
      running?.kill(each);
    });
  return {
    /** The first signal that came; null where none has. */
    signal: () => signal,
    run: (words) =>
      new Promise((resolve, reject) => {
        let out = "";
        let err = "";
        // In a group of its own: Ctrl+C in a terminal reaches every program of the group, and a second signal ends the
        // program at once.
        const child = spawn(process.execPath, [file, ...words], {
          stdio: ["ignore", "pipe", "pipe"],
          detached: true,
          env: { ...process.env, XDG_STATE_HOME: state },
        });
        running = child;
        child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
        child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
        child.once("error", reject);
        child.once("close", (code) => {
          running = null;
          resolve({ code: signal === null ? (code ?? 1) : 130, out, err });
        });
      }),
  };
}
