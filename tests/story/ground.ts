/**
 * Where a story takes place: a vault as the desk reaches it, and the hand of the person, who needs no port. In memory
 * or on the disk.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createFolderVault } from "../../src/adapters/folder/vault";
import type { Faults } from "../fakes/faults";
import { createMemoryVault } from "../fakes/vault";
import { folderOf } from "../../src/kit/path";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { VaultPort } from "../../src/kit/ports/vault";
import { readTree, type Files } from "./tree";

export interface Ground {
  readonly vault: VaultPort;
  files(): Files;
  put(path: string, text: string): void;
  remove(path: string): void;
  /** A file or a whole folder. */
  rename(from: string, to: string): void;
  mkdir(path: string): void;
  /** The power is back. */
  reopen(): void;
  leave(): void;
}

type Clock = Pick<ClockPort, "now">;

export function memoryGround(clock: Clock, faults: Faults = {}): Ground {
  const vault = createMemoryVault({ clock, faults });
  return {
    vault,
    files: () => vault.files(),
    put: (to, text) => vault.put(to, text),
    remove: (from) => vault.remove(from),
    rename(from, to) {
      vault.mkdir(folderOf(to));
      vault.rename(from, to);
    },
    mkdir: (folder) => vault.mkdir(folder),
    reopen: () => vault.reopen(),
    leave: () => undefined,
  };
}

/** Files bear the story's time, not the disk's, so that both grounds tell the desk the same. */
export async function folderGround(clock: Clock): Promise<Ground> {
  const root = mkdtempSync(path.join(tmpdir(), "planwright-case-"));
  const opening = await createFolderVault(root);
  if (opening.kind === "refused") throw new Error(opening.why);
  const { vault } = opening;
  const disk = (name: string): string => path.join(root, name);
  const stamp = (name: string): void => utimesSync(disk(name), clock.now() / 1000, clock.now() / 1000);
  return {
    vault: {
      ...vault,
      async change(name, edit) {
        const change = await vault.change(name, edit);
        if (change.kind === "changed") stamp(name);
        return change;
      },
      async create(name, text) {
        const creation = await vault.create(name, text);
        if (creation.kind === "created") stamp(name);
        return creation;
      },
    },
    files: () => readTree(root),
    put(to, text) {
      mkdirSync(path.dirname(disk(to)), { recursive: true });
      writeFileSync(disk(to), text);
      stamp(to);
    },
    remove: (from) => rmSync(disk(from), { recursive: true }),
    rename(from, to) {
      mkdirSync(path.dirname(disk(to)), { recursive: true });
      renameSync(disk(from), disk(to));
    },
    mkdir: (folder) => void mkdirSync(disk(folder), { recursive: true }),
    reopen: () => undefined,
    leave: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function foldersIn(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => each.name)
    .sort();
}
