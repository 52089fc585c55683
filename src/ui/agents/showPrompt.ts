/** “Show the prompt”: what the model of a plan’s agent would be asked next, before it is asked. */
import type { PlanView, World } from "../../rules/world";
import { nextPrompt } from "../../views/nextPrompt";
import { openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showText } from "../text";

export function promptDetails(content: HTMLElement, view: PlanView, world: World): void {
  const next = nextPrompt(view, world);
  if (typeof next === "string") return;
  const details = content.createEl("details");
  details.createEl("summary", { text: "Show the prompt" });
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
    title: "The prompt",
    fill: (content) => {
      showLine(content, next.says);
      showText(content, next.text);
    },
    buttons: [],
    leave: "Close",
  });
}
