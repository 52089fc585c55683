/**
 * Git with a bare repository between: every peer commits what lies on its disk, fetches, merges with rename detection,
 * and pushes. A merge with conflicts leaves the disk as git leaves it, markers and all, and the next commit takes that
 * as it is: nobody looks first, as with a plugin that commits by the clock. Empty folders do not travel.
 *
 * Only fast-forwards are pushed, so of two histories the last commit of the middle that was merged is the one common
 * ancestor.
 */
import type { Choice, Disks, MakeSync, SyncModel } from "./model";
import { mergeTrees, type MergedTree, type Tree } from "./trees";

interface Commit {
  readonly tree: Tree;
  /** Counts the commits of the repository between, from 0. */
  readonly count: number;
  readonly parent: Commit | null;
}

interface Clone {
  readonly head: Tree;
  /** What was merged last from the repository between. */
  readonly base: Commit;
  /** What was fetched last. */
  readonly fetched: Commit;
  /** Commits here that are not there. */
  readonly ahead: boolean;
  /** A merge that left conflicts and is not committed yet. */
  readonly merging: boolean;
}

interface Memory {
  readonly middle: Commit;
  readonly clones: readonly Clone[];
  readonly online: readonly boolean[];
}

const NONE: Commit = { tree: new Map(), count: 0, parent: null };

export const git: MakeSync = (disks: Disks): SyncModel => {
  const { peers } = disks;
  let middle: Commit = NONE;
  let clones: Clone[] = peers.map(() => ({
    head: NONE.tree,
    base: NONE,
    fetched: NONE,
    ahead: false,
    merging: false,
  }));
  let online: boolean[] = peers.map(() => true);
  const merges = new WeakMap<Clone, MergedTree>();
  const looked = peers.map(() => ({ stamp: -1, head: NONE.tree, changed: false }));

  /** Whether the disk differs from the last commit. */
  function isChanged(at: number, { head }: Clone): boolean {
    const kept = looked[at];
    const stamp = disks.version(peers[at] ?? "");
    if (kept !== undefined && kept.stamp === stamp && kept.head === head) return kept.changed;
    const files = disks.files(peers[at] ?? "");
    let changed = files.size !== head.size;
    if (!changed) for (const [path, text] of files) if (head.get(path) !== text) changed = true;
    looked[at] = { stamp, head, changed };
    return changed;
  }

  function choicesOf(at: number, clone: Clone, found: Choice[]): void {
    const peer = peers[at] ?? "";
    if (clone.merging || isChanged(at, clone)) found.push({ act: "commits", peer });
    if (!clone.merging && clone.fetched.count > clone.base.count && canMerge(at, clone))
      found.push({ act: "merges", peer });
    if (online[at] !== true) return;
    if (clone.fetched.count < middle.count) found.push({ act: "fetches", peer });
    if (clone.ahead && !clone.merging && clone.base.count === middle.count)
      found.push({ act: "pushes", peer });
  }

  function commit(at: number, clone: Clone): Clone {
    const head = new Map(disks.files(peers[at] ?? ""));
    // A merge is committed even when it changes nothing; a commit of nothing is not made.
    return { ...clone, head, ahead: true, merging: false };
  }

  /** Clones are never changed, so what a merge would leave is found out once. */
  function merged(clone: Clone): MergedTree {
    const known = merges.get(clone);
    if (known !== undefined) return known;
    const { ahead, base, head, fetched } = clone;
    const found = ahead ? mergeTrees(base.tree, head, fetched.tree) : { tree: fetched.tree, clean: true };
    merges.set(clone, found);
    return found;
  }

  /** Git refuses when it would run over something not committed. */
  function canMerge(at: number, clone: Clone): boolean {
    if (!isChanged(at, clone)) return true;
    const files = disks.files(peers[at] ?? "");
    const { head } = clone;
    const { tree } = merged(clone);
    const stands = (path: string) => head.get(path) === tree.get(path) || files.get(path) === head.get(path);
    return [...head.keys()].every(stands) && [...tree.keys()].every(stands);
  }

  function merge(at: number, clone: Clone): Clone {
    const { tree, clean } = merged(clone);
    const peer = peers[at] ?? "";
    for (const path of clone.head.keys()) if (!tree.has(path)) disks.remove(peer, path);
    for (const [path, text] of tree) if (clone.head.get(path) !== text) disks.put(peer, path, text);
    const next = { ...clone, base: clone.fetched };
    return clean ? { ...next, head: tree } : { ...next, merging: true };
  }

  function push(clone: Clone): Clone {
    middle = { tree: clone.head, count: middle.count + 1, parent: middle };
    return { ...clone, base: middle, fetched: middle, ahead: false };
  }

  return {
    name: "git",
    choices() {
      const found: Choice[] = [];
      clones.forEach((clone, at) => choicesOf(at, clone, found));
      return found;
    },
    take({ act, peer }) {
      const at = peers.indexOf(peer);
      const clone = clones[at];
      if (clone === undefined) return;
      const open: Choice[] = [];
      choicesOf(at, clone, open);
      if (!open.some((choice) => choice.act === act)) return;
      if (act === "commits") clones[at] = commit(at, clone);
      if (act === "fetches") clones[at] = { ...clone, fetched: middle };
      if (act === "merges") clones[at] = merge(at, clone);
      if (act === "pushes") clones[at] = push(clone);
    },
    setOnline(peer, isOnline) {
      online[peers.indexOf(peer)] = isOnline;
    },
    // Commits and clones are never changed, only replaced.
    snapshot: (): Memory => ({ middle, clones: [...clones], online: [...online] }),
    restore(snapshot) {
      const memory = snapshot as Memory;
      middle = memory.middle;
      clones = [...memory.clones];
      online = [...memory.online];
    },
    setBack(peer, snapshot) {
      const at = peers.indexOf(peer);
      const clone = (snapshot as Memory).clones[at];
      if (clone === undefined) return;
      // What was pushed since then is there, and is the ancestor.
      let pushed: Commit | null = middle;
      while (pushed !== null && pushed.tree !== clone.head) pushed = pushed.parent;
      clones[at] =
        pushed === null || pushed.count <= clone.base.count
          ? clone
          : { ...clone, base: pushed, fetched: pushed, ahead: false };
    },
    fingerprint() {
      const said = ({ tree, count }: Commit) => [count, [...tree].sort(byPath)];
      return JSON.stringify([
        said(middle),
        clones.map(({ head, base, fetched, ahead, merging }) => [
          [...head].sort(byPath),
          said(base),
          said(fetched),
          ahead,
          merging,
        ]),
        online,
      ]);
    },
  };
};

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
