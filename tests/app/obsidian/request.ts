/** `requestUrl`: the one way out without CORS. It ends when the other side ends; nothing can abort it. */
import { type Surroundings, surroundings } from "./surroundings";

export interface RequestUrlParam {
  readonly url: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly body?: string | ArrayBuffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly throw?: boolean;
}

export interface RequestUrlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly arrayBuffer: ArrayBuffer;
  readonly json: unknown;
  readonly text: string;
}

export type RequestUrlResponsePromise = Promise<RequestUrlResponse> & {
  readonly arrayBuffer: Promise<ArrayBuffer>;
  readonly json: Promise<unknown>;
  readonly text: Promise<string>;
};

const send = async (around: Surroundings, request: RequestUrlParam): Promise<RequestUrlResponse> => {
  const { body } = request;
  const headers: Record<string, string> = { ...request.headers };
  if (request.contentType !== undefined) headers["Content-Type"] = request.contentType;
  const answer = await around.network({
    url: request.url,
    method: request.method ?? "GET",
    headers,
    body:
      body === undefined
        ? null
        : typeof body === "string"
          ? new TextEncoder().encode(body)
          : new Uint8Array(body),
  });
  if (answer.status >= 400 && request.throw !== false) {
    throw Object.assign(new Error(`Request failed, status ${answer.status}`), {
      status: answer.status,
      headers: answer.headers,
    });
  }
  const text = new TextDecoder().decode(answer.body);
  return {
    status: answer.status,
    headers: answer.headers,
    arrayBuffer: Uint8Array.from(answer.body).buffer,
    text,
    /** Parsed when looked at, so that a body that is not JSON throws only then. */
    get json(): unknown {
      return JSON.parse(text);
    },
  };
};

export const requestUrlIn =
  (around: () => Surroundings) =>
  (request: RequestUrlParam | string): RequestUrlResponsePromise => {
    const answer = send(around(), typeof request === "string" ? { url: request } : request);
    // The parts are promises of their own, made when looked at; the answer itself is what the caller handles.
    const part = <T>(pick: (response: RequestUrlResponse) => T) => ({
      get: (): Promise<T> => answer.then(pick),
      configurable: true,
    });
    void Object.defineProperties(answer, {
      arrayBuffer: part((response) => response.arrayBuffer),
      json: part((response) => response.json),
      text: part((response) => response.text),
    });
    return answer as RequestUrlResponsePromise;
  };

export const requestUrl = requestUrlIn(surroundings);
