/** Draws requests that are alike: the common text once, with marked places, and a table of everything that differs. */
import { isReceivers } from "../../action/kinds";
import { plain } from "../../kit/text";
import { linesOf } from "../../request/sheet";
import type { Alike, Part } from "../../views/sameText";
import type { Review } from "../../views/review";
import { revealed } from "../text";
import { WORDS } from "../words";
import { showOwn, showSharedUnusual } from "./around";
import { sayAccount, showReceiver } from "./sheet";

const { review: words } = WORDS;

/** An amount or a number, which are read from their last digit. */
const NUMBER = /^\p{Sc}?\s?[+-]?\d[\d\s.,']*(?:\p{Sc}|%|[A-Z]{3})?$/u;
/** Letters of a value that stay on one line. */
const SHORT = 20;

export interface Table {
  /** The last row: below it nothing is left to read. */
  readonly end: HTMLElement;
  readonly rows: readonly HTMLElement[];
}

/** `ticked` is kept up to date; `changed` is called after each tick. */
export function showAlike(
  parent: HTMLElement,
  found: Alike,
  reviews: readonly Review[],
  ticked: Set<string>,
  changed: () => void,
): Table {
  const [first] = reviews;
  const isSame = found.columns.length === 0;
  showSharedUnusual(parent, reviews);
  const places: (readonly [HTMLElement, number])[] = [];
  const box = parent.createDiv("planwright-sheet");
  const head = box.createEl("dl", "planwright-rows planwright-sheet-head");
  const sheet = first?.sheet ?? null;
  const lines = sheet === null ? [] : linesOf(sheet);
  for (const each of lines) {
    const parts = found.common.get(each.name) ?? [];
    const [only] = parts;
    if (parts.length === 1 && typeof only === "number" && found.columns[only]?.argument === each.name)
      continue;
    const isText = each.role === "body";
    if (!isText) head.createEl("dt", { text: plain(each.label, 100) });
    const cell = isText
      ? box.createDiv({ cls: "planwright-mail", attr: { dir: "auto" } })
      : head.createEl("dd");
    const account =
      sheet !== null && parts.length === 1 && typeof only === "string"
        ? sayAccount(each, sheet.kind, sheet.route)
        : null;
    if (account === null) showParts(cell, parts, places);
    else cell.setText(account);
  }
  parent.createEl("p", { cls: "planwright-muted", text: isSame ? words.same : words.differs });
  const table = parent.createDiv("planwright-wide").createEl("table", "planwright-alike");
  const top = table.createEl("thead").createEl("tr");
  top.createEl("th", { text: words.send });
  const names = found.columns.map(({ argument }, at) => {
    const line = lines.find(({ name }) => name === argument);
    return line === undefined ? letterOf(found, at) : plain(line.label, 100);
  });
  const areNumbers = names.map((_, at) => found.rows.every((row) => NUMBER.test(row[at] ?? "")));
  for (const [at, text] of names.entries())
    top
      .createEl("th", { text, attr: { scope: "col" } })
      .toggleClass("planwright-number", areNumbers[at] === true);
  const body = table.createEl("tbody");
  const select = (row: readonly string[]): void => {
    for (const [place, column] of places)
      place.setText(`${letterOf(found, column)} ${revealed(row[column] ?? "")}`);
  };
  const rows = reviews.map((review, at) => {
    const row = found.rows[at] ?? [];
    const line = body.createEl("tr");
    line.toggleClass("planwright-whole", isSame);
    const tick = line.createEl("td").createEl("label");
    showTick(tick, review, ticked, changed);
    if (isSame) tick.createEl("bdi", { text: plain(review.title, 200) });
    row.forEach((value, column) => {
      const cell = line.createEl("td", { attr: { "data-name": names[column] ?? "" } });
      const role = lines.find(({ name }) => name === found.columns[column]?.argument)?.role ?? "other";
      cell.addClass(`planwright-${role}`);
      cell.toggleClass("planwright-number", areNumbers[column] === true);
      cell.toggleClass("planwright-short", value.length < SHORT);
      if (isReceivers(role)) showReceiver(cell, value);
      else cell.createEl("bdi", { text: value === "" ? words.empty : revealed(value) });
    });
    for (const event of ["mouseenter", "focusin"] as const) line.addEventListener(event, () => select(row));
    const below = body.createEl("tr", "planwright-own planwright-whole");
    const own = below.createEl("td", { attr: { colspan: String(found.columns.length + 1) } });
    showOwn(own, review, reviews);
    if (own.childElementCount > 0) return below;
    below.remove();
    return line;
  });
  select(found.rows[0] ?? []);
  return { rows, end: rows.at(-1) ?? table };
}

function showTick(
  cell: HTMLElement,
  { request, title }: Review,
  ticked: Set<string>,
  changed: () => void,
): void {
  const box = cell.createEl("input", {
    type: "checkbox",
    attr: { "aria-label": plain(`${title} ${request.action?.target ?? ""}`, 120) },
  });
  box.checked = ticked.has(request.id);
  box.addEventListener("change", () => {
    if (box.checked) ticked.add(request.id);
    else ticked.delete(request.id);
    changed();
  });
}

function showParts(
  cell: HTMLElement,
  parts: readonly Part[],
  places: (readonly [HTMLElement, number])[],
): void {
  for (const part of parts) {
    if (typeof part === "string") cell.appendText(revealed(part));
    else places.push([cell.createEl("mark"), part]);
  }
}

/** A, B, C for the places within texts. */
function letterOf({ columns }: Alike, at: number): string {
  return String.fromCharCode(65 + columns.slice(0, at).filter(({ argument }) => argument === null).length);
}
