/** The time zone that this device is in, for set-up to propose; empty where it has no name that a vault could hold. */
import { knowsZone } from "../../kit/dates";

export function zoneOfDevice(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone !== "UTC" && knowsZone(timeZone) ? timeZone : "";
}
