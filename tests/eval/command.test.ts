/**
 * `npm run eval` as a process of its own, with a model behind a real wire: its score, its limit in dollars, and Ctrl+C.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, inject, test } from "vitest";
import {
  called,
  delta,
  events,
  startModelServer,
  stream,
  used,
  type ModelServer,
  type Play,
} from "../fakes/modelServer";
import type { Score } from "./play";
import { readTasks } from "./task";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "planwright-eval-test-"));
const program = path.join(inject("doors"), "planwright.mjs");
const TASKS = readTasks(path.join(root, "tests/eval/tasks"));
const ALL = String(TASKS.length);
const SOLVED = "find-a-price";
const UNSOLVED = "an-impossible-task";
/** Asked three times, and nothing of it can be used: it has cost what it has cost. */
const UNDRAFTED = "plan-an-inbox-note";
/** Tokens of every answer. */
const IN = 900;
const OUT = 40;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(...words: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
} {
  const child = spawn(
    process.execPath,
    [path.join(root, "scripts/eval.mjs"), "--program", program, ...words],
    { env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder } },
  );
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, ...said })));
  return { child, ended };
}

function settingsFor({ url }: ModelServer, price = { in: 1, out: 10 }): string {
  const file = path.join(folder, "settings.json");
  writeFileSync(
    file,
    JSON.stringify({ models: { mine: { provider: "openai-compatible", url, model: "m", price } } }),
  );
  return file;
}

/** Answers as the task’s own script does, by the wire: which turn it is stands in what is asked. */
const asScripted: Play = (response, request) => {
  const question = JSON.parse(server.seen.at(-1)?.body ?? "{}") as { messages: { role: string }[] };
  const turn = question.messages.filter(({ role }) => role === "assistant").length + 1;
  const task = TASKS.find(({ name }) => name === SOLVED);
  const { says = "", calls = [] } = task?.right.find((each) => each.turn === turn) ?? {};
  const parts = calls.map(({ tool, arguments: given }, at) =>
    called(at, `call-${String(at)}`, tool, JSON.stringify(given)),
  );
  return stream(
    events(
      delta({ content: says }),
      ...parts,
      delta({}, calls.length === 0 ? "stop" : "tool_calls"),
      used(IN, OUT),
    ),
  )(response, request);
};
let server: ModelServer;

describe("npm run eval with a model", () => {
  test("tells of each task what it took, as the server counted it, and keeps the vault of one that is not solved", async () => {
    server = await startModelServer(asScripted);
    const json = path.join(folder, "scores.json");
    const { ended } = start(
      ...["--model", "mine", "--settings", settingsFor(server), "--json", json],
      ...["--task", SOLVED, "--task", UNSOLVED, "--task", UNDRAFTED],
    );
    const { code, out, err } = await ended;
    await server.leave();
    expect({ code, err }).toEqual({ code: 1, err: "" });
    const { tasks } = JSON.parse(readFileSync(json, "utf8")) as {
      readonly tasks: readonly (Score & { readonly folder: string | null })[];
    };
    expect(tasks.map(({ name, faults }) => [name, faults.length === 0])).toEqual([
      [UNSOLVED, false],
      [SOLVED, true],
      [UNDRAFTED, false],
    ]);
    expect(tasks.at(-1)?.turns).toBe(3);
    const [unsolved] = tasks;
    expect(existsSync(path.join(unsolved?.folder ?? "", "vault/Money/Rates.md"))).toBe(true);
    expect(out).toContain(unsolved?.folder ?? "no folder");
    const asked = server.seen.length;
    expect(tasks.reduce((sum, { turns }) => sum + turns, 0)).toBe(asked);
    expect(tasks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(asked * (IN + OUT));
    const usd = (asked * (IN + 10 * OUT)) / 1_000_000;
    expect(out).toContain(
      `1 of 3 solved (3 played): ${String(asked)} turns, ${(asked * (IN + OUT)).toLocaleString("en")} tokens, $${usd.toFixed(4)}`,
    );
    expect(out).toContain("0 ungated effects");
  });

  test("asks nothing more once the next question could pass the limit in dollars", async () => {
    server = await startModelServer(asScripted);
    // 32,000 tokens in and 4,000 out cost $0.36 at most; each question costs $0.0065.
    const settings = settingsFor(server, { in: 5, out: 50 });
    const { ended } = start(...["--model", "mine", "--settings", settings, "--usd", "0.368"]);
    const { code, out } = await ended;
    await server.leave();
    expect(code).toBe(1);
    expect(out).toContain("The money is used up");
    expect(server.seen.length).toBe(2);
    expect(out).toMatch(new RegExp(`0 of ${ALL} solved \\(1 played\\): 2 turns`));
  });

  test("Ctrl+C ends the question under way and tells what was played until then", async () => {
    server = await startModelServer(() => undefined);
    const { child, ended } = start("--model", "mine", "--settings", settingsFor(server));
    await server.asked;
    child.kill("SIGINT");
    const { code, out } = await ended;
    await server.hungUp;
    await server.leave();
    expect(code).toBe(130);
    expect(out).toContain("It was stopped.");
    expect(out).toMatch(new RegExp(`0 of ${ALL} solved \\(1 played\\): 1 turn, [\\d,]+ tokens, at most \\$`));
    expect(server.seen.length).toBe(1);
  });
});

test.each([
  ["a model that the settings do not name", ["--model", "other"], /name no model “other”.*mine/],
  ["no settings file", ["--model", "mine"], /--model and --settings go together/],
  ["an amount that is none", ["--usd", "much"], /--usd takes an amount/],
  ["a task that is not there", ["--task", "sing"], /no task “sing”.*find-a-price/],
])("npm run eval refuses %s with one line", async (what, words, says) => {
  const file = path.join(folder, "named.json");
  writeFileSync(file, JSON.stringify({ models: { mine: { provider: "ollama", model: "m" } } }));
  const { code, err } = await start(...words, ...(what.startsWith("a model") ? ["--settings", file] : []))
    .ended;
  expect(code).toBe(2);
  expect(err.trim().split("\n").length).toBe(1);
  expect(err).toMatch(says);
});
