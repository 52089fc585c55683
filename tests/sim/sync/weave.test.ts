/** The merges of text. What git makes of the same three texts was taken from `git merge-file`. */
import { expect, test } from "vitest";
import { mergeByLetter, mergeByLine, mergeWithMarkers, similarity } from "./weave";

const LABELS = { ours: "HEAD", theirs: "there" };
const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");

test("edits far apart are both kept", () => {
  expect(
    mergeWithMarkers(lines("a", "b", "c", "d"), lines("A", "b", "c", "d"), lines("a", "b", "c", "D"), LABELS),
  ).toEqual({ text: lines("A", "b", "c", "D"), clean: true });
});

test("edits of lines that touch are a conflict", () => {
  expect(mergeWithMarkers(lines("a", "b"), lines("A", "b"), lines("a", "B"), LABELS)).toEqual({
    text: lines("<<<<<<< HEAD", "A", "b", "=======", "a", "B", ">>>>>>> there"),
    clean: false,
  });
});

test("two conflicts with three lines between them are one", () => {
  const merged = mergeWithMarkers("", lines("1", "a", "b", "c", "2"), lines("3", "a", "b", "c", "4"), LABELS);
  expect(merged.text).toBe(
    lines("<<<<<<< HEAD", "1", "a", "b", "c", "2", "=======", "3", "a", "b", "c", "4", ">>>>>>> there"),
  );
});

test("with four lines between them they are two", () => {
  const merged = mergeWithMarkers(
    "",
    lines("1", "a", "b", "c", "d", "2"),
    lines("3", "a", "b", "c", "d", "4"),
    LABELS,
  );
  expect(merged.text).toBe(
    lines(
      "<<<<<<< HEAD",
      "1",
      "=======",
      "3",
      ">>>>>>> there",
      "a",
      "b",
      "c",
      "d",
      "<<<<<<< HEAD",
      "2",
      "=======",
      "4",
      ">>>>>>> there",
    ),
  );
});

test("a marker begins a line of its own even when the last line has no end", () => {
  expect(mergeWithMarkers("a", "b", "c", LABELS).text).toBe(
    lines("<<<<<<< HEAD", "b", "=======", "c", ">>>>>>> there"),
  );
});

test("without markers both sides' lines follow each other, or their letters are mixed", () => {
  expect(mergeByLine("900\n", "9001\n", "2900\n")).toBe("9001\n2900\n");
  expect(mergeByLetter("900\n", "9001\n", "2900\n")).toBe("29001\n");
});

test("texts are as alike as the share of their lines", () => {
  expect(similarity("a\nb\n", "a\nb\n")).toBe(1);
  expect(similarity("a\nb\n", "a\nc\n")).toBe(0.5);
  expect(similarity("", "a\n")).toBe(0);
});
