/** What a leaf shows. */
import type { App } from "./app";
import { Editor } from "./editor";
import { Component } from "./event";
import type { TFile } from "./file";
import type { Scope } from "./keymap";
import type { WorkspaceLeaf } from "./leaf";
import type { Menu } from "./menu";
import { setTooltip } from "./control";
import { setIcon } from "./text";

export abstract class View extends Component {
  readonly app: App;
  icon = "document";
  navigation = false;
  readonly containerEl: HTMLElement;
  scope: Scope | null = null;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
    this.containerEl = leaf.app.document.createElement("div");
    this.containerEl.addClass("workspace-leaf-content");
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  protected onOpen(): Promise<void> {
    return Promise.resolve();
  }

  protected onClose(): Promise<void> {
    return Promise.resolve();
  }

  getState(): Record<string, unknown> {
    return {};
  }

  setState(_state: unknown, _result: { history: boolean }): Promise<void> {
    return Promise.resolve();
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {}

  getIcon(): string {
    return this.icon;
  }

  onResize(): void {}

  onPaneMenu(_menu: Menu, _source: string): void {}

  /** Of the stand-in only: the leaf lets the view in and out. */
  async enter(): Promise<void> {
    this.containerEl.setAttr("data-type", this.getViewType());
    this.leaf.containerEl.appendChild(this.containerEl);
    this.load();
    await this.onOpen();
  }

  async leave(): Promise<void> {
    await this.onClose();
    this.unload();
    this.containerEl.detach();
  }
}

export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  private readonly actionsEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.actionsEl = this.containerEl.createDiv("view-header").createDiv("view-actions");
    this.contentEl = this.containerEl.createDiv("view-content");
  }

  addAction(icon: string, title: string, run: (event: MouseEvent) => unknown): HTMLElement {
    const el = this.actionsEl.createEl("a", "clickable-icon view-action");
    setIcon(el, icon);
    setTooltip(el, title);
    el.addEventListener("click", run);
    return el;
  }
}

/** What is left of a view whose plugin is gone, and what an empty tab shows. */
export class EmptyView extends ItemView {
  constructor(
    leaf: WorkspaceLeaf,
    private readonly type: string,
  ) {
    super(leaf);
  }

  getViewType(): string {
    return this.type;
  }

  getDisplayText(): string {
    return this.type === "empty" ? "New tab" : "Plugin no longer active";
  }
}

export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: TFile | null = null;

  override getState(): Record<string, unknown> {
    return { file: this.file?.path };
  }

  getDisplayText(): string {
    return this.file?.basename ?? "";
  }

  onLoadFile(_file: TFile): Promise<void> {
    return Promise.resolve();
  }

  onUnloadFile(_file: TFile): Promise<void> {
    return Promise.resolve();
  }
}

/** Milliseconds after which an open editor's text reaches the disk. */
export const SAVE_LAG = 2000;

export class MarkdownView extends FileView {
  readonly editor: Editor;
  private saving: number | null = null;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.editor = new Editor(() => this.requestSave());
  }

  getViewType(): string {
    return "markdown";
  }

  getMode(): "source" | "preview" {
    return "source";
  }

  getViewData(): string {
    return this.editor.getValue();
  }

  setViewData(data: string): void {
    this.editor.load(data);
  }

  get data(): string {
    return this.editor.getValue();
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.file = file;
    this.editor.load(await this.app.vault.read(file));
  }

  override async onUnloadFile(_file: TFile): Promise<void> {
    await this.save();
    this.file = null;
  }

  override async leave(): Promise<void> {
    if (this.file !== null) await this.onUnloadFile(this.file);
    await super.leave();
  }

  /** A change on disk reaches an editor without unsaved words. The app merges the other case; here the editor's text wins later. */
  async reload(): Promise<void> {
    if (this.file !== null && this.saving === null) this.editor.load(await this.app.vault.read(this.file));
  }

  requestSave(): void {
    this.app.workspace.trigger("editor-change", this.editor, this);
    this.saving ??= this.app.around.timers.after(SAVE_LAG, () => void this.save());
  }

  async save(): Promise<void> {
    if (this.saving === null || this.file === null) return;
    this.app.around.timers.cancel(this.saving);
    this.saving = null;
    await this.app.vault.modify(this.file, this.editor.getValue());
  }
}
