/** The remains of a plugin when it is unloaded. Counted before it is constructed and again after it is gone. */
import type { App } from "./obsidian/app";
import type { TestClock } from "./time";

type Counts = ReadonlyMap<string, number>;

export interface DomEars {
  /** Listeners on the window, the document and its body now, one line each. */
  list(): readonly string[];
}

/** From here on, listeners on what outlives a plugin are counted. */
export const countDomEars = (window: Window): DomEars => {
  const ears = new Map<string, number>();
  const targets: readonly (readonly [string, EventTarget])[] = [
    ["window", window],
    ["document", window.document],
    ["body", window.document.body],
  ];
  for (const [name, target] of targets) {
    const known = new Map<unknown, Map<string, number>>();
    const count = (type: string, listener: unknown, by: 1 | -1): void => {
      const types = known.get(listener) ?? new Map<string, number>();
      const next = Math.max(0, Math.min(1, (types.get(type) ?? 0) + by));
      const line = `listener on ${name}: ${type}`;
      ears.set(line, (ears.get(line) ?? 0) + next - (types.get(type) ?? 0));
      types.set(type, next);
      known.set(listener, types);
    };
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    target.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ) => {
      const once = typeof options === "object" && options.once === true;
      if (!once) count(type, listener, 1);
      add(type, listener, options);
    };
    target.removeEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | EventListenerOptions,
    ) => {
      count(type, listener, -1);
      remove(type, listener, options);
    };
  }
  return { list: () => [...ears].flatMap(([line, count]) => Array.from({ length: count }, () => line)) };
};

const tally = (lines: readonly string[]): Counts => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

const lines = (app: App, clock: TestClock, ears: DomEars): readonly string[] => {
  const { document } = app;
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.map((name) => `${what}: ${name}`);
  const elements = (what: string, root: Element): readonly string[] =>
    Array.from(root.children, (el) => `${what}: ${el.className || el.tagName.toLowerCase()}`);
  return [
    ...named("listener on vault", app.vault.listenedNames()),
    ...named("listener on workspace", app.workspace.listenedNames()),
    ...named("listener on metadata cache", app.metadataCache.listenedNames()),
    ...clock.pendingOfPlugin().map((timer) => `timer: ${timer.what}`),
    ...ears.list(),
    ...elements("in status bar", app.statusBarEl),
    ...elements("in ribbon", app.ribbonEl),
    // Notices go by themselves.
    ...elements("in body", document.body).filter((line) => line !== "in body: notice-container"),
    ...elements("in head", document.head),
    ...named("command", Object.keys(app.commands.commands)),
    ...named(
      "settings tab",
      app.setting.pluginTabs.map((tab) => tab.id),
    ),
    ...named("view", app.viewRegistry.types()),
    ...named("protocol action", app.protocol.names()),
    ...named("command line", app.cli.names()),
    ...named("on window", Object.keys(app.around.window)),
    ...childProcesses().map(() => CHILD),
  ];
};

const CHILD = "child process";
const childProcesses = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");

export interface Stock {
  /** The things that have come since and are still there. */
  leftBehind(): readonly string[];
  hasChildren(): boolean;
}

/** Takes stock now. */
export const takeStock = (app: App, clock: TestClock, ears: DomEars): Stock => {
  const before = tally(lines(app, clock, ears));
  return {
    leftBehind: () =>
      [...tally(lines(app, clock, ears))].flatMap(([line, count]) =>
        Array.from({ length: Math.max(0, count - (before.get(line) ?? 0)) }, () => line),
      ),
    // Asked again and again.
    hasChildren: () => childProcesses().length > (before.get(CHILD) ?? 0),
  };
};
