/** Turns a file in a folder for plans into the entry that the catalog keeps of it. */
import { isAbout } from "../plan/folderNote";
import { copyOf } from "../kit/copies";
import { nameOf } from "../kit/path";
import type { Problem } from "../kit/problem";
import { statedIds } from "../plan/id";
import type { PlanReading } from "../plan/parse";
import { bareCard, cardOf } from "./card";
import type { Shelved } from "./shelved";

/** `copied` says what it is a copy of: one that sync made is never a plan, whatever it holds. */
export function shelvedAs(path: string, text: string, reading: PlanReading, copied: Problem | null): Shelved {
  if (reading.kind === "plan")
    return copied === null
      ? { kind: "plan", card: cardOf(reading.plan) }
      : { kind: "problem", problem: copied, copy: reading.plan, was: [] };
  const was = isAbout(nameOf(path)) ? [] : statedIds(text).map((id) => bareCard(path, id));
  if (copied !== null) return { kind: "problem", problem: copied, copy: null, was };
  if (reading.kind === "problem") return { ...reading, copy: null, was };
  // A README tells of the folder, whatever it holds.
  return reading.kind === "adoptable" && isAbout(nameOf(path)) ? { kind: "other", was } : { ...reading, was };
}

/**
 * The problem of a note whose name sync gave to a copy; null for any other note. `isThere` and `hasItsId` are asked
 * about the note it would be a copy of.
 */
export function copyProblem(
  path: string,
  isThere: (path: string) => boolean,
  hasItsId: (path: string) => boolean = () => false,
): Problem | null {
  const original = copyOf(path, isThere, hasItsId);
  if (original === null) return null;
  const message =
    original !== path && isThere(original)
      ? `this is a copy that a sync program made of ${original}; keep one of the two`
      : "this is a copy that a sync program made of a conflict; compare it with the original and keep one";
  return { kind: "conflict-copy", path, line: null, message };
}
