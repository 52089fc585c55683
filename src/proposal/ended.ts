/**
 * Whether a note says of itself that it is over: in its status, in its title, or by telling what was done in the place
 * of what is to be done.
 */
import type { Sections } from "../plan/parse";
import { statusFor } from "./dialect";
import { placeIn } from "./names";
import { partsOf, titleOf } from "./parts";

export interface End {
  readonly status: "Done" | "Cancelled";
  /** The words of the note that say so. */
  readonly words: string;
}

/** Headings that people write once all is done. */
const REPORT = /^[^\p{L}\p{N}]*(?:implementation|completion|execution|final)\s+(?:summary|report)\b/iu;

/** A sign before a title decorates it; behind it, it speaks of the whole. */
const ENDS_DONE = /(?:[✅☑✔]|\b(?:complete|completed|done|finished)\b)[^\p{L}\p{N}]*$/iu;
const NOT_DONE = /\b(?:not|be)[ -]+\p{L}+[^\p{L}\p{N}]*$/iu;

/** `status`: what it says in its properties or at its beginning. Null when it does not say that it is over. */
export function readEnd(status: string | null, { headings, lines }: Sections): End | null {
  const word = statusFor(status);
  if (word !== "Draft") return { status: word, words: (status ?? "").slice(0, 60) };
  const parts = partsOf(headings, lines.length);
  const title = titleOf(parts);
  if (
    title !== null &&
    placeIn(title.name) === null &&
    ENDS_DONE.test(title.name) &&
    !NOT_DONE.test(title.name)
  )
    return { status: "Done", words: title.name.slice(0, 60) };
  const report = status === null ? parts.find(({ name }) => REPORT.test(name)) : undefined;
  return report === undefined ? null : { status: "Done", words: report.name.slice(0, 60) };
}
