/**
 * Opens the note a reference leads to, and never makes one: the app would write an empty note under a name that is
 * gone.
 */
import type { NoteRef } from "../../views/needs/need";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

export async function openNote(
  { app, say }: Pick<EngineClient, "app" | "say">,
  { target, block }: Pick<NoteRef, "target" | "block">,
): Promise<void> {
  const file = app.vault.getFileByPath(target) ?? app.metadataCache.getFirstLinkpathDest(target, "");
  if (file === null) say(WORDS.open.gone);
  else await app.workspace.openLinkText(block === null ? file.path : `${file.path}#^${block}`, "");
}
