/** Turns a file in a folder for plans into the entry that the catalog keeps of it. */
import { isAbout } from "../plan/isAbout";
import { copyOf } from "../../kit/copies";
import { nameOf } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import { statedIds } from "../plan/id";
import { NO_STEPS, type PlanReading } from "../plan/parse";
import { convertNote } from "../proposal/convert";
import { bareSummary, summaryOf } from "./summary";
import type { Shelved } from "./shelved";

/**
 * `copied` says what it is a copy of: one that sync made is never a plan, whatever it holds. `zone`: as of `summaryOf`.
 * Notes in the archive are not offered to be converted, so nobody works out whether they could be.
 */
export function shelvedAs(
  path: string,
  text: string,
  parsed: PlanReading,
  copied: Problem | null,
  { isArchived = false, zone = "" }: { readonly isArchived?: boolean; readonly zone?: string } = {},
): Shelved {
  if (parsed.kind === "plan")
    return copied === null
      ? { kind: "plan", summary: summaryOf(parsed.plan, zone) }
      : { kind: "problem", problem: copied, copy: parsed.plan, was: [] };
  const was = isAbout(nameOf(path)) ? [] : statedIds(text).map((id) => bareSummary(path, id));
  if (copied !== null) return { kind: "problem", problem: copied, copy: null, was };
  if (parsed.kind === "problem") return { ...parsed, copy: null, was };
  if (parsed.kind === "other") return { ...parsed, was };
  // A README tells of the folder, whatever it holds.
  if (isAbout(nameOf(path))) return { kind: "other", was };
  return { ...parsed, converts: !isArchived && canConvert(path, text, parsed.lacks), was };
}

/** Asks the command itself, so that the number of notes shown is the number that it offers to change. */
function canConvert(path: string, text: string, lacks: readonly string[]): boolean {
  if (lacks.includes(NO_STEPS)) return false;
  return convertNote(path, text, { hands: false, taken: new Set(), archive: "" }).kind === "change";
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
      ? `this is a sync copy of ${original}; keep one of the two`
      : "this is a sync conflict copy; compare it with the original and keep one";
  return { kind: "conflict-copy", path, line: null, message };
}
