/** Turns a file in a folder for plans into the entry that the catalog keeps of it. */
import { isAbout } from "../plan/isAbout";
import { copyOf } from "../../kit/copies";
import { nameOf } from "../../kit/path";
import type { Problem } from "../../kit/problem";
import { statedIds } from "../plan/id";
import type { PlanReading } from "../plan/parse";
import { bareSummary, summaryOf } from "./summary";
import type { Shelved } from "./shelved";

/**
 * `copied` says what it is a copy of: one that sync made is never a plan, whatever it holds. `zone`: as of `summaryOf`.
 */
export function shelvedAs(
  path: string,
  text: string,
  parsed: PlanReading,
  copied: Problem | null,
  zone = "",
): Shelved {
  if (parsed.kind === "plan")
    return copied === null
      ? { kind: "plan", summary: summaryOf(parsed.plan, zone) }
      : { kind: "problem", problem: copied, copy: parsed.plan, was: [] };
  const was = isAbout(nameOf(path)) ? [] : statedIds(text).map((id) => bareSummary(path, id));
  if (copied !== null) return { kind: "problem", problem: copied, copy: null, was };
  if (parsed.kind === "problem") return { ...parsed, copy: null, was };
  // A README tells of the folder, whatever it holds.
  return parsed.kind === "adoptable" && isAbout(nameOf(path)) ? { kind: "other", was } : { ...parsed, was };
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
