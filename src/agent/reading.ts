/**
 * Decides which notes of the vault an agent may read. Asked before a note is opened, and again, for its tags, before it
 * is shown.
 */
import { FLOW_COPY } from "../flow/pinned";
import { checkPath, isBeneath, join, nameOf } from "../kit/path";
import { splitLines } from "../kit/lines";
import { counted } from "../kit/numbers";
import { readFrontmatter } from "../kit/frontmatter";
import { isWorkNotes } from "./place";
import { pathOf, type FolderName, type Settings } from "../settings/settings";

/** The sentence about a folder that the settings do not open. */
const CLOSED = "The person does not let you read there.";

/** Requests and records speak of what goes out; an agent has no business there, wherever it may read otherwise. */
const NEVER: readonly FolderName[] = [
  "pending",
  "approved",
  "rejected",
  "done_actions",
  "acting",
  "dashboard",
];
/** Where it may read without being told. */
const OWN: readonly FolderName[] = ["plans", "inbox", "needs_action"];

export interface Scope {
  readonly settings: Settings;
  /** The note of its plan. */
  readonly plan: string;
  /** The folder for the work on it. */
  readonly work: string;
  /** Paths of notes to which the person’s own words in the plan link. */
  readonly linked: ReadonlySet<string>;
}

/** A sentence for the model; null where it may be read. */
export function pathFault(path: string, { settings, work, linked }: Scope): string | null {
  const checked = checkPath(path);
  if (checked.kind === "bad") return checked.why;
  const isIn = (folder: string): boolean => isBeneath(path, folder);
  if (isIn(work) && (isWorkNotes(path) || nameOf(path) === FLOW_COPY))
    return "These are the notes on your own work; what counts of them is told to you.";
  if (isIn(work)) return null;
  if (isIn(pathOf(settings, "work"))) return "The work on other plans is not for you to read.";
  if (NEVER.some((each) => isIn(pathOf(settings, each))))
    return "Requests and records are not for you to read.";
  if (
    settings.agent_never.some(
      (each) => each.trim() !== "" && !each.trim().startsWith("#") && isIn(bareFolder(each)),
    )
  )
    return "The person lets no agent read in this folder.";
  if (settings.agent_folders.length === 0 && linked.has(path)) return null;
  const allowed =
    settings.agent_folders.length === 0 ? OWN.map((each) => pathOf(settings, each)) : settings.agent_folders;
  return allowed.some((each) => each.trim() !== "" && isIn(bareFolder(each))) ? null : CLOSED;
}

/**
 * Tells an agent of notes that it could read if the person let it: what it does not find may be in them. `paths`: all
 * notes in the folder and further in.
 */
export function sayNotOpen(paths: readonly string[], scope: Scope): readonly string[] {
  const closed = paths.filter((path) => pathFault(path, scope) === CLOSED).length;
  return closed === 0
    ? []
    : [
        `There and further in, ${counted(closed, "more note")} ${closed === 1 ? "is" : "are"} closed to you: only the person can open ${closed === 1 ? "it" : "them"}.`,
      ];
}

/** Why no agent may read a note that a person gives to a flow, for the person; null where it may be read. */
export function sayClosed(path: string, text: string, settings: Settings): string | null {
  const isOpen = (to: Settings): boolean =>
    pathFault(path, { settings: to, plan: "", work: pathOf(to, "work"), linked: new Set([path]) }) === null &&
    tagFault(text, to) === null;
  if (isOpen(settings)) return null;
  if (isOpen({ ...settings, agent_folders: ["/"] }))
    return "the setting “Folders that agents may read” (agent_folders) does not name its folder. Add the folder there, or leave the note out.";
  return isOpen({ ...settings, agent_folders: ["/"], agent_never: [] })
    ? "the setting “Folders and tags that no agent reads” (agent_never) closes it. Change that, or leave the note out."
    : "no agent reads requests, records or the work on other plans. Leave the note out.";
}

/** A sentence for the model; null where something in the folder, or further in, may be read. "" is the vault itself. */
export function folderFault(folder: string, scope: Scope): string | null {
  const { settings, work, linked } = scope;
  const open =
    settings.agent_folders.length === 0 ? OWN.map((each) => pathOf(settings, each)) : settings.agent_folders;
  // Any note there may be: in the folder itself, and in each folder that is open.
  const notes = [folder, work, ...open].map((each) => join(bareFolder(each), "note.md"));
  const faults = [...notes, ...linked]
    .filter((each) => isBeneath(each, folder))
    .map((each) => pathFault(each, scope));
  return faults.includes(null) ? null : (faults[0] ?? CLOSED);
}

/** Whether any tag closes a note. */
export function closesTags(settings: Pick<Settings, "agent_never">): boolean {
  return closingTags(settings).length > 0;
}

function closingTags({ agent_never }: Pick<Settings, "agent_never">): readonly string[] {
  return agent_never.flatMap((each) => {
    const tag = bareTag(each);
    return each.trim().startsWith("#") && tag !== "" ? [tag] : [];
  });
}

/** A sentence for the model; null where the note bears no tag that forbids it. */
export function tagFault(text: string, settings: Pick<Settings, "agent_never">): string | null {
  const never = closingTags(settings);
  if (never.length === 0) return null;
  return tagsOf(text).some((tag) => never.some((each) => tag === each || tag.startsWith(`${each}/`)))
    ? "The person lets no agent read notes with this tag."
    : null;
}

/**
 * In lower case, without the sign; those of the properties, too. Where it is not certain that something is a tag, it
 * counts as one.
 */
function tagsOf(text: string): readonly string[] {
  const inline = [...text.matchAll(/(?:^|[^\p{L}\p{M}\p{N}])#([^\s#,;:.!?()[\]{}<>|"'`*~=^\\&]+)/gu)].map(
    (match) => match[1] ?? "",
  );
  const parsed = readFrontmatter(splitLines(text));
  const listed =
    parsed.kind === "read"
      ? Object.entries(parsed.frontmatter.data).flatMap(([key, value]) =>
          /^\s*tags?\s*$/i.test(key) ? wordsIn(value) : [],
        )
      : // Properties that cannot be read may hold the tag.
        [...text.matchAll(/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]+/gu)].map(([word]) => word);
  return [...inline, ...listed].map(bareTag);
}

function bareTag(tag: string): string {
  return tag.trim().replace(/^#+/, "").replace(/\/+$/, "").normalize("NFC").toLowerCase();
}

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.split(/[,\s]+/);
  if (typeof value === "object" && value !== null) return Object.entries(value).flat().flatMap(wordsIn);
  return typeof value === "number" ? [String(value)] : [];
}

/** As settings and models name a folder, so that it can be compared; "" is the vault itself. */
export function bareFolder(folder: string): string {
  return folder
    .trim()
    .replace(/^(?:\.?\/)+|\/+$/g, "")
    .replace(/^\.$/, "");
}

/** Targets of the links in a text: `[[Rates]]`, `[[Money/Rates#Paper|rates]]`. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\[\[([^[\]|#^]+)[^[\]]*\]\]/g)].map((match) => (match[1] ?? "").trim());
}
