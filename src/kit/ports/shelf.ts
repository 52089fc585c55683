import type { Creation, VaultPort } from "./vault";

/**
 * Folders outside the vault, on this device alone, with skills and flows: the person’s own folder, and those that the
 * settings name.
 *
 * Promises (tests/contracts/shelf.test.ts):
 * - No method throws. A folder that is not there is `absent`.
 * - `list` and `read` keep the promises of a vault (ports/vault): nothing leads out of the folder, no symbolic link in
 *   it is followed, and a file that is too big or no text is `unreadable`, with a sentence.
 * - Nothing is changed. `keep` alone writes: a new file in the person’s own folder, never over one that is there.
 */
export interface ShelfPort {
  own(kind: ShelfKind): Promise<ShelfOpening>;
  /** `path`: absolute, or beneath `~`. */
  folder(path: string): Promise<ShelfOpening>;
  keep(kind: ShelfKind, name: string, text: string): Promise<Creation & { readonly where: string }>;
}

export const SHELF_KINDS = ["skills", "flows"] as const;
export type ShelfKind = (typeof SHELF_KINDS)[number];

export type ShelfOpening =
  | { readonly kind: "open"; readonly shelf: Shelf }
  | { readonly kind: "absent"; readonly where: string }
  /** `why`: a sentence. */
  | { readonly kind: "refused"; readonly why: string };

/** Paths are relative to the folder. */
export interface Shelf extends Pick<VaultPort, "list" | "read"> {
  /** As a person writes it: `~/.config/planwright/skills`. */
  readonly where: string;
}
