/** All keys of the inbox, in one order: for the list behind “?”, the line beneath the rows, and the docs. */
import { ANSWER_ROWS, type AnswerCode } from "../../../overview/answers";

export interface KeyRow {
  readonly keys: string;
  readonly does: string;
  /** It is shown beneath the rows, too. */
  readonly isHint?: true;
}

export const KEY_ROWS: readonly KeyRow[] = [
  { keys: "J K ↓ ↑", does: "Next, previous", isHint: true },
  { keys: "Enter", does: "Read it" },
  { keys: "Esc", does: "Back to the list" },
  { keys: "A", does: "The main answer" },
  { keys: keyOf("done"), does: ANSWER_ROWS.done.label },
  { keys: keyOf("change"), does: "Change, or answer in your own words" },
  { keys: keyOf("reject"), does: "Reject" },
  { keys: keyOf("skip"), does: "Skip a step" },
  { keys: "L", does: "Later" },
  { keys: "O", does: "Open the plan" },
  { keys: "1–9", does: "Choose an answer" },
  { keys: "M", does: "More answers" },
  { keys: `${keyOf("happened")} ${keyOf("not-happened")}`, does: "It was sent, it wasn’t sent" },
  { keys: "Ctrl Enter", does: "Confirm" },
  { keys: "Z", does: "Undo", isHint: true },
  { keys: "/", does: "Search", isHint: true },
  { keys: "N", does: "New plan" },
  { keys: "U", does: "Use again" },
  { keys: keyOf("copy"), does: ANSWER_ROWS.copy.label },
  { keys: "?", does: "All keys", isHint: true },
];

function keyOf(code: AnswerCode): string {
  return ANSWER_ROWS[code].key.toUpperCase();
}
