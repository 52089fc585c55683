/**
 * An answer over HTTP, read leniently before the library's transport sees it: what is no message of MCP becomes a
 * sentence, what is one is put right (`reading`), and the first question, which version is spoken, is answered "older"
 * by anything but a clean newer answer.
 */
import { EventSourceParserStream } from "eventsource-parser/stream";

import { isList, isObject, parseMessage, type Json } from "../../kit/json";
import { Told, wordsOf } from "../net/failure";
import { OURS } from "./protocolError";
import { readMessage, type Asked } from "./reading";
import { sayNoMessage, type Refusal, type Where } from "./refusal";

export interface WebRequest extends Asked {
  readonly id: Json;
}

/** The words of a body that are looked at where it is no message. */
const BODY = 20_000;
const UNSUPPORTED_VERSION = -32022;
const METHOD_NOT_FOUND = -32601;
const BROKEN = -32000;

/** The request in this body; null for a notification, and for what is no message. */
export function requestIn(body: unknown): WebRequest | null {
  const message = typeof body === "string" ? parse(body) : null;
  if (!isObject(message) || typeof message["method"] !== "string" || (message["id"] ?? null) === null)
    return null;
  return { id: message["id"] ?? null, method: message["method"], params: message["params"] };
}

export async function refusalIn(response: Response): Promise<Refusal> {
  const body = await response.text().catch(() => "");
  return { status: response.status, headers: response.headers, body: body.slice(0, BODY) };
}

/** Of an answer with a good status. Throws a sentence where it holds no message. */
export async function readAnswer(
  response: Response,
  asked: WebRequest,
  where: Pick<Where, "host" | "blank">,
): Promise<Response> {
  if (isStream(response) && response.body !== null)
    return new Response(rewrite(response.body, asked, where), { status: 200, headers: response.headers });
  const text = await response.text().catch((error: unknown) => {
    throw error instanceof Told ? error : new Told(sayBroken(where.host), { cause: error });
  });
  const messages = messagesIn(text, asked);
  if (messages === null)
    throw new Told(
      sayNoMessage({ status: response.status, headers: response.headers, body: text.slice(0, BODY) }, where),
    );
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(messages.length === 1 ? messages[0] : messages), {
    status: 200,
    headers,
  });
}

function sayBroken(host: string): string {
  return `The connection to ${host} broke before the answer was whole.`;
}

/**
 * The answer to the question for the version, as the library wants it: any other than a clean newer one says that it is
 * not known.
 */
export async function readVersions(response: Response, asked: WebRequest): Promise<Response> {
  let answer: Json | undefined;
  if (isStream(response) && response.body !== null) {
    const reader = eventsOf(response.body).getReader();
    for (let next = await reader.read(); answer === undefined && !next.done; next = await reader.read())
      answer = versionsIn(next.value.data, asked);
    void reader.cancel().catch(() => undefined);
  } else answer = versionsIn(await response.text(), asked);
  return answer === undefined ? olderOnly(asked) : Response.json(answer);
}

export function olderOnly({ id }: WebRequest): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: "Not known." } });
}

function versionsIn(text: string, asked: WebRequest): Json | undefined {
  return messagesIn(text, asked)?.find((message) => {
    if (!isObject(message) || !sameId(message["id"], asked.id)) return false;
    const error = message["error"];
    return isObject(message["result"]) || (isObject(error) && error["code"] === UNSUPPORTED_VERSION);
  });
}

/**
 * Messages of MCP, put right; null where nothing here answers the request. An error that names no request is about this
 * one.
 */
function messagesIn(text: string, asked: WebRequest): readonly Json[] | null {
  const value = parse(text);
  const messages = (isList(value) ? value : [value]).filter(isObject).map((each) => {
    const isNameless =
      (each["id"] ?? null) === null && each["method"] === undefined && (each["error"] ?? null) !== null;
    return readMessage(isNameless ? { ...each, jsonrpc: "2.0", id: asked.id } : each, (id) =>
      sameId(id, asked.id) ? asked : undefined,
    ) as Json;
  });
  const answers = messages.some(
    (each) =>
      isObject(each) &&
      each["method"] === undefined &&
      sameId(each["id"], asked.id) &&
      (each["result"] !== undefined || each["error"] !== undefined),
  );
  return answers ? messages.filter((each) => isObject(each) && each["jsonrpc"] === "2.0") : null;
}

/**
 * The stream with every message put right. Where it ends without the answer, that is said, for otherwise nobody would
 * know.
 */
function rewrite(
  body: ReadableStream<Uint8Array>,
  asked: WebRequest,
  { host, blank }: Pick<Where, "host" | "blank">,
): ReadableStream<Uint8Array> {
  const reader = eventsOf(body).getReader();
  const write = (message: Json): Uint8Array =>
    new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`);
  const end = (words: string): Uint8Array =>
    write({ jsonrpc: "2.0", id: asked.id, error: { code: BROKEN, message: words, data: { [OURS]: true } } });
  let isAnswered = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const { value: event, done } = await reader.read();
          if (done) {
            if (!isAnswered)
              controller.enqueue(end(`The server at ${host} ended its answer before it was whole.`));
            controller.close();
            return;
          }
          const message = event.event === undefined || event.event === "message" ? parse(event.data) : null;
          if (!isObject(message)) continue;
          const read = messagesIn(event.data, asked) ?? [message];
          isAnswered ||=
            isObject(message) && message["method"] === undefined && sameId(message["id"], asked.id);
          for (const each of read) controller.enqueue(write(each));
          return;
        }
      } catch (error) {
        if (!isAnswered)
          controller.enqueue(end(error instanceof Told ? wordsOf(error, blank) : sayBroken(host)));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function eventsOf(
  body: ReadableStream<Uint8Array>,
): ReadableStream<{ readonly event?: string | undefined; readonly data: string }> {
  return body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream());
}

function isStream(response: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

function sameId(one: Json | undefined, other: Json): boolean {
  const spelled = (id: Json | undefined): string | null =>
    typeof id === "string" || typeof id === "number" ? String(id) : null;
  return spelled(one) !== null && spelled(one) === spelled(other);
}

function parse(text: string): Json {
  try {
    return parseMessage(text);
  } catch {
    return null;
  }
}
