/**
 * The form of a task for agents: notes, a plan, what a person does meanwhile, and what has to be in the vault
 * afterwards. Reads and checks `tasks/*.yaml`; a misspelt word is an error.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import * as z from "zod";

/** A regular expression, read without regard to case. */
const pattern = z.string().min(1);
const patterns = z.array(pattern).default([]);

/** A long note: one line many times, `{n}` for its number, and other lines at some places. */
const longNote = z.strictObject({
  line: z.string(),
  times: z.int().min(1),
  at: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
});

const answers = z
  .array(
    z.strictObject({
      /** Words in the text of the step; of a draft, of `plan PATH`. */
      step: z.string().default(""),
      turn: z.int().min(1),
      says: z.string().default(""),
      calls: z
        .array(z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.json()) }))
        .default([]),
    }),
  )
  .min(1);
export type Answers = z.infer<typeof answers>;

const event = z.union([
  z.enum(["think", "settle"]),
  /** A model drafts a plan of this note, and the person takes the draft as it is shown. */
  z.strictObject({ plan: z.string() }),
  /** The person answers the question that is open, in these words. */
  z.strictObject({ answer: z.string() }),
  /** The person refuses the request that waits, with these words under “Your note”. */
  z.strictObject({ reject: z.string() }),
]);
export type Event = z.infer<typeof event>;

const work = z.strictObject({
  /** How the name of the file ends or is. */
  name: pattern.default("."),
  says: patterns,
  lacks: patterns,
  /** At most so many words. */
  words: z.int().optional(),
  /** So many lines with so many cells each, the heads of the columns among them. */
  table: z.strictObject({ rows: z.int(), columns: z.int() }).optional(),
});

const expected = z.strictObject({
  /**
   * Numbers of steps, as the plan had them, that the agent has finished with evidence that was checked. All others are
   * as they were.
   */
  done: z.array(z.int()).default([]),
  /** Why the plan waits now: one of these kinds of blocks. */
  block: z.array(z.string()).optional(),
  /** What the reason says for which it waits. */
  reason: patterns,
  /** For each of these there is a work file. */
  work: z.array(work).default([]),
  /** What no work file says. */
  never: patterns,
  /** What the note of the plan says, and what it does not say. */
  plan: z.strictObject({ says: patterns, lacks: patterns }).optional(),
  /** New steps, those that a draft put in among them: how many, and words of those that have to ask first. */
  added: z.strictObject({ least: z.int(), most: z.int().default(20), gated: patterns }).optional(),
  /** A request waits for the person: what it says, and what the action in the plan does not say. */
  request: z.strictObject({ target: z.string(), says: patterns, lacks: patterns }).optional(),
  /** A draft was made of a note. */
  draft: z
    .strictObject({ source: z.string(), steps: z.int(), gated: z.int(), says: patterns, lacks: patterns })
    .optional(),
});
export type Expected = z.infer<typeof expected>;
export type ExpectedWork = Expected["work"][number];

const task = z.strictObject({
  /** What the task asks of a model, in a sentence. */
  asks: z.string(),
  /** Notes beside those of the sample vault. */
  notes: z.record(z.string(), z.union([z.string(), longNote])).default({}),
  plan: z
    .strictObject({
      objective: z.string(),
      context: z.string().default(""),
      steps: z.array(z.string()).min(1),
      for_agent: z.string().default(""),
    })
    .optional(),
  /** Folders that no agent reads. */
  closed: z.array(z.string()).default([]),
  /** Tokens that fit into the model; as many as its settings say where it is missing. */
  context: z.int().min(8000).optional(),
  /** Id of a draft of the sample vault that is to be started, instead of a plan of its own. */
  starts: z.string().optional(),
  events: z.array(event).default(["think"]),
  expect: expected,
  /** What a model says that solves it. */
  right: answers,
  /** What models say that do not, by what they do. */
  wrong: z.record(z.string(), answers).default({}),
});
export type Task = z.infer<typeof task> & { readonly name: string };

export function readTasks(folder: string): readonly Task[] {
  return readdirSync(folder)
    .filter((each) => each.endsWith(".yaml"))
    .sort()
    .map((each) => {
      const parsed = task.safeParse(load(readFileSync(path.join(folder, each), "utf8")));
      if (!parsed.success) throw new Error(`${each}: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, name: each.replace(/\.yaml$/, "") };
    });
}

export function textOf(note: Task["notes"][string]): string {
  if (typeof note === "string") return note;
  const { line, times, at } = note;
  return Array.from({ length: times }, (_each, n) => {
    const given = at[String(n + 1)] ?? line;
    return `${given.replaceAll("{n}", String(n + 1))}\n`;
  }).join("");
}
