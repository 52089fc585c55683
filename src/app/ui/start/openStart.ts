/** Opens the start page. It knows the view by its name alone, since the inbox and the side view lead here, too. */
import { Platform, type App } from "obsidian";
import { showView } from "../showView";

export const START_VIEW = "planwright-start";

export interface TakesWords {
  /** Puts the hands of the person into the field for a new plan. */
  write(): void;
}

/** Opens it in a tab, or shows it where it is open already. On a phone the keyboard would cover what stands there. */
export async function openStart(app: App, writes = !Platform.isPhone): Promise<void> {
  await showView(app, START_VIEW);
  if (writes) writeAtStart(app);
}

/** Puts the hands of the person into the field of the page, where it is open. */
export function writeAtStart({ workspace }: App): void {
  (workspace.getLeavesOfType(START_VIEW)[0]?.view as Partial<TakesWords> | undefined)?.write?.();
}
