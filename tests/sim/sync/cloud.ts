/**
 * Products with a server in the middle that keeps one newest version per path. They differ in how a peer that has
 * changed a note takes in another's change of it, and in nothing else: the rules say so.
 */
import type { Choice, Disks, SyncModel, SyncOptions } from "./model";

/** What the server holds of one path. */
export interface Held {
  /** Null when deleted. */
  readonly text: string | null;
  /** Modification time where it was made, or the time of a deletion (ms). */
  readonly time: number;
  /** Counts the versions of this path, from 1. */
  readonly count: number;
}

/** One path as one peer has it. */
export interface Place {
  readonly peer: string;
  readonly path: string;
  /** On the disk now; null when there is none. */
  readonly text: string | null;
  /** Modification time on the disk (ms); 0 when there is none. */
  readonly time: number;
  /** What peer and server last agreed on; null when there was none. */
  readonly base: string | null;
}

export type Ending =
  | { readonly kind: "sends" | "sends over" | "gets" }
  /** Another text is put on the disk in place of both; it is then sent. */
  | { readonly kind: "puts"; readonly how: "merged by line" | "mixed"; readonly text: () => string }
  /** What was here goes to another name, what the server holds keeps this one. */
  | { readonly kind: "sets aside"; readonly name: () => string };

export interface Rules {
  readonly name: string;
  /** Both sides changed since they last agreed, and differ. Never empty. */
  conflict(here: Place, held: Held, disks: Disks): readonly Ending[];
  /** Only this peer changed; `held` is absent for a path the server never knew. Sending it is the plain answer. */
  change?(here: Place, held: Held | undefined): readonly Ending[];
}

interface Agreed {
  readonly text: string | null;
  readonly count: number;
}

interface Memory {
  readonly server: ReadonlyMap<string, Held>;
  readonly agreed: readonly ReadonlyMap<string, Agreed>[];
  readonly online: readonly boolean[];
  readonly last: readonly (string | null)[];
}

const SENDS: readonly Ending[] = [{ kind: "sends" }];
const GETS: readonly Ending[] = [{ kind: "gets" }];

export function createCloud(rules: Rules, disks: Disks, options: SyncOptions = {}): SyncModel {
  const { peers } = disks;
  let server = new Map<string, Held>();
  let agreed: Map<string, Agreed>[] = peers.map(() => new Map());
  let online: boolean[] = peers.map(() => true);
  let last: (string | null)[] = peers.map(() => null);
  // What a peer could do is asked for at every step and kept while the server, the peer's memory and its disk stand
  // still.
  let turn = 0;
  const told = peers.map(() => 0);
  const kept = peers.map(() => ({ turn: -1, told: -1, version: -1, found: [] as readonly Choice[] }));

  function touch(at: number): void {
    told[at] = (told[at] ?? 0) + 1;
  }

  function endings(at: number, path: string): readonly Ending[] {
    const peer = peers[at] ?? "";
    const text = disks.files(peer).get(path) ?? null;
    const known = agreed[at]?.get(path);
    const held = server.get(path);
    const base = known?.text ?? null;
    const isNew = held !== undefined && held.count !== (known?.count ?? 0);
    if (text === base) return isNew ? GETS : [];
    if (isNew && held.text === text) return GETS;
    const here: Place = { peer, path, text, time: disks.modified(peer, path), base };
    return isNew ? rules.conflict(here, held, disks) : (rules.change?.(here, held) ?? SENDS);
  }

  function choicesOf(at: number): readonly Choice[] {
    const peer = peers[at] ?? "";
    const version = disks.version(peer);
    const before = kept[at];
    if (
      before !== undefined &&
      before.turn === turn &&
      before.told === told[at] &&
      before.version === version
    )
      return before.found;
    const found: Choice[] = [];
    const again = canRepeat(at);
    if (again !== null) found.push({ act: "gets again", peer, path: again });
    const open: { readonly path: string; readonly ends: readonly Ending[] }[] = [];
    const meet = (path: string): void => {
      const ends = endings(at, path);
      if (ends.length > 0) open.push({ path, ends });
    };
    for (const path of server.keys()) meet(path);
    for (const path of disks.files(peer).keys()) if (!server.has(path)) meet(path);
    open.sort((one, other) => (one.path < other.path ? -1 : 1));
    for (const { path, ends } of open) for (const ending of ends) found.push(asChoice(peer, path, ending));
    kept[at] = { turn, told: told[at] ?? 0, version, found };
    return found;
  }

  function canRepeat(at: number): string | null {
    const path = last[at] ?? null;
    if (path === null) return null;
    const text = disks.files(peers[at] ?? "").get(path);
    return text !== undefined && text === agreed[at]?.get(path)?.text ? path : null;
  }

  function end(at: number, path: string, ending: Ending): void {
    const peer = peers[at] ?? "";
    const text = disks.files(peer).get(path) ?? null;
    const held = server.get(path);
    switch (ending.kind) {
      case "sends":
      case "sends over": {
        const count = (held?.count ?? 0) + 1;
        turn += 1;
        server.set(path, { text, time: text === null ? disks.now() : disks.modified(peer, path), count });
        agreed[at]?.set(path, { text, count });
        return;
      }
      case "sets aside":
        if (held === undefined) return;
        if (text !== null) disks.put(peer, ending.name(), text, disks.modified(peer, path));
        return take(at, path, held);
      case "gets":
        if (held !== undefined) take(at, path, held);
        return;
      case "puts":
        if (held === undefined) return;
        agreed[at]?.set(path, { text: held.text, count: held.count });
        disks.put(peer, path, ending.text());
        return;
      default:
        return ending satisfies never;
    }
  }

  function take(at: number, path: string, held: Held): void {
    const peer = peers[at] ?? "";
    agreed[at]?.set(path, { text: held.text, count: held.count });
    if (held.text === (disks.files(peer).get(path) ?? null)) return;
    if (held.text === null) return disks.remove(peer, path);
    disks.put(peer, path, held.text, held.time);
    if (options.doubles === true) last[at] = path;
  }

  return {
    name: rules.name,
    choices() {
      const found: Choice[] = [];
      for (let at = 0; at < peers.length; at += 1) if (online[at] === true) found.push(...choicesOf(at));
      return found;
    },
    take(choice) {
      const at = peers.indexOf(choice.peer);
      if (at < 0 || choice.path === undefined) return;
      touch(at);
      if (choice.act === "gets again") {
        if (canRepeat(at) === choice.path)
          disks.put(
            choice.peer,
            choice.path,
            disks.files(choice.peer).get(choice.path) ?? "",
            disks.modified(choice.peer, choice.path),
          );
        last[at] = null;
        return;
      }
      const ending = endings(at, choice.path).find((one) => {
        const { act, how } = asChoice("", "", one);
        return act === choice.act && how === choice.how;
      });
      if (ending === undefined) return;
      last[at] = null;
      end(at, choice.path, ending);
    },
    setOnline(peer, isOnline) {
      online[peers.indexOf(peer)] = isOnline;
    },
    snapshot(): Memory {
      return {
        server: new Map(server),
        agreed: agreed.map((known) => new Map(known)),
        online: [...online],
        last: [...last],
      };
    },
    restore(snapshot) {
      const memory = snapshot as Memory;
      server = new Map(memory.server);
      agreed = memory.agreed.map((known) => new Map(known));
      online = [...memory.online];
      last = [...memory.last];
      turn += 1;
    },
    setBack(peer, snapshot) {
      const at = peers.indexOf(peer);
      agreed[at] = new Map((snapshot as Memory).agreed[at]);
      last[at] = null;
      touch(at);
    },
    fingerprint: () =>
      JSON.stringify([
        [...server].sort(byPath),
        agreed.map((known) => [...known].sort(byPath)),
        online,
        last,
      ]),
  };
}

function asChoice(peer: string, path: string, ending: Ending): Choice {
  switch (ending.kind) {
    case "sends":
    case "sends over":
    case "gets":
      return { act: ending.kind, peer, path };
    case "puts":
      return { act: "gets", peer, path, how: ending.how };
    case "sets aside":
      return { act: "gets", peer, path, how: "as a copy" };
    default:
      return ending satisfies never;
  }
}

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
