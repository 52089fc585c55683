import type { Metafile } from "esbuild";

/** The project's folder, absolute, with a separator at the end. */
export const root: string;

export interface Door {
  /** Relative to the project's folder, or absolute. */
  readonly entry?: string;
  /** Where the file goes, absolute. Folders are made. Parts of the terminal program go into a folder beside it. */
  readonly file: string;
}

/** Rejects with one sentence per offence when the bundle holds, or evaluates at load, what it must not; then nothing is written. */
export function buildPlugin(door: Door): Promise<Metafile>;
export function buildTerminal(door: Door): Promise<Metafile>;

/** A source of the rules without the sentences on when each of them applies. */
export function leaveOutDocs(text: string): string;
