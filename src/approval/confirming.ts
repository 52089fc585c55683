/**
 * A person's word, on this device, that what they were shown may run, or that they did it: for which requests it is
 * asked, and what is shown before.
 */
import { canonicalAction } from "../note/action/render";
import { sayHow } from "./request/render";
import { fullReason } from "./obstacle";
import { heldWords } from "./durations";
import type { RequestView } from "./view";

/** Approved, and done by the person: it waits for their word that they did it. */
export function isByHand({ objection }: Pick<RequestView, "objection">): boolean {
  return objection?.id === "by-hand";
}

/** The person has said that they did it; its record and its step are still to say so. */
export function isDoneByHand({
  state,
  objection,
  identity,
}: Pick<RequestView, "state" | "objection" | "identity">): boolean {
  return state === "candidate" && objection === null && identity?.route === null;
}

/** Approved, and waiting for such a word. Where its note lies in two folders, the word is that it may run. */
export function isConfirmable(
  request: Pick<RequestView, "actionState" | "state" | "objection" | "notes">,
): boolean {
  const { actionState, state, objection } = request;
  if (actionState === null) return false;
  if (state === "candidate" && isByHand(request)) return true;
  return (
    (state === "in-two-folders" || (state === "candidate" && objection?.id === "confirmed")) &&
    isAsAsked(request)
  );
}

/** Every note of it that is open. A note that reads otherwise may be put right later, and would run by this word. */
function isAsAsked({ notes }: Pick<RequestView, "notes">): boolean {
  return notes.every(
    ({ folder, parsed }) => (folder !== "approved" && folder !== "pending") || parsed.kind === "sealed",
  );
}

/** Why a request cannot be confirmed, as a sentence; null if it can. */
export function whyNotConfirmable(request: RequestView): string | null {
  const { name, actionState, state } = request;
  if (actionState === null) return "Only the device that wrote this request can confirm it.";
  if (isConfirmable(request)) return null;
  if (state !== "candidate" && state !== "in-two-folders")
    return `${name} cannot be confirmed: ${fullReason(request)}`;
  if (!isAsAsked(request))
    return `A note of ${name} is not as Planwright wrote it, so the request cannot be confirmed. Move the wrong note out of its folder; if sync is still bringing it, wait.`;
  return `${name} ${actionState.did ? "has been said to be done already" : actionState.confirmed ? "has been confirmed already" : "waits for no confirmation"}: ${fullReason(request)}`;
}

/** Why it is asked for: all that a person reads before they give it. */
export function wordsToConfirm(
  request: Pick<RequestView, "state" | "reason" | "actionState" | "objection" | "obstacle">,
): string {
  const meaning =
    request.state === "in-two-folders"
      ? "Confirming approves it. To take it back, move its note out of the Approved folder."
      : "";
  // Of one that waits for a confirmation, what it is held for is the reason.
  const held = request.objection?.id === "confirmed" ? "" : heldWords(request);
  return [fullReason(request), held, meaning].filter((each) => each !== "").join(" ");
}

/** The tool and its server; empty where they cannot be read. */
export function howToConfirm({ identity }: Pick<RequestView, "identity">): string {
  return identity === null ? "" : sayHow(identity.route);
}

/** Stands for all that a person was shown: the reasons, how it is carried out, and what goes out. */
export function shownToConfirm(
  request: Pick<
    RequestView,
    "state" | "reason" | "actionState" | "objection" | "obstacle" | "identity" | "action"
  >,
): string {
  return `${wordsToConfirm(request)}\n${howToConfirm(request)}\n${request.action === null ? "" : canonicalAction(request.action)}`;
}
