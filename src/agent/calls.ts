/** The calls in one answer of a model: how many count, in which order they are done, and which of them have to wait. */
import type { Part, WantedCall } from "../kit/ports/model";
import { counted } from "../kit/numbers";
import type { EntryOf } from "./entry";
import type { Answered, Turn } from "./run";
import { isAct, endsRun } from "./tools";

export const MOST_CALLS = 20;

/** The parts of an answer that count, and how many calls beyond them do not. */
export function withinLimit(parts: readonly Part[]): Pick<EntryOf<"answered">, "parts" | "more"> {
  let calls = 0;
  const kept = parts.filter(({ kind }) => kind !== "call" || ++calls <= MOST_CALLS);
  return calls <= MOST_CALLS ? { parts } : { parts: kept, more: calls - MOST_CALLS };
}

/** A sentence for the model about calls beyond the limit; empty for none. */
export function sayMore({ more = 0 }: Pick<Answered, "more">): string {
  return more === 0
    ? ""
    : `Only the first ${String(MOST_CALLS)} calls of an answer count: ${counted(more, "more call")} of this one ${more === 1 ? "was" : "were"} not done.`;
}

export function callsIn({ parts }: Pick<Answered, "parts">): readonly WantedCall[] {
  return parts.flatMap((part) =>
    part.kind === "call" ? [{ id: part.id, tool: part.tool, input: part.input }] : [],
  );
}

/** The next call of an answer that nothing has come of yet: first every read, last a call that ends the run. */
export function openCall({ results }: Pick<Turn, "results">, answered: Answered): WantedCall | null {
  const open = callsIn(answered).filter(({ id }) => !results.some(({ call }) => call === id));
  // A draft may put a step before this one; the other calls of the answer do not wait for that.
  return (
    open.find(({ tool }) => !isAct(tool)) ??
    open.find(({ tool }) => !endsRun(tool) && tool !== "draft_action") ??
    open.find(({ tool }) => !endsRun(tool)) ??
    open[0] ??
    null
  );
}

/**
 * The tools whose results the model has not read when it made this call, and on which the call may depend; none where
 * it can be done. `turn`: the answer with the call. A plan’s own calls are no answer of a model.
 */
export function unreadBefore({ id, tool }: WantedCall, { n, results }: Turn): readonly string[] {
  if (n === 0 || !isAct(tool)) return [];
  const unread = results.filter((each) => each.call !== id && !isAcceptedWrite(each));
  const read = unread.filter((each) => each.unread !== true);
  return [...new Set((read.length > 0 ? read : unread).map((each) => each.tool))];
}

/** The model knows its result unread. Nobody knows the answer to a question, or the fate of a drafted action. */
function isAcceptedWrite({ ok, tool, asked }: EntryOf<"result">): boolean {
  return ok && isAct(tool) && asked !== true && !ANSWERED.includes(tool);
}

const ANSWERED: readonly string[] = ["ask_person", "propose_edit", "draft_action"];
