/** Whether what an agent gives as evidence is so. Nothing here says that the work is right: only that it is there. */
import type * as z from "zod";
import { hashText } from "../kit/hash";
import { splitLines } from "../kit/lines";
import type { finishArguments } from "./tools";

export type Claim = Pick<z.infer<typeof finishArguments>, "evidence">;

export interface Around {
  /** Path of a work file by the name that the agent gives; null for a name that is none. */
  readonly fileAt: (name: string) => string | null;
  /** Files that this run wrote: the hash of their text, by path. */
  readonly written: ReadonlyMap<string, string>;
  /** Notes that are named as changed, and were, in this run and by the person’s word. */
  readonly edited: ReadonlySet<string>;
  /** The text of each work file that is named, by the name given; null where it is not there. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Each note that is quoted, by the name given; null where it is not there or may not be read. */
  readonly notes: ReadonlyMap<string, QuotedNote | null>;
  /** Ids of steps that this run added and that were carried out. */
  readonly records: ReadonlySet<string>;
}

export interface QuotedNote {
  readonly text: string;
  /** The agent wrote it, or Planwright writes into it what the agent says: it shows nothing. */
  readonly isOwn: boolean;
}

export type Finding =
  | { readonly kind: "shown"; readonly checked: readonly string[] }
  /** Sentences for the model. */
  | { readonly kind: "not-shown"; readonly faults: readonly string[] };

/** Characters of a quotation that is not a whole line. */
const LEAST = 20;
/** Letters and digits that a quotation has at least, and how many different ones where it is not a whole line. */
const LEAST_SIGNS = 2;
const LEAST_KINDS = 6;

/** Characters of a name or a quotation that are told. */
const SHOWN = 400;

export function judgeEvidence({ evidence }: Claim, around: Around): Finding {
  const checked: string[] = [];
  const faults: string[] = [];
  for (const each of evidence) {
    const { fault, said } = judge(each, around);
    if (fault !== null) faults.push(fault);
    else checked.push(said);
  }
  if (!evidence.some((each) => !("note" in each)))
    faults.push(
      "No file, edit or record is named. Write down what the step brought about, and name that file.",
    );
  return faults.length === 0 ? { kind: "shown", checked } : { kind: "not-shown", faults };
}

function judge(
  each: Claim["evidence"][number],
  around: Around,
): { readonly fault: string | null; readonly said: string } {
  if ("file" in each)
    return {
      fault: fileFault(each.file, around),
      said: `${each.file} was written in this step, and is as it was written`,
    };
  if ("note" in each)
    return {
      fault: quoteFault(each.note, each.quote, around),
      said: `${each.note.slice(0, SHOWN)} says: ${each.quote.slice(0, SHOWN)}`,
    };
  if ("edit" in each)
    return {
      fault: around.edited.has(each.edit)
        ? null
        : `No change of ${each.edit} was made in this step by the person’s word, or it was undone. Give the path of the note.`,
      said: `${each.edit.slice(0, SHOWN)} was changed in this step, as the person agreed`,
    };
  const id = each.record.replace(/^\^/, "");
  return {
    fault: around.records.has(id)
      ? null
      : `There is no record that the step ${id} was carried out, or it was not drafted for this step.`,
    said: `the step ^${id}, which the agent drafted for this one, was approved and carried out`,
  };
}

function fileFault(name: string, { fileAt, written, files }: Around): string | null {
  const path = fileAt(name);
  const hash = path === null ? undefined : written.get(path);
  if (hash === undefined) return `The file ${name} was not written in this step.`;
  const text = files.get(name) ?? null;
  if (text === null) return `The file ${name} is not there any more.`;
  if (text.trim() === "") return `The file ${name} is empty.`;
  return hashText(text) === hash ? null : `The file ${name} was changed by somebody else after you wrote it.`;
}

function quoteFault(name: string, quote: string, { notes }: Around): string | null {
  const note = notes.get(name) ?? null;
  if (note === null) return `There is no note ${name} that you may read.`;
  if (note.isOwn)
    return `${name} is a note that you wrote, or that Planwright keeps for you; quote one that you did not write, or give the work file alone.`;
  const wanted = collapse(quote);
  const signs = [...wanted.matchAll(/[\p{L}\p{N}]/gu)].map(([sign]) => sign);
  if (signs.length < LEAST_SIGNS)
    return `The quotation “${quote}” says nothing. Quote words that are in ${name}.`;
  if (splitLines(note.text).some((line) => collapse(line.text) === wanted)) return null;
  if ([...wanted].length < LEAST || new Set(signs).size < LEAST_KINDS)
    return `The quotation “${quote}” is neither a whole line of ${name} nor at least ${String(LEAST)} characters of words.`;
  return collapse(note.text).includes(wanted)
    ? null
    : `${name} does not say “${quote}”. Quote word for word.`;
}

function collapse(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
