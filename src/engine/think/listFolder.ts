/** Lists a folder for an agent: names of folders and of notes, and never a name of one that it may not read. */
import { counted } from "../../kit/numbers";
import { join } from "../../kit/path";
import type { ClockPort } from "../../ports/clock";
import type { VaultPort } from "../../ports/vault";
import { bareFolder, closesTags, folderFault, pathFault, tagFault, type Scope } from "../../work/reading";
import { isWorkFile } from "../../work/place";

/** So many names are told, and so many notes are looked at for tags that close them. */
const MOST = 200;
/** Notes between two turns of others. */
const SLICE = 50;

export type Listed =
  | { readonly kind: "text"; readonly text: string }
  /** A sentence for the model. */
  | { readonly kind: "no"; readonly why: string };

export async function listFolder(
  which: string,
  scope: Scope,
  vault: VaultPort,
  clock: ClockPort,
): Promise<Listed> {
  const folder = bareFolder(which);
  const fault = folderFault(folder, scope);
  if (fault !== null) return { kind: "no", why: fault };
  const listing = await vault.list(folder, "names");
  if (listing.kind === "absent") return { kind: "no", why: `There is no folder ${folder}.` };
  if (listing.kind === "unreadable")
    return { kind: "no", why: `${folder === "" ? "The vault" : folder} cannot be listed: ${listing.why}` };
  const entries = listing.entries
    .map(({ name, kind }) => ({ path: join(folder, name), kind }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const folders = entries.filter(({ path, kind }) => kind === "folder" && folderFault(path, scope) === null);
  const notes = entries.filter(
    ({ path, kind }) => kind === "file" && isWorkFile(path) && pathFault(path, scope) === null,
  );
  const names = [
    ...folders.slice(0, MOST).map(({ path }) => `${path}/`),
    ...(await withoutClosed(notes.slice(0, Math.max(0, MOST - folders.length)), scope, vault, clock)),
  ];
  const rest = Math.max(0, folders.length + notes.length - MOST);
  const more =
    rest === 0
      ? []
      : [`… and up to ${counted(rest, "more name")}. List a folder further in, or use search_notes.`];
  const shown = folder === "" ? "the vault" : `${folder}/`;
  return {
    kind: "text",
    text:
      names.length + more.length === 0
        ? `In ${shown} there is nothing that you may read.`
        : [`In ${shown} you may read:`, ...names, ...more].join("\n"),
  };
}

/** Paths of the notes that bear no tag which closes them; where the settings close no tag, no note is opened. */
async function withoutClosed(
  notes: readonly { readonly path: string }[],
  scope: Scope,
  vault: VaultPort,
  clock: ClockPort,
): Promise<readonly string[]> {
  if (!closesTags(scope.settings)) return notes.map(({ path }) => path);
  const open: string[] = [];
  for (const [at, { path }] of notes.entries()) {
    if (at % SLICE === SLICE - 1) await clock.turn();
    const reading = await vault.read(path);
    // A note that cannot be read may bear the tag.
    if (reading.kind === "text" && tagFault(reading.text, scope.settings) === null) open.push(path);
  }
  return open;
}
