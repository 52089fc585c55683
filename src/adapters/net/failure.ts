/** Two things an error may prove, and how an error becomes a sentence. */
import { escapeLine } from "../../kit/text";
import type { Blank } from "./secrets";

/** Its message is a sentence of ours, fit for a person. */
export class Told extends Error {
  override readonly name: string = "Told";

  /** `rests`: milliseconds for which the server asked to be left alone; null where it did not. */
  constructor(
    message: string,
    options?: ErrorOptions,
    readonly rests: number | null = null,
  ) {
    super(message, options);
  }
}

/** Thrown only where it is certain that not a byte of the message went out. Everything else counts as sent. */
export class NeverLeft extends Told {
  override readonly name = "NeverLeft";
}

/** Our own deadline passed. */
export class Late extends Told {
  override readonly name = "Late";
}

/**
 * Our own sentence when there is one among the causes, else the error's words, as one line. Secrets are blanked before
 * the cut, because half a secret is not found any more.
 */
export function wordsOf(error: unknown, blank: Blank): string {
  const told = toldIn(error);
  return told === null ? escapeLine(blank(rawWordsOf(error))) : escapeLine(blank(told.message), 1000);
}

export function rawWordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The sentence of ours among an error and its causes; null where there is none. */
export function toldIn(error: unknown, depth = 6): Told | null {
  if (error instanceof Told) return error;
  if (depth === 0 || typeof error !== "object" || error === null) return null;
  const within = "cause" in error ? toldIn(error.cause, depth - 1) : null;
  return within ?? ("data" in error ? toldIn(error.data, depth - 1) : null);
}

/**
 * The `code` of a system error, of its cause, or of the first error of an aggregate: "ECONNREFUSED", or
 * "CERT_HAS_EXPIRED" of a connection's certificate.
 */
export function codeOf(error: unknown, depth = 4): string | null {
  if (depth === 0 || typeof error !== "object" || error === null) return null;
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(error.code))
    return error.code;
  if ("errors" in error && Array.isArray(error.errors) && error.errors.length > 0)
    return codeOf(error.errors[0], depth - 1);
  return "cause" in error ? codeOf(error.cause, depth - 1) : null;
}

export function seconds(ms: number): string {
  const count = Math.round(ms / 100) / 10;
  return `${String(count)} ${count === 1 ? "second" : "seconds"}`;
}
