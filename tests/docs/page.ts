/** The pages: what is drawn in them, what they show, and where they lead. */
import { readFileSync, readdirSync } from "node:fs";

export const PAGES: readonly string[] = ["README.md", "CONTRIBUTING.md", "src/README.md", "tests/README.md", ...readdirSync("docs").filter((name) => name.endsWith(".md")).sort().map((name) => `docs/${name}`)];

export function readPage(page: string): string {
  return readFileSync(page, "utf8");
}

const DRAWN = /<!-- drawn: ([\w-]+) -->\n[\s\S]*?<!-- \/drawn -->/g;

/** The page with everything between its marker comments drawn anew. */
export function redraw(page: string, draw: (name: string) => string): string {
  return page.replace(DRAWN, (_whole, name: string) => `<!-- drawn: ${name} -->\n${draw(name)}\n<!-- /drawn -->`);
}

export function namesDrawn(page: string): readonly string[] {
  return [...page.matchAll(DRAWN)].map((match) => match[1] ?? "");
}

export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** Fenced blocks, outermost only. */
export function fencesOf(page: string): readonly Fence[] {
  const found: Fence[] = [];
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | null = null;
  for (const line of page.split("\n")) {
    const match: RegExpExecArray | null = /^(`{3,})(\w*)\s*$/.exec(line);
    if (open === null) {
      if (match !== null) open = { fence: match[1] ?? "", language: match[2] ?? "", lines: [] };
    } else if (line.trimEnd() === open.fence) {
      found.push({ language: open.language, text: `${open.lines.join("\n")}\n` });
      open = null;
    } else open.lines.push(line);
  }
  return found;
}

/** The notes a page shows, with frontmatter that has this key. */
export function notesWith(page: string, key: string): readonly string[] {
  return fencesOf(page).flatMap(({ language, text }) => (language === "markdown" && new RegExp(`^---\\n(?:.*\\n)*?${key}:`).test(text) ? [text] : []));
}

/** Where a page leads within the project, code blocks left out. */
export function linksOf(page: string): readonly string[] {
  const prose = page.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "").filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors its headings make. */
export function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#{1,6} (.+)$/gm)].map((match) => (match[1] ?? "").toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-"));
}
