/**
 * The memory of this device alone, outside the vault: an append-only list of records (shapes:
 * approval/device/ledgerEntries.ts).
 *
 * Promises (tests/contracts/store.suite.ts):
 * - `append` resolves only when the record is durable; it rejects with a sentence when it is not, and then nothing may
 *   be begun.
 * - `load` answers all records in the order they were appended. A torn last record (the append that a crash cut off) is
 *   left out; damage anywhere else is `damaged`, and a device with a damaged store shows but does not act. Neither does
 *   one whose records only cannot be opened just now, which is `busy`: they may be whole.
 * - `load` creates nothing.
 * - `account` is one value beside the records. `save` replaces it whole and resolves only when that is durable; it
 *   rejects with a sentence when it is not. Whenever it is cut off, the value before or the new one is there. It is for
 *   sums, which the records would have to grow with.
 */
export interface StorePort {
  load(): Promise<StoreContent>;
  append(record: unknown): Promise<void>;
  readonly account: AccountPort;
  /** Where it is, in words for a person ("/home/ana/.config/planwright/3f…"). */
  readonly place: string;
}

export type StoreContent =
  | { readonly kind: "records"; readonly records: readonly unknown[] }
  | { readonly kind: "damaged"; readonly why: string }
  /** `why`: a sentence that says what to do. */
  | { readonly kind: "busy"; readonly why: string };

export interface AccountPort {
  /** Creates nothing. */
  load(): Promise<AccountContent>;
  save(value: unknown): Promise<void>;
}

export type AccountContent =
  /** Null where nothing was saved yet. */
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "damaged"; readonly why: string }
  /** It cannot be opened just now, and may be whole. */
  | { readonly kind: "busy"; readonly why: string };
