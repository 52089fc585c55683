/** What an agent may read of the vault. Asked before a note is opened, and again, for its tags, before it is shown. */
import { checkPath } from "../kit/path";
import { splitLines } from "../kit/lines";
import { readFrontmatter } from "../kit/frontmatter";
import { isWorkNotes } from "./place";
import { pathOf, type FolderName, type Settings } from "../settings/settings";

/** Requests and records speak of what goes out; an agent has no business there, wherever it may read otherwise. */
const NEVER: readonly FolderName[] = ["pending", "approved", "rejected", "done_actions", "acting"];
/** Where it may read without being told. */
const OWN: readonly FolderName[] = ["plans", "inbox", "needs_action"];

export interface Scope {
  readonly settings: Settings;
  /** The folder for the work on its plan. */
  readonly work: string;
  /** Paths of notes to which the person’s own words in the plan link. */
  readonly linked: ReadonlySet<string>;
}

/** A sentence for the model; null where it may be read. */
export function pathFault(path: string, { settings, work, linked }: Scope): string | null {
  const checked = checkPath(path);
  if (checked.kind === "bad") return checked.why;
  const isIn = (folder: string): boolean => isBeneath(path, folder);
  if (isIn(work) && isWorkNotes(path))
    return "These are the notes on your own work; what counts of them is told to you.";
  if (isIn(work)) return null;
  if (isIn(pathOf(settings, "work"))) return "The work on other plans is not for you to read.";
  if (NEVER.some((each) => isIn(pathOf(settings, each))))
    return "Requests and records are not for you to read.";
  if (settings.agent_never.some((each) => !each.startsWith("#") && isIn(trim(each))))
    return "The person lets no agent read in this folder.";
  if (linked.has(path)) return null;
  const allowed =
    settings.agent_folders.length === 0 ? OWN.map((each) => pathOf(settings, each)) : settings.agent_folders;
  return allowed.some((each) => trim(each) === "" || isIn(trim(each)))
    ? null
    : "The person does not let you read there.";
}

/** A sentence for the model; null where the note bears no tag that forbids it. */
export function tagFault(text: string, { agent_never }: Pick<Settings, "agent_never">): string | null {
  const tags = agent_never.filter((each) => each.startsWith("#")).map((each) => each.slice(1).toLowerCase());
  if (tags.length === 0) return null;
  return tagsOf(text).some((tag) => tags.some((each) => tag === each || tag.startsWith(`${each}/`)))
    ? "The person lets no agent read notes with this tag."
    : null;
}

/** In lower case, without the sign; those of the properties, too. */
function tagsOf(text: string): readonly string[] {
  const inline = [...text.matchAll(/(?:^|\s)#([\p{L}\p{N}_/-]+)/gu)].map((match) => match[1] ?? "");
  const reading = readFrontmatter(splitLines(text));
  const listed =
    reading.kind === "read"
      ? ["tags", "tag"].flatMap((key) => wordsIn(reading.frontmatter.data[key]))
      : // What cannot be read may hold the tag.
        [...text.slice(0, 5000).matchAll(/[\p{L}\p{N}_/-]+/gu)].map(([word]) => word);
  return [...inline, ...listed].map((each) => each.replace(/^#/, "").toLowerCase());
}

function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return typeof value === "string" ? value.split(/[,\s]+/) : [];
}

function isBeneath(path: string, folder: string): boolean {
  const [one, other] = [path, folder].map((each) => each.normalize("NFC").toLowerCase());
  return one === other || one?.startsWith(`${other ?? ""}/`) === true;
}

function trim(folder: string): string {
  return folder.replace(/^\/+|\/+$/g, "");
}

/** Targets of the links in a text: `[[Rates]]`, `[[Money/Rates#Paper|rates]]`. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\[\[([^[\]|#^]+)[^[\]]*\]\]/g)].map((match) => (match[1] ?? "").trim());
}
