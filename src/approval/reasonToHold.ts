/**
 * Why an approval alone is too little for one request, whatever its type: what happened around it since it was asked.
 */
import { hashAction } from "../note/action/render";
import { OUTCOME_ROWS } from "./device/outcome";
import { isHeldFor, type HoldReason } from "./device/holdReason";
import type { ActionState } from "./device/ledger";
import { MOST_WARNED_OF } from "./request/seal";
import { CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { sentElsewhere } from "./warnings";
import { isUnseenSinceDays, SYNC_PATIENCE, TWO_FOLDERS, watchedFor } from "./durations";
import { sendTimeOf } from "./sendTime";
import type { AroundRequests } from "./around";
import { rushOf, tooMany } from "./rush";
import type { RequestView } from "./view";

/**
 * The reason for which a person has to confirm and has not been asked yet; null for none. One reason is enough to ask,
 * unless the next is about something they cannot have known.
 */
export function reasonToHold(
  request: RequestView,
  { held, confirmed }: ActionState,
  world: AroundRequests,
): HoldReason | null {
  const since =
    request.state === "candidate" || request.state === "in-two-folders" ? sentSince(request, world) : null;
  if (since !== null && !isHeldFor(held, since)) return since;
  if (
    request.state === "in-two-folders" &&
    !isHeldFor(held, TWO_FOLDERS) &&
    watchedFor(request, world.watched) >= SYNC_PATIENCE
  )
    return TWO_FOLDERS;
  if (held.length > 0) return null;
  // Also where it does not count as approved yet: this is what the next run goes by.
  if (isUnseenSinceDays(request, world)) return { code: "away-for-days" };
  // An action with a time of its own is counted then.
  if (request.state !== "candidate" || confirmed || sendTimeOf(request, world.now) === "to-come") return null;
  const gone = CONTROL_FOLDERS.map((each) => pathOf(world.settings, each)).find((each) =>
    world.folders.absent.includes(each),
  );
  if (gone !== undefined) return { code: "folder-missing", folder: gone };
  return tooMany(request, world, rushOf(world));
}

/**
 * It was approved by its words, and they could not tell of what came later: a plan was put back to an older copy of its
 * note for a while, say.
 */
function sentSince(
  { action, identity, plan, step }: RequestView,
  { device }: AroundRequests,
): HoldReason | null {
  if (action === null || identity === null) return null;
  const sends = hashAction(action, identity.attachments);
  const same = sentElsewhere(device, plan, step, sends).slice(-MOST_WARNED_OF);
  const untold = same.findLast((each) => !identity.warnsOf.includes(each.action));
  if (untold?.begun == null) return null;
  return {
    code: "sent-since",
    certain: OUTCOME_ROWS[untold.outcome ?? "unknown"].reached === "yes",
    begun: untold.begun,
    task: untold.task,
  };
}
