/**
 * Notes changed at random, the same way for the same seed, and given to every reader. A change is data, so that a
 * failure can be told as the shortest list of changes that still fails.
 */
import { ORACLES, type Oracle } from "./oracles";

export interface Note {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Numbers are positions; each is taken by the remainder of what there is, so that a change applies to any note. */
export type Mutation =
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "insert"; readonly at: number; readonly what: number }
  /** At the start of a line, where most signs mean something. */
  | { readonly kind: "begin"; readonly line: number; readonly what: number }
  | { readonly kind: "overwrite"; readonly at: number; readonly length: number; readonly what: number }
  | { readonly kind: "swap"; readonly line: number; readonly with: number }
  | { readonly kind: "double"; readonly line: number; readonly to: number }
  | { readonly kind: "drop"; readonly line: number }
  | { readonly kind: "cut"; readonly at: number }
  /** Goes on with another note from there. */
  | { readonly kind: "splice"; readonly at: number; readonly note: number; readonly from: number }
  | { readonly kind: "ends"; readonly end: number };

/** What an attacker would write, and what accidents leave behind. */
export const HOSTILE: readonly (string | Uint8Array)[] = [
  "\u202E",
  "\u200B",
  "\uFEFF",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u00A0",
  "\uFE0F",
  "\u2800",
  "\u{E0041}",
  "\u0000",
  "\u001B[2J",
  "\r",
  "\r\r\n",
  "\n",
  "\n\n",
  "\t",
  "    ",
  "\u0430",
  "\uFF41",
  "e\u0301",
  "---",
  "\n---\n",
  "---js\n",
  "---json\n",
  "----\n",
  "...\n",
  "- ",
  "> ",
  "# ",
  "```",
  "````",
  "~~~\n",
  "```action\n",
  "    ```action\n",
  "{.action}",
  "%%",
  "<!--",
  "-->",
  "<%",
  "%>",
  "{{",
  "}}",
  "[[",
  "]]",
  "![](",
  "|",
  "#^",
  "`= ",
  "`$= ",
  "::",
  "==",
  "obsidian://",
  "file://",
  "javascript:",
  "https://e.example/",
  "../",
  "%2e%2e/",
  "\\",
  "/",
  '"',
  "'",
  ":",
  ": ",
  " #",
  ",",
  "{",
  "}",
  "[",
  "]",
  "&a ",
  "*a",
  "<<: *a\n",
  "? ",
  "!!js/function ",
  "!!binary ",
  "!!timestamp ",
  "__proto__: {a: 1}\n",
  "constructor: x\n",
  "status: Done\n",
  "status: approved\n",
  "status: Active\n",
  "task_id: P\n",
  "blocked_reason: x\n",
  "seal: x\n",
  "type: payment\n",
  "target: b@example.com\n",
  "args:\n",
  "1_000",
  "0o17",
  "0x1",
  "1e3",
  ".inf",
  "yes",
  "~",
  "null",
  "2026-02-21",
  "- [ ] ",
  "- [x] ",
  "- [-] ",
  "1. [ ] ",
  "✋",
  "✋🏽",
  "\u201A\u00FA\u00E3",
  "🖐",
  " ^s-7f3a",
  "⏳ 2026-13-40",
  "<<<<<<< HEAD\n",
  "=======\n",
  ">>>>>>> b\n",
  "## Roadmap\n",
  "# Objective\n",
  "## Reasoning Logs\n",
  "## Questions\n",
  "## Your note\n",
  "## Please check\n",
  "- [x] It happened\n",
  "- [x] I did it\n",
  "- [2026-02-21T10:30:00Z] Agent: a — b. (asked, step s-1)\n",
  "<!-- planwright:dashboard begin -->\n",
  "<!-- planwright:dashboard end -->\n",
  new Uint8Array([0xff, 0xfe]),
  new Uint8Array([0xed, 0xa0, 0x80]),
  new Uint8Array([0xc0, 0xaf]),
  new Uint8Array([0xf0, 0x9f]),
];

const encoder = new TextEncoder();
const ENDS = ["\n", "\r\n", "\r", "\r\r\n"] as const;

/** Whole numbers below `below`, the same for the same seed. */
export type Dice = (below: number) => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const MANY = 2 ** 30;

export function draw(roll: Dice): Mutation {
  switch (roll(13)) {
    case 0:
      return { kind: "flip", at: roll(MANY), bit: roll(8) };
    case 1:
      return { kind: "swap", line: roll(MANY), with: roll(MANY) };
    case 2:
      return { kind: "double", line: roll(MANY), to: roll(MANY) };
    case 3:
      return { kind: "drop", line: roll(MANY) };
    case 4:
      return { kind: "cut", at: roll(MANY) };
    case 5:
      return { kind: "splice", at: roll(MANY), note: roll(MANY), from: roll(MANY) };
    case 6:
      return { kind: "ends", end: roll(ENDS.length) };
    case 7:
    case 8:
      return { kind: "overwrite", at: roll(MANY), length: roll(12), what: roll(HOSTILE.length) };
    case 9:
    case 10:
      return { kind: "begin", line: roll(MANY), what: roll(HOSTILE.length) };
    default:
      return { kind: "insert", at: roll(MANY), what: roll(HOSTILE.length) };
  }
}

export function mutate(bytes: Uint8Array, mutation: Mutation, notes: readonly Note[]): Uint8Array {
  const place = (at: number): number => at % (bytes.length + 1);
  const word = (what: number): Uint8Array => bytesOf(HOSTILE[what % HOSTILE.length] ?? "");
  switch (mutation.kind) {
    case "flip": {
      const copy = bytes.slice();
      const at = mutation.at % Math.max(1, bytes.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << mutation.bit);
      return bytes.length === 0 ? bytes : copy;
    }
    case "insert":
      return concat(
        bytes.subarray(0, place(mutation.at)),
        word(mutation.what),
        bytes.subarray(place(mutation.at)),
      );
    case "overwrite": {
      const at = place(mutation.at);
      return concat(
        bytes.subarray(0, at),
        word(mutation.what),
        bytes.subarray(Math.min(bytes.length, at + mutation.length)),
      );
    }
    case "cut":
      return bytes.slice(0, place(mutation.at));
    case "splice": {
      const other = notes[mutation.note % Math.max(1, notes.length)]?.bytes ?? new Uint8Array();
      return concat(
        bytes.subarray(0, place(mutation.at)),
        other.subarray(mutation.from % (other.length + 1)),
      );
    }
    default:
      return mutateLines(bytes, mutation);
  }
}

function mutateLines(
  bytes: Uint8Array,
  mutation: Exclude<Mutation, { kind: "flip" | "insert" | "overwrite" | "cut" | "splice" }>,
): Uint8Array {
  const lines = linesOf(bytes);
  if (lines.length === 0) return bytes;
  const nth = (at: number): number => at % lines.length;
  switch (mutation.kind) {
    case "begin":
      return concat(
        ...lines.slice(0, nth(mutation.line)),
        bytesOf(HOSTILE[mutation.what % HOSTILE.length] ?? ""),
        ...lines.slice(nth(mutation.line)),
      );
    case "swap": {
      const copy = [...lines];
      copy[nth(mutation.line)] = lines[nth(mutation.with)] ?? new Uint8Array();
      copy[nth(mutation.with)] = lines[nth(mutation.line)] ?? new Uint8Array();
      return concat(...copy);
    }
    case "double":
      return concat(
        ...lines.slice(0, nth(mutation.to)),
        lines[nth(mutation.line)] ?? new Uint8Array(),
        ...lines.slice(nth(mutation.to)),
      );
    case "drop":
      return concat(...lines.filter((_line, at) => at !== nth(mutation.line)));
    case "ends": {
      const end = encoder.encode(ENDS[mutation.end % ENDS.length]);
      return concat(
        ...lines.flatMap((line) =>
          line.at(-1) === 10 ? [line.subarray(0, line.at(-2) === 13 ? -2 : -1), end] : [line],
        ),
      );
    }
  }
}

function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(10, from);
    const to = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

function bytesOf(what: string | Uint8Array): Uint8Array {
  return typeof what === "string" ? encoder.encode(what) : what;
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export interface Failure {
  readonly seed: number;
  readonly run: number;
  readonly note: string;
  readonly oracle: string;
  /** What was not as it has to be. */
  readonly why: string;
  /** The fewest that still fail. */
  readonly mutations: readonly Mutation[];
  readonly bytes: Uint8Array;
}

export interface Fuzzed {
  readonly runs: number;
  readonly failures: readonly Failure[];
  /** How often each oracle had something to say; what it never met is not tested. */
  readonly met: ReadonlyMap<string, number>;
}

/** `notes` are what is changed and spliced. Stops at the tenth failure. */
export function fuzz({
  notes,
  runs,
  seed,
  oracles = ORACLES,
}: {
  readonly notes: readonly Note[];
  readonly runs: number;
  readonly seed: number;
  readonly oracles?: readonly Oracle[];
}): Fuzzed {
  const failures: Failure[] = [];
  const met = new Map<string, number>(oracles.map(({ name }) => [name, 0]));
  let run = 0;
  for (; run < runs && failures.length < 10; run += 1) {
    const roll = dice(Math.imul(seed, 0x9e3779b1) + run);
    const note = notes[run % notes.length];
    if (note === undefined) break;
    const mutations = Array.from({ length: 1 + roll(4) }, () => draw(roll));
    const bytes = changed(note, mutations, notes);
    for (const oracle of oracles) {
      const verdict = judge(oracle, bytes, met);
      if (verdict === null) continue;
      const fewest = shrink(mutations, (some) => judge(oracle, changed(note, some, notes)) !== null);
      const least = changed(note, fewest, notes);
      failures.push({
        seed,
        run,
        note: note.name,
        oracle: oracle.name,
        why: judge(oracle, least) ?? verdict,
        mutations: fewest,
        bytes: least,
      });
      break;
    }
  }
  return { runs: run, failures, met };
}

export function changed(note: Note, mutations: readonly Mutation[], notes: readonly Note[]): Uint8Array {
  return mutations.reduce((bytes, mutation) => mutate(bytes, mutation, notes), note.bytes);
}

/** Null when all is well; a throw is never well. */
export function judge(oracle: Oracle, bytes: Uint8Array, met?: Map<string, number>): string | null {
  try {
    const verdict = oracle.judge(bytes);
    if (verdict !== "nothing to say") met?.set(oracle.name, (met.get(oracle.name) ?? 0) + 1);
    return verdict === "nothing to say" || verdict === "as it should" ? null : verdict.wrong;
  } catch (error) {
    return `it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function shrink(
  mutations: readonly Mutation[],
  fails: (some: readonly Mutation[]) => boolean,
): readonly Mutation[] {
  for (let at = 0; at < mutations.length; at += 1) {
    const fewer = mutations.filter((_each, index) => index !== at);
    if (fails(fewer)) return shrink(fewer, fails);
  }
  return mutations;
}

/** A failure as a person reads it. */
export function tell({ seed, run, note, oracle, why, mutations, bytes }: Failure): string {
  return [
    `${oracle}: ${why}`,
    `seed ${String(seed)}, run ${String(run)}, note ${note}`,
    ...mutations.map(
      (each) => `  ${JSON.stringify(each)}${"what" in each ? ` ${JSON.stringify(HOSTILE[each.what])}` : ""}`,
    ),
    JSON.stringify(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).slice(0, 3000)),
  ].join("\n");
}
