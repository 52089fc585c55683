import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import caught from "./planted-caught.json";
import { INVARIANTS } from "./invariants";
import { plant, PLANTED } from "./planted";
import { UNSEEN } from "./walls";

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

  it("make every invariant fail but those of which it is said what stands in front", () => {
    const failed = new Set(Object.values(caught).flatMap((each) => each.failed));
    expect(INVARIANTS.map(({ name }) => name).filter((name) => !failed.has(name)).sort()).toEqual(Object.keys(UNSEEN).sort());
  });
});
