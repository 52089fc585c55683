/** The trace of work notes: whoever edits it, what stands before a break never counts, and nothing in it acts. */
import { expect, test } from "vitest";
import { hashText } from "../../src/kit/hash";
import type { EntryOf, WorkEntry } from "../../src/agent/entry";
import { addEntry, NO_TRACE, readTrace } from "../../src/agent/trace";

const KEY = hashText("a device");
const RUN = { step: "s-1", hash: "0123456789ab", round: 0 };

function result(text: string, more: Partial<EntryOf<"result">> = {}): EntryOf<"result"> {
  return { kind: "result", at: 1000, ...RUN, call: "c", tool: "read_note", ok: true, text, ...more };
}

function written(entries: readonly WorkEntry[], plan = "7", key = KEY, start = "# Notes\n"): string {
  return entries.reduce((text, entry) => addEntry(text, plan, key, entry) ?? "not written", start);
}

const FOUR = ["one", "two", "three", "four"].map((text) => result(text));
const NOTES = written(FOUR);

/** The callouts of the notes, each with the blank line before it. */
function callouts(text: string): readonly string[] {
  return text.split(/(?=\n> \[!)/).slice(1);
}

const HEAD = "# Notes\n";
const [ONE = "", TWO = "", THREE = "", FOURTH = ""] = callouts(NOTES);

function textsIn(notes: string): readonly string[] {
  return readTrace(notes, "7", KEY).entries.map((entry) => (entry.kind === "result" ? entry.text : ""));
}

const ALL = ["one", "two", "three", "four"];

test.each<readonly [string, string]>([
  ["nothing", NOTES],
  ["line ends of Windows", NOTES.replace(/\n/g, "\r\n")],
  ["a person's text between two entries", [HEAD, ONE, "\nI wonder.\n", TWO, THREE, FOURTH].join("")],
  ["a person's line beneath the last callout", `${NOTES}Thank you.\n`],
  ["a person's line right above a callout", [HEAD, ONE, TWO, "Look:\n", THREE.slice(1), FOURTH].join("")],
  ["another head", `# Mine\n${ONE}${TWO}${THREE}${FOURTH}`],
])("the chain holds with %s", (_what, notes) => {
  expect(textsIn(notes)).toEqual(ALL);
});

test.each<readonly [string, string]>([
  ["the first entry is taken out", HEAD + TWO + THREE + FOURTH],
  ["one in the middle is taken out", HEAD + ONE + TWO + FOURTH],
  ["two are swapped", HEAD + ONE + THREE + TWO + FOURTH],
  ["one stands there twice", HEAD + ONE + TWO + TWO + THREE + FOURTH],
  ["the end stands there twice", HEAD + ONE + TWO + THREE + FOURTH + THREE + FOURTH],
  ["a visible line is changed", NOTES.replace("> two", "> TWO")],
  ["a visible line is taken out", NOTES.replace("> two\n", "")],
  ["what counts is changed", NOTES.replace('"text":"two"', '"text":"too"')],
  ["the last line is broken", NOTES.replace(/%%\n$/, "%\n")],
  ["a space stands at the end of a line", NOTES.replace("> two", "> two ")],
  ["a quoted line stands above a callout", [HEAD, ONE, TWO, "> Look:", THREE.slice(1), FOURTH].join("\n")],
  ["a quoted line stands beneath a callout", `${NOTES}> Checked: Anna has seen it\n`],
  ["two callouts are joined", HEAD + ONE + TWO.slice(1) + THREE + FOURTH],
  ["an entry of another plan is at the end", NOTES + (callouts(written(FOUR, "8"))[3] ?? "")],
  [
    "an entry of another device is at the end",
    NOTES + (callouts(written(FOUR, "7", hashText("x")))[3] ?? ""),
  ],
])("nothing counts when %s", (_what, notes) => {
  expect(notes).not.toBe(NOTES);
  const trace = readTrace(notes, "7", KEY);
  expect(trace).toEqual({ ...NO_TRACE, broken: trace.broken });
  expect(trace.broken).toBeGreaterThan(2);
  // What is added begins a new chain, and only that counts.
  expect(textsIn(addEntry(notes, "7", KEY, result("new")) ?? "")).toEqual(["new"]);
});

const HOSTILE = [
  "> %%pw1 {} 0000%%",
  (NOTES.split("\n").at(-2) ?? "").slice(0, 900),
  "%% out %% ]] <% tp.system.prompt() %> {{date}} <!-- x -->",
  '<img src="https://example.com/p.png">',
  "![x](https://example.com/p.png) ![[Offers]] [[Offers]] `= dv.x` `$= dv.x` #tag",
  "```dataviewjs\ndv.current()\n```",
  "- [x] Pay\n# Heading\n> [!warning] Mine",
  "a\u2028b\u2029c\u0085d\u202ee\u0000f\ufeffg",
  "\ud800 \udc00 half",
  "obsidian://open?vault=x file:///etc/passwd",
  "$\\style{background:url(https://example.com)}{x}$",
];

test.each(HOSTILE)("%j is read again as it was, and acts nowhere", (words) => {
  const entries: readonly WorkEntry[] = [
    {
      kind: "asked",
      at: 1,
      ...RUN,
      turn: 1,
      model: words,
      scripted: true,
      prompt: "p",
      bound: { tokens: 1, usd: null },
    },
    {
      kind: "answered",
      at: 2,
      ...RUN,
      turn: 1,
      parts: [
        { kind: "text", text: words, kept: { words } },
        { kind: "call", id: words, tool: words, input: words },
      ],
      usage: { in: null, cached: null, out: 3 },
      usd: 0,
    },
    {
      kind: "failed",
      at: 3,
      ...RUN,
      turn: 2,
      code: "refused",
      why: words,
      usage: { in: 1, cached: 0, out: 3 },
      usd: 0,
    },
    result(words, { tool: words, call: words, checked: [words], wrote: { path: words, hash: words } }),
  ];
  const notes = written(entries);
  expect(readTrace(notes, "7", KEY).entries).toEqual(entries);
  // Some editors take away spaces at the ends of lines.
  expect(readTrace(notes.replace(/[ \t]+$/gm, ""), "7", KEY).entries).toEqual(entries);
  const shown = notes
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.replace(/^> (?:\[!\w+\]- )?/, ""));
  for (const line of shown) {
    const within = line.replace(/^%%pw1(?: first)? (.*)%%$/, "$1");
    expect(within).not.toMatch(
      /%%|<%|\{\{|!\[|\[\[|(?<!\\)[<`$#]|(?<![\\\w])>|:\/\/|::|^[-+*#>] |[\u0085\u2028\u2029\u202e\0]/,
    );
  }
});

test.each<readonly [string, object]>([
  ["half a token", { usage: { in: 0.5, cached: null, out: 1 } }],
  ["money that came back", { usd: -1 }],
  ["a depth that nothing reads", { parts: [{ kind: "text", text: "", kept: deep(20_000) }] }],
])("an entry with %s is not written, for it would break the chain", (_what, more) => {
  const entry = {
    kind: "answered",
    at: 2,
    ...RUN,
    turn: 1,
    parts: [],
    usage: { in: 1, cached: null, out: 1 },
    usd: 0,
    ...more,
  } as const;
  expect(addEntry(NOTES, "7", KEY, entry as WorkEntry)).toBeNull();
});

function deep(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("notes made to be slow are read in a time that grows with their length alone", () => {
  const one = `> %%pw1 {} ${"0".repeat(64)}%%\n`;
  const many = one.repeat(Math.floor(900_000 / one.length));
  const quoted = `${"> a\n".repeat(200_000)}${one}`;
  expect(readTrace(many, "7", KEY).entries).toEqual([]);
  expect(readTrace(quoted, "7", KEY).broken).toBe(1);
});
