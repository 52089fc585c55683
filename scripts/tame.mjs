/**
 * What is taken out of packages on their way into a bundle. Each row replaces a file, or one exact passage of it; when a package
 * changes so that the passage is gone, the build stops, and somebody looks again.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

/** `from` absent means the whole file is replaced. */
const ROWS = [
  {
    file: "gray-matter/lib/engines.js",
    why: "`---js` runs the note as code, and the built-in YAML engine is an old js-yaml; the caller gives the only engine",
    to: "module.exports = {};",
  },
  {
    file: "gray-matter/index.js",
    why: "reading files is not its business, and a phone has none",
    from: "const fs = require('fs');",
    to: "",
  },
  {
    file: "gray-matter/index.js",
    why: "needs the line above",
    from: "const str = fs.readFileSync(filepath, 'utf8');",
    to: "throw new Error('not here: ' + filepath); const str = '';",
  },
  {
    file: "gray-matter/lib/utils.js",
    why: "a phone has no Buffer; `orig` is the text itself",
    from: "return typeof input === 'string' ? Buffer.from(input) : input;",
    to: "return input;",
  },
  {
    file: "zod/v4/core/util.js",
    why: "probes whether text may be run as code; the answer here is always no",
    from: 'const F = Function;\n        new F("");\n        return true;',
    to: "return false;",
  },
  {
    file: "zod/v4/core/doc.js",
    why: "runs generated text as code; never reached once the probe says no",
    from: /const F = Function;\n.*?\n {8}return factory\(\.\.\.Object\.values\(this\.closed\)\);/s,
    to: 'throw new Error("zod may not run generated code here");',
  },
  {
    file: "zod/v4/core/compile.js",
    why: "runs generated text as code; z.compile falls back to the plain parser",
    from: "const factory = new F(...constantNames, factoryCode);",
    to: 'const factory = () => { throw new Error("zod may not run generated code here"); };',
  },
  { file: "zod/v4/core/compile.js", why: "needs the line above", from: "const F = Function;", to: "" },
  {
    file: "zod/v4/locales/index.js",
    why: "fifty languages of messages; ours are in English",
    to: 'export { default as en } from "./en.js";',
  },
  {
    file: "@modelcontextprotocol/client/dist/shimsNode.mjs",
    why: "its JSON Schema validator writes code and runs it; the other one interprets",
    from: /import \{ n as AjvJsonSchemaValidator \} from "\.\/ajvProvider-[\w-]+\.mjs";/,
    to: 'import { CfWorkerJsonSchemaValidator as AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";',
  },
];

const byFile = group(ROWS);

/** Marks a question of our own, so that it is not asked again. */
const RESOLVED = Symbol("resolved");

export const tamedPackages = {
  name: "tamed-packages",
  setup(build) {
    // zod says that its files have no side effects. Bundled both at load and behind an import(), its files are then used before they
    // were evaluated: the bundler binds names to the file that defines them and drops the calls that would evaluate it first.
    build.onResolve(
      { filter: /^(zod(\/|$)|\.\.?\/)/ },
      async ({ path: wanted, importer, resolveDir, kind, pluginData }) => {
        const zods = wanted.startsWith("zod") || /[\\/]node_modules[\\/]zod[\\/]/.test(importer);
        if (!zods || pluginData === RESOLVED) return undefined;
        const found = await build.resolve(wanted, { importer, resolveDir, kind, pluginData: RESOLVED });
        return found.errors.length > 0
          ? undefined
          : { path: found.path, namespace: found.namespace, sideEffects: true };
      },
    );
    build.onLoad(
      { filter: /[\\/]node_modules[\\/](gray-matter|zod|@modelcontextprotocol)[\\/]/ },
      async ({ path: file }) => {
        const name = file.replaceAll(path.sep, "/").split("/node_modules/").at(-1);
        const rows = byFile.get(name);
        if (rows === undefined) return undefined;
        const before = await readFile(file, "utf8");
        return { contents: rows.reduce(tame, before), loader: "js", resolveDir: path.dirname(file) };
      },
    );
  },
};

function tame(text, { file, from, to, why }) {
  if (from === undefined) return to;
  const found =
    typeof from === "string"
      ? text.split(from).length - 1
      : [...text.matchAll(new RegExp(from, `${from.flags}g`))].length;
  if (found !== 1) throw new Error(`${file} has changed: expected one ${from} (${why}), found ${found}.`);
  return text.replace(from, () => to);
}

function group(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.file, [...(groups.get(row.file) ?? []), row]);
  return groups;
}
