/** Names that sync products give to the copy that loses a conflict. Times are UTC. */

/** `x.sync-conflict-20260221-103000-AAAAAAA.md`. */
export function syncthingName(path: string, now: number, peer: string): string {
  const time = new Date(now).toISOString();
  const day = time.slice(0, 10).replaceAll("-", "");
  const clock = time.slice(11, 19).replaceAll(":", "");
  return beforeExtension(path, `.sync-conflict-${day}-${clock}-${shortId(peer)}`);
}

const SYNCTHING_NAME = /\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}(?=\.[^./]*$|$)/;

export function hasSyncthingName(path: string): boolean {
  return SYNCTHING_NAME.test(path);
}

/** `x (Ana's conflicted copy 2026-02-21).md`; from the second of a day on, `… 2026-02-21 1).md`. */
export function dropboxName(
  path: string,
  now: number,
  peer: string,
  taken: (path: string) => boolean,
): string {
  const day = new Date(now).toISOString().slice(0, 10);
  for (let count = 0; ; count += 1) {
    const name = beforeExtension(
      path,
      ` (${peer}'s conflicted copy ${day}${count === 0 ? "" : ` ${count}`})`,
    );
    if (!taken(name)) return name;
  }
}

/** `x (Conflicted copy ana 202602211030).md`: Obsidian Sync, when it is set to make copies. */
export function obsidianName(path: string, now: number, peer: string): string {
  const minute = new Date(now).toISOString().slice(0, 16).replaceAll(/[-:T]/g, "");
  return beforeExtension(path, ` (Conflicted copy ${peer} ${minute})`);
}

/** Seven characters of the alphabet of device ids, told by the peer's name. */
export function shortId(peer: string): string {
  return peer
    .toUpperCase()
    .replaceAll(/[^A-Z2-7]/g, "")
    .padEnd(7, "A")
    .slice(0, 7);
}

function beforeExtension(path: string, mark: string): string {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") ? path + mark : path.slice(0, dot) + mark + path.slice(dot);
}
