/** The stand-in of the app in a browser: boots main.js over a real folder, which the page's server opens for it. */
import { App } from "../obsidian/app";
import { installDom } from "../obsidian/dom";
import { moduleFor } from "../obsidian/index";
import { EDITOR_MODULES } from "../obsidian/live";
import { dataOf, type Plugin, type PluginManifest } from "../obsidian/plugin";
import { profileStorage } from "../obsidian/storage";
import {
  type Device,
  type Disk,
  platformFlags,
  setSurroundings,
  type Surroundings,
} from "../obsidian/surroundings";
import { MarkdownView } from "../obsidian/view";
import { DELETION_LAG, noticeArrivals, noticeSettings } from "../obsidian/watch";
import { type Bridge, openBridge } from "./bridge";
import { type Computer, nodeOf } from "./node/modules";
import { keptProfile } from "./profile";
import { openShell } from "./shell/shell";
import { type Answer, errorOf } from "./wire";

declare global {
  interface Window {
    app: App;
    /** The server's answer about the plugin: its manifest, and main.js as a function, as the app calls it. */
    pluginManifest: PluginManifest;
    pluginCode: (require: unknown, module: unknown, exports: unknown) => void;
    /** Errors the app would have printed in red; the rig reads them. */
    pageErrors: unknown[];
    pageReady: boolean;
    /** Why the page could not start. */
    pageFailed?: string;
  }
}

/** Answers a path each; those that are asked for in one turn travel together, as a vault of 10,000 notes needs it. */
const together = <T>(ask: (paths: readonly string[]) => Promise<unknown>): ((path: string) => Promise<T>) => {
  interface Asked {
    readonly path: string;
    readonly answer: (value: T) => void;
    readonly fail: (why: unknown) => void;
  }
  let asked: Asked[] = [];
  const send = async (): Promise<void> => {
    const all = asked;
    asked = [];
    try {
      const answers = (await ask(all.map(({ path }) => path))) as readonly Answer[];
      for (const [at, each] of all.entries()) {
        const answer = answers[at];
        if (answer !== undefined && "value" in answer) each.answer(answer.value as T);
        else each.fail(answer === undefined ? new Error("There was no answer.") : errorOf(answer.trouble));
      }
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };
  return (path) =>
    new Promise((answer, fail) => {
      asked.push({ path, answer, fail });
      if (asked.length === 1) window.setTimeout(() => void send());
    });
};

const diskOf = (bridge: Bridge, root: string): Disk => {
  const ask =
    (name: string) =>
    (...args: readonly unknown[]): Promise<never> =>
      bridge.call(`disk.${name}`, ...args) as Promise<never>;
  return {
    root,
    read: together((paths) => bridge.call("disk.reads", paths)),
    write: ask("write"),
    append: ask("append"),
    rename: ask("rename"),
    remove: ask("remove"),
    removeFolder: ask("removeFolder"),
    makeFolder: ask("makeFolder"),
    list: ask("list"),
    stat: together((paths) => bridge.call("disk.stats", paths)),
    touch: ask("touch"),
  };
};

/** The app prints what goes wrong; the page keeps it for the rig too. */
const keptErrors = (window: Window): unknown[] => {
  const errors: unknown[] = [];
  const keep = errors.push.bind(errors);
  errors.push = (...some: unknown[]): number => {
    some.forEach((each) => console.error(each));
    return keep(...some);
  };
  window.addEventListener("error", (event) => keep(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => keep(event.reason));
  return errors;
};

const follow = (app: App, plugin: Plugin, bridge: Bridge): void => {
  const { errors } = app.around;
  const run = (work: () => Promise<unknown>): void =>
    void work().catch((error: unknown) => errors.push(error));
  bridge.on("folder", ({ data }) => {
    const { arrived, gone } = data as {
      readonly arrived: readonly string[];
      readonly gone: readonly string[];
    };
    run(async () => {
      for (const path of arrived) await app.vault.notice(path);
      await noticeSettings(app, dataOf(plugin), () => plugin.onExternalSettingsChange?.());
    });
    if (gone.length > 0)
      app.around.timers.after(DELETION_LAG, () =>
        run(async () => {
          for (const path of gone) if ((await app.around.disk.stat(path)) === null) app.vault.forget(path);
        }),
      );
  });
};

/** Characters that a browser surely lets through when a page is left. */
const LAST_WORDS = 20_000;

type Unsaved = NonNullable<ReturnType<MarkdownView["unsaved"]>>;

/**
 * As the app does when it is closed: what was typed reaches the disk. Where it is too long for that, the browser asks
 * before it leaves.
 */
const keepUnsaved = (app: App, bridge: Bridge): void => {
  const unsaved = (): Unsaved[] => {
    const found: Unsaved[] = [];
    app.workspace.iterateAllLeaves(({ view }) => {
      const typed = view instanceof MarkdownView ? view.unsaved() : null;
      if (typed !== null) found.push(typed);
    });
    return found;
  };
  const { window } = app.around;
  window.addEventListener("beforeunload", (event) => {
    if (unsaved().some(({ text }) => text.length > LAST_WORDS)) event.preventDefault();
  });
  window.addEventListener("pagehide", () => {
    bridge.callLast(
      "goodbye",
      unsaved().filter(({ text }) => text.length <= LAST_WORDS),
    );
  });
};

/** Takes the token out of the address bar and its history; the tab keeps it for a reload. */
const hideToken = (words: URLSearchParams): string => {
  const token = words.get("token") ?? "";
  window.sessionStorage.setItem("token", token);
  words.delete("token");
  const rest = words.toString();
  window.history.replaceState(null, "", rest === "" ? "/" : `/?${rest}`);
  return token;
};

const boot = async (): Promise<void> => {
  const words = new URLSearchParams(window.location.search);
  const device: Device = words.get("device") === "phone" ? "phone" : "desktop";
  const lost = (): void => document.body.setAttribute("data-lost", "The page has lost its server.");
  const bridge = await openBridge(window, hideToken(words), device, lost);
  const hello = (await bridge.call("hello")) as Computer & { readonly profile: unknown };
  const node = nodeOf(bridge, hello);
  const profile = keptProfile(bridge, hello.profile);
  installDom(window);
  const errors = keptErrors(window);
  const around: Surroundings = {
    window,
    device,
    platform: platformFlags(device),
    disk: diskOf(bridge, hello.root),
    network: node.network,
    profile,
    timers: { after: (ms, run) => window.setTimeout(run, ms), cancel: (id) => window.clearTimeout(id) },
    doubts: { processWritesSame: true, processDropsMark: false },
    errors,
    notices: [],
    app: null,
  };
  setSurroundings(around);
  const app = new App(around);
  Object.assign(window, { app, pageErrors: errors });
  const shell = openShell(app, bridge, words);
  const own = {
    fetch: () => Promise.reject(new TypeError("Failed to fetch")),
    localStorage: profileStorage(profile),
  };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(window, name, { value, configurable: true });
  const obsidian = moduleFor(around);
  const require = (name: string): unknown => {
    if (name === "obsidian") return obsidian;
    if (Object.hasOwn(EDITOR_MODULES, name)) return EDITOR_MODULES[name];
    if (device === "phone") throw new Error(`Cannot find module '${name}'`);
    return node.require(name);
  };
  if (device === "desktop") Object.assign(window, { require, ...node.globals });
  const module: { exports: Record<string, unknown> } = { exports: {} };
  window.pluginCode.call(undefined, require, module, module.exports);
  const Made = (module.exports["default"] ?? module.exports) as new (
    app: App,
    manifest: PluginManifest,
  ) => Plugin;
  const manifest = { ...window.pluginManifest, dir: `.obsidian/plugins/${window.pluginManifest.id}` };
  const plugin = new Made(app, manifest);
  await plugin.load();
  await noticeArrivals(app);
  app.workspace.becomeReady();
  follow(app, plugin, bridge);
  keepUnsaved(app, bridge);
  await shell.ready();
  window.pageReady = true;
};

boot().catch((error: unknown) => {
  console.error(error);
  window.pageFailed = error instanceof Error ? (error.stack ?? error.message) : String(error);
  document.body.textContent = `The page could not start. ${error instanceof Error ? error.message : String(error)}`;
});
