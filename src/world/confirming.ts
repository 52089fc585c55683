/** A person's word, on this device, that what they were shown may run, or that they did it: for which requests it is asked, and what is shown before. */
import { canonicalAction } from "../action/render";
import { fullReason } from "./obstacle";
import { heldWords } from "./watching";
import type { RequestView } from "./world";

/** Approved, and waiting for such a word. Where its note lies in two folders, the word is which of the two is meant. */
export function isConfirmable({ latch, state, objection, notes }: Pick<RequestView, "latch" | "state" | "objection" | "notes">): boolean {
  if (latch === null || isChanged({ notes })) return false;
  return state === "in-two-folders" || (state === "candidate" && (objection?.id === "confirmed" || objection?.id === "by-hand"));
}

/** What is said to whoever confirms what waits for no such word. */
export function whyNotConfirmable(request: RequestView): string | null {
  if (request.latch === null) return "Only the device that wrote this request can confirm it.";
  if (isConfirmable(request)) return null;
  if (request.latch.confirmed || request.latch.did) return `${request.name} has been ${request.latch.did ? "said to be done" : "confirmed"} already: ${fullReason(request)}`;
  // What was read otherwise may be put back later, and would run by this confirmation.
  if (request.state === "in-two-folders") return `${request.name} was changed since it was asked, so it cannot be confirmed as it was shown. Take the note that is wrong out of one of the two folders; then it is asked anew.`;
  return `${request.name} ${request.state === "candidate" ? "waits for no confirmation" : "cannot be confirmed"}: ${fullReason(request)}`;
}

/** Why it is asked for: all that a person reads before they give it. */
export function wordsToConfirm(request: Pick<RequestView, "state" | "reason" | "latch" | "objection" | "obstacle">): string {
  // Of one that waits for a confirmation, these are the reason.
  const held = request.objection?.id === "confirmed" ? "" : heldWords(request);
  return [fullReason(request), held].filter((each) => each !== "").join(" ");
}

function isChanged({ notes }: Pick<RequestView, "notes">): boolean {
  return notes.some(({ folder, reading }) => (folder === "approved" || folder === "pending") && reading.kind === "edited");
}

/** Stands for all that a person was shown: the reasons, and what goes out. */
export function shownToConfirm(request: Pick<RequestView, "state" | "reason" | "latch" | "objection" | "obstacle" | "action">): string {
  return `${wordsToConfirm(request)}\n${request.action === null ? "" : canonicalAction(request.action)}`;
}
