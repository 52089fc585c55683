/** Properties that YAML cannot read, put right where there is one change that does it: quotes, a space, a line that stands there twice. */
import { readFrontmatter } from "../kit/frontmatter";
import { hasTooManyLines } from "../kit/lines";
import { openDraft } from "./draft";
import type { NoteChange } from "./proposal";

/** More mistakes than this in one note are not put right by rule. */
const MOST = 20;

export type Repair =
  | { readonly kind: "change"; readonly change: NoteChange }
  /** Why not, as the end of a sentence about the note. */
  | { readonly kind: "none"; readonly why: string };

/** One mistake after the other, until the properties can be read; a note in which one remains is not touched. */
export function repairNote(path: string, text: string): Repair {
  if (hasTooManyLines(text)) return { kind: "none", why: "has more than 50,000 lines" };
  const draft = openDraft(text);
  for (let mistakes = 0; mistakes <= MOST; mistakes += 1) {
    const reading = readFrontmatter(draft.lines());
    if (reading.kind === "read") {
      const change = draft.change(path);
      return change === null ? { kind: "none", why: "has properties that can be read as they are" } : { kind: "change", change };
    }
    if (reading.mend === null) return { kind: "none", why: `needs you in line ${String(reading.line)}: ${reading.why}` };
    draft.replace(reading.mend.line - 1, reading.mend.becomes);
  }
  return { kind: "none", why: `has more than ${String(MOST)} mistakes in its properties` };
}
