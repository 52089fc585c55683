/** Tasks that come in, and the plans they have. One source, one plan: also one that is over, and one that was cancelled. */
import { createKeys, sourceKey } from "../intake/sources";
import type { Intake, Task } from "../intake/task";
import { SECOND } from "../kit/dates";
import type { Plan } from "../plan/plan";
import { pathOf, type Settings } from "../settings/settings";
import type { Seen } from "./seen";
import type { World } from "./world";

export const TASK_FOLDERS = ["inbox", "needs_action"] as const;

type Origins = ReadonlyMap<string, Plan>;

/** Every note that a plan says it comes from, as `sourceKey` spells it. */
function sourcesOf(plans: Iterable<Plan>, { root }: Settings): Origins {
  const found = new Map<string, Plan>();
  for (const plan of plans) {
    const key = plan.source === null ? "" : sourceKey(plan.source);
    // Whoever keeps our folders beneath another may leave that out.
    for (const each of key === "" ? [] : root === "" || !key.includes("/") ? [key] : [key, sourceKey(`${root}/${key}`)]) if (!found.has(each)) found.set(each, plan);
  }
  return found;
}

function foldersOf(settings: Settings): readonly string[] {
  return TASK_FOLDERS.map((each) => pathOf(settings, each));
}

/** What came in and has no plan among the open ones, the archived ones, and the copies that sync made of plans. */
export function withoutPlans({ intake, plans, archived, settings }: Pick<Seen, "intake" | "plans" | "archived" | "settings">): Intake {
  if (intake.tasks.length === 0) return intake;
  const known = sourcesOf([...plans, ...archived].flatMap(({ reading, copy }) => (reading.kind === "plan" ? [reading.plan] : (copy ?? []))), settings);
  const keysOf = createKeys(foldersOf(settings), intake.notes);
  return { ...intake, tasks: intake.tasks.filter(({ path }) => !keysOf(path).some((key) => known.has(key))) };
}

/** The plan that comes from a note, wherever that lies; null when there is none that can be read. */
export function planFrom(path: string, { plans, archived, copies, intake, settings }: World): Plan | null {
  const known = sourcesOf([...plans.map(({ plan }) => plan), ...archived, ...copies], settings);
  return keysIn(path, { intake, settings }).flatMap((key) => known.get(key) ?? [])[0] ?? null;
}

/** Under which keys a plan may name this note. */
export function keysIn(path: string, { intake, settings }: Pick<World, "intake" | "settings">): readonly string[] {
  return createKeys(foldersOf(settings), intake.notes)(path);
}

/** What this device notes once it has drafted a plan for a task: a draft that a person removes is not written again. */
export function drafted(path: string): string {
  return `drafted ${sourceKey(path)}`;
}

/** From when on nobody seems to be typing in it. */
export function quietFrom({ changed }: Task, { settings }: Pick<World, "settings">): number {
  return changed + settings.quiet_seconds * SECOND;
}
