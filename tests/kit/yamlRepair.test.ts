/** The usual mistakes in properties, each with the one change that puts it right. */
import { describe, expect, it } from "vitest";
import { readFrontmatter } from "../../src/kit/frontmatter";
import { splitLines } from "../../src/kit/lines";

const note = (block: string): string => `---\ntask_id: A\n${block}\nlast: end\n---\n# Objective\nx\n`;
const read = (text: string): ReturnType<typeof readFrontmatter> => readFrontmatter(splitLines(text));

/** The text with the change made that its reading names; null where it names none. */
function fixed(text: string): string | null {
  const parsed = read(text);
  if (parsed.kind === "read" || parsed.fix === null) return null;
  const lines = text.split("\n");
  lines.splice(parsed.fix.line - 1, 1, ...parsed.fix.becomes);
  return lines.join("\n");
}

describe("a mistake that one change puts right", () => {
  it.each<readonly [what: string, block: string, becomes: string, why: string]>([
    [
      "a colon in a status",
      "status: Blocked: Awaiting Human Approval",
      'status: "Blocked: Awaiting Human Approval"',
      "holds a colon",
    ],
    [
      "a colon in a subject",
      "subject: Re: your offer: when?",
      'subject: "Re: your offer: when?"',
      "holds a colon",
    ],
    [
      "a colon before a remark",
      "status: Blocked: Awaiting # since Monday",
      'status: "Blocked: Awaiting" # since Monday',
      "holds a colon",
    ],
    [
      "a name in quotes before an address",
      'from: "Ana" <ana@example.com>',
      `from: '"Ana" <ana@example.com>'`,
      "more behind the closing quotation mark",
    ],
    [
      "an apostrophe within single quotes",
      "title: 'Ana's list'",
      `title: "Ana's list"`,
      "a quotation mark within",
    ],
    [
      "a path of Windows in double quotes",
      'path: "C:\\Users\\ana"',
      "path: 'C:\\Users\\ana'",
      "a backslash within double quotes",
    ],
    ["a colon before a tag", "title: Re: offer #sales", 'title: "Re: offer #sales"', "holds a colon"],
    ["a quotation mark that is never closed", 'title: "abc', 'title: "abc"', "never closed"],
    ["a single one that is never closed", "title: 'abc", "title: 'abc'", "never closed"],
    ["an at sign", "owner: @ana", 'owner: "@ana"', "begins with “@”"],
    ["a backtick", "code: `x`", 'code: "`x`"', "begins with “`”"],
    ["stars around a word", "title: *Important* letter", 'title: "*Important* letter"', "begins with “*”"],
    ["a bracket before text", "title: [draft] letter", 'title: "[draft] letter"', "begins with “[”"],
    [
      "a link before text",
      "source: [[Inbox/a]] and more",
      'source: "[[Inbox/a]] and more"',
      "begins with “[”",
    ],
    ["a percent sign", "share: %d", 'share: "%d"', "begins with “%”"],
    ["a greater-than sign", "more: > than", 'more: "> than"', "begins with “>”"],
    ["no space behind the colon", "status:Active", "status: Active", "a space is missing"],
    [
      "text that goes on in the next line",
      "summary: first line\nand a second one",
      "summary: first line\n  and a second one",
      "has no key",
    ],
    ["a tab", "list:\n\ta: 1", "list:\n  a: 1", "starts with a tab"],
    ["a full-width colon", "status：Active", "status: Active", "full-width"],
    ["an invisible space behind the colon", "status:\u00A0Active", "status: Active", "U+00A0"],
    [
      "an invisible space behind a key of a person",
      "mine: Draft\nowner:\u00A0Ana",
      "mine: Draft\nowner: Ana",
      "U+00A0",
    ],
    [
      "a colon in a field further in",
      "client:\n  name: Re: Ana",
      'client:\n  name: "Re: Ana"',
      "holds a colon",
    ],
    [
      "no space behind the colon of a field further in",
      "client:\n  a: 1\n  name:Ana",
      "client:\n  a: 1\n  name: Ana",
      "a space is missing",
    ],
    ["the same line twice", "status: Active\nstatus: Active", "status: Active", "stands there twice"],
  ])("%s", (_what, block, becomes, why) => {
    const text = note(block);
    expect(read(text)).toMatchObject({ kind: "broken", why: expect.stringContaining(why) as unknown });
    const after = fixed(text);
    expect(after).toBe(note(becomes));
    expect(read(after ?? "")).toMatchObject({
      kind: "read",
      frontmatter: { data: { task_id: "A", last: "end" } },
    });
  });

  it("a closing line stuck to the one before", () => {
    expect(fixed("---\ntask_id: A\nstatus: Draft---\n# Objective\n")).toBe(
      "---\ntask_id: A\nstatus: Draft\n---\n# Objective\n",
    );
  });
});

it("a rule at the top of a note is no fence", () => {
  expect(read("---\n\nSome words: and more---\nthen others\n")).toMatchObject({ kind: "broken", fix: null });
});

describe("what is left to the person", () => {
  it.each([
    ["two values for one key", "status: Active\nstatus: Done"],
    ["a key twice, each with a list below", "tags:\n  - a\nstatus: Draft\ntags:\n  - b"],
    ["a key twice, each with a text below", "text: |\n  x\nmode: y\ntext: |\n  y"],
    ["a key twice in a map", "b:\n  x: 1\n  x: 1"],
    ["a key that stands further in than the others", "desc: one\n  status: Active"],
    ["a loose line below one of our keys", "status: Draft\nwaiting for Ana"],
    ["a list that is never closed", "tags: [a, b"],
    ["a map that is never closed", "m: {a: 1, b: 2"],
    ["a remark behind text behind quotes", 'b: "x" y # remark'],
    ["a placeholder", "date: {{date}}"],
    ["a tag", "title: !important"],
    ["an alias", "a: &x 1\nb: *x"],
    ["a list where keys should be", "- a\n- b: [\n- c"],
    [
      "a very long block",
      `${"x: y\n".repeat(1)}${Array.from({ length: 900 }, (_, n) => `key${String(n)}: value`).join("\n")}\nstatus: a: b`,
    ],
  ])("%s", (_what, block) => {
    const parsed = read(note(block));
    expect(parsed).toMatchObject({ kind: "broken", fix: null });
  });
});
