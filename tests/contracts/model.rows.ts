/** Answers of servers of models, one row each, with their meaning. */
import type { FailureCode, Usage } from "../../src/kit/ports/model";
import { body, called, delta, events, stream, used, type Play } from "../fakes/modelServer";

export const NOW = "2026-02-21T10:30:00Z";
const now = Date.parse(NOW);

export interface AnsweredRow {
  readonly name: string;
  readonly play: Play;
  readonly text?: string;
  /** Id, tool and arguments of each call; the id is null where any will do. */
  readonly calls?: readonly (readonly [id: string | null, tool: string, input: string])[];
  readonly usage?: Partial<Usage>;
}

export interface FailedRow {
  readonly name: string;
  readonly play: Play;
  readonly code: FailureCode;
  readonly why?: RegExp;
  readonly until?: number;
}

const END = delta({}, "stop");
const WANTS = delta({}, "tool_calls");
const NULLS = { in: null, cached: null, out: null };

export const ANSWERED: readonly AnsweredRow[] = [
  {
    name: "text in many pieces, with letters of several bytes",
    play: stream(
      events(
        delta({ role: "assistant", content: "Grö" }),
        delta({ content: "ße 😀 – fertig" }),
        END,
        used(9, 4),
      ),
    ),
    text: "Größe 😀 – fertig",
    usage: { in: 9, out: 4 },
  },
  {
    name: "lines that end as on Windows, comments, and events without data",
    play: stream(
      `: PROCESSING\r\n\r\nevent: x\r\n\r\n${events(delta({ content: "Hi" }), END).replaceAll("\n", "\r\n")}`,
    ),
    text: "Hi",
  },
  {
    name: "no word of “DONE” at the end",
    play: stream(events(delta({ content: "Hi" }), END).replace("data: [DONE]\n\n", "")),
    text: "Hi",
  },
  {
    name: "parallel calls whose arguments come in turns",
    play: stream(
      events(
        called(0, "a", "read_note", ""),
        called(1, "b", "search_notes", '{"que'),
        called(0, null, null, '{"path":"A"}'),
        called(1, null, null, 'ry":"é"}'),
        WANTS,
      ),
    ),
    calls: [
      ["a", "read_note", '{"path":"A"}'],
      ["b", "search_notes", '{"query":"é"}'],
    ],
  },
  {
    name: "two calls with the same id",
    play: stream(
      events(called(0, "a", "read_note", "{}"), called(1, "a", "read_note", '{"path":"B"}'), WANTS),
    ),
    calls: [
      ["a", "read_note", "{}"],
      [null, "read_note", '{"path":"B"}'],
    ],
  },
  {
    name: "two calls without an id",
    play: stream(events(called(0, null, "read_note", "{}"), called(1, null, "read_note", "{}"), WANTS)),
    calls: [
      [null, "read_note", "{}"],
      [null, "read_note", "{}"],
    ],
  },
  {
    name: "calls, and the word that it stopped",
    play: stream(events(called(0, "a", "read_note", "{}"), END)),
    calls: [["a", "read_note", "{}"]],
  },
  {
    name: "arguments that are no JSON, or break off",
    play: stream(
      events(called(0, "a", "read_note", "path: Fenn"), called(1, "b", "read_note", '{"path":"Fe'), WANTS),
    ),
    calls: [
      ["a", "read_note", "path: Fenn"],
      ["b", "read_note", '{"path":"Fe'],
    ],
  },
  {
    name: "a tool that nobody offered",
    play: stream(events(called(0, "a", "rm_rf", "{}"), WANTS)),
    calls: [["a", "rm_rf", "{}"]],
  },
  { name: "no usage", play: stream(events(delta({ content: "Hi" }), END)), text: "Hi", usage: NULLS },
  {
    name: "usage that is no whole number",
    play: stream(events(delta({ content: "Hi" }), END, used(1.5, 2))),
    text: "Hi",
    usage: { in: null, out: 2 },
  },
  {
    name: "usage of which a part was cached",
    play: stream(events(delta({ content: "Hi" }), END, used(900, 4, 800))),
    text: "Hi",
    usage: { in: 900, cached: 800, out: 4 },
  },
  {
    name: "thoughts before the answer, which are not kept",
    play: stream(events(delta({ reasoning_content: "Hm." }), delta({ content: "Hi" }), END)),
    text: "Hi",
  },
];

const said = (message: string, more: object = {}): object => ({ error: { message, ...more } });

export const FAILED: readonly FailedRow[] = [
  // Nobody takes it.
  { name: "429 alone", play: body(429, {}), code: "busy", why: /^429: Too Many Requests$/ },
  {
    name: "429 with seconds",
    play: body(429, said("Slow down"), { "retry-after": "20" }),
    code: "busy",
    why: /^429: Slow down$/,
    until: now + 20_000,
  },
  {
    name: "429 with a date",
    play: body(429, said("Slow down"), { "retry-after": "Sat, 21 Feb 2026 10:31:00 GMT" }),
    code: "busy",
    until: now + 60_000,
  },
  {
    name: "429 with a time that is absurd",
    play: body(429, said("Slow down"), { "retry-after": "99999999" }),
    code: "busy",
    until: now + 3_600_000,
  },
  {
    name: "429 with a time that is none",
    play: body(429, said("No"), { "retry-after": "soon" }),
    code: "busy",
  },
  {
    name: "429 of a limit by the minute that speaks of quota",
    play: body(429, [
      said("You exceeded your current quota, check your plan and billing details. Please retry in 23s."),
    ]),
    code: "busy",
    why: /^429: You exceeded/,
  },
  {
    name: "429 that means no credit",
    play: body(
      429,
      said("You exceeded your current quota, please check your plan and billing details.", {
        code: "insufficient_quota",
      }),
    ),
    code: "no-credit",
  },
  {
    name: "429 that means no balance",
    play: body(429, said("Your credit balance is too low")),
    code: "no-credit",
  },
  { name: "402", play: body(402, said("Insufficient credits")), code: "no-credit" },
  {
    name: "401",
    play: body(401, said("Incorrect API key provided")),
    code: "bad-key",
    why: /^401: Incorrect/,
  },
  { name: "403", play: body(403, said("Forbidden")), code: "bad-key" },
  {
    name: "403 of a moderator",
    play: body(403, said("Your input was flagged by moderation")),
    code: "refused",
  },
  { name: "503 of a model that is loading", play: body(503, said("Loading model")), code: "busy" },
  {
    name: "503 with too much to do, and a time",
    play: body(503, said("The model is overloaded"), { "retry-after": "5" }),
    code: "busy",
    until: now + 5000,
  },
  {
    name: "503 of a gateway that lost the model",
    play: body(503, "upstream connect error or disconnect/reset before headers", {
      "content-type": "text/plain",
    }),
    code: "cut-off",
  },
  { name: "503 without a word", play: body(503, {}), code: "cut-off" },
  // It was never the right question.
  {
    name: "404 of an unknown model",
    play: body(404, said("The model `m` does not exist")),
    code: "bad-model",
  },
  {
    name: "404 of an unknown model, said in one string",
    play: body(404, { error: "model “m” not found, try pulling it first" }),
    code: "bad-model",
    why: /^404: model “m” not found/,
  },
  { name: "400 of an unknown model", play: body(400, said("m is not a valid model ID")), code: "bad-model" },
  {
    name: "404 of an unknown path",
    play: body(404, { detail: "Not Found" }),
    code: "bad-address",
    why: /^404: Not Found$/,
  },
  {
    name: "404 of a web page that speaks of models",
    play: body(404, "<html><p>Not found. See our new model!</p></html>"),
    code: "bad-address",
  },
  { name: "405", play: body(405, {}), code: "bad-address" },
  {
    name: "400 of a question that is too long",
    play: body(400, said("This model's maximum context length is 8192 tokens.")),
    code: "question-too-long",
  },
  {
    name: "400 of a question that is too long, by its code",
    play: body(400, said("Too much.", { code: "context_length_exceeded" })),
    code: "question-too-long",
  },
  { name: "413", play: body(413, "<html>Request Entity Too Large</html>"), code: "question-too-long" },
  {
    name: "400 of a model without tools",
    play: body(400, said("m does not support tools")),
    code: "no-tools",
  },
  {
    name: "404 of a model without tools",
    play: body(404, said("No endpoints found that support tool use.")),
    code: "no-tools",
  },
  {
    name: "400 of a server that was started without tools",
    play: body(400, said('"auto" tool choice requires --enable-auto-tool-choice to be set')),
    code: "no-tools",
  },
  {
    name: "400 of a call that the model wrote badly",
    play: body(
      400,
      said("Failed to call a function.", { code: "tool_use_failed", failed_generation: "<x>" }),
    ),
    code: "cut-off",
  },
  {
    name: "400 of messages in the wrong order, which has tools in its words",
    play: body(400, said("messages with role 'tool' must follow a message with 'tool_calls'")),
    code: "not-taken",
  },
  {
    name: "400 of a setting that the model does not take",
    play: body(400, said("Unsupported parameter: 'max_tokens'. Use another one with this model.")),
    code: "not-taken",
    why: /Unsupported parameter/,
  },
  {
    name: "422 with a list",
    play: body(422, { detail: [{ msg: "Field required" }] }),
    code: "not-taken",
    why: /Field required/,
  },
  {
    name: "usage that is negative",
    play: stream(events(delta({ content: "Hi" }), END, used(-1, -5))),
    code: "bad-figure",
    why: /-1 tokens/,
  },
  {
    name: "usage beyond any sense",
    play: stream(events(delta({ content: "Hi" }), END, used(1e300, 5))),
    code: "bad-figure",
  },
  {
    name: "a part of the stream that is nested without end",
    play: stream(`data: {"choices":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}\n\n`),
    code: "bad-answer",
    why: /more than 40 levels/,
  },
  // It may have been worked on.
  { name: "500", play: body(500, said("Internal error")), code: "cut-off", why: /^500: Internal error$/ },
  {
    name: "500 that speaks of tools and models",
    play: body(500, said("model tools not supported")),
    code: "cut-off",
  },
  {
    name: "502 with a web page",
    play: body(502, "<html><title>Bad Gateway</title></html>"),
    code: "cut-off",
    why: /^502: Bad Gateway$/,
  },
  { name: "504", play: body(504, "<html></html>"), code: "cut-off" },
  { name: "408", play: body(408, {}), code: "cut-off" },
  {
    name: "200 with an error",
    play: body(200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }),
    code: "bad-answer",
    why: /^Unexpected endpoint/,
  },
  {
    name: "200 with an error and its status",
    play: body(200, said("Slow down", { code: 429 })),
    code: "busy",
  },
  {
    name: "200 with an error in the stream",
    play: stream(events(said("Provider returned error", { code: 429 }))),
    code: "busy",
    why: /^429: Provider returned error$/,
  },
  {
    name: "200 with an error in the stream, and a time",
    play(response) {
      response.writeHead(200, { "content-type": "text/event-stream", "retry-after": "5" });
      response.end(events(delta({ role: "assistant", content: "" }), said("Slow down", { code: "429" })));
    },
    code: "busy",
    until: now + 5000,
  },
  {
    name: "a limit in the stream, by its kind",
    play: stream(events({ error: { type: "rate_limit_error", message: "Wait." } })),
    code: "busy",
  },
  {
    name: "a limit in the stream, by its words alone",
    play: stream(events({ error: { message: "Rate limit exceeded" } })),
    code: "busy",
  },
  {
    name: "an error in the stream that is one text",
    play: stream(events({ error: "model “m” crashed" })),
    code: "cut-off",
    why: /crashed/,
  },
  {
    name: "an event of its own name that holds an error",
    play: stream(
      'event: error\ndata: {"error":{"message":"Trying to keep the first 5000 tokens, and the model has a context length of 4096."}}\n\n',
    ),
    code: "question-too-long",
  },
  {
    name: "an error in the stream that names itself an object",
    play: stream(events({ object: "error", message: "No such model", type: "NotFoundError", code: 404 })),
    code: "bad-model",
  },
  {
    name: "an error in a choice’s event",
    play: stream(
      events({
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
        error: { code: 502, message: "Upstream" },
      }),
    ),
    code: "cut-off",
    why: /^502: Upstream$/,
  },
  {
    name: "a code in words, in capitals",
    play: stream(events(said("Too much", { code: "CONTEXT_LENGTH_EXCEEDED" }))),
    code: "question-too-long",
  },
  {
    name: "an empty account in the stream",
    play: stream(events(said("Please pay", { code: "insufficient_quota" }))),
    code: "no-credit",
  },
  {
    name: "a limit in the middle of an answer, which may have been paid",
    play: stream(events(delta({ content: "Hi" }), said("Slow down", { code: 429 }))),
    code: "cut-off",
    why: /^Slow down$/,
  },
  {
    name: "a limit behind thoughts, which may have been paid",
    play: stream(events(delta({ reasoning: "Hm" }), said("Slow down", { code: 429 }))),
    code: "cut-off",
  },
  {
    name: "200 with an error in the middle of the stream",
    play: stream(events(called(0, "a", "read_note", "{}"), said("Lost the model"))),
    code: "cut-off",
    why: /^Lost the model$/,
  },
  {
    name: "200 with a web page",
    play: body(200, "<html><p>Welcome!</p></html>"),
    code: "bad-answer",
    why: /web page/,
  },
  { name: "200 with nothing", play: stream(""), code: "cut-off" },
  {
    name: "an event that is no JSON",
    play: stream(events(delta({ content: "Hi" }), "{oops", END)),
    code: "cut-off",
  },
  {
    name: "an answer that is empty",
    play: stream(events(delta({ content: "" }), END, used(9, 0))),
    code: "empty-answer",
  },
  {
    name: "an answer of nothing but thoughts",
    play: stream(events(delta({ reasoning: "Hm." }), END)),
    code: "only-thoughts",
  },
  {
    name: "an answer of nothing but thoughts in its text",
    play: stream(events(delta({ content: "<think>Hm." }), delta({ content: "</think>\n\n" }), END)),
    code: "only-thoughts",
  },
  {
    name: "thoughts that are counted, and not shown",
    play: stream(
      events(delta({ content: "" }), delta({}, "length"), {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 500,
          completion_tokens_details: { reasoning_tokens: 500 },
        },
      }),
    ),
    code: "only-thoughts",
    why: /used up the room/,
  },
  {
    name: "thoughts that used up the room",
    play: stream(events(delta({ reasoning_content: "Hm." }), delta({}, "length"), used(9, 500))),
    code: "only-thoughts",
    why: /used up the room/,
  },
  {
    name: "an answer that did not fit",
    play: stream(events(called(0, "a", "read_note", "{}"), delta({}, "length"), used(9, 500))),
    code: "answer-too-long",
  },
  {
    name: "a content filter",
    play: stream(events(delta({ content: "No." }), delta({}, "content_filter"))),
    code: "refused",
    why: /^No\.$/,
  },
  {
    name: "a refusal",
    play: stream(events(delta({ refusal: "I cannot." }), END)),
    code: "refused",
    why: /^I cannot\.$/,
  },
  {
    name: "an unusual end of arguments that break off",
    play: stream(events(called(0, "a", "read_note", '{"path":"Fe'), delta({}, "eos"))),
    code: "cut-off",
  },
  {
    name: "arguments that break off without a word of the end",
    play: stream(events(called(0, "a", "read_note", '{"path":"Fe')).replace("data: [DONE]\n\n", "")),
    code: "cut-off",
  },
  {
    name: "a text without a word of the end",
    play: stream(events(delta({ content: "Hi" })).replace("data: [DONE]\n\n", "")),
    code: "cut-off",
  },
  { name: "an event that is half there", play: stream('data: {"choices":[{"delta":{"con'), code: "cut-off" },
  {
    name: "an end that a server names a failure",
    play: stream(events(delta({ content: "Hi" }), delta({}, "insufficient_system_resource"))),
    code: "cut-off",
  },
  {
    name: "the end of its room in other words",
    play: stream(events(delta({ content: "Hi" }), delta({}, "max_tokens"))),
    code: "answer-too-long",
  },
  {
    name: "a filter in other words",
    play: stream(events(delta({ content: "No." }), delta({}, "sensitive"))),
    code: "refused",
  },
  {
    name: "a connection that is cut half way",
    play(response) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(events(called(0, "a", "read_note", "{}")).replace("data: [DONE]\n\n", ""), () =>
        response.destroy(),
      );
    },
    code: "cut-off",
  },
  {
    name: "a connection that is cut before an answer",
    play: (response) => void response.destroy(),
    code: "cut-off",
    why: /closed the connection/,
  },
  {
    name: "a failure whose words are cut",
    play(response) {
      response.writeHead(401, { "content-type": "application/json", "content-length": "900" });
      response.write('{"error":', () => response.destroy());
    },
    code: "bad-key",
  },
  {
    name: "a redirect to another path",
    play: body(307, {}, { location: "/elsewhere" }),
    code: "bad-address",
    why: /leads to another one: \/elsewhere/,
  },
  { name: "a redirect that names no address", play: body(302, {}), code: "bad-address" },
  {
    name: "an answer of 5 MB in pieces",
    play(response) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const piece = `data: ${JSON.stringify(delta({ content: "x".repeat(50_000) }))}\n\n`;
      response.on("error", () => undefined);
      for (let n = 0; n < 100; n += 1) response.write(piece);
      response.end(events(END));
    },
    code: "cut-off",
    why: /too long/,
  },
  {
    name: "arguments of 5 MB",
    play: stream(events(called(0, "a", "read_note", "x".repeat(5_000_000)), WANTS)),
    code: "cut-off",
    why: /too long/,
  },
  { name: "words of 5 MB about a failure", play: body(500, said("x".repeat(5_000_000))), code: "cut-off" },
];
