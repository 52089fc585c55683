/**
 * An edit of a note: what a person wrote stays to the byte, and what an agent puts in can act nowhere, whatever stands
 * around it.
 */
import { expect, test } from "vitest";
import { inverse, linesOf, makeSplice, withSplice } from "../../src/agent/edit/splice";

function edit(text: string | null, old: string, added: string): string {
  const made = makeSplice(text, old, added);
  if (made.kind === "no") return `no: ${made.why}`;
  const { splice, after } = made;
  expect(withSplice(text ?? "", splice)).toBe(after);
  expect(withSplice(after, inverse(splice))).toBe(text ?? "");
  return after;
}

test.each<readonly [string, string | null, string, string, string]>([
  ["a word", "# A\nKern: 40\n", "40", "45", "# A\nKern: 45\n"],
  ["a line", "a\nb\nc\n", "b\n", "B\n", "a\nB\nc\n"],
  ["lines around it are given, too", "a\nb\nc\n", "a\nb\nc", "a\nB\nc", "a\nB\nc\n"],
  ["a line is taken out", "a\nb\nc\n", "b\n", "", "a\nc\n"],
  ["a line is taken out, its end left by oversight", "a\nb\nc\n", "a\nb", "a", "a\nc\n"],
  ["without the end that was in the old text", "a\nb\nc\n", "b\n", "B", "a\nB\nc\n"],
  ["line ends of Windows", "a\r\nb\r\nc\r\n", "a\nb", "a\nB\nD", "a\r\nB\r\nD\r\nc\r\n"],
  ["line ends saved twice", "a\r\r\nb\r\r\n", "a\nb", "a\nB\nD", "a\r\r\nB\r\r\nD\r\r\n"],
  ["line ends of all kinds", "a\nb\r\nc\rd", "b\nc", "b\nX\nc", "a\nb\r\nX\nc\rd"],
  ["it begins with a line end", "a\r\nb\r\n", "\nb", "\nB", "a\r\nB\r\n"],
  ["a byte order mark", "\uFEFFa\nb\n", "b", "B", "\uFEFFa\nB\n"],
  ["a last line without an end", "a\nb", "b", "B\nC\n", "a\nB\nC"],
  ["letters of two units", "a \u{1F600} b\n", "\u{1F600}", "\u{1F601}", "a \u{1F601} b\n"],
  ["at the end", "a\n", "", "b", "a\nb\n"],
  ["at the end, with a blank line", "a\n", "", "\nb\n", "a\n\nb\n"],
  ["at the end of a note without a last line end", "a", "", "b\n", "a\nb"],
  ["at the end of an empty note", "", "", "b", "b\n"],
  ["at the end, of Windows", "a\r\n", "", "b\nc", "a\r\nb\r\nc\r\n"],
  ["a new note", null, "", "b", "b\n"],
  ["a property", "---\nrate: 40\n---\na\n", "rate: 40", "rate: 45", "---\nrate: 45\n---\na\n"],
  ["an embed beside it stays", "![[a.png]]\nb\n", "![[a.png]]\nb", "![[a.png]]\nB", "![[a.png]]\nB\n"],
  ["an embed goes", "![[a.png]]\nb\n", "![[a.png]]", "no picture", "no picture\nb\n"],
  ["in a list with an embed", "- ![[a.png]]\n- b\n", "- b", "- B", "- ![[a.png]]\n- B\n"],
  [
    "a whole block of code",
    "```js\na\n```\nb\n",
    "```js\na\n```",
    "```js\nb <i>\n```",
    "```js\nb <i>\n```\nb\n",
  ],
  ["tags within harmless code", "```js\nx = 1\n```\n", "x = 1", "x = <T>1", "```js\nx = <T>1\n```\n"],
  ["within harmless code", "```json\n1\n```\n", "1", "2", "```json\n2\n```\n"],
  ["a block of code at the end", "a\n", "", "```json\n1\n```", "a\n```json\n1\n```\n"],
  ["behind an escape", "a \\b\n", "b", "<i>", "a \\<i>\n"],
  ["beside a template", "<% a %>\nb\n<%*\nc\n%>\n", "b", "B", "<% a %>\nB\n<%*\nc\n%>\n"],
  ["behind a template", "{{date}}\n\nb\n", "b", "B %>", "{{date}}\n\nB %>\n"],
  ["a whole template goes", "a\n<%*\nb\n%>\nc\n", "<%*\nb\n%>\n", "", "a\nc\n"],
  ["a whole query goes", "a\n```dataview\nLIST\n```\n", "```dataview\nLIST\n```\n", "", "a\n"],
  ["signs of patterns", "a (b) [c] $d\n", "(b) [c] $d", "e", "a e\n"],
])("%s", (_what, text, old, added, after) => {
  expect(edit(text, old, added)).toBe(after);
});

test.each<readonly [string, string, string, string, string]>([
  ["an embed from the web", "a\n", "", "![x](http://127.0.0.1/p.png)", "a\n!\\[x](http://127.0.0.1/p.png)\n"],
  ["an embed of a note", "a\n", "a", "![[Diary]]", "!\\[[Diary]]\n"],
  ["HTML", "a b c\n", "b", "<img src=x>", "a \\<img src=x> c\n"],
  ["a template", "a\n", "", "<% tp.x %> {{x}}", "a\n\\<\\% tp.x %> {\\{x}}\n"],
  ["a query", "a\n", "", "`= this.x`", "a\n\\`= this.x\\`\n"],
  ["a fence that runs", "a\n", "", "```dataviewjs\nx\n```", "a\n```text\nx\n```\n"],
  ["a link into the app", "a\n", "", "[x](obsidian://y)", "a\n[x]\\(obsidian\\://y)\n"],
  ["a formula", "a $x\n", "", "$\\style{a}{b}$", "a $x\n\\$\\\\style{a}{b}\\$\n"],
  ["one price beside another", "It is $5.\n", "", "It is $6.", "It is $5.\nIt is \\$6.\n"],
  ["a word beside a price", "It is $5 or $6 today.\n", "today", "tomorrow", "It is $5 or $6 tomorrow.\n"],
  [
    "a command in a formula",
    "It is $a$ now.\n",
    "$a$",
    "$\\mmlToken{mi}[href=x]{a}$",
    "It is $\\\\mmlToken{mi}[href=x]{a}$ now.\n",
  ],
  ["what cannot be seen", "a\n", "", "b\u202Ec", "a\nb[U+202E]c\n"],
])("is made harmless where it is put in: %s", (_what, text, old, added, after) => {
  expect(edit(text, old, added)).toBe(after);
});

test.each<readonly [string, string | null, string, string, string]>([
  ["text that is not there", "a\n", "b", "c", "does not say"],
  ["text that is there twice", "a b a\n", "a", "c", "2 times"],
  ["text that overlaps itself", "aaa\n", "aa", "b", "2 times"],
  ["nothing new", "a\n", "a", "a", "changes nothing"],
  ["nothing at all", "a\n", "", " \n", "nothing to put in"],
  ["a note that is not there", null, "a", "b", "no such note"],
  [
    "the address of a person’s picture",
    "![a](https://a.example/p.png)\n",
    "a.example",
    "b.example",
    "an embed",
  ],
  ["half of an embed", "Look!\n", "Look!", "Look![x](http://b.example/p)", "an embed"],
  ["half of a tag", "a <b\n", "b", "img src=http://b.example>", "HTML"],
  ["half of a tag, on the next line", "<img\nsrc=a>\n", "a>", "http://b.example>", "begins HTML"],
  ["a picture’s address on the next line", "![a](\nb)\n", "b", "http://b.example", "begins HTML or a link"],
  ["the address of a named link", "[a]:\nb\n", "b", "http://b.example", "begins HTML or a link"],
  ["in HTML", "<div>\na\n</div>\n", "a", "b", "begins HTML"],
  ["in HTML with blank lines", "<pre>\n\na\n\n</pre>\n", "a", "<img src=x>", "begins HTML"],
  ["in a query", "```dataview\nLIST\n```\n", "LIST", "TABLE", "code block"],
  ["in a query in a list", "- x\n\n    ```tasks\n    done\n    ```\n", "done", "not done", "code block"],
  ["in a query in a quote", "> ```dataviewjs\n> a\n> ```\n", "> a", "> b", "code block"],
  ["the language of code", "```text\na\n```\n", "text", "dataviewjs", "a query"],
  ["the end of a person’s code", "```text\n<img src=x>\n```\n", "<img", "```\n<img", ""],
  ["a fence that is not closed", "a\n\nb <b>c</b>\n", "a", "```text\na", "would read otherwise"],
  ["a comment that ends early", "<!-- a\nb\n-->\n", "b", "b -->", "begins HTML"],
  ["the beginning of the properties", "---\na: 1\n---\nb\n", "---\na", "--\na", "would read otherwise"],
  ["the end of the properties", "---\na: 1\nb: 2\n---\nc\n", "a: 1", "a: 1\n---", "would read otherwise"],
  ["properties that nobody could read", "---\na: 1\n---\nb\n", "a: 1", "a: [", "could not be read"],
  ["properties where there are none", "-- a\nb\n---\n", " a", "-", ""],
  ["in a template", "<%*\nlet a\n-%>\nx\n", "let a", "let a\nb()", "a template"],
  ["in a template with a blank line", "# D\n\n<%*\n\nlet a\n\n%>\n", "let a", "b()", "a template"],
  ["before the end of a template", "<%*\n%>\n", "%>", "b()\n%>", "a template"],
  ["the end of an open template", "# x\n<%* tR += 1\n", "", "b() %>", "a template"],
  ["behind an open template", "# x\n<% tp.x\n\ny\n", "y", "z", "a template"],
  ["in a template in code", "```js\n<%*\na\n%>\n```\n", "a", "b", "a template"],
  ["in a template in the properties", "---\na: |\n  <% x\n  y\n---\n", "  y", "  y %>", "a template"],
  ["behind the second template of a line", "<% a %> <%*\nx\n%>\n", "x", "y", "a template"],
  ["a sign that may close a template", '<% "%>"\nx %>\n\ny\n', "y", "y %>", "a template"],
  ["in braces", "{{VALUE\nx\n}}\n", "x", "y", "a template"],
  ["behind open braces", "a {{\n", "", "x }}", "a template"],
  ["in braces with percent signs", "{% for a in b\nx\n%}\n", "x", "y", "a template"],
  ["properties that are a program", "---js\n{a:1}\n---\nx\n", "{a:1}", "{a:b()}", "a program"],
  ["properties of a named language", "---  coffee\na = 1\n", "", "b()", "a program"],
  ["the first line before such properties", "x\n---js\na()\n---\n", "x\n", "", "could not be read"],
  ["half of a template goes", "<%*\nif (no)\na()\n%>\n", "if (no)\n", "", "a template"],
  ["the end of a template goes", "<% a\n%>\nb\n<% c %>\n", "%>\nb", "b", "a template"],
  ["the beginning of a template goes", "<%*\na()\n%>\n", "<%*\n", "", "a template"],
  ["half of a query goes", "```dataviewjs\nreturn\na()\n```\n", "return\n", "", "a block that a plugin"],
])("is refused: %s", (_what, text, old, added, why) => {
  const result = edit(text, old, added);
  expect(result).toMatch(/^no: /);
  expect(result).toContain(why);
});

test("what goes and what comes is told line by line", () => {
  const made = makeSplice("a\nb\nc\nd\n", "b\nc", "b\nC\nE");
  if (made.kind === "no") throw new Error(made.why);
  expect(linesOf(made.splice).map(({ sign, text }) => `${sign}${text}`)).toEqual([" b", "-c", "+C", "+E"]);
});

test("a long note is edited in little time, and one that grows too long is refused", () => {
  const text = "a line of text\n".repeat(40_000);
  expect(edit(text, "", "b")).toBe(`${text}b\n`);
  expect(edit(text, "", "b\n".repeat(20_000))).toContain("too long");
});
