/** Bundles the simulator with the production core into one module, which is gone when this process ends. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../bundle.mjs";
import { tamedPackages } from "../tame.mjs";
import { remembering } from "./remember.mjs";

/** Across runs, the questions of the last few thousand answers. */
const REMEMBER = `
const MOST = 1500;
function remember(answer, keyOf) {
  let young = new Map();
  let old = new Map();
  return (...question) => {
    const key = keyOf(...question);
    if (young.has(key)) return young.get(key);
    if (old.has(key)) return old.get(key);
    const found = answer(...question);
    if (young.size >= MOST) {
      old = young;
      young = new Map();
    }
    young.set(key, found);
    return found;
  };
}`;

const made = [];
process.once("exit", () => made.forEach((file) => rmSync(file, { force: true })));

/**
 * @param {{ changes?: Readonly<Record<string, string>>, entry?: string }} options `changes` maps a source file to the
 * text that takes its place @returns {Promise<string>} the address to import
 */
export async function bundleSim({ changes = {}, entry = "tests/sim/main.ts" } = {}) {
  const folder = path.join(root, "node_modules/.cache/planwright");
  mkdirSync(folder, { recursive: true });
  const mark = createHash("sha256")
    .update(JSON.stringify([changes, entry, process.pid]))
    .digest("hex")
    .slice(0, 12);
  const outfile = path.join(folder, `sim-${mark}.mjs`);
  made.push(outfile);
  await build({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "error",
    // A test brings its own.
    external: ["vitest"],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    // The packages as they are shipped.
    plugins: [tamedPackages, remembering(new Map(Object.entries(changes)), REMEMBER)],
  });
  return pathToFileURL(outfile).href;
}
