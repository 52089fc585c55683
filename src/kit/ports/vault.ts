/**
 * The vault as the engine sees it: named notes in a few folders, read whole, changed by comparison.
 *
 * Promises every adapter keeps (tests/contracts/vault.suite.ts runs them against each one):
 * - No method throws for anything a disk or a person can do. A failure comes back as a value with a sentence.
 * - Paths are relative to the vault, with `/`, already checked by `kit/path`. An adapter checks again and refuses a
 *   path that leaves the vault, passes through a symbolic link, or differs in spelling (case, Unicode form) from what
 *   is on disk.
 * - There is no `write` and no `remove`. A note comes into being by `create`, changes by `change`, and goes elsewhere
 *   by `move`; none of the three ever replaces text it has not read.
 * - When `create`, `change` or `move` has said yes, the effect survives a power cut, as far as the platform lets us ask
 *   for it.
 */
export interface VaultPort {
  /**
   * Names in one folder, not deeper. Hidden names (leading dot) are left out; a file that iCloud has taken off this
   * computer is listed under its own name (kit/icloud). Order is not promised. `names`: names and kinds are enough, so
   * sizes and times may be 0; that is several times as fast on a disk.
   */
  list(folder: string, detail?: "names"): Promise<Listing>;
  /**
   * The whole note, decoded as strict UTF-8 with a byte order mark kept, so that encoding it again gives the same
   * bytes.
   */
  read(path: string): Promise<Reading>;
  /** The raw bytes of a file, for attachments; `too-big` when longer than `limit` bytes. */
  bytes(path: string, limit: number): Promise<Bytes>;
  /**
   * Compare-and-set. `edit` gets the text that is there now and answers the text that should be there, the same text
   * (nothing is written), or null (nothing is written, the edit no longer applies). It is synchronous, pure, and may be
   * called more than once. Readers see the old text or the new one, never a part.
   */
  change(path: string, edit: (text: string) => string | null): Promise<Change>;
  /** Exclusive: `exists` when anything at all has that name. The folder must be there. */
  create(path: string, text: string): Promise<Creation>;
  /** Exclusive: never onto an existing name. The target folder must be there. */
  move(from: string, to: string): Promise<Move>;
  /** Makes one folder, parents included. Answers `exists` when it is there already. */
  makeFolder(path: string): Promise<Creation>;
  /**
   * Calls `hint` with a path (a note or a folder) whenever something may have changed there. Hints may be lost, doubled
   * or late.
   */
  watch(folders: readonly string[], hint: (path: string) => void): () => void;
}

export interface Entry {
  readonly name: string;
  /** `other` is anything we never open: symbolic links, sockets, devices. */
  readonly kind: "file" | "folder" | "other";
  /** Bytes. 0 for folders. */
  readonly size: number;
  /** Milliseconds since the epoch, as the disk tells it. */
  readonly modified: number;
}

export type Listing =
  | { readonly kind: "folder"; readonly entries: readonly Entry[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly why: string };

export type Reading =
  /** `modified` and `size` are those of this text, and those that a listing tells. `size`: bytes. */
  | { readonly kind: "text"; readonly text: string; readonly modified: number; readonly size: number }
  | { readonly kind: "absent" }
  /** `away`: the file is there, but not on this computer; `reason` is then `failed`. */
  | {
      readonly kind: "unreadable";
      readonly reason: "not-utf8" | "too-big" | "not-a-file" | "failed";
      readonly why: string;
      readonly away?: true;
    };

export type Bytes =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "absent" }
  | {
      readonly kind: "unreadable";
      readonly reason: "too-big" | "not-a-file" | "failed";
      readonly why: string;
      readonly away?: true;
    };

export type Change =
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "same" }
  | { readonly kind: "stale" }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly why: string };

export type Creation =
  | { readonly kind: "created" }
  | { readonly kind: "exists" }
  | { readonly kind: "refused"; readonly why: string };
export type Move =
  | { readonly kind: "moved" }
  | { readonly kind: "absent" }
  | { readonly kind: "exists" }
  | { readonly kind: "refused"; readonly why: string };

/** No note of ours is longer; a longer one is a problem, not a plan. Bytes. */
export const NOTE_LIMIT = 1_048_576;
