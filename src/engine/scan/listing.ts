/** Notes in one of our folders, and in its subfolders where they count. */
import { isAbout } from "../../note/plan/isAbout";
import { folderOf, nameOf } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import type { ClockPort } from "../../kit/ports/clock";
import type { Entry, VaultPort } from "../../kit/ports/vault";
import { createPause, SOME, sortedInSlices } from "./slices";

/** Ports for listing and reading: the notes, and time in slices. */
export interface ScanPorts {
  readonly vault: VaultPort;
  readonly clock: ClockPort;
}

/**
 * How much a look lists. `marked`: the names in the folders for requests; events told what else may have changed.
 * `names`: the names in all folders, because something is about to go out. `all`: all names with their sizes and times.
 */
export type Extent = "marked" | "names" | "all";

export interface Found {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/**
 * `unread`: paths of subfolders that are there and cannot be listed; whether what lay in them still does nobody knows.
 */
export type FolderListing =
  | {
      readonly kind: "folder";
      readonly notes: readonly Found[];
      readonly problems: readonly Problem[];
      readonly hasAbout: boolean;
      readonly unread: readonly string[];
    }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * `levels`: how deep subfolders are gone through. Deeper folders are not looked at. `detail`: with `names`, sizes and
 * times may be 0, and the notes are in no order.
 */
export async function listFolder(
  { vault, clock }: ScanPorts,
  folder: string,
  levels: number,
  detail?: "names",
): Promise<FolderListing> {
  const listing = await vault.list(folder, detail);
  if (listing.kind !== "folder") return listing;
  const pause = createPause(clock);
  const notes: Found[] = [];
  const problems: Problem[] = [];
  const unread: string[] = [];
  const take = async (entries: readonly Entry[], within: string, rest: number): Promise<void> => {
    for (const [at, entry] of entries.entries()) {
      if (at % SOME === SOME - 1) await pause();
      const path = `${within}/${entry.name}`;
      const isNote = /\.md$/i.test(entry.name);
      if (isNote && entry.kind === "file") notes.push({ path, size: entry.size, modified: entry.modified });
      if (isNote && entry.kind !== "file")
        problems.push({
          kind: "unreadable",
          path,
          line: null,
          message:
            entry.kind === "folder"
              ? "this folder is named like a note; rename it"
              : "this is a link, not a note; links are never followed",
        });
      if (isNote || entry.kind !== "folder" || rest === 0) continue;
      const below = await vault.list(path, detail);
      if (below.kind === "folder") await take(below.entries, path, rest - 1);
      if (below.kind !== "unreadable") continue;
      unread.push(path);
      problems.push({
        kind: "folder",
        path,
        line: null,
        message: `this folder cannot be read: ${below.why}`,
      });
    }
  };
  await take(listing.entries, folder, levels);
  return {
    kind: "folder",
    notes:
      detail === "names" ? notes : await sortedInSlices(notes, (a, b) => (a.path < b.path ? -1 : 1), pause),
    problems,
    hasAbout: notes.some((found) => isAbout(nameOf(found.path)) && folderOf(found.path) === folder),
    unread,
  };
}

/** The time of change and the size of a note on the disk; the same as long as nobody wrote it. */
export function stampOf({ modified, size }: Pick<Found, "modified" | "size">): string {
  return `${String(modified)}:${String(size)}`;
}

/** Whether a change at one of these paths may show in the listing of this folder. */
export function isTouched(folder: string, paths: Iterable<string>): boolean {
  for (const path of paths)
    if (path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`)) return true;
  return false;
}
