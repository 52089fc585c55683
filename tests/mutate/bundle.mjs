/** Makes one copy of the sources that holds every mutant behind a switch, and bundles it with all that judges them. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { build } from "esbuild";
import { root } from "../../scripts/bundle.mjs";
import { remembering } from "../../scripts/sim/remember.mjs";

export const ROOMS = [
  "note/plan",
  "approval",
  "approval/request",
  "rules",
  "overview",
  "engine",
  "engine/scan",
  "engine/perform",
  "engine/commands",
  "note/index",
  "note/proposal",
  "note/intake",
];

/** Test files run as they are. Left out: what is large or slow on purpose, what counts how much was drawn, and what needs a disk, a server or a build. */
const TESTS = [
  "plan",
  "request",
  "approval",
  "rules",
  "overview",
  "overview/dashboard",
  "engine",
  "action",
  "index",
  "proposal",
  "intake",
];
const LEFT_OUT = [
  "tests/plan/slow.test.ts",
  "tests/overview/dashboard/bounds.test.ts",
  "tests/proposal/merge.test.ts",
  "tests/proposal/repair.test.ts",
];

/** Forgotten after each trial: the next may have another mutant. */
const REMEMBER = `
function remember(answer, keyOf) {
  const known = new Map();
  (globalThis.forget ??= []).push(() => known.clear());
  return (...question) => {
    const key = keyOf(...question);
    if (!known.has(key)) known.set(key, answer(...question));
    return known.get(key);
  };
}`;

const quiet = {
  trace() {},
  debug() {},
  info() {},
  warn: console.warn,
  error: console.error,
  fatal: console.error,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
};

function filesIn(folder, ending) {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** @returns {Promise<{ mutants: readonly object[], sources: Readonly<Record<string, string>>, folder: string, counting: string, plain: string }>} `counting` also counts how often each mutant is reached; a worker's working directory is `folder` */
export async function bundleMutants() {
  const sources = Object.fromEntries(
    ROOMS.flatMap((room) => filesIn(`src/${room}`, ".ts")).map((name) => [
      name,
      readFileSync(path.join(root, name), "utf8"),
    ]),
  );
  const instrumenter = new Instrumenter(quiet);
  const { files, mutants } = await instrumenter.instrument(
    Object.entries(sources).map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const changed = new Map(files.map(({ name, content }) => [name, content]));
  const folder = path.join(root, "node_modules/.cache/planwright/mutate");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/tests`, { recursive: true });
  // Whoever edits a case while mutants are judged does not change the judge.
  cpSync(path.join(root, "tests/cases"), `${folder}/tests/cases`, { recursive: true });
  const [counting, plain] = await Promise.all([
    bundle(`${folder}/counting.mjs`, changed),
    bundle(`${folder}/plain.mjs`, new Map([...changed].map(([name, text]) => [name, withoutCounting(text)]))),
  ]);
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
  const tests = TESTS.flatMap((room) => filesIn(`tests/${room}`, ".test.ts")).filter(
    (name) => !LEFT_OUT.includes(name),
  );
  const entries = [...tests, "tests/cases.test.ts", "tests/properties.test.ts", "tests/mutate/seeds.ts"];
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "error",
    stdin: {
      contents: `${entries.map((name) => `import "open:${name}"; import "./${name}";`).join("\n")}\nexport { trials } from "./tests/mutate/vitest.ts";`,
      resolveDir: root,
    },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    alias: {
      vitest: path.join(root, "tests/mutate/vitest.ts"),
      "fast-check": path.join(root, "tests/mutate/fast-check.ts"),
    },
    plugins: [
      remembering(changed, REMEMBER),
      {
        name: "trials",
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^open:/ }, ({ path: name }) => ({
            path: name.slice("open:".length),
            namespace: "open",
            sideEffects: true,
          }));
          onLoad({ filter: /.*/, namespace: "open" }, ({ path: name }) => ({
            contents: `import { open } from "vitest"; open(${JSON.stringify(name)});`,
            resolveDir: root,
          }));
          onResolve({ filter: /^\.\/story\/ground$/ }, () => ({
            path: path.join(root, "tests/mutate/ground.ts"),
          }));
        },
      },
    ],
  });
  return pathToFileURL(outfile).href;
}
