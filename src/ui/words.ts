/**
 * Every string of the app's interface, by the face that shows it, ready for translation. Names that a person, a server or a setting gave
 * come in as arguments and are made harmless by the caller.
 *
 * Not here, because the terminal and the Dashboard say the same: the answers to a need (`views/answers.ts`), states (`request/states.ts`,
 * `views/describe.ts`), blocks (`plan/blocks.ts`) and outcomes (`device/outcome.ts`).
 */
import { SETTINGS_WORDS } from "./settings/settingsWords";

export const WORDS = {
  settings: SETTINGS_WORDS,
  /** Shared by dialogs. */
  dialog: { leave: "Not now", close: "Close", cancel: "Cancel" },
} as const;
