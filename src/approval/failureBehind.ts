/** The failed call that a request stands for: its own, or the last one of its step before it. */
import { actionStatesOf } from "./device/ledger";
import { failureWords } from "./device/failure";
import type { Around } from "./around";
import type { RequestView } from "./view";

/** Null where nothing failed, or nothing is known of how. May quote a server. */
export function failureBehind(request: RequestView, { device }: Pick<Around, "device">): string | null {
  const { outcome, actionState, recordNote } = request;
  const own = failureWords(
    outcome,
    (recordNote?.record?.id === request.id ? recordNote.record.detail : "") || (actionState?.detail ?? ""),
  );
  // A request that was begun tells of its own outcome only.
  if (own !== null || request.step === "" || outcome !== null || actionState?.begun != null) return own;
  const before = actionStatesOf(device, request.plan, request.step).filter(
    (each) => each.action !== request.id && each.begun !== null,
  );
  const last = [...before].sort((a, b) => (a.begun ?? 0) - (b.begun ?? 0)).at(-1);
  return last === undefined ? null : failureWords(last.outcome, last.detail);
}
