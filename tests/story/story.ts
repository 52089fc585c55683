/**
 * The form of a story: what the world does to a vault, event by event. Reads and checks `story.yaml`; a misspelt word
 * is an error.
 */
import { existsSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import * as z from "zod";

const one = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape);
const role = z.enum(["executor", "clerk", "viewer"]);
const several = z
  .union([z.string(), z.array(z.string())])
  .transform((each) => (typeof each === "string" ? [each] : each));

/** Patterns have `*` for any characters but a slash and must match one file; `Done/*` names a file in that folder. */
const claims = one({
  exists: several.optional(),
  absent: several.optional(),
  /** Text a note has to hold, by pattern. */
  says: z.record(z.string(), several).optional(),
  lacks: z.record(z.string(), several).optional(),
  /** Outside calls so far. */
  calls: z.int().optional(),
  /** Part of the arguments of the last call. */
  sent: z.record(z.string(), z.unknown()).optional(),
  /** The last two calls bore the same value for this argument. */
  same_key: z.string().optional(),
  /** State of the request whose note or record matches, by pattern. */
  state: z.record(z.string(), z.string()).optional(),
  /** Status of a plan by its id; `Blocked: rejected` names the kind of block as well. */
  plan: z.record(z.string(), z.string()).optional(),
  /** Part of a sentence saying why this device stands still; null when it does not. */
  standing: z.string().nullable().optional(),
  problem: several.optional(),
  duplicates: z.int().optional(),
  /** Paths of all tasks that seem to need a plan and have none. */
  tasks: z.array(z.string()).optional(),
  /** Number of files that match. */
  count: z.record(z.string(), z.int()).optional(),
  /** Part of the answer to the last command. */
  answer: z.string().optional(),
  notice: z.string().optional(),
});

const answer = z.enum([
  "ok",
  "tool-error",
  "says-failed",
  "says-neither",
  "says-little",
  "takes-no-more",
  "not-sent",
  "unknown",
  "hang",
]);
const simple = [
  one({ move: one({ from: z.string(), to: z.string() }) }),
  one({ write: one({ path: z.string(), text: z.string() }) }),
  one({ replace: one({ path: z.string(), find: z.string(), with: z.string() }) }),
  one({ copy: one({ from: z.string(), to: z.string() }) }),
  one({ delete: z.string() }),
  one({ folder: one({ from: z.string(), to: z.string() }) }),
  one({ advance: one({ minutes: z.number().optional(), hours: z.number().optional() }) }),
  /**
   * As src/rules/command.ts has it; `request` may be a pattern. `agree` without a code agrees to what would be shown.
   */
  one({ command: z.looseObject({ kind: z.string() }) }),
  one({
    tool: one({
      server: z.string(),
      answer: answer.optional(),
      down: z.string().nullable().optional(),
      gone: z.boolean().optional(),
      adds_argument: z.string().optional(),
    }),
  }),
  /**
   * Who acts from now on. `from` copies another device's memory; `forgets` empties it; `machine` says on which computer
   * it runs.
   */
  one({
    device: one({
      name: z.string(),
      from: z.string().optional(),
      forgets: z.boolean().optional(),
      machine: z.string().optional(),
      damaged: z.string().optional(),
    }),
  }),
  /** The program is closed and opened again. */
  one({ restart: z.literal(true) }),
  one({ assert: claims }),
] as const;
const step = z.union(simple);
/**
 * `while_waiting` happens when the desk first waits for something to fall due; `moves` are the rules expected, in
 * order.
 */
const settle = one({
  settle: role,
  while_waiting: z.array(step).optional(),
  moves: z.array(z.string()).optional(),
});
const event = z.union([settle, ...simple]);

const story = one({
  /** What the case shows, in a sentence. */
  shows: z.string(),
  /** Folders of ours that are not there at first. */
  without: z.array(z.string()).default([]),
  /** Set where later hours bring something by themselves, with the reason. */
  due: z.string().optional(),
  /** How often one step may reach the outside, where a person asked for it more than once. */
  calls_per_step: z.int().default(1),
  /** Its crash sweep leaves nothing out; that of other stories is thinned unless everything is asked for. */
  canonical: z.literal(true).optional(),
  /** Set where a power cut makes something come later than the story expects, so that it may end otherwise. */
  cut_delays: z.string().optional(),
  /** Set where the crash sweep would say nothing new, with the reason. */
  not_swept: z.string().optional(),
  events: z.array(event),
});

export type Story = z.infer<typeof story>;
export type Event = Story["events"][number];
export type Claims = z.infer<typeof claims>;
export type ToolAnswer = z.infer<typeof answer>;

export function readStory(folder: string, file = "story.yaml"): Story {
  return story.parse(load(readFileSync(`${folder}/${file}`, "utf8")));
}

/** The settings that `settings.yaml` puts over those every story starts with; empty without one. */
export function readOverrides(folder: string): Readonly<Record<string, unknown>> {
  const path = `${folder}/settings.yaml`;
  return existsSync(path) ? z.record(z.string(), z.unknown()).parse(load(readFileSync(path, "utf8"))) : {};
}
