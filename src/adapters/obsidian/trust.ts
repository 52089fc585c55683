/**
 * Which settings were confirmed on this device. Settings travel by sync, and with them what would be sent and to where; so they count only
 * after a person here has seen them. The proof lies in the device's own memory; this listens to what is read from and added to it.
 */
import type { StorePort } from "../../ports/store";
import { DEFAULT_SETTINGS, sensitiveHash, type Settings } from "../../settings/settings";

export interface Trust {
  readonly store: StorePort;
  /** Hash of the settings confirmed last; null when none ever were. */
  confirmed(): string | null;
}

export function watchTrust(store: StorePort): Trust {
  let hash: string | null = null;
  const hear = (record: unknown): void => {
    if (typeof record !== "object" || record === null) return;
    const { kind, what, hash: of } = record as { readonly kind?: unknown; readonly what?: unknown; readonly hash?: unknown };
    if (kind === "trusted" && what === "settings" && typeof of === "string") hash = of;
  };
  return {
    confirmed: () => hash,
    store: {
      place: store.place,
      async load() {
        const content = await store.load();
        if (content.kind === "records") content.records.forEach(hear);
        return content;
      },
      async append(record) {
        await store.append(record);
        hear(record);
      },
    },
  };
}

/** Before anything was ever confirmed here, the defaults are what everybody gets: no server, nothing sent. */
export function isTrusted({ trust, settings }: { readonly trust: Trust; readonly settings: Settings }): boolean {
  return sensitiveHash(settings) === (trust.confirmed() ?? sensitiveHash(DEFAULT_SETTINGS));
}
