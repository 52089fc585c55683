/**
 * The door as it is shipped: planwright.mjs as a program of its own, and servers that are programs as well. Time is the
 * computer's, put forward.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { never } from "../../src/kit/never";
import { openHand, settingsOf, TOOLS, type Ground, type Overrides, type Sent, type Word } from "./ground";

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface BundleGround extends Ground {
  /** Runs the program with these words; vault, settings and device are given by themselves. */
  run(words: readonly string[], device?: string): Promise<Run>;
  /** All it said so far. */
  said(): string;
}

const SERVER = path.resolve("tests/attack/recording-server.mjs");
/** Nothing the program does takes this long when it is right. Milliseconds. */
const PATIENCE = 60_000;

/** A module that the program starts with: it puts the clock forward, and a person at a terminal in front of it. */
const preload = (ms: number, isTerminal: boolean): string =>
  `data:text/javascript,const now=Date.now;Date.now=()=>now()+${String(ms)};process.stdin.isTTY=process.stdout.isTTY=${String(isTerminal)};`;

export function openBundle(overrides: Overrides = {}): Promise<BundleGround> {
  const hand = openHand("bundle");
  const at = (name: string): string => path.join(hand.home, name);
  const servers = Object.fromEntries(
    Object.entries(TOOLS).map(([server, tool]) => [
      server,
      {
        command: process.execPath,
        args: [SERVER],
        env: {
          CALLS: at("calls.jsonl"),
          ANSWERS: at("answers.json"),
          SERVER: server,
          TOOL: JSON.stringify(tool),
          ...(server === "mail" ? { SECRET: "$secret:mail-token" } : {}),
        },
      },
    ]),
  );
  const prompt = { quiet_seconds: 0, call_timeout_seconds: 20 };
  let given: Overrides = { ...prompt, ...overrides };
  let settings = settingsOf(servers, given);
  writeFileSync(at("settings.json"), JSON.stringify(settings));
  const answers: Record<string, string> = {};
  const said: string[] = [];
  let ahead = 0;

  const run = async (words: readonly string[], device = "device", isTerminal = false): Promise<Run> => {
    const argv = [
      "--import",
      preload(ahead, isTerminal),
      path.join(inject("doors"), "planwright.mjs"),
      ...words,
      "--vault",
      hand.root,
      "--settings",
      at("settings.json"),
      "--device",
      at(device),
      "--grace",
      "0",
    ];
    const done = await start(argv);
    said.push(done.out, done.err);
    return done;
  };

  return Promise.resolve({
    ...hand,
    get settings() {
      return settings;
    },
    run: (words, device) => run(words, device),
    async settle() {
      await run(["settle", "--executor"]);
    },
    pass(minutes) {
      ahead += minutes * 60_000;
      return Promise.resolve();
    },
    async obey(word) {
      const { out, err } = await run(wordsOf(word), "device", true);
      // Shown first, and confirmed as it was shown.
      const shown =
        word.kind === "confirm"
          ? /planwright (confirm [0-9a-f]{8} [0-9a-f]{8})(?: --[^\n]*)?\n$/.exec(out)?.[1]
          : undefined;
      if (shown === undefined) return out + err;
      const done = await run([...shown.split(" "), "--executor"], "device", true);
      return done.out + done.err;
    },
    configure(next) {
      given = { ...prompt, ...overrides, ...next };
      settings = settingsOf(servers, given);
      writeFileSync(at("settings.json"), JSON.stringify(settings));
    },
    answer(server, how) {
      answers[server] = how;
      writeFileSync(at("answers.json"), JSON.stringify(answers));
    },
    calls: () =>
      existsSync(at("calls.jsonl"))
        ? readFileSync(at("calls.jsonl"), "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as Sent)
        : [],
    shown: () =>
      [...(existsSync(hand.disk("Dashboard.md")) ? [hand.read("Dashboard.md")] : []), ...said].join("\n"),
    said: () => said.join("\n"),
    leave: () => Promise.resolve(rmSync(hand.home, { recursive: true, force: true })),
  });
}

function wordsOf(word: Word): readonly string[] {
  switch (word.kind) {
    case "pause":
    case "continue":
      return [word.kind, "--executor"];
    case "confirm":
      return ["confirm", word.request, "--executor"];
    case "resolve":
      return ["resolve", word.request, word.happened ? "happened" : "not-happened", "--executor"];
    case "cancel":
    case "skip":
    case "request":
    case "start":
      return [word.kind, word.plan, "--executor"];
    default:
      return never(word);
  }
}

/** The canary: a password that has to reach the server and nothing else. */
export const CANARY = "canary-3f1c9a";

function start(argv: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, argv, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, MAIL_TOKEN: CANARY },
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, out, err: error.message }));
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}
