/** Promises of the stand-in about dialogs, lists, menus, settings and commands. */
import { type Case, press, same, somePlugin, typeInto } from "./kit";

const pressedIn = (el: Element | null): void => (el as HTMLElement | null)?.click();

export const windowCases: readonly Case[] = [
  {
    name: "a dialog takes the focus, keeps it, closes by Escape and gives it back",
    run(kit) {
      const { app, obsidian, window } = kit;
      const { document } = window;
      const before = document.body.createEl("button", { text: "Before" });
      before.focus();
      class Ask extends obsidian.Modal {
        override onOpen(): void {
          this.contentEl.createEl("p", { text: "Words." });
          this.contentEl.createEl("input", { type: "text" });
          this.contentEl.createEl("button", { text: "Last" });
        }
      }
      const modal = new Ask(app);
      modal.open();
      const name = (): string | undefined => document.activeElement?.tagName;
      same("first control", name(), "INPUT");
      press(kit, "Tab", { shiftKey: true });
      same("round by Shift+Tab", name(), "BUTTON");
      press(kit, "Tab");
      same("round by Tab", name(), "INPUT");
      press(kit, "Escape");
      same("closed", modal.containerEl.isConnected, false);
      same("given back", document.activeElement === before, true);
      before.remove();
    },
  },
  {
    name: "a pick-one dialog offers the best match first; arrows go round and Enter chooses",
    run(kit) {
      const { app, obsidian } = kit;
      const chosen: string[] = [];
      class Pick extends obsidian.FuzzySuggestModal<string> {
        getItems(): string[] {
          return ["A slow entry", "Settings", "Set up"];
        }
        getItemText(item: string): string {
          return item;
        }
        onChooseItem(item: string): void {
          chosen.push(`${item}, open: ${String(this.containerEl.isConnected)}`);
        }
      }
      const modal = new Pick(app);
      modal.open();
      const all = (): string[] =>
        Array.from(modal.modalEl.querySelectorAll(".suggestion-item"), (el) => el.textContent ?? "");
      const selected = (): string | undefined =>
        modal.modalEl.querySelector(".suggestion-item.is-selected")?.textContent ?? undefined;
      same("all, as given", all(), ["A slow entry", "Settings", "Set up"]);
      typeInto(kit, modal.inputEl, "set up");
      same("the match", all(), ["Set up"]);
      typeInto(kit, modal.inputEl, "se");
      same("best first", selected(), "Settings");
      press(kit, "ArrowUp");
      same("round", selected(), "A slow entry");
      press(kit, "ArrowDown");
      press(kit, "ArrowDown");
      press(kit, "Enter");
      same("chosen after it closed", chosen, ["Set up, open: false"]);
    },
  },
  {
    name: "a menu keeps its sections together, is used by keys, and closes by Escape",
    run(kit) {
      const { obsidian, window } = kit;
      const chosen: string[] = [];
      const make = () => {
        const menu = new obsidian.Menu();
        for (const [title, section] of [
          ["Open", "open"],
          ["Delete", "danger"],
          ["Open beside", "open"],
        ] as const)
          menu.addItem((item) =>
            item
              .setTitle(title)
              .setSection(section)
              .onClick(() => chosen.push(title)),
          );
        return menu.showAtPosition({ x: 10, y: 10 });
      };
      make();
      const titles = Array.from(
        window.document.querySelectorAll(".menu .menu-item-title"),
        (el) => el.textContent,
      );
      same("order", titles, ["Open", "Open beside", "Delete"]);
      press(kit, "ArrowDown");
      press(kit, "ArrowDown");
      press(kit, "Enter");
      same("chosen", chosen, ["Open beside"]);
      same("closed", window.document.querySelector(".menu"), null);
      make();
      press(kit, "Escape");
      same("closed by Escape", window.document.querySelector(".menu"), null);
    },
  },
  {
    name: "a notice goes by itself, or stays until it is clicked",
    async run(kit) {
      const short = new kit.obsidian.Notice("Short", 100);
      const long = new kit.obsidian.Notice("Long", 0);
      await kit.pass(300);
      same("gone", short.noticeEl.isConnected, false);
      same("there", long.noticeEl.isConnected, true);
      long.noticeEl.click();
      same("clicked away", long.noticeEl.isConnected, false);
    },
  },
  {
    name: "a command has its plugin's prefix, and is offered only while its check says so",
    async run(kit) {
      const plugin = await somePlugin(kit);
      let applies = false;
      const ran: string[] = [];
      plugin.addCommand({
        id: "do",
        name: "Do it",
        checkCallback: (checking) => {
          if (!checking && applies) ran.push("ran");
          return applies;
        },
      });
      const id = `${plugin.manifest.id}:do`;
      const offered = (): boolean => kit.app.commands.listCommands().some((command) => command.id === id);
      same("not offered", offered(), false);
      same("does not run", kit.app.commands.executeCommandById(id), false);
      applies = true;
      same("named", kit.app.commands.commands[id]?.name, "Sample: Do it");
      same("runs", [kit.app.commands.executeCommandById(id), ran], [true, ["ran"]]);
      plugin.unload();
      same("gone", kit.app.commands.commands[id], undefined);
    },
  },
  {
    name: "settings are drawn from their definitions, with pages below them",
    async run(kit) {
      const { app, obsidian, window } = kit;
      const plugin = await somePlugin(kit);
      const values = new Map<string, unknown>([["on", false]]);
      class Tab extends obsidian.PluginSettingTab {
        override getSettingDefinitions(): never[] {
          return [
            { name: "On", control: { type: "toggle", key: "on" } },
            { type: "page", name: "More", items: [{ name: "Deep", desc: "Below." }] },
          ] as never[];
        }
        override getControlValue(key: string): unknown {
          return values.get(key);
        }
        override setControlValue(key: string, value: unknown): Promise<void> {
          values.set(key, value);
          return Promise.resolve();
        }
      }
      plugin.addSettingTab(new Tab(app, plugin));
      app.setting.open();
      app.setting.openTabById(plugin.manifest.id);
      const find = (selector: string): Element | null =>
        window.document.querySelector(`.mod-settings ${selector}`);
      pressedIn(find(".checkbox-container"));
      await kit.pass(10);
      same("set", values.get("on"), true);
      pressedIn(find(".setting-page-link"));
      same("the page", find(".setting-item-description")?.textContent, "Below.");
      pressedIn(find(".setting-page-back"));
      same("back", find(".setting-page-link") !== null, true);
      press(kit, "Escape");
      same("closed", window.document.querySelector(".mod-settings"), null);
      plugin.unload();
    },
  },
  {
    name: "an icon is one drawing, and the next takes its place",
    run({ obsidian, window }) {
      const el = window.document.createElement("div");
      obsidian.setIcon(el, "check");
      obsidian.setIcon(el, "x");
      same("one", el.querySelectorAll("svg.svg-icon").length, 1);
      same("named", el.querySelector("svg")?.getAttribute("data-icon"), "x");
    },
  },
  {
    name: "whatever a plugin adds to the window goes with it",
    async run(kit) {
      const { app } = kit;
      const plugin = await somePlugin(kit);
      const counts = (): number[] => [
        app.ribbonEl.children.length,
        app.statusBarEl.children.length,
        app.viewRegistry.types().length,
        app.protocol.names().length,
        app.processors.post.length,
        app.processors.blocks.size,
      ];
      const before = counts();
      plugin.addRibbonIcon("check", "Check", () => undefined);
      plugin.addStatusBarItem().setText("Here");
      plugin.registerObsidianProtocolHandler("contract", () => undefined);
      plugin.registerMarkdownPostProcessor(() => undefined);
      plugin.registerMarkdownCodeBlockProcessor("contract", () => undefined);
      plugin.unload();
      same("as before", counts(), before);
    },
  },
  {
    name: "a link of the app's protocol reaches the plugin with its words",
    async run(kit) {
      const plugin = await somePlugin(kit);
      const got: unknown[] = [];
      plugin.registerObsidianProtocolHandler("contract-link", (params) => void got.push(params));
      kit.app.openProtocolLink("obsidian://contract-link?note=A%20note&do=review");
      await kit.pass(10);
      same("words", got, [{ note: "A note", do: "review", action: "contract-link" }]);
      plugin.unload();
    },
  },
];
