/**
 * The settings as the app keeps them for the plugin (data.json, which travels with the vault). What cannot be read is not overwritten until
 * the person changes something; keys a newer Planwright put there stay.
 */
import type { Plugin } from "obsidian";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "../../settings/settings";

export interface SettingsFile {
  now(): Settings;
  /** Why the file cannot be read; null when it can. While it cannot, the settings are the ones read last, or the defaults. */
  trouble(): string | null;
  load(): Promise<void>;
  /** Answers why these settings cannot be; null when they were saved. */
  change(next: Settings): Promise<string | null>;
}

export function createSettingsFile(plugin: Pick<Plugin, "loadData" | "saveData">): SettingsFile {
  let settings = DEFAULT_SETTINGS;
  let trouble: string | null = null;
  let raw: Readonly<Record<string, unknown>> = {};

  return {
    now: () => settings,
    trouble: () => trouble,
    async load() {
      let value: unknown;
      try {
        value = await plugin.loadData();
      } catch {
        trouble = "it is not JSON; it may not have been synced completely yet";
        return;
      }
      const reading = readSettings(value);
      if (reading.kind === "bad") {
        trouble = reading.why;
        return;
      }
      trouble = null;
      raw = typeof value === "object" && value !== null ? { ...value } : {};
      ({ settings } = reading);
    },
    async change(next) {
      const reading = readSettings(next);
      if (reading.kind === "bad") return reading.why;
      settings = reading.settings;
      trouble = null;
      raw = { ...raw, ...settings };
      await plugin.saveData(raw);
      return null;
    },
  };
}
