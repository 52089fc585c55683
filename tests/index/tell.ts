/**
 * Everything a catalog answers, as plain data: two that know of the same notes tell the same, however they came to know
 * of them.
 */
import type { PlanIndex, Rank } from "../../src/note/index/planIndex";
import { sourceKey } from "../../src/note/intake/sources";
import { STATUSES } from "../../src/note/plan/plan";

export function tellPlanIndex(planIndex: PlanIndex, now: number): unknown {
  planIndex.passTime(now);
  const rank = ({ total, summaries }: Rank): unknown => ({ total, paths: paths(summaries) });
  const all = [...planIndex.all()];
  const archived = [...planIndex.archived()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const keys = [...new Set([...all, ...archived].map(({ key }) => key))].sort();
  const sources = [
    ...new Set([...all, ...archived].flatMap(({ source }) => (source === null ? [] : [sourceKey(source)]))),
  ].sort();
  const sorted = (values: readonly unknown[]): string[] => values.map((each) => JSON.stringify(each)).sort();
  return {
    all,
    archived,
    totals: structuredClone(planIndex.totals),
    homes: keys.map((key) => [key, planIndex.home(key)?.path, [...planIndex.bearers(key)].sort()]),
    from: sources.map((source) => [source, planIndex.from(source)?.path]),
    frozen: all.filter(({ path }) => planIndex.hasDuplicateId(path)).map(({ path }) => path),
    of: STATUSES.map((status) => rank(planIndex.of(status))),
    yours: rank(planIndex.yours(now)),
    needing: rank(planIndex.needing()),
    leftOver: rank(planIndex.leftOver()),
    blocked: rank(planIndex.blockedBetween(-Infinity, now)),
    waiting: paths(planIndex.waiting(now)),
    newest: paths(planIndex.newest()),
    groups: sorted(planIndex.groups()),
    problems: sorted(planIndex.problems()),
    adoptable: sorted(planIndex.adoptable()),
    copies: sorted(planIndex.copies()),
  };
}

function paths(cards: Iterable<{ readonly path: string }>): string[] {
  return [...cards].map(({ path }) => path);
}
