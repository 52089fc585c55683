/** The prompt that the model of a plan is asked next; and the end of an agent’s work. */
import type { PlanView, World } from "../../../rules/world";
import { nextPrompt } from "../../../overview/nextPrompt";
import type { EngineClient } from "../engineClient";
import { showLine, showText } from "../text";
import { WORDS } from "../words";

const { agents: words } = WORDS;

/** Ends the call that is under way, and lets no other begin. `plan`: path of its note. */
export function stopAgent(client: EngineClient, plan: string): Promise<boolean> {
  return client.obey({ kind: "agent", plan, mode: "off" });
}

export function promptDetails(content: HTMLElement, view: PlanView, world: World): void {
  const next = nextPrompt(view, world);
  if (typeof next === "string") return;
  const details = content.createEl("details");
  details.createEl("summary", { text: words.showPrompt });
  showLine(details, next.says);
  showText(details, next.text);
}
