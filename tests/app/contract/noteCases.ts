/** Promises of the stand-in about open notes: reading, editing, side panels. */
import type { MarkdownView } from "../obsidian/view";
import { type Case, type Kit, same, somePlugin, typeInto } from "./kit";

const NOTE = `---
status: Active
---
# Head

See [[Other|the other]] and %%a comment%%the rest. ^block

- [ ] Not done
- [x] Done
    - [ ] Below

> [!warning] Careful
> Hot.

\`\`\`sample
one
two
\`\`\`
`;

const openNote = async (kit: Kit, path: string, mode: "preview" | "source"): Promise<MarkdownView> => {
  const leaf = kit.app.workspace.getLeaf("tab");
  await leaf.setViewState({ type: "markdown", state: { file: path, mode }, active: true });
  return leaf.view as MarkdownView;
};

const saved = async ({ app, until }: Kit, path: string): Promise<void> => {
  let told = false;
  const ref = app.vault.on("modify", (file: { readonly path: string }) => void (told ||= file.path === path));
  await until(`${path} is saved`, () => told);
  app.vault.offref(ref);
};

export const noteCases: readonly Case[] = [
  {
    name: "the reading view shows links, tasks and callouts, and neither comments nor names of blocks",
    async run(kit) {
      await kit.app.vault.create("Reading.md", NOTE);
      const view = await openNote(kit, "Reading.md", "preview");
      const el = view.previewMode.containerEl;
      same("link", el.querySelector("a.internal-link")?.getAttribute("data-href"), "Other");
      same("words", el.querySelector(".el-p")?.textContent?.trim(), "See the other and the rest.");
      same(
        "tasks",
        Array.from(
          el.querySelectorAll<HTMLInputElement>("input.task-list-item-checkbox"),
          (box) => box.checked,
        ),
        [false, true, false],
      );
      same("directions", el.querySelector(".el-p > p")?.getAttribute("dir"), "auto");
      same("callout", el.querySelector(".callout")?.getAttribute("data-callout"), "warning");
      same("callout's title", el.querySelector(".callout-title-inner")?.textContent, "Careful");
      same("properties", el.querySelector(".metadata-property-value")?.textContent, "Active");
      view.leaf.detach();
    },
  },
  {
    name: "a drawing in Mermaid is shown as its source, and says so",
    async run(kit) {
      await kit.app.vault.create("Drawing.md", "```mermaid\npie\n```\n");
      const view = await openNote(kit, "Drawing.md", "preview");
      const el = view.previewMode.containerEl;
      same("source", el.querySelector("pre")?.textContent?.trim(), "pie");
      same("caption", el.querySelectorAll(".source-caption").length, 1);
      view.leaf.detach();
    },
  },
  {
    name: "a box clicked in the reading view changes that one character of the note",
    async run(kit) {
      await kit.app.vault.create("Boxes.md", NOTE);
      const view = await openNote(kit, "Boxes.md", "preview");
      const boxes = (): HTMLInputElement[] =>
        Array.from(view.previewMode.containerEl.querySelectorAll("input.task-list-item-checkbox"));
      boxes()[2]?.click();
      await kit.until(
        "it is drawn anew",
        () => boxes()[2]?.checked === true && view.data.includes("[x] Below"),
      );
      same("on the disk", await kit.others.read("Boxes.md"), NOTE.replace("[ ] Below", "[x] Below"));
      view.leaf.detach();
    },
  },
  {
    name: "processors of plugins see each block once, with where it is; what they add ends with the view",
    async run(kit) {
      const { obsidian } = kit;
      const plugin = await somePlugin(kit);
      const seen: string[] = [];
      let unloaded = 0;
      class Child extends obsidian.MarkdownRenderChild {
        override onunload(): void {
          unloaded += 1;
        }
      }
      plugin.registerMarkdownCodeBlockProcessor("sample", (source, el, context) => {
        el.setText(`drawn: ${source}`);
        context.addChild(new Child(el));
      });
      plugin.registerMarkdownPostProcessor((el, context) => {
        const info = context.getSectionInfo(el);
        seen.push(`${el.className} ${String(info?.lineStart)}-${String(info?.lineEnd)}`);
      });
      await kit.app.vault.create("Blocks.md", NOTE);
      const view = await openNote(kit, "Blocks.md", "preview");
      same("blocks", seen, ["el-h1 3-3", "el-p 5-5", "el-ul 7-10", "el-blockquote 11-12", "el-pre 14-17"]);
      same(
        "drawn",
        view.previewMode.containerEl.querySelector(".block-language-sample")?.textContent,
        "drawn: one\ntwo",
      );
      view.leaf.detach();
      await kit.pass(10);
      same("unloaded", unloaded, 1);
      plugin.unload();
    },
  },
  {
    name: "what a person types reaches the disk two seconds later",
    async run(kit) {
      await kit.app.vault.create("Typed.md", "Before.\n");
      const view = await openNote(kit, "Typed.md", "source");
      const field = view.contentEl.querySelector("textarea");
      if (field === null) throw new Error("There is no field to type in.");
      same("shown", field.value, "Before.\n");
      typeInto(kit, field, "After.\n");
      same("not yet", await kit.others.read("Typed.md"), "Before.\n");
      await saved(kit, "Typed.md");
      same("then", await kit.others.read("Typed.md"), "After.\n");
      view.leaf.detach();
    },
  },
  {
    name: "an open note follows the disk while nothing is unsaved",
    async run(kit) {
      await kit.app.vault.create("Follow.md", "Mine.\n");
      const view = await openNote(kit, "Follow.md", "preview");
      await kit.others.write("Follow.md", "Theirs, and longer.\n");
      await kit.until(
        "it follows",
        () => view.previewMode.containerEl.textContent?.includes("Theirs") === true,
      );
      view.leaf.detach();
    },
  },
  {
    name: "the editor replaces a range by lines and columns, and is saved as if typed",
    async run(kit) {
      await kit.app.vault.create("Range.md", "one two\nthree\n");
      const view = await openNote(kit, "Range.md", "source");
      view.editor.replaceRange("2", { line: 0, ch: 4 }, { line: 0, ch: 7 });
      same("text", view.editor.getValue(), "one 2\nthree\n");
      await saved(kit, "Range.md");
      same("on the disk", await kit.others.read("Range.md"), "one 2\nthree\n");
      view.leaf.detach();
    },
  },
  {
    name: "a side panel is made once, shown, and empty when its plugin is gone",
    async run(kit) {
      const { app, obsidian } = kit;
      const plugin = await somePlugin(kit);
      class Panel extends obsidian.ItemView {
        getViewType(): string {
          return "contract-panel";
        }
        getDisplayText(): string {
          return "Panel";
        }
        protected override onOpen(): Promise<void> {
          this.contentEl.setText("Open.");
          return Promise.resolve();
        }
      }
      plugin.registerView("contract-panel", (leaf) => new Panel(leaf));
      const first = await app.workspace.ensureSideLeaf("contract-panel", "right");
      const second = await app.workspace.ensureSideLeaf("contract-panel", "right");
      same("once", first === second, true);
      same("shown", [first.view.containerEl.isConnected, app.workspace.rightSplit.collapsed], [true, false]);
      plugin.unload();
      await kit.pass(10);
      same("without its plugin", first.getDisplayText(), "Plugin no longer active");
      first.detach();
    },
  },
  {
    name: "a link to a note opens it, and one to nothing makes it",
    async run(kit) {
      const { app } = kit;
      await app.vault.create("Target.md", "");
      await app.workspace.openLinkText("Target", "", "tab");
      same("opened", app.workspace.getActiveFile()?.path, "Target.md");
      await app.workspace.openLinkText("Made by link", "", false);
      same("made", await kit.others.read("Made by link.md"), "");
      app.workspace.activeLeaf?.detach();
    },
  },
];
