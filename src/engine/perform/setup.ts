/**
 * Set-up: makes the folders that are missing, each with a short note saying what it is for. Looks before it makes;
 * replaces nothing.
 */
import {
  ABOUT,
  CONTROL_FOLDERS,
  NOTE_FOLDERS,
  pathOf,
  type FolderName,
  type Settings,
} from "../../settings/settings";
import { writePlaces } from "../../settings/places";
import type { VaultPort } from "../../kit/ports/vault";

const PURPOSE: Readonly<Record<(typeof NOTE_FOLDERS)[number], string>> = {
  inbox:
    "Captured tasks. One that seems to need a plan is named on the Dashboard; the note itself is never changed.",
  needs_action: "Tasks that need something done, read like captured ones.",
  plans: "Plans: one note each, with a checklist. Planwright goes on with the first that can go on.",
  pending: "What waits for your decision. Read a note, then move it to {approved} or to {rejected}.",
  approved: "What you move here is carried out once, exactly as it reads.",
  rejected: "What you move here is never carried out.",
  done_plans: "Finished plans, with their full logs.",
  done_actions: "Requests that are over, each beside the record of how it ended.",
  archive: "Plans that you put away. Planwright does not read this folder.",
};

/** git takes an empty folder away, and then moves what somebody else puts into it to wherever the last note went. */
const KEEP =
  "Leave this note here. Without it, git may remove the folder when it is empty, and move notes that nobody moved.";

export function aboutFolder(name: (typeof NOTE_FOLDERS)[number], settings: Settings): string {
  return `${writePlaces(PURPOSE[name], settings)}\n${CONTROL_FOLDERS.some((each) => each === name) ? `\n${KEEP}\n` : ""}`;
}

export type SetUp =
  | { readonly kind: "made"; readonly folders: readonly string[] }
  | { readonly kind: "refused"; readonly why: string };
export type Lacking =
  | { readonly kind: "lacking"; readonly folders: readonly string[] }
  | { readonly kind: "refused"; readonly why: string };

export async function makeFolders(vault: VaultPort, settings: Settings): Promise<SetUp> {
  const lacking = await lackingFolders(vault, settings);
  if (lacking.kind === "refused") return lacking;
  const folders: string[] = [];
  for (const name of NOTE_FOLDERS) {
    const path = pathOf(settings, name);
    if (!lacking.folders.includes(path)) continue;
    const made = await vault.makeFolder(path);
    if (made.kind === "refused") return { kind: "refused", why: made.why };
    const noted = await vault.create(`${path}/${ABOUT}`, aboutFolder(name, settings));
    if (noted.kind === "refused") return { kind: "refused", why: noted.why };
    folders.push(path);
  }
  return { kind: "made", folders };
}

/** The folders that set-up would make, or the obstacle in its way. Makes nothing. */
export async function lackingFolders(vault: VaultPort, settings: Settings): Promise<Lacking> {
  const folders: string[] = [];
  for (const name of NOTE_FOLDERS) {
    const path = pathOf(settings, name);
    const listing = await vault.list(path);
    if (listing.kind === "unreadable")
      return { kind: "refused", why: `${path} cannot be used: ${listing.why}` };
    if (listing.kind === "absent") folders.push(path);
  }
  return { kind: "lacking", folders };
}

/** The folders of ours that are there already: three or more of them mean that this is a vault of our kind. */
export async function findFolders(vault: VaultPort, settings: Settings): Promise<readonly FolderName[]> {
  const found: FolderName[] = [];
  for (const name of NOTE_FOLDERS)
    if ((await vault.list(pathOf(settings, name))).kind === "folder") found.push(name);
  return found;
}

/** Names of our folders that stand for something else on the disk. */
export async function takenNames(vault: VaultPort, settings: Settings): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const name of NOTE_FOLDERS)
    if ((await vault.list(pathOf(settings, name))).kind === "unreadable") taken.push(pathOf(settings, name));
  return taken;
}
