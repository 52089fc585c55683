/**
 * The answers a person can give to a need, one row a code: the word on the button, its key in the mission view, and the terminal command
 * that does the same. One verb per decision; every face takes it from here. Answers that only open something change nothing.
 */
export interface AnswerRow {
  /** On a button or in a menu; `…` where a dialog asks first. */
  readonly label: string;
  /** The letter that gives this answer where the need is selected; no two answers of one need share one. */
  readonly key: string;
  /** `ID`, `PLAN` and `NOTE` stand for the request, the plan and the note. Null where a person does it in the notes. */
  readonly terminal: string | null;
  /** Icon of the app (lucide). */
  readonly icon: string;
}

export const ANSWER_ROWS = {
  review: { label: "Review", key: "v", terminal: null, icon: "eye" },
  reject: { label: "Reject…", key: "r", terminal: null, icon: "x" },
  hold: { label: "Hold", key: "h", terminal: null, icon: "undo-2" },
  confirm: { label: "Confirm…", key: "c", terminal: "planwright confirm ID", icon: "check-check" },
  copy: { label: "Copy text", key: "y", terminal: null, icon: "copy" },
  did: { label: "I did it", key: "d", terminal: "planwright confirm ID", icon: "check" },
  happened: { label: "It happened", key: "i", terminal: "planwright resolve ID happened", icon: "check" },
  "not-happened": {
    label: "It did not happen",
    key: "n",
    terminal: "planwright resolve ID not-happened",
    icon: "x",
  },
  "ask-again": { label: "Ask again", key: "a", terminal: "planwright request PLAN", icon: "rotate-ccw" },
  "fill-in": { label: "Fill in…", key: "f", terminal: "planwright request PLAN", icon: "pencil" },
  done: { label: "Done", key: "d", terminal: null, icon: "check" },
  skip: { label: "Skip…", key: "s", terminal: "planwright skip PLAN", icon: "skip-forward" },
  cancel: { label: "Cancel plan…", key: "x", terminal: "planwright cancel PLAN", icon: "ban" },
  start: { label: "Start", key: "s", terminal: "planwright start PLAN", icon: "play" },
  answer: { label: "Answer…", key: "a", terminal: null, icon: "message-circle-question" },
  think: { label: "Think by hand…", key: "t", terminal: "planwright think PLAN --by-hand", icon: "brain" },
  "go-on": { label: "Next step", key: "g", terminal: "planwright start PLAN", icon: "play" },
  settings: { label: "Open settings", key: "e", terminal: "planwright models", icon: "settings" },
  repair: { label: "Repair…", key: "p", terminal: "planwright repair NOTE", icon: "wrench" },
  convert: { label: "Convert…", key: "c", terminal: "planwright convert NOTE", icon: "list-checks" },
  merge: { label: "Merge…", key: "m", terminal: "planwright merge NOTE", icon: "merge" },
  adopt: { label: "Adopt…", key: "a", terminal: "planwright adopt NOTE", icon: "mail-plus" },
  plan: { label: "Plan…", key: "p", terminal: "planwright plan NOTE", icon: "list-plus" },
  open: { label: "Open", key: "o", terminal: null, icon: "file-text" },
} as const satisfies Record<string, AnswerRow>;

export type AnswerCode = keyof typeof ANSWER_ROWS;

/** Every kind of need, and the answers to it. The first answer is the one that stands out. */
export const ANSWERS_TO = {
  "in-doubt": ["happened", "not-happened", "open"],
  "maybe-sending": ["open"],
  sending: ["open"],
  confirmation: ["confirm", "hold"],
  "in-two-folders": ["reject", "open"],
  missing: ["ask-again", "skip"],
  edited: ["review", "open"],
  anew: ["open"],
  stuck: ["reject", "open"],
  waiting: ["review", "open"],
  overtaken: ["open"],
  "by-hand": ["did", "copy", "open"],
  refused: ["reject", "open"],
  "held-up": ["hold", "open"],
  "about-to-run": ["hold", "open"],
  rejected: ["ask-again", "skip", "cancel", "open"],
  spent: ["ask-again", "skip", "cancel", "open"],
  action: ["fill-in", "open"],
  server: ["settings", "open"],
  queue: ["open"],
  "agent-asks": ["answer", "open"],
  "agent-stopped": ["answer", "open"],
  "agent-paused": ["go-on", "open"],
  "agent-model": ["settings", "think", "open"],
  "agent-by-hand": ["think", "open"],
  torn: ["open"],
  away: ["open"],
  replaced: ["open"],
  "strange-record": ["open"],
  leftover: ["open"],
  filed: ["open"],
  foreign: ["adopt", "open"],
  "too-deep": ["adopt", "open"],
  duplicates: ["merge", "open"],
  problems: ["repair", "open"],
  adoptable: ["convert", "open"],
  "no-steps": ["open"],
  tasks: ["plan", "open"],
  "your-turn": ["done", "skip", "open"],
} as const satisfies Record<string, readonly AnswerCode[]>;

export type NeedId = keyof typeof ANSWERS_TO;

/** Needs that tell of something and ask a person for nothing. */
export const QUIET_NEEDS: readonly NeedId[] = [
  "sending",
  "anew",
  "overtaken",
  "about-to-run",
  "replaced",
  "leftover",
  "filed",
  "adoptable",
  "no-steps",
  "tasks",
];

/** Of what an answer names the request, the plan or the note. */
export function aboutWhat(code: AnswerCode): "request" | "plan" | "note" {
  return ABOUT_REQUEST.includes(code) ? "request" : ABOUT_NOTE.includes(code) ? "note" : "plan";
}

const ABOUT_REQUEST: readonly AnswerCode[] = [
  "review",
  "reject",
  "hold",
  "confirm",
  "copy",
  "did",
  "happened",
  "not-happened",
];
const ABOUT_NOTE: readonly AnswerCode[] = ["repair", "convert", "merge", "adopt", "plan", "open"];

export interface Names {
  readonly request: string | null;
  readonly plan: string | null;
  readonly note: string | null;
}

/** The terminal command with its name filled in; null where a person does it in the notes, or where the name is not known. */
export function inTerminal(code: AnswerCode, { request, plan, note }: Names): string | null {
  const row: AnswerRow = ANSWER_ROWS[code];
  const names = { ID: request?.slice(0, 8) ?? null, PLAN: plan, NOTE: note };
  const name = (["ID", "PLAN", "NOTE"] as const).find((each) => row.terminal?.split(" ").includes(each));
  if (row.terminal === null || name === undefined) return row.terminal;
  const value = names[name];
  // A command that a person copies holds no sign that a shell reads.
  if (value === null || !/^[\w./ -]+$/.test(value)) return null;
  return row.terminal.replace(name, value.includes(" ") ? `"${value}"` : value);
}
