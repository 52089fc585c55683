/** The programs the demo starts. Each has a time to end in, and none outlives the demo: not a failure, not Ctrl+C. */
import { spawn } from "node:child_process";

/** Milliseconds. Nothing here takes this long when it is right, not even on a slow machine. */
const PATIENCE = 120_000;
/** With a group of its own, a program can be ended together with the servers it has started. */
export const GROUPS = process.platform !== "win32";

const running = new Set();

/**
 * Starts Node with these arguments. `ended` resolves to `{ code, signal, out, err }`, `code` being null when the
 * program was ended from outside; it never rejects.
 */
export function start(args) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: GROUPS,
    windowsHide: true,
  });
  const texts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk) => (texts.out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (texts.err += chunk));
  running.add(child);
  const timer = setTimeout(() => {
    texts.err = `It did not end within ${PATIENCE / 1000} seconds.`;
    kill(child);
  }, PATIENCE);
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, out: "", err: error.message }));
    child.once("close", (code, signal) => resolve({ code, signal, ...texts }));
  }).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
  return { ended, kill: () => kill(child), interrupt: () => child.kill("SIGINT") };
}

/** Ends what still runs, at once. Safe in an exit handler. */
export function killAll() {
  for (const child of running) kill(child);
}

/** As pulling the plug would: the program, and what it started, get no chance to say anything. */
function kill(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(GROUPS ? -child.pid : child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
