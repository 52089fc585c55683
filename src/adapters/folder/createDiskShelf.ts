/** Folders outside the vault on a disk. Each is read as a vault is, so that nothing leads out of it. */
import { mkdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, sep } from "node:path";
import type { ShelfKind, ShelfOpening, ShelfPort } from "../../kit/ports/shelf";
import { storesFolder } from "../node/home";
import { trouble } from "../node/trouble";
import { createFolderVault } from "./vault";

/** `own`: the folder in which those of the person are; the usual one of this computer where nothing is given. */
export function createDiskShelf(own = storesFolder(), home = homedir()): ShelfPort {
  const shown = (path: string): string =>
    path === home || path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;

  const open = async (path: string): Promise<ShelfOpening> => {
    const where = shown(path);
    if (!(await isThere(path))) return { kind: "absent", where };
    const opening = await createFolderVault(path);
    if (opening.kind === "refused") return opening;
    const { vault } = opening;
    return {
      kind: "open",
      shelf: {
        where,
        list: (folder, detail) => vault.list(folder, detail),
        read: (file) => vault.read(file),
      },
    };
  };
  const folderOf = (kind: ShelfKind): string => join(own, kind);

  return {
    own: (kind) => open(folderOf(kind)),
    folder(path) {
      const whole = path === "~" || path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
      return isAbsolute(whole)
        ? open(whole)
        : Promise.resolve({
            kind: "refused",
            why: `${path} is no whole path. Write it from “/” on, or from “~/”.`,
          });
    },
    async keep(kind, name, text) {
      const folder = folderOf(kind);
      const where = `${shown(folder)}/${name}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        return { kind: "refused", why: `${shown(folder)} cannot be made. ${trouble(error)}`, where };
      }
      const opening = await createFolderVault(folder);
      return opening.kind === "refused"
        ? { ...opening, where }
        : { ...(await opening.vault.create(name, text)), where };
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
