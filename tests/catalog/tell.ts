/**
 * Everything a catalog answers, as plain data: two that know of the same notes tell the same, however they came to know
 * of them.
 */
import type { Catalog, Rank } from "../../src/catalog/catalog";
import { sourceKey } from "../../src/intake/sources";
import { STATUSES } from "../../src/plan/plan";

export function tellCatalog(catalog: Catalog, now: number): unknown {
  const rank = ({ total, cards }: Rank): unknown => ({ total, paths: paths(cards) });
  const all = [...catalog.all()];
  const archived = [...catalog.archived()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const keys = [...new Set([...all, ...archived].map(({ key }) => key))].sort();
  const sources = [
    ...new Set([...all, ...archived].flatMap(({ source }) => (source === null ? [] : [sourceKey(source)]))),
  ].sort();
  const sorted = (values: readonly unknown[]): string[] => values.map((each) => JSON.stringify(each)).sort();
  return {
    all,
    archived,
    totals: structuredClone(catalog.totals),
    homes: keys.map((key) => [key, catalog.home(key)?.path, [...catalog.bearers(key)].sort()]),
    from: sources.map((source) => [source, catalog.from(source)?.path]),
    frozen: all.filter(({ path }) => catalog.isFrozen(path)).map(({ path }) => path),
    of: STATUSES.map((status) => rank(catalog.of(status))),
    yours: rank(catalog.yours(now)),
    needing: rank(catalog.needing()),
    leftOver: rank(catalog.leftOver()),
    blocked: rank(catalog.blockedBetween(-Infinity, now)),
    newest: paths(catalog.newest()),
    groups: sorted(catalog.groups()),
    problems: sorted(catalog.problems()),
    adoptable: sorted(catalog.adoptable()),
    copies: sorted(catalog.copies()),
  };
}

function paths(cards: Iterable<{ readonly path: string }>): string[] {
  return [...cards].map(({ path }) => path);
}
