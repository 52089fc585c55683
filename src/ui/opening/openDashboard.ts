/** Opens Dashboard.md. */
import { pathOf } from "../../settings/settings";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

export async function openDashboard(client: EngineClient): Promise<void> {
  const path = pathOf(client.settings.now(), "dashboard");
  if (client.app.vault.getFileByPath(path) === null) client.say(WORDS.open.noDashboard);
  else await client.app.workspace.openLinkText(path, "");
}
