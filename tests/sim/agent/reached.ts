/**
 * The witness's view of calls of tools of servers for agents: the call of their model, the question to a person and
 * their word, and the call that went out.
 */
import { linesOf } from "../reading";
import type { Called } from "../witness";
import type { Noted } from "./eyes";
import { isOfRun, lastTurn, type Entry, type Line } from "./trace";

/** A question whether a tool may be called, as it stands in a plan. */
export interface Word {
  /** Its block id. */
  readonly id: string;
  /** What a person reads there of the call. */
  readonly shown: string;
  /** “Call it” is ticked, and nothing else is said. */
  readonly allows: boolean;
}

/** An entry that says that a call begins, as a program wrote it. */
export interface Begun extends Noted {
  /** The turn of the model before it. */
  readonly turn: readonly Line[];
}

export interface Reached {
  readonly called: Called;
  /** Null where nothing was noted before. */
  readonly begun: Begun | null;
  /** The question that was answered for it, where one was. */
  readonly word: string | null;
}

export function wordsIn(plan: string): readonly Word[] {
  if (!plan.includes("wants to call the tool")) return [];
  const lines = linesOf(plan);
  return lines.flatMap((line, at): Word[] => {
    const [, tool, server, id = ""] =
      /^- The agent wants to call the tool “(.*)” of the server “(.*)”\. .* \^(q-\S+)$/.exec(line) ?? [];
    if (tool === undefined || server === undefined) return [];
    const more = lines.slice(at + 1);
    const end = more.findIndex((each) => !/^\s/.test(each));
    const beneath = end < 0 ? more : more.slice(0, end);
    const given = beneath.flatMap((each) => /^ {4}- Argument: “(.*)”$/.exec(each)?.[1] ?? []);
    const ticked = beneath.filter((each) => /^\s+- \[[xX]\]/.test(each));
    const said = beneath.slice(beneath.findIndex((each) => /^ {4}- Answer:/.test(each)));
    const isSilent =
      /^ {4}- Answer:\s*$/.test(said[0] ?? "") && (said.length < 2 || /^ {4}- /.test(said[1] ?? ""));
    return [
      {
        id,
        shown: [bare(`${server}/${tool}`), ...given.map(bare).sort()].join("\n"),
        allows: ticked.length === 1 && /\(1\) Call it/.test(ticked[0] ?? "") && isSilent,
      },
    ];
  });
}

/** The words that a person has to have read of this call. */
export function shownOf({ call: { server, tool, args } }: Called): string {
  const given = Object.entries(args).map(([name, value]) => {
    const spelled = /^[\w.-]+$/.test(name) ? name : JSON.stringify(name);
    return `${spelled} = ${JSON.stringify(value)}`;
  });
  return [`${server}/${tool}`, ...(given.length === 0 ? ["none"] : given.map(spelledOut)).sort()].join("\n");
}

/** As Markdown shows it. */
function bare(text: string): string {
  return text.replace(/\\([^\p{L}\p{N}\s])/gu, "$1").replace(/\\u0020/g, " ");
}

/** Two spaces read as one in Markdown, and what cannot be seen is named. */
function spelledOut(text: string): string {
  return text.replace(
    /[\u202e\u00a0\u200b\u2028]/g,
    (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** The call of a model that is begun: its question, and its id in the answer. */
export function callOf({ turn, entry }: Begun): string {
  return `${turn[0]?.line ?? ""} ${entry.call ?? ""}`;
}

export interface Reaches {
  /** From the oldest. */
  readonly all: Reached[];
  begins(noted: Noted, chain: readonly Line[]): void;
  /** A person has had their hands on a plan. */
  sawByHand(plan: string): void;
  /** `read`: the plans as the program has read them last. */
  reaching(called: Called, read: readonly string[]): Reached;
}

export function createReaches(): Reaches {
  const begun: Begun[] = [];
  const allowed = new Set<string>();
  const reaches: Reaches = {
    all: [],
    begins(noted, chain) {
      begun.push({ ...noted, turn: lastTurn(chain, noted.entry) });
    },
    sawByHand(plan) {
      for (const { id, shown, allows } of wordsIn(plan)) if (allows) allowed.add(`${id} ${shown}`);
    },
    reaching(called, read) {
      const { call, life } = called;
      const last = begun.findLast(
        ({ life: each, entry }) =>
          each === life && entry.of?.server === call.server && entry.of.tool === call.tool,
      );
      const isTaken = reaches.all.some((each) => each.begun === last);
      const shown = shownOf(called);
      const word = read
        .flatMap(wordsIn)
        .find(
          (each) =>
            each.allows &&
            each.shown === shown &&
            allowed.has(`${each.id} ${shown}`) &&
            !reaches.all.some((other) => other.word === each.id),
        );
      return { called, begun: last === undefined || isTaken ? null : last, word: word?.id ?? null };
    },
  };
  return reaches;
}

/** The arguments that the model gave to this call, as it wrote them; null where it made none like it. */
export function givenTo({ turn, entry }: Begun): { readonly tool: string; readonly input: string } | null {
  const answered = turn.find((each) => each.entry.kind === "answered" && isOfRun(each.entry, entry))?.entry;
  return answered === undefined || answered.unused === true
    ? null
    : (answered.parts?.find(({ kind, id }) => kind === "call" && id === entry.call) ?? null);
}

function isResultOf(entry: Entry, begun: Entry): boolean {
  return isOfRun(entry, begun) && entry.call === begun.call && entry.tool === begun.tool;
}

/** Behind the entry that says that the call begins, as far as that is there. */
function isOnlyOne(entry: Entry, chain: readonly Line[]): boolean {
  const from = chain.findLastIndex((each) => each.entry.kind === "began" && isResultOf(entry, each.entry));
  return !chain.slice(from + 1).some((each) => each.entry.kind === "result" && isResultOf(entry, each.entry));
}

/** Whether this is what came of a call that went out, and the only entry that says so. */
export function cameOfReach(entry: Entry, chain: readonly Line[], { all }: Reaches): boolean {
  return isOnlyOne(entry, chain) && all.some(({ begun }) => begun !== null && isResultOf(entry, begun.entry));
}
