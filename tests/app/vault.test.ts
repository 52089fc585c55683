/** The stand-in's vault behaves as the app's does where Planwright depends on it. */
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bootApp } from "./boot";
import type { Harness } from "./harness";

const LISTENER = `
const { Plugin } = require("obsidian");
module.exports = class extends Plugin {
  onload() {
    this.heard = [];
    this.atLoad = this.app.vault.getFiles().length;
    for (const name of ["create", "modify", "delete", "rename"]) {
      this.registerEvent(this.app.vault.on(name, (file, old) => this.heard.push([name, old, file.path].filter(Boolean).join(" "))));
    }
    this.app.workspace.onLayoutReady(() => this.heard.push("ready"));
  }
};`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-"));
  await mkdir(join(folder, "Plans"));
  await writeFile(join(folder, "Plans/a.md"), "one");
  await mkdir(join(folder, ".hidden"));
  await writeFile(join(folder, ".hidden/secret.md"), "x");
});
afterEach(() => rm(folder, { recursive: true }));

const start = (more: Partial<Parameters<typeof bootApp>[0]> = {}): Promise<Harness> =>
  bootApp({ folder, plugin: { code: LISTENER }, ...more });
const heard = (app: Harness): readonly string[] => (Reflect.get(app.plugin, "heard") as string[]).splice(0);
const note = (app: Harness, path: string) => {
  const file = app.app.vault.getFileByPath(path);
  if (file === null) throw new Error(`The app knows no ${path}.`);
  return file;
};

describe("loading", () => {
  test("at start the index is empty, then every file is created, then the layout is ready", async () => {
    const app = await start();
    expect(Reflect.get(app.plugin, "atLoad")).toBe(0);
    expect(heard(app)).toEqual(["create Plans", "create Plans/a.md", "ready"]);
  });

  test("a plugin turned on later finds the files there and hears of none", async () => {
    const app = await start({ as: "enable" });
    expect(Reflect.get(app.plugin, "atLoad")).toBe(1);
    expect(heard(app)).toEqual(["ready"]);
  });

  test("hidden folders are reached through the adapter alone", async () => {
    const { vault } = (await start()).app;
    expect(vault.getAbstractFileByPath(".hidden/secret.md")).toBeNull();
    expect(await vault.adapter.read(".hidden/secret.md")).toBe("x");
  });
});

describe("writing", () => {
  test("create, createFolder and rename refuse what exists", async () => {
    const { vault } = (await start()).app;
    await vault.create("b.md", "b");
    await expect(vault.create("Plans/a.md", "no")).rejects.toThrow("File already exists.");
    await expect(vault.createFolder("Plans")).rejects.toThrow("Folder already exists.");
    await expect(vault.rename(vault.getFileByPath("b.md")!, "Plans/a.md")).rejects.toThrow(
      "Destination file already exists!",
    );
    await expect(vault.create("None/c.md", "c")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(vault.create("c:d.md", "c")).rejects.toThrow("File name cannot contain");
    expect(await readFile(join(folder, "Plans/a.md"), "utf8")).toBe("one");
  });

  test("create also refuses a file the app has not noticed yet", async () => {
    const { vault } = (await start()).app;
    await writeFile(join(folder, "new.md"), "theirs");
    await expect(vault.create("new.md", "ours")).rejects.toThrow("File already exists.");
  });

  test("twenty edits at once are all kept", async () => {
    const app = await start();
    const file = note(app, "Plans/a.md");
    await app.app.vault.modify(file, "0");
    await Promise.all(
      Array.from({ length: 20 }, () => app.app.vault.process(file, (text) => String(Number(text) + 1))),
    );
    expect(await readFile(join(folder, "Plans/a.md"), "utf8")).toBe("20");
  });

  test("an edit that throws or answers a promise writes nothing", async () => {
    const app = await start();
    const file = note(app, "Plans/a.md");
    const late = (() => Promise.resolve("x")) as unknown as () => string;
    await expect(
      app.app.vault.process(file, () => {
        throw new Error("no longer applies");
      }),
    ).rejects.toThrow("no longer applies");
    await expect(app.app.vault.process(file, late)).rejects.toThrow(TypeError);
    expect(await app.app.vault.read(file)).toBe("one");
  });

  test("read drops a byte order mark, the adapter keeps it", async () => {
    await writeFile(join(folder, "Plans/a.md"), "\uFEFFmarked");
    const app = await start();
    expect(await app.app.vault.read(note(app, "Plans/a.md"))).toBe("marked");
    expect(await app.app.vault.adapter.read("Plans/a.md")).toBe("\uFEFFmarked");
  });

  test("a move inside the app keeps the file object, also for what lies in a moved folder", async () => {
    const app = await start();
    heard(app);
    const file = note(app, "Plans/a.md");
    await app.app.vault.rename(app.app.vault.getFolderByPath("Plans")!, "Old");
    expect(heard(app)).toEqual(["rename Plans Old", "rename Plans/a.md Old/a.md"]);
    expect(note(app, "Old/a.md")).toBe(file);
    expect(file.parent?.path).toBe("Old");
  });

  test("on a phone a missing file is an error without a code", async () => {
    const { vault } = (await start({ device: "phone" })).app;
    const error: unknown = await vault.adapter.read("none.md").catch((each: unknown) => each);
    expect(error).toEqual(new Error("File does not exist."));
    expect(error).not.toHaveProperty("code");
  });
});

describe("the outside", () => {
  test("an outside move arrives as a creation, and as a deletion 100 ms later", async () => {
    const app = await start();
    heard(app);
    await rename(join(folder, "Plans/a.md"), join(folder, "a.md"));
    let between: readonly string[] = [];
    const before = app.time.now();
    await app.settleDisk(async () => {
      between = heard(app);
      await expect(app.app.vault.read(note(app, "Plans/a.md"))).rejects.toMatchObject({ code: "ENOENT" });
    });
    expect(between).toEqual(["create a.md"]);
    expect(heard(app)).toEqual(["delete Plans/a.md"]);
    expect(app.time.now() - before).toBe(100);
  });

  test("a change that keeps size and date is not noticed", async () => {
    const when = new Date(2026, 1, 1);
    await utimes(join(folder, "Plans/a.md"), when, when);
    const app = await start();
    heard(app);
    await writeFile(join(folder, "Plans/a.md"), "two");
    await utimes(join(folder, "Plans/a.md"), when, when);
    await app.settleDisk();
    expect(heard(app)).toEqual([]);
    await writeFile(join(folder, "Plans/a.md"), "three");
    await app.settleDisk();
    expect(heard(app)).toEqual(["modify Plans/a.md"]);
  });

  test("what a person types reaches the disk two seconds later", async () => {
    const app = await start();
    await app.open("Plans/a.md");
    await app.retype("typed");
    await app.time.advance(1999);
    expect(await readFile(join(folder, "Plans/a.md"), "utf8")).toBe("one");
    await app.time.advance(1);
    expect(await readFile(join(folder, "Plans/a.md"), "utf8")).toBe("typed");
  });

  test("two devices on one folder keep their own clock, notices and memory", async () => {
    const laptop = await start({ now: 1000 });
    const phone = await start({ now: 2000, device: "phone" });
    laptop.app.saveLocalStorage("key", { here: true });
    await laptop.time.advance(500);
    expect([laptop.time.now(), phone.time.now()]).toEqual([1500, 2000]);
    expect([laptop.app.loadLocalStorage("key"), phone.app.loadLocalStorage("key")]).toEqual([
      { here: true },
      null,
    ]);
  });
});
