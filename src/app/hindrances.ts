/** Why this device may not act just now, and whether it has just started. Asked at every look. */
import { isTrusted, type Trust } from "../adapters/obsidian/trust";
import { SECOND } from "../kit/dates";
import type { World } from "../rules/world";
import type { Settings } from "../settings/settings";
import type { Ground } from "./ground";

export const UNCONFIRMED =
  "The settings are not confirmed on this device; “Confirm settings on this device” shows them.";

/** Sentences; empty where it may act. */
export function hindrancesOf(
  of: { readonly trust: Trust; readonly settings: Settings },
  { file }: Ground,
): readonly string[] {
  return [
    ...(file.trouble() === null ? [] : ["The settings cannot be read, so nothing is carried out."]),
    ...(isTrusted(of) ? [] : [UNCONFIRMED]),
  ];
}

/** Null once sync has had its time. */
export function startingOf(
  { start_delay_seconds }: Settings,
  { clock, waking }: Pick<Ground, "clock" | "waking">,
): World["starting"] {
  waking.looked();
  const since = waking.since();
  const until = since + start_delay_seconds * SECOND;
  return clock.now() < until ? { since, until } : null;
}
