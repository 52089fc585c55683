/**
 * Draws all that goes out: a mail as a mail, a payment as an amount with its payee, an event with its moments, anything
 * else as its arguments; requests that are alike as one text with a table. Every text stays text.
 */
import { isList, isObject, type Json } from "../../../kit/json";
import { isReceivers } from "../../../note/action/kinds";
import { partsOf } from "../../../note/action/receivers";
import { reworded } from "../../../note/action/differ";
import { count } from "../../../kit/numbers";
import { oddCharacters, escapeLine, escapeInvisible } from "../../../kit/text";
import { linesOf, receiversIn, type Sheet, type SheetLine, textOf } from "../../../approval/request/sheet";
import { revealed } from "../text";
import { WORDS } from "../words";
import type { Alike, Part } from "../../../overview/sameText";
import { ANSWER_ROWS } from "../../../overview/answers";
import type { Review } from "../../../overview/review";
import { showOwn, showSharedUnusual } from "./around";

const { review: words } = WORDS;

/** Letters of a subject that stand whole in the title. */
const LONG_SUBJECT = 120;

/** Whether the title of a mail is its subject, whole, so that no row repeats it. */
export function isSubjectAbove({ kind, head, title }: Sheet): boolean {
  const line = kind === "mail" ? head.find(({ role }) => role === "subject") : undefined;
  return line?.was === null && line.value === title && title !== "" && title.length <= LONG_SUBJECT;
}

/** Answers with the line at which the text ends. `isTitled`: the title of the place is that of the sheet. */
export function showSheet(parent: HTMLElement, sheet: Sheet, isTitled = false): HTMLElement {
  const { kind, head, body, rest, files } = sheet;
  showHeadline(parent, sheet);
  const box = parent.createDiv("planwright-sheet");
  const rows = isTitled && isSubjectAbove(sheet) ? head.filter(({ role }) => role !== "subject") : head;
  const list = showRows(box, rows, sheet);
  // Everybody asks for the text of a mail, and of nothing else.
  if (body.length === 0 && kind !== "mail") {
    showRows(box, rest, sheet);
    return endLine(box, words.all(linesOf(sheet).length));
  }
  list.addClass("planwright-sheet-head");
  const text = box.createDiv({ cls: "planwright-mail", attr: { dir: "auto" } });
  text.toggleClass("mod-columns", body.some(hasColumns));
  for (const each of body) showText(text, each);
  if (body.every(({ value, was }) => value === "" && was === null))
    text.createEl("em", { text: words.noText });
  showRows(box, rest, sheet);
  const lines = body.flatMap(({ value }) =>
    textOf(value)
      .trimEnd()
      .split(/\r\n?|\n/),
  );
  const isAlone = kind === "mail" && files.length === 0 && !linesOf(sheet).some(mayBeFile);
  return endLine(box, `${words.end(lines.length)}${isAlone ? ` · ${words.noAttachments}` : ""}`);
}

/** Whether spaces within its lines put words beneath each other. */
function hasColumns({ value, was }: SheetLine): boolean {
  return /\S {3,}\S/.test(`${textOf(value)}\n${was ?? ""}`);
}

/** A server may send a file by an argument of its own. */
function mayBeFile({ name, role, value }: SheetLine): boolean {
  const isNamed = /attach|file|document|image/i.test(name);
  return role === "files" || (role === "other" && (isNamed || isObject(value) || isList(value)));
}

/** “640.00 GBP” and whom it is for; the name of an event and when it is. */
function showHeadline(parent: HTMLElement, { kind, headline, below }: Sheet): void {
  if (headline.length === 0) return;
  const top = parent.createDiv("planwright-amount");
  const said = (each: SheetLine): string => escapeInvisible(each.words ?? textOf(each.value));
  const attr = { dir: kind === "payment" ? "ltr" : "auto" };
  top.createEl("strong", { text: headline.map(said).join(" "), attr });
  if (below.length === 0) return;
  const line = top.createEl("p");
  for (const [at, each] of below.entries()) {
    line.createEl("small", { text: `${at > 0 ? " " : ""}${each.label} ` });
    line.createEl("bdi", { text: said(each) });
  }
}

function showRows(box: HTMLElement, rows: readonly SheetLine[], { kind, files, route }: Sheet): HTMLElement {
  const list = box.createEl("dl", "planwright-rows");
  for (const each of rows) {
    list.createEl("dt", { text: escapeLine(each.label, 100) });
    const cell = list.createEl("dd", `planwright-${each.role}`);
    const account = each.was === null ? saySender(each, kind, route) : null;
    if (account !== null) cell.setText(account);
    else if (each.role !== "files" || each.was !== null || files.length === 0) showValue(cell, each);
    else
      for (const { path, size } of files)
        cell
          .createDiv()
          .createEl("bdi", { text: words.file(escapeInvisible(path), count(size)), attr: { dir: "ltr" } });
  }
  return list;
}

/** A mail that the person sends goes from an account of theirs, whatever the plan calls it; null for other values. */
function saySender(
  { role, value, words: known }: SheetLine,
  kind: Sheet["kind"],
  route: Sheet["route"],
): string | null {
  if (role === "from" && known !== null) return escapeInvisible(known);
  if (role !== "from" || typeof value !== "string" || value === "" || value.includes("@")) return null;
  return route === null && kind === "mail" ? words.ownAccount(revealed(value)) : null;
}

function showValue(cell: HTMLElement, line: SheetLine): void {
  const { value, was, role } = line;
  if (was !== null) showText(cell, line);
  else if (line.words !== null) cell.createEl("bdi", { text: escapeInvisible(line.words) });
  else if (isReceivers(role)) for (const each of receiversIn(value)) showReceiver(cell.createDiv(), each);
  else if (isList(value) && value.every((each) => each === null || typeof each !== "object"))
    showList(cell, value);
  else if (isObject(value) || isList(value))
    cell.createEl("code", { text: revealed(textOf(value)), attr: { dir: "ltr" } });
  else if (value === "" || value === null) cell.createEl("em", { text: words.empty });
  else cell.createEl("bdi", { text: revealed(textOf(value)) });
}

function showList(cell: HTMLElement, value: readonly Json[]): void {
  value.forEach((each, at) => {
    if (at > 0) cell.appendText(" · ");
    cell.createEl("code", { text: revealed(textOf(each)), attr: { dir: "ltr" } });
  });
  cell.createEl("small", { text: ` ${words.items(value.length)}` });
}

/** Shows a text; where it was another one before, lost and new words are set apart. */
function showText(parent: HTMLElement, { value, was, isGone }: SheetLine): void {
  const now = isGone ? "" : textOf(value);
  if (was === null) parent.appendText(revealed(now));
  else
    for (const { kind, text } of reworded(was, now))
      parent.createEl(kind === "same" ? "span" : kind === "gone" ? "del" : "ins", { text: revealed(text) });
}

/** The domain set apart; one with odd characters stands out. */
function showReceiver(parent: HTMLElement, receiver: string): void {
  const { name, local, domain } = partsOf(receiver);
  if (oddCharacters(receiver).length > 0) parent.addClass("planwright-warning");
  const address = parent.createEl("bdi", { attr: { dir: domain === "" ? "auto" : "ltr" } });
  if (name !== "") address.createEl("bdi", { text: escapeInvisible(name) });
  address.appendText(`${name === "" ? "" : ": "}${escapeInvisible(local)}${domain === "" ? "" : "@"}`);
  if (domain !== "") address.createEl("strong", { text: escapeInvisible(domain) });
}

function endLine(box: HTMLElement, text: string): HTMLElement {
  return box.createDiv({ cls: "planwright-end", text });
}

/** An amount or a number, which are read from their last digit. */
const NUMBER = /^\p{Sc}?\s?[+-]?\d[\d\s.,']*(?:\p{Sc}|%|[A-Z]{3})?$/u;
/** Letters of a value that stay on one line. */
const SHORT = 20;

interface Table {
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
  const sheet = reviews[0]?.sheet ?? null;
  const isSame = found.columns.length === 0;
  showSharedUnusual(parent, reviews);
  const example = parent.createEl("p", { cls: "planwright-muted" });
  const places = sheet === null ? [] : showCommon(parent, found, sheet);
  parent.createEl("p", { cls: "planwright-muted", text: isSame ? words.same : words.differs });
  const table = parent.createDiv("planwright-wide").createEl("table", "planwright-alike");
  const columns = columnsOf(found, sheet === null ? [] : linesOf(sheet));
  const top = table.createEl("thead").createEl("tr");
  top.createEl("th", { text: reviews[0]?.decision === "by-hand" ? ANSWER_ROWS.done.label : words.send });
  for (const { label, isNumber } of columns)
    top.createEl("th", { text: label, attr: { scope: "col" } }).toggleClass("planwright-number", isNumber);
  const body = table.createEl("tbody");
  const select = (n: number): void => {
    if (places.length > 0) example.setText(words.example(n + 1, reviews.length));
    for (const [place, column] of places)
      place.setText(`${letterOf(found, column)} ${revealed(found.rows[n]?.[column] ?? "")}`);
  };
  const rows = reviews.map((review, at) => {
    const row = found.rows[at] ?? [];
    const line = body.createEl("tr");
    line.toggleClass("planwright-whole", isSame);
    const tick = line.createEl("td", "planwright-tick").createEl("label");
    showTick(tick, review, ticked, changed);
    if (isSame) tick.createEl("bdi", { text: escapeLine(review.title, 200) });
    for (const [n, column] of columns.entries()) showCell(line.createEl("td"), row[n] ?? "", column);
    for (const event of ["mouseenter", "focusin"] as const) line.addEventListener(event, () => select(at));
    const below = body.createEl("tr", "planwright-own planwright-whole");
    const own = below.createEl("td", { attr: { colspan: String(columns.length + 1) } });
    showOwn(own, review, reviews);
    if (own.childElementCount > 0) return below;
    below.remove();
    return line;
  });
  select(0);
  return { rows, end: rows.at(-1) ?? table };
}

/** The text that all of them have; answers the marked places in it, each with its column. */
function showCommon(
  parent: HTMLElement,
  found: Alike,
  sheet: Sheet,
): readonly (readonly [HTMLElement, number])[] {
  const places: (readonly [HTMLElement, number])[] = [];
  const box = parent.createDiv("planwright-sheet");
  const head = box.createEl("dl", "planwright-rows planwright-sheet-head");
  for (const each of linesOf(sheet)) {
    const parts = found.common.get(each.name) ?? [];
    const only = parts.length === 1 ? parts[0] : undefined;
    if (typeof only === "number" && found.columns[only]?.argument === each.name) continue;
    const isText = each.role === "body";
    if (!isText) head.createEl("dt", { text: escapeLine(each.label, 100) });
    const cell = isText
      ? box.createDiv({ cls: "planwright-mail", attr: { dir: "auto" } })
      : head.createEl("dd");
    const account = typeof only === "string" ? saySender(each, sheet.kind, sheet.route) : null;
    if (account === null) showParts(cell, parts, places);
    else cell.setText(account);
  }
  return places;
}

interface TableColumn {
  readonly label: string;
  readonly role: SheetLine["role"];
  readonly isNumber: boolean;
}

function columnsOf(found: Alike, lines: readonly SheetLine[]): readonly TableColumn[] {
  return found.columns.map(({ argument }, at) => {
    const line = lines.find(({ name }) => name === argument);
    return {
      label: line === undefined ? letterOf(found, at) : escapeLine(line.label, 100),
      role: line?.role ?? "other",
      isNumber: found.rows.every((row) => NUMBER.test(row[at] ?? "")),
    };
  });
}

function showCell(cell: HTMLElement, value: string, { label, role, isNumber }: TableColumn): void {
  cell.dataset["name"] = label;
  cell.addClass(`planwright-${role}`);
  cell.toggleClass("planwright-number", isNumber);
  cell.toggleClass("planwright-short", value.length < SHORT);
  if (isReceivers(role)) showReceiver(cell, value);
  else cell.createEl("bdi", { text: value === "" ? words.empty : revealed(value) });
}

function showTick(
  cell: HTMLElement,
  { request, title }: Review,
  ticked: Set<string>,
  changed: () => void,
): void {
  const box = cell.createEl("input", {
    type: "checkbox",
    attr: { "aria-label": escapeLine(`${title} ${request.action?.target ?? ""}`, 120) },
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
