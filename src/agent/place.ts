/** Where the work on a plan is kept. */
import { slug } from "../kit/ids";
import { checkPath, isBeneath, nameOf, plainPath } from "../kit/path";
import { WORK_ENDINGS } from "../flow/fileName";
import { withoutEscapes } from "./sanitize";
import { FLOW_COPY } from "../flow/pinned";
import { workFolderMark } from "../note/plan/compose";
import type { Plan } from "../note/plan/plan";
import { pathOf, type FolderName, type Settings } from "../settings/settings";

export const WORK_NOTES = "Work notes.md";
/** A file of a kind that an agent reads and writes. */
export function isWorkFile(path: string): boolean {
  return WORK_ENDINGS.some((ending) => path.toLowerCase().endsWith(ending));
}

/** The text of a note for an agent: a work file without the signs that make it harmless, as an agent wrote it. */
export function asWritten(path: string, text: string, settings: Settings): string {
  return isBeneath(path, pathOf(settings, "work")) ? withoutEscapes(text) : text;
}

/** The part of a plan that tells where the work on it is kept. */
export type OfWork = Pick<Plan, "taskId" | "key" | "workFolder">;

/**
 * Two plans with ids that read alike have two folders. A name that its properties give counts where it ends in the mark
 * of the plan: so nobody’s plan opens the folder of another one, or a place outside.
 */
export function workFolder(settings: Settings, { taskId, key, workFolder: given }: OfWork): string {
  const mark = workFolderMark(key);
  const isOwn =
    given !== null &&
    (given === mark || given.endsWith(` ${mark}`)) &&
    checkPath(given).kind !== "bad" &&
    !given.includes("/");
  return `${pathOf(settings, "work")}/${isOwn ? given : `${slug(taskId, 60)}-${mark}`}`;
}

export function workNotes(settings: Settings, plan: OfWork): string {
  return `${workFolder(settings, plan)}/${WORK_NOTES}`;
}

/** Where the copy of the flow is that a plan unfolds from. */
export function flowCopy(settings: Settings, plan: OfWork): string {
  return `${workFolder(settings, plan)}/${FLOW_COPY}`;
}

export function isWorkNotes(path: string): boolean {
  return nameOf(path).normalize("NFC").toLowerCase() === WORK_NOTES.toLowerCase();
}

/**
 * Where Planwright writes, by itself or for an agent: work files, plans with their logs, the Dashboard, requests and
 * records.
 */
const KEPT: readonly FolderName[] = [
  "work",
  "plans",
  "done_plans",
  "archive",
  "reasoning",
  "dashboard",
  "acting",
  "pending",
  "approved",
  "rejected",
  "done_actions",
];

/** Whether a note may hold an agent’s own words, whoever wrote the rest. */
export function isKept(path: string, settings: Settings): boolean {
  return KEPT.some((each) => isBeneath(path, pathOf(settings, each)));
}

/**
 * Whether a folder is one that agents write in, or may lead there: a program that is started in it would do what an
 * agent wrote. `folder`: absolute, or within the vault. `vault`: absolute.
 */
export function writtenByAgents(folder: string, vault: string, settings: Settings): boolean {
  const own = plainPath(folder);
  const works = [pathOf(settings, "work"), `${vault}/${pathOf(settings, "work")}`].map(plainPath);
  return works.some((each) => own === each || own.startsWith(`${each}/`)) || own.split("/").includes("..");
}
