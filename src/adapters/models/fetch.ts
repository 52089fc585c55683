/** The network as a model is reached by: no redirects, and a connection that never came about told from one that broke. */
import { unreached } from "../mcp/unreached";

export type ModelFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** A sentence; null where a question, with this key, may go to that address. */
export function addressFault(address: string, key: string): string | null {
  if (!URL.canParse(address)) return "The address of the model is not a web address.";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "The address of the model holds a name or a password.";
  if (protocol === "https:") return null;
  if (protocol !== "http:") return "The address of the model has to begin with https or http.";
  return key === "" || LOOPBACK.test(hostname)
    ? null
    : "A key goes only to an address that begins with https, or to this computer.";
}

/** Throws what `unreached` makes of an error; a redirect, which would carry the question to an address that nobody confirmed, reads as “not here”. */
export function narrow(fetch: ModelFetch, address: URL): ModelFetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" }).catch((error: unknown) => {
      throw init?.signal?.aborted === true ? error : unreached(error, address);
    });
    return response.status >= 300 && response.status < 400
      ? new Response('{"error":{"message":"The address leads to another one."}}', {
          status: 404,
          headers: { "content-type": "application/json" },
        })
      : response;
  };
}
