/** Markdown of a note as prose: all that a person agrees to is on the screen. */
import { Window as HappyWindow } from "happy-dom";
import { expect, test } from "vitest";
import { installDom } from "./obsidian/dom";
import { showProse } from "../../src/app/ui/showProse";

const window = new HappyWindow() as unknown as Window & typeof globalThis;
installDom(window);

function drawn(note: string): HTMLElement {
  const el = window.document.createElement("div");
  showProse(el, note);
  return el;
}

const comments = (el: HTMLElement): readonly string[] =>
  Array.from(el.querySelectorAll(".planwright-comment"), ({ textContent }) => textContent);

test.each<readonly [note: string, shown: readonly string[]]>([
  ["Pay <!-- twice --> soon.", ["Comment: twice"]],
  ["%% 300 more %%", ["Comment: 300 more"]],
  ["Pay.\n%%\nand 300\nmore\n%%\nSoon.", ["Comment: and 300\nmore"]],
  ["Pay <!-- 300\nmore --> soon <!-- or\nlater -->", ["Comment: 300\nmore", "Comment: or\nlater"]],
  ["| a | b %% c %% |\n|-|-|\n| d <!-- e --> | f |", ["Comment: c", "Comment: e"]],
  ["- item %% hidden %%", ["Comment: hidden"]],
])("comments of %j are shown as such", (note, shown) => {
  const el = drawn(note);
  expect(comments(el)).toEqual(shown);
  for (const word of note.match(/\w+/g) ?? []) expect(el.textContent).toContain(word);
});

test.each([
  "a <!-- never closed\n- item",
  "100 %% of it",
  "```\n%% code %%\n```",
  "~~~\n<!-- code\n~~~\n-->",
])("%j has no comment, and all its words are shown", (note) => {
  const el = drawn(note);
  expect(comments(el)).toEqual([]);
  for (const word of note.match(/\w+/g) ?? []) expect(el.textContent).toContain(word);
});

test("a note full of signs that nothing closes is drawn all the same", () => {
  expect(drawn("<!-- a\n".repeat(4000)).textContent).toContain("a <!-- a");
});
