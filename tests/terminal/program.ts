/**
 * The terminal program as a process of its own, with a vault of approved mails and a server whose every step a test
 * lets through.
 */
import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { openInput } from "../../src/terminal/answering/input";
import { runTerminal } from "../../src/terminal/runTerminal";
import type { Called } from "./call";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  /** Without the lines about servers that take long to start: a machine with much to do has some at any start. */
  readonly err: string;
  readonly slow: readonly string[];
}

export interface Run {
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the text was printed, on either stream. */
  seen(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
  isOver(): boolean;
  readonly process: ChildProcess;
}

export interface Mails {
  /** A file of the vault, or a folder. */
  at(name: string): string;
  start(...words: readonly string[]): Run;
  /** The same in this process, which is there sooner: for what comes before and after the run that is looked at. */
  call(...words: readonly string[]): Promise<Called>;
  /** The same through a shell; `$PW` and its words are the program. */
  shell(line: string, ...words: readonly string[]): Run;
  /** Lets a step of the server through: `answer` or `start`. */
  allow(step: "answer" | "start"): void;
  /** Lines of one of the server's files. */
  told(file: "calls" | "pids" | "asked"): readonly string[];
  approve(): void;
  /** The outcomes of all records. */
  outcomes(): readonly string[];
}

/** A vault with one plan that an agent works on. */
export interface Thought {
  /** A file of the vault, or a folder. */
  at(name: string): string;
  start(...words: readonly string[]): Run;
  /** The same with this on standard input. */
  fed(input: string, ...words: readonly string[]): Run;
  /** The same in this process, which is there sooner: for what comes before and after the run that is looked at. */
  call(input: string, ...words: readonly string[]): Promise<Called>;
  /** The work notes; empty where there are none. */
  notes(): string;
}

export interface Program {
  /** `url`: where the model is, before `/chat/completions`. */
  thought(url: string): Thought;
  /** `count` plans with a mail each, asked for. `env` is what the server gets; `settings` go beside it. */
  mails(
    count: number,
    env?: Readonly<Record<string, string>>,
    settings?: Readonly<Record<string, unknown>>,
  ): Promise<Mails>;
  leave(): void;
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}

/** The notes of a folder, without the temporary files of a write that is under way. */
function notesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has asked about yet.
    return (
      !existsSync("/proc/self/stat") ||
      !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"))
    );
  } catch {
    return false;
  }
}

const SLOW = /^planwright: Starting the server .*\n/gm;

async function callHere(input: string, words: readonly string[]): Promise<Called> {
  const said = { out: "", err: "" };
  const add = (stream: "out" | "err") => (text: string) => void (said[stream] += text);
  const source = Readable.from(input === "" ? [] : [Buffer.from(input)], { objectMode: false });
  const streams = { out: add("out"), err: add("err"), isTerminal: false };
  const given = openInput(source as unknown as NodeJS.ReadStream, streams.err);
  const code = await runTerminal([...words], { ...streams, input: given });
  return { code, out: said.out, err: said.err.replace(SLOW, "") };
}

export async function openProgram(): Promise<Program> {
  const root = mkdtempSync(path.join(tmpdir(), "planwright-program-"));
  const file = path.join(inject("doors"), "planwright.mjs");
  const started: ChildProcess[] = [];
  let vaults = 0;

  const follow = (child: ChildProcess): Run => {
    started.push(child);
    const printed = { out: "", err: "" };
    let isOver = false;
    child.stdout?.on("data", (chunk: Buffer) => (printed.out += chunk.toString("utf8")));
    child.stderr?.on("data", (chunk: Buffer) => (printed.err += chunk.toString("utf8")));
    const ended = new Promise<Ended>((resolve) => {
      child.once("close", (code, signal) => {
        isOver = true;
        const slow = printed.err.match(SLOW) ?? [];
        resolve({ code, signal, out: printed.out, err: printed.err.replace(SLOW, ""), slow });
      });
    });
    return {
      kill: (signal) => void child.kill(signal),
      seen: (text) => until(() => isOver || (printed.out + printed.err).includes(text)),
      ended,
      isOver: () => isOver,
      process: child,
    };
  };

  return {
    thought(url) {
      vaults += 1;
      const folder = path.join(root, String(vaults));
      const at = (name: string): string => path.join(folder, "vault", name);
      mkdirSync(at("Plans"), { recursive: true });
      writeFileSync(
        path.join(folder, "settings.json"),
        JSON.stringify({
          models: { main: { provider: "openai-compatible", url, model: "m" } },
          roles: { worker: "main" },
          quiet_seconds: 0,
        }),
      );
      writeFileSync(
        at("Plans/Roof.md"),
        "---\ntask_id: P-1\nstatus: Active\nagent: auto\n---\n\n## Roadmap\n\n- [ ] Compare the offers\n- [ ] ✋ Order\n\n## Reasoning Logs\n",
      );
      const settings = path.join(folder, "settings.json");
      const words = (verbs: readonly string[]): readonly string[] => [
        ...verbs,
        "--vault",
        at(""),
        "--device",
        path.join(folder, "device"),
        "--settings",
        settings,
        "--grace",
        "0",
      ];
      const spawned = (verbs: readonly string[], stdin: "ignore" | "pipe"): ChildProcess =>
        spawn(process.execPath, [file, ...words(verbs)], { stdio: [stdin, "pipe", "pipe"] });
      return {
        at,
        start: (...verbs) => follow(spawned(verbs, "ignore")),
        call: (input, ...verbs) => callHere(input, words(verbs)),
        fed(input, ...verbs) {
          const child = spawned(verbs, "pipe");
          child.stdin?.end(input);
          return follow(child);
        },
        notes() {
          return notesIn(at("Work"))
            .map((name) => readFileSync(at(`Work/${name}/Work notes.md`), "utf8"))
            .join("");
        },
      };
    },
    async mails(count, env = {}, settings = {}) {
      vaults += 1;
      const folder = path.join(root, String(vaults));
      const at = (name: string): string => path.join(folder, "vault", name);
      const mail = (name: string): string => path.join(folder, "mail", name);
      for (const each of [at("Plans"), mail("")]) mkdirSync(each, { recursive: true });
      const server = {
        command: process.execPath,
        args: [path.resolve("tests/terminal/gated-server.mjs")],
        env: { MAIL: mail(""), ...env },
      };
      writeFileSync(
        path.join(folder, "settings.json"),
        JSON.stringify({
          servers: { mail: server },
          actions: { email: { server: "mail", tool: "send_email", target_argument: "to" } },
          quiet_seconds: 0,
          ...settings,
        }),
      );
      for (let n = 1; n <= count; n += 1) {
        writeFileSync(
          at(`Plans/P${String(n)}.md`),
          `---\ntask_id: P-${String(n)}\nstatus: Active\n---\n\n## Roadmap\n\n- [ ] ✋ Write\n    \`\`\`action\n    type: email\n    target: a${String(n)}@example.com\n    args:\n      subject: Hello ${String(n)}\n      body: Good day.\n    \`\`\`\n\n## Reasoning Logs\n`,
        );
      }
      const words = (verbs: readonly string[]): readonly string[] => [
        ...verbs,
        "--vault",
        at(""),
        ...(verbs.includes("--device") ? [] : ["--device", path.join(folder, "device")]),
        "--settings",
        path.join(folder, "settings.json"),
        "--grace",
        "0",
        "--executor",
      ];
      const start = (...verbs: readonly string[]): Run =>
        follow(spawn(process.execPath, [file, ...words(verbs)], { stdio: ["ignore", "pipe", "pipe"] }));
      const mails: Mails = {
        at,
        start,
        call: (...verbs) => callHere("", words(verbs)),
        shell: (line, ...verbs) =>
          follow(
            spawn("bash", ["-c", line, "bash", process.execPath, file, ...words(verbs)], {
              stdio: ["ignore", "pipe", "pipe"],
            }),
          ),
        allow: (step) => writeFileSync(mail(step), ""),
        told: (name) =>
          existsSync(mail(name))
            ? readFileSync(mail(name), "utf8")
                .split("\n")
                .filter((line) => line !== "")
            : [],
        approve() {
          for (const name of notesIn(at("Pending_Approval")))
            if (/^\d{4}-/.test(name)) renameSync(at(`Pending_Approval/${name}`), at(`Approved/${name}`));
        },
        outcomes: () =>
          notesIn(at("Done/Actions")).flatMap(
            (name) => /^outcome: (.*)$/m.exec(readFileSync(at(`Done/Actions/${name}`), "utf8"))?.[1] ?? [],
          ),
      };
      return mails;
    },
    leave() {
      for (const child of started) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}
