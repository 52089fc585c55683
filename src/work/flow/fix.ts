/** Whether an agent that mends a file leaves the rest alone: a file that was sent back is patched, not written anew. */
import { readAnswer } from "../../flow/answers";
import { splitLines } from "../../kit/lines";
import { count } from "../../kit/numbers";
import { isAgreed } from "./asks";
import type { FlowPart } from "./part";

/** In a shorter file, a few findings may well change most lines. */
const FEWEST_LINES = 8;

/** A sentence for the agent; null where it may write. `wasTold`: it was told so in this run. */
export function whyNotFixed(
  { step, agreed, sentBackBy, file }: Pick<FlowPart, "step" | "agreed" | "sentBackBy" | "file">,
  before: string,
  text: string,
  wasTold: boolean,
): string | null {
  if (step.answer === "sections") return changedSection(agreed, before, text);
  // A person who says no may want all of it anew.
  if (sentBackBy !== "check" || wasTold) return null;
  const old = wordsByLine(before);
  const now = new Set(wordsByLine(text));
  const kept = old.filter((each) => now.has(each)).length;
  return old.length >= FEWEST_LINES && kept * 2 < old.length
    ? `${TOLD} “${file}”: ${count(kept)} of ${count(old.length)} lines would stay. Mend what was found, and leave the rest word for word. If all of it has to be written anew, write it once more.`
    : null;
}

const TOLD = "This would write most of the file anew:";

export function isToldToFix(text: string): boolean {
  return text.startsWith(TOLD);
}

function changedSection(agreed: readonly string[], before: string, text: string): string | null {
  const old = readAnswer("sections", before);
  const now = readAnswer("sections", text);
  if (old.kind === "bad" || now.kind === "bad") return null;
  const changed = old.value.sections.find(
    ({ title, text: words }) =>
      isAgreed(title, agreed) &&
      !now.value.sections.some((each) => each.title === title && each.text.trim() === words.trim()),
  );
  return changed === undefined
    ? null
    : `The person agreed to the section “${changed.title}”. Leave it word for word as it was, and change only the sections that they did not agree to.`;
}

function wordsByLine(text: string): readonly string[] {
  return splitLines(text).flatMap((line) => (line.text.trim() === "" ? [] : [line.text.trim()]));
}
