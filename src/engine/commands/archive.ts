/** Free names in the archive, for notes that are about to move there. */
import { checkPath } from "../../kit/path";
import { pathOf } from "../../settings/settings";
import type { Context } from "../perform/context";

export interface Archive {
  /** A path for a note of this name, onto no other note; the same is never given twice. Null when there is none. */
  take(name: string): string | null;
}

/** More notes of one name than this are not numbered. */
const MOST = 1000;

/** A sentence where the folder cannot be looked at. One that is not there yet is empty. */
export async function openArchive(context: Pick<Context, "vault" | "settings">): Promise<Archive | string> {
  const folder = pathOf(context.settings, "archive");
  const listing = await context.vault.list(folder);
  if (listing.kind === "unreadable") return `${folder} cannot be used: ${listing.why}`;
  // On many disks two names that differ in case or Unicode form are one.
  const key = (name: string): string => name.normalize("NFC").toLowerCase();
  const taken = new Set((listing.kind === "folder" ? listing.entries : []).map((each) => key(each.name)));
  return {
    take(name) {
      for (let n = 1; n <= MOST; n += 1) {
        const free = n === 1 ? name : name.replace(/(\.md)?$/i, (end) => ` (${String(n)})${end}`);
        const path = `${folder}/${free}`;
        if (checkPath(path).kind === "bad") return null;
        if (taken.has(key(free))) continue;
        taken.add(key(free));
        return path;
      }
      return null;
    },
  };
}
