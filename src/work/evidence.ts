/** Whether what an agent gives as evidence is so. Nothing here says that the work is right: only that it is there. */
import type * as z from "zod";
import { hashText } from "../kit/hash";
import { splitLines } from "../kit/lines";
import type { finishArguments } from "./tools";

export type Claim = z.infer<typeof finishArguments>;

export interface Around {
  /** Path of a work file by the name that the agent gives; null for a name that is none. */
  readonly fileAt: (name: string) => string | null;
  /** Files that this run wrote: the hash of their text, by path. */
  readonly written: ReadonlyMap<string, string>;
  /** The text of each file and note that is named, by the name given; null where it is not there or may not be read. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Whether the agent wrote the note itself. */
  readonly isOwn: (note: string) => boolean;
}

export type Finding =
  | { readonly kind: "shown"; readonly checked: readonly string[] }
  /** Sentences for the model. */
  | { readonly kind: "not-shown"; readonly faults: readonly string[] };

/** Characters of a quotation that is not a whole line. */
const LEAST = 20;

export function judgeEvidence({ evidence }: Claim, around: Around): Finding {
  const checked: string[] = [];
  const faults: string[] = [];
  for (const each of evidence) {
    const fault = "file" in each ? fileFault(each.file, around) : quoteFault(each.note, each.quote, around);
    if (fault !== null) faults.push(fault);
    else
      checked.push(
        "file" in each
          ? `${each.file} was written in this step, and is as it was written`
          : `${each.note} says: ${each.quote}`,
      );
  }
  if (!evidence.some((each) => "file" in each))
    faults.push("No work file is named. Write down what the step brought about, and name that file.");
  return faults.length === 0 ? { kind: "shown", checked } : { kind: "not-shown", faults };
}

function fileFault(name: string, { fileAt, written, texts }: Around): string | null {
  const path = fileAt(name);
  const hash = path === null ? undefined : written.get(path);
  if (hash === undefined) return `The file ${name} was not written in this step.`;
  const text = texts.get(name) ?? null;
  if (text === null) return `The file ${name} is not there any more.`;
  if (text.trim() === "") return `The file ${name} is empty.`;
  return hashText(text) === hash ? null : `The file ${name} was changed by somebody else after you wrote it.`;
}

function quoteFault(note: string, quote: string, { texts, isOwn }: Around): string | null {
  if (isOwn(note)) return `${note} is a note that you wrote; quote one that you did not write.`;
  const text = texts.get(note) ?? null;
  if (text === null) return `There is no note ${note} that you may read.`;
  const wanted = collapse(quote);
  if (splitLines(text).some((line) => collapse(line.text) === wanted) && wanted !== "") return null;
  if ([...wanted].length < LEAST)
    return `The quotation “${quote}” is neither a whole line of ${note} nor at least ${String(LEAST)} characters long.`;
  return collapse(text).includes(wanted) ? null : `${note} does not say “${quote}”. Quote word for word.`;
}

function collapse(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
