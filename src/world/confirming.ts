/** A person's word, on this device, that what they were shown may run, or that they did it: for which requests it is asked, and what is shown before. */
import { canonicalAction } from "../action/render";
import { fullReason } from "./obstacle";
import { heldWords } from "./watching";
import type { RequestView } from "./world";

/** Approved, and waiting for such a word. Where its note lies in two folders, the word is which of the two is meant. */
export function isConfirmable({ latch, state, objection }: Pick<RequestView, "latch" | "state" | "objection">): boolean {
  if (latch === null) return false;
  return state === "in-two-folders" || (state === "candidate" && (objection?.id === "confirmed" || objection?.id === "by-hand"));
}

/** What is said to whoever confirms what waits for no such word. */
export function whyNotConfirmable(request: RequestView): string | null {
  if (request.latch === null) return "Only the device that wrote this request can confirm it.";
  if (isConfirmable(request)) return null;
  return `${request.name} ${request.state === "candidate" ? "waits for no confirmation" : "cannot be confirmed"}: ${fullReason(request)}`;
}

/** Why it is asked for: all that a person reads before they give it. */
export function wordsToConfirm(request: Pick<RequestView, "state" | "reason" | "latch">): string {
  return request.state === "in-two-folders" ? `${request.reason} ${heldWords(request)}`.trim() : request.reason;
}

/** Stands for all that a person was shown: the reasons, and what goes out. */
export function shownToConfirm(request: Pick<RequestView, "state" | "reason" | "latch" | "action">): string {
  return `${wordsToConfirm(request)}\n${request.action === null ? "" : canonicalAction(request.action)}`;
}
