/**
 * How often a thing is tried: what could not be done is left alone and told, until something has changed or a while has
 * passed.
 */
import type { Problem } from "../kit/problem";
import type { Decision } from "../rules/moves";
import type { Performed } from "./perform/performed";

/** A note changed under the same decision this often was not changed: the decision cannot be carried out. */
const MOST_STALE = 5;
/**
 * Requests for one step, as it reads, in one run without a person between them. So a step is not asked about without
 * end, no matter what a note or a clock says.
 */
const MOST_ASKED = 8;

export interface RetryPolicy {
  /** Deeds that failed and are left alone, for a person to read. */
  problems(): readonly Problem[];
  /** By plan and step as it reads: why asking failed. Correcting the step is a new beginning. */
  readonly failures: ReadonlyMap<string, string>;
  readonly fail: (plan: string, step: string, why: string) => void;
  beginRound(): void;
  /** Asked of everything that is decided in a round, which is how it is known what is still wanted. */
  readonly isStuck: (decision: Decision) => boolean;
  /** Forgets what could not be done and is not wanted any more. Whether there was any. */
  forgetUnwanted(): boolean;
  mayTry(decision: Decision): boolean;
  came(decision: Decision, result: Performed): void;
  /** Failures that may have cured themselves are tried again. */
  tryAgain(): void;
  /** A person has had a look, or enough time has passed: steps may be asked about again. */
  askAfresh(): void;
}

export function createRetryPolicy(): RetryPolicy {
  const failures = new Map<string, string>();
  /** Null for what is told elsewhere. */
  const stuck = new Map<string, Problem | null>();
  const stale = new Map<string, number>();
  const asked = new Map<string, number>();
  const wanted = new Set<string>();

  const giveUp = (decision: Decision, why: string, line: number | null = null): void => {
    stuck.set(keyOf(decision), {
      kind: "leftover",
      path: decision.move.path,
      line,
      message: `could not be done (${decision.because}): ${why}`,
    });
  };

  return {
    problems: () => [...stuck.values()].filter((each) => each !== null),
    failures,
    fail: (plan, step, why) => void failures.set(`${plan}\n${step}`, why),
    beginRound: () => wanted.clear(),
    isStuck(decision) {
      const key = keyOf(decision);
      wanted.add(key);
      return stuck.has(key);
    },
    forgetUnwanted() {
      const settled = [...stuck.keys()].filter((key) => !wanted.has(key));
      for (const key of settled) stuck.delete(key);
      return settled.length > 0;
    },
    mayTry(decision) {
      const { move } = decision;
      if (move.kind !== "ask" || (asked.get(stepOf(move)) ?? 0) < MOST_ASKED) return true;
      stuck.set(keyOf(decision), {
        kind: "leftover",
        path: move.path,
        line: null,
        message: `asked ${String(MOST_ASKED)} times in a row for one step; it is not asked again before a person looks at it`,
      });
      return false;
    },
    came(decision, result) {
      const { move } = decision;
      const key = keyOf(decision);
      if (result.kind === "done" && move.kind === "ask")
        asked.set(stepOf(move), (asked.get(stepOf(move)) ?? 0) + 1);
      const times = result.kind === "stale" ? (stale.get(key) ?? 0) + 1 : 0;
      if (times === 0) stale.delete(key);
      else stale.set(key, times);
      if (times >= MOST_STALE) giveUp(decision, "the note is not as it has to be for that");
      if (result.kind !== "stuck") return;
      // Why a step cannot be asked about stands on its plan; that a note cannot be written does not.
      if (move.kind === "ask" && move.why !== "reissue" && failures.has(stepOf(move))) stuck.set(key, null);
      else giveUp(decision, result.why, result.line);
    },
    tryAgain() {
      stuck.clear();
      failures.clear();
      stale.clear();
    },
    askAfresh: () => asked.clear(),
  };
}

/** Two decisions with the same key would do the same thing to the same bytes. */
function keyOf({ move }: Decision): string {
  return JSON.stringify(move);
}

function stepOf({ path, step }: { readonly path: string; readonly step: string }): string {
  return `${path}\n${step}`;
}
