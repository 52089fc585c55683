/** Moves as git finds them: nobody tells it, it looks for what is gone here and new there and alike. */
import type { Tree } from "./trees";
import { similarity } from "./weave";

/** New path by old path. */
export type Renames = ReadonlyMap<string, string>;

/** Git's default threshold: half. */
const ALIKE = 0.5;

/** Every file gone from `base` that is found again in `side` under a name that is new there. */
export function findRenames(base: Tree, side: Tree): Renames {
  const sources = [...base.keys()].filter((path) => !side.has(path)).sort();
  const targets = [...side.keys()].filter((path) => !base.has(path)).sort();
  const pairs: { readonly source: string; readonly target: string; readonly score: number }[] = [];
  for (const source of sources) {
    for (const target of targets) {
      const score = similarity(base.get(source) ?? "", side.get(target) ?? "");
      // An equal name breaks a tie. Empty files are never taken for each other.
      if (score >= ALIKE && base.get(source) !== "")
        pairs.push({ source, target, score: score + (lastName(source) === lastName(target) ? 1e-6 : 0) });
    }
  }
  pairs.sort((one, other) => other.score - one.score);
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { source, target } of pairs) {
    if (found.has(source) || taken.has(target)) continue;
    found.set(source, target);
    taken.add(target);
  }
  return found;
}

export interface FolderRenames {
  readonly ours: Renames;
  readonly theirs: Renames;
  /** Files of one folder went to several, none of them most: git gives up and says so. */
  readonly split: boolean;
}

/** A folder whose files are all gone from one side, most of them to one other folder, is taken to have moved there. */
export function directoryRenames(
  base: Tree,
  sides: { readonly ours: Tree; readonly theirs: Tree },
  found: { readonly ours: Renames; readonly theirs: Renames },
): FolderRenames {
  let split = false;
  const of = (side: Tree, other: Tree, renames: Renames): Map<string, string> => {
    const counts = new Map<string, Map<string, number>>();
    for (const [source, target] of renames) {
      for (const [from, to] of folderPairs(source, target)) {
        if (holdsAny(side, from)) break;
        const targets = counts.get(from) ?? new Map<string, number>();
        counts.set(from, targets.set(to, (targets.get(to) ?? 0) + 1));
      }
    }
    const moved = new Map<string, string>();
    for (const [from, targets] of counts) {
      if (![...other.keys()].some((path) => folderOf(path) === from && !base.has(path))) continue;
      const most = Math.max(...targets.values());
      const best = [...targets].filter(([, count]) => count === most);
      if (best.length > 1) split = true;
      else moved.set(from, best[0]?.[0] ?? from);
    }
    return moved;
  };
  const ours = of(sides.ours, sides.theirs, found.ours);
  const theirs = of(sides.theirs, sides.ours, found.theirs);
  for (const from of [...ours.keys()]) if (theirs.delete(from)) ours.delete(from);
  return { ours, theirs, split };
}

export interface Followed {
  readonly renames: Renames;
  /** The name in the result, for files that go along with a folder. */
  readonly names: Renames;
  /** Whether any did: git puts the file there, and calls it a conflict. */
  readonly moved: boolean;
}

/**
 * Sends notes that one side put into folders along with the other side's move of these folders. `own` are the folders
 * this side moved: nothing is sent on from there.
 */
export function followed(base: Tree, side: Tree, renames: Renames, folders: Renames, own: Renames): Followed {
  if (folders.size === 0) return { renames, names: new Map(), moved: false };
  const names = new Map<string, string>();
  for (const path of side.keys()) {
    const to = base.has(path) ? undefined : folders.get(folderOf(path));
    if (to === undefined || own.has(to)) continue;
    const name = to === "" ? lastName(path) : `${to}/${lastName(path)}`;
    if (!side.has(name)) names.set(path, name);
  }
  return {
    renames: new Map([...renames].map(([source, target]) => [source, names.get(target) ?? target])),
    names,
    moved: names.size > 0,
  };
}

/**
 * The folders of a move, and those above them as long as they end alike: `a/x/n.md` to `b/x/n.md` moves `a/x` to `b/x`
 * and `a` to `b`.
 */
function folderPairs(source: string, target: string): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  let [from, to] = [folderOf(source), folderOf(target)];
  while (from !== "" && from !== to) {
    pairs.push([from, to]);
    if (lastName(from) !== lastName(to) || to === "") break;
    [from, to] = [folderOf(from), folderOf(to)];
  }
  return pairs;
}

function holdsAny(tree: Tree, folder: string): boolean {
  for (const path of tree.keys()) if (path.startsWith(`${folder}/`)) return true;
  return false;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
