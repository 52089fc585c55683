/**
 * Makes the table of prices of models, `src/settings/prices.ts`, from the package @pydantic/genai-prices: of the
 * providers that are asked directly, each model whose price is one number a token. A model with several prices in a day
 * is left out: an unknown price is told as unknown, a wrong one is not. `npm run prices` after a newer version of that
 * package was installed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

const PROVIDERS = [
  "anthropic",
  "google",
  "openai",
  "mistral",
  "deepseek",
  "groq",
  "x-ai",
  "moonshotai",
  "cerebras",
];
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const target = path.join(root, "src/settings/prices.ts");

/** `date`: of the prices, as `2026-09-23`. Answers the text of the file. */
export async function pricesFile(date) {
  const { findProvider } = require("@pydantic/genai-prices");
  const about = JSON.parse(
    await readFile(path.join(root, "node_modules/@pydantic/genai-prices/package.json"), "utf8"),
  );
  const tables = PROVIDERS.map((providerId) => {
    const provider = findProvider({ providerId });
    return {
      address: `^${provider.api_pattern}`,
      models: provider.models.map((model) => rowOf(model, date)).filter((row) => row !== null),
    };
  });
  const text = `/**
 * Prices of models as of ${date}, made by \`npm run prices\` from @pydantic/genai-prices ${about.version} (MIT). Do not edit.
 *
 * A row: a pattern of names, then US dollars for a million tokens: in, out, in from the cache, put into the cache (“-”:
 * as in; at the end of a row they are left out). Behind a “>”, so many tokens in, and the four prices of a longer
 * question. The first row that fits counts.
 */
export const PRICES_DATE = ${JSON.stringify(date)};

export const PRICE_TABLES: readonly { readonly address: string; readonly models: string }[] = [
${tables.map(({ address, models }) => `{ address: ${JSON.stringify(address)}, models: String.raw\`\n${models.join("\n")}\` }`).join(",\n")}
];
`;
  return await prettier.format(text, { ...(await prettier.resolveConfig(target)), parser: "typescript" });
}

function rowOf({ match, prices }, date) {
  const pattern = patternOf(match).replaceAll(" ", "\\s");
  const now = pricesAt(prices, date);
  const [input, output] = [now?.input_mtok, now?.output_mtok];
  // It may be there under a name that a later row fits too: one without a price stops the search.
  if (input === undefined || output === undefined) return `${pattern} ?`;
  const all = [input, output, now.cache_read_mtok, now.cache_write_mtok];
  const tiers = all.flatMap((price) => (typeof price === "object" ? price.tiers : []));
  const starts = [...new Set(tiers.map(({ start }) => start))];
  if (starts.length > 1) return `${pattern} ?`;
  const base = all.map((price) => (typeof price === "object" ? price.base : price));
  const above = all.map((price) => (typeof price === "object" ? price.tiers[0].price : price));
  return [
    pattern,
    ...base.map(spelled),
    ...(starts.length === 0 ? [] : [`>${starts[0]}`, ...above.map(spelled)]),
  ]
    .join(" ")
    .replace(/(?: -)+$/, "");
}

const spelled = (price) => (price === undefined ? "-" : String(price));

/** Null where the price depends on the time of day. */
function pricesAt(prices, date) {
  if (!Array.isArray(prices)) return prices;
  if (prices.some(({ constraint }) => constraint !== undefined && constraint.type !== "start_date"))
    return null;
  // The last that applies counts.
  return (
    prices.findLast(({ constraint }) => constraint === undefined || constraint.start_date <= date)?.prices ??
    null
  );
}

function patternOf(match) {
  const exactly = (text) => text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if ("or" in match) return match.or.map(patternOf).join("|");
  if ("and" in match)
    return `^${match.and.map((each) => `(?=.*?(?:${patternOf(each).replace(/\^/g, "^")}))`).join("")}`;
  if ("equals" in match) return `^${exactly(match.equals)}$`;
  if ("starts_with" in match) return `^${exactly(match.starts_with)}`;
  if ("ends_with" in match) return `${exactly(match.ends_with)}$`;
  if ("contains" in match) return exactly(match.contains);
  return `(?:${match.regex})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const date = process.argv[2];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date ?? "")) {
    console.error("Say of which day the prices are: npm run prices -- 2026-09-23");
    process.exitCode = 2;
  } else await writeFile(target, await pricesFile(date));
}
