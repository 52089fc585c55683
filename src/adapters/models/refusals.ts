/** The table that says what a failed call means, by status and by the words of the server. */
import { APICallError } from "@ai-sdk/provider";
import { SECOND } from "../../kit/dates";
import { escapeLine } from "../../kit/text";
import { UNSPENT, type FailureCode, type ModelAnswer } from "../../kit/ports/model";
import { NeverLeft, Told } from "../net/failure";
import type { Blank } from "../net/secrets";
import { WireFault, WireRefusal } from "./fetch";
import { messageIn } from "./messageIn";
import { NOTHING_USED, UNKNOWN_USE } from "./usage";

interface Row {
  readonly status: (code: number) => boolean;
  /** Words that the body holds; any body where it is absent. */
  readonly says?: RegExp;
  readonly means: FailureCode;
}

const is =
  (...codes: readonly number[]) =>
  (code: number): boolean =>
    codes.includes(code);

/**
 * The first row that fits counts. Codes of `UNSPENT` need words, or a status, that no server uses once a model has
 * begun: a gateway says 503, too, when it lost a model that was answering.
 */
const ROWS: readonly Row[] = [
  { status: is(402), means: "no-credit" },
  {
    status: is(429),
    says: /insufficient.{0,20}(?:quota|credit|balance|funds)|\b(?:no|out of) credits?\b|credit balance/i,
    means: "no-credit",
  },
  {
    status: is(429),
    says: /RESOURCE_EXHAUSTED|retry in|per[ -](?:minute|hour|day)|rate.?limit/i,
    means: "busy",
  },
  { status: is(429), says: /quota|credit|billing|balance/i, means: "no-credit" },
  { status: is(429, 529), means: "busy" },
  { status: is(503), says: /upstream|\breset\b|disconnect/i, means: "cut-off" },
  {
    status: is(503),
    says: /overload|loading|\bbusy\b|capacity|high demand|too many|rate.?limit/i,
    means: "busy",
  },
  { status: is(400, 403, 451), says: /moderation|flagged|content.?(?:policy|filter)/i, means: "refused" },
  { status: is(401, 403), means: "bad-key" },
  // Google calls a wrong key a wrong argument, and Anthropic an empty account a wrong question.
  { status: is(400), says: /api.?key.{0,40}(?:not valid|invalid|expired|not found)/i, means: "bad-key" },
  { status: is(400), says: /credit balance is too low/i, means: "no-credit" },
  // The model had written a call, and its server could not read it.
  { status: is(400, 422), says: /failed_generation|tool_use_failed/i, means: "cut-off" },
  {
    status: is(400, 413, 422),
    says: /context|too (?:long|large)|maximum.{0,20}(?:length|tokens)|exceeds?.{0,30}(?:length|limit|tokens|size)/i,
    means: "question-too-long",
  },
  { status: is(413), means: "question-too-long" },
  {
    status: is(400, 404, 422, 501),
    says: /(?:\b(?:tools?|tool.?(?:call\w*|choice|use)|functions?|function.?call\w*)\b.{0,60}(?:not? .{0,20}support|unsupported|requires? -)|(?:n[o’']t|not?|cannot|unsupported)\b.{0,60}\b(?:tools?|functions?|function.?call\w*)\b)/i,
    means: "no-tools",
  },
  {
    status: is(400, 404, 422),
    says: /model.{0,120}(?:not (?:be )?(?:found|exist|available|valid|loaded)|not a valid|invalid|unknown|no access|no endpoints|access to it)|(?:unknown|not a valid|invalid|no such|unsupported|find|no endpoints).{0,30}model|no models? (?:is |are )?loaded|model_not_found|not_found_error.{0,40}model:/i,
    means: "bad-model",
  },
  { status: is(404, 405), means: "bad-address" },
  // A model that refuses the content of a question says so in an answer, or its server speaks of moderation; this is
  // about the form.
  { status: is(400, 422), means: "not-taken" },
];

export interface Circumstances {
  readonly stopped: boolean;
  readonly late: boolean;
  readonly now: number;
  /** Whether the question was sent with a key. */
  readonly hasKey: boolean;
  /** Takes the key out of what a server says; before any cut, because half a key is not found any more. */
  readonly blank: Blank;
}

export function failureOf(
  error: unknown,
  { stopped, late, now, hasKey, blank }: Circumstances,
): Extract<ModelAnswer, { readonly kind: "failed" }> {
  const failed = (code: FailureCode, why: string): Extract<ModelAnswer, { readonly kind: "failed" }> => ({
    kind: "failed",
    code,
    why: escapeLine(blank(why), 300),
    usage: UNSPENT.includes(code) ? NOTHING_USED : UNKNOWN_USE,
  });
  const told = toldIn(error);
  if (told instanceof NeverLeft) return failed("not-reached", told.message);
  if (stopped) return failed("stopped", "");
  if (late) return failed("cut-off", "The model did not answer in time.");
  if (told instanceof WireFault) return failed(told.code, told.message);
  const refusal = told instanceof WireRefusal ? told : refusalIn(error);
  if (refusal !== null) {
    const { status: statusCode, body, headers, message } = refusal;
    const means =
      ROWS.find(({ status, says }) => status(statusCode) && (says?.test(wordsIn(body)) ?? true))?.means ??
      "cut-off";
    const code = means === "bad-key" && !hasKey ? "no-key" : means;
    const until = code === "busy" || code === "cut-off" ? retryAfter(headers["retry-after"], now) : null;
    const why = failed(code, `${String(statusCode)}: ${messageIn(body) ?? message}`);
    return until === null ? why : { ...why, until };
  }
  return failed("cut-off", told?.message ?? wordsOf(error));
}

function refusalIn(error: unknown): Pick<WireRefusal, "status" | "body" | "headers" | "message"> | null {
  if (!APICallError.isInstance(error) || error.statusCode === undefined || error.statusCode < 400)
    return null;
  const { statusCode: status, responseBody: body = "", responseHeaders: headers = {}, message } = error;
  return { status, body, headers, message };
}

/** Of a web page nothing is taken: its words are about anything. */
function wordsIn(body: string): string {
  return /^\s*</.test(body) ? "" : body;
}

/** A sentence of ours among the causes. */
function toldIn(error: unknown, depth = 5): Told | null {
  if (error instanceof Told || depth === 0) return error instanceof Told ? error : null;
  return error instanceof Error ? toldIn(error.cause, depth - 1) : null;
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : (messageIn(JSON.stringify(error)) ?? "");
}

const LONGEST_WAIT = 3600;

/** Seconds, or a date. */
function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = Number(header);
  const until = Number.isFinite(seconds) ? now + seconds * SECOND : Date.parse(header);
  return Number.isNaN(until) ? null : Math.min(until, now + LONGEST_WAIT * SECOND);
}
