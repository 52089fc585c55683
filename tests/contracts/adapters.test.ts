/** The contract suites over the adapters that need nothing but this computer. */
import { mkdtemp, mkdir, readFile, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createFolderVault } from "../../src/adapters/folder/vault";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryStore } from "../fakes/store";
import { createMemoryVault } from "../fakes/vault";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { createDiskStore } from "../../src/adapters/node/createDiskStore";
import type { VaultPort } from "../../src/kit/ports/vault";
import { clockContract } from "./clock.suite";
import type { StoreBench } from "./store.suite";
import { storeContract } from "./store.suite";
import type { VaultBench } from "./vault.suite";
import { vaultContract } from "./vault.suite";

async function memoryBench(): Promise<VaultBench> {
  const vault = createMemoryVault({ clock: createSimulatedClock() });
  return {
    vault,
    again: vault,
    put: async (path, content) => vault.put(path, content),
    async get(path) {
      const found = await vault.bytes(path, Infinity);
      return found.kind === "bytes" ? found.bytes : null;
    },
    mkdir: async (path) => vault.mkdir(path),
    remove: async (path) => vault.remove(path),
    rename: async (from, to) => vault.rename(from, to),
    names: async (folder) => {
      const inside = [...Object.keys(vault.files()), ...vault.folders()].filter((path) =>
        path.startsWith(`${folder}/`),
      );
      return inside.map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes("/"));
    },
    cleanup: async () => undefined,
  };
}

async function openFolder(root: string): Promise<VaultPort> {
  const opening = await createFolderVault(root);
  if (opening.kind !== "open") throw new Error(opening.why);
  return opening.vault;
}

async function folderBench(): Promise<VaultBench> {
  const home = await mkdtemp(join(tmpdir(), "planwright-vault-"));
  const root = join(home, "vault");
  await mkdir(root);
  await writeFile(join(home, "outside.md"), "outside");
  const at = (path: string): string => join(root, path);
  return {
    vault: await openFolder(root),
    again: await openFolder(root),
    async put(path, content) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), content);
    },
    get: async (path) =>
      readFile(at(path)).then(
        (bytes) => Uint8Array.from(bytes),
        () => null,
      ),
    mkdir: async (path) => void (await mkdir(at(path), { recursive: true })),
    remove: async (path) => rm(at(path), { recursive: true }),
    rename: async (from, to) => rename(at(from), at(to)),
    names: async (folder) => readdir(at(folder)),
    link: async (path, target) => symlink(at(target), at(path)),
    async cleanup() {
      const outside = await readFile(join(home, "outside.md"), "utf8");
      const beside = (await readdir(home)).sort();
      await rm(home, { recursive: true });
      if (outside !== "outside" || beside.join() !== "outside.md,vault")
        throw new Error("Something outside the vault was touched");
    },
  };
}

async function memoryStoreBench(): Promise<StoreBench> {
  const store = createMemoryStore();
  return {
    open: () => store,
    tear: async () => store.tear(),
    spoil: async () => store.damage("The first record is damaged."),
    made: async () => store.lines.length > 0,
    cleanup: async () => undefined,
  };
}

async function diskStoreBench(): Promise<StoreBench> {
  const home = await mkdtemp(join(tmpdir(), "planwright-store-"));
  const folder = join(home, "config", "planwright", "vault-1");
  const file = join(folder, "records.jsonl");
  return {
    open: () => createDiskStore(folder),
    async tear() {
      const bytes = await readFile(file);
      const start = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
      await writeFile(file, bytes.subarray(0, start + Math.floor((bytes.length - start) / 2)));
    },
    spoil: async () => writeFile(file, `x${await readFile(file, "utf8")}`),
    made: async () =>
      stat(join(home, "config")).then(
        () => true,
        () => false,
      ),
    cleanup: async () => rm(home, { recursive: true }),
  };
}

vaultContract("memory", memoryBench, { links: false });
vaultContract("a plain folder", folderBench, { links: process.platform !== "win32" });
storeContract("memory", memoryStoreBench);
storeContract("a folder of its own", diskStoreBench);
clockContract("simulated time", () => createSimulatedClock("2026-02-21T10:30:00Z", "manual"));
clockContract("the computer", createSystemClock);
