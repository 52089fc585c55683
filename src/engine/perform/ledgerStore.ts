/** This device's store, opened: the state its records add up to, and the one way to add a record (durable before it counts). */
import { addRecord, addUp, EMPTY_LEDGER, readRecords, type DeviceState } from "../../device/ledger";
import type { DeviceRecord } from "../../device/ledgerEntries";
import { toHex } from "../../kit/hash";
import type { ClockPort } from "../../ports/clock";
import type { Host } from "../../ports/host";
import type { RandomPort } from "../../ports/random";
import type { StoreContent, StorePort } from "../../ports/store";

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

export async function openMemory(
  store: StorePort,
  host: Host,
  clock: ClockPort,
  random: RandomPort,
): Promise<Memory> {
  let state = EMPTY_LEDGER;
  let known = -1;
  /** Why it cannot be relied on, as it was found last. */
  let trouble: string | null = null;
  const refresh = async (): Promise<void> => {
    const content = await store.load();
    if (content.kind === "records" && content.records.length === known && trouble === null) return;
    const reading = content.kind === "records" ? readRecords(content.records) : content;
    trouble = reading.kind === "records" ? null : troubleOf(reading, store.place);
    if (reading.kind !== "records") return;
    state = addUp(reading.records);
    known = reading.records.length;
  };
  const add = async (entry: DeviceRecord): Promise<void> => {
    if (trouble !== null) throw new Error(trouble);
    await store.append(entry);
    state = addRecord(state, entry);
    known += 1;
  };
  await refresh();
  return {
    state: () => state,
    refresh,
    hindrances: () => [...(trouble === null ? [] : [trouble]), ...copied(state, host)],
    add,
    introduce: () =>
      add({
        kind: "device",
        id: toHex(random.bytes(16)),
        key: toHex(random.bytes(32)),
        name: host.name,
        machine: host.machine,
        vault: host.vault,
        at: clock.now(),
      }),
  };
}

function troubleOf({ kind, why }: Exclude<StoreContent, { kind: "records" }>, place: string): string {
  return kind === "busy"
    ? `What this device remembers cannot be read just now. ${why} Nothing is carried out until it can; leave what is in ${place} as it is.`
    : `What this device remembers is damaged (${why}). It shows, but does not act. Repair or move away ${place}, then make a device the acting one.`;
}

function copied({ device }: DeviceState, host: Host): readonly string[] {
  if (device === null || (device.machine === host.machine && device.vault === host.vault)) return [];
  return [
    "This device’s memory was made on another computer or for another folder. If this is a new computer or a copy, make this the acting device; until then nothing is carried out here.",
  ];
}
