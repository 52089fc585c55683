/** The modules of Node that main.js asks for on a computer, and the two globals it looks at. */
import type { Bridge } from "../bridge";
import { Bytes } from "./bytes";
import { Ears } from "./ears";
import { fileModules } from "./files";
import { programModule } from "./programs";
import { webModules } from "./web";

export interface Computer {
  readonly root: string;
  readonly home: string;
  readonly hostname: string;
  readonly pid: number;
  readonly platform: string;
  readonly env: Readonly<Record<string, string>>;
  /** The system's numbers for opening files. */
  readonly constants: Readonly<Record<string, number>>;
}

const paths = {
  sep: "/",
  resolve: (...parts: readonly string[]): string => {
    const from = parts.findLastIndex((each) => each.startsWith("/"));
    return paths.join(...parts.slice(Math.max(from, 0)));
  },
  join: (...parts: readonly string[]): string => {
    const kept: string[] = [];
    for (const part of parts.join("/").split("/")) {
      if (part === "..") kept.pop();
      else if (part !== "" && part !== ".") kept.push(part);
    }
    return `${parts[0]?.startsWith("/") === true ? "/" : ""}${kept.join("/")}`;
  },
  dirname: (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || "/",
  basename: (path: string): string => path.slice(path.lastIndexOf("/") + 1),
  isAbsolute: (path: string): boolean => path.startsWith("/"),
};

export const nodeOf = (bridge: Bridge, computer: Computer) => {
  const { modules, network } = webModules(bridge);
  const all: Readonly<Record<string, unknown>> = {
    ...fileModules(bridge, computer.root, computer.constants),
    ...modules,
    "node:child_process": programModule(bridge),
    "node:crypto": { randomBytes: (count: number) => crypto.getRandomValues(Bytes.alloc(count)) },
    "node:os": { hostname: () => computer.hostname, homedir: () => computer.home },
    "node:path": paths,
  };
  const process = Object.assign(new Ears(), {
    platform: computer.platform,
    env: { ...computer.env },
    pid: computer.pid,
    kill: (pid: number, signal: string | number) => bridge.callNow("process.kill", pid, signal),
  });
  const queue: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => queue.shift()?.();
  return {
    network,
    require: (name: string): unknown => {
      const found = all[name];
      if (found === undefined) throw new Error(`The page has no ${name}.`);
      return found;
    },
    globals: {
      process,
      Buffer: Bytes,
      global: globalThis,
      setImmediate: (run: () => void) => {
        queue.push(run);
        port2.postMessage(null);
      },
      clearImmediate: () => undefined,
    },
  };
};
