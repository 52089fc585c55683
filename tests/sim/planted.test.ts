import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import caught from "./planted-caught.json";
import { INVARIANTS } from "./invariants";
import { readSources } from "../../scripts/sources.mjs";
import { plant } from "./plant";
import { PLANTED } from "./planted";

const sources = readSources();

describe("the planted bugs", () => {
  it("are more than forty, each named once", () => {
    expect(PLANTED.length).toBeGreaterThan(40);
    expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
  });

  it.each(PLANTED.map((row) => [row.name, row] as const))(
    "%s: what it changes is there once, and what becomes of it compiles",
    async (_name, row) => {
      const changed = Object.entries(plant(row, sources));
      for (const [file, text] of changed) {
        expect(text).not.toBe(sources[file]);
        expect((await transform(text, { loader: "ts" })).code).not.toBe("");
      }
    },
  );

  it("are found however the code around them is laid out", () => {
    const row = { name: "a", guards: "", in: "sum", find: "return add(a, b);", with: "return 0;" };
    const laid =
      "export function sum(a: number, b: number): number {\n  return add(\n    a,\n    b,\n  );\n}\n";
    expect(plant(row, { "src/any.ts": laid })["src/any.ts"]).toBe(
      "export function sum(a: number, b: number): number {\n  return 0;\n}\n",
    );
  });

  it.each([
    ["is gone", "export function sum(): number {\n  return 1;\n}\n"],
    ["is there twice", "export function sum(): number {\n  return add(a, b);\n  return add(a, b);\n}\n"],
    [
      "is in another function only",
      "export function product(): number {\n  return add(a, b);\n}\n\nfunction sum(): void {}\n",
    ],
  ])("cannot be put where what they change %s", (_why, text) => {
    expect(() =>
      plant(
        { name: "a", guards: "", in: "sum", find: "return add(a, b);", with: "" },
        { "src/any.ts": text },
      ),
    ).toThrow("times in sum");
  });

  it("have all been caught, and what caught each is written down", () => {
    expect(Object.keys(caught).sort()).toEqual(PLANTED.map(({ name }) => name).sort());
  });

  it("make every invariant fail", () => {
    const failed = new Set(Object.values(caught).flatMap((each) => each.failed));
    expect(INVARIANTS.map(({ name }) => name).filter((name) => !failed.has(name))).toEqual([]);
  });
});
