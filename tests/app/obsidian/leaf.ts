/** One tab or side panel. */
import type { App } from "./app";
import { Events } from "./event";
import type { TFile } from "./file";
import { EmptyView, MarkdownView, type View } from "./view";

export type Place = "root" | "left" | "right";

export interface ViewState {
  readonly type: string;
  readonly state?: Record<string, unknown>;
  readonly active?: boolean;
  readonly pinned?: boolean;
}

export interface OpenState {
  readonly active?: boolean;
  readonly state?: Record<string, unknown>;
  /** `line`: the cursor goes there, counted from 0. */
  readonly eState?: Record<string, unknown>;
}

export class WorkspaceLeaf extends Events {
  readonly containerEl: HTMLElement;
  view: View;
  private pinned = false;

  constructor(
    readonly app: App,
    readonly place: Place,
  ) {
    super();
    this.containerEl = app.document.createElement("div");
    this.containerEl.addClass("workspace-leaf");
    this.view = new EmptyView(this, "empty");
    app.workspace.placeEl(place).appendChild(this.containerEl);
  }

  get isDeferred(): boolean {
    return false;
  }

  loadIfDeferred(): Promise<void> {
    return Promise.resolve();
  }

  getRoot(): unknown {
    return this.app.workspace.rootOf(this.place);
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  getViewState(): ViewState {
    return { type: this.view.getViewType(), state: this.view.getState(), pinned: this.pinned };
  }

  async setViewState(next: ViewState): Promise<void> {
    if (next.type !== this.view.getViewType() || next.type === "markdown") {
      await this.view.leave();
      this.view = this.app.viewRegistry.make(next.type, this);
      await this.view.enter();
    }
    await this.view.setState(next.state ?? {}, { history: false });
    this.pinned = next.pinned ?? this.pinned;
    this.app.workspace.trigger("layout-change");
    if (next.active === true) this.app.workspace.setActiveLeaf(this, { focus: true });
  }

  async open(view: View): Promise<View> {
    await this.view.leave();
    this.view = view;
    await view.enter();
    return view;
  }

  async openFile(file: TFile, { active, state, eState }: OpenState = {}): Promise<void> {
    if (file.extension !== "md") throw new Error(`The stand-in opens notes only, not ${file.path}.`);
    const view = new MarkdownView(this);
    await this.open(view);
    await view.onLoadFile(file);
    if (state !== undefined) await view.setState(state, { history: false });
    if (eState !== undefined) view.setEphemeralState(eState);
    this.app.workspace.trigger("layout-change");
    if (active !== false) this.app.workspace.setActiveLeaf(this, { focus: true });
    this.app.workspace.trigger("file-open", file);
  }

  setPinned(pinned: boolean): void {
    this.pinned = pinned;
  }

  /** The view's closing runs on its own; the leaf is gone at once. */
  detach(): void {
    this.app.workspace.drop(this);
    this.containerEl.detach();
    this.view.leave().catch((error: unknown) => this.app.around.errors.push(error));
  }
}

/** Kinds of view plugins offer. */
export class ViewRegistry {
  private readonly makers = new Map<string, (leaf: WorkspaceLeaf) => View>();

  registerView(type: string, make: (leaf: WorkspaceLeaf) => View): void {
    if (this.makers.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.makers.set(type, make);
  }

  unregisterView(type: string): void {
    this.makers.delete(type);
  }

  types(): readonly string[] {
    return [...this.makers.keys()];
  }

  make(type: string, leaf: WorkspaceLeaf): View {
    if (type === "markdown") return new MarkdownView(leaf);
    return this.makers.get(type)?.(leaf) ?? new EmptyView(leaf, type);
  }
}
