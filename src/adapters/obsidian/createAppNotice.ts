/** Short messages in the corner of the app. They quote notes and servers, so each is shown as one plain line. */
import { Notice } from "obsidian";
import { escapeLine } from "../../kit/text";
import type { NoticePort } from "../../kit/ports/notice";

/** Milliseconds: long enough to read two sentences. */
const SHOWN = 8000;

export function createAppNotice(): NoticePort {
  return {
    say: (text) => {
      new Notice(escapeLine(text, 400), SHOWN);
    },
  };
}
