/**
 * The module that `import … from "obsidian"` gives in tests. A main.js started by `bootApp` gets `moduleFor(its own
 * app)` instead, so that two devices can run side by side; code imported directly is served by the app that was started
 * last. A part that is missing here is missing on purpose: a plugin that needs it fails, and the stand-in is then
 * taught how the app really behaves.
 */
import { CapacitorAdapter, FileSystemAdapter } from "./adapter";
import { App } from "./app";
import * as control from "./control";
import { Component, Events } from "./event";
import { TAbstractFile, TFile, TFolder } from "./file";
import { FileManager } from "./file_manager";
import { AbstractInputSuggest, SecretComponent } from "./input_suggest";
import { Keymap, Scope } from "./keymap";
import { WorkspaceLeaf } from "./leaf";
import { editorInfoField, editorLivePreviewField } from "./live";
import { MarkdownRenderChild, MarkdownRenderer } from "./markdown";
import { Menu, MenuItem } from "./menu";
import { MetadataCache } from "./metadata";
import { ConfirmationButton, ConfirmationModal, Modal } from "./modal";
import { Notice } from "./notice";
import { Plugin } from "./plugin";
import { requestUrl, requestUrlIn } from "./request";
import { Setting, SettingGroup } from "./setting";
import { PluginSettingTab, SettingPage, SettingTab } from "./setting_tab";
import * as slider from "./slider";
import { SecretStorage } from "./storage";
import { FuzzySuggestModal, SuggestModal } from "./suggest";
import { type PlatformFlags, type Surroundings, surroundings } from "./surroundings";
import * as text from "./text";
import { Vault } from "./vault";
import { FileView, ItemView, MarkdownView, View } from "./view";
import { Tasks, Workspace } from "./workspace";

export * from "./control";
export * from "./slider";
export * from "./text";
export { AbstractInputSuggest, SecretComponent, Tasks };
export {
  App,
  CapacitorAdapter,
  Component,
  ConfirmationButton,
  ConfirmationModal,
  Events,
  FileManager,
  FileSystemAdapter,
  FileView,
};
export {
  FuzzySuggestModal,
  ItemView,
  Keymap,
  editorInfoField,
  editorLivePreviewField,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  Menu,
  MenuItem,
  MetadataCache,
  Modal,
};
export {
  Notice,
  Plugin,
  PluginSettingTab,
  requestUrl,
  Scope,
  SecretStorage,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
};
export { SuggestModal, TAbstractFile, TFile, TFolder, Vault, View, Workspace, WorkspaceLeaf };

/** The flags of the app that was started last, looked up at each reading. */
export const Platform: PlatformFlags = new Proxy({} as PlatformFlags, {
  get: (_target, name) => Reflect.get(surroundings().platform, name) as unknown,
});

export const request = async (url: string | Parameters<typeof requestUrl>[0]): Promise<string> =>
  (await requestUrl(url)).text;

const statics = {
  ...control,
  ...slider,
  ...text,
  AbstractInputSuggest,
  App,
  CapacitorAdapter,
  Component,
  ConfirmationButton,
  ConfirmationModal,
  Events,
  FileManager,
  FileSystemAdapter,
  FileView,
  FuzzySuggestModal,
  ItemView,
  Keymap,
  editorInfoField,
  editorLivePreviewField,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  MenuItem,
  MetadataCache,
  Modal,
  Plugin,
  PluginSettingTab,
  Scope,
  SecretComponent,
  SecretStorage,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
  Tasks,
  SuggestModal,
  TAbstractFile,
  TFile,
  TFolder,
  Vault,
  View,
  Workspace,
  WorkspaceLeaf,
};

const { debounceOn, drawIconsFrom: _drawn, ...publicStatics } = statics;

/** The module one app's plugins require. Reading a name the stand-in does not have throws, with the name. */
export const moduleFor = (around: Surroundings): object => {
  const requestUrlHere = requestUrlIn(() => around);
  const exported = {
    ...publicStatics,
    Platform: around.platform,
    Notice: class extends Notice {
      static override around = (): Surroundings => around;
    },
    Menu: class extends Menu {
      static override around = (): Surroundings => around;
    },
    debounce: debounceOn(() => around.window),
    requestUrl: requestUrlHere,
    request: async (param: string | Parameters<typeof requestUrl>[0]): Promise<string> =>
      (await requestUrlHere(param)).text,
  };
  return new Proxy(exported, {
    get: (target, name) => {
      if (typeof name === "symbol" || name in target || name === "__esModule" || name === "default")
        return Reflect.get(target, name) as unknown;
      throw new Error(`The stand-in has no obsidian.${name}.`);
    },
  });
};
