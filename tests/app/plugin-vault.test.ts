/**
 * The app's vault keeps what every vault keeps: on a computer, on a phone, and in a version of the app that drops byte
 * order marks.
 */
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDisk } from "../../src/adapters/obsidian/openDisk";
import { phoneSight } from "../../src/adapters/obsidian/sight";
import { createAppVault } from "../../src/adapters/obsidian/vault";
import { vaultContract, type VaultBench } from "../contracts/vault.suite";
import { bootApp, type BootOptions } from "./boot";
import type { Harness } from "./harness";

const NOTHING = { code: 'module.exports = class extends require("obsidian").Plugin {};' };

async function start(
  folder: string,
  device: "desktop" | "phone",
  more: Partial<BootOptions> = {},
): Promise<Harness> {
  return bootApp({ folder, plugin: NOTHING, device, ...more });
}

async function openVault(
  { app }: Harness,
  device: "desktop" | "phone",
): Promise<ReturnType<typeof createAppVault>> {
  const vault = app.vault as unknown as Parameters<typeof createAppVault>[0];
  if (device === "phone") return createAppVault(vault, phoneSight(vault));
  const disk = await openDisk(app.around.disk.root, vault.adapter);
  if (disk === null) throw new Error("no disk");
  return createAppVault(vault, disk.sight);
}

async function bench(device: "desktop" | "phone", more: Partial<BootOptions> = {}): Promise<VaultBench> {
  const folder = await mkdtemp(join(tmpdir(), "planwright-app-"));
  const harness = await start(folder, device, more);
  const at = (path: string): string => join(folder, path);
  const noticed = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await harness.settleDisk();
  };
  const only = await openVault(harness, device);
  return {
    vault: only,
    // A computer may have the vault open in two programs; a phone has the one app.
    again: device === "phone" ? only : await openVault(harness, device),
    async put(path, content) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), content);
      const parts = path.split("/");
      for (let depth = 1; depth <= parts.length; depth += 1)
        await harness.app.vault.notice(parts.slice(0, depth).join("/"));
    },
    get: (path) =>
      readFile(at(path)).then(
        (bytes) => Uint8Array.from(bytes),
        () => null,
      ),
    mkdir: (path) => noticed(mkdir(at(path), { recursive: true })),
    remove: (path) => noticed(rm(at(path), { recursive: true })),
    rename: (from, to) => noticed(rename(at(from), at(to))),
    names: (path) => readdir(at(path)),
    link: (path, target) => noticed(symlink(at(target), at(path))),
    cleanup: () => rm(folder, { recursive: true }),
  };
}

vaultContract("the app on a computer", () => bench("desktop"), { links: true });
vaultContract(
  "the app on a computer, dropping marks",
  () => bench("desktop", { doubts: { processDropsMark: true } }),
  { links: true },
);
vaultContract("the app on a phone", () => bench("phone"), { links: false });

describe.each(["desktop", "phone"] as const)("the app's vault on a %s", (device) => {
  test("a note that the app has not noticed yet is read, changed and moved all the same", async () => {
    const folder = await mkdtemp(join(tmpdir(), "planwright-app-"));
    const harness = await start(folder, device);
    const vault = await openVault(harness, device);
    await mkdir(join(folder, "Plans"));
    await writeFile(join(folder, "Plans/a.md"), "one");
    expect(await vault.read("Plans/a.md")).toMatchObject({ kind: "text", text: "one" });
    expect(await vault.change("Plans/a.md", (text) => `${text} two`)).toEqual({
      kind: "changed",
      text: "one two",
    });
    expect(await vault.move("Plans/a.md", "Plans/b.md")).toEqual({ kind: "moved" });
    expect(await readFile(join(folder, "Plans/b.md"), "utf8")).toBe("one two");
    await rm(folder, { recursive: true });
  });

  test("a folder of more files than one piece is listed whole on a phone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "planwright-app-"));
    await mkdir(join(folder, "Plans"));
    const names = Array.from({ length: 1100 }, (_, n) => `${String(n)}.md`);
    for (const name of names) await writeFile(join(folder, "Plans", name), "x");
    const vault = await openVault(await start(folder, "phone"), "phone");
    const listing = await vault.list("Plans");
    expect(listing.kind === "folder" && listing.entries.map(({ name }) => name).sort()).toEqual(
      [...names].sort(),
    );
    await rm(folder, { recursive: true });
  });

  test("nobody hears of a note outside the folders that are watched", async () => {
    const folder = await mkdtemp(join(tmpdir(), "planwright-app-"));
    const harness = await start(folder, device);
    const vault = await openVault(harness, device);
    const heard: string[] = [];
    const stop = vault.watch(["Plans", "Dashboard.md"], (path) => heard.push(path));
    for (const path of ["Other.md", "Plans.md", "Dashboard.md"]) await writeFile(join(folder, path), "x");
    await harness.settleDisk();
    expect(heard).toEqual(["Dashboard.md"]);
    vault.nudge();
    expect(heard).toEqual(["Dashboard.md", "Plans"]);
    stop();
    vault.nudge();
    expect(heard).toHaveLength(2);
    await rm(folder, { recursive: true });
  });
});
