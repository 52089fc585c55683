/**
 * The oracle of active content in a note: it asks a Markdown parser that is not ours and plain searches, with
 * everything on that could be on. Knows nothing of how text is made harmless; knows only the parts that a note of ours
 * may consist of.
 */
import MarkdownIt from "markdown-it";
import { load } from "js-yaml";

type Token = ReturnType<MarkdownIt["parse"]>[number];

/**
 * Raw HTML and bare addresses on. What no viewer of notes takes for an address (a host's name, `//host`) is left alone,
 * as is a mail address.
 */
export function reader(): MarkdownIt {
  const md = new MarkdownIt({ html: true, linkify: true });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  md.linkify.add("//", null);
  md.validateLink = () => true;
  return md;
}

const MD = reader();

const OURS_HTML = [
  "<!-- planwright:dashboard begin. Planwright writes this part; write above or below it. -->",
  "<!-- planwright:dashboard end -->",
];
const OURS_FENCES = ["action", "mermaid", "markdown"];

export interface Split {
  readonly properties: string;
  readonly body: string;
}

export function split(note: string): Split {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(note);
  return match === null
    ? { properties: "", body: note }
    : { properties: match[1] ?? "", body: note.slice(match[0].length) };
}

/** Each active thing in the note as a sentence; `notes` are the paths of the vault, which links may lead to. */
export function activeIn(note: string, notes: readonly string[]): string[] {
  const { properties, body } = split(note);
  const tokens = MD.parse(body, {});
  return [
    ...inTokens(MD.parse(shown(body), {})),
    ...inProse(prose(body, tokens), notes),
    ...inProperties(properties),
    ...inRaw(note),
  ];
}

function inTokens(tokens: readonly Token[]): string[] {
  return flat(tokens).flatMap(({ type, content, info, attrs }) => {
    if (type === "html_block" || type === "html_inline")
      return OURS_HTML.includes(content.trim()) ? [] : [`HTML: ${content.trim()}`];
    if (type === "image" || type === "link_open") return [`${type}: ${JSON.stringify(attrs)}`];
    if (type === "code_inline") return /^[█░]+$/.test(content) ? [] : [`code in the line: ${content}`];
    if (type === "code_block") return [`code by indentation: ${content}`];
    if (type === "fence") return OURS_FENCES.includes(info.trim()) ? [] : [`a block of ${info}`];
    return [];
  });
}

function flat(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);
}

/** The app reads a link to a note before all else, so only what it shows is Markdown. */
const LINK = /\[\[([^[\]|]*?)(?:#\^([A-Za-z0-9-]+))?\|([^[\]|\n]*)\]\]/g;

function shown(body: string): string {
  return body.replace(LINK, (_whole, _target, _block, label: string) => label).replace(INTO_THE_APP, "link");
}

/** A link into the app names an answer, and at most one thing by signs that end no link. */
const INTO_THE_APP =
  /\[[A-Z][A-Za-z’ ]*…?\]\(obsidian:\/\/planwright\?do=[a-z-]+(?:&request=[0-9a-f]{8}|&(?:plan|note)=[\w.%-]{1,380})?\)/g;

/** The seal of a request, right before the part that is a person’s, which may be cut off. */
const SEALED = /^%%\nseal: pw1\.[\w.-]+\n%%\n+(?=## Your note$|(?![^]))/m;

/** The lines outside code blocks and HTML, and without code in the line. */
function prose(body: string, tokens: readonly Token[]): string {
  const lines = body.split("\n");
  for (const { type, map } of tokens) {
    if (type !== "fence" && type !== "html_block") continue;
    for (let at = map?.[0] ?? 0; at < (map?.[1] ?? 0); at += 1) lines[at] = "";
  }
  return lines
    .join("\n")
    .replace(/`[█░]+`/g, "")
    .replace(SEALED, "")
    .replace(INTO_THE_APP, "link");
}

const SEARCHES: readonly (readonly [string, RegExp])[] = [
  ["a comment", /(?<!\\)(?:\\\\)*%%/],
  ["a highlight", /(?<!\\)==/],
  ["an inline field", /(?<!\\)::/],
  ["a formula", /(?<!\\)\$/],
  ["a tag", /(?<![\\\p{L}\p{N}#[|])#[\p{L}_]/u],
  ["an address", /[a-z][a-z0-9+.-]*:\/\/|\bwww\./i],
  ["a footnote", /(?<!\\)\[\^|(?<!\\)\^\[/],
  ["an embedded note", /!\[\[/],
  ["a callout", /^[> ]*\[!(?!WARNING\]$|NOTE\]- Asked, answered, started, waiting$)/m],
  ["a template's field", /\{\{|\{%/],
];

function inProse(text: string, notes: readonly string[]): string[] {
  const targets = new Set(
    notes.flatMap((path) => [path.replace(/\.md$/, ""), path.replace(/^.*\//, "").replace(/\.md$/, "")]),
  );
  const links: string[] = [];
  const rest = text.replace(LINK, (whole, target: string) => {
    // Other plugins look for their signs in the raw line.
    if (/::|==|\$|\*|~~/.test(target)) links.push(`a link whose name is more than a name: ${whole}`);
    if (!targets.has(target)) links.push(`a link to what is not there: ${whole}`);
    return "link";
  });
  const blockIds = rest
    .split("\n")
    .filter(
      (line) =>
        /(?:^|\s)\^[A-Za-z0-9-]+\s*$/.test(line) &&
        !/ \^q-[a-z0-9]+-s-[a-z0-9]+$/.test(line) &&
        !/^\s*[-*+] \[.\] /.test(line),
    );
  return [
    ...links,
    ...blockIds.map((line) => `a block id: ${line}`),
    ...(/\[\[/.test(rest) ? [`a link: ${/.{0,20}\[\[.{0,40}/.exec(rest)?.[0] ?? ""}`] : []),
    ...SEARCHES.flatMap(([what, pattern]) => {
      const found = pattern.exec(rest);
      return found === null
        ? []
        : [`${what}: ${rest.slice(Math.max(0, found.index - 20), found.index + 40)}`];
    }),
  ];
}

/** Properties that the app makes links of, and those that are not one plain value. */
function inProperties(properties: string): string[] {
  if (properties === "") return [];
  const data = load(properties);
  if (typeof data !== "object" || data === null) return ["properties that are none"];
  return Object.entries(data).flatMap(([key, value]) => {
    if (value !== null && typeof value === "object") return [`the property ${key} is not one value`];
    const said = String(value);
    return /\[\[.*\]\]|^[a-z][a-z0-9+.-]*:\/\/|^\[.*\]\(.*\)$/i.test(said)
      ? [`the property ${key} is a link: ${said}`]
      : [];
  });
}

/** Run, or replaced, wherever it stands in the file. */
function inRaw(note: string): string[] {
  return /<%/.test(note) ? [`a Templater command: ${/.{0,20}<%.{0,30}/.exec(note)?.[0] ?? ""}`] : [];
}

/** How a note is built, without its words: what a heading, a list, a table or a quote more or less would change. */
export function skeleton(note: string): string[] {
  const { properties, body } = split(note);
  const keys = properties === "" ? [] : Object.keys(load(properties) as object);
  const seen = shown(body);
  const inline = (tokens: readonly Token[]): string =>
    tokens
      .filter(({ type }) => type !== "text" && type !== "text_special")
      .map(({ type }) => type)
      .join();
  const tokens = MD.parse(seen, {});
  const blocks = tokens.map(({ type, tag, level, info, children }) =>
    `${String(level)} ${type} ${tag} ${info} ${inline(children ?? [])}`.trim(),
  );
  const lines = prose(seen, tokens).split("\n");
  const boxes = lines
    .filter((line) => /^[\s>]*[-*+] \[.\]/.test(line))
    .map((line) => line.trim().slice(0, 5));
  const entries = lines.flatMap(
    (line) => /^- \[\d{4}-[^\]]*\] \w+:.*\(([a-z-]+)[^()]*\)$/.exec(line)?.[1] ?? [],
  );
  return [...keys, ...blocks, ...boxes, ...entries];
}
