/** The ways to sync there are, by name. */
import { conflictCopy, lastWriterWins, obsidianSync, obsidianSyncCopies } from "./clouds";
import { git } from "./git";
import type { MakeSync } from "./model";
import { syncthing } from "./syncthing";

/** In the place of a way to sync: the devices work on one folder. */
export const ONE_FOLDER = "one folder";

export const SYNCS: Readonly<Record<string, MakeSync>> = {
  syncthing,
  "obsidian-sync": obsidianSync,
  "obsidian-sync-copies": obsidianSyncCopies,
  "conflict-copy": conflictCopy,
  "last-writer-wins": lastWriterWins,
  git,
};
