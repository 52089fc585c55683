/** Settings tabs, and the dialog that shows one of them at a time. */
import type { SettingDefinitionItem } from "obsidian";
import type { App } from "./app";
import { Scope } from "./keymap";
import type { Plugin } from "./plugin";
import { drawDefinitions, type DrawnTab } from "./setting_draw";
import { keepFocusIn } from "./focus";
import { documentOf, surroundings } from "./surroundings";
import { setIcon } from "./text";

export abstract class SettingPage {
  readonly rootEl: HTMLElement;
  readonly titlebarEl: HTMLElement;
  readonly containerEl: HTMLElement;
  title = "";

  constructor() {
    this.rootEl = documentOf(surroundings()).createElement("div");
    this.titlebarEl = this.rootEl.createDiv("setting-page-titlebar");
    this.containerEl = this.rootEl.createDiv("setting-page-content");
  }

  abstract display(): void;

  hide(): void {
    this.containerEl.empty();
  }
}

export abstract class SettingTab {
  icon = "";
  id = "";
  name = "";
  readonly containerEl: HTMLElement;
  settingItems: SettingDefinitionItem[] = [];
  private drawn: DrawnTab | null = null;
  private shown = false;

  constructor(readonly app: App) {
    this.containerEl = app.document.createElement("div");
    this.containerEl.addClass("vertical-tab-content");
  }

  getSettingDefinitions(): SettingDefinitionItem[] {
    return [];
  }

  /** Asks for the definitions afresh, and draws them again when the tab is open. */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.shown) this.draw();
  }

  abstract getControlValue(key: string): unknown;
  abstract setControlValue(key: string, value: unknown): void | Promise<void>;

  refreshDomState(): void {
    this.drawn?.refresh();
  }

  display(): void {}

  /** The tab's own clearing. A subclass that overrides it must call it, or empty the tab itself. */
  hide(): void {
    this.containerEl.empty();
  }

  /** Of the stand-in only: what the dialog does to a tab. */
  open(): void {
    this.shown = true;
    this.settingItems = this.getSettingDefinitions();
    this.draw();
  }

  close(): void {
    this.shown = false;
    this.drawn?.tearDown();
    this.drawn = null;
    this.hide();
  }

  private draw(): void {
    this.drawn?.tearDown();
    this.drawn = null;
    if (this.settingItems.length === 0) {
      this.display();
      return;
    }
    this.containerEl.empty();
    this.drawn = drawDefinitions(this, this.settingItems);
  }
}

export abstract class PluginSettingTab extends SettingTab {
  private readonly owner: Plugin;

  constructor(app: App, plugin: Plugin) {
    super(app);
    this.owner = plugin;
    this.id = plugin.manifest.id;
    this.name = plugin.manifest.name;
  }

  getControlValue(key: string): unknown {
    return this.settings()[key];
  }

  async setControlValue(key: string, value: unknown): Promise<void> {
    const settings = this.settings();
    settings[key] = value;
    await this.owner.saveData(settings);
  }

  private settings(): Record<string, unknown> {
    const settings = this.owner.settings;
    if (typeof settings !== "object" || settings === null) {
      throw new Error(
        "plugin.settings is not an object: override getControlValue and setControlValue, or set it before addSettingTab.",
      );
    }
    return settings as Record<string, unknown>;
  }
}

/** `app.setting`: not in the public types, used by many plugins to open their own tab. */
export class SettingDialog {
  readonly pluginTabs: SettingTab[] = [];
  activeTab: SettingTab | null = null;
  private readonly el: HTMLElement;
  private readonly headerEl: HTMLElement;
  private readonly contentEl: HTMLElement;
  private readonly scope: Scope;
  private cameFrom: Element | null = null;

  constructor(private readonly app: App) {
    this.scope = new Scope(app.scope);
    this.scope.register([], "Escape", () => {
      this.close();
      return false;
    });
    this.el = app.document.createElement("div");
    this.el.addClass("modal-container", "mod-dim", "mod-settings");
    this.el.createDiv("modal-bg").addEventListener("click", () => this.close());
    const modal = this.el.createDiv({
      cls: "modal mod-settings mod-sidebar-layout",
      attr: { role: "dialog" },
    });
    modal.setAttrs({ "aria-label": "Settings", tabindex: "-1" });
    keepFocusIn(modal);
    const close = modal.createDiv("modal-close-button");
    setIcon(close, "x");
    close.addEventListener("click", () => this.close());
    const content = modal.createDiv("modal-content vertical-tabs-container");
    this.headerEl = content.createDiv("vertical-tab-header");
    this.contentEl = content.createDiv("vertical-tab-content-container");
  }

  open(): void {
    if (this.el.isConnected) return;
    this.cameFrom = this.app.document.activeElement;
    this.app.document.body.appendChild(this.el);
    this.app.keymap.pushScope(this.scope);
    this.drawHeader();
    this.el.querySelector<HTMLElement>(".modal")?.focus();
  }

  close(): void {
    this.activeTab?.close();
    this.activeTab = null;
    this.contentEl.empty();
    if (!this.el.isConnected) return;
    this.app.keymap.popScope(this.scope);
    this.el.detach();
    if (this.cameFrom?.isConnected === true) (this.cameFrom as HTMLElement).focus();
  }

  private drawHeader(): void {
    this.headerEl.empty();
    this.headerEl.createDiv({ cls: "vertical-tab-header-group-title", text: "Community plugins" });
    for (const tab of this.pluginTabs) {
      const item = this.headerEl.createEl("button", { cls: "vertical-tab-nav-item", text: tab.name });
      item.toggleClass("is-active", tab === this.activeTab);
      item.addEventListener("click", () => this.openTabById(tab.id));
    }
  }

  openTabById(id: string): SettingTab | null {
    const tab = this.pluginTabs.find((each) => each.id === id) ?? null;
    if (tab === null || tab === this.activeTab) return tab;
    this.activeTab?.close();
    this.contentEl.empty();
    this.activeTab = tab;
    this.contentEl.appendChild(tab.containerEl);
    this.drawHeader();
    tab.open();
    return tab;
  }

  /** Indexed for search at once, so the definitions are asked for here, before anything is shown. */
  addTab(tab: SettingTab): void {
    this.pluginTabs.push(tab);
    tab.update();
  }

  removeTab(tab: SettingTab): void {
    if (this.activeTab === tab) this.close();
    this.pluginTabs.remove(tab);
  }
}
