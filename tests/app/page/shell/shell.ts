/** The app's window around the plugin: ribbon, explorer, tabs, palette, hotkeys, light and dark. */
import type { App } from "../../obsidian/app";
import { drawIconsFrom, type IconNodes, setIcon } from "../../obsidian/text";
import drawings from "lucide-static/icon-nodes.json";
import { openExplorer } from "./explorer";
import type { Bridge } from "../bridge";
import { openPalette, openSwitcher } from "./palette";
import { openSent } from "./sent";
import { openTabs } from "./tabs";

export interface Shell {
  /** The plugin is loaded and the layout ready: everything is drawn, and the first note opened. */
  ready(): Promise<void>;
}

/** Icons the app names by words that the drawings have dropped since. */
const RENAMED: Readonly<Record<string, string>> = {
  document: "file-text",
  "alert-triangle": "triangle-alert",
  "alert-circle": "circle-alert",
  "help-circle": "circle-question-mark",
  "circle-help": "circle-question-mark",
  "trash-2": "trash",
  "check-circle": "circle-check-big",
  "check-circle-2": "circle-check",
  edit: "square-pen",
  "file-question": "file-question-mark",
  "message-circle-question": "message-circle-question-mark",
  "more-vertical": "ellipsis-vertical",
  "more-horizontal": "ellipsis",
};

const drawingOf = (id: string): IconNodes | null => {
  const all = drawings as unknown as Readonly<Record<string, IconNodes>>;
  return all[RENAMED[id] ?? id] ?? all[id] ?? null;
};

/** `words` of the address: `dark`, `dir=rtl`, `note=PATH`, `mode=source`. */
export const openShell = (app: App, bridge: Bridge, words: URLSearchParams): Shell => {
  drawIconsFrom(drawingOf);
  const { document, workspace, vault } = app;
  const { body } = document;
  const { platform } = app.around;
  body.addClass("app-container", words.has("dark") ? "theme-dark" : "theme-light");
  body.addClasses(platform.isMobile ? ["is-mobile", "is-phone"] : ["mod-linux"]);
  if (words.get("dir") === "rtl") {
    body.addClass("mod-rtl");
    document.documentElement.dir = "rtl";
  }
  workspace.defaultMode = words.get("mode") === "source" ? "source" : "preview";

  const sidebar = workspace.leftSplit.containerEl;
  sidebar.createDiv({ cls: "workspace-sidedock-vault-profile", text: vault.getName() });
  const explorer = openExplorer(app, sidebar.createDiv());
  if (!platform.isPhone) workspace.leftSplit.expand();
  const root = openTabs(app, "root");
  const right = openTabs(app, "right");

  const button = (icon: string, title: string, run: () => void): HTMLElement => {
    const el = app.ribbonEl.createEl("button", "clickable-icon side-dock-ribbon-action");
    setIcon(el, icon);
    el.setAttribute("aria-label", title);
    el.addEventListener("click", run);
    return el;
  };
  const toggleDark = (): void => {
    for (const name of ["theme-dark", "theme-light"]) body.toggleClass(name, !body.hasClass(name));
    workspace.trigger("css-change");
  };
  const openSettings = (): void => {
    app.setting.open();
    if (app.setting.activeTab === null) app.setting.openTabById(app.setting.pluginTabs[0]?.id ?? "");
  };
  button("panel-left", "Toggle left sidebar", () => workspace.leftSplit.toggle());
  button("search", "Open quick switcher", () => openSwitcher(app));
  button("terminal", "Open command palette", () => openPalette(app));
  button("sun-moon", "Switch between light and dark", toggleDark);
  button("settings", "Open settings", openSettings);
  // Only the sample has a world outside.
  const sentButton = button("send", "Sent from the sample", () => showSent());
  sentButton.toggle(false);
  const showSent = openSent(app, bridge, () => sentButton.toggle(true));

  app.scope.register(["Mod"], "p", () => {
    openPalette(app);
    return false;
  });
  app.scope.register(["Mod"], "o", () => {
    openSwitcher(app);
    return false;
  });
  app.scope.register(["Mod"], ",", () => {
    openSettings();
    return false;
  });
  app.scope.register(["Mod"], "e", () => {
    document
      .querySelector<HTMLElement>(".workspace-leaf.mod-active [aria-label^='Switch between reading']")
      ?.click();
    return false;
  });

  let due = false;
  const draw = (): void => {
    if (due) return;
    due = true;
    app.around.timers.after(10, () => {
      due = false;
      explorer.draw();
      root.draw();
      right.draw();
    });
  };
  for (const name of ["create", "delete", "rename"]) vault.on(name, draw);
  // On a phone the side panel covers the note.
  if (platform.isPhone) workspace.on("file-open", () => workspace.leftSplit.collapse());
  for (const name of ["file-open", "layout-change", "active-leaf-change"]) workspace.on(name, draw);

  return {
    async ready() {
      explorer.draw();
      root.draw();
      right.draw();
      const note = words.get("note") ?? "Dashboard.md";
      const file = vault.getFileByPath(note);
      if (file !== null) await workspace.getLeaf(false).openFile(file);
    },
  };
};
