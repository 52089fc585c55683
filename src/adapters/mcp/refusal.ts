/**
 * Words for a person about an HTTP response that is no answer: what happened, and what to do. The server's words are
 * quoted, cut, with secrets blanked.
 */
import { MINUTE, SECOND } from "../../kit/dates";
import { isObject, parseJson, type JsonObject } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import { boundRest } from "./restAsked";
import type { Blank } from "../net/secrets";

export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly body: string;
}

export interface Where {
  readonly host: string;
  readonly blank: Blank;
  /** A session was under way. */
  readonly inSession: boolean;
  /** The request carried a sign-in of its own. */
  readonly signedIn: boolean;
  /**
   * A tool was called: whether it ran all the same is then the question, and to try again would answer it with a second
   * call.
   */
  readonly isCall: boolean;
}

const WORDS = 200;
const CHECK = "Check the address in the settings; it often ends in /mcp.";

export function sayRefusal(
  { status, headers, body }: Refusal,
  { host, blank, inSession, signedIn, isCall }: Where,
): string {
  const server = `The server at ${escapeLine(host, 120)}`;
  const quoted = quote(wordsIn(body, headers), blank);
  switch (status) {
    case 401: {
      const asked = challenge(headers, blank);
      return signedIn
        ? `${server} does not accept the sign-in in its headers (401)${asked || quoted}. Put a token that is valid into the server's headers in the settings.`
        : `${server} asks for a sign-in (401)${asked || quoted}. Put the token into the server's headers in the settings, as in "Authorization": "Bearer …".`;
    }
    case 403:
      return `${server} does not allow this (403)${challenge(headers, blank) || quoted}. Check what the token in the server's headers may do.`;
    case 404:
      return inSession
        ? `${server} has ended the session (404)${quoted}. The next look begins a new one.`
        : `There is no MCP server at this address of ${escapeLine(host, 120)} (404)${quoted}. ${CHECK}`;
    case 405:
      return `${server} takes no MCP requests at this address (405)${quoted}. ${CHECK}`;
    case 429: {
      const seconds = secondsToRest(headers);
      return `${server} has had too many requests (429)${quoted}.${isCall ? "" : ` Try again ${seconds === undefined ? "later" : `in ${seconds} ${seconds === "1" ? "second" : "seconds"}`}.`}`;
    }
    case 502:
    case 503:
    case 504:
      return `${server} cannot answer just now (${String(status)})${quoted}.${isCall ? "" : " Try again later."}`;
    default:
      if (status >= 500)
        return `${server} reports an error of its own (${String(status)})${quoted}. Its log says more.`;
      return `${server} refused the request (${String(status)})${quoted}. ${CHECK}`;
  }
}

/** Milliseconds for which a server with such a response asks to be left alone; null where it does not. */
export function restIn({ status, headers }: Pick<Refusal, "status" | "headers">): number | null {
  const seconds = secondsToRest(headers);
  if (status !== 429 && (status !== 503 || seconds === undefined)) return null;
  return seconds === undefined ? MINUTE : boundRest(Number(seconds) * SECOND);
}

function secondsToRest(headers: Headers): string | undefined {
  return /^\d{1,6}$/.exec(headers.get("retry-after") ?? "")?.[0];
}

/** A redirect, which is never followed. */
export function sayRedirect(location: string | null, host: string, blank: Blank): string {
  const to =
    location === null || location === ""
      ? "another address"
      : `another address, ${escapeLine(blank(location), WORDS)}`;
  return `The server at ${escapeLine(host, 120)} pointed to ${to}, which was not followed. If that is the right address, put it into the settings.`;
}

/** Of an answer with a good status that holds no message of MCP. */
export function sayNoMessage(
  { status, headers, body }: Refusal,
  { host, blank }: Pick<Where, "host" | "blank">,
): string {
  if (body.trim() === "")
    return `The server at ${escapeLine(host, 120)} took the request and did not answer it (${String(status)}). ${CHECK}`;
  if (isPage(body, headers))
    return `The address at ${escapeLine(host, 120)} answers with a web page${quote(titleOf(body), blank)}, not as an MCP server. ${CHECK}`;
  return `The server at ${escapeLine(host, 120)} answered with something that is not MCP${quote(wordsIn(body, headers) || body, blank)}. ${CHECK}`;
}

export function sayOlderTransport(host: string): string {
  return `The server at ${escapeLine(host, 120)} speaks only the older SSE transport of MCP, and Planwright does not. Use its streamable HTTP address, which often ends in /mcp, or run the server as a program.`;
}

function quote(words: string, blank: Blank): string {
  const shown = escapeLine(blank(words), WORDS);
  return shown === "" ? "" : `: “${shown}”`;
}

/** From `WWW-Authenticate`: what is wrong with the sign-in, or what it is for. */
function challenge(headers: Headers, blank: Blank): string {
  const header = headers.get("www-authenticate") ?? "";
  const parts = new Map(
    [...header.slice(0, 4000).matchAll(/([a-z_]+)=(?:"([^"]*)"|([^\s",]+))/gi)].map(
      ([, key = "", long, short]) => [key.toLowerCase(), long ?? short ?? ""],
    ),
  );
  const words = parts.get("error_description") ?? parts.get("error") ?? "";
  const scope = parts.get("scope") ?? "";
  const realm = parts.get("realm") ?? "";
  const extra = [
    scope === "" ? "" : ` with the scope “${escapeLine(blank(scope), 80)}”`,
    realm === "" ? "" : ` for “${escapeLine(blank(realm), 80)}”`,
  ].join("");
  return `${extra}${quote(words, blank)}`;
}

function isPage(body: string, headers: Headers): boolean {
  return /html/i.test(headers.get("content-type") ?? "") || /^\s*<(?:!doctype|html|head|body)/i.test(body);
}

function titleOf(body: string): string {
  return /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? "";
}

/** The words of a body for a person; nothing of a page but its title. */
function wordsIn(body: string, headers: Headers): string {
  if (isPage(body, headers)) return titleOf(body);
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return body;
  }
  return isObject(value) ? (wordsOfObject(value) ?? "") : typeof value === "string" ? value : "";
}

function wordsOfObject(value: JsonObject): string | undefined {
  const inner = value["error"];
  const of = isObject(inner)
    ? [inner["message"], inner["error_description"], inner["code"]]
    : [value["error_description"], value["message"], value["detail"], inner, value["title"]];
  return of.find((each) => typeof each === "string" && each !== "") as string | undefined;
}
