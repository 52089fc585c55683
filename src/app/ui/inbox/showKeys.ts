/** All keys of the inbox, in a dialog. */
import type { App } from "obsidian";
import { openDialog } from "../dialog";
import { WORDS } from "../words";

export function showKeys(app: App): void {
  const { keys } = WORDS.inbox;
  openDialog(app, {
    title: keys.title,
    fill: (content) => {
      const list = content.createEl("dl", "planwright-rows");
      for (const [key, does] of keys.rows) {
        list.createEl("dt").createEl("kbd", { text: key });
        list.createEl("dd", { text: does });
      }
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}
