/** The app: everything a plugin reaches through `this.app`. */
import { type CliEntry, Commands, Registry } from "./commands";
import { FileManager } from "./file_manager";
import { Keymap, Scope } from "./keymap";
import { ViewRegistry } from "./leaf";
import { Processors } from "./markdown";
import { MetadataCache } from "./metadata";
import type { Modal } from "./modal";
import { SettingDialog } from "./setting_tab";
import { SecretStorage } from "./storage";
import type { Surroundings } from "./surroundings";
import { Vault } from "./vault";
import { Workspace } from "./workspace";

export type ProtocolHandler = (params: Record<string, string>) => unknown;

export class App {
  readonly document: Document;
  readonly scope = new Scope();
  readonly keymap: Keymap;
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly workspace: Workspace;
  readonly fileManager: FileManager;
  readonly secretStorage: SecretStorage;
  readonly commands: Commands;
  readonly setting: SettingDialog;
  readonly viewRegistry = new ViewRegistry();
  readonly processors = new Processors();
  lastEvent: Event | null = null;
  /** Of the stand-in only, from here on. */
  readonly protocol = new Registry<ProtocolHandler>("protocol action");
  readonly cli = new Registry<CliEntry>("command");
  readonly openModals: Modal[] = [];
  readonly statusBarEl: HTMLElement;
  readonly ribbonEl: HTMLElement;

  constructor(readonly around: Surroundings) {
    this.document = around.window.document;
    this.vault = new Vault(around);
    this.metadataCache = new MetadataCache(this.vault, around);
    const { body } = this.document;
    this.ribbonEl = body.createDiv("workspace-ribbon");
    this.workspace = new Workspace(this);
    this.statusBarEl = body.createDiv("status-bar");
    this.keymap = new Keymap(this.document, this.scope, () => this.workspace.activeLeaf?.view.scope ?? null);
    this.fileManager = new FileManager(this);
    this.secretStorage = new SecretStorage(around.profile);
    this.commands = new Commands(this);
    this.setting = new SettingDialog(this);
    around.app = this;
  }

  /** Keys are kept apart by vault, not by plugin: two plugins with one key share it. */
  loadLocalStorage(key: string): unknown {
    const text = this.around.profile.local.get(this.localKey(key));
    return text === undefined ? null : JSON.parse(text);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null || data === undefined) this.around.profile.local.delete(this.localKey(key));
    else this.around.profile.local.set(this.localKey(key), JSON.stringify(data));
  }

  isDarkMode(): boolean {
    return this.document.body.classList.contains("theme-dark");
  }

  /** Of the stand-in only: `obsidian://action?name=value` was clicked. Nobody may be there to handle it. */
  openProtocolLink(link: string): void {
    const [, action = "", query = ""] = /^obsidian:\/\/([^?]*)\??(.*)$/.exec(link) ?? [];
    const params = Object.fromEntries(new URLSearchParams(query));
    if (action === "open") {
      this.workspace.openLinkText(params["file"] ?? "", "").catch((error: unknown) => this.report(error));
      return;
    }
    const run = async (): Promise<void> => void (await this.protocol.get(action)?.({ ...params, action }));
    run().catch((error: unknown) => this.report(error));
  }

  private report(error: unknown): void {
    this.around.errors.push(error);
  }

  private localKey(key: string): string {
    return `${this.vault.getName()}-${key}`;
  }
}
