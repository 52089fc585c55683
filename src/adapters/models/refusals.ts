/** What a failed call means: by status and by the words of the server, one table. */
import { APICallError } from "@ai-sdk/provider";
import { SECOND } from "../../kit/dates";
import { plain } from "../../kit/text";
import type { FailureCode, ModelAnswer } from "../../ports/model";
import { NeverLeft, Told } from "../mcp/failure";
import { NOTHING_USED, UNKNOWN_USE } from "./usage";

interface Row {
  readonly status: (code: number) => boolean;
  /** What the body says; any where it is absent. */
  readonly says?: RegExp;
  readonly means: FailureCode;
}

const ROWS: readonly Row[] = [
  { status: (code) => code === 402, means: "no-credit" },
  { status: (code) => code === 429, says: /quota|credit|billing|balance/i, means: "no-credit" },
  { status: (code) => code === 429 || code === 503 || code === 529, means: "busy" },
  { status: (code) => code === 401 || code === 403, means: "bad-key" },
  {
    status: (code) => code === 400 || code === 413 || code === 422,
    says: /context|too (?:long|large)|maximum.{0,20}(?:length|tokens)|exceeds?.{0,30}(?:length|limit|tokens|size)/i,
    means: "question-too-long",
  },
  { status: (code) => code === 413, means: "question-too-long" },
  {
    status: (code) => code === 400 || code === 422 || code === 404 || code === 501,
    says: /\btools?\b|function.?call/i,
    means: "no-tools",
  },
  { status: (code) => code === 400 || code === 404 || code === 422, says: /model/i, means: "bad-model" },
  { status: (code) => code === 404 || code === 405, means: "bad-address" },
  { status: (code) => code === 400 || code === 422, means: "refused" },
  { status: (code) => code >= 500, means: "cut-off" },
];

export function failureOf(
  error: unknown,
  { stopped, late, now }: { readonly stopped: boolean; readonly late: boolean; readonly now: number },
): Extract<ModelAnswer, { readonly kind: "failed" }> {
  const failed = (code: FailureCode, why: string): Extract<ModelAnswer, { readonly kind: "failed" }> => ({
    kind: "failed",
    code,
    why: plain(why, 300),
    usage: UNKNOWN_USE,
  });
  const told = toldIn(error);
  if (told instanceof NeverLeft) return { ...failed("not-reached", told.message), usage: NOTHING_USED };
  if (stopped) return failed("stopped", "");
  if (late) return failed("cut-off", "The model did not answer in time.");
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const { statusCode, responseBody = "", responseHeaders = {} } = error;
    const code = ROWS.find(
      ({ status, says }) => status(statusCode) && (says?.test(responseBody) ?? true),
    )?.means;
    const until = code === "busy" ? retryAfter(responseHeaders["retry-after"], now) : null;
    const why = failed(
      code ?? "cut-off",
      `${String(statusCode)}: ${messageIn(responseBody) ?? error.message}`,
    );
    return until === null ? why : { ...why, until };
  }
  // An answer came that is no answer of a model: a web page, say.
  if (APICallError.isInstance(error) && error.statusCode !== undefined)
    return failed("bad-answer", messageIn(error.responseBody ?? "") ?? error.message);
  return failed("cut-off", told?.message ?? wordsOf(error));
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

function messageIn(body: string): string | null {
  const found = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body.slice(0, 5000))?.[1];
  return found ?? (body.trim() === "" || /^\s*[<{]/.test(body) ? null : body.slice(0, 300));
}

const LONGEST_WAIT = 3600;

/** Seconds, or a date. */
function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = Number(header);
  const until = Number.isFinite(seconds) ? now + seconds * SECOND : Date.parse(header);
  return Number.isNaN(until) ? null : Math.min(until, now + LONGEST_WAIT * SECOND);
}
