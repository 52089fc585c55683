/** Calls of the terminal program on folders of their own, in this process. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Input } from "../../src/terminal/answering/input";
import { runTerminal } from "../../src/terminal/runTerminal";

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Room {
  /** A path in this room. */
  at(name: string): string;
  /** A new folder of that name. Answers its path. */
  folder(name: string): string;
  /**
   * Folders on the way are made. A minute ago, so that no run waits for somebody to stop typing; a test that is about
   * that touches the note.
   */
  write(name: string, text: string): string;
  read(name: string): string;
  /** A note, or a folder with all that is in it. */
  remove(name: string): void;
  /** Everything in it, as paths, sorted. */
  list(name: string): readonly string[];
  /** One device for every call, unless `--device` names another; nothing is waited for. */
  run(...words: readonly string[]): Promise<Called>;
  /** The same by another program: no terminal is there. */
  pipe(...words: readonly string[]): Promise<Called>;
  /** A person types these lines, each once the call waits for one, then Ctrl+D. */
  type(lines: readonly string[], ...words: readonly string[]): Promise<Called>;
  /** How a command that is printed to be pasted ends, for a vault in this room. */
  options(vault: string): string;
  /** A call that goes on. `seen` answers all that was printed once that holds the text. */
  start(...words: readonly string[]): {
    readonly seen: (text: string) => Promise<string>;
    readonly ended: Promise<number>;
  };
  leave(): void;
}

export function openRoom(): Room {
  const root = mkdtempSync(path.join(tmpdir(), "planwright-terminal-"));
  const at = (name: string): string => path.join(root, name);
  const call = async (words: readonly string[], isTerminal: boolean, typed?: Input): Promise<Called> => {
    let out = "";
    let err = "";
    const device = words.includes("--device") ? [] : ["--device", at("device")];
    const code = await runTerminal([...words, ...device, "--grace", "0"], {
      out: (text) => (out += text),
      err: (text) => (err += text),
      isTerminal,
      ...(typed === undefined ? {} : { input: typed }),
    });
    return { code, out, err };
  };
  return {
    at,
    folder(name) {
      mkdirSync(at(name), { recursive: true });
      return at(name);
    },
    write(name, text) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
      const written = new Date(Date.now() - 60_000);
      utimesSync(at(name), written, written);
      return at(name);
    },
    read: (name) => readFileSync(at(name), "utf8"),
    remove: (name) => rmSync(at(name), { recursive: true }),
    list: (name) => readdirSync(at(name), { recursive: true, encoding: "utf8" }).sort(),
    run: (...words) => call(words, true),
    pipe: (...words) => call(words, false),
    type(lines, ...words) {
      const left = [...lines];
      const next = (): Promise<string | null> => Promise.resolve(left.shift() ?? null);
      return call(words, true, { isTyped: true, text: next, line: next, leave: () => undefined });
    },
    options: (vault) => ` --vault ${vault} --device ${at("device")}`,
    start(...words) {
      let out = "";
      let waiting: { readonly text: string; readonly resolve: (out: string) => void } | null = null;
      const look = (): void => {
        if (waiting !== null && out.includes(waiting.text)) waiting.resolve(out);
      };
      const device = words.includes("--device") ? [] : ["--device", at("device")];
      const ended = runTerminal([...words, ...device, "--grace", "0"], {
        out: (text) => ((out += text), look()),
        err: (text) => ((out += text), look()),
        isTerminal: true,
      });
      const seen = (text: string): Promise<string> =>
        new Promise((resolve) => {
          waiting = { text, resolve };
          look();
        });
      return { seen, ended };
    },
    leave: () => rmSync(root, { recursive: true, force: true }),
  };
}
