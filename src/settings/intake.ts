/** The words by which a task that comes in is told to need a plan, as they are until a person changes them. */
import * as z from "zod";

/** Priority, several steps, something that goes out, an order of things, other people. */
export const COMPLEX_WORDS: readonly string[] =
  `#high urgent ASAP critical invoice payment client project campaign report audit schedule coordinate
send post publish email message call pay submit after once then require depend pipeline sequence
team manager approval sign-off`.split(/\s/);

export const SIMPLE_WORDS: readonly string[] = [
  "read",
  "show",
  "display",
  "summarize",
  "what is",
  "how many",
];

/** Phrases by which a task asks to be thought through. */
export const THINK_PHRASES: readonly string[] = [
  "help me think through",
  "I need to design",
  "let's brainstorm",
  "help me plan",
  "I need a detailed approach for",
  "walk me through designing",
];

const MOST = 500;

/** A word or a few; `#` in front makes it a tag, `*` at the end the beginning of a word. */
const word = z
  .string()
  .max(60)
  .regex(/[\p{L}\p{N}]/u, "a word has at least one letter or digit");

export const wordList = (words: readonly string[]): z.ZodDefault<z.ZodArray<typeof word>> =>
  z
    .array(word)
    .max(MOST)
    .default([...words]);

/** The ways to treat a task that needs a plan. */
export const INTAKES = ["off", "suggest", "draft"] as const;
