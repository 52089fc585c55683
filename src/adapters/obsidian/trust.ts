/**
 * The settings that were confirmed on this device. Settings travel by sync, and with them the data that would be sent
 * and its receivers; so they count only after a person here has seen them. The proof lies in the device's own memory;
 * this listens to the records that are read from it and added to it.
 */
import { record, type DeviceRecord } from "../../approval/device/ledgerEntries";
import type { StorePort } from "../../kit/ports/store";
import { DEFAULT_SETTINGS, sensitiveHash, type Settings } from "../../settings/settings";

export type Confirmed = Extract<DeviceRecord, { readonly kind: "trusted" }>;

export interface Trust {
  readonly store: StorePort;
  /** The settings that were confirmed last; null when none ever were. */
  confirmed(): Confirmed | null;
}

export function watchTrust(store: StorePort): Trust {
  let confirmed: Confirmed | null = null;
  const hear = (each: unknown): void => {
    if (typeof each !== "object" || each === null || (each as { readonly kind?: unknown }).kind !== "trusted")
      return;
    const read = record.safeParse(each);
    if (read.success && read.data.kind === "trusted" && read.data.what === "settings") confirmed = read.data;
  };
  return {
    confirmed: () => confirmed,
    store: {
      place: store.place,
      account: store.account,
      async load() {
        const content = await store.load();
        if (content.kind === "records") content.records.forEach(hear);
        return content;
      },
      async append(each) {
        await store.append(each);
        hear(each);
      },
    },
  };
}

/** Before anything was ever confirmed here, the defaults are what everybody gets: no server, nothing sent. */
export function isTrusted({
  trust,
  settings,
}: {
  readonly trust: Trust;
  readonly settings: Settings;
}): boolean {
  return sensitiveHash(settings) === (trust.confirmed()?.hash ?? sensitiveHash(DEFAULT_SETTINGS));
}
