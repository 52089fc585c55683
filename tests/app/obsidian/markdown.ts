/**
 * Rendering, as the reading view and `MarkdownRenderer` do it: block by block, each in a `div` of its own, which
 * post-processors then see. Text of notes never becomes markup: HTML in a note is shown as text.
 */
import MarkdownIt from "markdown-it";
import type { App } from "./app";
import { Component } from "./event";
import { setIcon } from "./text";

type Token = ReturnType<MarkdownIt["parse"]>[number];

export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

export interface SectionInfo {
  readonly text: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface PostProcessorContext {
  readonly docId: string;
  readonly sourcePath: string;
  readonly frontmatter: unknown;
  addChild(child: MarkdownRenderChild): void;
  getSectionInfo(el: HTMLElement): SectionInfo | null;
}

export interface PostProcessor {
  (el: HTMLElement, context: PostProcessorContext): Promise<unknown> | void;
  sortOrder?: number;
}
export type CodeBlockProcessor = (
  source: string,
  el: HTMLElement,
  context: PostProcessorContext,
) => Promise<unknown> | void;

/** Processors that plugins have registered, of one app. */
export class Processors {
  readonly blocks = new Map<string, CodeBlockProcessor>();
  /** Of editors in live preview. */
  readonly extensions = new Set<unknown>();
  private posts: PostProcessor[] = [];

  addPost(processor: PostProcessor): void {
    this.posts = [...this.posts, processor].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
  }

  removePost(processor: PostProcessor): void {
    this.posts = this.posts.filter((each) => each !== processor);
  }

  get post(): readonly PostProcessor[] {
    return this.posts;
  }
}

const md = new MarkdownIt({ html: false, linkify: true, breaks: false });
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
md.inline.ruler.before("link", "wikilink", (state, silent) => {
  const found = /^(!?)\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]/.exec(state.src.slice(state.pos));
  if (found === null) return false;
  if (!silent) {
    // In a table the bar is escaped.
    const target = (found[2] ?? "").replace(/\\$/, "");
    const open = state.push("link_open", "a", 1);
    open.attrs = [
      ["class", "internal-link"],
      ["data-href", target],
      ["href", target],
    ];
    state.push("text", "", 0).content = found[3] ?? target;
    state.push("link_close", "a", -1);
  }
  state.pos += found[0].length;
  return true;
});

/** Comments are not shown; what they leave keeps its lines, so that a box still knows on which line it is. */
const blank = (comment: string): string => comment.replace(/[^\n]/g, "");
const withoutComments = (markdown: string): string =>
  markdown.replace(/%%[\s\S]*?%%/g, blank).replace(/<!--[\s\S]*?-->/g, blank);

const blocksOf = (tokens: readonly Token[]): Token[][] => {
  const blocks: Token[][] = [];
  let block: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    block.push(token);
    depth += token.nesting;
    if (depth === 0) {
      blocks.push(block);
      block = [];
    }
  }
  return blocks;
};

/** `- [x]` becomes a box that knows its line, counted from the start of `markdown`. */
const makeTasks = (el: HTMLElement, tokens: readonly Token[]): void => {
  const lines = tokens.filter((each) => each.type === "list_item_open").map((each) => each.map?.[0] ?? -1);
  Array.from(el.querySelectorAll("li")).forEach((item, at) => {
    const first = item.firstElementChild;
    const holder = first?.tagName === "P" && item.firstChild !== null ? first : item;
    const text = Array.from(holder.childNodes).find((node) => (node.textContent ?? "").trim() !== "");
    const found = text?.nodeType === 3 ? /^\s*\[(.)\]\s/.exec(text.textContent ?? "") : null;
    if (text === undefined || found === null) return;
    text.textContent = (text.textContent ?? "").slice(found[0].length);
    const mark = found[1] ?? " ";
    item.addClass("task-list-item");
    item.toggleClass("is-checked", mark !== " ");
    item.setAttr("data-task", mark === " " ? "" : mark);
    item.setAttr("data-line", lines[at] ?? -1);
    const box = el.ownerDocument.createElement("input");
    box.type = "checkbox";
    box.addClass("task-list-item-checkbox");
    box.checked = mark !== " ";
    box.setAttribute("aria-label", (text.textContent ?? "").trim().slice(0, 80) || "Task");
    holder.insertBefore(box, holder.firstChild);
    item.closest("ul")?.addClass("contains-task-list");
  });
};

const CALLOUT = /^\[!([\w-]+)\]([+-]?)[ \t]*(.*)$/;
const CALLOUT_ICONS: Readonly<Record<string, string>> = {
  info: "info",
  todo: "check-circle-2",
  tip: "flame",
  important: "flame",
  success: "check",
  question: "help-circle",
  warning: "alert-triangle",
  caution: "alert-triangle",
  attention: "alert-triangle",
  failure: "x",
  danger: "zap",
  bug: "bug",
  example: "list",
  quote: "quote",
};

const makeCallouts = (el: HTMLElement): void => {
  for (const quote of Array.from(el.querySelectorAll("blockquote"))) {
    const first = quote.firstElementChild;
    const text = first?.firstChild;
    const [line = "", ...rest] = (text?.nodeType === 3 ? (text.textContent ?? "") : "").split("\n");
    const found = CALLOUT.exec(line);
    if (first === null || text == null || found === null) continue;
    const [, type = "", fold = "", words = ""] = found;
    text.textContent = rest.join("\n");
    const box = quote.ownerDocument.createElement("div");
    box.addClass("callout");
    box.setAttrs({ "data-callout": type.toLowerCase(), "data-callout-fold": fold });
    const title = box.createDiv("callout-title");
    setIcon(title.createDiv("callout-icon"), CALLOUT_ICONS[type.toLowerCase()] ?? "pencil");
    const inner = title.createDiv("callout-title-inner");
    if (words === "" && rest.length === 0 && first.childNodes.length > 1) {
      // The title goes on behind a link or bold words.
      while (first.firstChild !== null) inner.appendChild(first.firstChild);
    } else inner.setText(words === "" ? type.charAt(0).toUpperCase() + type.slice(1).toLowerCase() : words);
    if ((first.textContent ?? "").trim() === "") first.remove();
    if (quote.childElementCount > 0) {
      const content = box.createDiv("callout-content");
      while (quote.firstChild !== null) content.appendChild(quote.firstChild);
      if (fold !== "") {
        setIcon(title.createDiv("callout-fold"), "chevron-down");
        box.addClass("is-collapsible");
        box.toggleClass("is-collapsed", fold === "-");
        title.addEventListener("click", () => box.toggleClass("is-collapsed", !box.hasClass("is-collapsed")));
      }
    }
    quote.replaceWith(box);
  }
};

/** `^id` at the end of a block is a name for links, and not shown. */
const hideBlockIds = (el: HTMLElement): void => {
  for (const each of Array.from(el.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6"))) {
    // Of a list item, its first line: a block or a list may follow.
    const block = each.querySelector(":scope > :is(p, pre, ul, ol, blockquote, div)");
    let last = block === null ? each.lastChild : block.previousSibling;
    if (last?.nodeType === 3 && last.textContent?.trim() === "") last = last.previousSibling;
    if (last?.nodeType === 3) last.textContent = (last.textContent ?? "").replace(/\s\^[\w-]+\s*$/, "");
  }
};

export interface Rendering {
  readonly app: App;
  readonly markdown: string;
  readonly sourcePath: string;
  readonly owner: Component;
  readonly frontmatter?: unknown;
  /** The line of the note on which `markdown` begins. */
  readonly firstLine?: number;
  /** The whole note, for `getSectionInfo`. */
  readonly whole?: string;
}

const fail = (app: App, error: unknown): void => void app.around.errors.push(error);

/** Hands one block to code-block processors, then to post-processors, in order. */
const processBlock = async (section: HTMLElement, info: SectionInfo, rendering: Rendering): Promise<void> => {
  const { app, owner, sourcePath, frontmatter } = rendering;
  const context: PostProcessorContext = {
    docId: sourcePath,
    sourcePath,
    frontmatter,
    addChild: (child) => void owner.addChild(child),
    getSectionInfo: (el) => (section.contains(el) || el.contains(section) ? info : null),
  };
  for (const code of Array.from(section.querySelectorAll<HTMLElement>("pre > code"))) {
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? "";
    const processor = app.processors.blocks.get(language);
    if (processor === undefined) {
      // The app draws it. What would draw it here is larger than all the rest of the page.
      if (language === "mermaid")
        section.createDiv({ cls: "source-caption", text: "Source of a drawing, which Obsidian draws." });
      continue;
    }
    const el = app.document.createElement("div");
    el.addClass(`block-language-${language}`);
    code.parentElement?.replaceWith(el);
    try {
      await processor((code.textContent ?? "").replace(/\n$/, ""), el, context);
    } catch (error) {
      fail(app, error);
    }
  }
  for (const processor of app.processors.post) {
    try {
      await processor(section, context);
    } catch (error) {
      fail(app, error);
    }
  }
};

export const renderMarkdown = async (el: HTMLElement, rendering: Rendering): Promise<void> => {
  const { app, markdown, sourcePath, firstLine = 0, whole = markdown } = rendering;
  const env = {};
  const work: Promise<void>[] = [];
  for (const tokens of blocksOf(md.parse(withoutComments(markdown), env))) {
    const [first] = tokens;
    const section = el.createDiv(`el-${first?.tag === "code" ? "pre" : (first?.tag ?? "p")}`);
    section.innerHTML = md.renderer.render(tokens, md.options, env);
    makeTasks(section, tokens);
    makeCallouts(section);
    hideBlockIds(section);
    // Each block is read in the direction of its own words.
    for (const each of Array.from(section.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6")))
      each.setAttribute("dir", "auto");
    for (const item of Array.from(section.querySelectorAll("[data-line]")))
      item.setAttr("data-line", Number(item.getAttribute("data-line")) + firstLine);
    const [from = 0, to = 0] = first?.map ?? [];
    const info = { text: whole, lineStart: from + firstLine, lineEnd: Math.max(from, to - 1) + firstLine };
    work.push(processBlock(section, info, rendering));
  }
  el.addClass("markdown-rendered");
  for (const link of Array.from(el.querySelectorAll<HTMLElement>("a.internal-link"))) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      app.workspace
        .openLinkText(link.getAttribute("data-href") ?? "", sourcePath, event.ctrlKey || event.metaKey)
        .catch((error: unknown) => fail(app, error));
    });
  }
  for (const link of Array.from(el.querySelectorAll<HTMLElement>("a:not(.internal-link)"))) {
    link.addClass("external-link");
    link.setAttrs({ target: "_blank", rel: "noopener nofollow" });
    if ((link.getAttribute("href") ?? "").startsWith("obsidian:"))
      link.addEventListener("click", (event) => {
        event.preventDefault();
        app.openProtocolLink(link.getAttribute("href") ?? "");
      });
  }
  await Promise.all(work);
};

export class MarkdownRenderer extends MarkdownRenderChild {
  /** A component must be given: it owns what is rendered. */
  static async render(
    app: App,
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    if (!(component instanceof Component))
      throw new TypeError("MarkdownRenderer.render needs the component that owns the text.");
    await renderMarkdown(el, { app, markdown, sourcePath, owner: component });
  }
}
