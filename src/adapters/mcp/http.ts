/**
 * A server spoken to over streamable HTTP, through the client's own transport and a narrow fetch.
 *
 * https anywhere, http only to this computer: then a name that suddenly points elsewhere (DNS rebinding) has no
 * certificate, and no answer can be read on the way. No redirects: a 307 would carry an approved call to an address
 * nobody approved, and send it twice. Only requests we make are answered; we never listen for a server's own.
 */
import type { FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

import type { ServerDefinition } from "../../kit/ports/tools";
import type { ClockPort } from "../../kit/ports/clock";
import { NeverLeft, Told } from "../net/failure";
import { restIn, sayOlderTransport, sayRedirect, sayRefusal, type Where } from "./refusal";
import type { Blank } from "../net/secrets";
import { MESSAGE_LIMIT } from "./stdioTransport";
import { unreached } from "../net/unreached";
import { olderOnly, readAnswer, readVersions, refusalIn, requestIn, type WebRequest } from "./webAnswer";

export type UrlDefinition = Extract<ServerDefinition, { readonly url: string }>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/**
 * Link-local and "this network" addresses, where cloud machines keep their own keys; plain and mapped into IPv6 (as a
 * URL spells it).
 */
const FORBIDDEN =
  /^(?:169\.254(?:\.\d{1,3}){2}|0(?:\.\d{1,3}){3}|\[::\]|\[fe[89ab][0-9a-f]:.*\]|\[fd00:ec2::254\]|\[::(?:ffff:)?(?:a9fe|0):.*\]|metadata\.google\.internal|metadata)\.?$/;
/** How a server of the older transport may turn the handshake down. */
const NOT_HERE = new Set([400, 404, 405, 406, 410, 415, 501]);

/** Why this address may not be used, or null. */
function refusedAddress(address: string): string | null {
  if (!URL.canParse(address)) return "The server's address is not a web address.";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    return "The server's address holds a name or password. Put it into a header instead.";
  if (FORBIDDEN.test(url.hostname))
    return `The address ${url.hostname} belongs to the inside of a network, so it is not used.`;
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:" && LOOPBACK.test(url.hostname)) return null;
  return url.protocol === "http:"
    ? `The server at ${url.host} must be reached over https. Plain http is only for this computer.`
    : "The server's address must begin with https.";
}

export interface Web {
  readonly fetch: FetchLike;
  readonly clock: Pick<ClockPort, "sleep">;
  readonly blank: Blank;
  /** Milliseconds that the question for the version may take. */
  readonly retryPolicy: number;
}

export function httpTransport(
  Transport: typeof StreamableHTTPClientTransport,
  definition: UrlDefinition,
  web: Web,
  limit = MESSAGE_LIMIT,
): StreamableHTTPClientTransport {
  const refusal = refusedAddress(definition.url);
  if (refusal !== null) throw new NeverLeft(refusal);
  return new Transport(new URL(definition.url), {
    fetch: narrow(web, new URL(definition.url), limit),
    requestInit: { headers: { ...definition.headers }, redirect: "manual", credentials: "omit" },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
}

/**
 * One address, no redirects, bounded answers, a connection that never came about told from one that broke, and every
 * refusal in words.
 */
function narrow(web: Web, address: URL, limit: number): FetchLike {
  const reach = async (init: RequestInit | undefined): Promise<Response> => {
    try {
      return bounded(await web.fetch(address, { ...init, redirect: "manual" }), limit);
    } catch (error) {
      throw unreached(error, address);
    }
  };

  /** Anything but a clean answer, silence too, means that the older handshake is tried. */
  const askVersions = async (asked: WebRequest, init: RequestInit | undefined): Promise<Response> => {
    const over = new AbortController();
    const stop = (): void => over.abort();
    init?.signal?.addEventListener("abort", stop, { once: true });
    const answer = reach({ ...init, signal: over.signal }).then((response) => readVersions(response, asked));
    const late = web.clock.sleep(web.retryPolicy, over.signal).then(() => olderOnly(asked));
    try {
      return await Promise.race([
        answer.catch((error: unknown) =>
          error instanceof NeverLeft ? Promise.reject(error) : olderOnly(asked),
        ),
        late,
      ]);
    } finally {
      stop();
      init?.signal?.removeEventListener("abort", stop);
    }
  };

  /** Servers of the older transport answer only a GET, with a stream. Asked where the handshake is refused. */
  const isOlderTransport = async (init: RequestInit | undefined): Promise<boolean> => {
    const over = new AbortController();
    const headers = new Headers(init?.headers);
    headers.set("accept", "text/event-stream");
    headers.delete("content-type");
    const looked = web
      .fetch(address, {
        method: "GET",
        headers,
        redirect: "manual",
        credentials: "omit",
        signal: over.signal,
      })
      .then(
        (response) =>
          response.ok && /^\s*text\/event-stream\b/i.test(response.headers.get("content-type") ?? ""),
        () => false,
      );
    const isOlder = await Promise.race([
      looked,
      web.clock.sleep(web.retryPolicy, over.signal).then(() => false),
    ]);
    over.abort();
    return isOlder;
  };

  return async (url, init) => {
    if (String(url) !== address.href)
      throw new NeverLeft("The request was for another address than the server's, so it was not sent.");
    // A GET would open a stream for the server's own requests, or resume a broken answer. Both are declined without
    // asking.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    const asked = init?.method === "POST" ? requestIn(init.body) : null;
    if (asked?.method === "server/discover") return askVersions(asked, init);
    const response = await reach(init);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new Told(sayRedirect(response.headers.get("location"), address.host, web.blank));
    }
    // A message that a server is only told needs no answer.
    if (asked === null)
      return init?.method === "POST" && !response.ok ? new Response(null, { status: 202 }) : response;
    const sent = new Headers(init?.headers);
    const where: Where = {
      host: address.host,
      blank: web.blank,
      inSession: sent.has("mcp-session-id"),
      signedIn: sent.has("authorization"),
      isCall: asked.method === "tools/call",
    };
    if (response.ok) return readAnswer(response, asked, where);
    const refusal = await refusalIn(response);
    const isOlder =
      asked.method === "initialize" && NOT_HERE.has(response.status) && (await isOlderTransport(init));
    throw isOlder
      ? new Told(sayOlderTransport(address.host))
      : new Told(sayRefusal(refusal, where), {}, restIn(refusal));
  };
}

function bounded(response: Response, limit: number): Response {
  if (response.body === null) return response;
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > limit)
          controller.error(
            new Told(`The server sent more than ${String(Math.round(limit / 1024 / 1024))} MB.`),
          );
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}
