/** What the catalog keeps of a file in a folder for plans. */
import { copyOf } from "../kit/copies";
import type { Problem } from "../kit/problem";
import type { PlanReading } from "../plan/parse";
import { bareCard, cardOf } from "./card";
import type { Shelved } from "./catalog";

/** `copied` says what it is a copy of: one that sync made is never a plan, whatever it holds. */
export function shelvedAs(path: string, reading: PlanReading, copied: Problem | null): Shelved {
  if (copied !== null) return { kind: "problem", problem: copied, copy: reading.kind === "plan" ? reading.plan : null, was: null };
  if (reading.kind === "plan") return { kind: "plan", card: cardOf(reading.plan) };
  if (reading.kind === "other") return reading;
  const was = reading.states === "" ? null : bareCard(path, reading.states);
  return reading.kind === "problem" ? { kind: "problem", problem: reading.problem, copy: null, was } : { kind: "adoptable", lacks: reading.lacks, was };
}

/** What is said of a note whose name sync gave to a copy; null for any other. `isThere` is asked about the note it would be a copy of. */
export function copyProblem(path: string, isThere: (path: string) => boolean): Problem | null {
  const original = copyOf(path, isThere);
  if (original === null) return null;
  const message = original !== path && isThere(original)
    ? `this is a copy that a sync program made of ${original}; keep one of the two: “Merge duplicates…” (in a terminal: planwright merge) shows what would make one of them`
    : "this is a copy that a sync program made of a conflict; compare it with the original and keep one";
  return { kind: "conflict-copy", path, line: null, message };
}
