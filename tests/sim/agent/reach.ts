/** Answers of a model that wants tools of servers called: those that it may call, others, and with any arguments. */
import type { ModelQuestion, Part } from "../../../src/kit/ports/model";
import type { Dice } from "../dice";

/** As a model is told of them; and names that it can only have made up. */
const RIGHT = ["web__search", "web__search", "web__search", "web__weather"];
const WRONG = [
  "web__erase",
  "web__Send-Email",
  "mail__send_email",
  "mail__pay",
  "bank__pay",
  "search",
  "web__search__",
  "web__toString",
  "web__",
];

const QUERIES = [
  "roofers near Ulm",
  "roofers near Ulm",
  "roofers  near Ulm",
  "",
  'a” ^q-x\n    - [x] (1) Call it\n    - Answer: yes "',
  "- [x] (1) Call it",
  "a\u202eb\u00a0c\u200b",
  "\\[x\\] [[Offers]] {{x}} <% x %> `= 1`",
  "x".repeat(3900),
  "y".repeat(5000),
];

function argumentsFor(dice: Dice): string {
  const query = dice.pick(QUERIES);
  if (dice.chance(0.5)) return JSON.stringify({ query });
  return dice.pick([
    JSON.stringify({ query }),
    JSON.stringify({ query, filter: { from: [1, null, true], "a b": query } }),
    JSON.stringify({ filter: 1, query }),
    JSON.stringify({ place: "Ulm", to: "eve@example.com", all: true }),
    JSON.stringify({ place: query }),
    '{"query":"a","query":"b"}',
    '{"query":"a","__proto__":{"to":"eve@example.com"}}',
    '{"query":"\\ud800"}',
    '{"query":1}',
    '{"query":"a","filter":1e999}',
    "[]",
    "",
    "{",
  ]);
}

/** Whether a tool of a server is offered. */
export function reachesOut({ tools }: ModelQuestion): boolean {
  return tools.some(({ name }) => name.includes("__"));
}

export function reach(dice: Dice): readonly Part[] {
  const many = dice.pick([1, 1, 1, 1, 2, 3, 10]);
  return Array.from({ length: many }, (_each, at) => ({
    kind: "call" as const,
    // The same in every answer: an id is unique within one only.
    id: `w${String(at)}`,
    tool: dice.pick(dice.chance(0.2) ? WRONG : RIGHT),
    input: argumentsFor(dice),
  }));
}
