/**
 * How a call that did not go well is told, the failure first. Shared by screen, Dashboard, record and request, so that
 * all say the same.
 */
import { OUTCOME_ROWS, rowOf, type Failure, type Outcome } from "./outcome";

const SAID = "The server said: ";

/** A server's words as part of what is kept of a call, marked as such: nobody is to take them for ours. */
export function heard(text: string): string {
  return text.trim() === "" ? "" : `${SAID}“${text.trim()}”`;
}

export function isFailure(outcome: Outcome | null): outcome is Failure {
  return outcome !== null && rowOf(outcome).failed === true;
}

/**
 * `Failed, maybe sent: “535 authentication failed”`, without a full stop after it; null where nothing failed, or
 * nothing is known of how.
 */
export function failureWords(outcome: Outcome | null, detail: string): string | null {
  if (!isFailure(outcome) || detail === "") return null;
  const words = detail.startsWith(`${SAID}“`) ? detail.slice(SAID.length) : detail;
  return `${outcome === "unclear" ? "Maybe sent: the answer does not say" : OUTCOME_ROWS[outcome].reached === "maybe" ? "Failed, maybe sent" : "Failed, not sent"}: ${words}`;
}
