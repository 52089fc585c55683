/** Text that is pasted into a terminal, or piped into the program. */
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { openInput, type Input } from "../../src/terminal/answering/input";

interface Keyboard {
  readonly input: Input;
  type(...texts: readonly (string | Buffer)[]): void;
  end(): void;
  readonly shown: () => string;
  readonly interrupts: () => number;
  readonly isRaw: () => boolean;
}

function keyboard(isTTY: boolean): Keyboard {
  let shown = "";
  let interrupts = 0;
  let isRaw = false;
  const events = new EventEmitter();
  const source = Object.assign(events, {
    isTTY,
    setRawMode: (on: boolean) => ((isRaw = on), source),
    pause: () => source,
    resume: () => source,
  }) as unknown as Parameters<typeof openInput>[0];
  return {
    input: openInput(
      source,
      (text) => (shown += text),
      () => (interrupts += 1),
    ),
    type: (...texts) => {
      for (const text of texts) events.emit("data", typeof text === "string" ? Buffer.from(text) : text);
    },
    end: () => void events.emit("end"),
    shown: () => shown,
    interrupts: () => interrupts,
    isRaw: () => isRaw,
  };
}

const never = new AbortController().signal;
const LONG = `{"text": "${"x".repeat(20_000)}"}`;

test.each<readonly [what: string, typed: readonly string[], text: string]>([
  ["in one piece", ["a\nb\n.\n"], "a\nb"],
  ["letter by letter", [..."a\rb\r.\r"], "a\nb"],
  ["with line ends of Windows, cut in two", ["a\r", "\nb\r\n.\r", "\n"], "a\nb"],
  ["with empty lines", ["a\r\rb\r.\r"], "a\n\nb"],
  ["on one line that is longer than a terminal takes", [`${LONG}\r.\r`], LONG],
  ["with a dot among spaces", ["a\r . \r"], "a"],
  ["with dots that end nothing", ["a.\r..\r.b\r.\r"], "a.\n..\n.b"],
  ["with what was typed wrongly taken back", ["abx\u007f\r.\r"], "ab"],
  ["with tabs", ["{\t1}\r.\r"], "{\t1}"],
])("a text ends with a dot alone: %s", async (_what, typed, text) => {
  const board = keyboard(true);
  const reading = board.input.text(never);
  expect(board.isRaw()).toBe(true);
  board.type(...typed);
  expect(await reading).toBe(text);
  board.input.leave();
  expect(board.isRaw()).toBe(false);
});

test("a letter of several bytes may come in two pieces", async () => {
  const board = keyboard(true);
  const reading = board.input.text(never);
  const bytes = Buffer.from("✋ é\r.\r");
  board.type(bytes.subarray(0, 2), bytes.subarray(2));
  expect(await reading).toBe("✋ é");
});

test("what is typed is shown, and what a terminal would obey is not", async () => {
  const board = keyboard(true);
  const reading = board.input.text(never);
  board.type("a\u001b[2Jb\r.\r");
  await reading;
  expect(board.shown()).toBe("a[2Jb\n.\n");
});

test("Ctrl+C is the signal that it stands for, and a stop ends the reading without a text", async () => {
  const board = keyboard(true);
  const stop = new AbortController();
  const reading = board.input.text(stop.signal);
  board.type("half of it\u0003");
  expect(board.interrupts()).toBe(1);
  stop.abort();
  expect(await reading).toBe(null);
});

test("Ctrl+D, and the end of a file, end the text too; then there is none", async () => {
  for (const end of [(board: Keyboard) => board.type("\u0004"), (board: Keyboard) => board.end()]) {
    const board = keyboard(true);
    const reading = board.input.text(never);
    board.type("a\rb");
    end(board);
    expect(await reading).toBe("a\nb");
    expect(await board.input.text(never)).toBe(null);
  }
});

test.each<readonly [what: string, typed: readonly string[], line: string]>([
  ["ends with Enter", [..."2 but shorter\r"], "2 but shorter"],
  ["is all of a paste", ["first\rsecond\r"], "first\nsecond"],
  ["may be empty", ["\r"], ""],
])("a line %s, and what came before the question is no answer", async (_what, typed, line) => {
  const board = keyboard(true);
  const first = board.input.line(never);
  board.type("x\r");
  expect(await first).toBe("x");
  board.type("too early\rhalf");
  const reading = board.input.line(never);
  board.type(...typed);
  expect(await reading).toBe(line);
  const last = board.input.line(never);
  board.type("\u0004");
  expect(await last).toBe(null);
});

test("a file may hold several texts", async () => {
  const board = keyboard(false);
  const reading = board.input.text(never);
  board.type("one\n.\ntwo\n.\nthree");
  board.end();
  expect([await reading, await board.input.text(never), await board.input.text(never)]).toEqual([
    "one",
    "two",
    "three",
  ]);
  expect(await board.input.text(never)).toBe(null);
  expect(board.shown()).toBe("");
});
