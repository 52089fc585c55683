/** Leaves, the active one among them, and the moment the layout is ready. */
import type { App } from "./app";
import { Events } from "./event";
import type { TFile } from "./file";
import { type OpenState, type Place, type ViewState, WorkspaceLeaf } from "./leaf";
import { getLinkpath } from "./text";
import { MarkdownView, type View } from "./view";

/** One side of the window. */
export class WorkspaceSide {
  collapsed = true;

  constructor(readonly containerEl: HTMLElement) {
    this.show();
  }

  collapse(): void {
    this.collapsed = true;
    this.show();
  }

  expand(): void {
    this.collapsed = false;
    this.show();
  }

  toggle(): void {
    this.collapsed = !this.collapsed;
    this.show();
  }

  private show(): void {
    this.containerEl.toggleClass("is-sidedock-collapsed", this.collapsed);
  }
}

/** What the app waits for before it quits. */
export class Tasks {
  private readonly promises: Promise<unknown>[] = [];

  add(run: () => Promise<unknown>): void {
    this.addPromise(run());
  }

  addPromise(promise: Promise<unknown>): void {
    this.promises.push(promise);
  }

  isEmpty(): boolean {
    return this.promises.length === 0;
  }

  promise(): Promise<unknown> {
    return Promise.allSettled(this.promises);
  }
}

export class Workspace extends Events {
  layoutReady = false;
  /** Of the stand-in only: how a note is opened, which is a setting in the app. */
  defaultMode: "source" | "preview" = "source";
  activeLeaf: WorkspaceLeaf | null = null;
  readonly containerEl: HTMLElement;
  readonly rootSplit: WorkspaceSide;
  readonly leftSplit: WorkspaceSide;
  readonly rightSplit: WorkspaceSide;
  private leaves: WorkspaceLeaf[] = [];
  private waiting: (() => unknown)[] = [];
  private opened: string[] = [];

  constructor(private readonly app: App) {
    super();
    this.containerEl = app.document.body.createDiv("workspace");
    const side = (cls: string): WorkspaceSide => new WorkspaceSide(this.containerEl.createDiv(cls));
    this.leftSplit = side("workspace-split mod-left-split");
    this.rootSplit = side("workspace-split mod-root");
    this.rightSplit = side("workspace-split mod-right-split");
    app.vault.on("modify", (file: TFile) => {
      for (const leaf of this.leaves) {
        if (leaf.view instanceof MarkdownView && leaf.view.file === file)
          leaf.view.reload().catch((error: unknown) => this.report(error));
      }
    });
    app.vault.on("delete", (file: TFile) => {
      for (const leaf of this.leaves.filter(
        (each) => each.view instanceof MarkdownView && each.view.file === file,
      )) {
        (leaf.view as MarkdownView).file = null;
        leaf.detach();
      }
    });
  }

  protected override report(error: unknown): void {
    this.app.around.errors.push(error);
  }

  get activeEditor(): MarkdownView | null {
    return this.getActiveViewOfType(MarkdownView);
  }

  onLayoutReady(run: () => unknown): void {
    if (this.layoutReady) this.call(run);
    else this.waiting.push(run);
  }

  /** Of the stand-in only: the app has laid out its window. */
  becomeReady(): void {
    this.layoutReady = true;
    for (const run of this.waiting.splice(0)) this.call(run);
    this.trigger("layout-change");
  }

  private call(run: () => unknown): void {
    try {
      const answer = run();
      if (answer instanceof Promise) answer.catch((error: unknown) => this.report(error));
    } catch (error) {
      this.report(error);
    }
  }

  rootOf(place: Place): WorkspaceSide {
    return { root: this.rootSplit, left: this.leftSplit, right: this.rightSplit }[place];
  }

  placeEl(place: Place): HTMLElement {
    return this.rootOf(place).containerEl;
  }

  getLeaf(newLeaf: "tab" | "split" | "window" | boolean = false): WorkspaceLeaf {
    const active = this.activeLeaf;
    if (newLeaf === false && active !== null && active.place === "root") return active;
    const any = this.leaves.find((leaf) => leaf.place === "root");
    return newLeaf === false && any !== undefined ? any : this.add("root");
  }

  getUnpinnedLeaf(): WorkspaceLeaf {
    return this.getLeaf(false);
  }

  getMostRecentLeaf(): WorkspaceLeaf | null {
    return this.activeLeaf?.place === "root"
      ? this.activeLeaf
      : (this.leaves.find((leaf) => leaf.place === "root") ?? null);
  }

  getLeftLeaf(_split: boolean): WorkspaceLeaf {
    return this.add("left");
  }

  getRightLeaf(_split: boolean): WorkspaceLeaf {
    return this.add("right");
  }

  async ensureSideLeaf(
    type: string,
    side: "left" | "right",
    options: {
      readonly active?: boolean;
      readonly reveal?: boolean;
      readonly state?: Record<string, unknown>;
    } = {},
  ): Promise<WorkspaceLeaf> {
    const leaf = this.getLeavesOfType(type).find((each) => each.place === side) ?? this.add(side);
    const state: ViewState = {
      type,
      active: options.active ?? true,
      ...(options.state === undefined ? {} : { state: options.state }),
    };
    await leaf.setViewState(state);
    if (options.reveal !== false) await this.revealLeaf(leaf);
    return leaf;
  }

  /** A link to nothing makes a note, as a click on it does. */
  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf: "tab" | "split" | "window" | boolean = false,
    openState: OpenState = {},
  ): Promise<void> {
    const linkpath = getLinkpath(linktext);
    const found =
      linkpath === ""
        ? this.app.vault.getFileByPath(sourcePath)
        : this.app.metadataCache.getFirstLinkpathDest(linkpath, sourcePath);
    const file =
      found ?? (await this.app.vault.create(linkpath.endsWith(".md") ? linkpath : `${linkpath}.md`, ""));
    await this.getLeaf(newLeaf).openFile(file, openState);
  }

  setActiveLeaf(leaf: WorkspaceLeaf, _params?: unknown): void {
    if (this.activeLeaf === leaf) return;
    this.activeLeaf = leaf;
    this.trigger("active-leaf-change", leaf);
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    this.rootOf(leaf.place).expand();
    await leaf.loadIfDeferred();
    this.setActiveLeaf(leaf);
  }

  getActiveViewOfType<T extends View>(type: abstract new (...args: never[]) => T): T | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  /** The note last looked at in the middle, also while a side panel is active. */
  getActiveFile(): TFile | null {
    const leaf = this.activeLeaf?.view instanceof MarkdownView ? this.activeLeaf : this.getMostRecentLeaf();
    return leaf?.view instanceof MarkdownView ? leaf.view.file : null;
  }

  iterateRootLeaves(run: (leaf: WorkspaceLeaf) => unknown): void {
    this.leaves.filter((leaf) => leaf.place === "root").forEach(run);
  }

  iterateAllLeaves(run: (leaf: WorkspaceLeaf) => unknown): void {
    this.leaves.slice().forEach(run);
  }

  getLeavesOfType(type: string): WorkspaceLeaf[] {
    return this.leaves.filter((leaf) => leaf.view.getViewType() === type);
  }

  detachLeavesOfType(type: string): void {
    for (const leaf of this.getLeavesOfType(type)) leaf.detach();
  }

  getLastOpenFiles(): string[] {
    return this.opened.slice();
  }

  updateOptions(): void {}

  override trigger(name: string, ...data: unknown[]): void {
    if (name === "file-open" && this.getActiveFile() !== null)
      this.opened = [this.getActiveFile()?.path ?? "", ...this.opened].slice(0, 10);
    super.trigger(name, ...data);
  }

  /** Of the stand-in only: a leaf is gone. */
  drop(leaf: WorkspaceLeaf): void {
    this.leaves = this.leaves.filter((each) => each !== leaf);
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      this.trigger("active-leaf-change", null);
    }
    this.trigger("layout-change");
  }

  private add(place: Place): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.app, place);
    this.leaves.push(leaf);
    return leaf;
  }
}
