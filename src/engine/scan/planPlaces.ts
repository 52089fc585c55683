/** The folders for plans, and which paths in them may be plans. */
import { pathOf, PLAN_FOLDERS, type Settings } from "../../settings/settings";

export interface PlanPlace {
  readonly folder: (typeof PLAN_FOLDERS)[number];
  readonly path: string;
  readonly isArchived: boolean;
  /** How many subfolders deep its notes are read. */
  readonly levels: number;
}

/**
 * People sort what is over into folders for years and months; it still holds back what comes back of it, wherever it
 * is.
 */
export const SORTED_LEVELS = 8;

export function planPlaces(settings: Settings): readonly PlanPlace[] {
  return PLAN_FOLDERS.map((folder) => ({
    folder,
    path: pathOf(settings, folder),
    isArchived: folder === "done_plans",
    levels: folder === "done_plans" ? SORTED_LEVELS : 1,
  }));
}

/** The folder in which a listing finds this path as a note; null if none does. */
export function placeOf(path: string, places: readonly PlanPlace[]): PlanPlace | null {
  for (const place of places) {
    if (!path.startsWith(`${place.path}/`)) continue;
    const names = path.slice(place.path.length + 1).split("/");
    const isRead =
      names.length <= place.levels + 1 && names.slice(0, -1).every((name) => !/\.md$/i.test(name));
    return isRead && names.every((name) => !name.startsWith(".")) && /\.md$/i.test(path) ? place : null;
  }
  return null;
}

/** Whether only a listing shows what changed: a folder came, went or was renamed. */
export function needsListing(path: string, places: readonly PlanPlace[]): boolean {
  return (
    placeOf(path, places) === null &&
    places.some(
      (place) =>
        path === place.path ||
        place.path.startsWith(`${path}/`) ||
        (path.startsWith(`${place.path}/`) && !/(?:^|\/)\./.test(path)),
    )
  );
}
