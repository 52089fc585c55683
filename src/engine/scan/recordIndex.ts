/**
 * The records in Done/Actions. Those of requests that are known are read by exact path; where there was none, only when
 * something may have changed; in a look that lists everything, only those that its listing shows, and those it was told
 * of, whatever the listing shows. Of the requests that this device does not remember every record is read once, for the
 * step it says it is of: sync may bring one before the request it is of, and before the plan that it ticks. The worth
 * of a record is decided elsewhere; here nothing is believed.
 */
import type { DeviceState } from "../../approval/device/ledger";
import type { Problem } from "../../kit/problem";
import type { Listing, Reading, VaultPort } from "../../kit/ports/vault";
import { recordName } from "../../approval/request/name";
import { parseRecord, readClaim, type Claim, type RecordNote } from "../../approval/request/record";
import { stampOf } from "./listing";
import { createMemo } from "./parseCache";
import { unreadable } from "./ownWrites";

export interface Records {
  /**
   * `listing`: of the folder, as it was found last. `due`: paths at which something may have changed. `isAnew`: at any,
   * and the listing is of this look.
   */
  look(
    listing: Listing,
    device: DeviceState,
    due: ReadonlySet<string>,
    isAgain: boolean,
  ): Promise<readonly Claim[]>;
  /**
   * The records of these requests, and which could not be read just now. None is looked for where the last look found
   * none and nobody told of one since.
   */
  of(
    names: ReadonlySet<string>,
    device: DeviceState,
  ): Promise<{ readonly recordNotes: ReadonlyMap<string, RecordNote>; readonly unread: readonly Problem[] }>;
}

const RECEIPT = /_receipt\.md$/;

export function createRecords(vault: VaultPort, folder: string): Records {
  let known = new Map<string, { readonly stamp: string; readonly claim: Claim | null }>();
  let last: { readonly listing: Listing; readonly claims: readonly Claim[] } | null = null;
  /** Paths at which no record lay, and none has come since as far as anybody told. */
  let absent = new Set<string>();
  let missing: (path: string) => boolean = () => false;
  const parsed = createMemo<RecordNote>();

  const read = async (
    name: string,
    stamp: string,
  ): Promise<{ readonly stamp: string; readonly claim: Claim | null }> => {
    const before = known.get(name);
    if (before?.stamp === stamp) return before;
    const reading = await vault.read(`${folder}/${name}`);
    if (reading.kind !== "text") {
      // A record that is busy now may be readable soon, and nothing on the disk would tell.
      const isBusy = reading.kind === "absent" || reading.reason === "failed";
      return { stamp: isBusy ? "" : stamp, claim: null };
    }
    const claim = readClaim(reading.text);
    return { stamp, claim: claim !== null && recordName(claim.name) === name ? claim : null };
  };

  return {
    async look(listing, device, due, isAgain) {
      if (isAgain || [...due].some((path) => folder === path || folder.startsWith(`${path}/`)))
        absent.clear();
      for (const path of due) absent.delete(path);
      missing = isAgain && listing.kind === "folder" ? missingFrom(listing, folder, due) : () => false;
      if (last?.listing === listing) return last.claims;
      const own = new Set([...device.actionState.values()].map(({ name }) => recordName(name)));
      const next: typeof known = new Map();
      for (const { name, kind, modified, size } of listing.kind === "folder" ? listing.entries : []) {
        if (kind === "file" && RECEIPT.test(name) && !own.has(name))
          next.set(name, await read(name, stampOf({ modified, size })));
      }
      known = next;
      const claims = [...known.values()].flatMap(({ claim }) => claim ?? []);
      // One that could not be read is tried again at the next look.
      last = [...known.values()].some(({ stamp }) => stamp === "") ? null : { listing, claims };
      return claims;
    },
    async of(names, device) {
      const recordNotes = new Map<string, RecordNote>();
      const unread: Problem[] = [];
      const next = new Set<string>();
      const reread = parsed.next();
      for (const name of names) {
        const path = `${folder}/${recordName(name)}`;
        // One that is there is read at each look: it may be gone, and what it says is acted on.
        const reading: Reading =
          missing(path) || absent.has(path) ? { kind: "absent" } : await vault.read(path);
        if (reading.kind === "absent") next.add(path);
        // A record that is only busy may hold the answer of a person. Any other file at a record's path forbids: one
        // that is no text is an empty record, which verifies nothing.
        else if (reading.kind === "unreadable" && reading.reason === "failed")
          unread.push(unreadable(path, reading));
        else {
          const text = reading.kind === "text" ? reading.text : "";
          recordNotes.set(
            name,
            reread(path, text, device, () => parseRecord(path, name, text, device.device)),
          );
        }
      }
      absent = next;
      return { recordNotes, unread };
    },
  };
}

/**
 * Whether no file of a listing can be the one at this path. A disk may take names for one that differ in their case; of
 * others than ASCII nothing is concluded.
 */
function missingFrom(
  { entries }: Extract<Listing, { readonly kind: "folder" }>,
  folder: string,
  due: ReadonlySet<string>,
): (path: string) => boolean {
  const there = new Set(entries.map(({ name }) => `${folder}/${name}`.toLowerCase()));
  return (path) =>
    /^[\x20-\x7e]*$/.test(path.slice(folder.length)) && !there.has(path.toLowerCase()) && !due.has(path);
}
