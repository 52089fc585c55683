/** Rendering, cut down to text and links: enough to see what a person would read and to click what leads somewhere. */
import type { App } from "./app";
import { Component } from "./event";

const LINK = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g;

export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

export class MarkdownRenderer extends MarkdownRenderChild {
  /** One `p` per line; `[[links]]` become `a.internal-link` with `data-href`. A component must be given: it owns what is rendered. */
  static render(
    _app: App,
    markdown: string,
    el: HTMLElement,
    _sourcePath: string,
    component: Component,
  ): Promise<void> {
    if (!(component instanceof Component))
      return Promise.reject(new TypeError("MarkdownRenderer.render needs the component that owns the text."));
    for (const line of markdown.split(/\r?\n/)) {
      const paragraph = el.createEl("p");
      let from = 0;
      for (const found of line.matchAll(LINK)) {
        paragraph.appendText(line.slice(from, found.index));
        const target = found[1] ?? "";
        paragraph.createEl("a", {
          cls: "internal-link",
          text: found[2] ?? target,
          href: target,
          attr: { "data-href": target },
        });
        from = found.index + found[0].length;
      }
      paragraph.appendText(line.slice(from));
    }
    return Promise.resolve();
  }
}
