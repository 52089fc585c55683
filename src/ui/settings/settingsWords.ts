/** The strings of the settings and of set-up. `WORDS` holds them for the faces. */
import { counted } from "../../kit/numbers";

export const SETTINGS_WORDS = {
  confirming: {
    title: "Confirm settings on this device?",
    confirm: "Confirm",
    changedMeanwhile: "They have changed while you read them. These are the settings as they are now.",
    first:
      "Settings travel with the vault, so others or another program may have written them. Nothing is sent from this device, and no server is started, until you have confirmed them here.",
    same: "Nothing has changed since you confirmed them here.",
    changed: (count: number) => `${counted(count, "change")} since you confirmed them here:`,
    why: "Settings travel with the vault, so others or another program may have made these changes. Nothing is sent from this device, and no server is started, until you confirm them.",
    all: "All settings that are confirmed",
    of: (group: string, of: string | null) => (of === null ? group : `${group}, ${of}`),
    how: { new: "New:", changed: "Changed:", now: "Now:", before: "Before:", gone: "Gone:" },
  },
} as const;
