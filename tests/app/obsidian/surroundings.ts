/**
 * The surroundings of an app: a window, a disk, a network, a kind of device, and its memory between starts. Everything
 * below `obsidian/` reaches the outside only through this, so the same files run in happy-dom and in Chromium.
 */
import type { App } from "./app";

export interface DiskEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
}

export interface DiskStat {
  readonly kind: "file" | "folder";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly modified: number;
}

/**
 * A real folder. Paths are relative to it, with `/`; "" is the folder itself. Failures reject with an error that bears
 * `code`.
 */
export interface Disk {
  readonly root: string;
  read(path: string): Promise<Uint8Array>;
  /** In place: the file is emptied, then filled. Another reader may see it half done. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  append(path: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  removeFolder(path: string, recursive: boolean): Promise<void>;
  makeFolder(path: string): Promise<void>;
  list(path: string): Promise<readonly DiskEntry[]>;
  stat(path: string): Promise<DiskStat | null>;
  touch(path: string, modified: number): Promise<void>;
}

export interface NetworkRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface NetworkAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One request, one answer, no time-out, no abort, no streaming: that is all the app offers. */
export type Network = (request: NetworkRequest) => Promise<NetworkAnswer>;

/** What the app keeps outside the vault, on one device. Hand the same profile to the next start of the same device. */
export interface Profile {
  readonly local: Map<string, string>;
  readonly secrets: Map<string, string>;
}

export const newProfile = (): Profile => ({ local: new Map(), secrets: new Map() });

export interface PlatformFlags {
  readonly isDesktop: boolean;
  readonly isMobile: boolean;
  readonly isDesktopApp: boolean;
  readonly isMobileApp: boolean;
  readonly isIosApp: boolean;
  readonly isAndroidApp: boolean;
  readonly isPhone: boolean;
  readonly isTablet: boolean;
  readonly isMacOS: boolean;
  readonly isWin: boolean;
  readonly isLinux: boolean;
  readonly isSafari: boolean;
  readonly resourcePathPrefix: string;
}

export type Device = "desktop" | "phone";

export const platformFlags = (device: Device): PlatformFlags => {
  const desktop = device === "desktop";
  return {
    isDesktop: desktop,
    isMobile: !desktop,
    isDesktopApp: desktop,
    isMobileApp: !desktop,
    isIosApp: false,
    isAndroidApp: !desktop,
    isPhone: !desktop,
    isTablet: false,
    isMacOS: false,
    isWin: false,
    isLinux: desktop,
    isSafari: false,
    resourcePathPrefix: desktop ? "app://stand-in/" : "http://localhost/_capacitor_file_/",
  };
};

/** Where public sources do not settle what the app does. Defaults are the harder choice for a plugin. */
export interface Doubts {
  /** `vault.process` writes, and so changes mtime and fires `modify`, although the text stayed the same. */
  readonly processWritesSame: boolean;
  /** `vault.process` hands the text over without its byte order mark, as `vault.read` does, and so loses it. */
  readonly processDropsMark: boolean;
}

/** The app's own timers are kept apart from the plugin's, so that only the plugin's count as left behind. */
export interface AppTimers {
  after(ms: number, run: () => void): number;
  cancel(id: number): void;
}

export interface Surroundings {
  readonly window: Window;
  readonly device: Device;
  readonly platform: PlatformFlags;
  readonly disk: Disk;
  readonly network: Network;
  readonly profile: Profile;
  readonly timers: AppTimers;
  readonly doubts: Doubts;
  /** Errors the app would have printed to its console: thrown by listeners, commands and callbacks. */
  readonly errors: unknown[];
  /** Every notice since the start, oldest first. */
  readonly notices: { readonly text: () => string; readonly shown: () => boolean }[];
  app: App | null;
}

let latest: Surroundings | null = null;

export const setSurroundings = (around: Surroundings): void => {
  latest = around;
};

/** For code that imports `obsidian` directly and not through a booted main.js: the app that was started last. */
export const surroundings = (): Surroundings => {
  if (latest === null) throw new Error("No app has been started: call bootApp first.");
  return latest;
};

export const documentOf = (around: Surroundings): Document => around.window.document;
