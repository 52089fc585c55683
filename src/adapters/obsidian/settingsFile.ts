/**
 * The settings as the app keeps them for the plugin (data.json, which travels with the vault). What cannot be read is not overwritten until
 * the person changes something; keys a newer Planwright put there stay.
 */
import type { Plugin } from "obsidian";
import { plain } from "../../kit/text";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "../../settings/settings";

export interface SettingsFile {
  now(): Settings;
  /** Why the file cannot be read; null when it can. While it cannot, the settings are the ones read last, or the defaults. */
  trouble(): string | null;
  /** Reads them anew. What the person changes meanwhile is saved first, and then read. */
  load(): Promise<void>;
  /** Makes the change on the settings as they are. Answers why they cannot be so; null when they were saved. */
  change(edit: (now: Settings) => Settings): Promise<string | null>;
}

export function createSettingsFile(plugin: Pick<Plugin, "loadData" | "saveData">): SettingsFile {
  let settings = DEFAULT_SETTINGS;
  let trouble: string | null = null;
  let raw: Readonly<Record<string, unknown>> = {};
  let changes = 0;
  let saved: Promise<unknown> = Promise.resolve();

  const take = (value: unknown): void => {
    const reading = readSettings(value);
    trouble = reading.kind === "bad" ? reading.why : null;
    if (reading.kind === "bad") return;
    raw = typeof value === "object" && value !== null ? { ...value } : {};
    ({ settings } = reading);
  };

  return {
    now: () => settings,
    trouble: () => trouble,
    async load() {
      for (;;) {
        const from = changes;
        await saved;
        const read = await plugin.loadData().then((value: unknown) => () => take(value), () => () => void (trouble = "it is not JSON; it may not have been synced completely yet"));
        if (from !== changes) continue;
        read();
        return;
      }
    },
    async change(edit) {
      const reading = readSettings(edit(settings));
      if (reading.kind === "bad") return reading.why;
      const before = { settings, trouble, raw };
      changes += 1;
      const change = changes;
      trouble = null;
      ({ settings } = reading);
      raw = { ...raw, ...settings };
      const saving = saved.then(() => plugin.saveData(raw));
      saved = saving.catch(() => undefined);
      try {
        await saving;
        return null;
      } catch (error) {
        if (change === changes) ({ settings, trouble, raw } = before);
        return `they could not be written (${plain(error instanceof Error ? error.message : String(error), 200)})`;
      }
    },
  };
}
