/**
 * Cuts made in packages on their way into a bundle. Each row replaces a file, or one exact passage of it;
 * when a package changes so that the passage is gone, the build stops, and somebody looks again.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

/**
 * `from` absent means the whole file is replaced. `times`: how often the passage is there; once, unless it says
 * otherwise.
 */
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
    why: "thirty kilobytes that write code and run it; a schema that cannot be compiled works as it is",
    to: `export const INVALID = Symbol.for("zod.compile.invalid");
export class ZodCompileAsyncError extends Error {}
export class ZodCompileUnsupportedError extends Error {}
const no = () => { throw new Error("zod may not run generated code here"); };
export { no as withParser, no as compileFn };
export const compile = (schema) => schema;
`,
  },
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
  {
    file: "@modelcontextprotocol/client/dist/cfWorkerProvider-l7BFVI5n.mjs",
    why: "checks answers by their schema where nobody gives another checker; ours is always given (adapters/mcp/connection.ts)",
    to: `class CfWorkerJsonSchemaValidator {
  getValidator() { throw new Error("Answers are not checked by their schema here."); }
}
export { CfWorkerJsonSchemaValidator as t };
`,
  },
  {
    file: "jose/dist/webapi/index.js",
    why: "signs in to servers by OAuth, which no server in the settings can ask for",
    to: "export {};",
  },
  {
    file: "@modelcontextprotocol/client/dist/public-CvV4ZHkX.mjs",
    why: "the same sign-in; a server that wants it gets no answer, as before",
    from: /async function auth\(provider, options\) \{\n.*?\n\}\n/s,
    to: 'async function auth() { throw new Error("No sign-in by OAuth here."); }\n',
  },
  {
    file: "@modelcontextprotocol/client/dist/src-CeKsbNLO.mjs",
    why: "templates of addresses, which nobody here fills in",
    from: "var UriTemplate = class UriTemplate {",
    to: "var UriTemplate = /* @__PURE__ */ class UriTemplate {",
  },
  {
    file: "@ai-sdk/provider-utils/dist/index.js",
    why: "schemas of the zod before this one, which nobody here has",
    from: 'jsonSchema(() => zod3ToJsonSchema(zodSchema, { $refStrategy: useReferences ? "root" : "none" })',
    to: 'jsonSchema(() => { throw new Error("Only schemas of zod 4."); }',
  },
  ...[
    ["@ai-sdk/anthropic/dist/internal/index.js", 1],
    ["@ai-sdk/google/dist/internal/index.js", 2],
    ["@ai-sdk/openai-compatible/dist/index.js", 2],
  ].map(([file, times]) => ({
    file,
    times,
    why: "answers in one piece; ours stream",
    from: /\tasync doGenerate\(options\) \{\n(?:(?!\n\t\}\n).)*\n\t\}\n(?=\tasync doStream)/s,
    to: '\tdoGenerate() { throw new Error("Only streams."); }\n',
  })),
  {
    file: "@ai-sdk/anthropic/dist/internal/index.js",
    why: "tools that run at the provider; ours all run here",
    from: /\t\t\tswitch \(tool\.id\) \{\n.*?\n\t\t\t\}\n(?=\t\t\tbreak;\n\t\tdefault: toolWarnings)/s,
    to: '\t\t\ttoolWarnings.push({ type: "unsupported", feature: tool.id });\n',
  },
  {
    file: "@ai-sdk/anthropic/dist/internal/index.js",
    why: "the same tools, in what was said before",
    from: /\t{8}if \(part\.providerExecuted\) \{\n.*?\n\t{8}\}\n/s,
    to: "",
  },
  {
    file: "@ai-sdk/anthropic/dist/internal/index.js",
    why: "their results, in what was said before",
    from: /\t{7}case "tool-result": \{\n.*?\n\t{7}\}\n/s,
    to: 'case "tool-result": break;\n',
  },
  {
    file: "@ai-sdk/google/dist/internal/index.js",
    why: "tools that run at the provider; ours all run here",
    from: /\tif \(hasProviderTools\) \{\n.*?\n\t\}\n/s,
    to: "",
  },
  {
    file: "@ai-sdk/google/dist/internal/index.js",
    why: "pages that such tools found; nobody asks for them",
    from: /(?<=function extractSources\([^\n]*\n).*?(?=\n\}\n)/s,
    to: "",
  },
  {
    file: "@ai-sdk/google/dist/internal/index.js",
    why: "the same pages, as they arrive",
    from: /(?<=const getGroundingMetadataSchema = \(\) => )z\.object\(\{\n.*?\n\}\)(?=;\n)/s,
    to: "z.any()",
  },
  ...[
    "@ai-sdk/anthropic/dist/internal/index.js",
    "@ai-sdk/google/dist/internal/index.js",
    "@ai-sdk/openai-compatible/dist/index.js",
  ].map((file) => ({
    file,
    why: "the object z keeps all of zod; a namespace keeps what is used of it",
    from: 'import { z } from "zod/v4";',
    to: 'import * as z from "zod/v4";',
  })),
  ...[
    ["@ai-sdk/anthropic/dist/internal/index.js", 1],
    ["@ai-sdk/google/dist/internal/index.js", 3],
    ["@ai-sdk/openai-compatible/dist/index.js", 4],
  ].flatMap(([file, times]) =>
    ["SERIALIZE", "DESERIALIZE"].map((name) => ({
      file,
      times,
      why: "a computed name keeps classes that nothing uses (speech, images, embeddings); no workflow runs here",
      from: `static [WORKFLOW_${name}](`,
      to: `static ${name}(`,
    })),
  ),
  ...[
    ["@ai-sdk/anthropic/dist/internal/index.js", "lazySchema", 55],
    ["@ai-sdk/anthropic/dist/internal/index.js", "createProviderDefinedToolFactory", 11],
    ["@ai-sdk/anthropic/dist/internal/index.js", "createProviderExecutedToolFactory", 12],
    ["@ai-sdk/google/dist/internal/index.js", "lazySchema", 9],
    ["@ai-sdk/google/dist/internal/index.js", "createProviderExecutedToolFactory", 4],
  ].map(([file, name, times]) => ({
    file,
    times,
    why: "a call that is not said to be pure keeps the schemas of tools that nobody here uses",
    from: `= ${name}(`,
    to: `= /* @__PURE__ */ ${name}(`,
  })),
];

const byFile = group(ROWS);

/** Marks a question of our own, so that it is not asked again. */
const RESOLVED = Symbol("resolved");

export const tamedPackages = {
  name: "tamed-packages",
  setup(build) {
    // zod says that its files have no side effects. Bundled both at load and behind an import(), its files are then
    // used before they
    // were evaluated: the bundler binds names to the file that defines them and drops the calls that would evaluate
    // it first.
    // The MCP client does not say that its files only define things; they do, and what nobody imports of them is left
    // out.
    build.onResolve(
      { filter: /^(zod(\/|$)|@modelcontextprotocol\/|eventsource$|pkce-challenge$|\.\.?\/)/ },
      async ({ path: wanted, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === RESOLVED) return undefined;
        const sideEffects = hasSideEffects(wanted, importer);
        if (sideEffects === null) return undefined;
        const found = await build.resolve(wanted, { importer, resolveDir, kind, pluginData: RESOLVED });
        return found.errors.length > 0
          ? undefined
          : { path: found.path, namespace: found.namespace, sideEffects };
      },
    );
    build.onLoad(
      { filter: /[\\/]node_modules[\\/](gray-matter|zod|@modelcontextprotocol|jose|@ai-sdk)[\\/]/ },
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

/** Null where the package itself is believed. */
function hasSideEffects(wanted, importer) {
  const isOf = (name) =>
    wanted.startsWith(name) || (wanted.startsWith(".") && importer.includes(`node_modules/${name}/`));
  if (isOf("zod")) return true;
  return isOf("@modelcontextprotocol") || ["eventsource", "pkce-challenge"].includes(wanted) ? false : null;
}

function tame(text, { file, from, to, why, times = 1 }) {
  if (from === undefined) return to;
  const found =
    typeof from === "string"
      ? text.split(from).length - 1
      : [...text.matchAll(new RegExp(from, `${from.flags}g`))].length;
  if (found !== times)
    throw new Error(`${file} has changed: expected ${times} of ${from} (${why}), found ${found}.`);
  return text.replaceAll(typeof from === "string" ? from : new RegExp(from, `${from.flags}g`), () => to);
}

function group(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.file, [...(groups.get(row.file) ?? []), row]);
  return groups;
}
