/** No call of a model used more tokens, or cost more US dollars, than this: a figure beyond it has no sense. */
export const MOST_TOKENS = 1_000_000_000;
export const MOST_USD = 1_000_000;

/** Whether a figure that was told in words of others can be one: not below zero, and not without end. */
export function isSensible(figure: number, most: number): boolean {
  return figure >= 0 && figure <= most;
}

/** The cost of calls of models, added up. A call of unknown cost counts as the most it can have cost. */
export interface Spent {
  readonly turns: number;
  readonly tokens: number;
  /** US dollars, of the calls whose price is known. */
  readonly usd: number;
  /** There are calls whose price is not known. */
  readonly isPartly: boolean;
  /** Some call counts as the most it can have cost. */
  readonly isAtMost: boolean;
  /** There are turns by hand, of which nobody counts what they cost. */
  readonly isUncounted?: true | undefined;
}

export const NOTHING_SPENT: Spent = { turns: 0, tokens: 0, usd: 0, isPartly: false, isAtMost: false };

export function plus(a: Spent, b: Spent): Spent {
  return {
    turns: a.turns + b.turns,
    tokens: a.tokens + b.tokens,
    usd: a.usd + b.usd,
    isPartly: a.isPartly || b.isPartly,
    isAtMost: a.isAtMost || b.isAtMost,
    ...(a.isUncounted === true || b.isUncounted === true ? { isUncounted: true } : {}),
  };
}

/** Of two counts of the same calls, the larger: either may have lost some of them. */
export function tighter(a: Spent, b: Spent): Spent {
  return {
    turns: Math.max(a.turns, b.turns),
    tokens: Math.max(a.tokens, b.tokens),
    usd: Math.max(a.usd, b.usd),
    isPartly: a.isPartly || b.isPartly,
    isAtMost: a.isAtMost || b.isAtMost,
    ...(a.isUncounted === true || b.isUncounted === true ? { isUncounted: true } : {}),
  };
}

/** US dollars; null where the price of some call is not known. */
export function usdOf({ usd, isPartly }: Spent): number | null {
  return isPartly ? null : usd;
}

/** The most that one call can cost. `usd` is null where the price is not known. */
export interface Bound {
  readonly tokens: number;
  readonly usd: number | null;
}

export function atMost({ tokens, usd }: Bound): Spent {
  return { turns: 1, tokens, usd: usd ?? 0, isPartly: usd === null, isAtMost: true };
}
