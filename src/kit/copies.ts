/** File names that sync programs give to the losing side of a conflict. Such a file is never a plan and never an answer. */

/** Whatever a person or a file manager has added behind them, these still say what the file is. */
const ANYWHERE: readonly RegExp[] = [
  /\.sync-conflict-\d{8}-\d{6}/, // Syncthing
  / \([^()]*conflicted copy[^()]*(?:\([^()]*\)[^()]*)?\)/i, // Dropbox, Nextcloud, Obsidian Sync
  / \(SFConflict [^()]*\)/, // Seafile
];

/** These might be words of a title, and count at the end alone. */
const AT_THE_END: readonly RegExp[] = [
  / \((?:[^()]*\bconflict|conflicted)(?: \d[\d -]*)?\)$/i, // Google Drive and others: “(conflict 2)”, “(Ana's conflict 2026-02-21)”
  /[_ -]conflict[-_ ]\d{4}-?\d{2}-?\d{2}[-_T ]?\d{4,6}.*$/i, // ownCloud
  /-(?:DESKTOP|LAPTOP)-[A-Z0-9]{4,}(?:-\d+)?$/, // OneDrive
  /_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+$/, // git mergetool
];

/** What a file manager adds to the name of a further copy. */
export const COPIED = /(?: \d{1,3}| - Copy(?: \(\d{1,3}\))?| copy(?: \d{1,3})?)$/i;

export function isConflictCopy(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!name.toLowerCase().endsWith(".md")) return false;
  const title = name.slice(0, -3);
  const first = title.replace(COPIED, "");
  return ANYWHERE.some((pattern) => pattern.test(title)) || AT_THE_END.some((pattern) => pattern.test(title) || pattern.test(first));
}
