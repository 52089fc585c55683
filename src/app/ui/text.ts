/** Text from notes and servers on the screen: never as Markdown or markup, with invisible characters spelled out. */
import { readFrontmatter } from "../../kit/frontmatter";
import { joinLines, splitLines } from "../../kit/lines";
import { escapeLine, escapeInvisible } from "../../kit/text";
import { WORDS } from "./words";

const { text: words } = WORDS;

/** More than so many empty lines, or spaces in a row, would move what follows out of sight. */
const MOST_EMPTY = 5;
const MOST_SPACES = 40;

/** Every line of it; gaps are counted. */
export function showText(parent: HTMLElement, text: string): HTMLElement {
  return parent.createEl("pre", { cls: "planwright-text", text: revealed(text), attr: { tabindex: "0" } });
}

/** The same for an element that keeps lines and spaces. */
export function revealed(text: string): string {
  return foldGaps(text.split(/\r+\n?|\n/).map((line) => escapeInvisible(line))).join("\n");
}

function foldGaps(lines: readonly string[]): readonly string[] {
  const folded: string[] = [];
  let empty = 0;
  const close = (): void => {
    folded.push(
      ...(empty > MOST_EMPTY ? [words.emptyLines(empty)] : Array.from({ length: empty }, () => "")),
    );
    empty = 0;
  };
  for (const line of lines) {
    if (line.trim() === "") {
      empty += 1;
      continue;
    }
    close();
    folded.push(line.replace(/ +/g, (run) => (run.length > MOST_SPACES ? words.spaces(run.length) : run)));
  }
  close();
  return folded;
}

/** A note: its text, and its properties folded away beneath, so that a seal is not the first thing one reads. */
export function showNote(parent: HTMLElement, note: string): void {
  const lines = splitLines(note);
  const parsed = readFrontmatter(lines);
  const from = parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0;
  showText(parent, joinLines(lines.slice(from)).trim()).addClass("planwright-note");
  if (from === 0) return;
  const details = parent.createEl("details");
  details.createEl("summary", { text: words.properties });
  showText(details, joinLines(lines.slice(0, from)).trimEnd());
}

export function showLine(parent: HTMLElement, text: string): void {
  parent.createEl("p", { text: escapeLine(text, 1000) });
}

export function showWarning(parent: HTMLElement, text: string): void {
  parent.createEl("p", { cls: "planwright-warning", text: escapeLine(text, 1000), attr: { role: "alert" } });
}
