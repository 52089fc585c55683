/**
 * The next want of a step, whatever its model said: no call twice, no tick without evidence, no question past a limit.
 */
import { expect, test } from "vitest";
import { readSettings } from "../../src/settings/settings";
import type { Part } from "../../src/kit/ports/model";
import { NOTHING_SPENT } from "../../src/kit/ports/spent";
import type { WorkEntry } from "../../src/agent/entry";
import { next, type AgentMove } from "../../src/agent/next";
import { PLANNED, roleOf, spentOn, turnsOf, type Run } from "../../src/agent/run";

const ID = { step: "s-1", hash: "0123456789ab", round: 0 };
const parsed = readSettings({});
if (parsed.kind === "bad") throw new Error(parsed.why);
const { limits } = parsed.settings;

const NOTHING: Omit<Parameters<typeof next>[1], "lost"> = {
  limits,
  counted: {
    run: NOTHING_SPENT,
    plan: NOTHING_SPENT,
    base: 0,
    asked: null,
    today: 0,
    ceiling: 10,
    fallsBelow: () => 99,
    isAlone: false,
    trouble: null,
  },
  isAnswered: () => false,
  plan: NOTHING_SPENT,
  price: { in: 1, out: 2 },
  model: "main",
  modelKey: "key",
  now: 10,
  size: 100,
  // The plan says nothing of any call.
  inPlan: {
    asking: () => null,
    isDone: () => false,
    isOfServer: () => false,
    given: () => null,
    settled: (tick) => tick,
  },
  role: "worker",
  agent: "",
  isProgram: false,
  dearBefore: null,
  isCutBefore: false,
  wasStarted: () => false,
  notStarted: null,
};

const asked = (turn: number): WorkEntry => ({
  kind: "asked",
  at: turn,
  ...ID,
  turn,
  model: "m",
  scripted: false,
  prompt: "p",
  bound: { tokens: 1000, usd: 0.1 },
});

type Call = readonly [id: string, tool: string, input?: string];

const answered = (turn: number, calls: readonly Call[], more: object = {}): WorkEntry => ({
  kind: "answered",
  at: turn,
  ...ID,
  turn,
  parts: calls.map(([id, tool, input = "{}"]): Part => ({ kind: "call", id, tool, input })),
  usage: { in: 10, cached: 0, out: 1 },
  usd: 0,
  ...more,
});

const came = (call: string, tool: string, ok = true, more: object = {}): WorkEntry => ({
  kind: "result",
  at: 9,
  ...ID,
  call,
  tool,
  ok,
  text: `result of ${call}`,
  ...more,
});

function wanted(...entries: readonly WorkEntry[]): string {
  return wantedWith(null, ...entries);
}

function wantedWith(tool: Run["tool"], ...entries: readonly WorkEntry[]): string {
  return say(next({ id: ID, entries, tool, links: [], earlier: [] }, { ...NOTHING, lost: 0 }));
}

function say(agentMove: AgentMove): string {
  if (agentMove.kind === "use-tool") return `use ${agentMove.call.tool} ${agentMove.call.id}`;
  if (agentMove.kind === "ask-model") return `ask ${String(agentMove.turn)}`;
  return agentMove.kind === "stop" ? `stop ${agentMove.code}` : agentMove.kind;
}

/** Each with a result, so many turns. */
function turns(count: number, calls: (turn: number) => readonly Call[]): readonly WorkEntry[] {
  return Array.from({ length: count }, (_each, at) => at + 1).flatMap((turn) => [
    asked(turn),
    answered(turn, calls(turn)),
    ...calls(turn).map(([id, tool]) => came(id, tool, false)),
  ]);
}

const SHOWN = { checked: ["Comparison.md"] };

test.each<readonly [string, readonly WorkEntry[], string]>([
  ["nothing yet", [], "ask 1"],
  ["a result without a question", [came("a", "finish_step", true, SHOWN)], "ask 1"],
  ["an answer without a question", [answered(1, [["a", "finish_step"]])], "ask 1"],
  ["two questions in a row", [asked(1), asked(2)], "ask 3"],
  ["an answer to another turn", [asked(1), asked(2), answered(1, [["a", "read_note"]])], "ask 3"],
  ["an answer with nothing in it", [asked(1), answered(1, [])], "ask 2"],
  ["two of them", [asked(1), answered(1, []), asked(2), answered(2, [])], "stop no-call"],
  ["a call", [asked(1), answered(1, [["a", "read_note"]])], "use read_note a"],
  ["an unused call", [asked(1), answered(1, [["a", "read_note"]], { unused: true })], "ask 2"],
  [
    "a second answer to a turn",
    [asked(1), answered(1, [["a", "read_note"]]), answered(1, [["b", "give_back"]])],
    "use read_note a",
  ],
  [
    "the end before the rest",
    [
      asked(1),
      answered(1, [
        ["a", "finish_step"],
        ["b", "write_work_file"],
      ]),
    ],
    "use write_work_file b",
  ],
  [
    "done and given back at once",
    [
      asked(1),
      answered(1, [
        ["a", "finish_step"],
        ["b", "give_back"],
      ]),
      came("a", "finish_step", true, SHOWN),
      came("b", "give_back"),
    ],
    "stop given-back",
  ],
  [
    "done as shown",
    [asked(1), answered(1, [["a", "finish_step"]]), came("a", "finish_step", true, SHOWN)],
    "tick",
  ],
  [
    "a claim that is refused",
    [asked(1), answered(1, [["a", "finish_step"]]), came("a", "finish_step", false, { checked: [] })],
    "ask 2",
  ],
  [
    "two claims at once that are refused",
    [
      asked(1),
      answered(1, [
        ["a", "finish_step"],
        ["b", "finish_step", "[]"],
      ]),
      came("a", "finish_step", false, { checked: [] }),
      came("b", "finish_step", false, { checked: [] }),
    ],
    "ask 2",
  ],
  [
    "a tool that is called finish_step in another spelling",
    [asked(1), answered(1, [["a", "Finish_Step"]]), came("a", "Finish_Step", true, SHOWN)],
    "ask 2",
  ],
  ["a tool by a name of every object", [asked(1), answered(1, [["a", "constructor"]])], "use constructor a"],
  ["unknown tools for ever", turns(20, (turn) => [["a", `tool-${String(turn)}`]]), "stop turns"],
  // Servers may count the calls of each answer from one.
  [
    "one call three times under one id",
    [...turns(2, () => [["a", "read_note"]]), asked(3), answered(3, [["a", "read_note"]])],
    "stop repeats",
  ],
  [
    "one call three times in one answer",
    [
      asked(1),
      answered(1, [
        ["a", "read_note"],
        ["b", "read_note"],
        ["c", "read_note"],
      ]),
      came("a", "read_note"),
      came("b", "read_note"),
    ],
    "stop repeats",
  ],
  [
    "one tool with other arguments",
    [...turns(2, (turn) => [["a", "read_note", String(turn)]]), asked(3), answered(3, [["a", "read_note"]])],
    "use read_note a",
  ],
])("after %s", (_what, entries, wants) => {
  expect(wanted(...entries)).toBe(wants);
});

/** A file is written anew with this text, and the step said to be done: the claim is refused. */
const claimOf = (turn: number, text: string): readonly WorkEntry[] => [
  asked(turn),
  answered(turn, [
    ["w", "write_work_file", text],
    ["f", "finish_step", "same"],
  ]),
  came("w", "write_work_file", true, { wrote: { path: "Work/p/A.md", hash: text } }),
  came("f", "finish_step", false, { checked: [] }),
];

test.each<readonly [string, readonly WorkEntry[], string]>([
  [
    "a file that is mended each time",
    ["1", "2", "3", "4"].flatMap((text, at) => claimOf(at + 1, text)),
    "ask 5",
  ],
  [
    "the same claim a third time, and nothing new in between",
    [
      ...["1", "1"].flatMap((text, at) => claimOf(at + 1, text)),
      asked(3),
      answered(3, [["f", "finish_step", "same"]]),
    ],
    "stop repeats",
  ],
  [
    "the same claim three times, and a mended file before the third",
    [
      ...claimOf(1, "1"),
      ...claimOf(2, "2"),
      asked(3),
      answered(3, [
        ["w", "write_work_file", "3"],
        ["f", "finish_step", "same"],
      ]),
      came("w", "write_work_file", true, { wrote: { path: "Work/p/A.md", hash: "3" } }),
    ],
    "use finish_step f",
  ],
  [
    "claims that were handed back each time",
    [
      ...[1, 2].flatMap((turn) => [
        asked(turn),
        answered(turn, [
          ["r", "read_note", String(turn)],
          ["f", "finish_step"],
        ]),
        came("r", "read_note"),
        came("f", "finish_step", false, { unread: true }),
      ]),
      asked(3),
      answered(3, [["f", "finish_step"]]),
    ],
    "use finish_step f",
  ],
])("progress sets the count of repeats back: after %s", (_what, entries, wants) => {
  expect(wanted(...entries)).toBe(wants);
});

test("a stop for repetition says why the step was refused, which is most often its cause", () => {
  const refused = came("f", "finish_step", false, {
    text: "build.md has no block\nthat begins with tasks.",
    checked: [],
  });
  const repeated = [
    ...turns(2, () => [["a", "write_work_file"]]),
    asked(3),
    answered(3, [["f", "finish_step"]]),
    refused,
    asked(4),
    answered(4, [["a", "write_work_file"]]),
  ];
  const says = (...entries: readonly WorkEntry[]): unknown =>
    next({ id: ID, entries, tool: null, links: [], earlier: [] }, { ...NOTHING, lost: 0 });
  expect(says(...repeated)).toMatchObject({
    code: "repeats",
    says: "The agent called write_work_file three times with the same values. Before that, finish_step was refused: build.md has no block that begins with tasks.",
  });
  expect(says(...repeated.filter((each) => each !== refused && each.kind !== "result"))).not.toMatchObject({
    says: expect.stringContaining("refused") as string,
  });
});

const SEARCH: Run["tool"] = { kind: "call", tool: "search_notes", input: '{"query":"roofer"}' };
const FOUND = came(PLANNED, "search_notes");

test.each<readonly [string, Run["tool"], readonly WorkEntry[], string]>([
  ["nothing yet", SEARCH, [], "use search_notes plan"],
  ["its result", SEARCH, [FOUND], "ask 1"],
  ["a result that is a failure", SEARCH, [came(PLANNED, "search_notes", false)], "ask 1"],
  ["a question", SEARCH, [FOUND, asked(1)], "ask 2"],
  [
    "the same call by a model under the same id",
    SEARCH,
    [FOUND, asked(1), answered(1, [[PLANNED, "search_notes"]])],
    "use search_notes plan",
  ],
  [
    "two answers without a call",
    SEARCH,
    [FOUND, asked(1), answered(1, []), asked(2), answered(2, [])],
    "stop no-call",
  ],
  [
    "the end",
    SEARCH,
    [FOUND, asked(1), answered(1, [["a", "finish_step"]]), came("a", "finish_step", true, SHOWN)],
    "tick",
  ],
  ["nothing, as it cannot be read", { kind: "bad", why: "there are two" }, [], "stop bad-tool"],
  ["a tool that nobody has", { kind: "call", tool: "fly", input: "{}" }, [], "stop bad-tool"],
  ["a tool of every object", { kind: "call", tool: "constructor", input: "{}" }, [], "stop bad-tool"],
  ["one that ends the step", { kind: "call", tool: "finish_step", input: "{}" }, [], "stop bad-tool"],
  ["one that changes the plan", { kind: "call", tool: "draft_action", input: "{}" }, [], "stop bad-tool"],
])("where the plan names the call, after %s", (_what, tool, entries, wants) => {
  expect(wantedWith(tool, ...entries)).toBe(wants);
});

test.each<readonly [string, Run["tool"], readonly WorkEntry[], string]>([
  ["at first", null, [], "worker"],
  ["after a call", null, [asked(1), answered(1, [["a", "read_note"]])], "worker"],
  ["after an answer without a call", null, [asked(1), answered(1, [])], "planner"],
  ["after one that was not used", null, [asked(1), answered(1, [], { unused: true })], "worker"],
  ["when the question after that was cut off", null, [asked(1), answered(1, []), asked(2)], "planner"],
  [
    "once the planner called something",
    null,
    [asked(1), answered(1, []), asked(2), answered(2, [["a", "read_note"]])],
    "worker",
  ],
  ["where the plan names the call", SEARCH, [], "planner"],
  ["and later", SEARCH, [FOUND, asked(1), answered(1, [["a", "read_note"]])], "planner"],
])("%s, it is known who is asked", (_when, tool, entries, role) => {
  expect(roleOf({ entries, tool })).toBe(role);
});

test("what the plan names to be called costs nothing", () => {
  expect(spentOn(turnsOf({ entries: [FOUND], tool: SEARCH }))).toEqual(NOTHING_SPENT);
});

test("fifty calls at once are carried out one by one, each once", () => {
  const calls = Array.from({ length: 50 }, (_each, at): Call => [`c${String(at)}`, "read_note", String(at)]);
  const entries: WorkEntry[] = [asked(1), answered(1, calls)];
  const used: string[] = [];
  for (;;) {
    const agentMove = next({ id: ID, entries, tool: null, links: [], earlier: [] }, { ...NOTHING, lost: 0 });
    if (agentMove.kind !== "use-tool") break;
    used.push(agentMove.call.id);
    entries.push(came(agentMove.call.id, agentMove.call.tool));
  }
  expect(used).toEqual(calls.map(([id]) => id));
});

test("what is not known to be paid counts as the most it can have cost", () => {
  const late = [asked(1), asked(2), answered(1, [])];
  expect(spentOn(turnsOf({ entries: late, tool: null }))).toMatchObject({ turns: 2, tokens: 2000, usd: 0.2 });
});

test("turns before a break in the notes count against the limit, and for nothing else", () => {
  const given = NOTHING;
  expect(
    say(
      next({ id: ID, entries: [], tool: null, links: [], earlier: [] }, { ...given, lost: limits.turns - 1 }),
    ),
  ).toBe("ask 1");
  expect(
    say(next({ id: ID, entries: [], tool: null, links: [], earlier: [] }, { ...given, lost: limits.turns })),
  ).toBe("stop turns");
});
