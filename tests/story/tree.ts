/** Trees of files: on the disk, as plain data, and compared. Knows no vault. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Text by path with `/`, in order of path. */
export type Files = Readonly<Record<string, string>>;

/** Hidden files are none of the tree, but for those that stand for a file in iCloud. */
export function readTree(root: string): Files {
  if (!existsSync(root)) return {};
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll(path.sep, "/"),
  );
  const files = names
    .filter((name) => !/(?:^|\/)\.(?![^/]+\.icloud$)/.test(name) && statSync(path.join(root, name)).isFile())
    .sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(root, name), "utf8")]));
}

export function writeTree(root: string, files: Files): void {
  rmSync(root, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

/** `*` stands for any characters but a slash, and never for the note that says what a folder is for. */
export function matching(pattern: string, names: readonly string[]): readonly string[] {
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const form = new RegExp(`^${parts.join("[^/]*")}$`);
  return names.filter(
    (name) => form.test(name) && (name === pattern || !name.endsWith("/About this folder.md")),
  );
}
