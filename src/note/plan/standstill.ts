/** Why a plan stands still, as far as its note alone tells. */
import type { Entry, Mark, Word } from "./logEntry";
import { momentIn } from "../../kit/dates";
import { remember } from "../../kit/remember";
import { BLOCKS, isBlockKind, type Block, type BlockKind } from "./blocks";
import { isGated, type Plan, type Step } from "./plan";

/** Words of a log about the status of a plan, once it is drafted. */
export const SINCE_DRAFTED: readonly Word[] = [
  "started",
  "blocked",
  "unblocked",
  "carried-out",
  "finished",
  "cancelled",
  "restored",
];

export interface OwnBlock {
  readonly entry: Entry;
  readonly mark: Mark;
}

type Bearer = Pick<Plan, "log" | "statusWords" | "blockedReason">;

/**
 * The block we put on a plan, if the block it bears is ours: the latest word about blocking in its log is ours, and
 * nobody wrote behind the status, or another reason into its property. Every look asks for it several times.
 */
export const ownBlock = remember((plan: Bearer): OwnBlock | null => {
  if (plan.statusWords !== null) return null;
  const last = plan.log.last(({ word }) => SINCE_DRAFTED.includes(word));
  return last?.mark.word === "blocked" && last.actor === "Agent" && isOurReason(plan)
    ? { entry: last, mark: last.mark }
    : null;
});

/**
 * Whether we wrote the reason in the properties: it is the beginning of a reason in the log. Not only of the last one:
 * sync may have put one device’s line beside another’s property.
 */
export function isOurReason({ log, blockedReason }: Pick<Plan, "log" | "blockedReason">): boolean {
  if (blockedReason === null) return true;
  const bare = (text: string): string => text.replaceAll("\\", "").replace(/\s+/g, " ");
  const reason = bare(blockedReason).trim();
  return (
    log.last(({ word, block }, { text }) => {
      if (word !== "blocked" || block === null || !isBlockKind(block)) return false;
      const { title } = BLOCKS[block];
      if (reason !== title && !reason.startsWith(`${title}. `)) return false;
      const said = reason.replace(/…$/, "");
      return bare(text).includes(` — ${said}${said === title ? "." : ""}`);
    }) !== null
  );
}

/**
 * A person set the status to Blocked, or a program that is not ours: it is theirs to lift, whatever else is the matter.
 */
export function isBlockedByPerson(plan: Plan): boolean {
  return plan.status === "Blocked" && ownBlock(plan) === null;
}

/** Why a person blocked it, as far as the note tells. */
export function personsReason({
  statusWords,
  blockedReason,
}: Pick<Plan, "statusWords" | "blockedReason">): string | null {
  return statusWords ?? blockedReason;
}

/** The moment that it is, and the zone by whose clock a vault counts days. */
export interface VaultClock {
  readonly now: number;
  readonly settings: { readonly time_zone: string };
}

export function isDeferred({ notBefore }: Pick<Step, "notBefore">, { now, settings }: VaultClock): boolean {
  const from = notBefore === null ? null : momentIn(notBefore, settings.time_zone);
  return from !== null && now < from;
}

/**
 * Its log says that it went into another plan, and nothing about one that came into it since. Both may hold the same
 * steps, so that here none goes on. Few logs say so, and the words are looked for before anything is read.
 */
export function isMergedAway(plan: Pick<Plan, "log">): boolean {
  return mergedInto(plan) !== null;
}

/** Of a plan that was merged away, the mark of the other; null for any other plan. */
export function mergedInto({ log }: Pick<Plan, "log">): string | null {
  if (!log.mayTell("put-away")) return null;
  const last = log.last(({ word }) => word === "put-away" || word === "merged")?.mark;
  return last?.word === "put-away" ? (last.text ?? "") : null;
}

export const MERGED_AWAY = "Its log says that it was merged into another plan, but the note is still here.";

/** Why nobody understands a step as it is written now, as sentences; null where it is understood. */
export function stepFault({ approval }: Pick<Step, "approval">): string | null {
  return approval.kind === "unclear"
    ? `Its step is unclear as it is written now. Line ${String(approval.line)}: ${approval.why}.`
    : null;
}

export const NOTHING_SAID = "Nobody has said yet exactly what to send.";

/**
 * The block that keeps the next step from being asked for, whatever else is known; null for none. Not for a step that
 * waits for its day, or has a request.
 */
export function blockByItself(plan: Pick<Plan, "status" | "log">, step: Step | null): Block | null {
  if (step === null || (plan.status !== "Active" && plan.status !== "Blocked")) return null;
  const block = (kind: BlockKind, reason: string): Block => ({
    kind,
    n: step.n,
    step: step.id,
    request: null,
    reason,
  });
  if (isMergedAway(plan) && isGated(step)) return block("merging", MERGED_AWAY);
  if (step.approval.kind === "unclear")
    return block("unclear", `Line ${String(step.approval.line)}: ${step.approval.why}.`);
  return step.approval.kind === "hand" ? block("action", NOTHING_SAID) : null;
}
