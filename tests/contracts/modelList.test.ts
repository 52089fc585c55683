/** The models that a server tells of, for a person to choose from: data by others, in each provider’s way. */
import { expect, test } from "vitest";
import { openModels } from "../../src/adapters/models/openModels";
import type { ModelDefinition, OfferedModel } from "../../src/kit/ports/model";
import { createSimulatedClock } from "../fakes/clock";
import { body, startModelServer, type Play, type SeenQuestion } from "../fakes/modelServer";

async function listed(
  play: Play,
  wire: ModelDefinition["wire"] = "openai",
  key: string | null = "sk-1",
): Promise<{
  readonly models: readonly OfferedModel[] | string | null;
  readonly seen: readonly SeenQuestion[];
}> {
  const server = await startModelServer(play);
  const models = await openModels({
    fetch,
    keychain: { find: () => key, placeOf: () => "", sayMissing: () => "" },
    readScript: () => Promise.resolve(null),
    clock: createSimulatedClock("2026-03-02T09:00:00Z", "manual"),
  })
    .list({ wire, url: server.url, model: "", key: "$secret:main" }, new AbortController().signal)
    .finally(() => server.leave());
  return { models, seen: server.seen };
}

test.each<readonly [ModelDefinition["wire"], object, string]>([
  ["openai", { data: [{ id: "b", context_length: 9000 }, { id: "a" }] }, "/v1/models"],
  ["ollama", { object: "list", data: [{ id: "b", context_length: 9000 }, { id: "a" }] }, "/v1/models"],
  ["anthropic", { data: [{ id: "b", max_input_tokens: 9000 }, { id: "a" }] }, "/v1/models?limit=1000"],
  [
    "google",
    { models: [{ name: "models/b", inputTokenLimit: 9000 }, { name: "models/a" }] },
    "/v1/models?pageSize=1000",
  ],
])("%s tells of its models by name, with their size where it says so", async (wire, answer, path) => {
  const { models, seen } = await listed(body(200, answer), wire);
  expect(models).toEqual([
    { name: "a", fits: null },
    { name: "b", fits: 9000 },
  ]);
  expect(seen.map((each) => each.path)).toEqual([path]);
  expect(JSON.stringify(seen[0]?.headers)).toContain("sk-1");
});

test("models that take no task are left out", async () => {
  const data = ["text-embedding-3", "gpt-6", "whisper-1", "gpt-image-2"].map((id) => ({ id }));
  expect((await listed(body(200, { data }))).models).toEqual([{ name: "gpt-6", fits: null }]);
});

test.each<readonly [string, Play]>([
  ["that there is no such page", body(404, { error: { message: "no" } })],
  ["no list", body(200, { hello: "world" })],
  ["nothing but nonsense", body(200, { data: [null, 7, { id: 7 }, { id: "" }] })],
  ["a page of a website", body(200, "<html>")],
])("a server that answers %s lists no models", async (_what, play) => {
  expect((await listed(play)).models).toBe(null);
});

test("a server that refuses the key, and one that is not there, are told apart from one without a list", async () => {
  expect((await listed(body(401, {}))).models).toMatch(
    /^The server at 127.0.0.1:\d+ does not accept this key.$/,
  );
  const models = await openModels({
    fetch,
    keychain: { find: () => "sk-1", placeOf: () => "", sayMissing: () => "" },
    readScript: () => Promise.resolve(null),
    clock: createSimulatedClock("2026-03-02T09:00:00Z", "manual"),
  }).list({ wire: "openai", url: "http://127.0.0.1:9/v1", model: "", key: "" }, new AbortController().signal);
  expect(models).toMatch(/^The server at 127.0.0.1:9 /);
});

test("without its key, a server is not asked", async () => {
  const { models, seen } = await listed(body(200, {}), "openai", null);
  expect([models, seen]).toEqual([null, []]);
});
