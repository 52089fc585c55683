/**
 * Why an approval alone is not enough for one request. The ledger keeps a code and its facts, and rules compare those;
 * the sentence is looked up when it is shown, so that it can be reworded without asking anybody again.
 */
import * as z from "zod";
import { MINUTE, showStamp } from "../../kit/dates";

const BARE = [
  "two-folders",
  "taking-back",
  "away-for-days",
  "left-while-unreadable",
  "elsewhere-while-unreadable",
  "rejected-while-approved",
  "foreign-record",
  "unreadable-for-long",
] as const;
export type BareHold = (typeof BARE)[number];

const reason = z.discriminatedUnion("code", [
  z.object({ code: z.enum(BARE) }),
  z.object({ code: z.literal("folder-missing"), folder: z.string() }),
  z.object({ code: z.literal("too-many"), most: z.number() }),
  /**
   * Exactly the same went out for another step since it was asked; `certain` where that is no doubt. `begun` in
   * milliseconds.
   */
  z.object({ code: z.literal("sent-since"), certain: z.boolean(), begun: z.number(), task: z.string() }),
  /** A code that this version does not know: it holds the approval all the same. */
  z.object({ code: z.literal("other"), words: z.string() }),
]);
export type HoldReason = z.infer<typeof reason>;

/** The shape in the ledger: `why` is the code, which may be one that this version does not know. */
export const heldAs = {
  why: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
};
type HeldAs = z.infer<z.ZodObject<typeof heldAs>>;

export function writeHold({ code, ...facts }: HoldReason): HeldAs {
  return Object.keys(facts).length === 0 ? { why: code } : { why: code, facts };
}

export function readHold({ why, facts }: HeldAs): HoldReason {
  const parsed = reason.safeParse({ ...facts, code: why });
  return parsed.success ? parsed.data : { code: "other", words: why };
}

const NEEDS = "so it needs a confirmation on the acting device.";

const WORDS: Readonly<Record<BareHold, string>> = {
  "two-folders": `It was in two folders, ${NEEDS}`,
  "taking-back": "A person took it back, but its note could not be moved, so it needs a confirmation here.",
  "away-for-days":
    "It was in the Approved folder while this device was off or asleep for days, so it needs a confirmation here.",
  "left-while-unreadable": `It was taken out of the Approved folder while another folder could not be read, ${NEEDS}`,
  "elsewhere-while-unreadable": `It was seen elsewhere while the Approved folder could not be read, ${NEEDS}`,
  "rejected-while-approved": `It was in the Approved folder when it, or another attempt, was rejected, ${NEEDS}`,
  "foreign-record": `It was in the Approved folder beside a record that this device did not write, ${NEEDS}`,
  "unreadable-for-long": `It was unreadable for long while in the Approved folder, ${NEEDS}`,
};

export function sayHold(of: HoldReason): string {
  switch (of.code) {
    case "folder-missing":
      return `It was in the Approved folder while the folder ${of.folder} was missing. git itself moves notes when a folder goes away, ${NEEDS}`;
    case "too-many":
      return `More than ${String(of.most)} actions at once need a confirmation on the acting device.`;
    case "sent-since":
      return `It would go out twice: exactly the same ${of.certain ? "was" : "may have been"} carried out on ${showStamp(of.begun)} for another step, and this request does not say so. Confirm it on the acting device only if you mean it; otherwise, reject it.`;
    case "other":
      return of.words;
    default:
      return WORDS[of.code];
  }
}

export function isHeldFor(held: readonly HoldReason[], wanted: HoldReason): boolean {
  return held.some((each) => keyOf(each) === keyOf(wanted));
}

function keyOf(of: HoldReason): string {
  return JSON.stringify(
    of.code === "sent-since"
      ? [of.code, of.certain, Math.floor(of.begun / MINUTE), of.task]
      : Object.values(of),
  );
}
