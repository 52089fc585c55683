/**
 * Markdown of a note as prose: headings, paragraphs, lists, tables and code, drawn by us. Nothing in it is active: a
 * link is its words, an image its name, and HTML stays text. A comment, which the app hides, is shown as one: whoever
 * agrees to a note agrees to all of it.
 */
import { splitLines } from "../../kit/lines";
import { readFrontmatter } from "../../kit/frontmatter";
import { escapeInvisible, escapeInvisibleLines } from "../../kit/text";
import { withoutLinks } from "../../overview/titles";
import { WORDS } from "./words";

/** Letters that are drawn; a longer note is opened. */
const MOST = 30_000;

const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const ITEM = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(?:\[(.)\][ \t]+)?(.*)$/;
const RULE = /^ {0,3}(?:-{3,}|_{3,}|\*{3,})[ \t]*$/;
const ROW = /^[ \t]*\|.*\|[ \t]*$/;
const BETWEEN_ROWS = /^[ \t|:-]+$/;
const OPENS = /<!--|%%/;
/** Comments within a line. */
const COMMENT = /(<!--.*?-->|%%.*?%%)/;

/** Answers whether all of it was drawn. */
export function showProse(parent: HTMLElement, note: string): boolean {
  const lines = splitLines(note);
  const parsed = readFrontmatter(lines);
  const from = parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0;
  const body = lines
    .slice(from)
    .map(({ text }) => text)
    .join("\n");
  const shown = body.slice(0, MOST);
  const el = parent.createDiv({ cls: "planwright-prose", attr: { dir: "auto" } });
  new Drawing(el).draw(shown.split("\n"));
  return shown.length === body.length;
}

class Drawing {
  #list: HTMLElement | null = null;
  #paragraph: HTMLElement | null = null;
  #table: HTMLElement | null = null;
  #code: { readonly el: HTMLElement; readonly end: string } | null = null;

  constructor(private readonly el: HTMLElement) {}

  draw(lines: readonly string[]): void {
    const left = [...lines];
    /** Signs that close nothing in what is left. */
    const gone = new Set<string>();
    for (let at = 0; at < left.length; at += 1) {
      const line = left[at] ?? "";
      const opened = this.#code === null ? opensComment(line) : null;
      const to =
        opened === null || gone.has(opened.end)
          ? -1
          : left.findIndex((each, n) => n > at && each.includes(opened.end));
      if (opened === null || to < 0) {
        if (opened !== null) gone.add(opened.end);
        this.#line(line);
        continue;
      }
      const { from, end } = opened;
      const last = left[to] ?? "";
      const past = last.indexOf(end) + end.length;
      if (line.slice(0, from).trim() !== "") this.#line(line.slice(0, from));
      this.#end();
      const text = [line.slice(from), ...left.slice(at + 1, to), last.slice(0, past)].join("\n");
      addComment(this.el.createDiv("planwright-comment"), text);
      left[to] = last.slice(past);
      at = to - 1;
    }
  }

  #line(line: string): void {
    const fence = FENCE.exec(line)?.[1];
    if (this.#code !== null) {
      if (fence?.startsWith(this.#code.end) === true) this.#code = null;
      else this.#code.el.appendText(`${escapeInvisible(line)}\n`);
      return;
    }
    if (fence !== undefined) {
      this.#end();
      this.#code = { el: this.el.createEl("pre"), end: fence };
      return;
    }
    if (line.trim() === "" || RULE.test(line)) {
      this.#end();
      return;
    }
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (heading !== null) {
      this.#end();
      const level = Math.min(6, (heading[1] ?? "").length + 2);
      words(this.el.createDiv({ attr: { role: "heading", "aria-level": String(level) } }), heading[2] ?? "");
    } else if (ROW.test(line)) this.#row(line);
    else if (item !== null) this.#item(item);
    else this.#text(line);
  }

  #item([, indent = "", number, mark, text = ""]: readonly (string | undefined)[]): void {
    this.#paragraph = null;
    this.#table = null;
    this.#list ??= this.el.createEl("ul");
    const item = this.#list.createEl("li");
    item.dataset["level"] = String(Math.min(3, Math.floor(indent.replace(/\t/g, "    ").length / 2)));
    item.dataset["mark"] = number === undefined ? "•" : `${number}.`;
    if (mark !== undefined) item.dataset["mark"] = mark === " " ? "☐" : "☑";
    words(item, text);
    this.#paragraph = item;
  }

  #row(line: string): void {
    this.#paragraph = null;
    this.#list = null;
    if (BETWEEN_ROWS.test(line)) return;
    const isFirst = this.#table === null;
    this.#table ??= this.el.createDiv("planwright-wide").createEl("table", "planwright-alike");
    const row = this.#table.createEl("tr");
    for (const cell of line.trim().slice(1, -1).split("|"))
      words(row.createEl(isFirst ? "th" : "td"), cell.trim());
  }

  #text(line: string): void {
    this.#table = null;
    const text = line.replace(/^[ \t]*>[ \t]?/, "").trim();
    if (this.#paragraph === null) {
      this.#list = null;
      this.#paragraph = this.el.createEl("p");
    } else this.#paragraph.appendText(" ");
    words(this.#paragraph, text);
  }

  #end(): void {
    this.#list = null;
    this.#paragraph = null;
    this.#table = null;
  }
}

/** The comment that a line opens and does not close; null for none. */
function opensComment(line: string): { readonly from: number; readonly end: string } | null {
  for (let at = 0; ;) {
    const found = OPENS.exec(line.slice(at));
    if (found === null) return null;
    const [sign] = found;
    const from = at + found.index;
    const end = sign === "%%" ? "%%" : "-->";
    const to = line.indexOf(end, from + sign.length);
    if (to < 0) return { from, end };
    at = to + end.length;
  }
}

/** The words of a comment without its signs. */
function addComment(el: HTMLElement, comment: string): void {
  el.createEl("strong", { text: `${WORDS.inbox.comment} ` });
  el.appendText(escapeInvisibleLines(comment.replace(/^(?:<!--|%%)\s*|\s*(?:-->|%%)$/g, "")));
}

/** Bold words stand out; of a link only its words are shown. */
function words(parent: HTMLElement, text: string): void {
  for (const [n, piece] of text.split(COMMENT).entries())
    if (n % 2 === 1) addComment(parent.createSpan("planwright-comment"), piece);
    else
      for (const [at, part] of escapeInvisible(withoutLinks(piece))
        .split(/\*\*([^*]+)\*\*/)
        .entries())
        if (at % 2 === 1) parent.createEl("strong", { text: part });
        else parent.appendText(part);
}
