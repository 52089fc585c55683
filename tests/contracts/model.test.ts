/** Each way to reach a model: the promises of the port, and what servers do. */
import { LLMock } from "@copilotkit/aimock";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { askThrough, type Call } from "../../src/adapters/models/ask";
import type { ModelFetch } from "../../src/adapters/models/fetch";
import { openAiCompatible } from "../../src/adapters/models/openaiCompatible";
import { openModels } from "../../src/adapters/models/openModels";
import {
  UNSPENT,
  type ModelAnswer,
  type ModelDefinition,
  type ModelPort,
  type ModelQuestion,
} from "../../src/kit/ports/model";
import { headersOf } from "../../src/adapters/models/wires";
import { createSimulatedClock } from "../fakes/clock";
import { createFakeModels, says } from "../fakes/models";
import {
  body,
  called,
  createBell,
  delta,
  events,
  startModelServer,
  stream,
  used,
  type ModelServer,
  type Play,
} from "../fakes/modelServer";
import { ANSWERED, FAILED, NOW } from "./model.rows";
import {
  expectSound,
  modelContract,
  questionTo,
  STEP,
  type Prepared,
  type PreparedModel,
} from "./model.suite";

const KEY = "sk-test-7c1e5f0a9d42b836";
const askOpenAiCompatible = (question: ModelQuestion, call: Omit<Call, "headers">): Promise<ModelAnswer> =>
  askThrough(openAiCompatible, question, { ...call, headers: headersOf(question.definition) });

const SILENT: Play = () => undefined;
const never = new AbortController().signal;

const keychain = { find: () => KEY, sayMissing: (name: string) => `There is no key ${name}.` } as never;

function doorTo(script: string | null = null): ModelPort {
  return openModels({
    fetch,
    keychain,
    readScript: () => Promise.resolve(script),
    clock: createSimulatedClock(NOW, "manual"),
  });
}

const at = (url: string): ModelDefinition => ({ wire: "openai", url, model: "m", key: "$secret:main" });

function playOf(wanted: Prepared): Play {
  if (wanted === "silent") return SILENT;
  if (wanted === "none") return body(404, { detail: "Not Found" });
  const { text, calls } = wanted;
  return stream(
    events(
      ...[...text].map((letter) => delta({ content: letter })),
      ...calls.map(([tool], index) => called(index, `c${String(index)}`, tool, "")),
      ...calls.flatMap(([, input], index) =>
        [...JSON.stringify(input)].map((letter) => called(index, null, null, letter)),
      ),
      delta({}, calls.length === 0 ? "stop" : "tool_calls"),
      used(12, 3),
    ),
  );
}

modelContract("a server of our own", async (wanted) => {
  const server = await startModelServer(playOf(wanted));
  return { models: doorTo(), definition: at(server.url), asked: server.asked, leave: () => server.leave() };
});

modelContract("a server by others", (wanted) => (wanted === "silent" ? null : byOthers(wanted)));

async function byOthers(wanted: Exclude<Prepared, "silent">): Promise<PreparedModel> {
  // Four characters an event.
  const mock = new LLMock({ port: 0, chunkSize: 4 });
  if (wanted !== "none")
    mock.onMessage(STEP, {
      ...(wanted.text === "" ? {} : { content: wanted.text }),
      ...(wanted.calls.length === 0
        ? {}
        : { toolCalls: wanted.calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })) }),
    } as never);
  await mock.start();
  return {
    models: doorTo(),
    definition: at(`${mock.url}/v1`),
    asked: Promise.resolve(),
    leave: async () => void (await mock.stop()),
  };
}

modelContract("a script", (wanted) =>
  wanted === "silent"
    ? null
    : Promise.resolve({
        models: doorTo(
          wanted === "none"
            ? '{"answers":[]}'
            : JSON.stringify({
                answers: [
                  {
                    step: STEP,
                    turn: 1,
                    says: wanted.text,
                    calls: wanted.calls.map(([tool, input]) => ({ tool, arguments: input })),
                  },
                ],
              }),
        ),
        definition: { wire: "script", url: "script.json", model: "", key: "" },
        asked: Promise.resolve(),
        leave: () => Promise.resolve(),
      }),
);

modelContract("the fake of the tests", (wanted) =>
  Promise.resolve({
    models: createFakeModels(() =>
      wanted === "silent"
        ? "hang"
        : wanted === "none"
          ? { kind: "failed", code: "bad-answer", why: "", usage: { in: null, cached: null, out: null } }
          : says(wanted.text, ...wanted.calls),
    ),
    definition: at("http://127.0.0.1:9/v1"),
    asked: Promise.resolve(),
    leave: () => Promise.resolve(),
  }),
);

/** The body comes in pieces of so many bytes, whatever the network made of it. */
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

async function ask(
  server: Pick<ModelServer, "url">,
  given: { readonly fetch?: ModelFetch; readonly key?: string } = {},
): Promise<ModelAnswer> {
  const answer = await askOpenAiCompatible(
    questionTo({ wire: "openai", url: server.url, model: "m", key: given.key ?? KEY }),
    {
      fetch: given.fetch ?? fetch,
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

describe.each(ANSWERED)("the server answers with $name", ({ play, text = "", calls = [], usage }) => {
  test.each([1, 7, 100_000])("and it comes in pieces of %i bytes", async (size) => {
    const answer = await played(play, (server) => ask(server, { fetch: inPiecesOf(size) }));
    if (answer.kind === "failed") throw new Error(`${answer.code}: ${answer.why}`);
    const said = answer.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
    expect(said).toEqual(text === "" ? [] : [text]);
    const wants = answer.parts.flatMap((part) => (part.kind === "call" ? [part] : []));
    expect(wants.map(({ tool, input }) => [tool, input])).toEqual(calls.map(([, ...rest]) => rest));
    for (const [index, [id]] of calls.entries()) if (id !== null) expect(wants[index]?.id).toBe(id);
    expect(answer.usage).toMatchObject(usage ?? {});
  });
});

test.each(FAILED)("a failure: $name", async ({ play, code, why, until }) => {
  await played(play, async (server) => {
    const answer = await ask(server);
    expect(answer).toMatchObject({ kind: "failed", code });
    if (answer.kind !== "failed") return;
    if (why !== undefined) expect(answer.why).toMatch(why);
    expect(answer.until).toBe(until);
    // No second attempt, whatever the failure.
    expect(server.seen.length).toBe(1);
  });
});

test.each([
  ["401", body(401, { error: { message: "No auth credentials found" } })],
  ["403", body(403, {})],
])("%s to a question without a key says that the key is missing", async (_status, play) => {
  await played(play, async (server) => {
    expect(await ask(server, { key: "" })).toMatchObject({ kind: "failed", code: "no-key" });
  });
});

test("every failure that costs nothing, and that a server can cause, has a row", () => {
  const rows = new Set(FAILED.map(({ code }) => code));
  expect(UNSPENT.filter((code) => !rows.has(code)).sort()).toEqual([
    "no-key",
    "no-program",
    "no-script",
    "not-reached",
  ]);
});

test.each([
  ["https://api.openai.com/v1", "max_completion_tokens", "max_tokens"],
  ["https://openrouter.ai/api/v1", "max_tokens", "max_completion_tokens"],
  ["http://127.0.0.1:1234/v1", "max_tokens", "max_completion_tokens"],
])("%s is told how long the answer may be as %s", async (url, named, other) => {
  const bodies: string[] = [];
  const answer = await ask(
    { url },
    {
      fetch(_input, init) {
        bodies.push(typeof init?.body === "string" ? init.body : "");
        return Promise.resolve(new Response("{}", { status: 500 }));
      },
    },
  );
  expect(answer).toMatchObject({ code: "cut-off" });
  const sent = JSON.parse(bodies[0] ?? "{}") as object;
  expect(sent).toMatchObject({ [named]: 500, stream: true, stream_options: { include_usage: true } });
  expect(sent).not.toHaveProperty(other);
});

describe("no server", () => {
  test("nothing listens", async () => {
    const port = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const address = server.address() as { port: number };
        server.close(() => resolve(address.port));
      });
    });
    const answer = await ask({ url: `http://127.0.0.1:${String(port)}/v1` });
    expect(answer).toMatchObject({ kind: "failed", code: "not-reached" });
    expect(answer).toMatchObject({ why: expect.stringContaining("nothing listens there") as string });
  });

  test("nobody knows the name", async () => {
    const answer = await ask({ url: "https://no-such-model.invalid/v1" });
    expect(answer).toMatchObject({ kind: "failed", code: "not-reached" });
  });
});

describe("time and stopping", () => {
  const HALF = `data: ${JSON.stringify(called(0, "a", "read_note", "{}"))}\n\n`;
  const halfWay: Play = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(HALF);
  };
  /** A network that does not stop when it is told to. */
  const deaf: ModelFetch = (input, init) => fetch(input, { ...init, signal: null });

  test.each([
    ["before a word", SILENT, fetch],
    ["half way", halfWay, fetch],
    ["half way, on a network that cannot be stopped", halfWay, deaf],
  ] as const)("silence %s ends with the time for the call", async (when, play, through) => {
    await played(play, async (server) => {
      const clock = createSimulatedClock(NOW, "manual");
      const life = createBell();
      const answering = askOpenAiCompatible(questionTo(at(server.url)), {
        fetch: through,
        clock,
        progress: life.ring,
        signal: never,
      });
      await server.asked;
      if (when !== "before a word") await life.rung;
      await clock.advance(59_999);
      expect(clock.asleep).toBe(1);
      await clock.advance(1);
      const answer = await answering;
      expectSound(answer);
      expect(answer).toMatchObject({ code: "cut-off", why: "The model did not answer in time." });
      if (through === fetch) await server.hungUp;
    });
  });

  test.each([
    ["before a word", SILENT, fetch],
    ["half way", halfWay, fetch],
    ["half way, on a network that cannot be stopped", halfWay, deaf],
  ] as const)(
    "a call that is stopped %s is hung up, and its clock is let go",
    async (when, play, through) => {
      await played(play, async (server) => {
        const clock = createSimulatedClock(NOW, "manual");
        const stop = new AbortController();
        const life = createBell();
        const answering = askOpenAiCompatible(questionTo(at(server.url)), {
          fetch: through,
          clock,
          progress: life.ring,
          signal: stop.signal,
        });
        await server.asked;
        if (when !== "before a word") await life.rung;
        stop.abort();
        const answer = await answering;
        expectSound(answer);
        expect(answer).toMatchObject({ kind: "failed", code: "stopped", usage: { in: null, out: null } });
        expect(clock.asleep).toBe(0);
        if (through === fetch) await server.hungUp;
      });
    },
  );

  test("a call that is stopped before it begins sends nothing, and costs nothing", async () => {
    await played(SILENT, async (server) => {
      const answer = await askOpenAiCompatible(questionTo(at(server.url)), {
        fetch,
        clock: createSimulatedClock(NOW, "manual"),
        progress: () => undefined,
        signal: AbortSignal.abort(),
      });
      expect(answer).toMatchObject({ kind: "failed", code: "stopped", usage: { in: 0, out: 0 } });
      expect(server.connections()).toBe(0);
    });
  });

  test("an answer that is too long is hung up", async () => {
    const endless: Play = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const piece = `data: ${JSON.stringify(delta({ content: "x".repeat(10_000) }))}\n\n`;
      const go = (): void => {
        if (!response.destroyed) response.write(piece, () => setImmediate(go));
      };
      go();
    };
    await played(endless, async (server) => {
      expect(await ask(server)).toMatchObject({ code: "cut-off" });
      await server.hungUp;
    });
  });
});

describe("the key", () => {
  test.each([0, 250, 280, 285, 290, 295])("is not repeated, however far back it stands: %i", async (at) => {
    const answer = await played(
      body(401, { error: { message: `${"x".repeat(at)} Incorrect key: ${KEY}.` } }),
      (server) => ask(server),
    );
    // Half a key is a secret, too.
    expect(JSON.stringify(answer)).not.toContain(KEY.slice(0, 10));
  });

  test.each<readonly [string, Play]>([
    [
      "in the stream of an answer",
      stream(events(delta({ content: `Your key is ${KEY}` }), delta({}, "stop"))),
    ],
    [
      "in arguments",
      stream(events(called(0, "a", "read_note", `{"path":"${KEY}"}`), delta({}, "tool_calls"))),
    ],
    ["in an error half way", stream(events({ error: { message: `No: ${KEY}` } }))],
    ["in a refusal", stream(events(delta({ refusal: `Not with ${KEY}` }), delta({}, "stop")))],
    ["in a redirect", body(301, {}, { location: `https://elsewhere.example/?key=${KEY}` })],
    ["in an event that is no JSON", stream(events(`{"oops ${KEY}`))],
    ["in words that are no JSON", body(500, `No: Bearer ${KEY}`, { "content-type": "text/plain" })],
    ["in a success that is none", body(200, { error: `No: ${KEY}` })],
  ])("is not repeated %s", async (_where, play) => {
    await played(play, async (server) => {
      await ask(server);
      expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    });
  });

  test("an ordinary word that serves as a key is left in an answer", async () => {
    const answer = await played(
      stream(events(delta({ content: "Ask ollama." }), delta({}, "stop"))),
      (server) => ask(server, { key: "ollama" }),
    );
    expect(answer).toMatchObject({ parts: [{ text: "Ask ollama." }] });
  });

  test.each([
    ["http to another computer", (port: string) => `http://[::ffff:127.0.0.1]:${port}/v1`],
    [
      "http to a name that begins as this computer’s",
      (port: string) => `http://127.0.0.1.example.com:${port}/v1`,
    ],
    ["an address with a password", (port: string) => `http://me:secret@127.0.0.1:${port}/v1`],
    ["another scheme", (port: string) => `ftp://127.0.0.1:${port}/v1`],
    ["no address at all", () => "127.0.0.1"],
  ])("does not leave for %s", async (_what, address) => {
    await played(stream(events(delta({ content: "Hi" }), delta({}, "stop"))), async (server) => {
      const asked: unknown[] = [];
      const answer = await ask(
        { url: address(new URL(server.url).port) },
        {
          fetch(input, init) {
            asked.push(input);
            return fetch(input, init);
          },
        },
      );
      expect(answer).toMatchObject({ kind: "failed", code: "bad-address" });
      expect(asked).toEqual([]);
      expect(server.connections()).toBe(0);
    });
  });

  test("is not sent where there is none, and another one is not asked after a redirect", async () => {
    await played(stream(""), async (elsewhere) => {
      await played(body(307, {}, { location: `${elsewhere.url}/chat/completions` }), async (server) => {
        await ask(server, { key: "" });
        expect(server.seen[0]?.headers.authorization).toBeUndefined();
        expect(elsewhere.connections()).toBe(0);
      });
    });
  });
});
