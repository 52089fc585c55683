/** Where the work on a plan is kept, and what files may be called there. */
import { hashText } from "../kit/hash";
import { slug } from "../kit/ids";
import { plain } from "../kit/text";
import { checkPath, isBeneath, nameOf, SEGMENT_LIMIT } from "../kit/path";
import { FLOW_COPY } from "../flow/pinned";
import type { Plan } from "../plan/plan";
import { pathOf, type FolderName, type Settings } from "../settings/settings";

export const WORK_NOTES = "Work notes.md";
/** As `lookOf` has them. */
const RESERVED = ["worknotes.md", "flow.md"];
/** As `lookOf` has them: a program that is started among the work files would follow what another agent wrote. */
const ORDERS = ["agents.md", "agentsoverride.md", "claude.md", "claudelocal.md", "gemini.md"];
const ENDINGS = [".md", ".txt", ".csv", ".json"];

/** A file of a kind that an agent reads and writes. */
export function isWorkFile(path: string): boolean {
  return ENDINGS.some((ending) => path.toLowerCase().endsWith(ending));
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

/** Why a file of the agent’s may not be called so; null where it may. */
export function fileNameFault(name: string): string | null {
  if (name.includes("/")) return "The name must not hold “/”: every file is beside the work notes.";
  const checked = checkPath(name);
  if (checked.kind === "bad") return checked.why.replace("The path", "The name");
  if (/[:*?"<>|#^[\]%]/.test(name)) return 'The name must hold none of the signs : * ? " < > | # ^ [ ] %.';
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `The name has to end in ${ENDINGS.slice(0, -1).join(", ")} or ${ENDINGS.at(-1) ?? ""}.`;
  if (plain(name, SEGMENT_LIMIT) !== name)
    return "The name must hold no sign that cannot be seen, and no space at its beginning or beside another.";
  if (RESERVED.includes(lookOf(name))) return "This name is taken by Planwright.";
  if (ORDERS.includes(lookOf(name)))
    return "Programs that work as agents take a file of this name as orders.";
  return name.length > SEGMENT_LIMIT / 2 ? "The name is too long." : null;
}

/** Letters of other alphabets that look like those of the reserved names. */
const ALIKE: Readonly<Record<string, string>> = {
  "\u0430": "a",
  "\u0435": "e",
  "\u043a": "k",
  "\u043c": "m",
  "\u043e": "o",
  "\u0440": "p",
  "\u0441": "s",
  "\u0455": "s",
  "\u0461": "w",
  "\u051d": "w",
  "\u0442": "t",
  "\u0501": "d",
  "\u03bf": "o",
  "\u03ba": "k",
  "\u03c4": "t",
  "\u03c9": "w",
  "\u03b5": "e",
  "\u03bd": "n",
  "\u0433": "r",
  "\u0131": "i",
  "\u04cf": "l",
  "\u0561": "w",
  "\u0578": "n",
  "\u0585": "o",
};

/** The name as an eye takes it in: without marks on letters, white space, case and alphabet. */
function lookOf(name: string): string {
  return [
    ...name
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{M}\p{Z}\p{P}](?!md$)/gu, ""),
  ]
    .map((letter) => ALIKE[letter] ?? letter)
    .join("");
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
  "reasoning",
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
