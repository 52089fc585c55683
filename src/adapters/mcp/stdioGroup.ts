/** The process group of a server: the program that was started, and everything that it started and that has not left the group. */
import type * as ChildProcess from "node:child_process";

export interface Group {
  isThere(): boolean;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/** `spawn` is for Windows, which has no groups: there the tree is found from the program down, while that still runs. */
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
      return false; // Nobody of the group is left.
    }
  };
  return { isThere: () => send(0), kill: (signal) => void send(signal) };
}
