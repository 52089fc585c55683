/** A started app as a test holds it: a person's eyes and hands, a clock, and the disk's outside. */
import { type Face, faceOf } from "./face";
import type { Stock } from "./leaks";
import type { App } from "./obsidian/app";
import { TFile } from "./obsidian/file";
import { Menu } from "./obsidian/menu";
import { dataOf, type Plugin } from "./obsidian/plugin";
import { documentOf, type Surroundings } from "./obsidian/surroundings";
import { MarkdownView } from "./obsidian/view";
import { Tasks } from "./obsidian/workspace";
import { DELETION_LAG, noticeArrivals, noticeDepartures, noticeSettings } from "./obsidian/watch";
import { atRest, type PendingTimer, type TestClock, untilTrue } from "./time";

export interface ModalFace extends Face {
  readonly title: string;
  pressEscape(): Promise<void>;
  /** What a pick-one dialog offers now. */
  suggestions(): readonly string[];
  /** Types into a pick-one dialog. */
  search(text: string): Promise<void>;
  choose(text: string): Promise<void>;
}

export interface MenuFace {
  readonly title: string;
  readonly section: string;
  readonly disabled: boolean;
  click(): Promise<void>;
}

export interface Harness {
  readonly app: App;
  readonly plugin: Plugin;
  readonly window: Window;
  readonly manifestId: string;
  readonly time: {
    now(): number;
    /** Milliseconds. Runs what falls due in order, each to its end on the disk. */
    advance(ms: number): Promise<void>;
    pending(): readonly PendingTimer[];
  };
  /** By the id the plugin gave, without its own prefix. Throws when the palette would not show it. */
  run(command: string): Promise<void>;
  /** Names as the palette shows them now. */
  commandPalette(): readonly string[];
  /** Every notice since the start, oldest first. */
  notices(): readonly string[];
  shownNotices(): readonly string[];
  /** Open dialogs, the topmost last. */
  modals(): readonly ModalFace[];
  /** The topmost dialog; throws when none is open. */
  modal(): ModalFace;
  settingsTab(): Promise<Face>;
  closeSettings(): Promise<void>;
  /** The plugin's items in the context menu of a file or folder. */
  fileMenu(path: string): readonly MenuFace[];
  editorMenu(): readonly MenuFace[];
  statusBar(): string;
  ribbon(): readonly { readonly title: string; click(): Promise<void> }[];
  /** Views of one type on the screen. */
  views(type: string): readonly Face[];
  /** Paths of the notes open in tabs; the active one is `activeNote()`. */
  openNotes(): readonly string[];
  activeNote(): string | null;
  open(path: string): Promise<void>;
  /** Types the whole text of the active note anew; it reaches the disk two seconds later. */
  retype(text: string): Promise<void>;
  select(text: string): void;
  /** `obsidian://action?…` was clicked somewhere. */
  protocol(action: string, params: Readonly<Record<string, string>>): Promise<void>;
  /** The app's own command line: answers what it prints. Checks flags as the app does. */
  cli(command: string, params?: Readonly<Record<string, string>>): Promise<string>;
  /** The app notices what others did to the folder: arrivals at once, departures 100 ms later; then data.json. */
  settleDisk(between?: () => Promise<void>): Promise<void>;
  idle(): Promise<void>;
  until(what: string, holds: () => boolean | Promise<boolean>, limit?: number): Promise<void>;
  /** What the app would have printed in red to its console. */
  errors(): readonly unknown[];
  /** Lists of suggestions and menus that hang over the window. */
  popovers(): readonly Face[];
  /**
   * The person closes the app: who listens to `quit` may still finish something, and the window goes. The plugin is not
   * unloaded.
   */
  quit(): Promise<void>;
  /** Turns the plugin off. Answers what it left behind, one line each. */
  unload(): Promise<readonly string[]>;
}

export interface Started {
  readonly around: Surroundings;
  readonly app: App;
  readonly plugin: Plugin;
  readonly clock: TestClock;
  readonly stock: Stock;
}

const modalFace = (app: App, at: number, settle: () => Promise<void>): ModalFace => {
  const modal = app.openModals[at];
  if (modal === undefined) throw new Error("No dialog is open.");
  const face = faceOf(modal.modalEl, settle);
  const offered = (): readonly HTMLElement[] =>
    Array.from(modal.modalEl.querySelectorAll<HTMLElement>(".suggestion-item"));
  return {
    ...face,
    title: modal.titleEl.textContent ?? "",
    pressEscape: async () => {
      const { KeyboardEvent } = app.around.window as Window & typeof globalThis;
      app.document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      await settle();
    },
    suggestions: () => offered().map((el) => el.textContent ?? ""),
    search: async (text) => {
      const input = modal.modalEl.querySelector<HTMLInputElement>(".prompt-input");
      if (input === null) throw new Error("This dialog offers nothing to pick from.");
      input.value = text;
      input.trigger("input");
      await settle();
    },
    choose: async (text) => {
      const found = offered().find((el) => el.textContent === text);
      if (found === undefined)
        throw new Error(
          `"${text}" is not offered. There is: ${offered()
            .map((el) => el.textContent)
            .join(", ")}.`,
        );
      found.click();
      await settle();
    },
  };
};

export const harnessOf = ({ around, app, plugin, clock, stock }: Started): Harness => {
  const document = documentOf(around);
  const { id } = plugin.manifest;
  const markdown = (): MarkdownView[] => {
    const views: MarkdownView[] = [];
    app.workspace.iterateAllLeaves((leaf) => leaf.view instanceof MarkdownView && views.push(leaf.view));
    return views;
  };
  const activeView = (): MarkdownView => {
    const view = app.workspace.activeEditor;
    if (view === null) throw new Error("No note is active in an editor.");
    return view;
  };
  const BoundMenu = class extends Menu {
    static override around = (): Surroundings => around;
  };
  const menuFaces = (fill: (menu: Menu) => void): readonly MenuFace[] => {
    const menu = new BoundMenu();
    fill(menu);
    return menu.items.map((item) => ({
      title: item.title,
      section: item.section,
      disabled: item.disabled,
      click: async () => {
        if (item.disabled) throw new Error(`The menu item "${item.title}" is disabled.`);
        item.dom.click();
        await atRest();
      },
    }));
  };
  const advance = (ms: number): Promise<void> => clock.advance(ms, atRest);

  return {
    app,
    plugin,
    window: around.window,
    manifestId: id,
    time: { now: () => clock.now(), advance, pending: () => clock.pendingOfPlugin() },
    run: async (command) => {
      const full = `${id}:${command}`;
      if (app.commands.commands[full] === undefined)
        throw new Error(
          `No command "${command}". There is: ${Object.keys(app.commands.commands).join(", ")}.`,
        );
      if (!app.commands.executeCommandById(full))
        throw new Error(`The command "${command}" does not apply now.`);
      await atRest();
    },
    commandPalette: () => app.commands.listCommands().map((command) => command.name),
    notices: () => around.notices.map((notice) => notice.text()),
    shownNotices: () => around.notices.filter((notice) => notice.shown()).map((notice) => notice.text()),
    modals: () => app.openModals.map((_modal, at) => modalFace(app, at, atRest)),
    modal: () => modalFace(app, app.openModals.length - 1, atRest),
    settingsTab: async () => {
      app.setting.open();
      const tab = app.setting.openTabById(id);
      if (tab === null) throw new Error("The plugin has no settings tab.");
      await atRest();
      return faceOf(tab.containerEl, atRest);
    },
    closeSettings: async () => {
      app.setting.close();
      await atRest();
    },
    fileMenu: (path) => {
      const file = app.vault.getAbstractFileByPath(path);
      if (file === null) throw new Error(`The app knows no ${path}.`);
      return menuFaces((menu) =>
        app.workspace.trigger("file-menu", menu, file, "file-explorer-context-menu"),
      );
    },
    editorMenu: () =>
      menuFaces((menu) => app.workspace.trigger("editor-menu", menu, activeView().editor, activeView())),
    statusBar: () => (app.statusBarEl.textContent ?? "").trim(),
    ribbon: () =>
      Array.from(app.ribbonEl.querySelectorAll<HTMLElement>(".side-dock-ribbon-action"), (el) => ({
        title: el.getAttribute("aria-label") ?? "",
        click: async () => {
          el.click();
          await atRest();
        },
      })),
    views: (type) => app.workspace.getLeavesOfType(type).map((leaf) => faceOf(leaf.view.containerEl, atRest)),
    openNotes: () => markdown().flatMap((view) => (view.file === null ? [] : [view.file.path])),
    activeNote: () => app.workspace.getActiveFile()?.path ?? null,
    open: async (path) => {
      const file = app.vault.getAbstractFileByPath(path);
      if (!(file instanceof TFile)) throw new Error(`The app knows no note ${path}.`);
      await app.workspace.getLeaf(true).openFile(file);
      await atRest();
    },
    retype: async (text) => {
      activeView().editor.setValue(text);
      await atRest();
    },
    select: (text) => {
      const { editor } = activeView();
      const at = editor.getValue().indexOf(text);
      if (at < 0) throw new Error(`The active note has no "${text}".`);
      editor.setSelection(editor.offsetToPos(at), editor.offsetToPos(at + text.length));
    },
    protocol: async (action, params) => {
      const handler = app.protocol.get(action);
      if (handler === undefined) throw new Error(`Nobody handles obsidian://${action}.`);
      await handler({ ...params, action });
      await atRest();
    },
    cli: async (command, params = {}) => {
      const entry = app.cli.get(command);
      if (entry === undefined) throw new Error(`Command "${command}" not found.`);
      for (const [name, flag] of Object.entries(entry.flags))
        if (flag.required === true && params[name] === undefined)
          throw new Error(`Missing required parameter: ${name}`);
      const answer: unknown = await entry.handler({ ...params });
      if (typeof answer !== "string")
        throw new TypeError(`The handler of "${command}" must answer a string.`);
      await atRest();
      return answer;
    },
    settleDisk: async (between) => {
      await atRest();
      await noticeArrivals(app);
      await atRest();
      await between?.();
      await advance(DELETION_LAG);
      await noticeDepartures(app);
      await noticeSettings(app, dataOf(plugin), () => plugin.onExternalSettingsChange?.());
      await atRest();
    },
    idle: atRest,
    until: (what, holds, limit) => untilTrue(what, holds, limit),
    errors: () => around.errors.slice(),
    popovers: () =>
      Array.from(document.body.querySelectorAll<HTMLElement>(".suggestion-container, .menu"), (el) =>
        faceOf(el, atRest),
      ),
    quit: async () => {
      const { Event } = app.around.window as Window & typeof globalThis;
      const tasks = new Tasks();
      app.around.window.dispatchEvent(new Event("beforeunload"));
      app.workspace.trigger("quit", tasks);
      await tasks.promise();
      await atRest();
      app.around.window.dispatchEvent(new Event("pagehide"));
      await atRest();
    },
    unload: async () => {
      app.setting.close();
      plugin.unload();
      await atRest();
      // A child process may take its leave while the clock goes on; one that stays is reported.
      let last = performance.now();
      const haveChildrenEnded = async (): Promise<boolean> => {
        const gone = Math.floor(performance.now() - last);
        last += gone;
        await advance(gone);
        return !stock.hasChildren();
      };
      await untilTrue("children end", haveChildrenEnded).catch(() => undefined);
      document.body.querySelector(".notice-container")?.remove();
      return stock.leftBehind();
    },
  };
};
