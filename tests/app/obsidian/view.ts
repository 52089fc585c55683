/** The views that a leaf shows. */
import type { App } from "./app";
import { Editor } from "./editor";
import { Component } from "./event";
import type { TFile } from "./file";
import type { Scope } from "./keymap";
import type { WorkspaceLeaf } from "./leaf";
import { renderMarkdown } from "./markdown";
import type { Menu } from "./menu";
import { setTooltip } from "./control";
import { openLive, type Live } from "./live";
import { drawProperties } from "./properties";
import { getFrontMatterInfo, parseYaml, setIcon } from "./text";

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
  /** Of the stand-in only: the view's title, which the app keeps true. */
  readonly titleEl: HTMLElement;
  private readonly actionsEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    const header = this.containerEl.createDiv("view-header");
    this.titleEl = header.createDiv("view-header-title-container").createDiv("view-header-title");
    this.actionsEl = header.createDiv("view-actions");
    this.contentEl = this.containerEl.createDiv("view-content");
  }

  override async enter(): Promise<void> {
    await super.enter();
    this.titleEl.setText(this.getDisplayText());
  }

  addAction(icon: string, title: string, run: (event: MouseEvent) => unknown): HTMLElement {
    const el = this.actionsEl.createEl("button", "clickable-icon view-action");
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
  readonly previewMode: { readonly containerEl: HTMLElement; rerender(full?: boolean): void };
  private mode: "source" | "preview";
  private saving: number | null = null;
  private isWriting = false;
  private readonly sourceEl: HTMLElement;
  private readonly sizerEl: HTMLElement;
  private rendered: Component | null = null;
  /** Null in source mode. */
  private live: Live | null = null;
  private shown: Promise<unknown> = Promise.resolve();

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.mode = leaf.app.workspace.defaultMode;
    this.editor = new Editor(() => this.requestSave());
    this.sourceEl = this.contentEl.createDiv("markdown-source-view");
    const field = this.sourceEl.createEl("textarea", { cls: "source-field", attr: { spellcheck: "false" } });
    field.setAttribute("aria-label", "Note text");
    this.editor.attach(field);
    const containerEl = this.contentEl.createDiv("markdown-reading-view");
    this.sizerEl = containerEl
      .createDiv({ cls: "markdown-preview-view markdown-rendered", attr: { tabindex: "0" } })
      .createDiv("markdown-preview-sizer markdown-preview-section");
    containerEl.addEventListener("click", (event) => this.boxClicked(event));
    this.previewMode = { containerEl, rerender: () => this.redraw() };
    this.addAction("book-open", "Switch between reading and editing", () => {
      this.setMode(this.mode === "preview" ? "source" : "preview");
    });
    this.addAction("code", "Switch between source mode and live preview", () => this.switchLive());
    this.showMode();
  }

  private switchLive(): void {
    const field = this.sourceEl.querySelector("textarea");
    field?.toggle(this.live !== null);
    if (this.live !== null) {
      this.live.close();
      this.live = null;
    } else
      this.live = openLive(this.sourceEl, this, {
        text: this.editor.getValue(),
        extensions: [...this.app.processors.extensions],
        typed: (text) => this.editor.setValue(text),
      });
    this.sourceEl.toggleClass("is-live-preview", this.live !== null);
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), mode: this.mode, source: this.mode === "source" };
  }

  override async setState(state: unknown, result: { history: boolean }): Promise<void> {
    await super.setState(state, result);
    const { file, mode } = (state ?? {}) as { readonly file?: unknown; readonly mode?: unknown };
    const found = typeof file === "string" ? this.app.vault.getFileByPath(file) : null;
    if (found !== null && found !== this.file) await this.onLoadFile(found);
    if (mode === "source" || mode === "preview") this.setMode(mode);
    await this.shown;
  }

  override setEphemeralState(state: unknown): void {
    const { line } = (state ?? {}) as { readonly line?: unknown };
    if (typeof line === "number") this.editor.setSelection({ line, ch: 0 });
  }

  private setMode(mode: "source" | "preview"): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.showMode();
    this.redraw();
    this.app.workspace.trigger("layout-change");
  }

  private showMode(): void {
    this.sourceEl.toggle(this.mode === "source");
    this.previewMode.containerEl.toggle(this.mode === "preview");
  }

  /** Draws the reading view anew; while a person edits, nobody sees it. */
  private redraw(): void {
    const { file } = this;
    if (this.mode !== "preview" || file === null) return;
    const draw = async (): Promise<void> => {
      if (this.file !== file) return;
      const text = this.editor.getValue();
      const info = getFrontMatterInfo(text);
      const body = text.slice(info.contentStart);
      this.rendered?.unload();
      this.rendered = new Component();
      this.rendered.load();
      const fresh = this.app.document.createElement("div");
      const header = fresh.createDiv("mod-header mod-ui");
      header.createDiv({ cls: "inline-title", text: file.basename });
      if (info.exists) drawProperties(header, info.frontmatter, this.app.document);
      await renderMarkdown(fresh, {
        app: this.app,
        markdown: body,
        sourcePath: file.path,
        owner: this.rendered,
        frontmatter: frontmatterOf(info.frontmatter),
        firstLine: text.slice(0, info.contentStart).split("\n").length - 1,
        whole: text,
      });
      const scroller = this.sizerEl.parentElement;
      const top = scroller?.scrollTop ?? 0;
      this.sizerEl.empty();
      while (fresh.firstChild !== null) this.sizerEl.appendChild(fresh.firstChild);
      if (scroller !== null) scroller.scrollTop = top;
    };
    this.shown = this.shown.then(draw).catch((error: unknown) => this.app.around.errors.push(error));
  }

  /** A click on a box in the reading view changes that one character of the note. */
  private boxClicked(event: MouseEvent): void {
    const box = event.target as HTMLElement;
    const line = Number(box.closest("[data-line]")?.getAttribute("data-line") ?? -1);
    const { file } = this;
    if (!box.matches("input.task-list-item-checkbox") || line < 0 || file === null) return;
    this.app.vault
      .process(file, (text) => {
        const lines = text.split("\n");
        lines[line] = (lines[line] ?? "").replace(
          /^(\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[)(.)(\])/,
          (_all, before: string, mark: string, after: string) =>
            `${before}${mark === " " ? "x" : " "}${after}`,
        );
        return lines.join("\n");
      })
      .catch((error: unknown) => this.app.around.errors.push(error));
  }

  getViewType(): string {
    return "markdown";
  }

  getMode(): "source" | "preview" {
    return this.mode;
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
    // The note comes first: no person can type into one that is not there yet.
    const text = await this.app.vault.read(file);
    this.file = file;
    this.editor.load(text);
    this.live?.load(this.editor.getValue());
    this.titleEl.setText(file.path.replace(/\.md$/, "").split("/").join(" / "));
    this.redraw();
    await this.shown;
  }

  override async onUnloadFile(_file: TFile): Promise<void> {
    await this.save();
    this.file = null;
  }

  override async leave(): Promise<void> {
    if (this.file !== null) await this.onUnloadFile(this.file);
    this.rendered?.unload();
    this.live?.close();
    await super.leave();
  }

  /**
   * A change on disk reaches an editor without unsaved words. The app merges the other case; here the editor's text
   * wins later.
   */
  async reload(): Promise<void> {
    const { file } = this;
    if (file === null || this.unsaved() !== null) return;
    const text = await this.app.vault.read(file);
    // A person may have typed, or opened another note, while it was read.
    if (this.file !== file || this.unsaved() !== null) return;
    this.editor.load(text);
    this.live?.load(this.editor.getValue());
    this.redraw();
  }

  requestSave(): void {
    this.app.workspace.trigger("editor-change", this.editor, this);
    this.saving ??= this.app.around.timers.after(SAVE_LAG, () => void this.save());
  }

  /** Of the stand-in only: what was typed and is not on the disk yet. */
  unsaved(): { readonly path: string; readonly text: string } | null {
    return (this.saving === null && !this.isWriting) || this.file === null
      ? null
      : { path: this.file.path, text: this.editor.getValue() };
  }

  async save(): Promise<void> {
    if (this.saving === null || this.file === null) return;
    this.app.around.timers.cancel(this.saving);
    this.saving = null;
    // A page that is left now may take the write with it.
    this.isWriting = true;
    await this.app.vault.modify(this.file, this.editor.getValue()).finally(() => (this.isWriting = false));
  }
}

const frontmatterOf = (yaml: string): unknown => {
  try {
    return parseYaml(yaml) ?? {};
  } catch {
    return {};
  }
};
