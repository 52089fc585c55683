/**
 * The stand-in has every name that main.js takes from the app: a missing name would otherwise show only when a test
 * reaches it.
 */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { tamedPackages } from "../../scripts/tame.mjs";
import * as standIn from "./obsidian/index";

const PLATFORM = ["Platform", "Notice", "Menu", "debounce", "requestUrl", "request"];

test("every value that main.js imports from the app is in the stand-in", async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["src/main.ts"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["obsidian", "electron", "@codemirror/*", "node:*"],
    plugins: [tamedPackages],
    logLevel: "error",
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).not.toMatch(/import\s+\*\s+as\s+\w+\s+from\s+"obsidian"/);
  const names = [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"obsidian"/g)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((each) => each.trim().split(/\s+as\s+/)[0] ?? "")
      .filter((each) => each !== ""),
  );
  expect(names.length).toBeGreaterThan(10);
  const lacking = [...new Set(names)].filter((name) => !(name in standIn) && !PLATFORM.includes(name));
  expect(lacking).toEqual([]);
});
