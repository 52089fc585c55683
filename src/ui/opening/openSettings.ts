/**
 * Opens the app's settings at Planwright. The app has no public call for this; where it has none at all, a person
 * opens them.
 */
import type { App } from "obsidian";

interface WithSettings {
  readonly setting?: { open(): void; openTabById(id: string): unknown };
}

const ID = "planwright";

export function openOwnSettings(app: App): void {
  const { setting } = app as App & WithSettings;
  setting?.open();
  setting?.openTabById(ID);
}
