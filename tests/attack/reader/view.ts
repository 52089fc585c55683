/**
 * Notes as a reading view shows them, and as rashly as could be: raw HTML and scripts are left in, images and embeds
 * load, templates, queries and scripts of plugins run without being asked, and what stands in properties becomes a
 * link. Escapes count, as everywhere.
 */
import type MarkdownIt from "markdown-it";
import { load } from "js-yaml";
import { reader, split } from "./oracle";

const RUNS =
  /^(?:dataview|dataviewjs|tasks|query|base|templater|js-engine|meta-bind.*|button|buttons|execute|run-.*|custom-?js|chart.*|leaflet|kanban|html|js|javascript)\b/i;
const QUIET_FENCES = /^(?:action|markdown)?$/;

function ran(code: string, what: string): string {
  return `<script>window.__pwned=${JSON.stringify(what).replace(/</g, "\\u003c")};try{${code.replace(/<\/script/gi, "<\\/script")}}catch{}</script>`;
}

function address(text: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `/open/${text}`;
}

function permissive(): MarkdownIt {
  const md = reader();
  const { escapeHtml } = md.utils;
  md.linkify.add("obsidian:", "http:");
  md.inline.ruler.before("link", "wikilink", (state, silent) => {
    const match = /^(!?)\[\[([^\n]*?)\]\]/.exec(state.src.slice(state.pos));
    if (match === null) return false;
    if (!silent) {
      const [target = "", shown = target] = (match[2] ?? "").split("|");
      state.push("html_inline", "", 0).content =
        match[1] === "!"
          ? `<img src="${escapeHtml(address(target))}">`
          : `<a class="internal" data-to="${escapeHtml(target)}">${escapeHtml(shown)}</a>`;
    }
    state.pos += match[0].length;
    return true;
  });
  md.inline.ruler.before("link", "formula", (state, silent) => {
    const match = /^\$+([^$]*)\$/.exec(state.src.slice(state.pos));
    const href = /\\href\{([^}]*)\}/.exec(match?.[1] ?? "")?.[1];
    if (match === null || href === undefined) return false;
    if (!silent) state.push("html_inline", "", 0).content = `<img src="${escapeHtml(href)}">`;
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.code_inline = (tokens, at) => {
    const { content } = tokens[at] ?? { content: "" };
    return /^\s*\$?=/.test(content)
      ? ran(content.replace(/^\s*\$?=/, ""), content)
      : `<code>${escapeHtml(content)}</code>`;
  };
  md.renderer.rules.fence = (tokens, at) => {
    const { content, info } = tokens[at] ?? { content: "", info: "" };
    const drawn = `<pre><code>${escapeHtml(content)}</code></pre>`;
    if (QUIET_FENCES.test(info.trim())) return drawn;
    if (info.trim() === "mermaid")
      return /click|href|<|javascript|:\/\//i.test(content) ? `${drawn}<img src="/chart">` : drawn;
    return RUNS.test(info.trim()) ? ran(content, info) : drawn;
  };
  return md;
}

const MD = permissive();

function propertiesOf(properties: string): string {
  if (properties === "") return "";
  const { escapeHtml } = MD.utils;
  const rows = Object.entries(load(properties) as object).map(([key, value]) => {
    const said = String(value);
    const to = /\[\[(.*)\]\]|^([a-z][a-z0-9+.-]*:\/\/.*)$|^\[.*\]\((.*)\)$/i.exec(said);
    const shown = escapeHtml(said.length > 90 ? `${said.slice(0, 89)}…` : said);
    return `<dt>${escapeHtml(key)}</dt><dd>${to === null ? shown : `<a href="${escapeHtml(address(to[1] ?? to[2] ?? to[3] ?? ""))}">${shown}</a>`}</dd>`;
  });
  return `<dl>${rows.join("")}</dl>`;
}

/** One note as HTML. What plugins replace in the raw text is replaced first. */
export function noteHtml(path: string, note: string): string {
  const { properties, body } = split(note);
  const templates = [...note.matchAll(/<%([\s\S]*?)(?:%>|$)/g)].map(([, code = ""]) =>
    ran(code.replace(/^[*+~_-]+|[-_]+$/g, ""), "a Templater command"),
  );
  const fields = MD.parse(body, {}).some(({ type, content }) => type === "inline" && /\{\{|\{%/.test(content))
    ? `<img src="/field">`
    : "";
  return `<article data-path="${MD.utils.escapeHtml(path)}">${propertiesOf(properties)}${MD.render(body)}${templates.join("")}${fields}</article>`;
}

const STYLE = `
:root { color-scheme: light dark; --text: #222; --soft: #6b6b6b; --line: #e0e0e0; --ground: #fff; --block: #f6f6f6; --link: #7c5cd6; }
@media (prefers-color-scheme: dark) { :root { --text: #dadada; --soft: #9a9a9a; --line: #3a3a3a; --ground: #1e1e1e; --block: #262626; --link: #a68af9; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 700px; margin: 24px auto; padding: 0 16px; overflow-wrap: anywhere; }
a { color: var(--link); } code, pre { background: var(--block); border-radius: 4px; } pre { padding: 12px; overflow: auto; white-space: pre-wrap; } code { padding: 1px 3px; } pre code { padding: 0; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 4px 10px; } blockquote { border-left: 3px solid var(--link); margin-left: 0; padding-left: 14px; color: var(--soft); }
dl { display: grid; grid-template-columns: 160px 1fr; gap: 2px 12px; color: var(--soft); font-size: 14px; border-bottom: 1px solid var(--line); padding-bottom: 12px; } dd { margin: 0; }`;

/** A page of notes, or of whatever stands between. */
export function pageHtml(inside: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${inside}</main></body></html>`;
}

/** What may stand on such a page when nothing in the notes is active. */
export const CALM =
  "article, dl, dt, dd, h1, h2, h3, p, ul, ol, li, strong, em, code, pre, blockquote, table, thead, tbody, tr, th, td, br, hr, a.internal:not([href])";
