/** The notes of the vault, and those among them that a path or a name means. */
import { nameOf } from "../../kit/path";
import type { VaultPort } from "../../kit/ports/vault";

/** So many notes are looked through; more are told of. */
export const MOST_NOTES = 5000;
interface Paths {
  readonly paths: readonly string[];
  /** There were more. */
  readonly isCut: boolean;
}

/** Paths of all notes in the vault, hidden folders left out. */
export async function walk(vault: VaultPort): Promise<Paths> {
  const paths: string[] = [];
  const folders = [""];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const listing = await vault.list(folder, "names");
    if (listing.kind !== "folder") continue;
    for (const { name, kind } of [...listing.entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "folder") folders.push(path);
      else if (kind === "file" && /\.md$/i.test(name)) paths.push(path);
      if (paths.length > MOST_NOTES) return { paths: paths.slice(0, MOST_NOTES), isCut: true };
    }
  }
  return { paths, isCut: false };
}

/** By path, with or without its ending, or by bare name where one note alone is called so. */
export function pathsFor(target: string, paths: readonly string[]): readonly string[] {
  const wanted = bareName(target);
  const exact = paths.filter((path) => bareName(path) === wanted);
  if (exact.length > 0 || wanted.includes("/")) return exact;
  const named = paths.filter((path) => bareName(nameOf(path)) === wanted);
  return named.length === 1 ? named : [];
}

export function bareName(path: string): string {
  return path.normalize("NFC").toLowerCase().replace(/\.md$/, "");
}
