/**
 * Syncthing, as version 1.19 behaves: every peer notices what is on its own disk, path by path, and tells the others;
 * each takes over, path by path, what wins over its own. A move is a deletion and a creation, in either order and with
 * anything in between. Of two concurrent changes the one modified later keeps the name; the other is renamed on the
 * disk where it lies, and that copy goes round as an ordinary file. A change wins over a deletion.
 */
import type { Choice, Disks, MakeSync, SyncModel, SyncOptions } from "./model";
import { hasSyncthingName, syncthingName } from "./stamp";
import { ahead, bump, compare, merge, type Vector } from "./vector";

/** What one peer's index says of one path. */
interface Version {
  readonly vector: Vector;
  /** Null when deleted. */
  readonly text: string | null;
  /** The peer that made it: the copy that loses to it bears that name. */
  readonly by: string;
  /** Modification time where it was made (ms): decides conflicts, and travels. */
  readonly time: number;
  /** Modification time on this peer's disk when it was last looked at: another one there means a change. */
  readonly seen: number;
}

interface Memory {
  readonly index: readonly ReadonlyMap<string, Version>[];
  readonly online: readonly boolean[];
  readonly last: readonly (string | null)[];
}

const NOTHING: readonly Choice[] = [];

export const syncthing: MakeSync = (disks: Disks, options: SyncOptions = {}): SyncModel => {
  const { peers } = disks;
  const none: Vector = peers.map(() => 0);
  let index: Map<string, Version>[] = peers.map(() => new Map());
  let online: boolean[] = peers.map(() => true);
  /** Path of the last delivery that can be doubled. */
  let last: (string | null)[] = peers.map(() => null);

  // Both lists are asked for at every step and change rarely: kept while neither disk nor index has moved on.
  let turn = 0;
  let told: number[] = peers.map(() => 0);
  const noticed = peers.map(() => ({ stamp: -1, found: NOTHING }));
  const wanted = peers.map(() => peers.map(() => ({ stamp: -1, found: NOTHING })));
  // Both only grow, so that a sum of them tells whether either did.
  const stampOf = (at: number) => (told[at] ?? 0) + disks.version(name(at));
  const touch = (at: number) => void (told[at] = turn += 1);

  const name = (at: number) => peers[at] ?? "";
  const of = (at: number) => index[at] ?? new Map<string, Version>();

  function unnoticed(at: number): readonly Choice[] {
    const kept = noticed[at];
    const stamp = stampOf(at);
    if (kept === undefined || kept.stamp === stamp) return kept?.found ?? NOTHING;
    const files = disks.files(name(at));
    const known = of(at);
    const paths: string[] = [];
    for (const path of files.keys()) if (isChanged(at, path)) paths.push(path);
    for (const [path, version] of known) if (version.text !== null && !files.has(path)) paths.push(path);
    kept.stamp = stamp;
    kept.found = paths.sort().map((path) => ({ act: "notices", peer: name(at), path }));
    return kept.found;
  }

  function isChanged(at: number, path: string): boolean {
    const text = disks.files(name(at)).get(path);
    const known = of(at).get(path);
    if (text === undefined) return known !== undefined && known.text !== null;
    return known?.text !== text || known.seen !== disks.modified(name(at), path);
  }

  function wants(at: number, from: number): readonly Choice[] {
    const kept = wanted[at]?.[from];
    const stamp = stampOf(at) + stampOf(from);
    if (kept === undefined || kept.stamp === stamp) return kept?.found ?? NOTHING;
    const paths: string[] = [];
    for (const path of of(from).keys()) if (canGet(at, from, path)) paths.push(path);
    kept.stamp = stamp;
    kept.found = paths.sort().map((path) => ({ act: "gets", peer: name(at), path, from: name(from) }));
    return kept.found;
  }

  function canGet(at: number, from: number, path: string): boolean {
    const theirs = of(from).get(path);
    const mine = of(at).get(path);
    if (theirs === undefined || !wins(theirs, mine)) return false;
    // Blocks are checked on arrival: what the other disk no longer holds cannot be had. What changed here is noticed
    // first.
    if (theirs.text !== null && disks.files(name(from)).get(path) !== theirs.text) return false;
    return !isChanged(at, path);
  }

  function get(at: number, from: number, path: string): void {
    const theirs = of(from).get(path);
    if (theirs === undefined || !canGet(at, from, path)) return;
    const mine = of(at).get(path);
    const peer = name(at);
    touch(at);
    last[at] = null;
    if (theirs.text === null) {
      disks.remove(peer, path);
      of(at).set(path, theirs);
      return;
    }
    let vector = theirs.vector;
    if (mine !== undefined && mine.text !== null) {
      vector = merge(theirs.vector, mine.vector);
      if (mine.text === theirs.text) {
        of(at).set(path, { ...theirs, vector, seen: mine.seen });
        return;
      }
      // More of our own changes than we know of: this computer was set back, and nothing here may be run over.
      const isConflict =
        compare(theirs.vector, mine.vector) === "concurrent" ||
        (theirs.vector[at] ?? 0) > (mine.vector[at] ?? 0);
      if (isConflict) setAside(at, path, mine.text, theirs.by);
    }
    disks.put(peer, path, theirs.text, theirs.time);
    of(at).set(path, { ...theirs, vector, seen: disks.modified(peer, path) });
    if (options.doubles === true) last[at] = path;
  }

  /** A copy of a copy is not made: the loser is dropped. */
  function setAside(at: number, path: string, text: string, by: string): void {
    if (hasSyncthingName(path)) return;
    const modified = disks.modified(name(at), path);
    disks.remove(name(at), path);
    disks.put(name(at), syncthingName(path, disks.now(), by), text, modified);
  }

  function notice(at: number, path: string): void {
    if (!isChanged(at, path)) return;
    const text = disks.files(name(at)).get(path) ?? null;
    const seen = text === null ? 0 : disks.modified(name(at), path);
    touch(at);
    of(at).set(path, {
      vector: bump(of(at).get(path)?.vector ?? none, at, Math.floor(disks.now() / 1000)),
      text,
      by: name(at),
      time: text === null ? disks.now() : seen,
      seen,
    });
  }

  function canRepeat(at: number): string | null {
    const path = last[at] ?? null;
    return path !== null && !isChanged(at, path) && disks.files(name(at)).has(path) ? path : null;
  }

  return {
    name: "syncthing",
    choices() {
      const found: Choice[] = [];
      for (let at = 0; at < peers.length; at += 1) {
        const peer = name(at);
        found.push(...unnoticed(at));
        if (online[at] !== true) continue;
        const again = canRepeat(at);
        if (again !== null) found.push({ act: "gets again", peer, path: again });
        for (let from = 0; from < peers.length; from += 1) {
          if (from === at || online[from] !== true) continue;
          found.push(...wants(at, from));
        }
      }
      return found;
    },
    take({ act, peer, path, from }) {
      const at = peers.indexOf(peer);
      if (path === undefined || at < 0) return;
      if (act === "notices") notice(at, path);
      if (act === "gets" && from !== undefined) get(at, peers.indexOf(from), path);
      if (act === "gets again" && canRepeat(at) === path) {
        disks.put(peer, path, disks.files(peer).get(path) ?? "", disks.modified(peer, path));
        last[at] = null;
      }
    },
    setOnline(peer, isOnline) {
      online[peers.indexOf(peer)] = isOnline;
    },
    snapshot(): Memory {
      return { index: index.map((known) => new Map(known)), online: [...online], last: [...last] };
    },
    restore(snapshot) {
      const memory = snapshot as Memory;
      index = memory.index.map((known) => new Map(known));
      online = [...memory.online];
      last = [...memory.last];
      turn += 1;
      told = peers.map(() => turn);
    },
    setBack(peer, snapshot) {
      const at = peers.indexOf(peer);
      index[at] = new Map((snapshot as Memory).index[at]);
      last[at] = null;
      touch(at);
    },
    fingerprint() {
      const lines = index.map((known) =>
        [...known]
          .map(([path, { vector, text, by, time, seen }]) =>
            [path, vector.join(), text, by, time, seen].join("\u0000"),
          )
          .sort(),
      );
      return JSON.stringify([lines, online, last]);
    },
  };
};

/** Whether what another peer holds takes the place of what is here. */
function wins(theirs: Version, mine: Version | undefined): boolean {
  if (mine === undefined) return theirs.text !== null;
  switch (compare(theirs.vector, mine.vector)) {
    case "equal":
    case "older":
      return false;
    case "newer":
      return true;
    case "concurrent":
      if (theirs.text === null || mine.text === null) return theirs.text !== null;
      return theirs.time === mine.time ? ahead(theirs.vector, mine.vector) : theirs.time > mine.time;
  }
}
