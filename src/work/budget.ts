/** What a step may still spend before its next call, and why it may spend nothing: the tighter of the work notes and this device’s own count. */
import type { Counted } from "../device/counted";
import type { Plan } from "../plan/plan";
import { tighter, type Spent } from "../ports/spent";
import type { Price } from "../settings/priceTable";
import type { Settings } from "../settings/settings";
import { sayStop, type StopCode } from "./stops";
import { sayUsd, sayCost } from "./tell";

/** What a person has answered, as the plan’s log tells. */
export interface Allowed {
  /** How often the plan was to spend as much again. */
  readonly raises: number;
  /** Models whose tokens alone are to be counted. */
  readonly alone: readonly string[];
}

/** Written into the log with the block: an answer to it means money, and another means none. */
export const RAISES = "plan-usd";
export const ALONE = "unpriced-";

/** The log allows nothing by itself: this device takes one answer for each time that it stopped. */
export function allowedIn({ journal }: Pick<Plan, "journal">): Allowed {
  let asked = "";
  let step: string | null = null;
  let raises = 0;
  const alone: string[] = [];
  for (const { mark } of journal.entries) {
    if (mark?.word === "blocked") [asked, step] = [mark.text ?? "", mark.step];
    // A tick at an older question, or at another box, raises nothing.
    const isAnswer =
      mark?.word === "ask-again" && mark.step === step && (mark.text === null || mark.text === "ask-again");
    if (!isAnswer) continue;
    if (asked === RAISES) raises += 1;
    if (asked.startsWith(ALONE)) alone.push(asked.slice(ALONE.length));
    asked = "";
  }
  return { raises, alone };
}

export interface Accounts {
  readonly limits: Settings["limits"];
  readonly counted: Counted;
  readonly allowed: Allowed;
  /** As the work notes tell. */
  readonly run: Spent;
  readonly plan: Spent;
  readonly price: Price | null;
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
      /** What is to be noted with the call. */
      readonly base: number;
      readonly answers: number;
    }
  | { readonly kind: "stop"; readonly code: StopCode; readonly says: string; readonly mark?: string }
  | { readonly kind: "wait"; readonly until: number; readonly because: string; readonly code: WaitCode };

/** Why agents wait in the whole vault. */
export type WaitCode = "day-usd" | "uncounted";

export function budgetOf(accounts: Accounts): Budget {
  const { limits, counted, allowed, price } = accounts;
  if (counted.trouble !== null)
    return { kind: "wait", until: Infinity, because: counted.trouble, code: "uncounted" };
  const run = tighter(accounts.run, counted.run);
  const plan = tighter(accounts.plan, counted.plan);
  if (run.turns >= limits.turns) return stop("turns", `${String(run.turns)} of ${String(limits.turns)}`);
  if (run.tokens >= limits.tokens)
    return stop("tokens", `${sayCost(run.tokens, null)} of ${String(limits.tokens)}`);
  if (run.usd >= limits.usd) return stop("usd", `${sayUsd(run.usd)} of ${sayUsd(limits.usd)}`);
  const isOver = plan.usd - counted.base >= limits.plan_usd;
  const base = isOver && allowed.raises > counted.answers ? plan.usd : counted.base;
  const planLeft = base + limits.plan_usd - plan.usd;
  if (planLeft <= 0)
    return {
      ...stop("plan-usd", `${sayUsd(plan.usd)} of ${sayUsd(counted.base + limits.plan_usd)}`),
      mark: RAISES,
    };
  if (price === null && !counted.isAlone && !allowed.alone.includes(accounts.modelKey))
    return { ...stop("unpriced", sayUnpriced(accounts)), mark: `${ALONE}${accounts.modelKey}` };
  const dayLeft = counted.ceiling - counted.today;
  const isFree = price !== null && price.in === 0 && price.out === 0;
  if (dayLeft <= 0 && !isFree) return waitForDay(counted);
  return {
    kind: "room",
    tokens: limits.tokens - run.tokens,
    usd: price === null ? null : Math.min(limits.usd - run.usd, planLeft, isFree ? Infinity : dayLeft),
    base,
    answers: allowed.raises,
  };
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

function stop(code: StopCode, why: string): { kind: "stop"; code: StopCode; says: string } {
  return { kind: "stop", code, says: sayStop(code, why) };
}
