/**
 * How several copies of one vault come to hold the same: one face for every sync product.
 *
 * A model has no clock, no chance and no network of its own. Whatever is left to chance is a choice, and whoever calls
 * picks one: a seed does so in the simulator, an exhaustive search in the calibration against real tools. Late and
 * reordered deliveries are choices not taken yet; a doubled one is offered when the model is made with `doubles`.
 */

/**
 * The disks that are kept the same: text by path, a disk per peer. Whoever simulates owns them; a model reads and
 * writes through this.
 */
export interface Disks {
  readonly peers: readonly string[];
  /** Insertion order is not a promise. A model never holds on to it over a step. */
  files(peer: string): ReadonlyMap<string, string>;
  /** `modified` (ms) as the sync tool sets it; without it, now. A disk may round it, or ignore it. */
  put(peer: string, path: string, text: string, modified?: number): void;
  remove(peer: string, path: string): void;
  /**
   * Modification time the peer's disk tells for a path (ms); models that compare times use it. 0 where there is no
   * file.
   */
  modified(peer: string, path: string): number;
  /**
   * Grows with every change of the peer's disk, whoever made it, and never goes back, not even when a test goes back.
   */
  version(peer: string): number;
  /** Milliseconds since the epoch. */
  now(): number;
}

export type Act =
  /** The peer's tool sees what is on the peer's own disk now. */
  | "notices"
  /** The peer's tool changes the peer's disk after what another peer or the server told. */
  | "gets"
  /** The same delivery once more. */
  | "gets again"
  | "sends"
  /** As `sends`, without having seen that the server holds something newer. */
  | "sends over"
  | "commits"
  | "fetches"
  | "merges"
  | "pushes";

export interface Choice {
  readonly act: Act;
  readonly peer: string;
  /** Absent where the act is about the whole vault. */
  readonly path?: string;
  /** The peer it comes from; absent where there is a server, or nothing comes. */
  readonly from?: string;
  /** How a conflict ends, where the product leaves that to chance. */
  readonly how?: "merged by line" | "mixed" | "theirs" | "as a copy";
}

/** One sync product, over one set of disks. */
export interface SyncModel {
  readonly name: string;
  /**
   * What could happen next, in a fixed order. Empty when every peer holds the same and knows it, or cannot hold it (two
   * names on a disk that folds case). An offline peer neither sends nor gets; products that look at their own disk
   * without a network still do.
   */
  choices(): readonly Choice[];
  /** Only a choice just offered. One that no longer fits does nothing. */
  take(choice: Choice): void;
  setOnline(peer: string, online: boolean): void;
  /** What the model remembers, for search. The disks are not in it. */
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  /**
   * One peer's tool remembers what it did then: a whole computer was set back, its disk too, which is the caller's
   * part. A disk that is set back alone needs nothing here; the tool takes that for changes a person made.
   */
  setBack(peer: string, snapshot: unknown): void;
  /** Equal for equal memories. */
  fingerprint(): string;
}

export interface SyncOptions {
  /** Offers the last delivery to a peer once more. Off unless asked for: an exhaustive search gains nothing from it. */
  readonly doubles?: boolean;
}

export type MakeSync = (disks: Disks, options?: SyncOptions) => SyncModel;

/** "b gets Plans/x.md from a": a line of a diary. */
export function say({ act, peer, path, from, how }: Choice): string {
  return `${peer} ${act}${path === undefined ? "" : ` ${path}`}${from === undefined ? "" : ` from ${from}`}${how === undefined ? "" : `, ${how}`}`;
}
