/** Opens the start page. It knows the view by its name alone, since the inbox and the side view lead here, too. */
import type { App } from "obsidian";

export const START_VIEW = "planwright-start";

export interface TakesWords {
  /** Puts the hands of the person into the field for a new plan. */
  write(): void;
}

/** Opens it in a tab, or shows it where it is open already. */
export async function openStart({ workspace }: App, writes = false): Promise<void> {
  const leaf = workspace.getLeavesOfType(START_VIEW)[0] ?? workspace.getLeaf("tab");
  await leaf.setViewState({ type: START_VIEW, active: true });
  await workspace.revealLeaf(leaf);
  if (writes) (leaf.view as Partial<TakesWords>).write?.();
}
