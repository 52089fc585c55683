/** Bundles the simulator with the production core into one module. `changes` maps a source file to the text that takes its place. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Pure by law (tests/laws), and asked the same again and again by every run. How many arguments tell one question from another. */
const REMEMBERED = {
  "src/plan/parse.ts": { parsePlan: "(path, text) => `${path}\\n${text}`" },
  "src/request/parse.ts": { parseRequest: "(name, text, { device }) => `${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/request/receipt.ts": { parseReceipt: "(path, name, text, device) => `${path}\\n${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/device/acting.ts": { parseActing: "(text) => text ?? '\\u0000'" },
  "src/kit/hash.ts": { hashText: "(text) => text" },
  "src/dashboard/measure.ts": { safe: "(text, limit) => `${limit} ${text}`", linkTo: "(target, shown, block) => `${target}\\n${shown}\\n${block}`" },
  "src/dashboard/region.ts": { writeRegion: "(text, content) => `${text === null ? 'none' : 'some'} ${text}\\u0000${content.join('\\n')}`" },
  "src/kit/yaml.ts": { readYaml: "(source) => source" },
};

/** @param {{ remember?: boolean, changes?: Readonly<Record<string, string>>, entry?: string }} options @returns {Promise<string>} the address to import */
export async function bundleSim({ remember = true, changes = {}, entry = "tests/sim/main.ts" } = {}) {
  const folder = path.join(ROOT, "node_modules/.cache/planwright");
  mkdirSync(folder, { recursive: true });
  const mark = createHash("sha256").update(JSON.stringify([remember, changes, entry, process.pid])).digest("hex").slice(0, 12);
  const outfile = path.join(folder, `sim-${mark}.mjs`);
  await build({
    entryPoints: [path.join(ROOT, entry)], bundle: true, platform: "node", format: "esm", target: "node20", outfile, logLevel: "error",
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [
      {
        name: "sim",
        setup({ onLoad, onResolve }) {
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file, suffix }) => {
            const name = path.relative(ROOT, file).replaceAll(path.sep, "/");
            const contents = changes[name] ?? readFileSync(file, "utf8");
            const kept = remember && suffix !== "?plain" ? REMEMBERED[name] : undefined;
            return kept === undefined ? { contents, loader: "ts" } : { contents: wrap(name, kept), loader: "js", resolveDir: path.dirname(file) };
          });
          onResolve({ filter: /^plain:/ }, ({ path: name }) => ({ path: path.join(ROOT, name.slice("plain:".length)), suffix: "?plain" }));
        },
      },
    ],
  });
  return pathToFileURL(outfile).href;
}

/** The same module, with an answer kept for every question. */
function wrap(name, kept) {
  const functions = Object.entries(kept).map(([of, key]) => `export const ${of} = remember(plain.${of}, ${key});`);
  return `
import * as plain from "plain:${name}";
export * from "plain:${name}";
const MOST = 5000;
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
}
${functions.join("\n")}
`;
}

