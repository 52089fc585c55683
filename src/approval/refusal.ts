/** The action that a person rejected at the step where its plan still stands, with their words about it. */
import type { Action } from "../note/action/action";
import type { Step } from "../note/plan/plan";
import { isHashOf } from "../note/plan/steps";
import type { RequestReading } from "./request/request";
import { isRejected } from "./asking";
import type { NotePlace, RequestView } from "./view";

export interface Refusal {
  /** Id of the rejected request. */
  readonly request: string;
  /** The action that the request asked for. */
  readonly action: Action;
  /** The action as somebody changed it in the request itself; null where it is as it was asked. */
  readonly changed: Action | null;
  /** The person’s words under “Your note”; empty for none. */
  readonly note: string;
  /** Milliseconds since the epoch: when somebody last changed the rejected note. */
  readonly noteChanged: number;
}

/**
 * Null where nothing was rejected, or the step says since that something else is to go out. `requests` are all there
 * are.
 */
export function refusalOf(
  step: Step | null,
  request: RequestView | null,
  requests: readonly RequestView[],
): Refusal | null {
  if (
    step?.id == null ||
    !step.boxed ||
    step.approval.kind !== "action" ||
    request === null ||
    !isRejected(request) ||
    !isHashOf(step, request.text)
  )
    return null;
  const { asked, changed } = rejectedAction(request, requests);
  return {
    request: request.id,
    action: asked ?? step.approval.action,
    changed,
    note: yourNote(request, requests),
    noteChanged: Math.max(0, ...rejectedNotes(request, requests).map((each) => each.changed)),
  };
}

/**
 * The action in the rejected note: as it was asked, or as somebody changed it since. Both are null where it cannot be
 * read.
 */
export function rejectedAction(
  request: RequestView,
  requests: readonly RequestView[],
): { readonly asked: Action | null; readonly changed: Action | null } {
  const readings = rejectedNotes(request, requests).map(({ parsed }) => parsed);
  const asked = readings.find(isAsAsked);
  const action = actionIn(asked);
  if (action !== null) return { asked: action, changed: null };
  const changed = readings.map(actionIn).find((each) => each !== null);
  return { asked: null, changed: changed ?? null };
}

function isAsAsked(parsed: RequestReading): boolean {
  return parsed.kind === "sealed" || (parsed.kind === "elsewhere" && parsed.intact);
}

function actionIn(parsed: RequestReading | undefined): Action | null {
  return parsed !== undefined && "action" in parsed ? parsed.action : null;
}

/** The words under “Your note” of the rejected note, also in a subfolder of Rejected; may be empty. */
export function yourNote(request: RequestView | null, requests: readonly RequestView[]): string {
  if (request === null) return "";
  const notes = rejectedNotes(request, requests).map(({ remarks }) => remarks.note.trim());
  return notes.find((note) => note !== "") ?? "";
}

function rejectedNotes(request: RequestView, requests: readonly RequestView[]): readonly NotePlace[] {
  return requests
    .filter(({ id }) => id !== "" && id === request.id)
    .flatMap(({ notes }) => notes)
    .filter(({ folder }) => folder === "rejected");
}
