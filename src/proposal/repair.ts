/** Properties that YAML cannot read, put right where a known change does it and nothing else comes to mean something else. */
import { scanFlat } from "../kit/flat";
import { readFrontmatter } from "../kit/frontmatter";
import { hasTooManyLines, splitLines } from "../kit/lines";
import { parsePlan } from "../plan/parse";
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
  const said: string[] = [];
  for (let mistakes = 0; mistakes <= MOST; mistakes += 1) {
    const reading = readFrontmatter(draft.lines());
    if (reading.kind === "read") {
      const change = draft.change(path);
      if (change === null) return { kind: "none", why: "has properties that can be read as they are" };
      const altered = alteredLine(text, change, reading.frontmatter.data);
      if (altered !== null) return { kind: "none", why: `needs you: the usual change would make line ${String(altered)} mean something else` };
      const plan = parsePlan(path, change.text);
      // A plan that takes part again goes on as its status says; whoever agrees should know.
      const then = plan.kind === "plan" ? [`It is then a plan with the status ${plan.plan.status}.`] : [];
      return { kind: "change", change: { ...change, said: [...said, ...then] } };
    }
    if (reading.mend === null) return { kind: "none", why: `needs you in line ${String(reading.line)}: ${reading.why}` };
    said.push(`${capital(reading.why.split("; write: ")[0] ?? "")}.`);
    draft.replace(reading.mend.line - 1, reading.mend.becomes);
  }
  return { kind: "none", why: `has more than ${String(MOST)} mistakes in its properties` };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first plain line that is not shown and whose value has changed all the same; text that now goes on below it is shown there. */
function alteredLine(text: string, { lines: shown }: NoteChange, data: Readonly<Record<string, unknown>>): number | null {
  const changed = new Map(shown.map((each) => [each.line, each.becomes]));
  const lines = splitLines(text);
  for (let at = 1; at < lines.length && !/^---/.test(lines[at]?.text ?? ""); at += 1) {
    const plain = changed.has(at + 1) ? null : scanFlat([lines[at]?.text ?? ""]);
    const [key] = Object.keys(plain ?? {});
    const goesOn = changed.get(at + 2)?.[0]?.startsWith("  ") === true;
    if (plain !== null && key !== undefined && !goesOn && data[key] !== plain[key] && plain[key] !== null) return at + 1;
  }
  return null;
}
