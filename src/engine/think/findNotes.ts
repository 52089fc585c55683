/**
 * Finds notes for an agent: by name, by words, and by their folder. Only where it may read; the text of a note is
 * looked at only there, and no name is told of one that it may not read.
 */
import { cut } from "../../kit/text";
import MiniSearch from "minisearch";
import { folderOf, isBeneath, join, nameOf } from "../../kit/path";
import { counted } from "../../kit/numbers";
import { splitLines } from "../../kit/lines";
import type { Plan } from "../../note/plan/plan";
import type { VaultPort } from "../../kit/ports/vault";
import { bareName as bare, MOST_NOTES, pathsFor, walk } from "../perform/notePaths";
import { isWorkFile } from "../../agent/place";
import { ABOUT, pathOf } from "../../settings/settings";
import {
  bareFolder,
  closesTags,
  folderFault,
  linksIn,
  pathFault,
  sayNotOpen,
  tagFault,
  type Scope,
} from "../../agent/reading";
import type { ClockPort } from "../../kit/ports/clock";

/** Characters of a note that are searched. */
const MOST_TEXT = 100_000;
const MOST_HITS = 8;
/** Notes between two turns of others. */
const SLICE = 50;

/**
 * Paths of the notes that a person’s own words in the plan link to; of a note that is not there, where the link says it
 * is.
 */
export async function linkedNotes(plan: Plan, vault: VaultPort): Promise<ReadonlySet<string>> {
  const targets = linksIn(
    [plan.objective, plan.context, plan.forAgent, ...plan.steps.map(({ text }) => text)].join("\n"),
  );
  if (targets.length === 0) return new Set();
  const { paths } = await walk(vault);
  return new Set(
    targets.flatMap((target) => {
      const found = pathsFor(target, paths);
      const isThere = found.length > 0 || paths.some((path) => bare(nameOf(path)) === bare(target));
      return isThere || /(?:^|\/)\./.test(target) ? found : [`${target.replace(/\.md$/i, "")}.md`];
    }),
  );
}

/** Two names that differ by case alone are two files here, and one on another computer that the vault is synced to. */
export async function namedAlike(path: string, vault: VaultPort): Promise<string | null> {
  const fold = (name: string): string => name.normalize("NFC").toLowerCase();
  const listing = await vault.list(folderOf(path), "names");
  const names = listing.kind === "folder" ? listing.entries.map(({ name }) => name) : [];
  const name = nameOf(path);
  return names.includes(name) ? null : (names.find((each) => fold(each) === fold(name)) ?? null);
}

export type Read =
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  /** A sentence for the model. */
  | { readonly kind: "no"; readonly why: string };

/** `which`: a path, or the name of a note. */
export async function readFor(which: string, scope: Scope, vault: VaultPort): Promise<Read> {
  const given = which.replace(/^\[\[|\]\]$/g, "").trim();
  const path = /\.[a-z]{2,4}$/i.test(given) ? given : `${given}.md`;
  const found =
    (pathFault(path, scope) === null && (await vault.read(path)).kind === "text") || path.includes("/")
      ? path
      : (pathsFor(given, (await walk(vault)).paths)[0] ?? path);
  const fault = pathFault(found, scope);
  // By its bare name alone, nobody learns whether a note is there that they may not read.
  if (fault !== null && !given.includes("/"))
    return { kind: "no", why: `There is no note “${given}” that you may read. search_notes finds notes.` };
  if (fault !== null) return { kind: "no", why: fault };
  const reading = await vault.read(found);
  if (reading.kind === "absent")
    return {
      kind: "no",
      why: `There is no note “${found.replace(/\.md$/i, "")}”. search_notes finds notes.`,
    };
  if (reading.kind === "unreadable") return { kind: "no", why: `${found} cannot be read: ${reading.why}` };
  const tagged = tagFault(reading.text, scope.settings);
  return tagged === null ? { kind: "text", path: found, text: reading.text } : { kind: "no", why: tagged };
}

/** The result of a search in a folder, in words for the model. The plan itself and its work are not looked through. */
export async function search(
  query: string,
  which: string,
  scope: Scope,
  vault: VaultPort,
  clock: ClockPort,
): Promise<Read> {
  const folder = bareFolder(which);
  const fault = folderFault(folder, scope);
  if (fault !== null) return { kind: "no", why: fault };
  const { within, isCut } = await notesBeneath(folder, scope, vault);
  const allowed = within.filter((path) => pathFault(path, scope) === null);
  const index = new MiniSearch<{ id: string; name: string; text: string }>({
    fields: ["name", "text"],
    // A short word has too many neighbours: “dog” is near “does”.
    searchOptions: {
      boost: { name: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  const texts = new Map<string, string>();
  for (const [at, path] of allowed.entries()) {
    if (at % SLICE === SLICE - 1) await clock.turn();
    const reading = await vault.read(path);
    if (reading.kind !== "text" || tagFault(reading.text, scope.settings) !== null) continue;
    const text = reading.text.slice(0, MOST_TEXT);
    texts.set(path, text);
    index.add({ id: path, name: nameOf(path), text });
  }
  const strict = index.search(query, { combineWith: "AND" });
  const isStrict = new Set(strict.map(({ id }) => String(id)));
  const all = [...strict, ...index.search(query).filter(({ id }) => !isStrict.has(String(id)))];
  const found = all.slice(0, MOST_HITS).map(({ id, terms }) => {
    const path = String(id);
    return `${path}\n${linesWith(terms, texts.get(path) ?? "")
      .map((line) => `  ${line}`)
      .join("\n")}`;
  });
  const more = all.length - found.length;
  const lines = [
    ...(found.length === 0
      ? []
      : [
          strict.length === 0
            ? `${counted(all.length, "note")} with some of these words:`
            : `${counted(strict.length, "note")} with all of these words${all.length > strict.length ? ` first, then ${counted(all.length - strict.length, "note")} with some` : ""}:`,
        ]),
    ...(found.length === 0
      ? [`No note of the ${String(texts.size)} that you may read there has these words.`]
      : found),
    ...(more > 0 ? [`… and ${String(more)} more: ${tellPaths(all.slice(MOST_HITS))}`] : []),
    ...sayNotOpen(within, scope),
    ...(isCut ? [`Only the first ${String(MOST_NOTES)} notes of the vault were looked through.`] : []),
  ];
  return { kind: "text", path: folder, text: lines.join("\n") };
}

/**
 * Whether Planwright wrote it for itself or for its agents: the files of their work, and the note that explains a
 * folder. An agent that means such a file reads it by its name.
 */
function isOwn(path: string, { settings }: Pick<Scope, "settings">): boolean {
  return isBeneath(path, pathOf(settings, "work")) || nameOf(path) === ABOUT;
}

/** Paths of the notes in a folder and further in, but for those of ours, and for those that quote the agent itself. */
async function notesBeneath(
  folder: string,
  scope: Scope,
  vault: VaultPort,
): Promise<{ readonly within: readonly string[]; readonly isCut: boolean }> {
  const { paths, isCut } = await walk(vault);
  const ours = [scope.plan, pathOf(scope.settings, "dashboard")];
  const isFor = (path: string): boolean => !ours.includes(path) && !isOwn(path, scope);
  return { within: paths.filter((path) => isBeneath(path, folder) && isFor(path)), isCut };
}

/** So many more paths are told, without their lines. */
const MOST_PATHS = 20;

function tellPaths(hits: readonly { readonly id: unknown }[]): string {
  return hits
    .slice(0, MOST_PATHS)
    .map(({ id }) => String(id))
    .join(", ");
}

const SHOWN = 3;

function linesWith(terms: readonly string[], text: string): readonly string[] {
  return splitLines(text)
    .map((line) => line.text.trim())
    .filter((line) => line !== "" && terms.some((term) => line.toLowerCase().includes(term)))
    .slice(0, SHOWN)
    .map((line) => cut(line, 200));
}

/** So many names are told, and so many notes are looked at for tags that close them. */
const MOST_NAMES = 200;
export async function listFolder(
  which: string,
  scope: Scope,
  vault: VaultPort,
  clock: ClockPort,
): Promise<Read> {
  const folder = bareFolder(which);
  const fault = folderFault(folder, scope);
  if (fault !== null) return { kind: "no", why: fault };
  const listing = await vault.list(folder, "names");
  if (listing.kind === "absent") return { kind: "no", why: `There is no folder ${folder}.` };
  if (listing.kind === "unreadable")
    return { kind: "no", why: `${folder === "" ? "The vault" : folder} cannot be listed: ${listing.why}` };
  const entries = listing.entries
    .map(({ name, kind }) => ({ path: join(folder, name), kind }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .filter(({ path }) => !isOwn(path, scope));
  const folders = entries.filter(({ path, kind }) => kind === "folder" && folderFault(path, scope) === null);
  const notes = entries.filter(
    ({ path, kind }) => kind === "file" && isWorkFile(path) && pathFault(path, scope) === null,
  );
  const names = [
    ...folders.slice(0, MOST_NAMES).map(({ path }) => `${path}/`),
    ...(await withoutClosed(notes.slice(0, Math.max(0, MOST_NAMES - folders.length)), scope, vault, clock)),
  ];
  const closed = sayNotOpen((await notesBeneath(folder, scope, vault)).within, scope);
  const rest = Math.max(0, folders.length + notes.length - MOST_NAMES);
  const more =
    rest === 0
      ? []
      : [`… and up to ${counted(rest, "more name")}. List a folder further in, or use search_notes.`];
  const shown = folder === "" ? "the vault" : `${folder}/`;
  return {
    kind: "text",
    path: folder,
    text:
      names.length + more.length === 0
        ? [`In ${shown} there is nothing that you may read.`, ...closed].join("\n")
        : [`In ${shown} you may read:`, ...names, ...more, ...closed].join("\n"),
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
