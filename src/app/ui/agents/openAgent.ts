/** Opens the panel of an agent at the side. It knows the view by its name alone, since many faces lead here. */
import type { App } from "obsidian";
import { showView } from "../showView";

export const AGENT_VIEW = "planwright-agent";

export interface WatchesPlan {
  /** Path of a plan; null for the one that is at work. */
  watch(path: string | null): void;
}

/** On a phone, the side is a drawer. */
export async function openAgent(app: App, path: string | null = null): Promise<void> {
  const leaf = await showView(app, AGENT_VIEW, "side");
  (leaf?.view as Partial<WatchesPlan> | undefined)?.watch?.(path);
}
