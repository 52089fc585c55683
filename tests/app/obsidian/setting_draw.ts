/** Draws declarative setting definitions (since 1.13) and keeps `visible` and `disabled` true while they are shown. */
import type {
  SettingDefinition,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionList,
  SettingDefinitionPage,
} from "obsidian";
import { bindControl } from "./setting_bind";
import { Setting, SettingGroup } from "./setting";
import type { SettingTab } from "./setting_tab";

export interface DrawnTab {
  refresh(): void;
  tearDown(): void;
}

type Answer<T> = T | (() => T) | undefined;
const ask = <T>(answer: Answer<T>, otherwise: T): T =>
  answer === undefined ? otherwise : typeof answer === "function" ? (answer as () => T)() : answer;

interface Drawing {
  readonly tab: SettingTab;
  readonly refreshers: (() => void)[];
  readonly cleanups: (() => void)[];
}

export const drawDefinitions = (tab: SettingTab, items: readonly SettingDefinitionItem[]): DrawnTab => {
  const drawing: Drawing = { tab, refreshers: [], cleanups: [] };
  drawItems(drawing, tab.containerEl, items);
  const refresh = (): void => drawing.refreshers.forEach((each) => each());
  refresh();
  return { refresh, tearDown: () => drawing.cleanups.splice(0).forEach((each) => each()) };
};

const isGroup = (item: SettingDefinitionItem): item is SettingDefinitionGroup | SettingDefinitionList =>
  "type" in item && (item.type === "group" || item.type === "list");

/** Loose items that follow each other share one nameless group, as a `render` callback is promised a group. */
const drawItems = (drawing: Drawing, into: HTMLElement, items: readonly SettingDefinitionItem[]): void => {
  let loose: SettingGroup | null = null;
  items.forEach((item, index) => {
    if (isGroup(item)) {
      loose = null;
      drawGroup(drawing, into, item);
      return;
    }
    loose ??= new SettingGroup(into);
    drawRow(drawing, loose, item, index);
  });
};

const drawGroup = (
  drawing: Drawing,
  into: HTMLElement,
  definition: SettingDefinitionGroup | SettingDefinitionList,
): void => {
  const group = new SettingGroup(into);
  if (definition.heading !== undefined) group.setHeading(definition.heading);
  if (definition.cls !== undefined) group.addClass(definition.cls);
  for (const run of definition.extraButtons ?? [])
    group.addExtraButton((button) => run(button as unknown as Parameters<typeof run>[0]));
  drawing.refreshers.push(() => group.groupEl.toggle(ask(definition.visible, true)));
  const items = definition.items ?? [];
  const rows = items.map((item, index) => drawRow(drawing, group, item, index));
  const search = definition.search;
  if (search !== undefined) {
    group.addSearch((field) => {
      field.setPlaceholder(search.placeholder ?? "").onChange((query) => {
        items.forEach((item, index) => {
          const free = "searchable" in item && !ask(item.searchable, true);
          rows[index]?.settingEl.toggle(
            free || query === "" || search.match(item as SettingDefinition, query),
          );
        });
      });
    });
  }
  if (definition.type === "list") drawList(drawing, group, definition as SettingDefinitionList, rows);
};

const drawList = (
  drawing: Drawing,
  group: SettingGroup,
  list: SettingDefinitionList,
  rows: readonly Setting[],
): void => {
  if (rows.length === 0 && list.emptyState !== undefined)
    group.listEl.createDiv({ cls: "setting-list-empty", text: list.emptyState });
  const onDelete = list.onDelete;
  if (onDelete !== undefined) {
    rows.forEach((row, index) =>
      row.addExtraButton((button) =>
        button
          .setIcon("trash-2")
          .setTooltip("Delete")
          .onClick(() => onDelete(index)),
      ),
    );
  }
  const add = list.addItem;
  if (add === undefined) return;
  if (drawing.tab.app.around.device === "desktop") {
    group.addExtraButton((button) =>
      button
        .setIcon("plus")
        .setTooltip(add.name)
        .onClick(() => add.action(button.extraSettingsEl)),
    );
  } else {
    const row = group.listEl.createDiv({ cls: "setting-list-add", text: `+ ${add.name}` });
    row.addEventListener("click", () => add.action(row));
  }
};

const drawRow = (
  drawing: Drawing,
  group: SettingGroup,
  item: SettingDefinition | SettingDefinitionPage,
  index: number,
): Setting => {
  const row = new Setting(group.listEl);
  row.setName(item.name);
  if (item.desc !== undefined)
    row.setDesc(item.desc instanceof Object ? (item.desc.cloneNode(true) as DocumentFragment) : item.desc);
  drawing.refreshers.push(() => row.settingEl.toggle(ask(item.visible, true)));
  if ("type" in item) drawPage(drawing, row, item);
  else drawContent(drawing, group, row, item, index);
  return row;
};

const drawContent = (
  drawing: Drawing,
  group: SettingGroup,
  row: Setting,
  item: SettingDefinition,
  index: number,
): void => {
  const kinds = [item.control, item.render, item.action].filter((each) => each !== undefined);
  if (kinds.length > 1)
    throw new Error(`The setting "${item.name}" has more than one of control, render and action.`);
  if (item.control !== undefined) {
    const control = item.control;
    bindControl(drawing.tab, row, control);
    drawing.refreshers.push(() => row.setDisabled(ask(control.disabled, false)));
  } else if (item.action !== undefined) {
    const { action, disabled } = item;
    row.settingEl.addClass("mod-clickable");
    drawing.refreshers.push(() => row.setDisabled(ask(disabled, false)));
    row.settingEl.addEventListener("click", () => {
      if (!ask(disabled, false)) action(row.settingEl, index);
    });
  } else if (item.render !== undefined) {
    const cleanup = item.render(
      row as unknown as Parameters<typeof item.render>[0],
      group as unknown as Parameters<typeof item.render>[1],
    );
    if (typeof cleanup === "function") drawing.cleanups.push(cleanup);
  }
};

/** Opening a page replaces the tab's content; the back button (`.setting-page-back`) draws the tab again. */
const drawPage = (drawing: Drawing, row: Setting, page: SettingDefinitionPage): void => {
  row.settingEl.addClass("mod-clickable", "setting-page-link");
  row.addDisplayValue((value) =>
    drawing.refreshers.push(() =>
      value.setValue(ask(page.displayValue, "")).setStatus(ask<"warning" | null>(page.status, null)),
    ),
  );
  row.settingEl.addEventListener("click", () => {
    const { containerEl } = drawing.tab;
    containerEl.empty();
    const back = containerEl.createEl("button", { cls: "setting-page-back", text: "Back" });
    if (page.page !== undefined) {
      const custom = page.page();
      custom.title ||= page.name;
      containerEl.appendChild(custom.rootEl);
      custom.display();
      drawing.cleanups.push(() => custom.hide());
    } else {
      drawing.refreshers.length = 0;
      containerEl.createDiv({ cls: "setting-page-titlebar", text: page.name });
      drawItems(drawing, containerEl, page.items ?? []);
      drawing.refreshers.forEach((each) => each());
    }
    back.addEventListener("click", () => drawing.tab.update());
  });
};
