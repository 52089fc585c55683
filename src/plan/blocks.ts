/** Why a plan cannot go on, one row a kind: the words a person reads, and what they can do. */
export interface BlockRow {
  /** "Waiting for …", as the Dashboard and `blocked_reason` say it. */
  readonly title: string;
  /** `{approved}` and its like stand for the names of folders (nameFolders). */
  readonly wayOut: string;
  /** As earlier versions wrote it into notes. */
  readonly formerTitle?: string;
}

export const BLOCKS = {
  approval: {
    title: "Awaiting human approval",
    wayOut: "move the request to {approved} to agree, or to {rejected} to deny it",
  },
  confirmation: {
    title: "Awaiting confirmation on the acting device",
    wayOut: "confirm it on the acting device",
  },
  "by-hand": { title: "Approved, to be done by hand", wayOut: "do it, then tick “I did it” in the request" },
  "two-folders": {
    title: "Request found in two folders",
    wayOut: "remove the wrong copy, or confirm the request on the acting device",
  },
  rejected: {
    title: "Request rejected",
    wayOut:
      "change its text in the plan (Planwright then asks with the new text), ask again as it is, skip the step, or cancel the plan",
  },
  missing: { title: "Request note is gone", wayOut: "ask again, skip the step, or cancel the plan" },
  edited: {
    title: "Changed since you were asked",
    wayOut: "undo the change, or approve the request: Planwright then asks again with the new text",
  },
  foreign: { title: "Request not made by this device", wayOut: "ask again, or make this the acting device" },
  doubt: { title: "Maybe sent, please check", wayOut: "say whether it happened, as its record asks you to" },
  spent: { title: "Approval used without effect", wayOut: "ask again, skip the step, or cancel the plan" },
  record: {
    title: "Perhaps carried out by another device",
    wayOut: "read the record and check whether it was sent; then tick or skip the step, or cancel the plan",
  },
  action: {
    title: "Planwright cannot ask for this action yet",
    formerTitle: "The action needs you before it can be asked",
    wayOut: "write or correct the action block beneath the step, or use “Request approval…”",
  },
  merging: {
    title: "Merged into another plan",
    wayOut:
      "run “Merge duplicates…” again. If this note is still here then, open the plan that its log names (if that plan was merged, too, the one that its own log names). If the steps of this note are there, move this note away; if not, delete the line about merging from its log",
  },
  unclear: { title: "Step not understood", wayOut: "correct the step in the note" },
  server: {
    title: "The server cannot be used",
    formerTitle: "Server cannot take it",
    wayOut: "start the server, or correct what the settings say of it",
  },
  device: {
    title: "Waiting for the acting device",
    wayOut: "open Planwright on the acting device, or make a device the acting one",
  },
  queue: { title: "Too many open requests", wayOut: "answer some of the requests in {pending}" },
  "agent-stopped": {
    title: "The agent stopped",
    wayOut: "tick the step if you did it yourself, or tick an answer under Questions",
  },
  "agent-asks": {
    title: "A question for you",
    formerTitle: "The agent asks you",
    wayOut: "answer under Questions in the plan: tick a box, or write behind “Answer:”",
  },
  "agent-paused": {
    title: "The agent waits for you",
    wayOut: "set the status back to Active to let it do the next step",
  },
  "agent-model": {
    title: "The agent has no model",
    wayOut:
      "name a model in the settings, answer as its model by “Think by hand…” (in a terminal: planwright think PLAN --by-hand), or do the step yourself and tick it",
  },
  "agent-by-hand": {
    title: "The agent waits for your answer",
    wayOut:
      "answer as its model by “Think by hand…” (in a terminal: planwright think PLAN), or do the step yourself and tick it",
  },
  flow: {
    title: "The flow cannot go on",
    wayOut:
      "put right what it names, tick the step yourself, or take the property “flow” away to go on without it",
  },
  person: {
    title: "Blocked by a person",
    wayOut:
      "let it go on with “Continue” (in a terminal: planwright start PLAN), or set its status to Active",
  },
} as const satisfies Record<string, BlockRow>;

export type BlockKind = keyof typeof BLOCKS;

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
