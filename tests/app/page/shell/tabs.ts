/** The tabs of one side of the window: which leaf is seen, and a header for each. */
import type { App } from "../../obsidian/app";
import type { Place, WorkspaceLeaf } from "../../obsidian/leaf";
import { setIcon } from "../../obsidian/text";

export interface Tabs {
  draw(): void;
}

export const openTabs = (app: App, place: Place): Tabs => {
  const side = app.workspace.rootOf(place).containerEl;
  const header = app.document.createElement("div");
  header.addClass("workspace-tab-header-container");
  header.setAttrs({ role: "tablist", "aria-label": place === "root" ? "Open notes" : "Side panel" });
  side.prepend(header);
  let seen: WorkspaceLeaf | null = null;

  const leavesHere = (): WorkspaceLeaf[] => {
    const found: WorkspaceLeaf[] = [];
    app.workspace.iterateAllLeaves((leaf) => leaf.place === place && found.push(leaf));
    return found;
  };

  const draw = (): void => {
    const leaves = leavesHere();
    const active = app.workspace.activeLeaf;
    if (active !== null && active.place === place) seen = active;
    if (seen === null || !leaves.includes(seen)) seen = leaves.at(-1) ?? null;
    header.empty();
    side.toggleClass("is-empty", leaves.length === 0);
    for (const leaf of leaves) {
      leaf.containerEl.toggleClass("mod-hidden", leaf !== seen);
      leaf.containerEl.toggleClass("mod-active", leaf === active);
      const tab = header.createDiv({ cls: "workspace-tab-header", attr: { role: "tab", tabindex: "0" } });
      tab.toggleClass("is-active", leaf === seen);
      tab.setAttrs({ "aria-selected": String(leaf === seen), "aria-label": leaf.getDisplayText() });
      setIcon(tab.createDiv("workspace-tab-header-inner-icon"), leaf.view.getIcon());
      tab.createDiv({ cls: "workspace-tab-header-inner-title", text: leaf.getDisplayText() });
      tab.addEventListener("click", () => app.workspace.setActiveLeaf(leaf, { focus: true }));
      tab.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") tab.click();
      });
      const close = tab.createDiv("workspace-tab-header-inner-close-button");
      setIcon(close, "x");
      close.addEventListener("click", (event) => {
        event.stopPropagation();
        leaf.detach();
      });
    }
  };
  return { draw };
};
