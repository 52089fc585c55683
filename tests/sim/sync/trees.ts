/**
 * Git's merge of two trees (strategy `ort`, default settings), as far as notes are concerned: an edit follows a move, a
 * folder that one side emptied by moves takes along what the other side put into it, and conflicts are left in the tree
 * as git leaves them on the disk.
 */
import { directoryRenames, findRenames, followed, type Renames } from "./renames";
import { mergeWithMarkers } from "./weave";

/** Text by path. Never changed once it is made. */
export type Tree = ReadonlyMap<string, string>;

export interface MergedTree {
  readonly tree: Tree;
  /** False when git would ask a person to look. */
  readonly clean: boolean;
}

/** What each side has for one path of the result, and under which name it had it. */
interface Entry {
  base?: Named;
  ours?: Named;
  theirs?: Named;
}

interface Named {
  readonly path: string;
  readonly text: string;
}

type Side = "ours" | "theirs";
const OTHER = { ours: "theirs", theirs: "ours" } as const;

export function mergeTrees(base: Tree, ours: Tree, theirs: Tree): MergedTree {
  const sides = { ours, theirs };
  const found = { ours: findRenames(base, ours), theirs: findRenames(base, theirs) };
  const folders = directoryRenames(base, sides, found);
  const entries = new Map<string, Entry>();
  let clean = !folders.split;

  const entry = (path: string): Entry => {
    const known = entries.get(path);
    if (known !== undefined) return known;
    const fresh: Entry = {};
    entries.set(path, fresh);
    return fresh;
  };
  for (const [path, text] of base) entry(path).base = { path, text };
  const renames: { ours: Renames; theirs: Renames } = { ours: new Map(), theirs: new Map() };
  for (const side of ["ours", "theirs"] as const) {
    const followedOn = followed(base, sides[side], found[side], folders[OTHER[side]], folders[side]);
    if (followedOn.moved) clean = false;
    renames[side] = followedOn.renames;
    for (const [path, text] of sides[side])
      entry(followedOn.names.get(path) ?? path)[side] = { path: followedOn.names.get(path) ?? path, text };
  }

  for (const side of ["ours", "theirs"] as const) {
    for (const [source, target] of renames[side]) {
      const other = renames[OTHER[side]].get(source);
      if (other === undefined) clean = carry(entries, side, source, target) && clean;
      else if (side === "ours") clean = carryBoth(entries, source, target, other) && clean;
    }
  }

  const tree = new Map<string, string>();
  for (const [path, stages] of entries) {
    const result = resolve(stages);
    if (!result.clean) clean = false;
    if (result.text !== null) tree.set(path, result.text);
  }
  return { tree, clean };
}

/** One side moved a file: what the other side has under the old name goes to the new one. False for a conflict. */
function carry(entries: Map<string, Entry>, side: Side, source: string, target: string): boolean {
  if (source === target) return true;
  const from = entries.get(source);
  const to = entries.get(target);
  if (from === undefined || to === undefined) return true;
  const base = from.base;
  const edited = from[OTHER[side]];
  const mine = to[side];
  delete from.base;
  delete from[OTHER[side]];
  // Deleted there, moved here: it stays where it was moved to, and is a conflict.
  if (edited === undefined) return false;
  if (base === undefined || mine === undefined) return true;
  if (to[OTHER[side]] === undefined) {
    to.base = base;
    to[OTHER[side]] = edited;
    return true;
  }
  // The other side has something else under the new name already: both in one file.
  const merged = resolve(
    side === "ours" ? { base, ours: mine, theirs: edited } : { base, ours: edited, theirs: mine },
  );
  to[side] = { path: target, text: merged.text ?? mine.text };
  delete to.base;
  return merged.clean;
}

/** Both sides moved the same file. False for a conflict: to two places. */
function carryBoth(entries: Map<string, Entry>, source: string, target: string, other: string): boolean {
  const from = entries.get(source);
  const base = from?.base;
  const ours = entries.get(target)?.ours;
  const theirs = entries.get(other)?.theirs;
  if (from === undefined || base === undefined || ours === undefined || theirs === undefined) return true;
  if (source !== target && source !== other) delete from.base;
  if (target === other) {
    const to = entries.get(target);
    if (to !== undefined) to.base = base;
    return true;
  }
  const merged = resolve({ base, ours, theirs });
  for (const [path, side] of [
    [target, "ours"],
    [other, "theirs"],
  ] as const) {
    const to = entries.get(path);
    if (to !== undefined) to[side] = { path, text: merged.text ?? base.text };
  }
  return false;
}

function resolve({ base, ours, theirs }: Entry): { readonly text: string | null; readonly clean: boolean } {
  const [was, mine, other] = [base?.text, ours?.text, theirs?.text];
  if (mine === other || other === was) return { text: mine ?? null, clean: true };
  if (mine === was) return { text: other ?? null, clean: true };
  // Changed here, deleted there: the change stays.
  if (ours === undefined || theirs === undefined) return { text: mine ?? other ?? null, clean: false };
  const named = ours.path !== theirs.path;
  const labels = {
    ours: named ? `HEAD:${ours.path}` : "HEAD",
    theirs: named ? `${THEIRS}:${theirs.path}` : THEIRS,
  };
  return mergeWithMarkers(was ?? "", ours.text, theirs.text, labels);
}

const THEIRS = "origin/main";
