/**
 * Builds the page: its script and its host, from the stand-in of the app, and main.js as it is built now. Nothing is
 * written into the project.
 */
import path from "node:path";
import { build } from "esbuild";
import { buildPlugin, root } from "../bundle.mjs";

const from = (name) => path.join(root, "tests/app/page", name);
const shared = { absWorkingDir: root, bundle: true, target: "es2022", charset: "utf8", logLevel: "warning" };
/** The package has types only; the stand-in is the module. */
const alias = { obsidian: path.join(root, "tests/app/obsidian/index.ts") };

/** `folder`: outside the project. Answers the three files. */
export async function bundlePage(folder) {
  const page = path.join(folder, "page.js");
  const host = path.join(folder, "host.mjs");
  const plugin = path.join(folder, "main.js");
  await Promise.all([
    buildPlugin({ file: plugin }),
    build({
      ...shared,
      alias,
      entryPoints: [from("page.ts")],
      outfile: page,
      platform: "browser",
      format: "iife",
    }),
    build({
      ...shared,
      alias,
      entryPoints: [from("host/host.ts")],
      outfile: host,
      platform: "node",
      format: "esm",
    }),
  ]);
  return { page, host, plugin };
}
