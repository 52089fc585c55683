/**
 * The app’s notice of the outside, made explicit: tests say when the app looks, so nothing here waits for the system's
 * watcher. An outside move is seen as `create` at the new place, and about 100 ms later as `delete` at the old one; in
 * between both exist.
 */
import type { App } from "./app";
import type { PluginData } from "./plugin_data";

export const DELETION_LAG = 100;
/** Paths whose state is asked for together. */
const AT_ONCE = 500;

/** Every visible path on the disk now, parents before children. */
const visiblePaths = async (app: App): Promise<readonly string[]> => {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    const entries = [...(await app.around.disk.list(folder))].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      found.push(path);
      if (entry.kind === "folder") await visit(path);
    }
  };
  await visit("");
  return found;
};

/** Creations and changes, at once. */
export const noticeArrivals = async (app: App): Promise<void> => {
  const paths = await visiblePaths(app);
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE);
    const stats = await Promise.all(some.map((path) => app.vault.adapter.stat(path)));
    for (const [at, path] of some.entries()) await app.vault.notice(path, stats[at]);
  }
};

/** Deletions, which the app holds back for DELETION_LAG. */
export const noticeDepartures = async (app: App): Promise<void> => {
  const there = new Set(await visiblePaths(app));
  for (const file of app.vault.getAllLoadedFiles()) {
    if (file.path !== "/" && !file.deleted && !there.has(file.path)) app.vault.forget(file.path);
  }
};

/** `data.json` changed from outside: noticed when its mtime is later than at our last load or save. */
export const noticeSettings = async (app: App, data: PluginData, changed: () => unknown): Promise<void> => {
  const stat = await app.vault.adapter.stat(data.path);
  if (stat !== null && stat.mtime > data.seen) {
    data.seen = stat.mtime;
    await changed();
  }
};
