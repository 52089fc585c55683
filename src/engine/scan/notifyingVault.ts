/**
 * A vault of which our own writing is a hint, as everybody else’s is: what was written, or found otherwise, is looked
 * at again.
 */
import type { VaultPort } from "../../kit/ports/vault";

export function notifyingVault(vault: VaultPort, hint: (path: string) => void): VaultPort {
  const after = async <Result>(paths: readonly string[], work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      paths.forEach(hint);
    }
  };
  return {
    list: (folder, detail) => vault.list(folder, detail),
    read: (path) => vault.read(path),
    bytes: (path, limit) => vault.bytes(path, limit),
    watch: (folders, tell) => vault.watch(folders, tell),
    change: (path, edit) => after([path], vault.change(path, edit)),
    create: (path, text) => after([path], vault.create(path, text)),
    move: (from, to) => after([from, to], vault.move(from, to)),
    makeFolder: (path) => after([path], vault.makeFolder(path)),
  };
}
