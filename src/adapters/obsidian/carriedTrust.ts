/**
 * The settings as the person edits them, and whether what they change here stays confirmed: it does where everything
 * was confirmed before they began. A change that comes by sync ends that.
 */
import type { KeptLine } from "../../settings/describe";
import type { Settings } from "../../settings/settings";
import type { SettingsFile } from "./settingsFile";
import { isTrusted, type Trust } from "./trust";

export interface CarriedTrust {
  isConfirmed(): boolean;
  /** The lines that were confirmed here last, as they were shown; null when none are known. */
  lines(): readonly KeptLine[] | null;
  /** Takes in the memory of confirmations, once it has been read. */
  opened(trust: Trust): void;
  /** Answers whether there is anything new: sync programs touch files in which nothing has changed. */
  load(): Promise<boolean>;
  change(edit: (now: Settings) => Settings): Promise<string | null>;
  /** These are of the person’s making, on top of what was confirmed, and are to be confirmed in their name. */
  carries(settings: Settings): boolean;
  /** These took effect, confirmed or not. */
  settled(settings: Settings): void;
}

export function carryTrust(file: SettingsFile): CarriedTrust {
  /** Of the session before, too, while the next one opens. */
  let trust: Trust | null = null;
  /** Null until the person changes something. */
  let carried: boolean | null = null;
  const covers = (settings: Settings): boolean => trust !== null && isTrusted({ trust, settings });

  return {
    isConfirmed: () => covers(file.now()),
    lines: () => trust?.confirmed()?.lines ?? null,
    opened(next) {
      trust = next;
    },
    async load() {
      const isNew = await file.load();
      if (isNew) carried = null;
      return isNew;
    },
    async change(edit) {
      let was = false;
      const why = await file.change((now) => {
        was = file.trouble() === null && covers(now);
        return edit(now);
      });
      if (why === null) carried ??= was;
      return why;
    },
    carries: (settings) => carried === true && !covers(settings),
    // Changes that were typed since go on being carried.
    settled(settings) {
      if (file.now() === settings) carried = null;
    },
  };
}
