/**
 * File names that sync programs give to the losing side of a conflict. Such a file is never a plan and never an answer.
 * A file that a person, a file manager or iCloud names as a further copy (`x 1`, `x - Copy`, `x copy`, `x (1)`) is a
 * note like any other.
 */

/** Marks that say what the file is even if a person or a file manager has added something behind them. */
const ANYWHERE: readonly RegExp[] = [
  /\.sync-conflict-\d{8}-\d{6}/, // Syncthing
  / \([^()]*conflicted copy[^()]*(?:\([^()]*\)[^()]*)?\)/i, // Dropbox, Nextcloud, Obsidian Sync
  / \((?:In Konflikt stehende Kopie|Copie en conflit|Copia en conflicto|Copia in conflitto|Cópia em conflito|Conflicterende kopie)[^()]*(?:\([^()]*\)[^()]*)?\)/i, // Dropbox in other languages
  / \(SFConflict [^()]*\)/, // Seafile
];

/** These might be words of a title, and count at the end alone. */
const AT_THE_END: readonly RegExp[] = [
  / \((?:conflict|conflicted)(?: \d[\d -]*)?\)$/i, // Google Drive and others: “(conflict 2)”
  / \((?:[^()]*\b)?conflict (?:on )?\d{4}-[\d -]+\)$/i, // “(Ana's conflict 2026-02-21)”, Unison
  / \[conflicted\]$/i, // pCloud
  /[_ -]conflict[-_ ]\d{4}-?\d{2}-?\d{2}[-_T ]?\d{4,6}.*$/i, // ownCloud
  /_[^_/]+_[A-Z][a-z]{2}-\d{2}-\d{4}-\d{4}_[A-Za-z]*Conflict(?:_\d+)?$/, // Synology Drive
  /[_.](?:BACKUP|BASE|LOCAL|REMOTE)[_.]\d+$/, // git mergetool
  /~HEAD$/, // git, beside a folder of that name
];

/** These are as often part of a name, and count only where the note without them is there. */
const BESIDE_THE_OTHER: readonly RegExp[] = [
  / \([^()]+ conflict(?: \d{1,3})?\)$/i, // Dropbox: “(Case Conflict)”
  /\.(?:conflict|dup)(?:\.?\d{1,3})?$/i, // Resilio Sync, Remotely Save
  /-(?:(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{4,}|[A-Z0-9]+-PC|[A-Za-z0-9]+-(?:MacBook(?:-(?:Pro|Air))?|iMac|Mac-?mini)(?:-local)?)(?:-\d+)?$/, // OneDrive
];

/**
 * A computer’s name behind a hyphen, which OneDrive adds in whatever way its owner wrote it: “Ana’s MacBook Pro”,
 * “STUDIO-2”. As many a title ends so, it counts only where the note without it is there and has the same id.
 */
const COMPUTER =
  /^(?:[^-/]{0,40}[ -])?(?:MacBook|iMac|Mac)(?:[ -](?:Air|Pro|mini|Studio))?(?:[ -](?:von|de|di|van) [^-/]{1,40})?(?:-?\d{1,3}| \(\d{1,3}\))?$|^(?=[A-Z0-9-]*[A-Z]{3})[A-Z][A-Z0-9-]{3,14}$/;

/** The mark that a file manager adds to the name of a further copy. */
export const COPIED = /(?: \d{1,3}| \(\d{1,3}\)| - Copy(?: \(\d{1,3}\))?| copy(?: \d{1,3})?)$/i;

/** No computer’s name is tried behind more of them. */
const DASHES = 12;

/** A part of every name above; of fifty thousand names hardly any has one. */
const MAYBE =
  /conflic?t|konflikt|\.dup|~HEAD|[_.](?:BACKUP|BASE|LOCAL|REMOTE)[_.]\d|-(?:DESKTOP|LAPTOP|WIN)-|-PC|-[^/]{0,60}Mac|-[A-Z][A-Z0-9-]{3,14}\.md$/i;

/**
 * The path of the note that this is a conflict copy of, whether that is there or not; null for a note that is no such
 * copy. `hasItsId` says of another note that it has the id of this one.
 */
export function copyOf(
  path: string,
  exists: (path: string) => boolean,
  hasItsId: (path: string) => boolean = () => false,
): string | null {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  if (!MAYBE.test(name) || !name.toLowerCase().endsWith(".md")) return null;
  const title = name.slice(0, -3);
  const of = (before: string): string | null =>
    before.trim() === "" ? null : `${folder}${before}${name.slice(-3)}`;
  const anywhere = ANYWHERE.map((pattern) => title.search(pattern)).filter((at) => at >= 0);
  if (anywhere.length > 0) return of(title.slice(0, Math.min(...anywhere))) ?? path;
  for (const each of [title, title.replace(COPIED, "")]) {
    const end = AT_THE_END.map((pattern) => each.search(pattern)).find((at) => at >= 0);
    if (end !== undefined) return of(each.slice(0, end)) ?? path;
    const beside = BESIDE_THE_OTHER.map((pattern) => each.search(pattern)).find((at) => at >= 0);
    const other = beside === undefined ? null : of(each.slice(0, beside));
    if (other !== null && exists(other)) return other;
  }
  for (
    let dash = title.indexOf("-"), tried = 0;
    dash >= 0 && tried < DASHES;
    dash = title.indexOf("-", dash + 1), tried += 1
  ) {
    const other = COMPUTER.test(title.slice(dash + 1)) ? of(title.slice(0, dash)) : null;
    if (other !== null && exists(other) && hasItsId(other)) return other;
  }
  return null;
}
