/** Disks in memory that can be set back, for search over everything a sync model can do. */
import type { Disks } from "../sim/sync/model";

export interface File {
  readonly text: string;
  readonly modified: number;
}

/** Files by path, per peer. */
export type Images = readonly ReadonlyMap<string, File>[];

export interface MemoryDisks extends Disks {
  /** Milliseconds since the epoch, set by whoever tells the story. */
  time: number;
  move(peer: string, from: string, to: string): void;
  images(): Images;
  setBack(images: Images): void;
}

export function createDisks(peers: readonly string[]): MemoryDisks {
  let texts = peers.map(() => new Map<string, string>());
  let times = peers.map(() => new Map<string, number>());
  let versions = 0;
  const seen = peers.map(() => 0);
  const at = (peer: string) => peers.indexOf(peer);
  const moved = (peer: string) => void (seen[at(peer)] = versions += 1);
  const disks: MemoryDisks = {
    peers,
    time: 0,
    files: (peer) => texts[at(peer)] ?? new Map(),
    put(peer, path, text, modified) {
      texts[at(peer)]?.set(path, text);
      times[at(peer)]?.set(path, modified ?? disks.time);
      moved(peer);
    },
    remove(peer, path) {
      texts[at(peer)]?.delete(path);
      times[at(peer)]?.delete(path);
      moved(peer);
    },
    move(peer, from, to) {
      const text = texts[at(peer)]?.get(from);
      const modified = disks.modified(peer, from);
      if (text === undefined) return;
      disks.remove(peer, from);
      disks.put(peer, to, text, modified);
    },
    modified: (peer, path) => times[at(peer)]?.get(path) ?? 0,
    version: (peer) => seen[at(peer)] ?? 0,
    now: () => disks.time,
    images: () =>
      texts.map(
        (files, peer) =>
          new Map([...files].map(([path, text]) => [path, { text, modified: times[peer]?.get(path) ?? 0 }])),
      ),
    setBack(images) {
      texts = images.map((files) => new Map([...files].map(([path, { text }]) => [path, text])));
      times = images.map((files) => new Map([...files].map(([path, { modified }]) => [path, modified])));
      for (const peer of peers) moved(peer);
    },
  };
  return disks;
}
