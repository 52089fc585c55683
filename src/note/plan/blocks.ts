import { writeScalar } from "../../kit/frontmatter";
import { inProperty, unescapeMarkdown } from "../../kit/text";

/** Why a plan cannot go on, one row a kind: the words a person reads, and what they can do. */
export interface BlockRow {
  /** "Waiting for …", as the Dashboard and `blocked_reason` say it. At most 60 characters. */
  readonly title: string;
  /** Words on screen, where the title, which is kept in notes, has others. */
  readonly screen?: string;
  /** In a line of a list, where the title is too long. */
  readonly short?: string;
  /** A template: `{approved}` and `{do:merge}` are places for a folder and a command (settings/places). */
  readonly wayOut: string;
}

export const BLOCKS = {
  approval: {
    title: "Awaiting human approval",
    screen: "Waiting for you",
    short: "waiting for approval",
    wayOut: "move its note to {approved} to agree, or to {rejected} to say no",
  },
  confirmation: {
    title: "Awaiting confirmation on the acting device",
    short: "waiting for confirmation",
    wayOut: "confirm it on the acting device",
  },
  "by-hand": {
    title: "Yours to do",
    short: "yours to do",
    wayOut: "do it, then tick “I did it” in its note",
  },
  scheduled: {
    title: "Scheduled",
    short: "scheduled",
    wayOut: "nothing to do; to take it back, move its note out of {approved}",
  },
  "two-folders": {
    title: "Request found in two folders",
    screen: "Found in two folders",
    wayOut: "remove the wrong copy, or confirm it on the acting device",
  },
  rejected: {
    title: "Request rejected",
    screen: "Rejected",
    wayOut:
      "change its text in the plan (Planwright then asks again), ask again as it is, skip the step, or cancel the plan",
  },
  missing: {
    title: "Request note is gone",
    screen: "The note to approve is gone",
    wayOut: "ask again, skip the step, or cancel the plan",
  },
  edited: {
    title: "Changed since you were asked",
    wayOut: "undo the change, or approve it: Planwright then asks again with the new text",
  },
  foreign: {
    title: "Request not made by this device",
    screen: "Not asked from this device",
    wayOut: "ask again, or make this the acting device",
  },
  doubt: {
    title: "Maybe sent, please check",
    short: "maybe sent",
    wayOut: "say in its record whether it happened",
  },
  spent: { title: "Approval used without effect", wayOut: "ask again, skip the step, or cancel the plan" },
  record: {
    title: "Perhaps carried out by another device",
    wayOut: "check in the record whether it was sent; then tick or skip the step, or cancel the plan",
  },
  action: {
    title: "Planwright cannot ask for this action yet",
    short: "needs an action",
    wayOut: "write or correct the action block below the step{do:fill-in}",
  },
  merging: {
    title: "Merged into another plan",
    wayOut:
      "run {do:merge} again. If this note stays, open the plan that its log names (or, if that plan was merged, the one its log names). If this note’s steps are there, move this note away; if not, delete the line about merging from its log",
  },
  unclear: { title: "Step not understood", wayOut: "correct the step in the note" },
  server: { title: "The server cannot be used", wayOut: "start the server, or correct its settings" },
  device: {
    title: "Waiting for the acting device",
    wayOut: "open Planwright on the acting device, or choose another acting device",
  },
  queue: {
    title: "Too many open requests",
    screen: "Too much waits for you already",
    wayOut: "answer some of the notes in {pending}",
  },
  "agent-stopped": {
    title: "The agent stopped",
    wayOut: "tick the step if you did it yourself, or tick an answer under Questions{do:answer}",
  },
  "agent-asks": {
    title: "A question for you",
    wayOut: "answer under Questions in the plan: tick a box, or write after “Answer:”{do:answer}",
  },
  "agent-paused": {
    title: "The agent waits for you",
    wayOut: "let it do the next step with {do:resume PLAN}, or set the status back to Active",
  },
  "agent-model": {
    title: "The agent has no model",
    wayOut:
      "add a model in the settings, answer for it with {do:think PLAN --by-hand}, or do the step yourself and tick it",
  },
  "agent-by-hand": {
    title: "The agent waits for your answer",
    wayOut: "answer for its model with {do:think PLAN}, or do the step yourself and tick it",
  },
  flow: {
    title: "The flow cannot go on",
    wayOut: "fix what it names, tick the step yourself, or remove the property “flow” to continue without it",
  },
  person: { title: "Waiting for somebody", wayOut: "use {do:resume PLAN}, or set its status to Active" },
} as const satisfies Record<string, BlockRow>;

export type BlockKind = keyof typeof BLOCKS;

export function blockTitle(kind: BlockKind): string {
  const { screen, title }: BlockRow = BLOCKS[kind];
  return screen ?? title;
}

export interface Block {
  readonly kind: BlockKind;
  /** Step number, from 1. */
  readonly n: number;
  readonly step: string | null;
  readonly request: string | null;
  /** One sentence with the particulars. */
  readonly reason: string;
  /** Of an agent that stopped: what an answer to it means, for the log. */
  readonly mark?: string;
}

const ASKS = "Approval request: ";

/** Names the request that a plan waits for, in the reason of a block. */
export function asksBy(name: string): string {
  return `${ASKS}${name}`;
}

/** Characters of a value of ours in the properties: the app folds a line of more than 80. */
export const SHORT_VALUE = 62;

/**
 * The reason of a block for the properties: its title, and as much of the particulars as fits. The log has all of it,
 * and names the request.
 */
export function shortReason({ kind, reason }: Pick<Block, "kind" | "reason">): string {
  const { title } = BLOCKS[kind];
  const words = (reason.split(ASKS)[0] ?? "").split(/\s+/).filter((word) => word !== "");
  const fits = (text: string): boolean => writeScalar(inProperty(text, 400)).length <= SHORT_VALUE + 2;
  for (let count = words.length; count > 0; count -= 1) {
    const said = words.slice(0, count).join(" ");
    const text = `${title}. ${said}${count < words.length ? "…" : ""}`;
    if (fits(text)) return text;
  }
  return title;
}

/**
 * The particulars of a block of ours as its entry in the log has them, the name of a request included. Empty where it
 * has none.
 */
export function reasonIn(text: string, kind: BlockKind): string {
  const from = text.indexOf(` — ${BLOCKS[kind].title}. `);
  const said = from < 0 ? "" : text.slice(from + BLOCKS[kind].title.length + 5);
  return unescapeMarkdown(said.replace(/ \([^()]*\)\s*$/, ""));
}

/** Whether a reason names its request, and says nothing else. */
export function onlyAsks(reason: string): boolean {
  return reason.startsWith(ASKS);
}

/** The reason without the name of its request; empty where it says nothing else. */
export function withoutAsking(reason: string, name: string): string {
  return reason.replace(asksBy(name), "").trim();
}

/** Only a person can decide how it goes on after it; the question with the answers is written into the plan. */
export function posesAQuestion(kind: string | null): boolean {
  return (
    kind === "rejected" ||
    kind === "missing" ||
    kind === "spent" ||
    kind === "agent-stopped" ||
    kind === "agent-asks"
  );
}

/** Whether only the person can answer the agent’s next question. Answers given before are carried out all the same. */
export function isAnsweredByHand(kind: string | undefined): boolean {
  return kind === "agent-by-hand" || kind === "agent-model";
}

export function isBlockKind(word: string): word is BlockKind {
  return Object.hasOwn(BLOCKS, word);
}
