/** A row of the inbox: its icon, its title, its receiver, its plan, its age and its state. */
import { escapeLine } from "../../../kit/text";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import { sayAge } from "../../../overview/titles";
import { sayWhen, type Clock } from "../sayWhen";
import { addAddress, addIcon, write } from "../mission/parts";

/** Answers the part with its words. */
export function drawRow(
  el: HTMLElement,
  { icon, tone, title, where, line, state }: Omit<InboxRow, "of">,
): HTMLElement {
  el.toggleClass("mod-alarm", tone === "alarm");
  el.toggleClass("mod-warn", tone === "warn");
  addIcon(el, icon);
  const main = el.createDiv("planwright-inbox-main");
  const head = main.createDiv("planwright-inbox-head");
  head.createDiv({ cls: "planwright-inbox-title", text: escapeLine(title, 160), attr: { dir: "auto" } });
  head.createDiv("planwright-age");
  const below = main.createDiv("planwright-inbox-below");
  const left = below.createDiv("planwright-inbox-left");
  if (where !== null) addAddress(left.createDiv(), where);
  if (line !== "") left.createDiv({ text: escapeLine(line, 120), attr: { dir: "auto" } });
  if (state !== "") below.createDiv({ cls: "planwright-inbox-state", text: state });
  return main;
}

export function touchRow(el: HTMLElement, { at, of }: InboxRow, clock: Clock): void {
  const says =
    at === null || of.kind === "going" || of.kind === "scheduled"
      ? ""
      : of.kind === "sent"
        ? sayWhen(at, clock)
        : sayAge(at, clock.now());
  write(el.querySelector(".planwright-age"), says);
}
