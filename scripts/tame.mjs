/**
 * Cuts made in packages on their way into a bundle, and into the tests. Each row replaces a file, one exact passage of
 * it, or blocks of lines; when a package changes so that one of them is gone, the build stops, and somebody looks
 * again.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { cut } from "./tame/cut.mjs";
import { anthropicRows } from "./tame/anthropic.mjs";
import { googleRows } from "./tame/google.mjs";
import { mcpRows } from "./tame/mcp.mjs";
import { modelRows } from "./tame/models.mjs";
import { noteRows } from "./tame/notes.mjs";
import { rruleRows } from "./tame/rrule.mjs";
import { zodRows } from "./tame/zod.mjs";

const byFile = group([
  ...noteRows,
  ...rruleRows,
  ...zodRows,
  ...mcpRows,
  ...modelRows,
  ...anthropicRows,
  ...googleRows,
]);

/** The text of a package's file as it goes into a bundle; null where nothing is cut. */
export async function tamed(file) {
  const rows = byFile.get(file.replaceAll(path.sep, "/").split("/node_modules/").at(-1));
  return rows === undefined ? null : rows.reduce(cut, await readFile(file, "utf8"));
}

/** Marks a question of our own, so that it is not asked again. */
const RESOLVED = Symbol("resolved");

export const tamedPackages = {
  name: "tamed-packages",
  setup(build) {
    // zod says that its files have no side effects. Bundled both at load and behind an import(), its files are then
    // used before they were evaluated: the bundler binds names to the file that defines them and drops the calls that
    // would evaluate it first. The MCP client does not say that its files only define things; they do, and what nobody
    // imports of them is left out.
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
    // For Node, this package names a bundle of itself, in which nothing can be left out.
    build.onResolve({ filter: /^rrule$/ }, ({ importer, resolveDir, kind }) =>
      build.resolve("rrule/dist/esm/index.js", { importer, resolveDir, kind }),
    );
    build.onLoad(
      {
        filter:
          /[\\/]node_modules[\\/](gray-matter|js-yaml|minisearch|rrule|zod|@modelcontextprotocol|jose|@ai-sdk)[\\/]/,
      },
      async ({ path: file }) => {
        const contents = await tamed(file);
        return contents === null ? undefined : { contents, loader: "js", resolveDir: path.dirname(file) };
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

function group(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.file, [...(groups.get(row.file) ?? []), row]);
  return groups;
}
