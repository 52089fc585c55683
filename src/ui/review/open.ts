/** Opens the review: one dialog in which a person reads requests, one after the other, and answers them. */
import type { RequestView } from "../../approval/view";
import type { Door } from "../door";
import { WORDS } from "../words";
import { ReviewDialog } from "./dialog";

/** `at`: the place of the request that is shown first. `rejects`: with the field for the reason open. */
export function openReview(door: Door, requests: readonly RequestView[], at = 0, rejects = false): void {
  if (requests.length === 0) door.say(WORDS.review.nothing);
  else new ReviewDialog(door, requests, at, rejects).open();
}

/** Opens the review of some requests, oldest first: at the one given, else at that of the open note, else at the first. */
export function review(
  door: Door,
  requests: readonly RequestView[],
  given: RequestView | null = null,
  rejects = false,
): void {
  const queue = [...requests].sort((a, b) => a.created - b.created);
  const here = door.app.workspace.getActiveFile()?.path;
  const at = queue.findIndex((each) =>
    given === null ? each.notes.some(({ path }) => path === here) : each.id === given.id,
  );
  openReview(door, queue, Math.max(at, 0), rejects && (at >= 0 || queue.length === 1));
}
