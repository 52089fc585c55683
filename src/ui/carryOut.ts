/** A change to many notes while it is carried out: how far it is, and a button that stops it between two of them. */
import type { Command } from "../rules/command";
import { openDialog } from "./dialog";
import type { Door } from "./door";

/** The dialog stands as long as the work goes on: closing it in any way is to stop. So does the app when it quits; it waits for the note at hand. */
export async function carryOut(door: Door, command: Command, title: string): Promise<boolean> {
  // The dialog before this one gives the focus back first.
  await Promise.resolve();
  let isBegun = false;
  let isStopped = false;
  let tell: (done: number, all: number) => void = () => undefined;
  const dialog = openDialog(door.app, {
    title,
    fill: (content) => {
      const line = content.createEl("p", {
        text: "Looking at the notes once more…",
        attr: { role: "status" },
      });
      const bar = content.createEl("progress", {
        cls: "planwright-progress",
        attr: { "aria-label": "How far it is" },
      });
      content.createEl("p", {
        text: "Stopping leaves the rest of the notes as they are; you can go on later.",
      });
      tell = (done, all) => {
        line.setText(`${String(done)} of ${String(all)} notes done`);
        bar.max = all;
        bar.value = done;
      };
    },
    buttons: [],
    leave: "Stop",
    closed: () => (isStopped = true),
  });
  const work = door.obey(command, (done, all) => {
    isBegun = true;
    tell(done, all);
    return !isStopped;
  });
  const quitting = door.app.workspace.on("quit", (tasks) => {
    isStopped = true;
    // Before the first note there is nothing to wait for.
    if (isBegun) tasks.addPromise(work);
  });
  try {
    return await work;
  } finally {
    door.app.workspace.offref(quitting);
    dialog.close();
  }
}
