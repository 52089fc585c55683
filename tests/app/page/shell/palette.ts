/** The command palette and the quick switcher. */
import type { App } from "../../obsidian/app";
import type { Command } from "../../obsidian/commands";
import type { TFile } from "../../obsidian/file";
import { FuzzySuggestModal } from "../../obsidian/suggest";
import type { FuzzyMatch } from "../../obsidian/text";

const INSTRUCTIONS = [
  { command: "↑↓", purpose: "to navigate" },
  { command: "↵", purpose: "to use" },
  { command: "esc", purpose: "to dismiss" },
];

/** The letters that were found stand out. */
const showMatch = (el: HTMLElement, text: string, { match }: FuzzyMatch<unknown>): void => {
  let from = 0;
  for (const [start, end] of match.matches) {
    el.appendText(text.slice(from, start));
    el.createSpan({ cls: "suggestion-highlight", text: text.slice(start, end) });
    from = end;
  }
  el.appendText(text.slice(from));
};

/** Used last comes first while nothing is typed. */
const recent: string[] = [];

class Palette extends FuzzySuggestModal<Command> {
  getItems(): Command[] {
    const place = (id: string): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return this.app.commands.listCommands().sort((a, b) => place(a.id) - place(b.id));
  }

  getItemText(command: Command): string {
    return command.name;
  }

  override renderSuggestion(match: FuzzyMatch<Command>, el: HTMLElement): void {
    showMatch(el, match.item.name, match);
    for (const { modifiers, key } of match.item.hotkeys ?? [])
      el.createEl("kbd", { cls: "suggestion-hotkey", text: [...modifiers, key].join(" ") });
  }

  onChooseItem(command: Command): void {
    if (recent.includes(command.id)) recent.splice(recent.indexOf(command.id), 1);
    recent.unshift(command.id);
    this.app.commands.executeCommand(command);
  }
}

class Switcher extends FuzzySuggestModal<TFile> {
  getItems(): TFile[] {
    return this.app.vault.getMarkdownFiles();
  }

  getItemText(file: TFile): string {
    return file.path.replace(/\.md$/, "");
  }

  override renderSuggestion(match: FuzzyMatch<TFile>, el: HTMLElement): void {
    showMatch(el, this.getItemText(match.item), match);
  }

  onChooseItem(file: TFile): void {
    this.app.workspace
      .getLeaf(false)
      .openFile(file)
      .catch((error: unknown) => this.app.around.errors.push(error));
  }
}

const openWith = (modal: FuzzySuggestModal<never>, placeholder: string): void => {
  modal.setPlaceholder(placeholder);
  modal.setInstructions(INSTRUCTIONS);
  modal.open();
};

export const openPalette = (app: App): void =>
  openWith(new Palette(app) as unknown as FuzzySuggestModal<never>, "Select a command...");
export const openSwitcher = (app: App): void =>
  openWith(new Switcher(app) as unknown as FuzzySuggestModal<never>, "Find a note...");
