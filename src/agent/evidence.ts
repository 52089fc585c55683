/** Whether what an agent gives as evidence is so. Nothing here says that the work is right: only that it is there. */
import type * as z from "zod";
import { hashText } from "../kit/hash";
import { splitLines } from "../kit/lines";
import { fence } from "../kit/text";
import type { finishArguments } from "./tools";

export type Claim = Pick<z.infer<typeof finishArguments>, "evidence">;

export interface Around {
  /** Path of a work file by the name that the agent gives; null for a name that is none. */
  readonly fileAt: (name: string) => string | null;
  /** Files that this run wrote, and those that it goes on from: the hash of their text, by path. */
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
  /** `unproved`: what was given beside it and does not hold, sentences. */
  | { readonly kind: "shown"; readonly checked: readonly string[]; readonly unproved: readonly string[] }
  /** Sentences for the model. */
  | { readonly kind: "not-shown"; readonly faults: readonly string[] };

/** Characters of a quotation; a shorter one is a whole line, or is in the note only once. */
const LEAST = 20;
/** Letters and digits that a quotation has at least, and how many different ones where it is not a whole line. */
const LEAST_SIGNS = 2;
const LEAST_KINDS = 6;

/** Characters of a name or a quotation that are told. */
const SHOWN = 400;

/** Evidence that holds counts, and the rest is named. A quotation alone shows no result. */
export function judgeEvidence({ evidence }: Claim, around: Around): Finding {
  const texts = new Map<string, string>();
  const judged = evidence.map((each) => ({ ...judge(each, around, texts), isQuote: "note" in each }));
  const held = judged.filter(({ fault }) => fault === null);
  const faults = judged.flatMap(({ fault }) => fault ?? []);
  return held.some(({ isQuote }) => !isQuote)
    ? { kind: "shown", checked: held.map(({ said }) => said), unproved: faults }
    : {
        kind: "not-shown",
        faults: [
          ...faults,
          "No file, edit or record shows it. Write down what the step brought about, and name that file.",
        ],
      };
}

/** The id of a step as an agent gives it, with its caret or without. */
export function bareId(record: string): string {
  return record.replace(/^\^/, "");
}

function judge(
  each: Claim["evidence"][number],
  around: Around,
  texts: Map<string, string>,
): { readonly fault: string | null; readonly said: string } {
  if ("file" in each)
    return {
      fault: fileFault(each.file, around),
      said: `${each.file} was written in this step, and is as it was written`,
    };
  if ("note" in each)
    return {
      fault: quoteFault(each.note, each.quote, around, texts),
      said: `${each.note.slice(0, SHOWN)} says: ${each.quote.slice(0, SHOWN)}`,
    };
  if ("edit" in each)
    return {
      fault: around.edited.has(each.edit)
        ? null
        : `No change of ${each.edit} was made in this step by the person’s word, or it was undone. Give the path of the note.`,
      said: `${each.edit.slice(0, SHOWN)} was changed in this step, as the person agreed`,
    };
  const id = bareId(each.record);
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

/** `texts`: of notes, collapsed once each, by name. */
function quoteFault(
  name: string,
  quote: string,
  { notes }: Around,
  texts: Map<string, string>,
): string | null {
  const note = notes.get(name) ?? null;
  if (note === null) return `There is no note ${name} that you may read.`;
  if (note.isOwn)
    return `${name} is a note that you wrote, or that Planwright keeps for you; quote one that you did not write, or give the work file alone.`;
  const wanted = collapse(quote);
  const signs = [...wanted.matchAll(/[\p{L}\p{N}]/gu)].map(([sign]) => sign);
  if (signs.length < LEAST_SIGNS)
    return `The quotation “${quote}” says nothing. Quote words that are in ${name}.`;
  const text =
    texts.get(name) ??
    splitLines(note.text)
      .map((line) => collapse(line.text))
      .join("\n");
  texts.set(name, text);
  if (`\n${text}\n`.includes(`\n${wanted}\n`)) return null;
  const flat = text.replace(/\n+/g, " ");
  const at = flat.indexOf(wanted);
  if (at === -1) return `${name} does not say “${quote}”.${sayNearest(wanted, text)} Quote word for word.`;
  const isTwice = flat.indexOf(wanted, at + 1) !== -1;
  return ([...wanted].length < LEAST && isTwice) || new Set(signs).size < LEAST_KINDS
    ? `The quotation “${quote}” is too short: ${name} has it more than once, or it has no words.`
    : null;
}

/** Models write dashes, quotation marks and capitals their own way, and leave emphasis out. */
function collapse(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/[“”„‟«»‘’‚‛`´]/g, "'")
    .replaceAll('"', "'")
    .replace(/\*+|__+/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** The line that has most of the quotation’s words, as data; empty where no line has half of them. */
function sayNearest(wanted: string, text: string): string {
  const words = [...new Set(wanted.match(/[\p{L}\p{N}]+/gu) ?? [])];
  let [best, most] = ["", 0];
  for (const line of text.split("\n")) {
    const has = words.filter((word) => line.includes(word)).length;
    if (has > most) [best, most] = [line, has];
  }
  return most * 2 < words.length || most === 0
    ? ""
    : ` The nearest line is:\n\n${fence(best.slice(0, SHOWN))}\n\n`;
}
