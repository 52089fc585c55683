import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import caught from "./planted-caught.json";
import { plant, PLANTED } from "./planted";

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");

describe("the planted bugs", () => {
  it("are more than forty, each named once", () => {
    expect(PLANTED.length).toBeGreaterThan(40);
    expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
  });

  it.each(PLANTED.map((row) => [row.name, row] as const))("%s: each text it changes stands there once, and what becomes of it compiles", async (_name, row) => {
    for (const text of Object.values(plant(row, read))) expect((await transform(text, { loader: "ts" })).code).not.toBe("");
  });

  it("have all been caught, and what caught each is written down", () => {
    expect(Object.keys(caught).sort()).toEqual(PLANTED.map(({ name }) => name).sort());
  });
});
