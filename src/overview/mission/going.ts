/** Approved requests on their way out: when each goes, and from which device. */
import { isAboutToRun } from "../../approval/gate";
import { SECOND } from "../../kit/dates";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import { requestTitle } from "../titles";
import { iconOf, whereOf, type NeedCard } from "./cards";
import { leavingThere } from "./departure";

/** An approved request whose time to take it back runs, or that is being sent. */
export interface Going {
  readonly request: string;
  readonly title: string;
  readonly icon: string;
  readonly where: NeedCard["where"];
  /** When it goes out. Milliseconds since the epoch; null while it is being sent, or where another device sends it. */
  readonly at: number | null;
  /** Name of the other device that sends it; null where this one does. */
  readonly from: string | null;
  /** How long it can be taken back in all. Milliseconds. */
  readonly grace: number;
}

export function goingOut(world: World): readonly Going[] {
  const grace = world.settings.grace_seconds * SECOND;
  const found = world.requests.flatMap((request): Going[] => {
    const at = dueAt(request, grace, world);
    return at === undefined ? [] : [{ ...aboutOf(request), at, from: null, grace }];
  });
  return found.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Approved requests that the device which acts sends by itself, as soon as it sees them. */
export function goingThere(world: World): readonly Going[] {
  const { acting } = world;
  if (acting.kind !== "named") return [];
  const grace = world.settings.grace_seconds * SECOND;
  return leavingThere(world).map((each) => ({ ...aboutOf(each), at: null, from: acting.name, grace }));
}

function aboutOf(request: RequestView): Pick<Going, "request" | "title" | "icon" | "where"> {
  return {
    request: request.id,
    title: requestTitle(request),
    icon: iconOf(request),
    where: whereOf(request),
  };
}

/** Undefined where it does not go out. */
function dueAt(
  { state, underWay, objection, notes, identity }: RequestView,
  grace: number,
  { starting }: World,
): number | null | undefined {
  // Work by hand goes out by nothing of ours.
  if (identity?.route === null) return undefined;
  if (underWay?.isLive === true) return null;
  if (state !== "candidate" || !isAboutToRun(objection)) return undefined;
  const note = notes.find(({ folder }) => folder === "approved");
  if (note === undefined) return undefined;
  const isHeld = objection?.id === "sync-is-in" && starting !== null;
  return Math.max(note.since + grace, isHeld ? starting.until : 0);
}
