/** What must hold of every change that is shown: the lines that are shown make the whole difference, and the note then reads as promised. */
import { readFrontmatter } from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";
import { parsePlan } from "../../src/plan/parse";
import { convertNote } from "../../src/proposal/convert";
import type { NoteChange } from "../../src/proposal/proposal";
import { repairNote } from "../../src/proposal/repair";

/** Null when all is well, or when nothing is proposed. */
export function mistakeIn(text: string): string | null {
  const repair = repairNote("p.md", text);
  if (repair.kind === "change") {
    if (readFrontmatter(splitLines(repair.change.text)).kind !== "read") return "a repaired note cannot be read";
    if (!isWhatIsShown(text, repair.change)) return "a repair changes more than it shows";
  }
  for (const hands of [false, true]) {
    const conversion = convertNote("p.md", text, { hands, taken: new Set() });
    if (conversion.kind === "none") continue;
    const reading = parsePlan("p.md", conversion.change.text);
    if (reading.kind !== "plan") return "a converted note is no plan";
    if (reading.plan.status === "Active" || reading.plan.status === "Blocked") return "a converted plan runs";
    if (!isWhatIsShown(text, conversion.change)) return "a conversion changes more than it shows";
  }
  return null;
}

/** Whether anything is proposed for it. */
export function isProposed(text: string): boolean {
  return repairNote("p.md", text).kind === "change" || convertNote("p.md", text, { hands: false, taken: new Set() }).kind === "change";
}

function isWhatIsShown(text: string, { lines, text: after }: NoteChange): boolean {
  const shown = new Map(lines.map((each) => [each.line - 1, each]));
  const before = splitLines(text);
  if ([...shown].some(([at, each]) => before[at]?.text !== each.was)) return false;
  const now = before.flatMap((line, at) => shown.get(at)?.becomes ?? [line.text]);
  const written = splitLines(after);
  // Line ends of lines that are not shown stay theirs.
  const kept = before.filter((_line, at) => !shown.has(at)).map(({ end }) => end);
  return now.join("\n") === written.map((line) => line.text).join("\n") && kept.every((end) => written.some((line) => line.end === end));
}
