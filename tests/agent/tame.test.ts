/** Files by a model: nothing in them acts, however it is spelled, and whatever is read as a block. */
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { sanitizeFile } from "../../src/agent/sanitize";

const WEB = "https://example.com/p.png";
const INERT = /^(?:|text|txt|md|json|js|html|python)$/;

/** Dangers that a reader by the book would find in a text, and those that plugins look for in the raw text. */
function dangersIn(text: string): readonly string[] {
  const reader = new MarkdownIt({ html: true, linkify: false });
  // It leaves such links out by itself; others do not.
  reader.validateLink = () => true;
  const found: string[] = [];
  for (const token of reader.parse(text, {}).flatMap((each) => [each, ...(each.children ?? [])])) {
    if (/^html/.test(token.type)) found.push(`HTML ${token.content}`);
    if (token.type === "image") found.push("image");
    if (token.type === "fence" && !INERT.test(token.info.trim())) found.push(`fence ${token.info}`);
    if (token.type === "code_inline" && /^\s*(?:\$?=|[A-Z]+\[)/.test(token.content))
      found.push(`query ${token.content}`);
    const href = String(token.attrGet("href") ?? "");
    if (/^[a-z][^/]*:/i.test(href) && !/^(?:https?|mailto):/i.test(href)) found.push(`link ${href}`);
  }
  if (/<%|\{\{/.test(text)) found.push("template");
  if (/^\ufeff?---/.test(text)) found.push("properties");
  return found;
}

/** A dollar sign that may begin or end a formula. */
const UNESCAPED = /(?:^|[^\\])(?:\\\\)*\$/m;

const md = (text: string): string => sanitizeFile("a.md", text);

test.each<readonly [string, string]>([
  ["an image", `![x](${WEB})`],
  ["an image behind a backslash", `\\![x](${WEB})`],
  ["an image behind an exclamation", `!![x](${WEB})`],
  ["an image in a link", `[![x](${WEB})](a.md)`],
  ["an image by name", `![x][y]\n\n[y]: ${WEB}`],
  ["an image by its own name", `![y]\n\n[y]:\n${WEB}`],
  ["an embed", "![[Offers]]"],
  ["an image in a table", `| a |\n| --- |\n| ![x](${WEB}) |`],
  ["an image in a list", `- a\n  - ![x](${WEB})`],
  ["an image in a quote", `> > ![x](${WEB})`],
  ["an image in a footnote", `a[^1]\n\n[^1]: ![x](${WEB})`],
  ["an image as HTML", `<img src="${WEB}">`],
  ["HTML behind a backslash that is escaped", `\\\\<img src="${WEB}">`],
  ["HTML behind four of them", `\\\\\\\\<img src="${WEB}">`],
  ["HTML over lines", `<img\nsrc="${WEB}"\n>`],
  ["a block of HTML", `<div>\n\`\`\`js\n<img src="${WEB}">\n\`\`\`\n</div>`],
  ["HTML behind a sign", `a<<b<img src="${WEB}">`],
  ["a comment", `<!-- a -->\n<!--\n\`\`\`\n-->\n<img src="${WEB}">\n\`\`\``],
  ["an instruction", "<?php x ?> <![CDATA[x]]>"],
  ["a link by its address", "<obsidian://open?vault=x> <javascript:alert(1)>"],
  ["a link into the app", "[x](obsidian://open?vault=x)"],
  ["a link that runs", "[x](javascript:alert(1)) [y](JavaScript:alert(1))"],
  ["a link to a file", "[x](file:///etc/passwd)"],
  ["a link to another program", "[x](vscode://file/x) [y](zotero://select/x) [z](ms-word:ofe|u|x)"],
  ["a link in other letters", "[x](obsidian&#58;//open) [y](&#x6f;bsidian://open) [z](obsidian&colon;//x)"],
  ["a link with backslashes", "[x](obsidian\\://open) [y](file\\:///x)"],
  ["a link in brackets", "[x](<obsidian://open>) [y](< obsidian://open>) [z](<&#x6f;bsidian://open>)"],
  ["a link on the next line", "[x](\nobsidian://open)\n[y](<\nobsidian://open>)"],
  ["a link by name", "[x]\n\n[x]: obsidian://open"],
  ["a link by name on the next line", "[x]\n\n[x]:\nobsidian&#58;//open"],
  ["a link by a name over lines", "[x y]\n\n[x\ny]: obsidian&#58;//open"],
  ["properties", "---\ncssclasses: x\n---\n"],
  ["properties behind a mark of byte order", "\ufeff---\na: b\n---\n"],
  ["properties in JavaScript", "---js\nalert(1)\n---\n"],
  ["a template", "<% tp.system.prompt() %> <%* x %> \\<% x %> <<% x %>"],
  ["a template in code", "```js\n<% x %> {{{date}}} <<% x\n```\n`<% x %>`"],
  ["a template in braces", "{{date}} {{{x}}} \\{{x}}"],
  ["an inline query", "`= this.x` `$= dv.x` `` = this.x `` `INPUT[toggle:x]`"],
  ["an inline query behind a backslash", "\\`= this.x` \\\\`= this.x`"],
  ["an inline query over lines", "`\n= this.x`\n\n> `\n> $= dv.x\n> `\n\n`\nINPUT[toggle:x]`"],
  ...[
    "dataview",
    "dataviewjs",
    "tasks",
    "templater",
    "meta-bind-button",
    "button",
    "query",
    "js-engine",
  ].flatMap((name): (readonly [string, string])[] => [
    [`a fence of ${name}`, `\`\`\`${name}\nx\n\`\`\``],
    [`a long fence of tildes of ${name}`, `~~~~~ ${name} a\nx\n~~~~~`],
  ]),
  ["a fence of five", "`````dataviewjs\nx\n`````"],
  ["a fence in braces", "```{dataviewjs}\nx\n```"],
  ["a fence with more behind", "```js {dataviewjs}\nx\n```"],
  ["a fence in capitals", "```DataviewJS\nx\n```"],
  ["a fence in an escaped language", "```data\\view\nx\n```\n```data&#118;iew\n```"],
  ["a fence in a list in a list", "- - ```dataviewjs\n    x\n    ```"],
  ["a fence in a quote in a list", "- > ```dataviewjs\n  > x"],
  ["a fence in a list in a quote", "> 1. ```dataviewjs\n>    x"],
  ["a fence in a footnote", "[^1]: ```dataviewjs\n    x"],
  ["a fence far in", "1. a\n\n    ```dataviewjs\n    x\n    ```"],
  ["a fence behind a comment that is none", "%% a\n```dataviewjs\nx\n```"],
  ["a fence that begins in a list and ends outside", `- \`\`\`\n  a\n\`\`\`\n![x](${WEB})\n\`\`\``],
  ["a fence that a space of another kind ends", `\`\`\`\na\n\`\`\`\u00a0\n\`\`\`\n![x](${WEB})\n\`\`\``],
])("%s does not act", (_what, text) => {
  // Cases of what the reader by the book does not know are looked at by the tables below.
  const sanitized = md(text);
  expect(dangersIn(sanitized)).toEqual([]);
  expect(md(sanitized)).toBe(sanitized);
  expect(dangersIn(md(text.replace(/\n/g, "\r\n")))).toEqual([]);
});

test.each<readonly [string, string, RegExp]>([
  ["an embed", "![[Offers]]", /!\[/],
  ["a comment that hides", "%% a %% %%%b%%%", /%%/],
  ["a block of formulas that holds a fence", `$$\n\`\`\`\n$$\n![x](${WEB})\n\`\`\``, /!\[/],
  ["a fence in a footnote", "[^1]: ```dataviewjs\n    x", /dataview/],
  ["an address without a link", "obsidian://open shell+x://y a.vscode://x", /[a-z]:\/\//],
  ["a formula that loads", "$\\style{a}{b} \\\\\\href{x}{y}$", UNESCAPED],
  ["a formula behind a backslash that is escaped", '\\\\$\\mmlToken{mi}[href="x"]{y}\\\\$', UNESCAPED],
  ["a formula over lines", "a $x\n\\colorbox{url(https://example.com)}{x}\ny$", UNESCAPED],
  ["a formula in its block", "$$\n\\def\\a#1{\\style{#1}{x}}\n$$", UNESCAPED],
  ["a formula over a quote and a list", "> $x\n\n- y$", UNESCAPED],
  ["a formula between code spans", "`a` $\\href{x}{y}$ `b`", UNESCAPED],
  ["a formula in a span that a line before began", "a ` b\nc ` $\\href{x}{y}$ `", UNESCAPED],
  ["a formula in a table", "| a |\n| --- |\n| $\\style{a}{b}$ |", UNESCAPED],
  ["what nobody sees", "a\u202eb\u200bc\ufeffd\0", /[\u202e\u200b\ufeff\0]/],
])("%s is not left", (_what, text, pattern) => {
  expect(text).toMatch(pattern);
  expect(md(text)).not.toMatch(pattern);
});

test.each([
  "# Comparison\n\nKern asks **4,200**, see [[Offers]] and [[Money/Offers#Kern|Kern]].\n",
  "| who | what |\n| --- | ---: |\n| Kern | 4,200 |\n\n---\n\n> Moss says: 3,900 < 4,000 & more\n",
  "- [ ] Call\n- [x] Write\n  1. one\n\n[^1]: A footnote\n[offer](Money/Offers.md) [web](https://example.com/a?b=c#d) <3\n",
  "```js\nif (a<b) { x = y[!a]; } // 5%% of `a`\n<img src='x'> ![x](y)\n```\n\nand `code`\n",
  "It costs $5, and is in C:\\new\\data\\def.\n",
  "It costs $5.\n\n```sh\necho $HOME $PATH\n```\n",
  "\\$5 and \\$6, not $7\n",
  "~~~\n= a\n~~~\nHeading\n=======\n",
  "a [b](../c.md) [d](mailto:a@example.com) [e](#f) (g)[h]\n",
  "क\u094d\u200dष 👩\u200d👩\u200d👧 ❤\ufe0f a\u00a0b\n",
])("%j stays as it is", (text) => {
  expect(md(text)).toBe(text);
});

const PIECES = [
  ..."\n\n\n\\`<>!-%={}[]()&: \t~$|".split(""),
  "```",
  "~~~",
  "- ",
  "> ",
  "1. ",
  "    ",
  "![x](y)",
  "[x](",
  "[x]: ",
  "obsidian:",
  "&#58;",
  "<img src=x>",
  "<!--",
  "-->",
  "dataviewjs",
  "js",
  "= x",
  "<%",
  "$$",
  "a",
];

test("whatever is put together does not act, and is tamed once and for all", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 30 }), (pieces) => {
      const sanitized = md(pieces.join(""));
      expect(dangersIn(sanitized)).toEqual([]);
      expect(md(sanitized)).toBe(sanitized);
    }),
    { seed: 24, numRuns: 3000 },
  );
});

test("files made to be slow take no longer than others of their length", () => {
  for (const piece of ["\\", "](", "a.", " ", "`", "[^a", "<", "!", "&", "- ", "> ", "x:", '" '])
    expect(md(piece.repeat(200_000 / piece.length)).length).toBeGreaterThan(100_000);
  expect(sanitizeFile("a.csv", `,${" ".repeat(200_000)}`).length).toBe(200_001);
});

test.each<readonly [string, string]>([
  ["=1+1", "'=1+1"],
  ["a,=1+1;@x\t+a|-b", "a,'=1+1;'@x\t'+a|'-b"],
  ['"=1","a ""=b"""', '"\'=1","a ""=b"""'],
  [' =1," =1"', " '=1,\" '=1\""],
  ["\uff1d1,\uff0b1", "'\uff1d1,'\uff0b1"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['-4.20,+3,"-1"', '-4.20,+3,"-1"'],
  ["a\r\n=b\r=c", "a\r\n'=b\r'=c"],
])("the table %j becomes %j", (text, sanitized) => {
  expect(sanitizeFile("a.CSV", text)).toBe(sanitized);
  expect(sanitizeFile("a.csv", sanitized)).toBe(sanitized);
});

test("prices keep their signs, each behind one backslash where two of them could be a formula", () => {
  expect(md("$5 and $6, or \\$7")).toBe("\\$5 and \\$6, or \\$7");
  expect(md("It is $5.\n\nIt is $6.")).toBe("It is \\$5.\n\nIt is \\$6.");
  expect(md("$$5")).toBe("\\$\\$5");
});
