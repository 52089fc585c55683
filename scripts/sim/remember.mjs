/**
 * Source files on their way into a bundle that asks the same a million times: texts of some are replaced, answers of
 * others are remembered.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../bundle.mjs";
import { readSources } from "../sources.mjs";

/**
 * Functions, by the names they are exported under. Pure, those of the core by law (tests/laws), and asked the same
 * again and again by every run. What tells one question from another.
 */
const REMEMBERED = {
  parsePlan: "(path, text) => `${path}\\n${text}`",
  parseRequest: "(name, text, { device }) => `${name}\\n${device?.id} ${device?.key}\\n${text}`",
  parseRecord: "(path, name, text, device) => `${path}\\n${name}\\n${device?.id} ${device?.key}\\n${text}`",
  parseActing: "(text) => text ?? '\\u0000'",
  hashText: "(text) => text",
  safe: "(text, limit) => `${limit} ${text}`",
  linkTo: "(target, shown, block, most) => `${most} ${target}\\n${shown}\\n${block}`",
  frameOf: "(text) => text",
  // With a zone, of which few runs have one, each question is new.
  summaryOf: "(plan, zone) => (zone === '' ? plan : Symbol())",
  createJudge: "(lists) => JSON.stringify(lists)",
  editPlan: "(path, text, edits) => `${path}\\n${JSON.stringify(edits)}\\n${text}`",
  showStamp: "(ms) => ms",
  readYaml: "(source, scalars = 'typed') => `${scalars} ${source}`",
};
/** The same for the simulator's own. */
const REMEMBERED_READING = {
  readAsPerson: "(text) => text",
  boxesOf: "(text) => text",
  logOf: "(text) => text",
  isWhole: "(text) => text",
  activeIn: "(text) => text",
};

/**
 * By file, its functions. Throws when a function is not exported by exactly one file: a run without its memory takes
 * ten times as long, and tells nobody. Throws, too, when a function takes more than its key tells apart: it would be
 * given the answer to another question.
 */
function findIn(folder, keys) {
  const files = Object.entries(readSources(folder));
  const found = {};
  for (const [name, key] of Object.entries(keys)) {
    const exported = new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, "m");
    const homes = files.filter(([, text]) => exported.test(text));
    if (homes.length !== 1)
      throw new Error(
        `The simulator remembers the answers of ${name}, which ${homes.length === 0 ? "no file exports" : `several files export: ${homes.map(([file]) => file).join(", ")}`} in ${folder}.`,
      );
    const [[home, text]] = homes;
    const takes = parametersOf(text.slice(text.search(exported)));
    const tells = parametersOf(key);
    if (takes !== tells)
      throw new Error(
        `${name} in ${home} takes ${String(takes)}, and the simulator remembers its answers by ${String(tells)}.`,
      );
    (found[home] ??= {})[name] = key;
  }
  return found;
}

/** How many parameters stand between the first round brackets: commas that are in no brackets of their own. */
function parametersOf(source) {
  const from = source.indexOf("(") + 1;
  let depth = 0;
  let count = 1;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === ")" && depth === 0) return /^[\s,]*$/.test(source.slice(from, at)) ? 0 : count;
    if ("([{<".includes(sign)) depth += 1;
    else if (")]}".includes(sign) || (sign === ">" && source[at - 1] !== "=")) depth -= 1;
    else if (sign === "," && depth === 0 && !/^\s*\)/.test(source.slice(at + 1))) count += 1;
  }
  throw new Error("The brackets of a function are not closed.");
}

/**
 * A plugin of esbuild.
 * @param {ReadonlyMap<string, string>} texts by path from the project's folder, what takes the place of a source file
 * @param {string} remember source text of `function remember(answer, keyOf)`, which answers with `answer` and a memory
 */
export function remembering(texts, remember) {
  const remembered = { ...findIn("src", REMEMBERED), ...findIn("tests/sim", REMEMBERED_READING) };
  return {
    name: "remembering",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^plain:/ }, ({ path: name }) => ({
        path: path.join(root, name.slice("plain:".length)),
        suffix: "?plain",
      }));
      onLoad({ filter: /\/(?:src|tests\/sim)\/.*\.ts$/ }, ({ path: file, suffix }) => {
        const name = path.relative(root, file).replaceAll(path.sep, "/");
        const kept = suffix === "?plain" ? undefined : remembered[name];
        if (kept !== undefined)
          return { contents: wrap(name, kept, remember), loader: "js", resolveDir: path.dirname(file) };
        return { contents: texts.get(name) ?? readFileSync(file, "utf8"), loader: "ts" };
      });
    },
  };
}

/** The same module, with an answer kept for every question. */
function wrap(name, kept, remember) {
  const functions = Object.entries(kept).map(
    ([of, key]) => `export const ${of} = remember(plain.${of}, ${key});`,
  );
  return `import * as plain from "plain:${name}";\nexport * from "plain:${name}";\n${remember}\n${functions.join("\n")}\n`;
}
