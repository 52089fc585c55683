/**
 * Notices that ask a person about requests. A review of those ends them, and so does an answer on their card: both say
 * more, and lie beneath them.
 */
import type { Notice } from "obsidian";

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
