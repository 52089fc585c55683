/**
 * Counts how long things have lasted: in this run by a clock that nobody sets, and beyond it by what the device
 * remembers.
 */
import type { DeviceState } from "../approval/device/ledger";
import type { ClockPort } from "../kit/ports/clock";
import type { World } from "../rules/world";
import type { Memory } from "./perform/ledgerStore";

export interface Watch {
  /** By key, for how long each has been seen without interruption. Milliseconds. */
  lasted(device: DeviceState): ReadonlyMap<string, number>;
  /** Watches the states that this world names, and no others, from now on. */
  see(world: World): void;
  /** Keeps what is watched beyond this run. */
  keep(world: World): Promise<void>;
}

export function createWatch(clock: ClockPort, memory: Memory): Watch {
  const opened = clock.now();
  const since = new Map<string, number>();

  /**
   * An earlier run of this device may have seen the same already: short runs would otherwise never see anything last.
   */
  const lasted = (key: string, device: DeviceState): number => {
    const began = since.get(key);
    const here = began === undefined ? 0 : clock.monotonic() - began;
    const first = device.watched.get(key);
    return first === undefined || first >= opened ? here : Math.max(here, clock.now() - first);
  };

  return {
    lasted: (device) =>
      new Map([...since.keys(), ...device.watched.keys()].map((key) => [key, lasted(key, device)])),
    see({ watching }) {
      for (const key of since.keys()) if (!watching.includes(key)) since.delete(key);
      for (const key of watching) if (!since.has(key)) since.set(key, clock.monotonic());
    },
    async keep({ watching, device, mayWrite, role }) {
      if (!mayWrite || role !== "executor" || device.device === null) return;
      const at = clock.now();
      // Seen first at a time that is yet to come: the clock was set back, so it is counted from now.
      for (const what of watching)
        if ((device.watched.get(what) ?? Infinity) > at)
          await memory.add({ kind: "watched", what, on: true, at });
      for (const what of device.watched.keys())
        if (!watching.includes(what)) await memory.add({ kind: "watched", what, on: false, at });
    },
  };
}
