/**
 * The network as a model is reached by: no redirects, and a connection that never came about told from one that broke.
 */
import type { FailureCode } from "../../kit/ports/model";
import { Told } from "../net/failure";
import { unreached } from "../net/unreached";

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

/** The server refused within an answer that it had begun as a success: it counts as the status that it would be. */
export class WireRefusal extends Told {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super("The server refused.");
  }
}

/** Bytes of a whole answer as it comes over the network; each token of it comes in an envelope. */
const LONGEST_STREAM = 40_000_000;
/** Characters that are read of an answer that is no stream. */
const LONGEST_BODY = 100_000;

/**
 * Answers with a stream, or with a status that tells of a failure. Throws a `WireFault`, or what `unreached` makes of
 * an error. A redirect is not followed: it would carry the question to an address that nobody confirmed. `mend`: puts
 * the bytes of an answer into the form that the package reads.
 */
export function narrow(
  fetch: ModelFetch,
  address: URL,
  fix: (headers: Headers) => TransformStream<Uint8Array, Uint8Array>,
): ModelFetch {
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
    if (!response.ok) return new Response(await readBody(response), { status, statusText, headers });
    return new Response(response.body?.pipeThrough(bounded()).pipeThrough(fix(headers)) ?? null, { status });
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
