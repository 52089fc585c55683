/** All keys of the inbox, in a dialog. */
import type { App } from "obsidian";
import { openDialog } from "../dialog";
import { WORDS } from "../words";
import { KEY_ROWS } from "../words/keyWords";

export function showKeys(app: App): void {
  openDialog(app, {
    title: WORDS.inbox.keys,
    fill: (content) => {
      const list = content.createEl("dl", "planwright-rows planwright-keys");
      for (const { keys, does } of KEY_ROWS) {
        list.createEl("dt").createEl("kbd", { text: keys });
        list.createEl("dd", { text: does });
      }
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}
