/** Any fault of a model is found by its test, and told in a sentence with the next move. */
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { openModels } from "../../src/adapters/models/openModels";
import { testModel, type ModelTest } from "../../src/engine/testModel";
import { readSettings, type Model } from "../../src/settings/settings";
import * as fromAnthropic from "../fakes/anthropicWire";
import { createSimulatedClock } from "../fakes/clock";
import * as fromGoogle from "../fakes/googleWire";
import { body, called, delta, events, startModelServer, stream, used, type Play } from "../fakes/modelServer";

const KEY = "sk-test-3f7a1c9e5d20b846";
const CALL = events(called(0, "a", "say_ready", '{"word":"ready"}'), delta({}, "tool_calls"), used(210, 18));
const READY = stream(CALL);

const SPEAKS: Readonly<Record<string, Play>> = {
  ollama: READY,
  anthropic: stream(
    fromAnthropic.message({
      blocks: [fromAnthropic.wants(0, "a", "say_ready", '{"word":"ready"}')],
      stop: "tool_use",
    }),
  ),
  google: stream(
    fromGoogle.pieces(fromGoogle.piece([fromGoogle.wants("say_ready", { word: "ready" })], "STOP")),
  ),
};

/** Answers questions with `play`, and says of its models what `models` says. */
const withModels =
  (models: object, play: Play = READY): Play =>
  (response, request) =>
    request.method === "GET" ? body(200, models)(response, request) : play(response, request);

async function testAt(
  url: string,
  given: object = {},
  key: string | null = KEY,
  signal = new AbortController().signal,
): Promise<ModelTest> {
  const parsed = readSettings({
    models: { main: { provider: "openai-compatible", url, model: "m", key: "$secret:main", ...given } },
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  const clock = createSimulatedClock("2026-03-02T09:00:00Z", "manual");
  return await testModel("main", parsed.settings.models["main"] as Model, {
    models: openModels({
      fetch,
      keychain: {
        find: () => key,
        placeOf: (name) => `the drawer “${name}”`,
        sayMissing: (name) => `The secret “${name}” is not in the drawer. Put it there.`,
      },
      readScript: () => Promise.resolve(null),
      clock,
    }),
    clock,
    limits: parsed.settings.limits,
    signal,
  });
}

async function tested(play: Play, given: object = {}, key: string | null = KEY): Promise<ModelTest> {
  const server = await startModelServer(play);
  const result = await testAt(server.url, given, key).finally(() => server.leave());
  expect(result.sentence).not.toMatch(/[{}]|undefined|null|NaN/);
  expect(result.sentence).not.toContain(KEY);
  return result;
}

const said = (message: string): object => ({ error: { message } });

test.each<readonly [string, Play, RegExp]>([
  [
    "calls as text",
    stream(events(delta({ content: '<tool_call>{"name":"say_ready"}</tool_call>' }), delta({}, "stop"))),
    /puts up with what is unusual about it: it writes its calls as text \(its server has no reader/,
  ],
  [
    "names with a prefix, lists as texts, and no word at the end",
    stream(events(called(0, "a", "functions.say_ready", '{"words":"[\\"ready\\"]"}'))),
    /answers end in an unusual word, or in none; it adds something to the names of tools; it writes lists/,
  ],
  [
    "answers in one piece, with arguments as an object",
    body(200, {
      choices: [
        {
          message: { tool_calls: [{ function: { name: "say_ready", arguments: { words: ["ready"] } } }] },
          finish_reason: "tool_calls",
        },
      ],
    }),
    /gives arguments in another form than JSON text; it answers in one piece|in one piece.*another form/,
  ],
])("a model with %s works, and the test says so", async (_what, play, says) => {
  const { kind, sentence } = await tested(play);
  expect(kind).toBe("works");
  expect(sentence).toMatch(says);
});

test("a model that calls the tool works, and the test says for how many tokens", async () => {
  const { kind, sentence, usage } = await tested(READY);
  expect(kind).toBe("works");
  expect(usage).toMatchObject({ in: 210, out: 18 });
  expect(sentence).toMatch(/^“main” works: it called a tool after [\d.]+ s, for 210 tokens in and 18 out\. /);
  // Not promised where nobody knows it.
  expect(sentence).toContain("Whether 32,000 tokens fit into it (context size) was not tested");
  expect(sentence).not.toContain("puts up");
});

interface With {
  readonly given?: object;
  readonly key?: null;
}

test.each<readonly [string, Play, ModelTest["kind"], RegExp, With]>([
  ["no key on this device", READY, "no-key", /not in the drawer\. Put it there\.$/, { key: null }],
  [
    "no key in the settings",
    body(401, said("No cookie")),
    "no-key",
    /name it in the settings/,
    { given: { key: "" } },
  ],
  [
    "a wrong key",
    body(401, said(`Incorrect API key: ${KEY}`)),
    "bad-key",
    /401: Incorrect.*Check the key/,
    {},
  ],
  ["a key without rights", body(403, said("No.")), "bad-key", /403: No\b.*Check the key/, {}],
  ["a wrong name", body(404, said("The model `m` does not exist")), "bad-model", /Correct the name/, {}],
  [
    "a name that was never pulled",
    body(404, { error: 'model "m" not found' }),
    "bad-model",
    /Correct the name/,
    {},
  ],
  ["a wrong path", body(404, { detail: "Not Found" }), "bad-address", /Correct the address/, {}],
  ["a web page", body(200, "<html>Welcome</html>"), "bad-answer", /check the address/, {}],
  [
    "nothing but thoughts",
    stream(events(delta({ reasoning: "Hm." }), delta({}, "stop"))),
    "only-thoughts",
    /only thought.*Switch off its thinking/,
    {},
  ],
  [
    "an empty answer",
    stream(events(delta({}, "stop"))),
    "empty-answer",
    /answer was empty.*look at its server/,
    {},
  ],
  ["another program", body(200, { hello: "world" }), "bad-answer", /check the address/, {}],
  ["a redirect", body(302, {}, { location: "https://elsewhere.example" }), "bad-address", /elsewhere/, {}],
  ["a model without tools", body(400, said("m does not support tools")), "no-tools", /Use another model/, {}],
  [
    "text instead of a call",
    stream(events(delta({ content: "ready" }), delta({}, "stop"))),
    "no-call",
    /calls tools/,
    {},
  ],
  [
    "a call that is quoted among words",
    stream(
      events(delta({ content: 'Like <tool_call>{"name":"say_ready"}</tool_call>?' }), delta({}, "stop")),
    ),
    "no-call",
    /start its server so that it can/,
    {},
  ],
  [
    "a call of another tool",
    stream(events(called(0, "a", "say_steady", "{}"), delta({}, "tool_calls"))),
    "bad-call",
    /another model/,
    {},
  ],
  [
    "a call whose arguments break off",
    stream(events(called(0, "a", "say_ready", '{"word":'), delta({}, "tool_calls"))),
    "bad-call",
    /another model/,
    {},
  ],
  [
    "a parameter that the server does not know",
    body(400, said("Unsupported parameter: 'max_tokens'.")),
    "not-taken",
    /400: Unsupported parameter.*Look at what the server says, and at the model “main” in the settings/,
    {},
  ],
  ["no credit", body(402, said("Insufficient credits")), "no-credit", /Add credit/, {}],
  ["too many questions", body(429, {}), "busy", /then test “main” again/, {}],
  ["a fault of the server", body(500, said("Oops")), "cut-off", /500: Oops.*look at its server/, {}],
  [
    "an endless thought",
    stream(events(delta({}, "length"))),
    "answer-too-long",
    /2,000 tokens were too few/,
    {},
  ],
  ["a refusal", stream(events(delta({ refusal: "No." }), delta({}, "stop"))), "refused", /another model/, {}],
  [
    "a room of 100 tokens",
    body(400, said("maximum context length is 100 tokens")),
    "question-too-long",
    /Use another/,
    {},
  ],
])("%s is told", async (_what, play, kind, sentence, { given = {}, key = KEY }) => {
  const result = await tested(play, given, key);
  expect(result.kind, result.sentence).toBe(kind);
  expect(result.sentence).toMatch(sentence);
  expect(result.sentence).toMatch(/^“main” /);
});

test("an address at which nothing listens is told", async () => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
  const { kind, sentence } = await testAt(`http://127.0.0.1:${String(port)}/v1`);
  expect(kind).toBe("not-reached");
  expect(sentence).toMatch(
    /^“main” does not work: the server at .*nothing listens there\. Start it, or check/,
  );
});

describe("the room of a model", () => {
  const sized = (more: object): object => ({
    data: [
      { id: "other", context_length: 5 },
      { id: "m", ...more },
    ],
  });

  test.each([
    ["OpenRouter", { context_length: 16_000 }],
    ["vLLM", { max_model_len: 16_000 }],
    ["LM Studio, which loaded it with less", { max_context_length: 131_072, loaded_context_length: 16_000 }],
    ["llama.cpp", { meta: { n_ctx_train: 16_000 } }],
  ])("is compared with the settings where %s says it", async (_server, more) => {
    const small = await tested(withModels(sized(more)));
    expect(small.kind, small.sentence).toBe("small");
    expect(small.sentence).toContain("only 16,000 tokens fit into it, and the settings say 32,000");
    expect(small.sentence).toContain('Set its context size ("context") to 16000 in the settings');
    const fits = await tested(withModels(sized(more)), { context: 16_000 });
    expect(fits.kind).toBe("works");
    expect(fits.sentence).toContain(
      "Its server says that 16,000 tokens fit into it; the settings use 16,000",
    );
  });

  test.each<readonly [string, object, string]>([
    ["anthropic", { id: "m", max_input_tokens: 16_000 }, "/v1/models/m"],
    ["google", { name: "models/m", inputTokenLimit: 16_000 }, "/v1/models/m"],
    ["ollama", { models: [{ name: "m:latest", context_length: 16_000 }] }, "/api/ps"],
  ])("is asked after where %s tells it", async (provider, answer, path) => {
    const paths: string[] = [];
    const play: Play = (response, request) => {
      paths.push(request.url ?? "");
      return withModels(answer, SPEAKS[provider])(response, request);
    };
    const { kind, sentence } = await tested(play, { provider });
    expect(kind, sentence).toBe("small");
    expect(paths.at(-1)).toBe(path);
    if (provider === "ollama")
      expect(sentence).toContain("or start Ollama with OLLAMA_CONTEXT_LENGTH=32000.");
  });

  test("of less than any agent needs asks for another model", async () => {
    const { kind, sentence } = await tested(withModels(sized({ context_length: 4096 })));
    expect(kind).toBe("small");
    expect(sentence).toContain("An agent needs 8,000: use another model, or let its server give it more.");
  });

  test.each<readonly [string, Play]>([
    ["a size that is none", withModels(sized({ context_length: "many" }))],
    ["a size below zero", withModels(sized({ context_length: -1 }))],
    ["no size", withModels(sized({}))],
    ["other models only", withModels({ data: [{ id: "x", context_length: 1 }] })],
    ["no list", withModels({ hello: "world" })],
    ["a list of nonsense", withModels({ data: [null, 7, { id: 7 }] })],
  ])("is not judged by %s", async (_what, play) => {
    expect(await tested(play)).toMatchObject({ kind: "works" });
  });

  test("is asked after without a key where the settings name none, and never after a failure", async () => {
    const server = await startModelServer(withModels(sized({}), body(500, {})));
    await testAt(server.url).finally(() => server.leave());
    expect(server.seen.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
  });
});

test("a test that is stopped says so", async () => {
  const { kind, sentence } = await testAt("http://127.0.0.1:9/v1", {}, KEY, AbortSignal.abort());
  expect([kind, sentence]).toEqual(["stopped", "The test of “main” was stopped."]);
});
