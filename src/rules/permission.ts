/** Permissions of this run at the moment, and the reasons against them, as sentences a person can act on. */
import { sayPause } from "../approval/device/ledger";
import { DAY, showWithZone } from "../kit/dates";
import { CONTROL_FOLDERS, pathOf, PLAN_FOLDERS } from "../settings/settings";
import { kindsOf } from "./requestKinds";
import type { Seen } from "./snapshot";

/** A request of another device older than this is history, not a sign that it is switched on. */
const SIGN_OF_LIFE = 14 * DAY;

/** Why nothing is sealed or carried out in this run; empty when it is. The first is the one shown. */
export function standingOf(seen: Seen): readonly string[] {
  const { role, acting } = seen;
  const elsewhere =
    acting.kind === "named" && isElsewhere(seen)
      ? `Waits for ${acting.name} (last seen ${acting.seen}); Planwright must be running there.`
      : null;
  const lasting = lastingOf(seen);
  const unnamed = isUnnamedYet(seen) ? [STARTING] : [];
  if (role === "viewer") return [elsewhere ?? "This device only shows.", ...lasting];
  if (role === "clerk")
    return [
      ...seen.hindrances,
      elsewhere ?? "This run carries nothing out; start it with --executor to let it.",
      ...lasting,
    ];
  const named =
    acting.kind === "named" && elsewhere !== null
      ? [
          `${acting.name} is the acting device (last seen ${acting.seen}). To act here instead, make this the acting device.`,
        ]
      : [];
  return [...seen.hindrances, ...unnamed, ...named, ...lasting];
}

/** The reasons that hold for the vault whoever looks, and so may stand on the Dashboard. */
export function lastingOf(seen: Seen): readonly string[] {
  const { acting, folders, settings, device, withoutSettings } = seen;
  const reasons: string[] = [];
  if (acting.kind === "nobody" && !withoutSettings)
    reasons.push("This vault has no acting device yet, so nothing is asked or carried out.");
  if (acting.kind === "unreadable")
    reasons.push(
      "The note that names the acting device cannot be read; correct it, or choose the acting device again.",
    );
  const lacking = [
    ...CONTROL_FOLDERS.map((each) => pathOf(settings, each)).filter(
      (each) => (folders.absent.includes(each) && !withoutSettings) || folders.unreadable.includes(each),
    ),
    // A plan that cannot be seen may be cancelled, or be a second note of the plan that would go on.
    ...PLAN_FOLDERS.map((each) => pathOf(settings, each)).filter((each) => folders.unreadable.includes(each)),
  ];
  if (lacking.length > 0)
    reasons.push(
      `${lacking.length === 1 ? "The folder" : "The folders"} ${lacking.join(", ")} cannot be found, or something there cannot be read; nothing runs until you fix that.`,
    );
  const other = rivalRequest(seen);
  if (other !== null)
    reasons.push(
      `Another device wrote a request on ${other}; decide which device should act, then make it the acting device.`,
    );
  if (device.paused !== null)
    reasons.push(
      `Paused since ${showWithZone(device.paused.at, settings.time_zone)}: ${sayPause(device.paused.why)}`,
    );
  return reasons;
}

/**
 * Whether this run may write unattended. A run that was started to act, and may not, touches nothing: two devices would
 * only answer each other’s writes.
 */
export function mayWrite(seen: Seen): boolean {
  const { role, hindrances, acting, device } = seen;
  if (hindrances.length > 0) return false;
  if (role !== "executor") return role === "clerk";
  if (rivalRequest(seen) !== null || isUnnamedYet(seen)) return false;
  return isFree({ acting, device });
}

/**
 * Whether nobody is named here, and sync may still bring the note that names another device. Where it names this one,
 * its own requests are on its own disk, so in the first minute it asks nobody twice: it goes on at once, and only
 * carries out nothing that may have been refused elsewhere (the clause “sync-is-in” of the gate).
 */
function isUnnamedYet({ role, starting, acting }: Seen): boolean {
  return role === "executor" && starting !== null && acting.kind === "nobody";
}

const STARTING = "The app just started; sync may still bring the note that names the acting device.";

/** Whether no other device stands in the way of this one. Two that act at once write over each other’s heads. */
export function isFree({ acting, device }: Pick<Seen, "acting" | "device">): boolean {
  return acting.kind === "nobody" || (acting.kind === "named" && acting.device === device.device?.id);
}

/** Whether another device is named as the one that acts: its requests and records can be shown here, not judged. */
export function isElsewhere({ acting, device }: Pick<Seen, "acting" | "device">): boolean {
  return acting.kind === "named" && acting.device !== device.device?.id;
}

/** Whether this run may name its device: it was started to act, nobody is named, and nothing hints at another one. */
export function mayClaim(seen: Seen): boolean {
  const { role, hindrances, acting, device } = seen;
  return (
    role === "executor" &&
    hindrances.length === 0 &&
    acting.kind === "nobody" &&
    !isUnnamedYet(seen) &&
    device.paused === null &&
    rivalRequest(seen) === null
  );
}

/** When another device wrote a request that is still open and fresh; null when none did. */
function rivalRequest(seen: Seen): string | null {
  if (seen.role === "viewer" || isElsewhere(seen)) return null;
  const own = seen.device.device?.id ?? "";
  for (const { folder, parsed } of kindsOf(seen.requests).identified) {
    const { reading } = parsed;
    if (
      reading.kind !== "elsewhere" ||
      folder === "rejected" ||
      folder === "done" ||
      reading.identity.executor === own
    )
      continue;
    const age = seen.now - reading.identity.created;
    if (age < SIGN_OF_LIFE && age > -SIGN_OF_LIFE && reading.intact)
      return showWithZone(reading.identity.created, seen.settings.time_zone);
  }
  return null;
}
