/** The stand-in's faces: commands, dialogs, settings, menus, the phone, and what a plugin leaves behind. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bootApp, type BootOptions } from "./boot";
import type { Harness } from "./harness";
import { newProfile } from "./obsidian/surroundings";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-"));
  await writeFile(join(folder, "note.md"), "first line\nsee [[other]]");
});
afterEach(() => rm(folder, { recursive: true }));

/** A plugin whose `onload` is `body`, with the module's names in reach. */
const pluginOf = (body: string): string => `
const obsidian = require("obsidian");
module.exports.default = class extends obsidian.Plugin {
  async onload() { ${body} }
};`;
const start = (body: string, more: Partial<BootOptions> = {}): Promise<Harness> =>
  bootApp({ folder, plugin: { code: pluginOf(body) }, ...more });

describe("commands", () => {
  const COMMANDS = `
    this.addCommand({ id: "hello", name: "Say hello", callback: () => new obsidian.Notice("Hello") });
    this.addCommand({ id: "here", name: "On this note", checkCallback: (checking) => {
      const file = this.app.workspace.getActiveFile();
      if (file && !checking) new obsidian.Notice(file.path);
      return file !== null;
    } });`;

  test("a command that does not apply is not in the palette and cannot be run", async () => {
    const app = await start(COMMANDS);
    expect(app.commandPalette()).toEqual(["Sample: Say hello"]);
    await expect(app.run("here")).rejects.toThrow("does not apply now");
    await app.open("note.md");
    await app.run("here");
    await app.run("hello");
    expect(app.notices()).toEqual(["note.md", "Hello"]);
    expect(app.shownNotices()).toHaveLength(2);
    await app.time.advance(5000);
    expect(app.shownNotices()).toEqual([]);
  });

  test("the app's command line checks required flags", async () => {
    const app = await start(
      `this.registerCliHandler("sample:add", "Adds", { to: { description: "Where", required: true } }, (params) => "to " + params.to);`,
    );
    await expect(app.cli("sample:add")).rejects.toThrow("Missing required parameter: to");
    expect(await app.cli("sample:add", { to: "a" })).toBe("to a");
  });
});

describe("dialogs", () => {
  test("a dialog stays open until it is closed, and is filled in by label", async () => {
    const app = await start(`
      const modal = new obsidian.Modal(this.app);
      modal.setTitle("Set up");
      new obsidian.Setting(modal.contentEl).setName("Root").addText((text) => text.onChange((value) => { this.root = value; }));
      new obsidian.Setting(modal.contentEl).addButton((button) => button.setButtonText("Create").setCta().onClick(() => modal.close()));
      modal.onClose = () => new obsidian.Notice("Closed with " + this.root);
      this.app.workspace.onLayoutReady(() => modal.open());`);
    expect(app.modals()).toHaveLength(1);
    await app.modal().fill("Root", "Work");
    expect(app.modal().fields()).toEqual({ Root: "Work" });
    await expect(app.modal().click("Delete")).rejects.toThrow('There is: "Create"');
    await app.modal().click("Create");
    expect(app.modals()).toEqual([]);
    expect(app.notices()).toEqual(["Closed with Work"]);
  });

  test("a confirmation closes after its handler, unless the handler answers true; Escape closes it too", async () => {
    const app = await start(`
      this.addCommand({ id: "ask", name: "Ask", callback: () => new obsidian.ConfirmationModal(this.app).setTitle("Sure?")
        .addButton((button) => button.setButtonText("Not yet").onClick(async () => true))
        .addButton((button) => button.setButtonText("Yes").setDestructive().onClick(async () => { this.said = true; }))
        .addCancelButton().open() });`);
    await app.run("ask");
    expect(app.modal().buttons()).toEqual(["Not yet", "Yes", "Cancel"]);
    await app.modal().click("Not yet");
    expect(app.modals()).toHaveLength(1);
    await app.modal().click("Yes");
    expect([app.modals().length, Reflect.get(app.plugin, "said")]).toEqual([0, true]);
    await app.run("ask");
    await app.modal().pressEscape();
    expect(app.modals()).toEqual([]);
  });

  test("a pick-one dialog filters as a person types", async () => {
    const app = await start(`
      class Pick extends obsidian.FuzzySuggestModal {
        getItems() { return ["Invoice", "Campaign"]; }
        getItemText(item) { return item; }
        onChooseItem(item) { new obsidian.Notice(item); }
      }
      new Pick(this.app).open();`);
    await app.modal().search("cam");
    expect(app.modal().suggestions()).toEqual(["Campaign"]);
    await app.modal().choose("Campaign");
    expect(app.notices()).toEqual(["Campaign"]);
  });
});

describe("settings", () => {
  const SETTINGS = `
    this.settings = Object.assign({ folder: "Plans", hours: 24, loud: false, mode: "a" }, await this.loadData());
    const plugin = this;
    class Tab extends obsidian.PluginSettingTab {
      getSettingDefinitions() {
        return [
          { type: "group", heading: "Folders", items: [
            { name: "Plans folder", control: { type: "text", key: "folder", validate: (value) => value.includes("..") ? "Not above the vault." : undefined } },
          ] },
          { name: "Alert after", desc: "Hours", control: { type: "number", key: "hours", min: 1 } },
          { name: "Loud", control: { type: "toggle", key: "loud" } },
          { name: "How loud", visible: () => plugin.settings.loud, control: { type: "dropdown", key: "mode", options: { a: "A little", b: "Very" } } },
          { name: "Reset", action: () => new obsidian.Notice("Reset") },
          { type: "page", name: "More", items: [{ name: "Deep", render: (setting) => { setting.addButton((b) => b.setButtonText("Go")); return () => new obsidian.Notice("gone"); } }] },
        ];
      }
      display() { throw new Error("not called"); }
    }
    this.addSettingTab(new Tab(this.app, this));`;
  const stored = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, ".obsidian/plugins/sample/data.json"), "utf8")) as unknown;

  test("a value is stored when it is valid, and refused with a reason when not", async () => {
    const tab = await (await start(SETTINGS)).settingsTab();
    await tab.fill("Plans folder", "../x");
    expect(tab.rows()[0]).toMatchObject({ name: "Plans folder", error: "Not above the vault." });
    await expect(stored()).rejects.toThrow("ENOENT");
    await tab.fill("Plans folder", "Work");
    await tab.fill("Alert after", "0");
    expect(tab.rows().map((row) => row.error)).toEqual([
      null,
      "Enter a number of at least 1.",
      null,
      null,
      null,
    ]);
    await tab.fill("Alert after", "48");
    expect(await stored()).toMatchObject({ folder: "Work", hours: 48 });
  });

  test("a row appears when its condition comes true, and rows and pages can be pressed", async () => {
    const app = await start(SETTINGS);
    const tab = await app.settingsTab();
    await expect(tab.fill("How loud", "Very")).rejects.toThrow('No field "How loud"');
    await tab.fill("Loud", true);
    await tab.fill("How loud", "Very");
    expect(await stored()).toMatchObject({ loud: true, mode: "b" });
    await tab.click("Reset");
    await tab.click("More");
    expect(tab.buttons()).toEqual(["Back", "Go"]);
    await tab.click("Back");
    expect(app.notices()).toEqual(["Reset", "gone"]);
  });

  test("data.json changed from outside is told once", async () => {
    const app = await start(
      `${SETTINGS} await this.saveData(this.settings); this.told = 0; this.onExternalSettingsChange = () => { this.told += 1; };`,
    );
    await app.settleDisk();
    expect(Reflect.get(app.plugin, "told")).toBe(0);
    await app.app.around.disk.touch(".obsidian/plugins/sample/data.json", Date.now() + 10_000);
    await app.settleDisk();
    await app.settleDisk();
    expect(Reflect.get(app.plugin, "told")).toBe(1);
  });
});

describe("the window", () => {
  const VIEW = `
    class Board extends obsidian.ItemView {
      getViewType() { return "board"; }
      getDisplayText() { return "Board"; }
      async onOpen() { await obsidian.MarkdownRenderer.render(this.app, "Go to [[note]]", this.contentEl, "", this); }
    }
    this.registerView("board", (leaf) => new Board(leaf));
    this.addRibbonIcon("list", "Open board", () => this.app.workspace.ensureSideLeaf("board", "right"));
    this.addStatusBarItem().setText("Resting");
    this.registerEvent(this.app.workspace.on("file-menu", (menu, file) => menu.addItem((item) => item.setTitle("Plan this").onClick(() => new obsidian.Notice(file.path)))));`;

  test("ribbon, side view, status bar and file menu are seen and used", async () => {
    const app = await start(VIEW);
    expect(app.statusBar()).toBe("Resting");
    await app.ribbon()[0]?.click();
    expect(app.views("board").map((view) => view.text())).toEqual(["Board Go to note"]);
    expect(app.fileMenu("note.md").map((item) => item.title)).toEqual(["Plan this"]);
    await app.fileMenu("note.md")[0]?.click();
    expect(app.notices()).toEqual(["note.md"]);
  });

  test("following a link to nothing makes a note", async () => {
    const app = await start("");
    await app.app.workspace.openLinkText("other", "note.md");
    expect(app.openNotes()).toEqual(["other.md"]);
    expect(await readFile(join(folder, "other.md"), "utf8")).toBe("");
  });

  test("requestUrl reaches this computer, throws at 400, and nothing else is reached", async () => {
    const server = createServer((_request, response) =>
      response.writeHead(_request.url === "/no" ? 404 : 200).end('{"ok":true}'),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await start(`
      this.got = [];
      const keep = (promise) => promise.then((value) => this.got.push(value), (error) => this.got.push(error.message));
      this.done = (async () => {
        await keep(obsidian.requestUrl("${base}/yes").json);
        await keep(obsidian.requestUrl("${base}/no"));
        await keep(obsidian.requestUrl({ url: "${base}/no", throw: false }).then((answer) => answer.status));
        await keep(obsidian.requestUrl("https://example.org"));
        await keep(fetch("${base}/yes"));
      })();`);
    await Reflect.get(app.plugin, "done");
    server.close();
    expect(Reflect.get(app.plugin, "got")).toEqual([
      { ok: true },
      "Request failed, status 404",
      404,
      "net::ERR_INTERNET_DISCONNECTED",
      "Failed to fetch",
    ]);
  });
});

describe("devices", () => {
  const LOOK = `
    this.seen = { process: typeof process, buffer: typeof Buffer, global: typeof global, immediate: typeof setImmediate, require: typeof window.require, desktop: obsidian.Platform.isDesktop };
    try { this.seen.fs = typeof require("node:fs").readFileSync; } catch (error) { this.seen.fs = error.message; }
    try { require("electron"); } catch (error) { this.seen.electron = error.message; }
    this.seen.same = globalThis === window && self === window && new Date().getTime() === Date.now();`;

  test("a phone has no Node", async () => {
    const app = await start(LOOK, { device: "phone" });
    const none = "undefined";
    const expected = {
      process: none,
      buffer: none,
      global: none,
      immediate: none,
      require: none,
      desktop: false,
      same: true,
    };
    expect(Reflect.get(app.plugin, "seen")).toEqual({
      ...expected,
      fs: "Cannot find module 'node:fs'",
      electron: "Cannot find module 'electron'",
    });
  });

  test("a desktop has Node, but electron is refused", async () => {
    const app = await start(LOOK, { now: 5000 });
    expect(Reflect.get(app.plugin, "seen")).toMatchObject({
      process: "object",
      require: "function",
      desktop: true,
      fs: "function",
      electron: "Cannot find module 'electron'",
      same: true,
    });
  });

  test("a bundle made by esbuild runs, and time stands still until it is moved", async () => {
    const source = `import { Notice, Plugin } from "obsidian";
      export default class extends Plugin {
        override onload(): void {
          const start = [Date.now(), performance.now()] as const;
          window.setTimeout(() => new Notice([Date.now() - start[0], performance.now() - start[1], new Date(0) instanceof Date].join(" ")), 90);
        }
      }`;
    const { code } = await transform(source, { loader: "ts", format: "cjs", target: "es2022", minify: true });
    const app = await bootApp({ folder, plugin: { code }, device: "phone" });
    await app.time.advance(89);
    expect(app.notices()).toEqual([]);
    await app.time.advance(1);
    expect(app.notices()).toEqual(["90 90 true"]);
  });

  test("what the stand-in does not have fails by name", async () => {
    await expect(start("obsidian.htmlToMarkdown('')")).rejects.toThrow("no obsidian.htmlToMarkdown");
  });

  test("a device remembers over a restart", async () => {
    const profile = newProfile();
    await start(
      `this.app.saveLocalStorage("id", 7); this.app.secretStorage.setSecret("mail-key", "s"); localStorage.setItem("raw", "1");`,
      { profile },
    );
    const again = await start(
      `this.seen = [this.app.loadLocalStorage("id"), this.app.secretStorage.getSecret("mail-key"), window.localStorage.getItem("raw")];`,
      { profile },
    );
    expect(Reflect.get(again.plugin, "seen")).toEqual([7, "s", "1"]);
  });
});

describe("unloading", () => {
  test("a plugin that registers everything leaves nothing", async () => {
    const app = await start(`
      this.addCommand({ id: "a", name: "A", callback: () => {} });
      this.addStatusBarItem();
      this.registerEvent(this.app.vault.on("modify", () => {}));
      this.registerDomEvent(document, "keydown", () => {});
      this.registerInterval(window.setInterval(() => {}, 1000));`);
    expect(app.time.pending().map((timer) => timer.what)).toEqual(["interval of 1000 ms"]);
    expect(await app.unload()).toEqual([]);
  });

  test("what is left behind is named", async () => {
    const app = await start(`
      this.app.vault.on("modify", () => {});
      window.addEventListener("blur", () => {});
      window.setTimeout(() => {}, 60000);
      document.body.createDiv("mine");
      window.mine = 1;`);
    expect([...(await app.unload())].sort()).toEqual([
      "in body: mine",
      "listener on vault: modify",
      "listener on window: blur",
      "on window: mine",
      "timer: timeout of 60000 ms",
    ]);
  });

  test("quitting waits for what was begun", async () => {
    const app = await start(
      `this.registerEvent(this.app.workspace.on("quit", (tasks) => tasks.add(() => this.app.vault.create("last.md", "words"))));`,
    );
    await app.quit();
    expect(await readFile(join(folder, "last.md"), "utf8")).toBe("words");
  });

  test("a listener's failure is kept and the others still hear", async () => {
    const app = await start(`
      this.registerEvent(this.app.vault.on("create", () => { throw new Error("broken"); }));
      this.registerEvent(this.app.vault.on("create", () => { this.heard = true; }));`);
    expect(app.errors()).toEqual([new Error("broken")]);
    expect(Reflect.get(app.plugin, "heard")).toBe(true);
  });
});
