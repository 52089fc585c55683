/**
 * Records of what this device alone knows: its own identity, and everything it has begun. Records are only ever added;
 * the state is what they add up to. This is the local latch of the protocol: a record is durable before the deed that
 * it speaks of is done.
 */
import * as z from "zod";
import { heldAs } from "./holdReason";
import { OUTCOMES } from "./outcome";

const at = z.number();
const id = z.string().regex(/^[0-9a-f]{32}$/);

/** The action that an entry is about: enough to write the action's record again when its note is gone. */
const about = {
  action: id,
  chain: id,
  attempt: z.int(),
  name: z.string(),
  /** Key of the plan, and its id as written. */
  plan: z.string(),
  task: z.string(),
  step: z.string(),
  /** First 12 digits of the hash of step and action. */
  text: z.string(),
  type: z.string(),
  target: z.string(),
};

export const record = z.discriminatedUnion("kind", [
  /** First record of a store, and again when the person says that a copied profile is a device of its own. */
  z.object({
    kind: z.literal("device"),
    id,
    key: z.string().regex(/^[0-9a-f]{64}$/),
    name: z.string(),
    machine: z.string(),
    vault: z.string(),
    at,
  }),
  /** This device wrote a request. */
  z.object({ kind: z.literal("asked"), ...about, at }),
  /** First time this request was seen in the Approved folder. */
  z.object({ kind: z.literal("seen"), action: id, at }),
  /** Nothing but its server is missing, for the first time since it was approved. */
  z.object({ kind: z.literal("unreached"), action: id, at }),
  /** From now on it runs only after a confirmation here. `why` is a code. */
  z.object({ kind: z.literal("held"), action: id, ...heldAs, at }),
  z.object({
    kind: z.literal("confirmed"),
    action: id,
    /** How often one had been voided when this one was given: what has been noted since is not covered by it. */
    voided: z.int(),
    at,
  }),
  /** It lies among the approved no longer: that it was seen there, and a confirmation, count no more. */
  z.object({ kind: z.literal("taken-back"), action: id, at }),
  /** A person says that they did by hand what they had approved. */
  z.object({ kind: z.literal("did"), action: id, at }),
  /** The latch: nothing of this action may begin again. */
  z.object({
    kind: z.literal("begun"),
    ...about,
    /** The key by which a receiver can tell a repetition, and the hash of the action: they outlive the notes. */
    idempotency: z.string(),
    actionHash: z.string(),
    /** The run that began it. */
    nonce: z.string(),
    /** The moment at which its call is over for certain, by the clock that told `at`. Null for what is done by hand. */
    limit: z.number().nullable(),
    at,
  }),
  z.object({
    kind: z.literal("ended"),
    action: id,
    outcome: z.enum(OUTCOMES),
    /** The words of the action's record about its outcome: that record may have to be written again. */
    detail: z.string(),
    /** The name of an unclear answer in `device/taught`, or why it cannot be taught. */
    answer: z.string().optional(),
    /** The server of the call asked to be left alone until then. Milliseconds since the epoch. */
    rests: z.object({ server: z.string(), until: at }).optional(),
    at,
  }),
  /** Its result is in the plan. */
  z.object({ kind: z.literal("applied"), action: id, at }),
  z.object({
    kind: z.literal("paused"),
    on: z.boolean(),
    /** Sentences; empty where it was a person. */
    why: z.string(),
    action: id.optional(),
    /**
     * The number of pauses that there had been when the end of one was given. One that came since goes on.
     */
    pauses: z.int().optional(),
    at,
  }),
  /** A state that has to last before something follows from it: seen first (`on`), or gone again. `what` names it. */
  z.object({ kind: z.literal("watched"), what: z.string(), on: z.boolean(), at }),
  /** Running as the acting device; written at most once an hour. */
  z.object({ kind: z.literal("alive"), at }),
  /** A notice that must not be repeated: `what` names it. */
  z.object({
    kind: z.literal("told"),
    what: z.string(),
    /** The run that starts a program; missing for all else. */
    run: z.string().optional(),
    at,
  }),
  /**
   * Something that takes effect only after a person said so on this device: the settings (`settings`, or the name of
   * their file), a tool of a server as it was first listed, the program of a check (`check program …`), a program that
   * does steps of one plan (`agent program …`). `hash` is of its content, for the last of the copy of the flow, with
   * names of steps and the hash of the file; a program of a check is `allowed`, and what was taken back is `forbidden`.
   * An answer of a tool (`answer …`) is `happened`, or `forgotten`.
   */
  z.object({
    kind: z.literal("trusted"),
    what: z.string(),
    hash: z.string(),
    /** The lines of the settings that were confirmed, as they were shown; missing for all else. */
    lines: z
      .array(z.object({ group: z.string(), of: z.string().nullable(), text: z.string(), mark: z.string() }))
      .optional(),
    at,
  }),
]);

export type DeviceRecord = z.infer<typeof record>;
