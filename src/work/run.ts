/** The run of one step: the entries of its trace that count for it as it is now, and what they have cost. */
import type { Plan, Step } from "../plan/plan";
import { hashText } from "../kit/hash";
import { hashStep } from "../plan/steps";
import { UNSPENT } from "../ports/model";
import { atMost, NOTHING_SPENT, plus, type Bound, type Spent } from "../ports/spent";
import { isOfRun, type EntryOf, type RunId, type WorkEntry } from "./entry";

export interface Run {
  readonly id: RunId;
  readonly entries: readonly WorkEntry[];
}

/** Opened again, tried again, or worded otherwise, a step begins a new run. Null for a step without a block id. */
export function runOf(plan: Pick<Plan, "journal">, step: Step, entries: readonly WorkEntry[]): Run | null {
  if (step.id === null) return null;
  const id = {
    step: step.id,
    hash: hashStep(step).slice(0, 12),
    round: plan.journal.entries.filter(
      ({ mark }) => mark?.step === step.id && (mark.word === "reopened" || mark.word === "ask-again"),
    ).length,
  };
  return { id, entries: entries.filter((entry) => isOfRun(entry, id)) };
}

export interface Turn {
  readonly asked: EntryOf<"asked">;
  /** Null while the model is being asked, and after a crash meanwhile. */
  readonly ended: EntryOf<"answered"> | EntryOf<"failed"> | null;
  readonly results: readonly EntryOf<"result">[];
}

/** In the order in which the model was asked. */
export function turnsOf(entries: readonly WorkEntry[]): readonly Turn[] {
  const turns: { asked: Turn["asked"]; ended: Turn["ended"]; results: EntryOf<"result">[] }[] = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (entry.kind === "asked") turns.push({ asked: entry, ended: null, results: [] });
    else if (last === undefined) continue;
    else if (entry.kind === "result") last.results.push(entry);
    else if (entry.turn === last.asked.turn && last.ended === null) last.ended = entry;
  }
  return turns;
}

/** Names a call of a tool in the plan’s log and in its questions, so that what it wants is done there once. */
export function callKey({ step, hash, round }: RunId, turn: number, call: string): string {
  return `c${hashText(JSON.stringify([step, hash, round, turn, call])).slice(0, 10)}`;
}

export function spentOn(turns: readonly Turn[]): Spent {
  return turns.reduce((sum, { asked, ended }) => plus(sum, spentBy(asked.bound, ended)), NOTHING_SPENT);
}

/** A call of which nobody knows what it cost counts as the most it can have cost. `ended` is null for one without an end. */
export function spentBy(
  bound: Bound,
  ended:
    Pick<EntryOf<"failed">, "code" | "usage" | "usd"> | Pick<EntryOf<"answered">, "usage" | "usd"> | null,
): Spent {
  if (ended !== null && "code" in ended && UNSPENT.includes(ended.code)) return NOTHING_SPENT;
  const { in: read = null, out = null } = ended?.usage ?? {};
  if (ended === null || read === null || out === null) return atMost(bound);
  const { usd } = ended;
  return { turns: 1, tokens: read + out, usd: usd ?? 0, isPartly: usd === null, isAtMost: false };
}

const sums = new WeakMap<readonly WorkEntry[], Spent>();

/** What all runs have cost. Entries that were read once are asked about at every look. */
export function spentOnAll(entries: readonly WorkEntry[]): Spent {
  const known = sums.get(entries) ?? spentOn(turnsOf(entries));
  sums.set(entries, known);
  return known;
}

/** Names a run in what the device counts. */
export function runName({ step, hash, round }: RunId): string {
  return `${step} ${hash} ${String(round)}`;
}

/** Files this run wrote, the latest text of each, by path. */
export function filesOf(entries: readonly WorkEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === "result" && entry.wrote !== undefined
        ? [[entry.wrote.path, entry.wrote.hash] as const]
        : [],
    ),
  );
}
