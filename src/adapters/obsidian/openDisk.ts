/** A vault's disk as a computer sees it. Everything here is loaded at first use, and only where there is Node. */
import { Platform, type DataAdapter } from "obsidian";
import { folderOf, nameOf } from "../../kit/path";
import type { Sight } from "./sight";

/** `base`: where the vault lies, absolute. Answers its real place too, symbolic links resolved. */
export async function openDisk(
  base: string,
  adapter: DataAdapter,
): Promise<{ readonly sight: Sight; readonly root: string } | null> {
  if (Platform.isDesktop) {
    const { open, realpath } = await import("node:fs/promises");
    const { createPlace } = await import("../folder/place");
    const { listFolder } = await import("../folder/listFolder");
    const { readWhole } = await import("../folder/whole");
    const { createExclusive, syncFolder } = await import("../node/durable");
    const { trouble } = await import("../node/trouble");
    const root = await realpath(base);
    const place = createPlace(root);
    const onDisk = (path: string): string => (path === "" ? root : `${root}/${path}`);

    const sight: Sight = {
      locate(path) {
        const spot = place.locate(path);
        if (spot.kind === "absent") return Promise.resolve({ kind: "absent", missing: spot.missing });
        if (spot.kind === "refused") return Promise.resolve(spot);
        const kind = spot.stat.isFile() ? "file" : spot.stat.isDirectory() ? "folder" : "other";
        return Promise.resolve({ kind, size: spot.stat.size, modified: Math.floor(spot.stat.mtimeMs) });
      },
      list: (folder, detail) => listFolder(place, folder, detail),
      async bytes(path, limit) {
        const whole = await readWhole(place, path, limit);
        return whole.kind === "bytes"
          ? { kind: "bytes", bytes: whole.bytes, modified: Math.floor(whole.stat.mtimeMs) }
          : whole;
      },
      async create(path, text) {
        try {
          const kind = await createExclusive(
            onDisk(folderOf(path)),
            nameOf(path),
            new TextEncoder().encode(text),
            0o666,
          );
          // Adds nothing: it has the app look at the new file now and not when its watcher gets there.
          if (kind === "created") await adapter.append(path, "").catch(() => undefined);
          return { kind };
        } catch (error) {
          return { kind: "refused", why: `${path} cannot be written. ${trouble(error)}` };
        }
      },
      async keep(files, folders) {
        for (const file of files) {
          const handle = await open(onDisk(file), "r+").catch(() => null);
          await handle?.sync().catch(() => undefined);
          await handle?.close();
        }
        for (const folder of folders) await syncFolder(onDisk(folder)).catch(() => undefined);
      },
    };
    return { sight, root };
  }
  return null;
}
