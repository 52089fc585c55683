/**
 * Tasks that come in, and the plans they have. One source, one plan: also one that is over, and one that was cancelled.
 */
import { createKeys, sourceKey } from "../note/intake/sources";
import type { Intake, Task } from "../note/intake/task";
import { SECOND } from "../kit/dates";
import { groupBy } from "../kit/groupBy";
import { pathOf, type Settings } from "../settings/settings";
import type { Seen } from "./snapshot";
import type { World } from "./world";

export const TASK_FOLDERS = ["inbox", "needs_action"] as const;

/**
 * Finds the plan that comes from what one of some keys names: among all plans, and the copies that sync made of plans.
 */
function createFinder({
  planIndex,
  settings,
}: Pick<Seen, "planIndex" | "settings">): (keys: readonly string[]) => { readonly path: string } | null {
  const copies = groupBy(planIndex.copies(), ({ source }) => (source === null ? "" : sourceKey(source)));
  return (keys) => {
    const wanted = keys.flatMap((key) => [key, ...withoutRoot(key, settings)]).filter((key) => key !== "");
    return wanted.flatMap((key) => planIndex.from(key) ?? copies.get(key)?.[0] ?? [])[0] ?? null;
  };
}

/** The key without the folder above ours: a person who keeps our folders beneath another may leave that out. */
function withoutRoot(key: string, { root }: Settings): string[] {
  const above = root === "" ? "" : `${sourceKey(root)}/`;
  const rest = key.slice(above.length);
  return above !== "" && key.startsWith(above) && rest.includes("/") ? [rest] : [];
}

function foldersOf(settings: Settings): readonly string[] {
  return TASK_FOLDERS.map((each) => pathOf(settings, each));
}

/**
 * The tasks that have no plan among the open ones, the archived ones, and the copies that sync made of plans. Of notes
 * that one link would mean alike (`a b.md`, `A B.md`, `a%20b.md`) the first stands for all: a plan for one of them is a
 * plan for each.
 */
export function withoutPlans({
  intake,
  planIndex,
  settings,
}: Pick<Seen, "intake" | "planIndex" | "settings">): Intake {
  if (intake.tasks.length === 0) return intake;
  const keysOf = createKeys(foldersOf(settings), intake.notes);
  const planOf = createFinder({ planIndex, settings });
  const seen = new Set<string>();
  const isFirst = (path: string): boolean => seen.size < seen.add(sourceKey(path)).size;
  return {
    ...intake,
    tasks: intake.tasks.filter(({ path }) => isFirst(path) && planOf(keysOf(path)) === null),
  };
}

/** The plan that comes from a note, wherever that lies; null when there is none that can be read. */
export function planFrom(path: string, world: World): { readonly path: string } | null {
  return createFinder(world)(keysIn(path, world));
}

/** The keys under which a plan may name this note. */
export function keysIn(
  path: string,
  { intake, settings }: Pick<World, "intake" | "settings">,
): readonly string[] {
  return createKeys(foldersOf(settings), intake.notes)(path);
}

/**
 * The mark that this device notes once it has drafted a plan for a task: a draft that a person removes is not written
 * again.
 */
export function drafted(path: string): string {
  return `drafted ${sourceKey(path)}`;
}

/** It notes this as well: a note that is renamed keeps its words and their time, and is no other task. */
export function draftedWords(hash: string, changed: number): string {
  return `drafted ${hash} ${String(changed)}`;
}

/** From when on nobody seems to be typing in it. */
export function quietFrom({ changed }: Task, { settings }: Pick<World, "settings">): number {
  return changed + settings.quiet_seconds * SECOND;
}
