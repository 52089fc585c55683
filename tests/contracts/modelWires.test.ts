/** The wires of Anthropic, Google and Ollama: the promises of the port, and what is special about each. */
import { LLMock } from "@copilotkit/aimock";
import { describe, expect, test } from "vitest";
import { askThrough, type WireClient } from "../../src/adapters/models/ask";
import { anthropic } from "../../src/adapters/models/anthropic";
import type { ModelFetch } from "../../src/adapters/models/fetch";
import { google } from "../../src/adapters/models/google";
import { headersOf } from "../../src/adapters/models/wires";
import { openModels } from "../../src/adapters/models/openModels";
import type {
  FailureCode,
  Message,
  ModelAnswer,
  ModelDefinition,
  ModelPort,
  Usage,
} from "../../src/kit/ports/model";
import { createSimulatedClock } from "../fakes/clock";
import * as fromAnthropic from "../fakes/anthropicWire";
import * as fromGoogle from "../fakes/googleWire";
import { body, startModelServer, stream, type ModelServer, type Play } from "../fakes/modelServer";
import { NOW } from "./model.rows";
import { expectSound, modelContract, questionTo, STEP, type Prepared, type Wanted } from "./model.suite";

const KEY = "sk-test-0d6b1f4a87c2e953";
const SILENT: Play = () => undefined;
const never = new AbortController().signal;

function door(): ModelPort {
  return openModels({
    fetch,
    keychain: { find: () => KEY, placeOf: (name) => name, sayMissing: (name) => name },
    readScript: () => Promise.resolve(null),
    clock: createSimulatedClock(NOW, "manual"),
  });
}

type Provider = "anthropic" | "google";

const at = (wire: ModelDefinition["wire"], url: string): ModelDefinition => ({
  wire,
  url,
  model: "m",
  key: "$secret:main",
});

const letters = (value: object): readonly string[] => [...JSON.stringify(value)];

/** How each provider says the same. */
const SPOKEN: Readonly<Record<Provider, (wanted: Wanted) => string>> = {
  anthropic: ({ text, calls }) =>
    fromAnthropic.message({
      blocks: [
        ...(text === "" ? [] : [fromAnthropic.said(0, ...text)]),
        ...calls.map(([tool, input], index) =>
          fromAnthropic.wants(index + 1, `toolu_${String(index)}`, tool, ...letters(input)),
        ),
      ],
      stop: calls.length === 0 ? "end_turn" : "tool_use",
    }),
  google: ({ text, calls }) =>
    fromGoogle.pieces(
      ...[...text].map((letter) => fromGoogle.piece([fromGoogle.said(letter)])),
      ...calls.map(([tool, input]) => fromGoogle.piece([fromGoogle.wants(tool, input)])),
      fromGoogle.piece([fromGoogle.said("")], "STOP"),
    ),
};

const PROVIDERS = ["anthropic", "google"] as const;

const playOf = (provider: Provider, wanted: Prepared): Play =>
  wanted === "silent"
    ? SILENT
    : wanted === "none"
      ? body(404, { detail: "Not Found" })
      : stream(SPOKEN[provider](wanted));

for (const provider of PROVIDERS)
  modelContract(`${provider}, by a server of our own`, async (wanted) => {
    const server = await startModelServer(playOf(provider, wanted));
    return {
      models: door(),
      definition: at(provider, server.url),
      asked: server.asked,
      leave: () => server.leave(),
    };
  });

for (const provider of ["anthropic", "ollama"] as const)
  modelContract(`${provider}, by a server by others`, (wanted) => {
    if (wanted === "silent") return null;
    return (async () => {
      const mock = new LLMock({ port: 0, chunkSize: 4 });
      if (wanted !== "none")
        mock.onMessage(STEP, {
          ...(wanted.text === "" ? {} : { content: wanted.text }),
          ...(wanted.calls.length === 0
            ? {}
            : {
                toolCalls: wanted.calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })),
              }),
        } as never);
      await mock.start();
      return {
        models: door(),
        definition: at(provider, `${mock.url}/v1`),
        asked: Promise.resolve(),
        leave: async () => void (await mock.stop()),
      };
    })();
  });

const WIRES: Readonly<Record<Provider, WireClient>> = { anthropic, google };

async function ask(
  provider: Provider,
  url: string,
  given: { readonly fetch?: ModelFetch; readonly messages?: readonly Message[]; readonly key?: string } = {},
): Promise<ModelAnswer> {
  const { messages } = given;
  const answer = await askThrough(
    WIRES[provider],
    questionTo({ ...at(provider, url), key: given.key ?? KEY }, messages === undefined ? {} : { messages }),
    {
      fetch: given.fetch ?? fetch,
      headers: headersOf({ wire: provider, key: given.key ?? KEY }),
      clock: createSimulatedClock(NOW, "manual"),
      progress: () => undefined,
      signal: never,
    },
  );
  expectSound(answer);
  expect(JSON.stringify(answer)).not.toContain(KEY);
  return answer;
}

async function played<T>(play: Play, job: (server: ModelServer) => Promise<T>): Promise<T> {
  const server = await startModelServer(play);
  return await job(server).finally(() => server.leave());
}

function inPiecesOf(size: number): ModelFetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (let from = 0; from < chunk.length; from += size)
          controller.enqueue(chunk.slice(from, from + size));
      },
    });
    return new Response(response.body?.pipeThrough(pieces) ?? null, response);
  };
}

/** Nothing is said of the words. */
const ANY = /^/;

const TWO: Wanted = {
  text: "Größe 😀.",
  calls: [
    ["read_note", { path: "Fenn Mill" }],
    ["search_notes", { query: "é" }],
  ],
};

describe.each(PROVIDERS)("%s", (provider) => {
  test.each([1, 7])("an answer in pieces of %i bytes is the same", async (size) => {
    await played(playOf(provider, TWO), async (server) => {
      const answer = await ask(provider, server.url, { fetch: inPiecesOf(size) });
      expect(answer).toMatchObject({
        kind: "answered",
        parts: [
          { kind: "text", text: TWO.text },
          { kind: "call", tool: "read_note" },
          { kind: "call", tool: "search_notes" },
        ],
        usage: { in: 12, cached: 0, out: 3 },
      });
    });
  });

  test("429 with a time says when it may be asked again", async () => {
    await played(body(429, {}, { "retry-after": "60" }), async (server) => {
      expect(await ask(provider, server.url)).toMatchObject({ until: Date.parse("2026-02-21T10:31:00Z") });
    });
  });

  test.each<readonly [string, Play, FailureCode, RegExp]>([
    ["429 alone", body(429, {}), "busy", ANY],
    ["500", body(500, { error: { message: "Oops" } }), "cut-off", /500: Oops/],
    [
      "529",
      body(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
      "busy",
      ANY,
    ],
    ["401", body(401, { error: { message: `No: ${KEY}` } }), "bad-key", ANY],
    ["200 with an error", body(200, { error: { code: 429, message: "Slow down" } }), "busy", ANY],
    ["200 with a web page", body(200, "<html>Hi</html>"), "bad-answer", ANY],
    ["200 with nothing", stream(""), "cut-off", ANY],
    ["an event that is no JSON", stream("event: x\ndata: {oops\n\n"), "cut-off", ANY],
    ["404 of another server", body(404, { detail: "Not Found" }), "bad-address", ANY],
    ["413", body(413, { error: { message: "Request too large" } }), "question-too-long", ANY],
    ["a redirect", body(307, {}, { location: "https://elsewhere.example" }), "bad-address", ANY],
    ["no words at all", playOf(provider, { text: "", calls: [] }), "empty-answer", ANY],
  ])("%s", async (_what, play, code, why) => {
    await played(play, async (server) => {
      const answer = await ask(provider, server.url);
      expect(answer).toMatchObject({ kind: "failed", code });
      if (answer.kind !== "failed") return;
      expect(answer.why).toMatch(why);
      expect(server.seen.length).toBe(1);
    });
  });

  test("a stream that is cut carries nothing out", async () => {
    const whole = SPOKEN[provider](TWO);
    // Wherever it is cut before its end is told.
    const told =
      provider === "anthropic" ? whole.indexOf("event: message_delta") : whole.lastIndexOf("data: ");
    for (const part of [0.3, 0.6, 0.9])
      await played(stream(whole.slice(0, Math.floor(told * part))), async (server) => {
        expect(await ask(provider, server.url)).toMatchObject({ kind: "failed", code: "cut-off" });
      });
    await played(stream(whole.slice(0, told)), async (server) => {
      expect(await ask(provider, server.url)).toMatchObject({ kind: "failed", code: "cut-off" });
    });
  });

  test("no key leaves where there is none, and the environment gives none", async () => {
    const before = { ...process.env };
    const lent = {
      ANTHROPIC_API_KEY: KEY,
      GOOGLE_GENERATIVE_AI_API_KEY: KEY,
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    };
    Object.assign(process.env, lent);
    try {
      await played(body(401, {}), async (server) => {
        expect(await ask(provider, server.url, { key: "" })).toMatchObject({ code: "no-key" });
        expect(JSON.stringify(server.seen[0]?.headers)).not.toContain(KEY);
      });
    } finally {
      for (const name of Object.keys(lent)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  test("the key is a header, and no part of the address", async () => {
    await played(playOf(provider, TWO), async (server) => {
      await ask(provider, server.url);
      const [seen] = server.seen;
      expect(seen?.headers[provider === "anthropic" ? "x-api-key" : "x-goog-api-key"]).toBe(KEY);
      expect(seen?.path).not.toContain(KEY);
      expect(seen?.body).not.toContain(KEY);
    });
  });

  test("calls of earlier turns go back under ids of their own, each with its result", async () => {
    const turn = (id: string): readonly Message[] => [
      { from: "model", parts: [{ kind: "call", id, tool: "read_note", input: '{"path":"A"}' }] },
      { from: "tools", results: [{ call: id, tool: "read_note", text: "Forty" }] },
    ];
    await played(playOf(provider, TWO), async (server) => {
      const messages: readonly Message[] = [
        { from: "person", text: STEP },
        ...turn("call-1"),
        ...turn("call-1"),
        ...turn("functions.read:0"),
      ];
      expect((await ask(provider, server.url, { messages })).kind).toBe("answered");
      const sent = server.seen[0]?.body ?? "";
      expect(sent.split("Forty").length).toBe(4);
      if (provider === "google") return;
      const ids = [...sent.matchAll(/"tool_use","id":"([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual(["call-1", "call-1-2", "functions-read-0"]);
      expect([...sent.matchAll(/"tool_use_id":"([^"]*)"/g)].map(([, id]) => id)).toEqual(ids);
    });
  });
});

describe("Anthropic", () => {
  const { message, said, wants, failed } = fromAnthropic;

  test.each<readonly [string, string, Partial<Usage>]>([
    [
      "read from the cache",
      message({
        blocks: [said(0, "Hi")],
        usage: { input_tokens: 5, cache_read_input_tokens: 900, output_tokens: 1 },
      }),
      { in: 905, cached: 900, out: 3 },
    ],
    [
      "put into the cache",
      message({
        blocks: [said(0, "Hi")],
        usage: { input_tokens: 5, cache_creation_input_tokens: 800, output_tokens: 1 },
      }),
      { in: 805, cached: 0, written: 800, out: 3 },
    ],
    [
      "not told",
      message({ blocks: [said(0, "Hi")], usage: { input_tokens: 0, output_tokens: 0 }, out: 0 }),
      { in: null, out: null },
    ],
  ])("tokens that are %s are counted so", async (_how, text, usage) => {
    await played(stream(text), async (server) => {
      expect(await ask("anthropic", server.url)).toMatchObject({ kind: "answered", usage });
    });
  });

  test("the rules, the task and all that was said so far are to be cached, and nothing else", async () => {
    await played(playOf("anthropic", TWO), async (server) => {
      await ask("anthropic", server.url, {
        messages: [
          { from: "person", text: STEP },
          {
            from: "model",
            parts: [
              { kind: "text", text: "Hm." },
              { kind: "call", id: "a", tool: "read_note", input: "{}" },
            ],
          },
          { from: "tools", results: [{ call: "a", tool: "read_note", text: "Forty" }] },
        ],
      });
      const sent = JSON.parse(server.seen[0]?.body ?? "") as Record<string, unknown>;
      expect(sent["system"]).toMatchObject([{ cache_control: { type: "ephemeral" } }]);
      expect(sent["messages"]).toMatchObject([
        { role: "user", content: [{ type: "text", cache_control: { type: "ephemeral" } }] },
        { role: "assistant" },
        { role: "user", content: [{ type: "tool_result", cache_control: { type: "ephemeral" } }] },
      ]);
      expect(server.seen[0]?.body.split("cache_control").length).toBe(4);
      // No thinking that is paid for and not read.
      expect(sent).not.toHaveProperty("thinking");
      expect(sent).toMatchObject({ max_tokens: 500, stream: true });
    });
  });

  test.each<readonly [string, Play, FailureCode, RegExp]>([
    [
      "a wrong key",
      body(401, { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } }),
      "bad-key",
      ANY,
    ],
    [
      "an unknown model",
      body(404, { type: "error", error: { type: "not_found_error", message: "model: claude-fenn" } }),
      "bad-model",
      ANY,
    ],
    [
      "an empty account",
      body(400, {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "Your credit balance is too low to access the Anthropic API.",
        },
      }),
      "no-credit",
      ANY,
    ],
    [
      "a question that is too long",
      body(400, {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "prompt is too long: 208310 tokens > 200000 maximum",
        },
      }),
      "question-too-long",
      ANY,
    ],
    [
      "an error half way",
      stream(
        message({
          blocks: [wants(0, "a", "read_note", "{}")],
          stop: null,
          then: [failed("overloaded_error", "Overloaded")],
        }),
      ),
      "cut-off",
      /Overloaded/,
    ],
    ["a refusal", stream(message({ blocks: [said(0, "No.")], stop: "refusal" })), "refused", /^No\.$/],
    [
      "the end of its room",
      stream(message({ blocks: [wants(0, "a", "read_note", "{}")], stop: "max_tokens" })),
      "answer-too-long",
      ANY,
    ],
    [
      "an unusual end of arguments that break off",
      stream(message({ blocks: [wants(0, "a", "read_note", '{"path":"Fe')], stop: "eos" })),
      "cut-off",
      ANY,
    ],
    [
      "too much to do, in the stream",
      stream(`data: ${JSON.stringify(failed("overloaded_error", "Overloaded"))}\n\n`),
      "busy",
      /^529: Overloaded$/,
    ],
  ])("%s", async (_what, play, code, why) => {
    await played(play, async (server) => {
      const answer = await ask("anthropic", server.url);
      expect(answer).toMatchObject({ kind: "failed", code });
      if (answer.kind === "failed") expect(answer.why).toMatch(why);
    });
  });

  test.each<readonly [string, Play]>([
    ["an end that nobody knows", stream(message({ blocks: [said(0, "Hi")], stop: "eos" }))],
    [
      "one piece",
      body(200, {
        type: "message",
        role: "assistant",
        content: [{ type: "text", text: "Hi" }],
        stop_reason: "end_turn",
        usage: { input_tokens: "12", output_tokens: 3 },
      }),
    ],
    [
      "nulls, and counts that are missing",
      stream(
        message({ blocks: [said(0, "Hi")], usage: { cache_read_input_tokens: null } }).replace(
          '"usage":{"output_tokens":3}',
          '"usage":null',
        ),
      ),
    ],
  ])("%s is an answer", async (_what, play) => {
    await played(play, async (server) => {
      expect(await ask("anthropic", server.url)).toMatchObject({
        kind: "answered",
        parts: [{ kind: "text", text: "Hi" }],
      });
    });
  });

  test("a call in one piece is the same call", async () => {
    const block = { type: "tool_use", id: "t1", name: "read_note", input: { path: "A", day: null } };
    await played(
      body(200, { type: "message", content: [block], stop_reason: "tool_use" }),
      async (server) => {
        const answer = await ask("anthropic", server.url);
        expect(answer).toMatchObject({ parts: [{ tool: "read_note", input: '{"path":"A","day":null}' }] });
      },
    );
  });

  test("arguments that break off are given as they came", async () => {
    await played(
      stream(message({ blocks: [wants(0, "a", "read_note", '{"path":"Fe')], stop: "tool_use" })),
      async (server) => {
        expect(await ask("anthropic", server.url)).toMatchObject({ parts: [{ input: '{"path":"Fe' }] });
      },
    );
  });
});

describe("Google", () => {
  const { piece, pieces, said, wants, failed } = fromGoogle;

  test("the signature of a thought comes with its call, and goes back with it", async () => {
    await played(
      stream(pieces(piece([wants("read_note", { path: "A" }, { thoughtSignature: "c2lnbmVk" })], "STOP"))),
      async (server) => {
        const answer = await ask("google", server.url);
        if (answer.kind === "failed") throw new Error(answer.why);
        // As the work notes keep it.
        const parts = JSON.parse(JSON.stringify(answer.parts)) as typeof answer.parts;
        const [call] = parts;
        if (call?.kind !== "call") throw new Error("No call.");
        await ask("google", server.url, {
          messages: [
            { from: "person", text: STEP },
            { from: "model", parts },
            { from: "tools", results: [{ call: call.id, tool: call.tool, text: "Forty" }] },
          ],
        });
        expect(server.seen[1]?.body).toContain('"thoughtSignature":"c2lnbmVk"');
      },
    );
  });

  test("thoughts are not kept, and are counted", async () => {
    const thought = piece([said("Hm.", { thought: true })]);
    const end = piece([said("Hi")], "STOP", { thoughtsTokenCount: 40, cachedContentTokenCount: 8 });
    await played(stream(pieces(thought, end)), async (server) => {
      expect(await ask("google", server.url)).toMatchObject({
        parts: [{ kind: "text", text: "Hi" }],
        usage: { in: 12, cached: 8, out: 43 },
      });
      expect(server.seen[0]?.path).toBe("/v1/models/m:streamGenerateContent?alt=sse");
    });
  });

  test.each<readonly [string, Play, FailureCode, RegExp]>([
    [
      "a wrong key",
      body(400, failed(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")),
      "bad-key",
      /API key not valid/,
    ],
    [
      "an unknown model",
      body(
        404,
        failed(
          404,
          "NOT_FOUND",
          "models/m is not found for API version v1beta, or is not supported for generateContent.",
        ),
      ),
      "bad-model",
      ANY,
    ],
    [
      "a limit by the minute",
      body(429, failed(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 23s.")),
      "busy",
      ANY,
    ],
    [
      "a question that is too long",
      body(
        400,
        failed(
          400,
          "INVALID_ARGUMENT",
          "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        ),
      ),
      "question-too-long",
      ANY,
    ],
    ["too much to do", body(503, failed(503, "UNAVAILABLE", "The model is overloaded.")), "busy", ANY],
    [
      "a question that is blocked",
      stream(pieces({ promptFeedback: { blockReason: "SAFETY" } })),
      "refused",
      ANY,
    ],
    ["an answer that is blocked", stream(pieces(piece([said("No.")], "SAFETY"))), "refused", /No\./],
    ["the end of its room", stream(pieces(piece([said("Hi")], "MAX_TOKENS"))), "answer-too-long", ANY],
    ["a call that it wrote badly", stream(pieces(piece([], "MALFORMED_FUNCTION_CALL"))), "cut-off", ANY],
    [
      "an error half way",
      stream(pieces(piece([said("Hi")]), failed(503, "UNAVAILABLE", "Gone"))),
      "cut-off",
      ANY,
    ],
  ])("%s", async (_what, play, code, why) => {
    await played(play, async (server) => {
      const answer = await ask("google", server.url);
      expect(answer).toMatchObject({ kind: "failed", code });
      if (answer.kind === "failed") expect(answer.why).toMatch(why);
    });
  });

  test("an answer in one piece, or as a list of pieces, is an answer", async () => {
    const whole = [piece([said("Hi")]), piece([said("")], "STOP", { promptTokenCount: "12" })];
    for (const play of [body(200, whole), body(200, piece([said("Hi")], "STOP"))])
      await played(play, async (server) => {
        expect(await ask("google", server.url)).toMatchObject({
          parts: [{ text: "Hi" }],
          usage: { in: 12, out: 3 },
          odd: ["one-piece"],
        });
      });
  });

  test("an answer that wants to be asked for again is asked for once", async () => {
    const more = {
      ...piece([said("Hi")]),
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Hi" }] },
          finishReason: "CONTINUATION",
          continuationToken: "t",
        },
      ],
    };
    await played(stream(pieces(more)), async (server) => {
      expect((await ask("google", server.url)).kind).toBe("failed");
      expect(server.seen.length).toBe(1);
    });
  });
});
