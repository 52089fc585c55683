/**
 * A server spoken to over streamable HTTP, through the client's own transport and a narrow fetch.
 *
 * https anywhere, http only to this computer: then a name that suddenly points elsewhere (DNS rebinding) has no certificate, and no
 * answer can be read on the way. No redirects: a 307 would carry an approved call to an address nobody approved, and send it twice.
 * Only requests we make are answered; we never listen for a server's own.
 */
import type { FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

import type { ServerDefinition } from "../../ports/tools";
import { plain } from "../../kit/text";
import { NeverLeft, Told, codeOf, rawWordsOf } from "./failure";
import { MESSAGE_LIMIT } from "./stdio";

export type UrlDefinition = Extract<ServerDefinition, { readonly url: string }>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Link-local and "this network" addresses, where cloud machines keep their own keys; plain and mapped into IPv6 (as a URL spells it). */
const FORBIDDEN = /^(?:169\.254(?:\.\d{1,3}){2}|0(?:\.\d{1,3}){3}|\[::\]|\[fe[89ab][0-9a-f]:.*\]|\[fd00:ec2::254\]|\[::(?:ffff:)?(?:a9fe|0):.*\]|metadata\.google\.internal|metadata)\.?$/;
/** Said before a connection stands, so nothing of the request can have left. */
const NO_CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ENOTFOUND: "is not known by that name",
  EAI_AGAIN: "is not known by that name right now; is this device online?",
  UND_ERR_CONNECT_TIMEOUT: "did not accept a connection in time",
};

/** Why this address may not be used, or null. */
export function refusedAddress(address: string): string | null {
  if (!URL.canParse(address)) return "The server's address is not a web address.";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "The server's address holds a name or password. Put it into a header instead.";
  if (FORBIDDEN.test(url.hostname)) return `The address ${url.hostname} belongs to the inside of a network, so it is not used.`;
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:" && LOOPBACK.test(url.hostname)) return null;
  return url.protocol === "http:" ? `The server at ${url.host} must be reached over https. Plain http is only for this computer.` : "The server's address must begin with https.";
}

export function httpTransport(Transport: typeof StreamableHTTPClientTransport, definition: UrlDefinition, fetch: FetchLike, limit = MESSAGE_LIMIT): StreamableHTTPClientTransport {
  const refusal = refusedAddress(definition.url);
  if (refusal !== null) throw new NeverLeft(refusal);
  return new Transport(new URL(definition.url), {
    fetch: narrow(fetch, new URL(definition.url), limit),
    requestInit: { headers: { ...definition.headers }, redirect: "manual", credentials: "omit" },
    reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 1000, maxReconnectionDelay: 1000, reconnectionDelayGrowFactor: 1 },
  });
}

/** One address, no redirects, bounded answers, and a connection that never came about told from one that broke. */
function narrow(fetch: FetchLike, address: URL, limit: number): FetchLike {
  return async (url, init) => {
    if (String(url) !== address.href) throw new NeverLeft("The request was for another address than the server's, so it was not sent.");
    // A GET would open a stream for the server's own requests, or resume a broken answer. Both are declined without asking.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    let response: Response;
    try {
      response = await fetch(url, { ...init, redirect: "manual" });
    } catch (error) {
      const words = NO_CONNECTION[codeOf(error) ?? ""];
      if (words !== undefined) throw new NeverLeft(`The server at ${plain(address.host, 120)} ${words}.`);
      throw new Told(`The connection to ${plain(address.host, 120)} broke: ${rawWordsOf(error)}`, { cause: error });
    }
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new Told(`The server at ${plain(address.host, 120)} pointed to another address, which was not followed. Put the right address into the settings.`);
    }
    return bounded(response, limit);
  };
}

function bounded(response: Response, limit: number): Response {
  if (response.body === null) return response;
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > limit) controller.error(new Told(`The server sent more than ${String(Math.round(limit / 1024 / 1024))} MB.`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers });
}
