/** The file explorer: folders and notes, dragged from one folder to another, with a context menu. */
import type { App } from "../../obsidian/app";
import { type TAbstractFile, TFile, TFolder } from "../../obsidian/file";
import { Menu } from "../../obsidian/menu";
import { setIcon } from "../../obsidian/text";
import { NameModal } from "./name_modal";

const { compare } = new Intl.Collator();
const byKindAndName = (a: TAbstractFile, b: TAbstractFile): number =>
  Number(b instanceof TFolder) - Number(a instanceof TFolder) || compare(a.name, b.name);
/** A larger folder is closed until it is clicked: the app draws only the rows in sight, and this explorer draws all. */
const LARGE = 200;

export interface Explorer {
  draw(): void;
}

export const openExplorer = (app: App, into: HTMLElement): Explorer => {
  const { errors } = app.around;
  const closed = new Set<string>();
  const opened = new Set<string>();
  const run = (work: Promise<unknown>): void => void work.catch((error: unknown) => errors.push(error));
  const open = (file: TFile, newTab: boolean): void =>
    run(app.workspace.getLeaf(newTab ? "tab" : false).openFile(file));

  const moveInto = (path: string, folder: TFolder): void => {
    const file = app.vault.getAbstractFileByPath(path);
    if (file === null || file.parent === folder || folder.path.startsWith(`${path}/`)) return;
    run(app.fileManager.renameFile(file, folder.isRoot() ? file.name : `${folder.path}/${file.name}`));
  };

  const rename = (file: TAbstractFile): void => {
    const bare = file instanceof TFile ? file.basename : file.name;
    new NameModal(app, "Rename", bare, (name) => {
      const end = file instanceof TFile && file.extension !== "" ? `.${file.extension}` : "";
      const folder = file.parent === null || file.parent.isRoot() ? "" : `${file.parent.path}/`;
      run(app.fileManager.renameFile(file, `${folder}${name}${end}`));
    }).open();
  };

  const make = (folder: TFolder, kind: "note" | "folder"): void => {
    new NameModal(app, kind === "note" ? "New note" : "New folder", "Untitled", (name) => {
      const path = `${folder.isRoot() ? "" : `${folder.path}/`}${name}`;
      run(
        kind === "folder"
          ? app.vault.createFolder(path)
          : app.vault.create(`${path}.md`, "").then((file) => app.workspace.getLeaf(false).openFile(file)),
      );
    }).open();
  };

  const showMenu = (file: TAbstractFile, event: MouseEvent): void => {
    event.preventDefault();
    const menu = new Menu();
    const add = (title: string, icon: string, section: string, click: () => void): void =>
      void menu.addItem((item) => item.setTitle(title).setIcon(icon).setSection(section).onClick(click));
    if (file instanceof TFile) add("Open in new tab", "file-plus", "open", () => open(file, true));
    if (file instanceof TFolder) {
      add("New note", "edit", "action-primary", () => make(file, "note"));
      add("New folder", "folder-open", "action-primary", () => make(file, "folder"));
    }
    app.workspace.trigger("file-menu", menu, file, "file-explorer-context-menu");
    if (file !== app.vault.getRoot()) {
      add("Rename...", "pencil", "danger", () => rename(file));
      add("Delete", "trash-2", "danger", () => run(app.fileManager.trashFile(file)));
    }
    menu.showAtMouseEvent(event);
  };

  const acceptDrops = (el: HTMLElement, folder: TFolder): void => {
    el.addEventListener("dragover", (event) => {
      event.preventDefault();
      event.stopPropagation();
      el.addClass("is-being-dragged-over");
    });
    el.addEventListener("dragleave", () => el.removeClass("is-being-dragged-over"));
    el.addEventListener("drop", (event) => {
      event.preventDefault();
      event.stopPropagation();
      el.removeClass("is-being-dragged-over");
      moveInto(event.dataTransfer?.getData("text/plain") ?? "", folder);
    });
  };

  const drawRow = (file: TAbstractFile, list: HTMLElement, depth: number): void => {
    const kind = file instanceof TFolder ? "folder" : "file";
    const item = list.createDiv(`tree-item nav-${kind}`);
    const row = item.createDiv({
      cls: `tree-item-self nav-${kind}-title is-clickable`,
      attr: { "data-path": file.path, draggable: "true", tabindex: "0", role: "treeitem" },
    });
    row.style.setProperty("--depth", String(depth));
    if (file instanceof TFolder) setIcon(row.createDiv("tree-item-icon collapse-icon"), "chevron-right");
    row.createDiv({ cls: `nav-${kind}-title-content`, text: file.name.replace(/\.md$/, "") });
    if (file instanceof TFile && file.extension !== "md")
      row.createDiv({ cls: "nav-file-tag", text: file.extension });
    row.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", file.path));
    row.addEventListener("contextmenu", (event) => showMenu(file, event));
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") row.click();
    });
    if (file instanceof TFile) {
      row.toggleClass("is-active", app.workspace.getActiveFile() === file);
      row.addEventListener("click", (event) => {
        if (file.extension === "md") open(file, event.ctrlKey || event.metaKey);
      });
      acceptDrops(row, file.parent ?? app.vault.getRoot());
      return;
    }
    const folder = file as TFolder;
    const isClosed = closed.has(folder.path) || (folder.children.length > LARGE && !opened.has(folder.path));
    row.setAttribute("aria-expanded", String(!isClosed));
    item.toggleClass("is-collapsed", isClosed);
    row.addEventListener("click", () => {
      (isClosed ? closed : opened).delete(folder.path);
      (isClosed ? opened : closed).add(folder.path);
      draw();
    });
    acceptDrops(item, folder);
    if (!isClosed) drawFolder(folder, item.createDiv("tree-item-children nav-folder-children"), depth + 1);
  };

  const drawFolder = (folder: TFolder, list: HTMLElement, depth: number): void => {
    for (const file of [...folder.children].sort(byKindAndName)) drawRow(file, list, depth);
  };

  into.addClass("nav-files-container");
  into.setAttrs({ role: "tree", "aria-label": "Files" });
  acceptDrops(into, app.vault.getRoot());
  into.addEventListener("contextmenu", (event) => {
    if (event.target === into) showMenu(app.vault.getRoot(), event);
  });

  const draw = (): void => {
    const top = into.scrollTop;
    const focused = app.document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
    into.empty();
    drawFolder(app.vault.getRoot(), into, 0);
    into.scrollTop = top;
    if (focused != null) into.querySelector<HTMLElement>(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  };
  return { draw };
};
