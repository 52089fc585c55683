/** The folders for plans, and which paths in them may be plans. */
import { pathOf, type Settings } from "../settings/settings";

export interface PlanPlace {
  readonly folder: "plans" | "done_plans";
  readonly path: string;
  readonly isArchived: boolean;
}

export function planPlaces(settings: Settings): readonly PlanPlace[] {
  return [{ folder: "plans", path: pathOf(settings, "plans"), isArchived: false }, { folder: "done_plans", path: pathOf(settings, "done_plans"), isArchived: true }];
}

/** The folder in which a listing finds this path as a note; null if none does. */
export function placeOf(path: string, places: readonly PlanPlace[]): PlanPlace | null {
  for (const place of places) {
    if (!path.startsWith(`${place.path}/`)) continue;
    const names = path.slice(place.path.length + 1).split("/");
    const isDeep = names.length === 2 && !place.isArchived && !/\.md$/i.test(names[0] ?? "");
    return (names.length === 1 || isDeep) && names.every((name) => !name.startsWith(".")) && /\.md$/i.test(path) ? place : null;
  }
  return null;
}

/** Whether only a listing shows what changed: a folder came, went or was renamed. */
export function needsListing(path: string, places: readonly PlanPlace[]): boolean {
  return placeOf(path, places) === null && places.some((place) => path === place.path || place.path.startsWith(`${path}/`) || (path.startsWith(`${place.path}/`) && !/(?:^|\/)\./.test(path)));
}
