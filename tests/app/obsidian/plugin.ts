/** The class every plugin extends. Whatever it adds to the app is taken back on unload. */
import type { App, ProtocolHandler } from "./app";
import type { CliFlag, Command } from "./commands";
import { setTooltip } from "./control";
import { Component } from "./event";
import type { WorkspaceLeaf } from "./leaf";
import type { CodeBlockProcessor, PostProcessor } from "./markdown";
import { PluginData } from "./plugin_data";
import type { SettingTab } from "./setting_tab";
import { setIcon } from "./text";
import type { View } from "./view";

export interface PluginManifest {
  readonly dir?: string;
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly version: string;
  readonly minAppVersion: string;
  readonly description: string;
  readonly isDesktopOnly?: boolean;
}

const dataFiles = new WeakMap<Plugin, PluginData>();

/** Of the stand-in only. */
export const dataOf = (plugin: Plugin): PluginData => {
  const known = dataFiles.get(plugin);
  if (known !== undefined) return known;
  const data = new PluginData(
    plugin.app,
    `${plugin.manifest.dir ?? `.obsidian/plugins/${plugin.manifest.id}`}/data.json`,
  );
  dataFiles.set(plugin, data);
  return data;
};

export abstract class Plugin extends Component {
  // Declared, not defined: the app's class has no such field, and a definition would hide a subclass's accessor.
  declare settings?: unknown;

  constructor(
    readonly app: App,
    readonly manifest: PluginManifest,
  ) {
    super();
  }

  /** Changes the command it is given, as the app does: prefixed id and name. */
  addCommand(command: Command): Command {
    if (command.id.startsWith(`${this.manifest.id}:`))
      throw new Error("A command's id must not bear the plugin's own prefix.");
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    this.app.commands.addCommand(command);
    this.register(() => this.app.commands.removeCommand(command.id));
    return command;
  }

  removeCommand(id: string): void {
    this.app.commands.removeCommand(`${this.manifest.id}:${id}`);
  }

  addRibbonIcon(icon: string, title: string, run: (event: MouseEvent) => unknown): HTMLElement {
    const el = this.app.ribbonEl.createDiv("clickable-icon side-dock-ribbon-action");
    setIcon(el, icon);
    setTooltip(el, title);
    el.addEventListener("click", (event) => {
      const answer = run(event);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.app.around.errors.push(error));
    });
    this.register(() => el.detach());
    return el;
  }

  /** Made everywhere, seen on the desktop only: a phone has no status bar. */
  addStatusBarItem(): HTMLElement {
    const el = this.app.document.createElement("div");
    el.addClass("status-bar-item", `plugin-${this.manifest.id}`);
    if (this.app.around.device === "desktop") this.app.statusBarEl.appendChild(el);
    this.register(() => el.detach());
    return el;
  }

  addSettingTab(tab: SettingTab): void {
    this.app.setting.addTab(tab);
    this.register(() => this.app.setting.removeTab(tab));
  }

  registerView(type: string, make: (leaf: WorkspaceLeaf) => View): void {
    this.app.viewRegistry.registerView(type, make);
    this.register(() => {
      this.app.viewRegistry.unregisterView(type);
      // The leaf stays where the person put it and says that its plugin is gone.
      for (const leaf of this.app.workspace.getLeavesOfType(type)) {
        leaf
          .open(this.app.viewRegistry.make(type, leaf))
          .catch((error: unknown) => this.app.around.errors.push(error));
      }
    });
  }

  registerObsidianProtocolHandler(action: string, handler: ProtocolHandler): void {
    this.app.protocol.add(action, handler);
    this.register(() => this.app.protocol.remove(action));
  }

  registerCliHandler(
    command: string,
    description: string,
    flags: Readonly<Record<string, CliFlag>> | null,
    handler: (params: Record<string, string>) => string | Promise<string>,
  ): void {
    if (command !== this.manifest.id && !command.startsWith(`${this.manifest.id}:`)) {
      throw new Error(
        `A command for the command line is called "${this.manifest.id}" or "${this.manifest.id}:<action>", not "${command}".`,
      );
    }
    this.app.cli.add(command, { description, flags: flags ?? {}, handler });
    this.register(() => this.app.cli.remove(command));
  }

  override registerInterval(id: number): number {
    this.register(() => this.app.around.window.clearInterval(id));
    return id;
  }

  registerMarkdownPostProcessor(processor: PostProcessor, sortOrder?: number): PostProcessor {
    if (sortOrder !== undefined) processor.sortOrder = sortOrder;
    this.app.processors.addPost(processor);
    this.register(() => this.app.processors.removePost(processor));
    return processor;
  }

  registerMarkdownCodeBlockProcessor(
    language: string,
    handler: CodeBlockProcessor,
    _sortOrder?: number,
  ): CodeBlockProcessor {
    const { blocks } = this.app.processors;
    if (blocks.has(language))
      throw new Error(`Code block postprocessor for language ${language} is already registered`);
    blocks.set(language, handler);
    this.register(() => blocks.delete(language));
    return handler;
  }

  /** Live preview has it; otherwise the stand-in's editor is a plain text field. */
  registerEditorExtension(extension: unknown): void {
    const { extensions } = this.app.processors;
    extensions.add(extension);
    this.register(() => extensions.delete(extension));
  }

  registerHoverLinkSource(_id: string, _info: unknown): void {}

  loadData(): Promise<unknown> {
    return dataOf(this).load();
  }

  saveData(data: unknown): Promise<void> {
    return dataOf(this).save(data);
  }

  onUserEnable(): void {}

  onExternalSettingsChange?(): unknown;
}
