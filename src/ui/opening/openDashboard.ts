/** Opens Dashboard.md. */
import { pathOf } from "../../settings/settings";
import type { Door } from "../door";
import { WORDS } from "../words";

export async function openDashboard(door: Door): Promise<void> {
  const path = pathOf(door.settings.now(), "dashboard");
  if (door.app.vault.getFileByPath(path) === null) door.say(WORDS.open.noDashboard);
  else await door.app.workspace.openLinkText(path, "");
}
