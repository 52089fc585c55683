/** A change to many notes while it is carried out: how far it is, and a button that stops it between two of them. */
import type { Command } from "../rules/command";
import { openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { WORDS } from "./words";

const { changes: words } = WORDS;

/**
 * The dialog is open while the work goes on; closing it in any way stops the work. So does quitting the app, which
 * waits for the note at hand.
 */
export async function carryOut(client: EngineClient, command: Command, title: string): Promise<boolean> {
  // The dialog before this one gives the focus back first.
  await Promise.resolve();
  let isBegun = false;
  let isStopped = false;
  let tell: (done: number, all: number) => void = () => undefined;
  const dialog = openDialog(client.app, {
    title,
    fill: (content) => {
      const line = content.createEl("p", { text: words.looking, attr: { role: "status" } });
      const bar = content.createEl("progress", {
        cls: "planwright-progress",
        attr: { "aria-label": words.progress },
      });
      content.createEl("p", { text: words.stopping });
      tell = (done, all) => {
        line.setText(words.done(done, all));
        bar.max = all;
        bar.value = done;
      };
    },
    buttons: [],
    leave: WORDS.status.stop,
    closed: () => (isStopped = true),
  });
  const work = client.obey(command, (done, all) => {
    isBegun = true;
    tell(done, all);
    return !isStopped;
  });
  const quitting = client.app.workspace.on("quit", (tasks) => {
    isStopped = true;
    // Before the first note there is nothing to wait for.
    if (isBegun) tasks.addPromise(work);
  });
  try {
    return await work;
  } finally {
    client.app.workspace.offref(quitting);
    dialog.close();
  }
}
