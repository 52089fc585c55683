/**
 * Answers that a person can give to a need, one row a code: the label of the button, its key in every face, and its
 * icon. One verb per decision, for every face. Answers that only open something change nothing.
 */
export interface AnswerRow {
  /** On a button or in a menu; `…` where a dialog asks first. */
  readonly label: string;
  /** The letter that gives this answer where the need is selected; no two answers of one need share one. */
  readonly key: string;
  /** Icon of the app (lucide). */
  readonly icon: string;
}

export const ANSWER_ROWS = {
  review: { label: "Review", key: "v", icon: "eye" },
  reject: { label: "Reject…", key: "r", icon: "x" },
  hold: { label: "Undo", key: "h", icon: "undo-2" },
  confirm: { label: "Confirm…", key: "c", icon: "check-check" },
  copy: { label: "Copy text", key: "c", icon: "copy" },
  did: { label: "Done", key: "d", icon: "check" },
  happened: { label: "It was sent", key: "y", icon: "check" },
  "not-happened": { label: "It wasn’t sent", key: "n", icon: "x" },
  "ask-again": { label: "Ask again", key: "a", icon: "rotate-ccw" },
  "fill-in": { label: "Fill in…", key: "f", icon: "pencil" },
  done: { label: "Done", key: "d", icon: "check" },
  skip: { label: "Skip…", key: "s", icon: "skip-forward" },
  cancel: { label: "Cancel plan…", key: "x", icon: "ban" },
  archive: { label: "Archive…", key: "x", icon: "archive" },
  start: { label: "Start", key: "s", icon: "play" },
  resume: { label: "Continue", key: "c", icon: "play" },
  change: { label: "Change…", key: "e", icon: "pencil" },
  answer: { label: "Answer…", key: "a", icon: "message-circle-question" },
  allow: { label: "Allow…", key: "l", icon: "shield-check" },
  think: { label: "Think by hand…", key: "t", icon: "brain" },
  "go-on": { label: "Next step", key: "g", icon: "play" },
  settings: { label: "Open settings", key: "e", icon: "settings" },
  repair: { label: "Repair…", key: "p", icon: "wrench" },
  convert: { label: "Convert…", key: "c", icon: "list-checks" },
  merge: { label: "Merge…", key: "m", icon: "merge" },
  adopt: { label: "Adopt…", key: "a", icon: "mail-plus" },
  "think-through": { label: "Think it through…", key: "t", icon: "brain" },
  plan: { label: "Plan…", key: "p", icon: "list-plus" },
  open: { label: "Open", key: "o", icon: "file-text" },
} as const satisfies Record<string, AnswerRow>;

export type AnswerCode = keyof typeof ANSWER_ROWS;

/** Answers that nobody can take back: given by pointer, or by Enter on their own button, never by one key. */
export const FINAL_ANSWERS: readonly AnswerCode[] = ["happened", "not-happened"];

/** Answers that open the plan, or a dialog: they go with a question, whose boxes are the other answers. */
export const OPENING_ANSWERS: readonly AnswerCode[] = ["allow", "open", "change"];

/** The request, the plan or the note: the one that a link to this answer names. */
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
const ABOUT_NOTE: readonly AnswerCode[] = [
  "repair",
  "convert",
  "merge",
  "adopt",
  "think-through",
  "plan",
  "open",
];
