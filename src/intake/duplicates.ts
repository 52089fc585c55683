/** Plans that stand for the same thing: the same id (frozen until a person decides) or the same source among unfinished ones (shown). */
import { isConflictCopy } from "../kit/copies";
import { sourceKey } from "./sources";

interface Known {
  readonly path: string;
  readonly taskId: string;
  readonly key: string;
  readonly source: string | null;
  readonly status: string;
}

export interface Group {
  readonly key: string;
  readonly by: "id" | "source" | "copy";
  readonly paths: readonly string[];
}

export function groupPlans(plans: readonly Known[]): Group[] {
  const unfinished = plans.filter((plan) => plan.status !== "Done" && plan.status !== "Cancelled");
  const byId = groupBy(plans, (plan) => plan.key, "id");
  const bySource = groupBy(unfinished, (plan) => (plan.source === null ? null : sourceKey(plan.source)), "source");
  const frozen = new Set(byId.flatMap((group) => group.paths));
  return [...byId, ...bySource.filter((group) => !group.paths.every((path) => frozen.has(path)))];
}

function groupBy(plans: readonly Known[], keyOf: (plan: Known) => string | null, by: "id" | "source"): Group[] {
  const groups = new Map<string, Known[]>();
  for (const plan of plans) {
    const key = keyOf(plan);
    if (key === null || key === "" || isConflictCopy(plan.path)) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [plan]);
    else group.push(plan);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group.sort((a, b) => (a.path < b.path ? -1 : 1));
    if (first === undefined || group.length < 2) return [];
    return [{ key: by === "id" ? first.taskId : (first.source ?? ""), by, paths: group.map((plan) => plan.path) }];
  });
}
