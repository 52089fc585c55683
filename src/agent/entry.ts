/**
 * One entry of the trace in a plan’s work notes: what was asked of a model, what it answered, what came of its tool
 * calls. Entries are only ever added. Nothing else is known of a step that was being thought through.
 */
import * as z from "zod";
import { FAILURES } from "../kit/ports/model";

const tokens = z.int().min(0).nullable();
const usage = z.object({ in: tokens, cached: tokens, written: tokens.optional(), out: tokens });
/** US dollars; null where the price is not known. */
const usd = z.number().min(0).nullable();
const json: z.ZodType<import("../kit/json").Json> = z.json();

const call = z.object({ id: z.string(), tool: z.string(), input: z.string() });
const part = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), kept: json.optional() }),
  z.object({ kind: z.literal("call"), ...call.shape, kept: json.optional() }),
]);

/** Files of its project that a program changed. `added`, `removed`: lines; null where no text of it is kept. */
const changes = z.object({
  /** Name of the folder. */
  project: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["added", "changed", "removed"]),
      added: tokens,
      removed: tokens,
    }),
  ),
  /** Files that are not listed. */
  more: z.int().min(1).optional(),
  /** The project has too many files: nothing is known of some. */
  isCut: z.literal(true).optional(),
});

/** The run that an entry belongs to: the step, its text, and how often it was opened again. */
const run = {
  /** Block id of the step, without the caret. */
  step: z.string(),
  /** First 12 digits of the hash of the step. */
  hash: z.string(),
  /** How often the step had been opened again or tried again. */
  round: z.int().min(0),
};

/** The step as it was called then, for people; what counts is its id. */
const called = { called: z.string().optional() };

/** A person carried the question away and the answer back. */
const byHand = { byHand: z.literal(true).optional() };

/** A file that the agent wrote, by its path and the hash of its text. */
const written = z.object({ path: z.string(), hash: z.string() });

/** The changes of a program, and the file with their difference. */
const changed = { changes: changes.optional(), wrote: written.optional() };

export const entry = z.discriminatedUnion("kind", [
  /** Written before the model is asked. Without an answer behind it, it counts as if `bound` had been spent. */
  z.object({
    kind: z.literal("asked"),
    at: z.number(),
    ...run,
    ...called,
    turn: z.int().min(1),
    /** The model’s name in the settings. */
    model: z.string(),
    /** The model itself: where it is reached, and its name there. */
    of: z.string().optional(),
    /** Its answers come from a file. */
    scripted: z.boolean(),
    ...byHand,
    /** Whether the check of the step holds; the agent of the step is not asked. */
    classifies: z.literal(true).optional(),
    /** First 12 digits of the hash of what was asked. */
    prompt: z.string(),
    /** More than this the call cannot have cost. */
    bound: z.object({ tokens: z.int(), usd }),
    /** Tokens that the limits left for the answer, where it might have been longer. */
    cut: z.int().min(0).optional(),
    /** US dollars that the limits had left for a program, whose cost nobody knows before. */
    left: z.number().min(0).optional(),
  }),
  z.object({
    kind: z.literal("answered"),
    at: z.number(),
    ...run,
    /** Where agents work side by side, so that a person can tell whose answer it is. */
    ...called,
    turn: z.int().min(1),
    ...byHand,
    parts: z.array(part).readonly(),
    /** Calls beyond those that count, which are not kept. */
    more: z.int().min(1).optional(),
    usage,
    usd,
    /** The plan or the step had changed meanwhile: it was paid for, and nothing comes of it. */
    unused: z.literal(true).optional(),
    ...changed,
  }),
  z.object({
    kind: z.literal("failed"),
    at: z.number(),
    ...run,
    ...called,
    turn: z.int().min(1),
    code: z.enum(FAILURES),
    why: z.string(),
    usage,
    usd,
    /** Milliseconds since the epoch: not to be asked again sooner. */
    until: z.number().optional(),
    ...changed,
  }),
  /**
   * Written before a tool of a server is called. Without a result behind it, nobody knows whether it was: it is not
   * called again.
   */
  z.object({
    kind: z.literal("began"),
    at: z.number(),
    ...run,
    call: z.string(),
    /** As the model calls it, and as the settings name it. */
    tool: z.string(),
    of: z.object({ server: z.string(), tool: z.string() }),
    /** The input that it is given, as JSON. */
    input: z.string(),
  }),
  /** Written before a program that checks the step is started. Without its end, nobody knows whether it ran. */
  z.object({
    kind: z.literal("started"),
    at: z.number(),
    ...run,
    /** Names the check within the run. */
    key: z.string(),
    /** Counts how often it was started for this check, this time included. */
    attempt: z.int().min(1),
    /** The command, as it is shown. */
    line: z.string(),
    folder: z.string(),
  }),
  z.object({
    kind: z.literal("ended"),
    at: z.number(),
    ...run,
    key: z.string(),
    attempt: z.int().min(1),
    how: z.enum(["exited", "killed", "timed-out", "stopped", "endless", "not-started", "unknown"]),
    code: z.int().optional(),
    /** Its last words, or why it was not started. */
    says: z.string(),
    /** The end of its output. */
    output: z.string().optional(),
    /** The file with its output. */
    wrote: written.optional(),
  }),
  /** An edit of a note, before the person is asked whether it is to be made: whole lines that go and come. */
  z.object({
    kind: z.literal("proposed"),
    at: z.number(),
    ...run,
    call: z.string(),
    path: z.string(),
    why: z.string(),
    /** Hash of the note as it was read; null where there was none. */
    before: z.string().nullable(),
    /** Hash of the note with the edit in it. */
    after: z.string(),
    /** `from`: index in the text. */
    splice: z.object({ from: z.int().min(0), out: z.string(), in: z.string() }),
    /** Path of the file that shows the whole change. */
    file: z.string(),
  }),
  /** The result of a tool call. */
  z.object({
    kind: z.literal("result"),
    at: z.number(),
    ...run,
    ...called,
    call: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    /** The words for the model. */
    text: z.string(),
    /** Not done, as the model had not read the results of other calls in the same answer. */
    unread: z.literal(true).optional(),
    /** The person was asked before it was done. */
    asked: z.literal(true).optional(),
    wrote: written.optional(),
    /**
     * Of an edit that was begun or that the person agreed to: whether it was made, or the note left, because it did not
     * read any more as it was shown; or that nobody knows.
     */
    edited: z.enum(["made", "left", "unknown"]).optional(),
    /** Arguments of a call that the plan itself names for the step: no answer of a model has them. */
    planned: z.string().optional(),
    /** Of a step that is finished: each thing that was checked, in words. */
    checked: z.array(z.string()).optional(),
    /** Things that still have to leave the vault for a finished step, as the agent says; missing for none. */
    outside: z.string().optional(),
    /** Something went out for the finished step, with a record. */
    sent: z.literal(true).optional(),
    /** Of a step of a flow that is finished: what its check found; empty where it holds. */
    findings: z.array(z.string()).optional(),
    /** The cost of the whole run, where this ends it. */
    spent: z
      .object({
        turns: z.int(),
        tokens: z.int(),
        usd: z.number(),
        isPartly: z.boolean(),
        isAtMost: z.boolean(),
        isUncounted: z.literal(true).optional(),
      })
      .optional(),
  }),
]);

export type WorkEntry = z.infer<typeof entry>;
export type EntryOf<Kind extends WorkEntry["kind"]> = Extract<WorkEntry, { kind: Kind }>;
export type RunId = Pick<WorkEntry, "step" | "hash" | "round">;

export function isOfRun(entry: RunId, run: RunId): boolean {
  return entry.step === run.step && entry.hash === run.hash && entry.round === run.round;
}
