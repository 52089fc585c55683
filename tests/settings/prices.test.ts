/** The table of prices says what the package says that it was made from. */
import { readFileSync } from "node:fs";
import { calcPrice, findProvider } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import { pricesFile } from "../../scripts/prices.mjs";
import { costOf, priceOf } from "../../src/settings/models";
import { PRICES_DATE, PRICE_TABLES } from "../../src/settings/prices";
import { readSettings, type Model } from "../../src/settings/settings";

function model(url: string, name: string, more: object = {}): Model {
  const parsed = readSettings({
    models: { main: { provider: "openai-compatible", url, model: name, ...more } },
  });
  const found = parsed.kind === "settings" ? parsed.settings.models["main"] : undefined;
  if (found === undefined) throw new Error(`${url} ${name}`);
  return found;
}

const ADDRESSES: Readonly<Record<string, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  openai: "https://api.openai.com/v1",
  mistral: "https://api.mistral.ai/v1",
  deepseek: "https://api.deepseek.com/v1",
  groq: "https://api.groq.com/openai/v1",
  "x-ai": "https://api.x.ai/v1",
  moonshotai: "https://api.moonshot.ai/v1",
  cerebras: "https://api.cerebras.ai/v1",
};

test("the file is what the script makes", async () => {
  expect(await pricesFile(PRICES_DATE)).toBe(readFileSync("src/settings/prices.ts", "utf8"));
});

test("every provider of the table has an address here", () => {
  for (const { address } of PRICE_TABLES)
    expect(
      Object.values(ADDRESSES).filter((each) => new RegExp(address).test(each)),
      address,
    ).toHaveLength(1);
  expect(PRICE_TABLES.length).toBe(Object.keys(ADDRESSES).length);
});

test.each(Object.entries(ADDRESSES))(
  "%s: what a question costs is what the package says",
  (providerId, url) => {
    const models = findProvider({ providerId })?.models ?? [];
    const timestamp = new Date(`${PRICES_DATE}T12:00:00Z`);
    let compared = 0;
    for (const { id } of models)
      for (const read of [100_000, 300_000]) {
        const ours = costOf(model(url, id), { in: read, cached: 40_000, written: 0, out: 50_000 });
        if (ours === null) continue;
        const theirs = calcPrice(
          { input_tokens: read, cache_read_tokens: 40_000, output_tokens: 50_000 },
          id,
          { providerId, timestamp },
        );
        expect(ours, `${id}, ${String(read)}`).toBeCloseTo(theirs?.total_price ?? NaN, 9);
        compared += 1;
      }
    expect(compared).toBeGreaterThan(5);
  },
);

test.each([
  ["of a day", "https://api.anthropic.com/v1", "claude-haiku-4-5-20251001", 1],
  ["as Google lists it", "https://generativelanguage.googleapis.com/v1beta", "models/gemini-2.5-flash", 0.3],
  ["in other letters", "https://api.openai.com/v1", "GPT-4o-mini", 0.15],
])("a name %s is known", (_how, url, name, price) => {
  expect(priceOf(model(url, name))?.in).toBe(price);
});

test.each([
  ["a model that nobody knows", "https://api.openai.com/v1", "fenn-7b"],
  ["a model at another address", "https://proxy.example/v1", "gpt-4o-mini"],
  ["an address that only holds a known one", "https://proxy.example/?https://api.openai.com", "gpt-4o-mini"],
  ["a price that changes in a day", "https://api.deepseek.com/v1", "deepseek-chat"],
  ["a model without a price for words", "https://api.openai.com/v1", "whisper-1"],
])("%s costs nobody knows what, not nothing", (_what, url, name) => {
  expect(priceOf(model(url, name))).toBeNull();
  expect(costOf(model(url, name), { in: 10, out: 10 })).toBeNull();
});

test("what the settings say comes before the table", () => {
  const own = model("https://api.openai.com/v1", "gpt-4o-mini", { price: { in: 7, out: 8 } });
  expect(costOf(own, { in: 1_000_000, cached: 500_000, out: 0 })).toBe(7);
});
