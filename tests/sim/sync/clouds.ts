/** The products with a server in the middle, each as its rules. */
import { createCloud, type Ending, type Rules } from "./cloud";
import type { MakeSync } from "./model";
import { dropboxName, obsidianName } from "./stamp";
import { mergeByLetter, mergeByLine } from "./weave";

const GETS: Ending = { kind: "gets" };
const SENDS: Ending = { kind: "sends" };

/**
 * Whole files by time, as plain folder synchronisers do. Nothing is kept of what loses. A deletion has no time on the
 * disk, so a missing file is either sent as a deletion or brought back; a file set back to an older state is either
 * sent or overwritten.
 */
const LAST_WRITER_WINS: Rules = {
  name: "last-writer-wins",
  conflict: (here, held) => {
    if (here.text === null) return held.text === null ? [GETS] : [SENDS, GETS];
    return [here.time > held.time ? SENDS : GETS];
  },
  change: (here, held) => {
    if (here.text === null) return held?.text == null ? [SENDS] : [SENDS, GETS];
    return held !== undefined && held.text !== null && here.time < held.time ? [SENDS, GETS] : [SENDS];
  },
};

/**
 * Whole files; who comes second keeps its text under another name (Dropbox, Nextcloud, iCloud). A change wins over a
 * deletion.
 */
const CONFLICT_COPY: Rules = {
  name: "conflict-copy",
  conflict: (here, held, disks) => {
    if (here.text === null) return [GETS];
    if (held.text === null) return [SENDS];
    return [
      {
        kind: "sets aside",
        name: () =>
          dropboxName(here.path, disks.now(), here.peer, (path) => disks.files(here.peer).has(path)),
      },
    ];
  },
};

/**
 * Markdown that both changed is merged, sometimes letter by letter, and nobody is asked; with no common state to merge
 * from, the server's may simply win. A change brings back what another deleted. A peer may also send before it has
 * heard of a newer version.
 */
const OBSIDIAN_SYNC: Rules = {
  name: "obsidian-sync",
  conflict: (here, held) => {
    const { text, base, path } = here;
    if (text === null) return [GETS];
    if (held.text === null) return [SENDS];
    const theirs = held.text;
    if (!path.endsWith(".md")) return [GETS, { kind: "sends over" }];
    return [
      ...(base === null ? [GETS] : []),
      { kind: "puts", how: "merged by line", text: () => mergeByLine(base ?? "", text, theirs) },
      { kind: "puts", how: "mixed", text: () => mergeByLetter(base ?? "", text, theirs) },
      { kind: "sends over" },
    ];
  },
};

/** Obsidian Sync set to make a conflict file instead of merging. */
const OBSIDIAN_SYNC_COPIES: Rules = {
  name: "obsidian-sync-copies",
  conflict: (here, held, disks) => {
    if (here.text === null) return [GETS];
    if (held.text === null) return [SENDS];
    return [{ kind: "sets aside", name: () => obsidianName(here.path, disks.now(), here.peer) }];
  },
};

export const lastWriterWins: MakeSync = (disks, options) => createCloud(LAST_WRITER_WINS, disks, options);
export const conflictCopy: MakeSync = (disks, options) => createCloud(CONFLICT_COPY, disks, options);
export const obsidianSync: MakeSync = (disks, options) => createCloud(OBSIDIAN_SYNC, disks, options);
export const obsidianSyncCopies: MakeSync = (disks, options) =>
  createCloud(OBSIDIAN_SYNC_COPIES, disks, options);
