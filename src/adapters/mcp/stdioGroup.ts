/**
 * The process group of a server: the program that was started, and everything that it started and that has not left the
 * group.
 */
import type * as ChildProcess from "node:child_process";

/**
 * Waits for our end of its pipe to close, which the system does however we end; then ends the group with this number.
 */
const WARDEN =
  'read -r _; kill -s TERM -- "-$1" 2>/dev/null || exit; sleep 1; kill -s KILL -- "-$1" 2>/dev/null';

export interface Group {
  isThere(): boolean;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/**
 * `spawn` is for Windows, which has no groups: there the tree is found from the program down, while that still runs.
 */
export function groupOf(
  child: ChildProcess.ChildProcess,
  spawn: typeof ChildProcess.spawn,
  host: Pick<NodeJS.Process, "kill" | "platform">,
): Group {
  const { pid } = child;
  if (pid === undefined) return { isThere: () => false, kill: () => undefined };
  if (host.platform === "win32") {
    return {
      isThere: () => child.exitCode === null && child.signalCode === null,
      kill: () =>
        void spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
          "error",
          () => child.kill(),
        ),
    };
  }
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return host.kill(-pid, signal);
    } catch {
      return false; // No process of the group is left.
    }
  };
  return { isThere: () => send(0), kill: (signal) => void send(signal) };
}

/**
 * Ends the group when we end without being able to do it (a crash, kill -9), and answers how to call that off. It is a
 * shell, which Windows lacks; it is given the number of the group, and nothing of a definition.
 */
export function guard(
  child: ChildProcess.ChildProcess,
  spawn: typeof ChildProcess.spawn,
  host: Pick<NodeJS.Process, "env" | "kill" | "platform">,
): () => void {
  if (host.platform === "win32" || child.pid === undefined) return () => undefined;
  const warden = spawn("/bin/sh", ["-c", WARDEN, "planwright", String(child.pid)], {
    env: { PATH: host.env["PATH"] },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  warden.on("error", () => undefined); // Without it, a server that ignores the end of its input may outlive a crash.
  return () => groupOf(warden, spawn, host).kill("SIGKILL");
}
