/**
 * Records of requests that this device does not remember: sync may bring one before the request it is of, and before the plan that it ticks.
 * Each is read once, for the step it says it is of. What that is worth is decided elsewhere; here nothing is believed.
 */
import type { DeviceState } from "../device/device";
import type { Listing, VaultPort } from "../ports/vault";
import { receiptName } from "../request/name";
import { readClaim, type Claim } from "../request/receipt";
import { stampOf } from "./listing";

export interface Records {
  /** `listing`: of the folder with the records, as it was found last. */
  look(listing: Listing, device: DeviceState): Promise<readonly Claim[]>;
}

const RECEIPT = /_receipt\.md$/;

export function createRecords(vault: VaultPort, folder: string): Records {
  let known = new Map<string, { readonly stamp: string; readonly claim: Claim | null }>();
  let last: { readonly listing: Listing; readonly claims: readonly Claim[] } | null = null;

  const read = async (name: string, stamp: string): Promise<{ readonly stamp: string; readonly claim: Claim | null }> => {
    const before = known.get(name);
    if (before?.stamp === stamp) return before;
    const reading = await vault.read(`${folder}/${name}`);
    if (reading.kind !== "text") {
      // What is busy now may be readable soon, and nothing on the disk would tell.
      const isBusy = reading.kind === "absent" || reading.reason === "failed";
      return { stamp: isBusy ? "" : stamp, claim: null };
    }
    const claim = readClaim(reading.text);
    return { stamp, claim: claim !== null && receiptName(claim.name) === name ? claim : null };
  };

  return {
    async look(listing, device) {
      if (last?.listing === listing) return last.claims;
      const own = new Set([...device.latch.values()].map(({ name }) => receiptName(name)));
      const next: typeof known = new Map();
      for (const { name, kind, modified, size } of listing.kind === "folder" ? listing.entries : []) {
        if (kind === "file" && RECEIPT.test(name) && !own.has(name)) next.set(name, await read(name, stampOf({ modified, size })));
      }
      known = next;
      const claims = [...known.values()].flatMap(({ claim }) => claim ?? []);
      // One that could not be read is tried again at the next look.
      last = [...known.values()].some(({ stamp }) => stamp === "") ? null : { listing, claims };
      return claims;
    },
  };
}
