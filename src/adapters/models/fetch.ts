/**
 * The network as a model is reached by: no redirects, and a connection that never came about told from one that broke.
 */
import { DEEPEST, measureDepth, TOO_DEEP } from "../../kit/json";
import type { FailureCode } from "../../ports/model";
import { Told } from "../net/failure";
import { unreached } from "../net/unreached";
import { messageIn } from "./messageIn";

/** As provider packages take it. */
export type WebFetch = typeof fetch;

export type ModelFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** The server did something other than answer as a model does, before a part of an answer came. */
export class WireFault extends Told {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** Bytes of a whole answer as it comes over the network; each token of it comes in an envelope. */
const LONGEST_STREAM = 40_000_000;
/** Characters that are read of an answer that is no stream. */
const LONGEST_BODY = 100_000;

/**
 * Answers with a stream, or with a status that tells of a failure. Throws a `WireFault`, or what `unreached` makes of
 * an error. A redirect is not followed: it would carry the question to an address that nobody confirmed.
 */
export function narrow(fetch: ModelFetch, address: URL): ModelFetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" }).catch((error: unknown) => {
      throw init?.signal?.aborted === true ? error : unreached(error, address);
    });
    const { status, statusText, headers } = response;
    // Browsers show no more of a redirect than that it is one.
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      const to = headers.get("location");
      throw new WireFault("bad-address", `The address leads to another one${to === null ? "" : `: ${to}`}.`);
    }
    const type = headers.get("content-type") ?? "";
    if (!response.ok) return new Response(await readBody(response), { status, statusText, headers });
    if (/\bhtml\b/i.test(type)) {
      await response.body?.cancel();
      throw new WireFault("bad-answer", "The server answered with a web page.");
    }
    if (/\bjson\b/i.test(type)) return withoutStream(await readBody(response), headers);
    return new Response(response.body?.pipeThrough(bounded()).pipeThrough(shallow()) ?? null, {
      status,
      headers,
    });
  };
}

/** A package that would ask the rest of an answer by itself, or ask again, gets no second request through. */
export function onlyOnce(fetch: ModelFetch): ModelFetch {
  let asked = false;
  return (input, init) => {
    if (asked) throw new WireFault("cut-off", "The server wanted to be asked for the rest of its answer.");
    asked = true;
    return fetch(input, init);
  };
}

/** Some gateways put the status of a failure into the body, and send it as a success. */
function withoutStream(body: string, headers: Headers): Response {
  const status = Number(/"(?:code|status|status_code)"\s*:\s*"?([45]\d\d)\b/.exec(body)?.[1]);
  if (/"error"\s*:/.test(body) && status >= 400) return new Response(body, { status, headers });
  const says = messageIn(body);
  if (says === null && WHOLE_ANSWER.test(body)) throw new WireFault("no-stream", "");
  throw new WireFault("bad-answer", says ?? "The server answered with something else than a stream.");
}

/** Where the providers put the words of an answer that comes in one piece. */
const WHOLE_ANSWER = /"(?:choices|content|candidates|output|message|response)"\s*:/;

/** The beginning of the body, to a bounded length. */
export async function readBody(response: Response, longest = LONGEST_BODY): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (reader !== undefined && text.length < longest) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader?.cancel();
  } catch {
    // The status tells enough where the rest of the words is lost.
  }
  return text;
}

/** Each event of a stream is JSON on a line of its own, and the packages read it with no limit of depth. */
function shallow(): TransformStream<Uint8Array, Uint8Array> {
  const newline = 10;
  let depthAt = measureDepth();
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        if (byte === newline) depthAt = measureDepth();
        else if (depthAt(byte) > DEEPEST) {
          controller.error(new WireFault("bad-answer", `A part of the answer cannot be read: ${TOO_DEEP}.`));
          return;
        }
      }
      controller.enqueue(chunk);
    },
  });
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > LONGEST_STREAM)
        controller.error(new WireFault("cut-off", "The answer was too long, and was broken off."));
      else controller.enqueue(chunk);
    },
  });
}
