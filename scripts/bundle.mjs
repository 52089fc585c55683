/**
 * Builds the two doors: `main.js`, which Obsidian evaluates on a desktop and on a phone, and `planwright.mjs`, which
 * runs anywhere Node does. Same sources, same bytes: nothing here reads a clock, an absolute path or the environment.
 *
 * The build refuses what would only show on somebody's phone: a package that runs text as code, Node needed at load, a
 * slow package evaluated before it is used, the old YAML parser coming back in.
 */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules, isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "@swc/core";
import { build } from "esbuild";
import { tamedPackages } from "./tame.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

const NODE = ["node:*", ...builtinModules];

/** Packages evaluated on first use, never at load. */
const LATE = ["node_modules/@modelcontextprotocol/", "node_modules/@ai-sdk/"];

/** Files that must not be in either door, and why. */
const UNWANTED = [
  {
    in: "node_modules/gray-matter/node_modules/",
    why: "gray-matter brings its own old js-yaml; only js-yaml 5 may read notes",
  },
  { in: "/ajvProvider-", why: "this JSON Schema validator writes code and runs it" },
  { in: "node_modules/obsidian/", why: "the app gives this package; it has no code of its own" },
];

/** `main.js`: a CommonJS module in a window, with no Node on a phone. */
export async function buildPlugin({ entry = "src/main.ts", file }) {
  const result = await build({
    ...shared,
    entryPoints: [entry],
    outfile: file,
    platform: "browser",
    format: "cjs",
    external: ["obsidian", "electron", "@codemirror/*", ...NODE],
    // A window cannot import "node:…"; the app's own require can, so import() of Node becomes a late require.
    supported: { "dynamic-import": false },
    minify: true,
  });
  refuse(result.metafile, entry, (name) => isBuiltin(name) || name === "electron");
  await put(file, await shorten(textOf(result)), 0o644);
  return result.metafile;
}

/**
 * The app parses the whole file at each start: a second look, across statements, takes 3 % away. A function without a
 * `this` becomes an arrow there; nothing in the bundle builds an object with one (tests/build.test.ts).
 */
async function shorten(text) {
  const { code } = await minify(text, {
    compress: { ecma: 2022, passes: 3, toplevel: true, unsafe_arrows: true },
    mangle: { toplevel: true },
    ecma: 2022,
    module: false,
    format: { comments: "some" },
  });
  return code;
}

/**
 * `planwright.mjs`: an executable ES module that needs nothing but Node, and the parts that it loads when a call needs
 * them, in a folder of the same name beside it.
 */
export async function buildTerminal({ entry = "src/cli.ts", file }) {
  const { dir, name } = path.parse(file);
  const result = await build({
    ...shared,
    entryPoints: [{ in: entry, out: name }],
    outdir: dir,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    chunkNames: `${name}/[name]-[hash]`,
    platform: "node",
    target: "node20",
    format: "esm",
    external: NODE,
    // Node reads a part whole before it runs a line of it.
    minify: true,
    charset: "ascii",
    // Node reads such patterns as they are; written as calls, each would be made anew at every use.
    supported: { "regexp-unicode-property-escapes": true },
    // CommonJS packages inside an ES module ask for Node through `require`.
    banner: {
      js: 'import { createRequire as createRequireHere } from "node:module";\nconst require = createRequireHere(import.meta.url);',
    },
  });
  refuse(result.metafile, entry, () => false);
  await rm(path.join(dir, name), { recursive: true, force: true });
  for (const { path: at, text } of result.outputFiles) {
    const isProgram = path.resolve(at) === path.resolve(file);
    const isReady = !isProgram || text.startsWith("#!");
    await put(at, isReady ? text : `#!/usr/bin/env node\n${text}`, isProgram ? 0o755 : 0o644);
  }
  return result.metafile;
}

/** Leaves out when each rule applies: only the docs say it, and they are drawn from the sources. */
export const leaveOutDocs = (text) => text.replace(/^ *when: "(?:[^"\\]|\\.)*",$/gm, "");

const withoutDocs = {
  name: "without-docs",
  setup(plugins) {
    plugins.onLoad({ filter: /[\\/]src[\\/]rules[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: leaveOutDocs(await readFile(file, "utf8")),
      loader: "ts",
    }));
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  logLevel: "warning",
  treeShaking: true,
  plugins: [tamedPackages, withoutDocs],
};

/** Throws one sentence per offence when the bundle holds, or evaluates at load, what it must not. */
function refuse(metafile, entry, isRefusedAtLoad) {
  const offences = [];
  for (const file of Object.keys(metafile.inputs)) {
    for (const { in: part, why } of UNWANTED) if (file.includes(part)) offences.push(`${file}: ${why}`);
  }
  for (const file of reachedAtLoad(metafile, entry)) {
    if (LATE.some((part) => file.includes(part)))
      offences.push(`${file}: evaluated at load; reach it with import() where it is used`);
    for (const { path: name, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== "dynamic-import" && isRefusedAtLoad(name))
        offences.push(`${file}: needs ${name} at load; use import() behind Platform.isDesktop`);
    }
  }
  if (offences.length > 0)
    throw new Error(`The build of ${entry} refuses:\n  ${[...new Set(offences)].join("\n  ")}`);
}

/** Every file that is evaluated without anyone calling import(). */
function reachedAtLoad(metafile, entry) {
  const start = Object.keys(metafile.inputs).find(
    (file) => path.resolve(root, file) === path.resolve(root, entry),
  );
  if (start === undefined) throw new Error(`${entry} is not in its own bundle.`);
  const reached = new Set([start]);
  for (const file of reached) {
    for (const { path: next, kind, external } of metafile.inputs[file].imports) {
      if (!external && kind !== "dynamic-import" && next in metafile.inputs) reached.add(next);
    }
  }
  return reached;
}

function textOf(result) {
  const [output] = result.outputFiles;
  if (output === undefined || result.outputFiles.length !== 1) throw new Error("The plugin is one file.");
  return output.text;
}

async function put(file, text, mode) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, mode);
}
