/** Where the work on a plan is kept. */
import { hashText } from "../kit/hash";
import { slug } from "../kit/ids";
import { isBeneath, nameOf, plainPath } from "../kit/path";
import { WORK_ENDINGS } from "../flow/fileName";
import { withoutEscapes } from "./sanitize";
import { FLOW_COPY } from "../flow/pinned";
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

/** Two plans with ids that read alike have two folders. */
export function workFolder(settings: Settings, { taskId, key }: Pick<Plan, "taskId" | "key">): string {
  return `${pathOf(settings, "work")}/${slug(taskId, 60)}-${hashText(key).slice(0, 8)}`;
}

export function workNotes(settings: Settings, plan: Pick<Plan, "taskId" | "key">): string {
  return `${workFolder(settings, plan)}/${WORK_NOTES}`;
}

/** Where the copy of the flow is that a plan unfolds from. */
export function flowCopy(settings: Settings, plan: Pick<Plan, "taskId" | "key">): string {
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
