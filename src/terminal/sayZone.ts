/** The line of `init` about the time zone: it makes no settings, so the person is told what to put there. */
import { zoneToPropose } from "../kit/dates";
import type { Settings } from "../settings/settings";

/** `timeZone`: that of this computer. */
export function sayZone({ time_zone }: Pick<Settings, "time_zone">, timeZone: string): readonly string[] {
  const zone = zoneToPropose(timeZone);
  return time_zone !== "" || zone === ""
    ? []
    : [
        `Notes tell times in UTC. For the times of this computer, put "time_zone": "${zone}" into the settings file.`,
      ];
}
