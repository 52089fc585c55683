/** “Show the prompt”: the next question to the model of a plan’s agent, before it is asked. */
import type { PlanView, World } from "../../rules/world";
import { nextPrompt } from "../../views/nextPrompt";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
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

export async function openPrompt(client: EngineClient, path: string): Promise<void> {
  const planDetail = await client.planDetail(path);
  if (planDetail?.view == null) return;
  const next = nextPrompt(planDetail.view, planDetail.world);
  if (typeof next === "string") {
    client.say(next);
    return;
  }
  openDialog(client.app, {
    title: words.prompt,
    fill: (content) => {
      showLine(content, next.says);
      showText(content, next.text);
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}
