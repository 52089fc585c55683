/**
 * Every kind of thing that can need a person, one row a code: what it is called, how much it matters, what they can do,
 * and their answers. Ways out are templates, in lower case and without a full stop (settings/places).
 */
import { IGNORE } from "../note/plan/leaveAlone";
import { BLOCKS, blockTitle, type BlockKind } from "../note/plan/blocks";
import type { State } from "../approval/request/states";
import type { AnswerCode } from "./answers";

export interface Situation {
  readonly title: string;
  /** A word or two for its row in a list; left out where it simply waits. */
  readonly state?: string;
  readonly wayOut: string;
  /** `tells`: nobody is asked for anything. */
  readonly severity: "alarm" | "warn" | "asks" | "tells";
  /** Of the app (lucide); left out where the request, or its note, has its own. */
  readonly icon?: string;
  /** The first answer is the one that stands out. */
  readonly answers: readonly AnswerCode[];
  /** Of a plan itself: where the plan is shown with its answers, it is told there. */
  readonly isOwn?: true;
}

/** The states of a request. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  waiting: "Approval needed",
  candidate: "About to run",
  "in-two-folders": "Found in two folders",
  rejected: "Rejected",
  replaced: "Replaced by a newer one",
  spent: "Already used",
  "in-doubt": "Maybe sent, please check",
  foreign: "Not made by Planwright",
  edited: "Changed since you were asked",
  unseen: "Cannot be seen just now",
  missing: "The note to approve is gone",
};

/** How a person has a note left alone for good. */
const LEAVE = `to leave one alone for good, put “${IGNORE}” in its properties; in a README, this covers the subfolder`;

/** A situation that is a block of its plan is called, and left, as that is. */
function ofBlock(kind: BlockKind): Pick<Situation, "title" | "wayOut"> {
  return { title: blockTitle(kind), wayOut: BLOCKS[kind].wayOut };
}

export const SITUATIONS = {
  "in-doubt": {
    state: "Maybe sent",
    title: STATE_WORDS["in-doubt"],
    wayOut: "look where it should have arrived, then say in its record whether it happened",
    severity: "alarm",
    icon: "circle-help",
    answers: ["happened", "not-happened", "open"],
  },
  // In doubt only as long as its call may be running; until then nobody can know.
  "maybe-sending": {
    state: "Maybe sent",
    title: "Maybe sent, perhaps still running",
    wayOut:
      "wait until then; then look where it should have arrived, and say whether it happened{do:resolve ID happened} or not{do:resolve ID not-happened}",
    severity: "alarm",
    icon: "circle-help",
    answers: ["open"],
  },
  sending: { title: "Being sent now", wayOut: "nothing to do", severity: "tells", answers: ["open"] },
  confirmation: {
    ...ofBlock("confirmation"),
    state: "Confirm",
    severity: "asks",
    answers: ["confirm", "hold"],
  },
  "in-two-folders": {
    state: "In two folders",
    title: STATE_WORDS["in-two-folders"],
    wayOut: BLOCKS["two-folders"].wayOut,
    severity: "asks",
    answers: ["reject", "open"],
  },
  // Said at once; only after some minutes, when no sync can still be bringing the note, the plan asks what to do.
  missing: {
    state: "Missing",
    title: STATE_WORDS.missing,
    wayOut: "put it back, or ask again",
    severity: "warn",
    icon: "file-question",
    answers: ["ask-again", "skip"],
  },
  renamed: {
    state: "Renamed",
    title: "Renamed since you were asked",
    wayOut: "restore its name with {do:repair}; under another name, it approves nothing",
    severity: "asks",
    answers: ["repair", "open"],
  },
  edited: {
    state: "Changed",
    title: STATE_WORDS.edited,
    wayOut: BLOCKS.edited.wayOut,
    severity: "asks",
    answers: ["review", "open"],
  },
  anew: {
    title: "Changed, and approved",
    wayOut: "Planwright asks again with the new text; undo the change if you did not mean it",
    severity: "tells",
    answers: ["open"],
  },
  stuck: {
    state: "Changed",
    title: "Changed, and Planwright cannot ask again",
    wayOut: "fix what is named, undo the change, or move it to {rejected}",
    severity: "warn",
    answers: ["reject", "open"],
  },
  waiting: {
    title: STATE_WORDS.waiting,
    wayOut: BLOCKS.approval.wayOut,
    severity: "asks",
    answers: ["review", "open"],
  },
  overtaken: {
    title: "No longer needed",
    wayOut:
      "an earlier attempt did the step; Planwright withdraws this one when it runs on the acting device{do:settle}",
    severity: "tells",
    answers: ["open"],
  },
  "by-hand": {
    ...ofBlock("by-hand"),
    state: "Yours to do",
    severity: "asks",
    icon: "hand",
    answers: ["did", "skip", "copy", "open"],
  },
  refused: {
    state: "Not sent",
    title: "Approved, but it cannot run",
    wayOut: "fix what is named, or move the note to {rejected}",
    severity: "warn",
    answers: ["reject", "open"],
  },
  "held-up": {
    state: "Not sending yet",
    title: "Approved, waiting to run",
    wayOut:
      "Planwright carries it out on the acting device once that is resolved{do:settle}; to take it back, move it out of {approved}",
    severity: "asks",
    answers: ["hold", "open"],
  },
  "about-to-run": {
    title: STATE_WORDS.candidate,
    wayOut:
      "it goes out by itself while Planwright runs on the acting device{do:settle}; to take it back, move it out of {approved}",
    severity: "tells",
    answers: ["hold", "open"],
  },
  rejected: {
    ...ofBlock("rejected"),
    state: "Rejected",
    severity: "asks",
    answers: ["ask-again", "change", "skip", "cancel"],
  },
  spent: {
    ...ofBlock("spent"),
    state: "Not sent",
    severity: "asks",
    answers: ["ask-again", "skip", "cancel", "open"],
  },
  action: {
    ...ofBlock("action"),
    state: "Incomplete",
    severity: "asks",
    icon: "pencil",
    answers: ["fill-in", "done", "open"],
  },
  server: {
    ...ofBlock("server"),
    state: "Not sent",
    severity: "warn",
    icon: "plug",
    answers: ["ask-again", "settings", "open"],
  },
  queue: { ...ofBlock("queue"), severity: "asks", icon: "layers", answers: ["open"] },
  "agent-asks": {
    ...ofBlock("agent-asks"),
    severity: "asks",
    icon: "message-circle-question",
    answers: ["allow", "answer", "open"],
  },
  "agent-stopped": {
    ...ofBlock("agent-stopped"),
    state: "Stopped",
    severity: "warn",
    icon: "bot",
    answers: ["allow", "answer", "open"],
  },
  "agent-paused": { ...ofBlock("agent-paused"), severity: "asks", icon: "bot", answers: ["go-on", "open"] },
  "agent-model": {
    ...ofBlock("agent-model"),
    state: "Stopped",
    severity: "warn",
    icon: "bot",
    answers: ["settings", "think", "done", "skip", "open"],
  },
  "agent-by-hand": { ...ofBlock("agent-by-hand"), severity: "asks", icon: "bot", answers: ["think", "open"] },
  flow: { ...ofBlock("flow"), severity: "asks", icon: "workflow", answers: ["open"] },
  torn: {
    state: "Incomplete",
    title: "Not complete yet",
    wayOut: "wait for sync; if nothing changes, restore or remove the note",
    severity: "asks",
    answers: ["open"],
  },
  away: {
    state: "Not here",
    title: "Not on this computer now",
    wayOut: "it waits until the note is back: open it once, in Finder or in Files",
    severity: "asks",
    answers: ["open"],
  },
  replaced: {
    title: STATE_WORDS.replaced,
    wayOut: "answer the newer one; this one never runs",
    severity: "tells",
    answers: ["open"],
  },
  "strange-record": {
    title: "Beside a record that is not ours",
    wayOut: "it does not run: check the record, then move the record away, or the note to {rejected}",
    severity: "asks",
    answers: ["open"],
  },
  leftover: {
    title: STATE_WORDS.spent,
    wayOut: "it never runs again; move it away",
    severity: "tells",
    answers: ["open"],
  },
  filed: {
    title: STATE_WORDS.spent,
    wayOut:
      "it never runs again; Planwright moves it beside its record when it runs on the acting device{do:settle}",
    severity: "tells",
    answers: ["open"],
  },
  foreign: {
    state: "Not ours",
    title: STATE_WORDS.foreign,
    wayOut:
      "it never runs: move it away, or ask again from its plan; {do:adopt} shows a plan that would ask for the same",
    severity: "asks",
    answers: ["adopt", "open"],
  },
  "too-deep": {
    title: "In a subfolder, where Planwright does not look",
    wayOut: "move it up into the folder itself; {do:adopt} also reads other programs’ notes in subfolders",
    severity: "asks",
    answers: ["adopt", "open"],
  },
  duplicates: {
    title: "The same plan twice",
    wayOut:
      "{do:merge} shows how to make one of them; or archive one, or give it another task_id or source_link",
    severity: "asks",
    icon: "copy",
    answers: ["merge", "open"],
  },
  problems: {
    state: "Unreadable",
    title: "To fix",
    wayOut: "nothing goes on there until then; unreadable notes are left as they are",
    severity: "warn",
    icon: "wrench",
    answers: ["repair", "open"],
  },
  adoptable: {
    title: "Could be converted",
    wayOut: `they look like plans written another way, so Planwright leaves them alone; {do:convert} shows what it would change; ${LEAVE}`,
    severity: "tells",
    icon: "list-checks",
    answers: ["convert", "open"],
  },
  "no-steps": {
    title: "Not a plan yet",
    wayOut: `nothing to do; to make one a plan, write its steps as “- [ ] …” under a heading “Roadmap”; {do:explain} says what it lacks; ${LEAVE}`,
    severity: "tells",
    icon: "list",
    answers: ["open"],
  },
  thoughts: {
    title: "Questions to think through",
    wayOut: "{do:think-through} asks for details before it starts",
    severity: "tells",
    answers: ["think-through", "plan", "open"],
  },
  tasks: {
    title: "Tasks that seem to need a plan",
    wayOut: "{do:plan NOTE} shows the plan it would make",
    severity: "tells",
    icon: "inbox",
    answers: ["plan", "open"],
  },
  "your-turn": {
    state: "Yours to do",
    title: "Your steps",
    wayOut: "do the step, then tick its box",
    severity: "asks",
    icon: "hand",
    answers: ["done", "skip", "open"],
    isOwn: true,
  },
  person: {
    ...ofBlock("person"),
    state: "Waiting",
    severity: "asks",
    icon: "pause",
    answers: ["resume", "open"],
    isOwn: true,
  },
} as const satisfies Record<string, Situation>;

export type NeedId = keyof typeof SITUATIONS;

/** A row, whichever it is. */
export function situationOf(id: NeedId): Situation {
  return SITUATIONS[id];
}
