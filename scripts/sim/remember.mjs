/** Source files on their way into a bundle that asks the same a million times: texts of some are replaced, answers of others are remembered. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../bundle.mjs";

/** Pure, those of the core by law (tests/laws), and asked the same again and again by every run. What tells one question from another. */
const REMEMBERED = {
  "src/plan/parse.ts": { parsePlan: "(path, text) => `${path}\\n${text}`" },
  "src/request/parse.ts": { parseRequest: "(name, text, { device }) => `${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/request/record.ts": { parseReceipt: "(path, name, text, device) => `${path}\\n${name}\\n${device?.id} ${device?.key}\\n${text}`" },
  "src/device/acting.ts": { parseActing: "(text) => text ?? '\\u0000'" },
  "src/kit/hash.ts": { hashText: "(text) => text" },
  "src/views/dashboard/measure.ts": { safe: "(text, limit) => `${limit} ${text}`", linkTo: "(target, shown, block) => `${target}\\n${shown}\\n${block}`" },
  "src/views/dashboard/frame.ts": { frameOf: "(text) => text" },
  "src/catalog/card.ts": { cardOf: "(plan) => plan" },
  "src/intake/judge.ts": { createJudge: "(lists) => JSON.stringify(lists)" },
  "src/plan/edit.ts": { editPlan: "(path, text, edits) => `${path}\\n${JSON.stringify(edits)}\\n${text}`" },
  "src/kit/dates.ts": { showStamp: "(ms) => ms" },
  "tests/sim/reading.ts": { readAsPerson: "(text) => text", boxesOf: "(text) => text", logOf: "(text) => text", isWhole: "(text) => text", activeIn: "(text) => text" },
  "src/kit/yaml.ts": { readYaml: "(source) => source" },
};

/**
 * A plugin of esbuild.
 * @param {ReadonlyMap<string, string>} texts by path from the project's folder, what takes the place of a source file
 * @param {string} remember source text of `function remember(answer, keyOf)`, which answers with `answer` and a memory
 */
export function remembering(texts, remember) {
  return {
    name: "remembering",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^plain:/ }, ({ path: name }) => ({ path: path.join(root, name.slice("plain:".length)), suffix: "?plain" }));
      onLoad({ filter: /\/(?:src|tests\/sim)\/.*\.ts$/ }, ({ path: file, suffix }) => {
        const name = path.relative(root, file).replaceAll(path.sep, "/");
        const kept = suffix === "?plain" ? undefined : REMEMBERED[name];
        if (kept !== undefined) return { contents: wrap(name, kept, remember), loader: "js", resolveDir: path.dirname(file) };
        return { contents: texts.get(name) ?? readFileSync(file, "utf8"), loader: "ts" };
      });
    },
  };
}

/** The same module, with an answer kept for every question. */
function wrap(name, kept, remember) {
  const functions = Object.entries(kept).map(([of, key]) => `export const ${of} = remember(plain.${of}, ${key});`);
  return `import * as plain from "plain:${name}";\nexport * from "plain:${name}";\n${remember}\n${functions.join("\n")}\n`;
}
