/** The promises of a plain folder beyond the contract of every vault. */
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
import { listFolder } from "../../src/adapters/folder/listFolder";
import type { Disk } from "../../src/adapters/folder/place";
import { createPlace } from "../../src/adapters/folder/place";
import { sweep } from "../../src/adapters/folder/sweep";
import { createFolderVault } from "../../src/adapters/folder/vault";
import { createExclusive } from "../../src/adapters/node/durable";
import { NOTE_LIMIT, type VaultPort } from "../../src/kit/ports/vault";

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

describe.skipIf(!posix)("a note in a folder from which notes are being read", () => {
  let elsewhere: string;
  beforeEach(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), "planwright-elsewhere-"));
    await mkdir(join(root, "Done/Plans"), { recursive: true });
    for (const folder of ["Plans", "Done/Plans"]) {
      await writeFile(join(root, folder, "a.md"), "ours");
      expect(await vault.read(`${folder}/a.md`)).toMatchObject({ text: "ours" });
    }
    await mkdir(join(elsewhere, "Plans"));
    for (const path of ["a.md", "Plans/a.md"]) await writeFile(join(elsewhere, path), "secret");
  });
  afterEach(async () => rm(elsewhere, { recursive: true, force: true }));

  it.each(["Plans", "Done/Plans"])("is read, and so is what replaces it (%s)", async (folder) => {
    const path = join(root, folder, "a.md");
    expect(await vault.read(`${folder}/a.md`)).toMatchObject({ text: "ours", size: 4 });
    writeFileSync(`${path}.new`, "newer");
    renameSync(`${path}.new`, path);
    expect(await vault.read(`${folder}/a.md`)).toMatchObject({ text: "newer", size: 5 });
    await rm(path);
    expect(await vault.read(`${folder}/a.md`)).toEqual({ kind: "absent" });
  });

  it("is not read where a link has its name", async () => {
    renameSync(join(root, "Plans/a.md"), join(root, "Plans/b.md"));
    symlinkSync(join(elsewhere, "a.md"), join(root, "Plans/a.md"));
    symlinkSync(join(root, "Plans/b.md"), join(root, "Plans/c.md"));
    const why = expect.stringContaining("symbolic link") as string;
    for (const name of ["a.md", "c.md"])
      expect(await vault.read(`Plans/${name}`)).toMatchObject({ kind: "unreadable", why });
  });

  it.each([
    ["Plans", "Plans"],
    ["Done/Plans", "Done/Plans"],
    ["Done", "Done/Plans"],
  ])("is not read where a link has taken the place of %s", async (replaced, folder) => {
    expect(await vault.read(`${folder}/a.md`)).toMatchObject({ text: "ours" });
    renameSync(join(root, replaced), join(root, "Old"));
    symlinkSync(elsewhere, join(root, replaced));
    expect(await vault.read(`${folder}/a.md`)).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("symbolic link") as string,
    });
  });

  it("is that of the folder which is there now", async () => {
    renameSync(join(root, "Plans"), join(root, "Old"));
    mkdirSync(join(root, "Plans"));
    expect(await vault.read("Plans/a.md")).toEqual({ kind: "absent" });
    writeFileSync(join(root, "Plans/a.md"), "another");
    expect(await vault.read("Plans/a.md")).toMatchObject({ text: "another" });
  });

  it("is no pipe and no folder, and asking does not wait", async () => {
    execFileSync("mkfifo", [join(root, "Plans/pipe.md")]);
    mkdirSync(join(root, "Plans/folder.md"));
    for (const name of ["pipe.md", "folder.md"])
      expect(await vault.read(`Plans/${name}`)).toMatchObject({ kind: "unreadable", reason: "not-a-file" });
  });

  it("is read whole whatever its length, up to the limit", async () => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, NOTE_LIMIT]) {
      writeFileSync(join(root, "Plans/a.md"), "x".repeat(size));
      expect(await vault.read("Plans/a.md")).toMatchObject({ text: "x".repeat(size), size });
    }
    writeFileSync(join(root, "Plans/a.md"), "x".repeat(NOTE_LIMIT + 1));
    expect(await vault.read("Plans/a.md")).toMatchObject({ kind: "unreadable", reason: "too-big" });
    expect(await vault.bytes("Done/Plans/a.md", 3)).toMatchObject({ reason: "too-big" });
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

  /** As a disk without folding finds it. */
  const exactly = (disk: Disk, path: string): Stats => {
    const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    if (folder !== "" && !disk.names(folder).includes(name))
      throw Object.assign(new Error(path), { code: "ENOENT" });
    return disk.look(path);
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

  it.each(["always", "sometimes"] as const)(
    "no name there is opened without a look at it (%s folding)",
    (folds) => {
      const place = createPlace("/v", foldingDisk({ Approved: ["März.md", "a.md"] }, folds));
      for (const path of ["Approved/März.md", "Approved/a.md", "Approved/A.md", "approved/a.md"]) {
        place.locate(path);
        expect(place.inKnownFolder(path, 1)).toBeNull();
      }
    },
  );

  it("on a disk that tells all spellings apart, a name is opened once its folder is known to", () => {
    const disk = foldingDisk({ Plans: ["a.md", "März.md", "b.md"] }, "sometimes");
    const exact = { ...disk, look: (path: string) => exactly(disk, path) };
    const place = createPlace("/v", exact);
    expect(place.inKnownFolder("Plans/a.md", 1)).toBeNull();
    place.locate("Plans/a.md");
    expect(place.inKnownFolder("Plans/b.md", 1)).toBe("/v/Plans/b.md");
    expect(place.inKnownFolder("Plans/März.md", 1)).toBeNull();
    place.locate("Plans/März.md");
    expect(place.inKnownFolder("Plans/März.md", 1)).toBe("/v/Plans/März.md");
    for (const path of ["../a.md", "Plans/../../a.md", "None/a.md", "Plans/a.md/b.md", "/etc/passwd"])
      expect(place.inKnownFolder(path, 1)).toBeNull();
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
