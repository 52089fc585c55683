/** The notes that “Explain” tells about: plans, and notes that were meant as one. Those that stand still come first. */
import type { PlanSummary } from "../note/index/summary";
import { isHeldByPerson } from "../note/index/summary";
import { isOver } from "../note/plan/plan";
import { NO_STEPS } from "../note/plan/parse";
import { endWith } from "../kit/problem";
import { nameOf } from "../kit/path";
import { PLAN_FOLDERS, pathOf } from "../settings/settings";
import { MANY } from "../rules/problems";
import type { World } from "../rules/world";
import { planLine } from "./titles";

export interface ToExplain {
  readonly path: string;
  /** One line. May quote the note. */
  readonly line: string;
  /** Null for a note that is no plan as it stands. */
  readonly summary: PlanSummary | null;
}

/** The rank of each kind; notes of one rank keep their order. */
const RANK = { broken: 0, unlike: 1, held: 2, blocked: 3, going: 4, over: 5, bare: 6 } as const;

export function plansToExplain(world: World): readonly ToExplain[] {
  const { planIndex } = world;
  const plans = [...planIndex.all()].map((summary) => ({
    rank: rankOf(summary, world),
    path: summary.path,
    line: planLine(summary, world),
    summary,
  }));
  const known = new Set(plans.map(({ path }) => path));
  const others = [...brokenNotes(world), ...unlikeNotes(world)].filter(({ path }) => !known.has(path));
  return [...plans, ...others]
    .sort((a, b) => a.rank - b.rank)
    .map(({ path, line, summary }) => ({ path, line, summary }));
}

function rankOf(summary: PlanSummary, { planIndex }: Pick<World, "planIndex">): number {
  if (summary.faults.length > 0 || planIndex.hasDuplicateId(summary.path)) return RANK.broken;
  if (isOver(summary)) return RANK.over;
  if (isHeldByPerson(summary)) return RANK.held;
  return summary.status === "Blocked" || summary.block !== null ? RANK.blocked : RANK.going;
}

type Other = ToExplain & { readonly rank: number };

/** Each note once, with all that is wrong with it. */
function brokenNotes({ problems, settings }: World): readonly Other[] {
  const folders = PLAN_FOLDERS.map((each) => `${pathOf(settings, each)}/`);
  const found = new Map<string, string[]>();
  for (const { path, message, kind } of problems)
    if (/\.md$/i.test(path) && folders.some((folder) => path.startsWith(folder)))
      found.set(path, [...(found.get(path) ?? []), message === "" ? MANY[kind] : message]);
  return [...found].map(([path, messages]) => ({
    rank: RANK.broken,
    path,
    line: `${titleOf(path)}: ${endWith(messages)}`,
    summary: null,
  }));
}

function unlikeNotes({ planIndex }: World): readonly Other[] {
  return planIndex
    .adoptable()
    .map(({ path, lacks }) => ({
      rank: lacks.includes(NO_STEPS) ? RANK.bare : RANK.unlike,
      path,
      line: `${titleOf(path)}: ${lacks.join(", ")}`,
      summary: null,
    }));
}

function titleOf(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}
