/** What the catalog keeps of a file in a folder for plans. */
import { isConflictCopy } from "../kit/copies";
import type { Problem } from "../kit/problem";
import type { PlanReading } from "../plan/parse";
import { cardOf } from "./card";
import type { Shelved } from "./catalog";

/** A copy that sync made is never a plan, whatever it holds. */
export function shelvedAs(path: string, reading: PlanReading): Shelved {
  if (isConflictCopy(path)) {
    const problem: Problem = { kind: "conflict-copy", path, line: null, message: "this is a copy that a sync program made of a conflict; compare it with the original and keep one" };
    return { kind: "problem", problem, copy: reading.kind === "plan" ? reading.plan : null, was: null };
  }
  if (reading.kind === "plan") return { kind: "plan", card: cardOf(reading.plan) };
  return reading.kind === "problem" ? { ...reading, copy: null, was: null } : reading;
}
