/**
 * Steps without a block id that this run saw open. A tick that comes later is a person’s, and the log says so; ticks
 * that were there before are taken as given.
 */
import { wordsBehind } from "../../kit/checkbox";
import type { Plan, Step } from "../../note/plan/plan";
import { isTickTold } from "../../rules/logEntries";

export interface SeenBoxes {
  /** Numbers of the steps that were ticked or skipped since, and of which the log does not tell. */
  see(path: string, plan: Plan): readonly number[];
  forget(path: string): void;
}

const NONE: readonly never[] = [];

/** A step with a box, and without a name in the log. */
function isOwn({ id, boxed, misplaced }: Step): boolean {
  return id === null && boxed && !misplaced;
}

/** A person works at few plans: with more than these, nothing is remembered of the others. */
const MOST = 500;

export function createSeenBoxes(): SeenBoxes {
  /** The words of the open steps, by path, each behind an end of line: parts of a note would keep the whole of it. */
  const seen = new Map<string, string>();
  /** The oldest first: whatever it has told of is forgotten. */
  const oldest = seen.keys();
  return {
    see(path, plan) {
      const before = seen.get(path);
      if (before !== undefined) seen.delete(path);
      if (plan.status !== "Active" && plan.status !== "Blocked") return NONE;
      const open = [""];
      for (const step of plan.steps) if (isOwn(step) && step.state === "open") open.push(step.text);
      // A repeated task has the same words once more, and is open.
      const was = before === undefined ? NONE : before.split("\n").filter((text) => !open.includes(text));
      const ticked =
        was.length === 0
          ? NONE
          : plan.steps.filter(
              (step) =>
                isOwn(step) &&
                step.state !== "open" &&
                was.some((text) => wordsBehind(step.text, text) === "") &&
                !isTickTold(plan, step),
            );
      seen.set(path, (ticked.length === 0 ? open : [...open, ...was]).join("\n"));
      if (seen.size > MOST) seen.delete(oldest.next().value ?? "");
      return ticked.map(({ n }) => n);
    },
    forget: (path) => void seen.delete(path),
  };
}
