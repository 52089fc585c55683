/**
 * Short messages in the corner of the app. What they quote comes from notes and servers, so it is shown as one plain
 * line.
 */
import { Notice } from "obsidian";
import { plain } from "../../kit/text";
import type { NoticePort } from "../../ports/notice";

/** Milliseconds: long enough to read two sentences. */
const SHOWN = 8000;

export function createAppNotice(): NoticePort {
  return {
    say: (text) => {
      new Notice(plain(text, 400), SHOWN);
    },
  };
}
