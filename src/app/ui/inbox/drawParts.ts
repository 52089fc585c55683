/** The elements of the inbox: its tabs, the search, the list, the bar beneath it, and the place beside it. */
import { TABS, type InboxRow, type Tab } from "../../../overview/inbox/inboxOf";
import type { EngineClient } from "../engineClient";
import { KeyedList } from "../mission/keyedList";
import { addIconButton } from "../mission/parts";
import { WORDS } from "../words";
import { KEY_ROWS } from "../words/keyWords";
import { drawRow, touchRow } from "./drawRow";
import type { InboxPlace } from "./openInbox";
import { UndoBar } from "./undoBar";

const { inbox: words } = WORDS;

export interface Parts {
  readonly tabs: ReadonlyMap<Tab, HTMLElement>;
  readonly search: HTMLInputElement;
  readonly list: HTMLElement;
  readonly rows: KeyedList<InboxRow>;
  readonly empty: HTMLElement;
  readonly undo: UndoBar;
  readonly reading: HTMLElement;
  readonly turns: HTMLElement;
  readonly progress: HTMLElement;
  /** Marks the row with this key as the chosen one. */
  mark(key: string): void;
  /** An empty pane in the place of the one before. */
  newPane(): { readonly el: HTMLElement; readonly titleEl: HTMLElement };
}

export interface Does {
  readonly client: EngineClient;
  readonly open: (tab: Tab) => void;
  readonly select: (row: InboxRow) => void;
  readonly search: () => void;
  readonly back: () => void;
  readonly move: (by: number) => void;
  readonly undone: (at: InboxPlace | null) => void;
}

export function drawParts(el: HTMLElement, does: Does): Parts {
  const side = el.createDiv("planwright-inbox-side");
  const tablist = side.createDiv({
    cls: "planwright-tabs",
    attr: { role: "tablist", "aria-label": words.tabList },
  });
  const tabs = new Map(
    TABS.map((tab) => {
      const button = tablist.createEl("button", { cls: "planwright-tab", attr: { role: "tab" } });
      button.addEventListener("click", () => does.open(tab));
      return [tab, button];
    }),
  );
  const search = side.createEl("input", {
    type: "search",
    cls: "planwright-inbox-search",
    attr: { placeholder: words.search, "aria-label": words.search, "aria-keyshortcuts": "/" },
  });
  search.addEventListener("input", does.search);
  const list = side.createDiv({
    cls: "planwright-inbox-list",
    attr: { tabindex: "0", "aria-label": words.list },
  });
  const byKey = new Map<string, HTMLElement>();
  let marked = "";
  let isInView = false;
  const rows = new KeyedList<InboxRow>(list, {
    keyOf: ({ key }) => key,
    dataOf: (row) => row,
    draw: (at, row) => {
      drawRow(at, row);
      at.setAttribute("role", "option");
      byKey.set(row.key, at);
      at.setAttribute("aria-selected", String(row.key === marked));
      at.onclick = () => does.select(row);
    },
    touch: (at, row) => touchRow(at, row, does.client),
    cls: "planwright-inbox-row",
  });
  list.setAttribute("role", "listbox");
  const empty = side.createDiv("planwright-inbox-empty");
  const reading = el.createDiv("planwright-inbox-reading");
  const turns = reading.createDiv("planwright-inbox-turns");
  const back = turns.createEl("button", { cls: "planwright-inbox-back", text: words.back });
  back.addEventListener("click", does.back);
  const progress = turns.createEl("bdi", { cls: "planwright-muted", attr: { dir: "ltr" } });
  addIconButton(turns, "chevron-up", words.before, () => does.move(-1));
  addIconButton(turns, "chevron-down", words.next, () => does.move(1));
  const place = reading.createDiv("planwright-inbox-place");
  const undo = new UndoBar(el.createDiv(), does.client, does.undone);
  const hints = el.createDiv({ cls: "planwright-inbox-hints", attr: { "aria-hidden": "true" } });
  for (const { keys, does: says } of KEY_ROWS.filter(({ isHint }) => isHint === true)) {
    const each = hints.createSpan();
    for (const key of keys.split(" ").slice(0, 2)) each.createEl("kbd", { text: key });
    each.appendText(` ${says}`);
  }
  return {
    tabs,
    search,
    list,
    rows,
    empty,
    undo,
    reading,
    turns,
    progress,
    mark: (key) => {
      // A person may have scrolled away from it.
      if (key === marked && isInView) return;
      byKey.get(marked)?.setAttribute("aria-selected", "false");
      marked = key;
      const now = byKey.get(key);
      now?.setAttribute("aria-selected", "true");
      now?.scrollIntoView({ block: "nearest" });
      isInView = now !== undefined;
    },
    newPane: () => {
      place.empty();
      const pane = place.createDiv("planwright-review");
      const titleEl = pane
        .createDiv("modal-header")
        .createDiv({ cls: "modal-title", attr: { role: "heading", "aria-level": "2" } });
      return { el: pane.createDiv("modal-content"), titleEl };
    },
  };
}
