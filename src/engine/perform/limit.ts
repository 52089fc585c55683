/** How long a call may take, and from when on nothing of it can be running any more. */
import { SECOND } from "../../kit/dates";
import { longestCall } from "../../settings/settings";
import type { Context } from "./context";

/** The port of tools gives a call up at its time limit; this is what it may take it to say so. */
const GIVING_UP = SECOND;
/**
 * Between the ledger entry and the call there is one more look at everything. It takes about as long as the one before;
 * at least this is left for it.
 */
const LEAST = 5 * SECOND;

export interface TimeForCall {
  /**
   * When the call is over for certain, whatever becomes of this run: a server that outlives it has its full time, too.
   * Milliseconds since the epoch.
   */
  readonly limit: number;
  /** Too late to begin the call: it could last beyond its limit. */
  isLate(): boolean;
}

/** `looked`: when the look before began, on the clock that nobody sets. The action begins now. */
export function timeForCall(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  looked: number,
): TimeForCall {
  const [begun, started] = [clock.now(), clock.monotonic()];
  const before = LEAST + 2 * (started - looked);
  return {
    limit: Math.ceil(begun + before + longestCall(settings) * SECOND + GIVING_UP),
    // Both clocks: one may be set, and the other stands still while the computer sleeps.
    isLate: () => clock.monotonic() - started > before || clock.now() - begun > before,
  };
}
