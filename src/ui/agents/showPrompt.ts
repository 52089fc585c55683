/** “Show the prompt”: the next question to the model of a plan’s agent, before it is asked. */
import type { PlanView, World } from "../../rules/world";
import { nextPrompt } from "../../views/nextPrompt";
import { openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showText } from "../text";
import { WORDS } from "../words";

const { agents: words } = WORDS;

export function promptDetails(content: HTMLElement, view: PlanView, world: World): void {
  const next = nextPrompt(view, world);
  if (typeof next === "string") return;
  const details = content.createEl("details");
  details.createEl("summary", { text: words.showPrompt });
  showLine(details, next.says);
  showText(details, next.text);
}

export async function openPrompt(door: Door, path: string): Promise<void> {
  const closer = await door.closer(path);
  if (closer?.view == null) return;
  const next = nextPrompt(closer.view, closer.world);
  if (typeof next === "string") {
    door.say(next);
    return;
  }
  openDialog(door.app, {
    title: words.prompt,
    fill: (content) => {
      showLine(content, next.says);
      showText(content, next.text);
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}
