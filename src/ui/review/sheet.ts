/**
 * Draws all that goes out: a mail as a mail, a payment as an amount with its payee, anything else as its arguments.
 * Every text stays text.
 */
import { isList, isObject, type Json } from "../../kit/json";
import { partsOf } from "../../action/receivers";
import { reworded } from "../../action/reworded";
import { count } from "../../kit/numbers";
import { oddCharacters, plain, reveal } from "../../kit/text";
import { receiversIn, textOf, type Review, type Sheet } from "../../views/review";
import type { Shown } from "../../views/reviewKind";
import { revealed } from "../text";
import { WORDS } from "../words";

const { review: words } = WORDS;

/** Answers with the line at which the text ends. */
export function showReview(parent: HTMLElement, review: Sheet): HTMLElement {
  const { shown, kind } = review;
  const box = parent.createDiv("planwright-sheet");
  if (shown === null) return box;
  if (kind === "mail") return showMail(box, review, shown);
  const isHead = ({ role, was }: Shown): boolean =>
    kind === "payment" && was === null && (role === "amount" || role === "currency" || role === "payee");
  if (kind === "payment") showAmount(parent, box, shown.filter(isHead));
  showRows(
    box,
    shown.filter((each) => !isHead(each)),
    review,
  );
  return endLine(box, words.all(shown.length));
}

function showMail(box: HTMLElement, review: Sheet, shown: readonly Shown[]): HTMLElement {
  const order = ["to", "cc", "bcc", "from", "subject"] as const;
  const head = order.flatMap((role) => shown.filter((each) => each.role === role));
  const body = shown.find(({ role }) => role === "body");
  showRows(box, head, review).addClass("planwright-sheet-head");
  const text = box.createDiv({ cls: "planwright-mail", attr: { dir: "auto" } });
  if (body === undefined || body.value === "") text.createEl("em", { text: words.noText });
  else showText(text, body);
  showRows(
    box,
    shown.filter((each) => each !== body && !head.includes(each)),
    review,
  );
  const lines =
    body === undefined
      ? 0
      : textOf(body.value)
          .trimEnd()
          .split(/\r\n?|\n/).length;
  const files = review.attachments.length === 0 && !shown.some(mayBeFile) ? ` · ${words.noAttachments}` : "";
  return endLine(box, `${words.end(lines)}${files}`);
}

/** A server may send a file by an argument of its own. */
function mayBeFile({ name, role, value }: Shown): boolean {
  const isNamed = /attach|file|document|image/i.test(name);
  return role === "files" || (role === "other" && (isNamed || isObject(value) || isList(value)));
}

/** Of a mail the words that everybody knows; of anything else the name that the tool has for it, where it has one. */
export function labelOf({ name, role }: Shown, kind: Review["kind"]): string {
  const labels: Readonly<Record<string, string>> = words.labels;
  if (name === "target") return words.labels.to;
  return plain((kind === "mail" ? labels[role] : undefined) ?? name, 100);
}

function showAmount(parent: HTMLElement, box: HTMLElement, head: readonly Shown[]): void {
  const of = (role: Shown["role"]): string =>
    head.flatMap((each) => (each.role === role ? reveal(textOf(each.value)) : [])).join(" ");
  const sum = parent.createDiv("planwright-amount");
  box.before(sum);
  sum.createEl("strong", { text: `${of("amount")} ${of("currency")}`.trim(), attr: { dir: "ltr" } });
  const payee = of("payee");
  if (payee === "") return;
  const to = sum.createEl("p");
  to.createEl("small", { text: `${words.payTo} ` });
  to.createEl("bdi", { text: payee });
}

function showRows(
  box: HTMLElement,
  rows: readonly Shown[],
  { kind, attachments, route }: Sheet,
): HTMLElement {
  const list = box.createEl("dl", "planwright-rows");
  for (const each of rows) {
    list.createEl("dt", { text: labelOf(each, kind) });
    const cell = list.createEl("dd", `planwright-${each.role}`);
    const account = each.was === null ? sayAccount(each, kind, route) : null;
    if (account !== null) cell.setText(account);
    else if (each.role !== "files" || each.was !== null || attachments.length === 0) showValue(cell, each);
    else
      for (const { path, size } of attachments)
        cell
          .createDiv()
          .createEl("bdi", { text: words.file(reveal(path), count(size)), attr: { dir: "ltr" } });
  }
  return list;
}

/**
 * A sender that is no address is a name that the server has for an account. A mail that the person sends goes from an
 * account of theirs, however the plan calls it. Null for any other value.
 */
export function sayAccount(
  { role, value }: Shown,
  kind: Review["kind"],
  route: Review["route"],
): string | null {
  if (role !== "from" || typeof value !== "string" || value === "" || value.includes("@")) return null;
  if (route !== null) return words.account(revealed(value), plain(route.server, 60));
  return kind === "mail" ? words.ownAccount(revealed(value)) : null;
}

function showValue(cell: HTMLElement, shown: Shown): void {
  const { value, was, role } = shown;
  if (was !== null) showText(cell, shown);
  else if (role === "to" || role === "cc" || role === "bcc")
    for (const each of receiversIn(value)) showReceiver(cell.createDiv(), each);
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
function showText(parent: HTMLElement, { value, was, isGone }: Shown): void {
  const now = isGone ? "" : textOf(value);
  if (was === null) parent.appendText(revealed(now));
  else
    for (const { kind, text } of reworded(was, now))
      parent.createEl(kind === "same" ? "span" : kind === "gone" ? "del" : "ins", { text: revealed(text) });
}

/** The domain set apart; one with odd characters stands out. */
export function showReceiver(parent: HTMLElement, receiver: string): void {
  const { name, local, domain } = partsOf(receiver);
  if (oddCharacters(receiver).length > 0) parent.addClass("planwright-warning");
  const address = parent.createEl("bdi", { attr: { dir: domain === "" ? "auto" : "ltr" } });
  if (name !== "") address.createEl("bdi", { text: reveal(name) });
  address.appendText(`${name === "" ? "" : ": "}${reveal(local)}${domain === "" ? "" : " @ "}`);
  if (domain !== "") address.createEl("strong", { text: reveal(domain) });
}

function endLine(box: HTMLElement, text: string): HTMLElement {
  return box.createDiv({ cls: "planwright-end", text });
}
