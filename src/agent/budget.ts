/**
 * The budget that a step has left for its next call, or why it has none: the tighter of the work notes and this
 * device’s own count.
 */
import type { Counted } from "../approval/device/counted";
import type { Plan } from "../note/plan/plan";
import { tighter, type Spent } from "../kit/ports/spent";
import type { Price } from "../settings/priceTable";
import type { Settings } from "../settings/settings";
import { sayStop, type StopCode } from "./stops";
import { sayUsd, sayCost } from "./tell";

/** Codes of what an answer allows: written into the log with the block, and noted on this device before it asks. */
export const RAISES = "plan-usd";
export const ALONE = "unpriced-";

/** Whether a person chose that it goes on, at the question with this id. */
export function isAnswered({ log }: Pick<Plan, "log">, question: string): boolean {
  return log.has(
    ({ word, note, text }) =>
      note === question &&
      ((word === "ask-again" && text === "ask-again") || (word === "draft-again" && text === "draft-again")),
  );
}

export interface Accounts {
  readonly limits: Settings["limits"];
  readonly counted: Counted;
  /**
   * Whether a person chose that it goes on, at the question with this id. The log alone allows nothing: this device has
   * to have asked.
   */
  readonly isAnswered: (question: string) => boolean;
  /** As the work notes tell. */
  readonly run: Spent;
  readonly plan: Spent;
  readonly price: Price | null;
  /** It is a program, which may have done something by itself whenever it was started. */
  readonly isProgram: boolean;
  /** The model’s name in the settings, and what it is. */
  readonly model: string;
  readonly modelKey: string;
}

export type Budget =
  | {
      readonly kind: "room";
      readonly tokens: number;
      /** US dollars; null where the price is not known, and a person said that this does not matter. */
      readonly usd: number | null;
      /** US dollars of the plan from which its limit counts: noted with the call. */
      readonly base: number;
    }
  | Stop
  | { readonly kind: "wait"; readonly until: number; readonly because: string; readonly code: WaitCode };

export interface Stop {
  readonly kind: "stop";
  readonly code: StopCode;
  readonly says: string;
  /** Code of what an answer to it allows beyond a new run, for the log. */
  readonly mark?: string;
  /** Of a stop with a mark: id of the question that this device asks; missing until the device has noted it. */
  readonly question?: string;
  /** The turn of a program that was cut off while it worked on a project: its changes are noted first. */
  readonly cut?: CutTurn;
}

export interface CutTurn {
  readonly turn: number;
  /** Absolute path. */
  readonly project: string;
  /** Name of the folder of its run. */
  readonly folder: string;
}

/** Why agents wait in the whole vault. */
export type WaitCode = "day-usd" | "uncounted";

export function budgetOf(accounts: Accounts): Budget {
  const { limits, counted, price, isProgram } = accounts;
  if (counted.trouble !== null)
    return { kind: "wait", until: Infinity, because: counted.trouble, code: "uncounted" };
  const run = tighter(accounts.run, counted.run);
  const plan = tighter(accounts.plan, counted.plan);
  if (run.turns >= limits.turns) return stop("turns", `${String(run.turns)} of ${String(limits.turns)}`);
  if (run.tokens >= limits.tokens)
    return stop("tokens", `${sayCost(run.tokens, null)} of ${String(limits.tokens)}`);
  if (run.usd >= limits.usd) return stop("usd", `${sayUsd(run.usd)} of ${sayUsd(limits.usd)}`);
  const isOver = plan.usd - counted.base >= limits.plan_usd;
  const base = isOver && isAllowed(RAISES, accounts) ? plan.usd : counted.base;
  const planLeft = base + limits.plan_usd - plan.usd;
  if (planLeft <= 0)
    return asking(
      RAISES,
      "plan-usd",
      `${sayUsd(plan.usd)} of ${sayUsd(counted.base + limits.plan_usd)}`,
      accounts,
    );
  const alone = `${ALONE}${accounts.modelKey}`;
  if (price === null && !counted.isAlone && !isAllowed(alone, accounts))
    return asking(alone, "unpriced", sayUnpriced(accounts), accounts);
  const dayLeft = counted.ceiling - counted.today;
  // A program says itself what it cost, whatever price the settings give it.
  const isFree = price !== null && price.in === 0 && price.out === 0 && !isProgram;
  if (dayLeft <= 0 && !isFree) return waitForDay(counted);
  return {
    kind: "room",
    tokens: limits.tokens - run.tokens,
    usd: price === null ? null : Math.min(limits.usd - run.usd, planLeft, isFree ? Infinity : dayLeft),
    base,
  };
}

/** Share of the money of a plan at which its person is told. */
const NEAR = 0.8;
/** Sums of calls are not exact. */
export const HALF_CENT = 0.005;

/** The limit that the spent money is near, and has not reached; null otherwise. US dollars. */
export function nearPlanLimit(
  { plan_usd }: Pick<Settings["limits"], "plan_usd">,
  usd: number,
  base: number,
): number | null {
  const limit = base + plan_usd;
  const left = limit - usd;
  return left > HALF_CENT && left <= (1 - NEAR) * plan_usd + HALF_CENT ? limit : null;
}

function waitForDay({ today, ceiling, fallsBelow }: Counted): Budget {
  return {
    kind: "wait",
    until: fallsBelow(ceiling),
    because: `the agents of this device have spent ${sayUsd(today)} of the ${sayUsd(ceiling)} that they may spend in 24 hours`,
    code: "day-usd",
  };
}

function sayUnpriced({ model, limits }: Accounts): string {
  return `“${model}” is not known, so no limit in dollars can stop it; for each step the limits of ${String(limits.tokens)} tokens and ${String(limits.turns)} turns do`;
}

function isAllowed(what: string, { counted: { asked }, isAnswered: isSaid }: Accounts): boolean {
  return asked?.what === what && isSaid(asked.question);
}

/** An answer to it means money, so this device knows its question. */
function asking(
  what: string,
  code: StopCode,
  why: string,
  { counted: { asked }, isAnswered: isSaid }: Accounts,
): Stop {
  const isOpen = asked?.what === what && !isSaid(asked.question);
  return { ...stop(code, why), mark: what, ...(isOpen ? { question: asked.question } : {}) };
}

function stop(code: StopCode, why: string): Stop {
  return { kind: "stop", code, says: sayStop(code, why) };
}
