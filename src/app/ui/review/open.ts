/** Opens the review: one dialog in which a person reads requests, one after the other, and answers them. */
import type { RequestView } from "../../../approval/view";
import { inGroups } from "../../../overview/sameText";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";
import { ReviewDialog } from "./reviewDialog";

/**
 * `at`: the place of the request that is shown first; without one, requests with the same text are shown together.
 * `rejects`: with the field for the reason open.
 */
export function openReview(
  client: EngineClient,
  requests: readonly RequestView[],
  at: number | null = null,
  rejects = false,
): void {
  const world = client.world();
  if (requests.length === 0 || world === null) {
    // While a session is opened anew there is no world, though the request is there.
    client.say(world === null ? WORDS.starting : WORDS.review.nothing);
    return;
  }
  const queue = at === null ? inGroups(requests, world) : requests.map((each) => [each]);
  new ReviewDialog(client, queue, at ?? 0, rejects).open();
}

/** Some requests, oldest first: at the one given, else at that of the open note, else from the first on. */
export function review(
  client: EngineClient,
  requests: readonly RequestView[],
  given: RequestView | null = null,
  rejects = false,
): void {
  const queue = [...requests].sort((a, b) => a.created - b.created);
  const here = client.app.workspace.getActiveFile()?.path;
  const at = queue.findIndex((each) =>
    given === null ? each.notes.some(({ path }) => path === here) : each.id === given.id,
  );
  openReview(client, queue, at < 0 ? null : at, rejects && (at >= 0 || queue.length === 1));
}
