/** Opens the panel of an agent at the side. It knows the view by its name alone, since many faces lead here. */
import type { App } from "obsidian";

export const AGENT_VIEW = "planwright-agent";

export interface WatchesPlan {
  /** Path of a plan; null for the one that is at work. */
  watch(path: string | null): void;
}

/** On a phone, the side is a drawer. */
export async function openAgent({ workspace }: App, path: string | null = null): Promise<void> {
  const leaf = workspace.getLeavesOfType(AGENT_VIEW)[0] ?? workspace.getRightLeaf(false);
  if (leaf === null) return;
  await leaf.setViewState({ type: AGENT_VIEW, active: true });
  await workspace.revealLeaf(leaf);
  (leaf.view as Partial<WatchesPlan>).watch?.(path);
}
