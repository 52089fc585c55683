/**
 * Keeps the reading of a note as long as its text and the device are the same; unsealing costs more than all the rest
 * of a look.
 */
import type { DeviceState } from "../../approval/device/ledger";

export interface Memo<Value> {
  /** Starts a round: what was not asked for in the one before is forgotten. */
  next(): (path: string, text: string, device: Pick<DeviceState, "device">, make: () => Value) => Value;
}

export function createMemo<Value>(): Memo<Value> {
  let known = new Map<string, { readonly text: string; readonly key: string; readonly value: Value }>();
  return {
    next() {
      const before = known;
      known = new Map();
      return (path, text, { device }, make) => {
        const key = `${device?.id ?? ""} ${device?.key ?? ""}`;
        const old = before.get(path);
        const value = old?.text === text && old.key === key ? old.value : make();
        known.set(path, { text, key, value });
        return value;
      };
    },
  };
}
