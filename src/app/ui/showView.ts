/** Shows a view of the plugin where it is open already, else in a new tab, or at the side. */
import type { App, WorkspaceLeaf } from "obsidian";

/** Null where there is no side to show it at. */
export async function showView(
  { workspace }: App,
  type: string,
  place: "tab" | "side" = "tab",
): Promise<WorkspaceLeaf | null> {
  const open = workspace.getLeavesOfType(type)[0];
  const leaf = open ?? (place === "tab" ? workspace.getLeaf("tab") : workspace.getRightLeaf(false));
  if (leaf === null) return null;
  await leaf.setViewState({ type, active: true });
  await workspace.revealLeaf(leaf);
  return leaf;
}
