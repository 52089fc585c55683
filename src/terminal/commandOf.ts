/** Turns a call into a command of the engine: of each of its commands, how it is given here. */
import { readFile } from "node:fs/promises";
import type { Action } from "../note/action/action";
import { parseAction } from "../note/action/parse";
import { BYTE_ORDER_MARK } from "../kit/frontmatter";
import { findResult } from "../engine/commands/flow/archiveResult";
import type { Command } from "../engine/perform/replies";
import type { Engine } from "../engine/engine";
import { answerCommand } from "./answering/answer";
import type { CommandName, ReadingName } from "./commands";
import { confirmedBy } from "./confirm";
import type { DraftByModel } from "../agent/planDraft";
import { optionsOf } from "./paste";
import { wantedBy } from "./proposal";
import type { Call } from "./words";

interface Given {
  readonly call: Call;
  /** The words behind the command, the number of its step, and where a model drafted a plan, its draft. */
  readonly first: string;
  readonly second: string;
  readonly step: number | null;
  readonly draft: DraftByModel | null;
  readonly engine: Engine;
}
type Kind = Command["kind"];
type Order<K extends Kind> = Omit<Extract<Command, { kind: K }>, "kind">;
type Make<K extends Kind> = (given: Given) => Order<K> | string | Promise<Order<K> | string>;

const agree: Make<"agree"> = ({ call, second, draft }) => {
  const wanted = wantedBy(call);
  if (wanted === null) return "That cannot be done.";
  return { wanted: wanted.kind === "plan" && draft !== null ? { ...wanted, draft } : wanted, code: second };
};
const onPlan = ({ first: plan }: Given): { readonly plan: string } => ({ plan });
const nothing = (): object => ({});

/** By the commands of the engine; null for one that only the app gives, or a run itself. */
const ORDERS = {
  "set-up": { init: ({ call: { table } }) => ({ table }) },
  create: null,
  "write-status": null,
  start: { start: onPlan },
  "start-flow": {
    "flow start": ({ first, call: { inputs } }) => ({ flow: first, inputs }),
    "reasoning again": async ({ first, engine }) => {
      const note = findResult(first, await engine.look());
      return typeof note === "string"
        ? note
        : { flow: "review-again", inputs: { topic: note.title, note: note.path } };
    },
  },
  eject: {
    "flow eject": ({ first, call }) => ({ what: "flow", name: first, to: call.user ? "user" : "vault" }),
    "skills eject": ({ first, call }) => ({ what: "skill", name: first, to: call.user ? "user" : "vault" }),
  },
  request: { request: ({ first, step }) => ({ plan: first, step, action: null }) },
  skip: { skip: ({ first, step }) => ({ plan: first, step }) },
  done: null,
  undo: { undo: onPlan },
  later: { later: ({ first, call: { until } }) => ({ plan: first, until }) },
  "answer-question": {
    answer: async ({ first, second, engine }) => answerCommand(first, second, await engine.look()),
  },
  cancel: { cancel: onPlan },
  archive: null,
  template: {
    "template save": ({ first }) => ({ what: "save", of: first }),
    "template new": ({ first, second }) => ({ what: "new", of: first, objective: second }),
  },
  "archive-result": { "reasoning archive": ({ first }) => ({ note: first }) },
  approve: null,
  reject: null,
  hold: null,
  confirm: {
    confirm: async ({ first, second, call, engine }) =>
      confirmedBy(first, second, await engine.look(), optionsOf(call)),
  },
  resolve: {
    resolve: ({ first, second }) => ({
      request: first,
      happened: second !== "not-happened",
      ...(second === "always" ? { always: true } : {}),
    }),
  },
  "forget-answer": { "resolve forget": ({ first }) => ({ code: first }) },
  agree: { repair: agree, convert: agree, merge: agree, adopt: agree, plan: agree },
  agent: {
    agent: ({ first, second }) => ({
      plan: first,
      mode: second === "auto" || second === "step" ? second : "off",
    }),
  },
  remark: { log: ({ first, second, call: { as } }) => ({ plan: first, by: as ?? "", text: second }) },
  tick: {
    tick: ({ first, step, call: { as, why } }) => ({ plan: first, step, by: as ?? "", why: why ?? "" }),
  },
  "draft-action": {
    draft: async ({ first, step, call: { as, why, words } }) => {
      const action = await readAction(words[2] ?? "");
      return typeof action === "string"
        ? action
        : { plan: first, step, by: as ?? "", why: why ?? "", action };
    },
  },
  "answer-by-hand": null,
  "spend-again": { "spend-again": nothing },
  "allow-program": {
    "flow allow": ({ first }) => ({ code: first, allows: true }),
    "flow forbid": ({ first }) => ({ code: first, allows: false }),
  },
  pause: { pause: nothing },
  continue: { continue: nothing },
  "take-over": { "take-over": nothing },
  trust: null,
} satisfies { readonly [K in Kind]: Readonly<Partial<Record<CommandName, Make<K>>>> | null };

type Orders = typeof ORDERS;
type Ordering = { [K in Kind]: Orders[K] extends null ? never : keyof Orders[K] }[Kind];
/** Runs without an order. A command that neither reads nor orders, and does not stand here, does not compile. */
const WITHOUT_ORDER: Readonly<Record<Exclude<CommandName, Ordering | ReadingName>, true>> = {
  settle: true,
  watch: true,
  think: true,
};

/** Null where the call gives none; a sentence where what was shown is not what stands there now. */
export async function commandOf(
  call: Call,
  engine: Engine,
  draft: DraftByModel | null = null,
): Promise<Command | string | null> {
  const [first = "", second = ""] = call.words;
  const step = /^\d+$/.test(second) ? Number(second) : null;
  for (const [kind, ways] of Object.entries<Partial<Record<CommandName, unknown>> | null>(ORDERS)) {
    const make = ways?.[call.verb] as Make<Kind> | undefined;
    if (make === undefined) continue;
    const order = await make({ call, first, second, step, draft, engine });
    return typeof order === "string" ? order : ({ ...order, kind } as Command);
  }
  return Object.hasOwn(WITHOUT_ORDER, call.verb) ? null : `“${call.verb}” changes nothing.`;
}

/** The lines of an action block, in a file of their own, with or without the fence around them. */
async function readAction(file: string): Promise<Action | string> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return `The file ${file} cannot be read.`;
  const parsed = parseAction(text.replace(BYTE_ORDER_MARK, "").replace(FENCE, "$2"));
  return parsed.kind === "action" ? parsed.action : `${file} has no readable action: ${parsed.why}.`;
}

const FENCE = /^\s*(`{3,}|~{3,})action[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;
