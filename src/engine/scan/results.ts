/**
 * Notes with the results of flows, in their three folders. Other notes there are the person’s own: they are left out.
 */
import { RESULT_PLACES, PLACE_FOLDERS, readResult, type ResultNote } from "../../flow/result/resultNote";
import { pathOf, type Settings } from "../../settings/settings";
import { isTouched, listFolder, stampOf, type Found, type ScanPorts } from "./listing";
import type { Aside } from "./aside";
import type { Own } from "./ownWrites";

export interface Results {
  /** In the order of their paths. `due`: paths to be read again; `isListed`: all folders are listed. */
  look(due: ReadonlySet<string>, isListed: boolean): Promise<readonly ResultNote[]>;
}

interface Read {
  readonly stamp: string;
  readonly note: ResultNote | null;
}

export function createResults(
  { vault, clock }: ScanPorts,
  settings: Settings,
  own: Own,
  aside: Aside,
): Results {
  let known = new Map<string, Read>();
  const listings = new Map<string, readonly Found[]>();
  return {
    async look(due, isListed) {
      const next = new Map<string, Read>();
      for (const place of RESULT_PLACES) {
        const folder = `${pathOf(settings, "reasoning")}${PLACE_FOLDERS[place]}`;
        if (isListed || !listings.has(folder) || isTouched(folder, due)) {
          const listing = await listFolder({ vault, clock }, folder, 0);
          listings.set(folder, listing.kind === "folder" ? listing.notes : []);
        }
        for (const found of listings.get(folder) ?? []) {
          const { path } = found;
          const stamp = stampOf(found);
          const before = known.get(path);
          if (before?.stamp === stamp && !due.has(path)) {
            next.set(path, before);
            continue;
          }
          const reading = await vault.read(path);
          if (reading.kind !== "text") continue;
          const { text } = reading;
          const changed = own.is(path, text) ? 0 : Math.min(found.modified, clock.now());
          next.set(path, {
            stamp,
            note: aside.judge(path, text, () => readResult(path, place, text, changed)),
          });
        }
      }
      known = next;
      return [...next.values()]
        .flatMap(({ note }) => note ?? [])
        .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    },
  };
}
