/** Where the work on a plan is kept, and what files may be called there. */
import { hashText } from "../kit/hash";
import { slug } from "../kit/ids";
import { checkPath, isBeneath, nameOf, SEGMENT_LIMIT } from "../kit/path";
import type { Plan } from "../plan/plan";
import { pathOf, type FolderName, type Settings } from "../settings/settings";

export const WORK_NOTES = "Work notes.md";
const RESERVED = ["work notes.md", "flow.md"];
const ENDINGS = [".md", ".txt", ".csv", ".json"];

/** Two plans with ids that read alike have two folders. */
export function workFolder(settings: Settings, { taskId, key }: Pick<Plan, "taskId" | "key">): string {
  return `${pathOf(settings, "work")}/${slug(taskId, 60)}-${hashText(key).slice(0, 8)}`;
}

export function workNotes(settings: Settings, plan: Pick<Plan, "taskId" | "key">): string {
  return `${workFolder(settings, plan)}/${WORK_NOTES}`;
}

/** Why a file of the agent’s may not be called so; null where it may. */
export function fileNameFault(name: string): string | null {
  if (name.includes("/")) return "The name must not hold “/”: every file is beside the work notes.";
  const checked = checkPath(name);
  if (checked.kind === "bad") return checked.why.replace("The path", "The name");
  if (/[:*?"<>|#^[\]%]/.test(name)) return 'The name must hold none of the signs : * ? " < > | # ^ [ ] %.';
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `The name has to end in ${ENDINGS.slice(0, -1).join(", ")} or ${ENDINGS.at(-1) ?? ""}.`;
  if (RESERVED.includes(name.normalize("NFKC").toLowerCase().trim()))
    return "This name is taken by Planwright.";
  return name.length > SEGMENT_LIMIT / 2 ? "The name is too long." : null;
}

export function isWorkNotes(path: string): boolean {
  return nameOf(path).normalize("NFC").toLowerCase() === WORK_NOTES.toLowerCase();
}

/** Where Planwright writes, by itself or for an agent: work files, plans with their logs, the Dashboard, requests and records. */
const KEPT: readonly FolderName[] = [
  "work",
  "plans",
  "done_plans",
  "archive",
  "dashboard",
  "acting",
  "pending",
  "approved",
  "rejected",
  "done_actions",
];

/** What stands in such a note may be an agent’s own words, whoever wrote the rest. */
export function isKept(path: string, settings: Settings): boolean {
  return KEPT.some((each) => isBeneath(path, pathOf(settings, each)));
}
