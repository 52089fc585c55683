/** The ways to sync there are, by name. */
import { conflictCopy, lastWriterWins, obsidianSync, obsidianSyncCopies } from "./clouds";
import { git } from "./git";
import type { MakeSync } from "./model";
import { syncthing } from "./syncthing";

export const SYNCS: Readonly<Record<string, MakeSync>> = {
  syncthing,
  "obsidian-sync": obsidianSync,
  "obsidian-sync-copies": obsidianSyncCopies,
  "conflict-copy": conflictCopy,
  "last-writer-wins": lastWriterWins,
  git,
};
