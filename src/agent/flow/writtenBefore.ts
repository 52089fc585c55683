/**
 * When an agent may replace the file of its step: only as an agent wrote it before, so that a file that a person
 * changed stays; and if it was sent back, only to mend what was found.
 */
import { readLineId } from "../../flow/lineId";
import { nameOf } from "../../kit/path";
import { filesOf } from "../run";
import { KEPT } from "../stops";
import type { Trace } from "../trace";
import type { FlowPart } from "./part";
import { readAnswer } from "../../flow/answers";
import { splitLines } from "../../kit/lines";
import { count } from "../../kit/numbers";

/**
 * The hash of the file as an agent of this plan wrote it; in a flow, as this step or another attempt of it did. A step
 * may also revise the file of another step, or of another device, whose notes nothing vouches for here.
 */
export function writtenBefore(
  path: string,
  part: FlowPart | null,
  { entries, unprovedFiles }: Trace,
): string | undefined {
  if (part === null) return filesOf(entries).get(path);
  const { step, line, files } = part;
  if (!line.isAsk && files.includes(nameOf(path)))
    return filesOf(entries).get(path) ?? unprovedFiles.get(path);
  const ofStep = entries.filter((each) => {
    const of = readLineId(each.step);
    return of !== null && of.step === step.step && of.isAsk === line.isAsk;
  });
  return filesOf(ofStep).get(path);
}

/** A sentence for the agent whose file a person wrote or changed; null where it may choose another name. */
export function sayKept(path: string, part: FlowPart | null): string | null {
  const name = nameOf(path);
  return part !== null && !part.line.isAsk && part.files.includes(name)
    ? `“${name}” ${KEPT} The person is asked what to do.`
    : null;
}

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
  if (old.kind === "bad" || agreed.length === 0) return null;
  // In another form, nobody could tell what has changed.
  if (now.kind === "bad") return `${now.faults.join("; ")}. The file was not written.`;
  const changed = old.value.find(
    ({ title, text: words }) =>
      agreed.includes(title) &&
      !now.value.some((each) => each.title === title && each.text.trim() === words.trim()),
  );
  return changed === undefined
    ? null
    : `The person agreed to the section “${changed.title}”. Leave it word for word as it was, and change only the sections that they did not agree to.`;
}

function wordsByLine(text: string): readonly string[] {
  return splitLines(text).flatMap((line) => (line.text.trim() === "" ? [] : [line.text.trim()]));
}
