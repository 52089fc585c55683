/** Makes one copy of the sources that holds every mutant behind a switch, and bundles it with all that judges them. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { build } from "esbuild";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const ROOMS = ["plan", "request", "world", "desk"];

/** Test files run as they are. Left out: what is large or slow on purpose, and what needs a disk, a server or a build. */
const TESTS = ["plan", "request", "world", "desk", "dashboard", "journal", "action"];
const LEFT_OUT = ["tests/plan/slow.test.ts", "tests/dashboard/bounds.test.ts"];

/** Pure by law, asked the same again and again within one trial, and forgotten after it. How many arguments tell one question from another. */
const REMEMBERED = {
  "src/plan/parse.ts": { parsePlan: "(path, text) => `${path}\\n${text}`" },
  "src/request/parse.ts": { parseRequest: "(name, text, { device }) => `${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/request/receipt.ts": { parseReceipt: "(path, name, text, device) => `${path}\\n${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/device/acting.ts": { parseActing: "(text) => text ?? '\\u0000'" },
  "src/kit/hash.ts": { hashText: "(text) => text" },
  "src/dashboard/measure.ts": { safe: "(text, limit) => `${limit} ${text}`", linkTo: "(target, shown, block) => `${target}\\n${shown}\\n${block}`" },
  "src/dashboard/region.ts": { readRegion: "(text) => text" },
  "src/kit/yaml.ts": { readYaml: "(source) => source" },
};

function remembering(name, kept) {
  return `
import * as plain from "plain:${name}";
export * from "plain:${name}";
function remember(answer, keyOf) {
  const known = new Map();
  (globalThis.forget ??= []).push(() => known.clear());
  return (...question) => {
    const key = keyOf(...question);
    if (!known.has(key)) known.set(key, answer(...question));
    return known.get(key);
  };
}
${Object.entries(kept).map(([of, key]) => `export const ${of} = remember(plain.${of}, ${key});`).join("\n")}
`;
}

const quiet = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, fatal: console.error, isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false, isWarnEnabled: () => true, isErrorEnabled: () => true, isFatalEnabled: () => true };

function filesIn(folder, ending) {
  return readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`);
}

/** @returns {Promise<{ mutants: readonly object[], sources: Readonly<Record<string, string>>, folder: string, counting: string, plain: string }>} `counting` also counts how often each mutant is reached; a worker's working directory is `folder` */
export async function bundleMutants() {
  const sources = Object.fromEntries(ROOMS.flatMap((room) => filesIn(`src/${room}`, ".ts")).map((name) => [name, readFileSync(path.join(ROOT, name), "utf8")]));
  const instrumenter = new Instrumenter(quiet);
  const { files, mutants } = await instrumenter.instrument(
    Object.entries(sources).map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const changed = new Map(files.map(({ name, content }) => [name, content]));
  const folder = path.join(ROOT, "node_modules/.cache/planwright/mutate");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/tests`, { recursive: true });
  // Whoever edits a case while mutants are judged does not change the judge.
  cpSync(path.join(ROOT, "tests/cases"), `${folder}/tests/cases`, { recursive: true });
  const [counting, plain] = await Promise.all([bundle(`${folder}/counting.mjs`, changed), bundle(`${folder}/plain.mjs`, new Map([...changed].map(([name, text]) => [name, withoutCounting(text)])))]);
  return { mutants, sources, folder, counting, plain };
}

/** Counting at every expression takes most of the time there is. */
function withoutCounting(text) {
  const start = text.indexOf("function stryCov_9fa48()");
  const end = text.indexOf("function stryMutAct_9fa48(");
  if (start < 0 && end < 0) return text;
  if (start < 0 || end < start) throw new Error("The head of an instrumented file is not as expected.");
  return `${text.slice(0, start)}function stryCov_9fa48(..._ids: unknown[]): void {}\n${text.slice(end)}`;
}

async function bundle(outfile, changed) {
  const tests = TESTS.flatMap((room) => filesIn(`tests/${room}`, ".test.ts")).filter((name) => !LEFT_OUT.includes(name));
  const entries = [...tests, "tests/cases.test.ts", "tests/properties.test.ts", "tests/mutate/seeds.ts"];
  await build({
    absWorkingDir: ROOT, bundle: true, platform: "node", format: "esm", target: "node20", outfile, logLevel: "error",
    stdin: { contents: `${entries.map((name) => `import "open:${name}"; import "./${name}";`).join("\n")}\nexport { trials } from "./tests/mutate/vitest.ts";`, resolveDir: ROOT },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    alias: { vitest: path.join(ROOT, "tests/mutate/vitest.ts"), "fast-check": path.join(ROOT, "tests/mutate/fast-check.ts") },
    plugins: [
      {
        name: "mutants",
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^open:/ }, ({ path: name }) => ({ path: name.slice("open:".length), namespace: "open", sideEffects: true }));
          onLoad({ filter: /.*/, namespace: "open" }, ({ path: name }) => ({ contents: `import { open } from "vitest"; open(${JSON.stringify(name)});`, resolveDir: ROOT }));
          onResolve({ filter: /^\.\/story\/ground$/ }, () => ({ path: path.join(ROOT, "tests/mutate/ground.ts") }));
          onResolve({ filter: /^plain:/ }, ({ path: name }) => ({ path: path.join(ROOT, name.slice("plain:".length)), suffix: "?plain" }));
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file, suffix }) => {
            const name = path.relative(ROOT, file).replaceAll(path.sep, "/");
            const kept = suffix === "?plain" ? undefined : REMEMBERED[name];
            if (kept !== undefined) return { contents: remembering(name, kept), loader: "js", resolveDir: path.dirname(file) };
            return { contents: changed.get(name) ?? readFileSync(file, "utf8"), loader: "ts" };
          });
        },
      },
    ],
  });
  return pathToFileURL(outfile).href;
}
