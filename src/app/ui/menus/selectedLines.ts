/** The lines that a person selected in an editor. */
import type { Editor } from "obsidian";
import type { WantedPlan } from "../../../rules/command";

/** Whole lines, counted from 1; the line of the cursor where nothing is selected. */
export function selectedLines(editor: Editor): WantedPlan["lines"] {
  const from = editor.getCursor("from");
  const to = editor.getCursor("to");
  // A selection that ends before the first letter of a line leaves that line out.
  const last = to.ch === 0 && to.line > from.line ? to.line - 1 : to.line;
  return { from: from.line + 1, to: last + 1 };
}
