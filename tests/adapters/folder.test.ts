/** What a plain folder does beyond the contract of every vault. */
import { execFileSync } from "node:child_process";
import type { Stats } from "node:fs";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFolder } from "../../src/adapters/folder/listing";
import type { Disk } from "../../src/adapters/folder/place";
import { createPlace } from "../../src/adapters/folder/place";
import { sweep } from "../../src/adapters/folder/sweep";
import { createFolderVault } from "../../src/adapters/folder/vault";
import { createExclusive } from "../../src/adapters/node/durable";
import type { VaultPort } from "../../src/ports/vault";

const posix = process.platform !== "win32";
let root: string;
let vault: VaultPort;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "planwright-folder-")));
  await mkdir(join(root, "Plans"));
  const opening = await createFolderVault(root);
  if (opening.kind !== "open") throw new Error(opening.why);
  vault = opening.vault;
});
afterEach(async () => rm(root, { recursive: true, force: true }));

describe("opening a folder as a vault", () => {
  it.skipIf(!posix)("a link to the vault is followed once, and the real folder is told", async () => {
    const way = `${root}-link`;
    await symlink(root, way);
    expect(await createFolderVault(way)).toMatchObject({ kind: "open", root });
    await rm(way);
  });

  it("a folder that is not there, or is a file, is refused in words", async () => {
    await writeFile(join(root, "note.md"), "x");
    expect(await createFolderVault(join(root, "none"))).toMatchObject({ kind: "refused" });
    expect(await createFolderVault(join(root, "note.md"))).toMatchObject({ kind: "refused" });
  });

  it("a vault that goes away while open is absent, not empty", async () => {
    await rm(root, { recursive: true });
    expect(await vault.list("Plans")).toEqual({ kind: "absent" });
    expect(await vault.list("")).toEqual({ kind: "absent" });
    expect((await vault.create("Plans/a.md", "x")).kind).toBe("refused");
  });
});

describe("a long folder, listed in slices", () => {
  const place = () => createPlace(root);
  const names = Array.from({ length: 700 }, (_, n) => `${String(n)}.md`);
  const turn = () => new Promise((resolve) => void setImmediate(resolve));
  beforeEach(() => names.forEach((name) => writeFileSync(join(root, "Plans", name), "x")));

  it.each(["names", undefined] as const)(
    "gives others a turn meanwhile and comes out whole (%s)",
    async (detail) => {
      let turns = 0;
      let isOver = false;
      const listing = listFolder(place(), "Plans", detail, 0).finally(() => (isOver = true));
      for (; !isOver; turns += 1) await turn();
      expect(turns).toBeGreaterThan(3);
      const found = await listing;
      expect(found.kind === "folder" && found.entries.map(({ name }) => name).sort()).toEqual(
        [...names].sort(),
      );
    },
  );

  it.skipIf(!posix).each(["names", undefined] as const)(
    "one that a link replaces meanwhile is not listed (%s)",
    async (detail) => {
      const elsewhere = await mkdtemp(join(tmpdir(), "planwright-elsewhere-"));
      await writeFile(join(elsewhere, "secret.md"), "x");
      const listing = listFolder(place(), "Plans", detail, 0);
      renameSync(join(root, "Plans"), join(root, "Old"));
      symlinkSync(elsewhere, join(root, "Plans"));
      expect(await listing).toMatchObject({
        kind: "unreadable",
        why: expect.stringContaining("symbolic link") as string,
      });
      await rm(elsewhere, { recursive: true });
    },
  );

  it.each(["names", undefined] as const)(
    "one that another folder replaces meanwhile is listed anew (%s)",
    async (detail) => {
      const listing = listFolder(place(), "Plans", detail, 0);
      renameSync(join(root, "Plans"), join(root, "Old"));
      mkdirSync(join(root, "Plans"));
      writeFileSync(join(root, "Plans/new.md"), "x");
      const found = await listing;
      expect(found.kind === "folder" && found.entries.map(({ name }) => name)).toEqual(["new.md"]);
    },
  );

  it.each(["names", undefined] as const)("one that goes away meanwhile is absent (%s)", async (detail) => {
    const listing = listFolder(place(), "Plans", detail, 0);
    renameSync(join(root, "Plans"), join(root, "Old"));
    expect(await listing).toEqual({ kind: "absent" });
  });
});

describe("other programs in the same folder", () => {
  it("a note saved by someone else while an edit is prepared keeps their text, and the edit is made anew on it", async () => {
    const path = join(root, "Plans/a.md");
    await writeFile(path, "one");
    const seen: string[] = [];
    const pending = vault.change("Plans/a.md", (text) => {
      seen.push(text);
      if (seen.length === 1)
        execFileSync(process.execPath, ["-e", `require("fs").writeFileSync(${JSON.stringify(path)}, "two")`]);
      return `${text}+`;
    });
    expect(await pending).toEqual({ kind: "changed", text: "two+" });
    expect(seen).toEqual(["one", "two"]);
    expect(await readFile(path, "utf8")).toBe("two+");
  });

  it("a note that someone else changes again and again is left to them", async () => {
    const path = join(root, "Plans/a.md");
    await writeFile(path, "0");
    let others = 0;
    const change = await vault.change("Plans/a.md", (text) => {
      others += 1;
      writeFileSync(path, `${others}`);
      return `${text}+`;
    });
    expect(change.kind).toBe("refused");
    expect(await readFile(path, "utf8")).toBe(`${others}`);
    expect(await readdir(join(root, "Plans"))).toEqual(["a.md"]);
  });

  it("a note taken away while an edit is prepared is absent", async () => {
    const path = join(root, "Plans/a.md");
    await writeFile(path, "one");
    expect(
      await vault.change("Plans/a.md", () => {
        renameSync(path, join(root, "a.md"));
        return "x";
      }),
    ).toEqual({ kind: "absent" });
    expect(await readdir(join(root, "Plans"))).toEqual([]);
  });
});

describe("files as the disk has them", () => {
  it.skipIf(!posix)("a changed note keeps its permissions", async () => {
    const path = join(root, "Plans/a.md");
    await writeFile(path, "x");
    await chmod(path, 0o640);
    await vault.change("Plans/a.md", () => "y");
    expect((await stat(path)).mode & 0o7777).toBe(0o640);
  });

  it.skipIf(!posix)("a pipe is nothing we open, and asking does not wait for it", async () => {
    execFileSync("mkfifo", [join(root, "Plans/pipe.md")]);
    expect(await vault.read("Plans/pipe.md")).toMatchObject({ kind: "unreadable", reason: "not-a-file" });
    expect(await vault.list("Plans")).toMatchObject({ entries: [{ name: "pipe.md", kind: "other" }] });
  });

  it.skipIf(process.platform !== "linux")("a name that is not UTF-8 is left out of the list", async () => {
    await writeFile(Buffer.concat([Buffer.from(`${root}/Plans/`), Buffer.from([0x61, 0xff])]), "x");
    await writeFile(join(root, "Plans/b.md"), "x");
    expect(await vault.list("Plans")).toMatchObject({ entries: [{ name: "b.md" }] });
  });

  it("on a disk without hard links a note is still created by one only", async () => {
    const cannot = (): Promise<void> =>
      Promise.reject(Object.assign(new Error("no links here"), { code: "ENOTSUP" }));
    const folder = join(root, "Plans");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        createExclusive(folder, "a.md", Buffer.from(`${n}`), 0o600, cannot),
      ),
    );
    expect(answers.filter((answer) => answer === "created")).toHaveLength(1);
    expect(await readFile(join(folder, "a.md"), "utf8")).toBe(`${answers.indexOf("created")}`);
    expect(await readdir(folder)).toEqual(["a.md"]);
  });
});

describe("a disk that opens one file under several spellings", () => {
  const stats = (ino: number, folder: boolean): Stats =>
    ({
      dev: 1,
      ino,
      mtimeMs: 1,
      isDirectory: () => folder,
      isFile: () => !folder,
      isSymbolicLink: () => false,
    }) as unknown as Stats;
  /** Two levels: folders and the notes in them, found without regard to case and Unicode form. */
  const foldingDisk = (
    tree: Readonly<Record<string, readonly string[]>>,
    folds: Disk["folds"],
  ): Disk & { asked: number } => {
    const fold = (path: string): string => path.normalize("NFD").toLowerCase();
    const all = new Map<string, Stats>([["/v", stats(1, true)]]);
    for (const [folder, notes] of Object.entries(tree)) {
      all.set(fold(`/v/${folder}`), stats(all.size + 1, true));
      for (const note of notes) all.set(fold(`/v/${folder}/${note}`), stats(all.size + 1, false));
    }
    const disk = {
      asked: 0,
      folds,
      look(path: string): Stats {
        const found = all.get(fold(path));
        if (found === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
        return found;
      },
      names(folder: string): readonly string[] {
        disk.asked += 1;
        return folder === "/v" ? Object.keys(tree) : (tree[folder.slice(3)] ?? []);
      },
    };
    return disk;
  };

  it.each(["always", "sometimes"] as const)("only the exact spelling is the note (%s folding)", (folds) => {
    const place = createPlace("/v", foldingDisk({ Approved: ["März.md", "2026"] }, folds));
    expect(place.locate("Approved/März.md").kind).toBe("found");
    expect(place.locate("Approved/2026").kind).toBe("found");
    for (const path of [
      "approved/März.md",
      "APPROVED",
      "Approved/märz.md",
      "Approved/MÄRZ.MD",
      "Approved/Ma\u0308rz.md",
    ]) {
      expect(place.locate(path).kind).toBe("refused");
    }
    expect(place.locate("Approved/none.md").kind).toBe("absent");
  });

  it("a thousand looks into one folder do not list it a thousand times", () => {
    const notes = Array.from({ length: 1000 }, (_, n) => `${n}.md`);
    const disk = foldingDisk({ Plans: notes }, "always");
    const place = createPlace("/v", disk);
    for (const note of notes) expect(place.locate(`Plans/${note}`).kind).toBe("found");
    expect(disk.asked).toBeLessThan(100);
  });
});

describe("clearing up", () => {
  it("takes away our own leftovers after an hour, and nothing else", async () => {
    const old = new Date("2026-02-21T10:00:00Z");
    const now = old.getTime() + 3_600_001;
    const keep = [
      ".planwright-0123456789abcdef.tmp.md",
      ".planwright-xyz.tmp",
      "planwright-0123456789abcdef.tmp",
      "a.md",
      ".hidden",
    ];
    for (const name of [...keep, ".planwright-0123456789abcdef.tmp"]) {
      await writeFile(join(root, "Plans", name), "x");
      await utimes(join(root, "Plans", name), old, old);
    }
    const fresh = ".planwright-fedcba9876543210.tmp";
    await writeFile(join(root, "Plans", fresh), "x");
    await utimes(join(root, "Plans", fresh), new Date(now - 1000), new Date(now - 1000));
    expect(await sweep(root, ["Plans", "None", "../Plans"], now)).toEqual([
      "Plans/.planwright-0123456789abcdef.tmp",
    ]);
    expect((await readdir(join(root, "Plans"))).sort()).toEqual([...keep, fresh].sort());
  });

  it.skipIf(!posix)("goes through no link", async () => {
    await mkdir(join(root, "Other"));
    const name = ".planwright-0123456789abcdef.tmp";
    await writeFile(join(root, "Other", name), "x");
    await rename(join(root, "Plans"), join(root, "Old"));
    await symlink(join(root, "Other"), join(root, "Plans"));
    expect(await sweep(root, ["Plans"], Date.now() + 1e9)).toEqual([]);
    expect(await readdir(join(root, "Other"))).toEqual([name]);
  });
});
