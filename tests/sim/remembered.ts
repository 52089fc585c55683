/** How the simulator reads what a device remembers: the lines of its store, each the JSON text of one record. */
import type { Device } from "./device";
import { recordOf, valueIn } from "./reading";
import type { Called } from "./witness";

type Lines = readonly string[];

function isAbout(line: string, kind: string, of: string): boolean {
  return line.startsWith(`{"kind":"${kind}"`) && line.includes(of);
}

/** Whether a record of this kind speaks of it; of an action by its id. */
export function isNoted(lines: Lines, kind: string, of: string): boolean {
  return lines.some((line) => isAbout(line, kind, of));
}

/** A pause names the approval that it is for. */
const TAKES_BACK = ["taken-back", "paused"];
/** What was confirmed before it was found to need a confirmation was confirmed for something else. */
const VOIDS = { seen: TAKES_BACK, confirmed: [...TAKES_BACK, "held"] } as const;

/** Whether that it was seen approved, or confirmed, still counts: not where the approval was taken back afterwards. */
export function stands(lines: Lines, kind: "seen" | "confirmed", of: string): boolean {
  return (
    lines
      .findLast((line) => isAbout(line, kind, of) || VOIDS[kind].some((each) => isAbout(line, each, of)))
      ?.startsWith(`{"kind":"${kind}"`) === true
  );
}

/**
 * Whether something held it back that still counts: what held it while it was being taken back counts until that was
 * done.
 */
export function isHeld(lines: Lines, of: string): boolean {
  const from = lines.findLastIndex((line) => isAbout(line, "taken-back", of));
  return lines.some(
    (line, at) => isAbout(line, "held", of) && (at > from || !line.includes('"why":"taking-back"')),
  );
}

/** Whether a person was told of it after the last record of this kind that speaks of it. */
export function isToldSince(lines: Lines, kind: string, of: string): boolean {
  return (
    lines
      .findLast((line) => isAbout(line, kind, of) || isAbout(line, "told", of))
      ?.startsWith('{"kind":"told"') === true
  );
}

/** Whether more than three days have passed, on its own clock, since this device last noted that it is here. */
export function wasAwayForDays({ lines, disk, skew }: Device): boolean {
  const alive = recordsOf(lines, "alive").at(-1)?.["at"];
  return typeof alive === "number" && disk.now() + skew - alive > 3 * 86_400_000;
}

/** All of this kind that speak of it, from the oldest. */
export function recordsOf(lines: Lines, kind: string, of = ""): Readonly<Record<string, unknown>>[] {
  return lines
    .filter((line) => isAbout(line, kind, of))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * Whether the device is paused. A person who goes on ends the pauses they knew of, and none that came in a second
 * terminal meanwhile.
 */
export function isPaused(lines: Lines): boolean {
  let pauses = 0;
  let isOn = false;
  for (const { on, pauses: known } of recordsOf(lines, "paused")) {
    if (on === true) pauses += 1;
    isOn = on === true || (isOn && known !== pauses);
  }
  return isOn;
}

/** The id by which a device is named as the acting one; "" before it has one. */
export function identityOf({ lines }: Device): string {
  return String(recordsOf(lines, "device").at(-1)?.["id"] ?? "");
}

/**
 * Whether a word of a person about a doubt still stands somewhere: a power cut may take a tick away before anybody has
 * read it.
 */
export function isSettled({ name, issued, resolved, device }: Called, at: Device): boolean {
  if (resolved === null) return false;
  const records = [device, at].map(({ disk }) => disk.get(recordOf(name))?.text ?? "");
  const noted = recordsOf(device.lines, "ended", issued?.id ?? "").some(({ outcome }) =>
    String(outcome).startsWith("resolved-"),
  );
  return (
    noted ||
    records.some(
      (text) =>
        /^- \[x\] It (?:happened|did not happen)/m.test(text) ||
        valueIn(text, "outcome").startsWith("resolved-"),
    )
  );
}
