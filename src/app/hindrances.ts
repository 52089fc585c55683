/** Why this device may not act just now. Asked at every look. */
import { isTrusted, type Trust } from "../adapters/obsidian/trust";
import { SECOND } from "../kit/dates";
import type { Settings } from "../settings/settings";
import type { Ground } from "./ground";

export const UNCONFIRMED =
  "The settings are not confirmed on this device; “Confirm settings on this device” shows them.";

/** Sentences; empty where it may act. */
export function hindrancesOf(
  of: { readonly trust: Trust; readonly settings: Settings },
  { clock, file, waking }: Ground,
): readonly string[] {
  waking.looked();
  const starting = startsAt(of.settings, waking) - clock.now();
  return [
    ...(file.trouble() === null ? [] : ["The settings cannot be read, so nothing is carried out."]),
    ...(starting > 0
      ? [
          `Just started: nothing is carried out for ${String(Math.ceil(starting / SECOND))} seconds, so that sync can bring what others decided.`,
        ]
      : []),
    ...(isTrusted(of) ? [] : [UNCONFIRMED]),
  ];
}

/** Milliseconds since the epoch. */
export function startsAt({ start_delay_seconds }: Settings, waking: Ground["waking"]): number {
  return waking.since() + start_delay_seconds * SECOND;
}
