/** The failure of a model after which nothing more was noted in the work of a plan. */
import type { EntryOf } from "../agent/entry";
import { runOf } from "../agent/run";
import type { PlanView } from "../rules/world";

/** The failure with which the work ended. Of agents side by side, a failure of one counts before a stop of another. */
export function failedLast({ plan, step, work, beside }: PlanView): EntryOf<"failed"> | null {
  const { entries } = work.trace;
  const steps = [step, ...beside.map((each) => each.step)].filter((each) => each !== null);
  const lasts =
    beside.length === 0 ? [entries.at(-1)] : steps.map((each) => runOf(plan, each, entries)?.entries.at(-1));
  const failed = lasts.filter((each): each is EntryOf<"failed"> => each?.kind === "failed");
  return failed.find(({ code }) => code !== "stopped") ?? failed[0] ?? null;
}
