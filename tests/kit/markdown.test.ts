import { describe, expect, it } from "vitest";
import { splitLines } from "../../src/kit/lines";
import { headingsOf, kindsOf } from "../../src/kit/markdown";

const LETTERS = {
  frontmatter: "f",
  prose: ".",
  "fence-open": "<",
  fence: "|",
  "fence-close": ">",
  comment: "%",
} as const;

function kinds(text: string): string {
  return kindsOf(splitLines(text), 0)
    .map((kind) => LETTERS[kind])
    .join("");
}

describe("the lines of a note", () => {
  it.each([
    ["a fence", "a\n```js\nb\n```\nc", ".<|>."],
    ["a fence of tildes", "~~~ `x`\na\n```\n~~~\nb", "<||>."],
    ["a longer fence around a shorter one", "````\n```action\na\n```\n````\nb", "<|||>."],
    ["a fence that is never closed", "a\n```\n- [ ] b\n# c", ".<||"],
    ["ticks within a line", "``` a ``` b\nc", ".."],
    ["a fence in a list item", "- a\n  ```\n  b\n  ```\nc", ".<|>."],
    ["a fence with deeper content", "- a\n    ```\n    b\n        ```\n    ```\nc", ".<||>."],
    ["a fence that the next item ends", "- [ ] a\n    ```action\n    x\n- [ ] b\n", ".<|."],
    ["a fence that the end of a quote ends", "> ```\n> a\n- [ ] b\n", "<|."],
    ["a fence in a callout", "> [!note]\n> ```action\n> x\n> ```\n> b", ".<|>."],
    ["a fence in a numbered item", "1. a\n   ```\n   b\n   ```\n2. c", ".<|>."],
    ["a fence shown as indented code", "    ```\n- [ ] a\n    ```\n", "..<"],
    ["blank lines in a fence in an item", "- a\n  ```\n\n  b\n  ```\n", ".<||>"],
    ["a comment in percent signs", "a\n%%\n- [ ] b\n%%\nc", ".%%%."],
    ["a comment on one line", "%% a %%\nb", "%."],
    ["a comment that starts within a line", "a %% b\nc\nd %%\ne", ".%%."],
    ["a comment that ends and starts again", "%%\na %% b %%\nc\n%%\nd", "%%%%."],
    ["percent signs in code", "`100%%` a\nb", ".."],
    ["a comment of HTML", "<!--\n- [ ] a\n-->\nb", "%%%."],
    ["a comment of HTML on one line", "<!-- a -->\nb", "%."],
    ["a comment of HTML in a comment", "<!-- <!-- a\nb -->\nc", "%%."],
    ["a comment of HTML within a line", "a <!-- b\n- [ ] c", ".."],
    ["a fence in a comment", "%%\n```\n%%\na", "%%%."],
    ["a comment in a fence", "```\n%%\n```\na", "<|>."],
    ["a fence in an item in a quote, ended by the next item", "> - ```\n> a\n> - [ ] b\n", "<.."],
    ["a fence in an item in a callout", "> [!todo] a\n> - b\n>   ```\n>   c\n>   ```\n> - [ ] d", "..<|>."],
    ["a fence behind a number, ended by an item less far in", "1. ```\n   a\n  - [ ] b", "<|."],
    ["a fence beneath a number, ended by an item less far in", "1. a\n   ```\n  - [ ] b", ".<."],
    ["a fence beneath a number, two columns in", "1. a\n  ```\n  b\n  ```\n2. c", ".<|>."],
    ["a fence in an item that is closed too far out", "- a\n  ```\n  b\n```\n- [ ] c", ".<|>."],
    ["a fence behind a number that is closed too far out", "10. a\n  ```\n```\n- [ ] c", ".<>."],
    ["an open fence in an item before another fence", "- a\n  ```\n  b\n```\nc\n```\n- [ ] d", ".<|<|>."],
    ["a fence around a quoted one", "```\n> ```\n```\n- [ ] a", "<|>."],
    ["line separators of Unicode", "a\u2028```\nb", ".."],
  ])("tell %s", (_what, text, expected) => {
    expect(kinds(text)).toBe(expected);
  });

  it("before the body are frontmatter", () => {
    expect(kindsOf(splitLines("---\n%%\n---\na"), 3)).toEqual([
      "frontmatter",
      "frontmatter",
      "frontmatter",
      "prose",
    ]);
  });
});

describe("headings", () => {
  it.each([
    ["# Objective", 1, "Objective"],
    ["## Roadmap ##", 2, "Roadmap"],
    ["## Roadmap#", 2, "Roadmap#"],
    ["   ### a   ", 3, "a"],
    ["#\ta", 1, "a"],
    ["## **Objective**:", 2, "**Objective**:"],
    ["##", 2, ""],
    ["## ##", 2, ""],
  ])("%j is one", (line, level, text) => {
    const lines = splitLines(line);
    expect(headingsOf(lines, kindsOf(lines, 0))).toEqual([{ line: 0, level, text }]);
  });

  it.each(["#tag", "####### a", "    # code", "a # b", "\\# a"])("%j is none", (line) => {
    const lines = splitLines(line);
    expect(headingsOf(lines, kindsOf(lines, 0))).toEqual([]);
  });
});
