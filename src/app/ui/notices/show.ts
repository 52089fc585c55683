/**
 * A notice with buttons. A short one goes by itself; one that stays goes when it is clicked, or when its owner takes
 * it down.
 */
import { Notice } from "obsidian";
import { escapeLine } from "../../../kit/text";

/** Milliseconds: long enough to read two lines and reach a button. */
const SHOWN = 12_000;

export interface NoticeShape {
  readonly text: string;
  /** The line beneath; empty for none. */
  readonly detail: string;
  readonly stays: boolean;
  /** Its detail counts seconds, which nobody wants to have read aloud. */
  readonly counts?: boolean;
  readonly buttons: readonly { readonly label: string; readonly run: () => unknown }[];
}

export function showNotice({ text, detail, stays, counts, buttons }: NoticeShape): Notice {
  return new Notice(
    createFragment((words) => {
      const content = words.createDiv({
        cls: "planwright-notice",
        attr: { role: stays ? "alert" : "status" },
      });
      content.createDiv({ text: escapeLine(text, 300) });
      if (detail !== "")
        content.createDiv({
          cls: "planwright-notice-detail",
          text: escapeLine(detail, 200),
          attr: { role: counts === true ? "timer" : null },
        });
      const row = content.createDiv("planwright-notice-answers");
      // The second click of a double click would answer once more.
      let isAnswering = false;
      const answer = async (run: () => unknown): Promise<void> => {
        if (isAnswering) return;
        isAnswering = true;
        try {
          await run();
        } finally {
          isAnswering = false;
        }
      };
      for (const { label, run } of buttons)
        row.createEl("button", { text: label }).addEventListener("click", () => void answer(run));
    }),
    stays ? 0 : SHOWN,
  );
}

/** Changes the words of a notice that is on the screen. */
export function retell({ messageEl }: Notice, { text, detail }: NoticeShape): void {
  const [head, beneath] = messageEl.findAll(".planwright-notice > div");
  head?.setText(escapeLine(text, 300));
  beneath?.setText(escapeLine(detail, 200));
}

const ASKING = new Map<Notice, readonly string[]>();

/** `ids`: of the requests that it asks about. */
export function noteQuestion(notice: Notice, ids: readonly string[]): void {
  for (const each of ASKING.keys()) if (!each.messageEl.isConnected) ASKING.delete(each);
  ASKING.set(notice, ids);
}

/** Ends those that ask about these requests alone. */
export function endQuestions(reviewed: ReadonlySet<string>): void {
  for (const [notice, ids] of ASKING) {
    if (!ids.every((id) => reviewed.has(id))) continue;
    notice.hide();
    ASKING.delete(notice);
  }
}
