/** The note that has the result of a plan’s flow now. */
import type { Plan } from "../../plan/plan";
import { nameHash, type ResultNote } from "./resultNote";

/**
 * The note of the last result that was kept; a plan can have several where the person changed one. They may have
 * renamed it: then it is known by its text, or by being the only one that is not an earlier result.
 */
export function latestResult({
  plan,
  results,
}: {
  readonly plan: Pick<Plan, "journal">;
  readonly results: readonly ResultNote[];
}): ResultNote | null {
  const kept = plan.journal.entries.flatMap(({ mark }) => (mark?.word === "kept" ? [mark] : []));
  const last = kept.at(-1);
  const others = results.filter(({ path }) => kept.every(({ note }) => note !== nameHash(path)));
  return (
    results.find(({ path }) => nameHash(path) === last?.note) ??
    others.find(({ body }) => body === last?.text) ??
    (others.length === 1 ? (others[0] ?? null) : null)
  );
}
