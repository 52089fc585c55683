/** Text from notes and servers on the screen: always as text, never as Markdown or markup, and what an eye cannot see spelled out. */
import { receivers } from "../action/receivers";
import { oddCharacters, plain, reveal } from "../kit/text";

/** Every line of it, in full. */
export function showText(parent: HTMLElement, text: string): void {
  const lines = text.split(/\r*\n|\r/).map((line) => reveal(line));
  parent.createEl("pre", { cls: "planwright-text", text: lines.join("\n"), attr: { tabindex: "0" } });
}

export function showLine(parent: HTMLElement, text: string): void {
  parent.createEl("p", { text: plain(text, 1000) });
}

export function showWarning(parent: HTMLElement, text: string): void {
  parent.createEl("p", { cls: "planwright-warning", text: plain(text, 1000), attr: { role: "alert" } });
}

/** One receiver a line, the domain set apart, odd characters named. */
export function showReceivers(parent: HTMLElement, target: string): void {
  const all = receivers(target);
  if (all.length === 0) return;
  parent.createEl("p", { text: all.length === 1 ? "It goes to:" : `It goes to these ${String(all.length)}:` });
  const list = parent.createEl("ul", { cls: "planwright-receivers" });
  for (const receiver of all) {
    const item = list.createEl("li");
    const at = receiver.lastIndexOf("@");
    item.createSpan({ text: at > 0 ? `${reveal(receiver.slice(0, at))} @ ` : reveal(receiver) });
    if (at > 0) item.createEl("strong", { text: reveal(receiver.slice(at + 1)) });
    const odd = oddCharacters(receiver);
    if (odd.length > 0) item.createDiv({ cls: "planwright-warning", text: `Careful, this holds unusual characters: ${odd.map((each) => plain(each)).join("; ")}` });
  }
}
