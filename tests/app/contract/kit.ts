/** The kit of a contract case, in happy-dom and in Chromium alike. */
import type * as Obsidian from "../obsidian/index";
import type { App } from "../obsidian/app";

export type Module = typeof Obsidian;

/** Changes to the folder by others, past the app. The app has noticed it when the promise resolves. */
export interface Others {
  write(path: string, text: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  read(path: string): Promise<string>;
}

export interface Kit {
  readonly app: App;
  /** As `require("obsidian")` gives it. */
  readonly obsidian: Module;
  readonly window: Window & typeof globalThis;
  readonly others: Others;
  /** Milliseconds of the app's own time; then what they set off is done. */
  pass(ms: number): Promise<void>;
  /** Looks again, while time passes, until it holds. */
  until(what: string, holds: () => boolean): Promise<void>;
}

export interface Case {
  readonly name: string;
  readonly run: (kit: Kit) => Promise<void> | void;
}

/** Claims without a test runner: the page has none. */
export const same = (what: string, found: unknown, expected: unknown): void => {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}.`);
};

export const press = ({ window }: Kit, key: string, more: KeyboardEventInit = {}): void => {
  const target = window.document.activeElement ?? window.document.body;
  target.dispatchEvent(
    new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
};

/** Types into a field as a person does. */
export const typeInto = (
  { window }: Kit,
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
): void => {
  field.value = text;
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
};

let plugins = 0;

/** A plugin with nothing in it yet, loaded. */
export const somePlugin = async ({ app, obsidian }: Kit) => {
  plugins += 1;
  class Sample extends obsidian.Plugin {}
  const plugin = new Sample(app, {
    id: `sample-${String(plugins)}`,
    name: "Sample",
    author: "",
    version: "1.0.0",
    minAppVersion: "1.13.0",
    description: "",
  });
  await plugin.load();
  return plugin;
};
