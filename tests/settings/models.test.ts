/** Models of the settings: where they may be, and what they cost. */
import { describe, expect, test } from "vitest";
import { agentsOf, costOf, definitionOf, mostOf, priceOf } from "../../src/settings/models";
import { readSettings, type Model } from "../../src/settings/settings";

function model(given: object): Model {
  const parsed = readSettings({ models: { main: { model: "m", ...given } } });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const { main } = parsed.settings.models;
  if (main === undefined) throw new Error("No model.");
  return main;
}

const why = (given: object): string | null => {
  const parsed = readSettings({ models: { main: { provider: "openai-compatible", model: "m", ...given } } });
  return parsed.kind === "bad" ? parsed.why : null;
};

describe("an address", () => {
  test.each([
    "https://models.example/v1",
    "http://localhost:1234/v1",
    "http://127.0.0.1:1234/v1",
    "http://127.1.2.3/v1",
    "http://[::1]:8080/v1",
    "http://10.0.0.7/v1",
    "http://192.168.178.20:1234/v1",
    "http://172.16.0.1/v1",
    "http://172.31.9.9/v1",
    "http://100.101.102.103/v1",
    "http://[fd12:3456::1]/v1",
    "http://[fe80::1]/v1",
    "http://nas:1234/v1",
    "http://study.local:1234/v1",
    "http://box.lan/v1",
    "http://ollama.home.arpa/v1",
  ])("%s is taken without a key", (url) => {
    expect(why({ url })).toBeNull();
  });

  test.each([
    "http://models.example/v1",
    "http://8.8.8.8/v1",
    "http://172.32.0.1/v1",
    "http://172.15.0.1/v1",
    "http://100.128.0.1/v1",
    "http://192.169.0.1/v1",
    "http://127.0.0.1.example.com/v1",
    "http://10.0.0.7.example.com/v1",
    "http://local.example/v1",
    "http://study.local.example/v1",
    "http://[2001:db8::1]/v1",
    "http://134744072/v1",
  ])("%s would carry what an agent reads through the open, and is refused", (url) => {
    expect(why({ url })).toMatch(
      /^“models\.main\.url”: what an agent reads goes only to an address that begins with https/,
    );
  });

  test.each(["http://10.0.0.7/v1", "http://nas:1234/v1", "http://models.example/v1"])(
    "%s gets no key",
    (url) => {
      expect(why({ url, key: "$secret:main" })).toMatch(
        /a key goes only to an address that begins with https/,
      );
    },
  );

  test.each(["ftp://models.example/v1", "models.example/v1", ""])("%j is none", (url) => {
    expect(why({ url })).toMatch(/has to be an address/);
  });

  test("with a password in it is refused", () => {
    expect(why({ url: "https://me:secret@models.example/v1" })).toMatch(/holds a name or a password/);
  });

  test.each([
    ["anthropic", "https://api.anthropic.com/v1"],
    ["google", "https://generativelanguage.googleapis.com/v1beta"],
    ["ollama", "http://127.0.0.1:11434/v1"],
  ])("of %s is known, and may be another", (provider, url) => {
    expect(definitionOf(model({ provider })).url).toBe(url);
    expect(definitionOf(model({ provider, url: "https://proxy.example" })).url).toBe("https://proxy.example");
  });
});

describe("a price", () => {
  const FREE = { in: 0, out: 0 };
  test.each([
    [
      "of a server on this computer",
      { provider: "openai-compatible", url: "http://127.0.0.1:1234/v1" },
      FREE,
    ],
    ["of Ollama", { provider: "ollama" }, FREE],
    ["of Ollama in a private network", { provider: "ollama", url: "http://nas:11434/v1" }, FREE],
    // These may be paid for.
    ["of Ollama elsewhere", { provider: "ollama", url: "https://ollama.example/v1" }, null],
    ["of a server in a private network", { provider: "openai-compatible", url: "http://nas:4000/v1" }, null],
    [
      "of a server that nobody knows",
      { provider: "openai-compatible", url: "https://models.example/v1" },
      null,
    ],
    ["of a script", { provider: "scripted", file: "a.json" }, FREE],
  ])("%s", (_of, given, price) => {
    expect(priceOf(model(given))).toEqual(price);
    expect(priceOf(model({ ...given, price: { in: 1, out: 2 } })), "what the settings say wins").toEqual({
      in: 1,
      out: 2,
    });
  });

  test("that is not known makes a cost that is not known, never nothing", () => {
    const elsewhere = model({ provider: "openai-compatible", url: "https://models.example/v1" });
    expect(costOf(elsewhere, { in: 1000, out: 1000 })).toBeNull();
    expect(costOf(elsewhere, { in: 0, out: 0 })).toBeNull();
  });

  test("is that of tokens that are known", () => {
    const priced = model({ provider: "google", price: { in: 1, out: 2 } });
    expect(costOf(priced, { in: 1_000_000, out: 500_000 })).toBe(2);
    expect(costOf(priced, { in: 1_000_000, cached: 900_000, written: 50_000, out: 0 })).toBe(1);
    expect(costOf(priced, { in: null, out: 5 })).toBeNull();
    expect(costOf(priced, { in: 5, out: null })).toBeNull();
    // More from the cache than there was: the server is wrong, and nothing is paid back.
    expect(costOf(priced, { in: 100, cached: 900, written: 900, out: 0 })).toBeCloseTo(0.0001);
  });

  test("of a question is told before it is asked for the dearest case", () => {
    const written = model({ provider: "anthropic", model: "claude-haiku-4-5" });
    expect(mostOf(written, { in: 1_000_000, out: 0 })).toBeCloseTo(1.25);
    expect(mostOf(model({ provider: "ollama" }), { in: 5, out: 5 })).toBe(0);
    expect(mostOf(model({ provider: "anthropic", model: "fenn" }), { in: 5, out: 5 })).toBeNull();
  });
});

test("the agents of flows that name a model are found by its name", () => {
  const parsed = readSettings({
    models: { main: { provider: "by-hand" }, coder: { provider: "by-hand" } },
    agents: { claude: { model: "coder" }, codex: { model: "main" }, other: {}, third: { model: "coder" } },
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  expect(agentsOf("coder", parsed.settings)).toEqual(["claude", "third"]);
  expect(agentsOf("none", parsed.settings)).toEqual([]);
});
