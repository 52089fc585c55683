import fc from "fast-check";
import { expect, test } from "vitest";
import { reworded, type Stretch } from "../../src/note/action/differ";

const without = (kind: Stretch["kind"], all: readonly Stretch[]): string =>
  all
    .filter((each) => each.kind !== kind)
    .map(({ text }) => text)
    .join("");

test("the words that differ are told, and nothing else", () => {
  expect(reworded("11 Quay Street", "17 Quay Street")).toEqual([
    { kind: "gone", text: "11" },
    { kind: "new", text: "17" },
    { kind: "same", text: " Quay Street" },
  ]);
  expect(reworded("Pay the rent now.", "Pay two rents now.")).toEqual([
    { kind: "same", text: "Pay " },
    { kind: "gone", text: "the rent" },
    { kind: "new", text: "two rents" },
    { kind: "same", text: " now." },
  ]);
  expect(reworded("same", "same")).toEqual([{ kind: "same", text: "same" }]);
  expect(reworded("", "new")).toEqual([{ kind: "new", text: "new" }]);
});

test("both texts can be read from it, letter for letter", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n", ".", "due", "\u202e", "é"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const all = reworded(before, after);
      expect(without("new", all)).toBe(before);
      expect(without("gone", all)).toBe(after);
    }),
    { numRuns: 300 },
  );
});

test("two long texts that have nothing in common are told as a whole", () => {
  const [before, after] = ["a ".repeat(5000), "b ".repeat(5000)];
  const all = reworded(before, after);
  expect(without("new", all)).toBe(before);
  expect(without("gone", all)).toBe(after);
});

test("in two long texts, words that differ far apart are told at their places", () => {
  const lines = Array.from({ length: 1200 }, (_each, n) => `Line ${String(n)} says a thing or two.`);
  const text = (price: string, day: string): string =>
    ["Dear Ana,", `it costs ${price}.`, ...lines, `Until ${day} then,`, "Bo"].join("\n");
  expect(
    reworded(text("£700", "Monday"), text("£650", "Friday")).filter(({ kind }) => kind !== "same"),
  ).toEqual([
    { kind: "gone", text: "700" },
    { kind: "new", text: "650" },
    { kind: "gone", text: "Monday" },
    { kind: "new", text: "Friday" },
  ]);
});
