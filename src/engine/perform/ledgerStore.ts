/**
 * This device's store, opened: the state its records add up to, and the one way to add a record (durable before it
 * counts).
 */
import {
  addRecord,
  addUp,
  EMPTY_LEDGER,
  readRecords,
  type DeviceState,
  type RecordReading,
} from "../../approval/device/ledger";
import type { DeviceRecord } from "../../approval/device/ledgerEntries";
import { NOTHING_COUNTED, readSpending, writeSpending, type Spending } from "../../approval/device/spending";
import { toHex } from "../../kit/hash";
import type { ClockPort } from "../../kit/ports/clock";
import type { Host } from "../../kit/ports/host";
import type { RandomPort } from "../../kit/ports/random";
import type { AccountContent, StoreContent, StorePort } from "../../kit/ports/store";

export interface Memory {
  state(): DeviceState;
  /** Takes in what another run on this device has added since (a confirmation from a second terminal). */
  refresh(): Promise<void>;
  /** Why this device may not act, as far as its store tells. Sentences. */
  hindrances(): readonly string[];
  add(record: DeviceRecord): Promise<void>;
  /**
   * Changes what is counted of calls of models, durably. Rejects with a sentence where that is not possible; then no
   * call may begin.
   */
  count(change: (before: Spending) => Spending): Promise<void>;
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
  /** The account as it was read last; the same object is the same account. */
  let counted: unknown = null;
  const refreshAccount = async (): Promise<void> => {
    const content = await store.account.load();
    const { place } = store;
    if (content.kind !== "value") {
      state = { ...state, spendingTrouble: accountTrouble(content, place) };
      return;
    }
    if (content.value === counted && state.spendingTrouble === null) return;
    const spending = content.value === null ? NOTHING_COUNTED : readSpending(content.value);
    const trouble =
      spending === null
        ? accountTrouble({ kind: "damaged", why: `${place} holds something else` }, place)
        : null;
    state = { ...state, spending: spending ?? state.spending, spendingTrouble: trouble };
    counted = content.value;
  };
  const refreshRecords = async (): Promise<void> => {
    const content = await store.load();
    if (content.kind === "records" && content.records.length === known && trouble === null) return;
    const parsed = content.kind === "records" ? readRecords(content.records) : content;
    trouble = parsed.kind === "records" ? null : troubleOf(parsed, store.place);
    if (parsed.kind !== "records") return;
    const { spending, spendingTrouble } = state;
    state = { ...addUp(parsed.records), spending, spendingTrouble };
    known = parsed.records.length;
  };
  const refresh = async (): Promise<void> => {
    await refreshRecords();
    await refreshAccount();
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
    async count(change) {
      await refreshAccount();
      if (state.spendingTrouble !== null) throw new Error(`Agents wait: ${state.spendingTrouble}.`);
      const spending = change(state.spending);
      await store.account.save(writeSpending(spending));
      state = { ...state, spending };
    },
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

function troubleOf(
  { kind, why }: Exclude<StoreContent | RecordReading, { kind: "records" }>,
  place: string,
): string {
  if (kind === "other-version")
    return `What this device remembers was written by another version of Planwright (${why}). It shows, but does nothing else. Install that version here, and leave what is in ${place} as it is.`;
  return kind === "busy"
    ? `What this device remembers cannot be read just now. ${why} Nothing is carried out until it can; leave what is in ${place} as it is.`
    : `What this device remembers is damaged (${why}). It shows, but does nothing else. Repair or move away ${place}, then make a device the acting one.`;
}

/** A sentence without its first capital and its full stop: it is told as the reason why agents wait. */
function accountTrouble({ kind, why }: Exclude<AccountContent, { kind: "value" }>, place: string): string {
  return kind === "busy"
    ? `what agents have spent on this device cannot be read just now in ${place}: ${why.replace(/\.$/, "")}`
    : `what agents have spent on this device cannot be read (${why}); move that away, and they count from nothing and from the work notes`;
}

function copied({ device }: DeviceState, host: Host): readonly string[] {
  if (device === null || (device.machine === host.machine && device.vault === host.vault)) return [];
  return [
    "This device’s memory was made on another computer or for another folder. If this is a new computer or a copy, make this the acting device; until then nothing is carried out here.",
  ];
}
