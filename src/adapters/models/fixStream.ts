/**
 * The one reader between the bytes of a server and the package for its wire. Servers differ from what the packages
 * expect, and the packages then drop a whole answer; here each event gets the form that they expect. An error in the
 * stream becomes the failure that it would be as a status.
 */
import { createParser } from "eventsource-parser";
import { isObject, parseJson, TOO_DEEP, type JsonObject } from "../../kit/json";
import type { Oddity } from "../../kit/ports/model";
import { WireFault, WireRefusal } from "./fetch";
import { messageIn } from "./messageIn";

/** The part of the reading that differs from wire to wire. It lives for one answer. */
export interface Mender {
  /** The events for the package, in the place of one from the server. */
  take(event: JsonObject): readonly JsonObject[];
  /** The events behind the last one. `isTold`: the server said that there are no more. */
  end(isTold: boolean): readonly JsonObject[];
  /** Whether part of an answer has come. */
  hasBegun(): boolean;
}

export interface Mending {
  readonly mender: Mender;
  readonly odd: Set<Oddity>;
  readonly progress: () => void;
  readonly signal: AbortSignal | null;
  readonly headers: Headers;
}

/** Characters of an answer in one piece. */
const LONGEST_PIECE = 2_000_000;
/** Words that some gateways send as data to keep the connection open. */
const KEEP_ALIVE = /^(?:|\[[\w -]*\]|[\w:. -]{1,30})$/;

export function fixStream({ mender, odd, progress, signal, headers }: Mending): TransformStream {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let form: "events" | "piece" | null = null;
  let held = "";
  let isTold = false;
  let give: (event: JsonObject) => void = () => undefined;

  const take = (event: unknown, name: string | undefined): void => {
    if (Array.isArray(event)) for (const each of event) take(each, name);
    if (!isObject(event)) return;
    const error = errorIn(event, name);
    if (error !== null) throw failureIn(error, event);
    mender.take(event).forEach(give);
    if (mender.hasBegun()) progress();
  };

  const failureIn = (error: unknown, event: JsonObject): Error => {
    const body = JSON.stringify(
      isObject(event["error"]) || typeof event["error"] === "string" ? event : { error },
    );
    const says = messageIn(body) ?? "The server sent an error.";
    const status = statusOf(event, says);
    if (status !== null && !mender.hasBegun())
      return new WireRefusal(status, body, Object.fromEntries(headers.entries()));
    return new WireFault(form === "piece" ? "bad-answer" : "cut-off", says);
  };

  const parser = createParser({
    onEvent({ event: name, data }) {
      if (data.trim() === "[DONE]") isTold = true;
      if (KEEP_ALIVE.test(data.trim())) return;
      const event = readJson(data);
      if (event === undefined) throw new WireFault("cut-off", "The server sent an event that is not JSON.");
      take(event, name);
    },
  });

  const takePiece = (): void => {
    const piece = readJson(held);
    if (piece === undefined || (isObject(piece) && errorIn(piece, undefined) === null && !isAnswer(piece)))
      throw new WireFault(
        "bad-answer",
        messageIn(held) ?? "The server answered with something else than an answer of a model.",
      );
    odd.add("one-piece");
    take(piece, undefined);
    isTold = true;
  };

  const feed = (text: string): void => {
    signal?.throwIfAborted();
    if (form === "events") return parser.feed(text);
    held += text;
    if (held.length > LONGEST_PIECE)
      throw new WireFault("cut-off", "The answer was too long, and was broken off.");
    const [first] = form === null ? held.trimStart() : [];
    if (first === undefined) return;
    if (first === "<") throw new WireFault("bad-answer", "The server answered with a web page.");
    form = first === "{" || first === "[" ? "piece" : "events";
    if (form === "events") parser.feed(held);
  };

  return new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      give = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
    },
    transform: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    flush() {
      // The last event may lack its empty line.
      feed(`${decoder.decode()}${form === "events" ? "\n\n" : ""}`);
      if (form === "piece") takePiece();
      mender.end(isTold).forEach(give);
    },
  });
}

/** For wires whose packages read what their servers send: nothing is changed but what no package expects. */
export function fixNulls(isPart: (event: JsonObject) => boolean): Mender {
  let begun = false;
  return {
    take(event) {
      begun ||= isPart(event);
      return [withoutNulls(event) as JsonObject];
    },
    end: () => [],
    hasBegun: () => begun,
  };
}

/** Values that a model wrote itself stay as they are. */
const OF_MODEL = new Set(["args", "arguments", "input", "text", "partial_json"]);

/** Null is absent, and a count may be a text. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      each === null
        ? []
        : [
            [
              key,
              OF_MODEL.has(key)
                ? each
                : /tokens?(?:count)?$/i.test(key)
                  ? numberIn(each)
                  : withoutNulls(each),
            ],
          ],
    ),
  );
}

/** The number in a count, which may be a text; anything else as it is. */
export function numberIn(value: unknown): unknown {
  return typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

const ANSWER = ["choices", "candidates", "content", "message"];

function isAnswer(piece: JsonObject): boolean {
  return ANSWER.some((key) => typeof piece[key] === "object" && piece[key] !== null);
}

/** The error that an event holds; null where it is none. `name`: of the event. */
function errorIn(event: JsonObject, name: string | undefined): unknown {
  const { error = null, type, object } = event;
  const isSaid =
    typeof error === "string" ? error.trim() !== "" : isObject(error) && Object.keys(error).length > 0;
  if (isSaid) return error;
  if (type === "error" || object === "error" || name === "error") return event;
  const isElse = isAnswer(event) || typeof type === "string";
  return !isElse && statusIn(event) !== null && messageIn(JSON.stringify(event)) !== null ? event : null;
}

/** Codes and kinds of errors in words, with the status that each would have. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/insufficient.?(?:quota|credit|balance|funds)|billing|payment.?required/i, 402],
  [/rate.?limit|too.?many.?requests|resource.?exhausted|throttl/i, 429],
  [/overloaded/i, 529],
  [
    /context.?(?:length|size|window)|(?:prompt|input|request).{0,20}too.?(?:long|large)|\bn_(?:ctx|keep)\b/i,
    400,
  ],
  [/authentication|invalid.?api.?key|unauthorized/i, 401],
  [/model.?not.?found|not_found_error/i, 404],
];

/** Null where the server does not say. Words of a sentence count only where there is no code. */
function statusOf(event: JsonObject, says: string): number | null {
  const error = isObject(event["error"]) ? event["error"] : event;
  const found = statusIn(error) ?? statusIn(event);
  if (found !== null) return found;
  const codes = ["code", "type", "status"]
    .map((key) => error[key])
    .filter((each) => typeof each === "string");
  return STATUSES.find(([words]) => words.test(codes.join(" ")) || words.test(says))?.[1] ?? null;
}

function statusIn(error: JsonObject): number | null {
  const found = ["code", "status", "status_code", "statusCode", "http_code"]
    .map((key) => Number(numberIn(error[key])))
    .find((each) => each >= 400 && each < 600);
  return found ?? null;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Error && error.message === TOO_DEEP)
      throw new WireFault("bad-answer", `A part of the answer cannot be read: ${TOO_DEEP}.`);
    return undefined;
  }
}
