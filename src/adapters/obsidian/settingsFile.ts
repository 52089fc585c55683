/**
 * The settings as the app keeps them for the plugin (data.json, which travels with the vault). A file that cannot be
 * read is not overwritten until the person changes something; keys a newer Planwright put there stay.
 */
import type { Plugin } from "obsidian";
import { escapeLine } from "../../kit/text";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "../../settings/settings";

export interface SettingsFile {
  now(): Settings;
  /**
   * Why the file cannot be read; null when it can. While it cannot, the settings are the ones read last, or the
   * defaults.
   */
  trouble(): string | null;
  /** Keys of the file that nothing knows, and that were passed over. */
  unknown(): readonly string[];
  /** Reads them anew. Answers whether there is anything new: sync programs touch files in which nothing has changed. */
  load(): Promise<boolean>;
  /** Makes the change on the settings as they are then. Answers why they cannot be so; null when they were saved. */
  change(edit: (now: Settings) => Settings): Promise<string | null>;
  /** The wanted change is done. */
  idle(): Promise<void>;
}

/**
 * One thing at a time: what is typed while the file is read, or written, is a change of what stands there afterwards.
 */
export function createSettingsFile(plugin: Pick<Plugin, "loadData" | "saveData">): SettingsFile {
  let settings = DEFAULT_SETTINGS;
  let trouble: string | null = null;
  let unknown: readonly string[] = [];
  let raw: Readonly<Record<string, unknown>> = {};
  let wasRead = false;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(job: () => Promise<Result>): Promise<Result> => {
    const next = last.then(job);
    last = next.catch(() => undefined);
    return next;
  };
  const read = async (): Promise<boolean> => {
    const before = trouble === null ? JSON.stringify(settings) : null;
    wasRead = true;
    try {
      const value: unknown = await plugin.loadData();
      const parsed = readSettings(value);
      trouble = parsed.kind === "bad" ? parsed.why : null;
      if (parsed.kind === "settings")
        [raw, settings, unknown] = [
          typeof value === "object" && value !== null ? { ...value } : {},
          parsed.settings,
          parsed.unknown,
        ];
    } catch {
      trouble = "it is not JSON; it may not have been synced completely yet";
    }
    return trouble !== null || JSON.stringify(settings) !== before;
  };

  return {
    now: () => settings,
    trouble: () => trouble,
    unknown: () => unknown,
    load: () => inTurn(read),
    change: (edit) =>
      inTurn(async () => {
        // Before the first reading, the defaults would be written over what stands there.
        if (!wasRead) await read();
        const parsed = readSettings(edit(settings));
        if (parsed.kind === "bad") return parsed.why;
        const next = { ...raw, ...parsed.settings };
        const passed = readSettings(next);
        try {
          await plugin.saveData(next);
        } catch (error) {
          return `they could not be written (${escapeLine(error instanceof Error ? error.message : String(error), 200)})`;
        }
        [trouble, settings, raw] = [null, parsed.settings, next];
        unknown = passed.kind === "settings" ? passed.unknown : [];
        return null;
      }),
    idle: () => inTurn(() => Promise.resolve()),
  };
}
