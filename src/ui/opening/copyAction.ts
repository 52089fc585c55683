/** Puts an action on the clipboard, for a person who carries it out by hand. */
import type { Action } from "../../action/action";
import type { RequestView } from "../../approval/view";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

export async function copyAction(
  client: EngineClient,
  { action }: Pick<RequestView, "action">,
): Promise<void> {
  if (action === null) {
    client.say(WORDS.open.gone);
    return;
  }
  await navigator.clipboard.writeText(actionText(action));
  client.say(WORDS.copied);
}

/** The target, then the arguments as they read. */
export function actionText({ target, args }: Action): string {
  const all = Object.entries(args).map(([name, value]) =>
    typeof value === "string" ? `${name}:\n${value}` : `${name}: ${JSON.stringify(value)}`,
  );
  return [target, ...all].filter((each) => each !== "").join("\n\n");
}
