/** This device's store, opened: the state its records add up to, and the one way to add a record (durable before it counts). */
import { addRecord, addUp, FRESH, readRecords, type DeviceState } from "../device/device";
import type { DeviceRecord } from "../device/record";
import { toHex } from "../kit/hash";
import type { ClockPort } from "../ports/clock";
import type { Host } from "../ports/host";
import type { RandomPort } from "../ports/random";
import type { StorePort } from "../ports/store";

export interface Memory {
  state(): DeviceState;
  /** Takes in what another run on this device has added since (a confirmation from a second terminal). */
  refresh(): Promise<void>;
  /** Why this device may not act, as far as its store tells. Sentences. */
  hindrances(): readonly string[];
  add(record: DeviceRecord): Promise<void>;
  /** Gives this device an id and a key of its own, at first or instead of copied ones. */
  introduce(): Promise<void>;
}

export async function openMemory(store: StorePort, host: Host, clock: ClockPort, random: RandomPort): Promise<Memory> {
  const content = await store.load();
  const reading = content.kind === "records" ? readRecords(content.records) : content;
  let state = reading.kind === "records" ? addUp(reading.records) : FRESH;
  let known = reading.kind === "records" ? reading.records.length : 0;
  let damage = reading.kind === "damaged" ? damaged(reading.why, store.place) : null;
  const add = async (entry: DeviceRecord): Promise<void> => {
    if (damage !== null) throw new Error(damage);
    await store.append(entry);
    state = addRecord(state, entry);
    known += 1;
  };
  const refresh = async (): Promise<void> => {
    const now = await store.load();
    if (now.kind === "records" && now.records.length === known) return;
    const added = now.kind === "records" ? readRecords(now.records) : now;
    if (added.kind === "damaged") {
      damage = damaged(added.why, store.place);
      return;
    }
    state = addUp(added.records);
    known = added.records.length;
  };
  return {
    state: () => state,
    refresh,
    hindrances: () => [...(damage === null ? [] : [damage]), ...copied(state, host)],
    add,
    introduce: () =>
      add({ kind: "device", id: toHex(random.bytes(16)), key: toHex(random.bytes(32)), name: host.name, machine: host.machine, vault: host.vault, at: clock.now() }),
  };
}

function damaged(why: string, place: string): string {
  return `What this device remembers is damaged (${why}). It shows, but does not act. Repair or move away ${place}, then make a device the acting one.`;
}

function copied({ device }: DeviceState, host: Host): readonly string[] {
  if (device === null || (device.machine === host.machine && device.vault === host.vault)) return [];
  return ["This device’s memory was made on another computer or for another folder. If this is a new computer or a copy, make this the acting device; until then nothing is carried out here."];
}
