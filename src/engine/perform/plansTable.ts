/**
 * A table of all plans for the app’s core plugin Bases. A file of the person’s from then on: it is made once, and
 * never read or changed.
 */
import { pathOf, type FolderName, type Settings } from "../../settings/settings";

/** Beside the Plans folder, by its name. */
export function tablePath(settings: Settings): string {
  return `${pathOf(settings, "plans")}.base`;
}

/** YAML, as the app itself writes such files. */
export function plansTable(settings: Settings): string {
  const isIn = (which: FolderName): string => `file.inFolder(${JSON.stringify(pathOf(settings, which))})`;
  return [
    "filters:",
    "  and:",
    // A note without an id is no plan: the one about the folder, say.
    `    - ${quote('file.hasProperty("task_id")')}`,
    "    - or:",
    `        - ${quote(isIn("plans"))}`,
    `        - ${quote(isIn("done_plans"))}`,
    `    - ${quote(`!${isIn("archive")}`)}`,
    "properties:",
    ...Object.entries(COLUMNS).flatMap(([name, shown]) => [`  ${name}:`, `    displayName: ${shown}`]),
    "views:",
    ...view("Plans to do", [quote(`!${isIn("done_plans")}`)]),
    ...view("All plans", []),
    "",
  ].join("\n");
}

/** By what the app calls them. A title is the name of the note; no property of a plan holds the day of a step. */
const COLUMNS = {
  "file.name": "Plan",
  "note.status": "Status",
  "note.blocked_reason": "Waits for",
  "note.priority": "Priority",
  "note.created_date": "Created",
} as const;

function view(name: string, filters: readonly string[]): readonly string[] {
  return [
    "  - type: table",
    `    name: ${name}`,
    ...(filters.length === 0
      ? []
      : ["    filters:", "      and:", ...filters.map((each) => `        - ${each}`)]),
    "    order:",
    ...Object.keys(COLUMNS).map((each) => `      - ${each}`),
  ];
}

function quote(expression: string): string {
  return `'${expression.replaceAll("'", "''")}'`;
}
