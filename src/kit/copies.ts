/** File names that sync programs give to the losing side of a conflict. Such a file is never a plan and never an answer. */
const PATTERNS: readonly RegExp[] = [
  /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?\.md$/, // Syncthing
  / \([^()]*conflicted copy[^()]*(?:\([^()]*\)[^()]*)?\)\.md$/i, // Dropbox, Nextcloud, Obsidian Sync
  / \((?:[^()]*\bconflict|conflicted)(?: \d[\d -]*)?\)\.md$/i, // Google Drive and others: “(conflict 2)”, “(Ana's conflict 2026-02-21)”
  / \(SFConflict [^()]*\)\.md$/, // Seafile
  /[_ -]conflict[-_ ]\d{4}-?\d{2}-?\d{2}[-_T ]?\d{4,6}.*\.md$/i, // ownCloud
  /-(?:DESKTOP|LAPTOP)-[A-Z0-9]{4,}(?:-\d+)?\.md$/, // OneDrive
  /_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+\.md$/, // git mergetool
];

export function isConflictCopy(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return PATTERNS.some((pattern) => pattern.test(name));
}
