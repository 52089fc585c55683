/**
 * Plans that stand for the same thing: the same id (frozen until a person decides), or, among unfinished ones, the same
 * source or, where their sources do not differ, the same content (shown).
 */
import { groupBy } from "../../kit/groupBy";
import type { Action } from "../action/action";
import { canonicalAction } from "../action/render";
import { areNearlyKeys, stepKeys } from "../plan/approvalMarker";
import { fingerprint } from "./fingerprint";
import { sourceKey } from "./sources";

interface Known {
  readonly path: string;
  readonly taskId: string;
  readonly key: string;
  readonly source: string | null;
  readonly status: string;
  /** Fingerprint that two plans of the same content share; null for a plan with too little content to tell. */
  readonly content: string | null;
}

export interface Group {
  readonly key: string;
  readonly by: "id" | "source" | "content";
  readonly paths: readonly string[];
}

export function groupPlans(plans: readonly Known[]): Group[] {
  const unfinished = plans.filter((plan) => plan.status !== "Done" && plan.status !== "Cancelled");
  const byId = duplicatesBy(plans, (plan) => plan.key, "id");
  const bySource = duplicatesBy(
    unfinished,
    (plan) => (plan.source === null ? null : sourceKey(plan.source)),
    "source",
  );
  const frozen = new Set(byId.flatMap((group) => group.paths));
  const known = [...byId, ...bySource.filter((group) => !group.paths.every((path) => frozen.has(path)))];
  const byContent = duplicatesBy(unfinished, (plan) => plan.content, "content").flatMap((group) =>
    withoutSources(group, unfinished),
  );
  const homes = new Map<string, Group[]>();
  for (const group of known)
    for (const path of group.paths) homes.set(path, [...(homes.get(path) ?? []), group]);
  return [
    ...known,
    ...byContent.filter(
      ({ paths: [first = "", ...others] }) =>
        !homes.get(first)?.some((group) => others.every((path) => homes.get(path)?.includes(group))),
    ),
  ];
}

/** Plans from different notes are different plans, however alike they read. */
function withoutSources(group: Group, plans: readonly Known[]): Group[] {
  const members = new Set(group.paths);
  const sources = new Map(
    plans.flatMap(({ path, source }) =>
      members.has(path) && source !== null && sourceKey(source) !== ""
        ? [[path, sourceKey(source)] as const]
        : [],
    ),
  );
  if (new Set(sources.values()).size < 2) return [group];
  const paths = group.paths.filter((path) => !sources.has(path));
  return paths.length < 2
    ? []
    : [{ ...group, key: plans.find(({ path }) => path === paths[0])?.taskId ?? group.key, paths }];
}

interface Content {
  readonly objective: string;
  readonly steps: readonly {
    readonly text: string;
    readonly state: string;
    readonly approval: { readonly kind: string; readonly action?: Action };
  }[];
}

/**
 * The objective, and all steps that are not skipped with what they send, in their order. Case, ✋ and block ids do not
 * count. Plans from one template differ in one of these; of a plan without an objective nobody can tell.
 */
export function contentOf(plan: Content): string | null {
  const objective = plan.objective.trim();
  const texts: string[] = [];
  const sent: string[] = [];
  for (const { state, text, approval } of plan.steps) {
    if (state === "skipped") continue;
    if (approval.action !== undefined)
      sent.push(`${String(texts.length)} ${canonicalAction(approval.action)}`);
    texts.push(text);
  }
  if (objective === "" || texts.length === 0) return null;
  const written = [objective, "", ...texts].join("\n");
  const keys = areNearlyKeys(written)
    ? written.toLowerCase()
    : `${objective.normalize("NFC").trim().toLowerCase()}\n\n${stepKeys(texts)}`;
  return fingerprint(sent.length === 0 ? keys : [keys, ...sent].join("\n\n"));
}

function duplicatesBy(
  plans: readonly Known[],
  keyOf: (plan: Known) => string | null,
  by: Group["by"],
): Group[] {
  return [...groupBy(plans, (plan) => keyOf(plan) ?? "")].flatMap(([key, group]) => {
    if (key === "" || group.length < 2) return [];
    const sorted = [...group].sort((a, b) => (a.path < b.path ? -1 : 1));
    const { source = "", taskId = "" } = sorted[0] ?? {};
    return [{ key: (by === "source" ? source : taskId) ?? "", by, paths: sorted.map(({ path }) => path) }];
  });
}
