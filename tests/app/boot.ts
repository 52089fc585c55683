/** Starts an app over a real folder, loads one main.js into it as the app does, and hands it to a test. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Window as HappyWindow } from "happy-dom";
import { folderDisk } from "./disk";
import { type Harness, harnessOf } from "./harness";
import { countDomEars, takeStock } from "./leaks";
import { loopbackNetwork } from "./network";
import { App } from "./obsidian/app";
import { installDom } from "./obsidian/dom";
import { moduleFor } from "./obsidian/index";
import { Plugin, type PluginManifest } from "./obsidian/plugin";
import { profileStorage } from "./obsidian/storage";
import {
  type Device,
  type Doubts,
  type Network,
  newProfile,
  platformFlags,
  type Profile,
  setSurroundings,
  type Surroundings,
} from "./obsidian/surroundings";
import { noticeArrivals } from "./obsidian/watch";
import { evaluate } from "./scope";
import { atRest, TestClock } from "./time";

export interface BootOptions {
  /** The vault: an existing folder, best one made for this test. */
  readonly folder: string;
  /** Where main.js and manifest.json lie, or the code itself with its manifest. */
  readonly plugin: string | { readonly code: string; readonly manifest?: Partial<PluginManifest> };
  readonly device?: Device;
  /** `start`: the app starts with the plugin enabled. `enable`: a person turns it on in a running app. */
  readonly as?: "start" | "enable";
  /** What this device remembers from earlier starts. */
  readonly profile?: Profile;
  /**
   * Milliseconds since the epoch at which the clock stands; default: really now, so that it agrees with the disk's
   * dates.
   */
  readonly now?: number;
  readonly network?: Network;
  readonly doubts?: Partial<Doubts>;
  /** A real window, or none for happy-dom. */
  readonly window?: Window & typeof globalThis;
}

const MANIFEST: PluginManifest = {
  id: "sample",
  name: "Sample",
  author: "Somebody",
  version: "1.0.0",
  minAppVersion: "1.13.0",
  description: "A sample.",
};

const readPlugin = async (
  plugin: BootOptions["plugin"],
): Promise<{ readonly code: string; readonly manifest: PluginManifest }> => {
  if (typeof plugin !== "string") return { code: plugin.code, manifest: { ...MANIFEST, ...plugin.manifest } };
  const manifest = JSON.parse(await readFile(join(plugin, "manifest.json"), "utf8")) as PluginManifest;
  return { code: await readFile(join(plugin, "main.js"), "utf8"), manifest };
};

/** As in the app, a page that is not the server's own is refused: whoever wants the network uses `requestUrl`. */
const refuseFetch = (): Promise<never> => Promise.reject(new TypeError("Failed to fetch"));

/** Puts the test's clock, storage and refusals into a window. Answers the names a script must find changed. */
const dress = (
  window: Window & typeof globalThis,
  clock: TestClock,
  profile: Profile,
  errors: unknown[],
): Readonly<Record<string, unknown>> => {
  const handler = (run: unknown, args: readonly unknown[]): (() => void) => {
    if (typeof run !== "function") throw new TypeError("A timer takes a function.");
    return () => void Reflect.apply(run, window, args);
  };
  const began = clock.now();
  const printed = Object.create(console) as Console;
  printed.error = (...words: unknown[]) => void errors.push(words.length === 1 ? words[0] : words);
  const own = {
    setTimeout: (run: unknown, ms = 0, ...args: unknown[]) =>
      clock.start(handler(run, args), ms, false, "plugin"),
    setInterval: (run: unknown, ms = 0, ...args: unknown[]) =>
      clock.start(handler(run, args), ms, true, "plugin"),
    clearTimeout: (id: unknown) => clock.stop(id),
    clearInterval: (id: unknown) => clock.stop(id),
    requestAnimationFrame: (run: unknown) => clock.start(handler(run, [clock.now()]), 16, false, "plugin"),
    cancelAnimationFrame: (id: unknown) => clock.stop(id),
    fetch: refuseFetch,
    console: printed,
    localStorage: profileStorage(profile),
    Date: clock.dateClass(),
    performance: {
      now: () => clock.now() - began,
      timeOrigin: began,
      mark: () => undefined,
      measure: () => undefined,
    },
  };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  return { ...own, window, self: window, globalThis: window, document: window.document };
};

export const bootApp = async (options: BootOptions): Promise<Harness> => {
  const device = options.device ?? "desktop";
  const clock = new TestClock(options.now ?? Date.now());
  const profile = options.profile ?? newProfile();
  const window =
    options.window ??
    (new HappyWindow({ url: "http://localhost/" }) as unknown as Window & typeof globalThis);
  installDom(window);
  const errors: unknown[] = [];
  const own = dress(window, clock, profile, errors);
  const platform = platformFlags(device);
  window.document.body.addClass("app-container", platform.isMobile ? "is-mobile" : "mod-linux");

  const around: Surroundings = {
    window,
    device,
    platform,
    disk: await folderDisk(options.folder),
    network: options.network ?? loopbackNetwork,
    profile,
    timers: { after: (ms, run) => clock.start(run, ms, false, "app"), cancel: (id) => clock.stop(id) },
    doubts: { processWritesSame: true, processDropsMark: false, ...options.doubts },
    errors,
    notices: [],
    app: null,
  };
  setSurroundings(around);
  const app = new App(around);
  Reflect.set(window, "app", app);

  const { code, manifest: given } = await readPlugin(options.plugin);
  const manifest: PluginManifest = { ...given, dir: `.obsidian/plugins/${given.id}` };
  if (device === "phone" && manifest.isDesktopOnly === true)
    throw new Error(`${manifest.name} is for desktops only.`);
  await install(options.folder, manifest, code);

  const late = options.as === "enable";
  if (late) {
    await noticeArrivals(app);
    app.workspace.becomeReady();
    await atRest();
  }
  const ears = countDomEars(window);
  const obsidian = moduleFor(around);
  Reflect.set(window, "require", undefined);
  // In the app on a computer the window is Node's global object too.
  if (device === "desktop") Object.assign(window, { process, Buffer });
  const stock = takeStock(app, clock, ears);
  const { exports } = evaluate(code, `plugin:${manifest.id}`, { device, window, obsidian, own });
  const plugin = construct(exports, app, manifest);
  await plugin.load();
  if (late) plugin.onUserEnable();
  else {
    // The index is empty until now: each file is news to whoever listens, and only then is the layout ready.
    await noticeArrivals(app);
    app.workspace.becomeReady();
  }
  await atRest();
  return harnessOf({ around, app, plugin, clock, stock });
};

/** The plugin's own folder is part of the vault's configuration, as after an installation. */
const install = async (folder: string, manifest: PluginManifest, code: string): Promise<void> => {
  const place = join(folder, manifest.dir ?? "");
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "main.js"), code);
  await writeFile(join(place, "manifest.json"), JSON.stringify(manifest, null, 2));
};

const construct = (exports: Record<string, unknown>, app: App, manifest: PluginManifest): Plugin => {
  const made = exports["default"] ?? exports;
  if (typeof made !== "function")
    throw new Error(`Failed to load plugin ${manifest.id}: main.js exports no class.`);
  const plugin: unknown = Reflect.construct(made, [app, manifest]);
  if (!(plugin instanceof Plugin))
    throw new Error(`Failed to load plugin ${manifest.id}: what main.js exports is not a Plugin.`);
  return plugin;
};
