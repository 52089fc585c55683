/**
 * The hash of a work file as an agent wrote it before: only as such may it be replaced. A file that a person changed
 * stays.
 */
import { answersOf } from "../../flow/flow";
import { readLineId } from "../../flow/lineId";
import { nameOf } from "../../kit/path";
import { filesOf, type Run } from "../run";
import type { Trace } from "../trace";
import type { FlowPart } from "./part";

/**
 * By the run itself, or by another attempt of the same step of a flow. The file that a step writes may be another
 * step’s, which it revises, or another device’s, whose notes nothing vouches for here: that it is as those say is
 * enough to replace it.
 */
export function writtenBefore(
  path: string,
  part: FlowPart | null,
  run: Run,
  { entries, unprovedFiles }: Trace,
): string | undefined {
  if (part === null) return filesOf(run.entries).get(path);
  const { step, line, file } = part;
  const own = line.isAsk ? answersOf(step, line.item) : file;
  if (nameOf(path) === own) return filesOf(entries).get(path) ?? unprovedFiles.get(path);
  const ofStep = entries.filter((each) => {
    const of = readLineId(each.step);
    return of !== null && of.step === step.step && of.isAsk === line.isAsk;
  });
  return filesOf(ofStep).get(path);
}

/** A sentence for the agent whose file a person wrote or changed; null where it may choose another name. */
export function sayKept(path: string, part: FlowPart | null): string | null {
  const name = nameOf(path);
  return part !== null && !part.line.isAsk && name === part.file
    ? `“${name}” ${KEPT} The person is asked what to do.`
    : null;
}

const KEPT = "is not as an agent left it, so it stays as it is.";

/** The name of the file, where the result of a call is that sentence; null where it is none. */
export function keptFile(text: string): string | null {
  return text.includes(KEPT) ? (/^“([^”]+)”/.exec(text)?.[1] ?? null) : null;
}
