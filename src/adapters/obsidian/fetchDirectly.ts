/**
 * The network of a computer, for MCP servers with an address. The window's own fetch is held to CORS, which such
 * servers do not answer; the app's requestUrl follows redirects without saying so and cannot be stopped, and an
 * approved call must go to the approved address or nowhere. So Node's own client is used. Phones contact no servers.
 */
import { Platform } from "obsidian";

/** Answers of these statuses have no body, and a Response refuses to be made with one. */
const BODILESS = new Set([101, 204, 205, 304]);

export async function fetchDirectly(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (Platform.isDesktop) {
    const target = new URL(url);
    const client = target.protocol === "https:" ? await import("node:https") : await import("node:http");
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const body = init.body === undefined || init.body === null ? null : await new Response(init.body).text();
    const length = body === null ? {} : { "content-length": String(new TextEncoder().encode(body).length) };
    return await new Promise((resolve, reject) => {
      const sent = client.request(
        target,
        {
          method: init.method ?? "GET",
          headers: { ...headers, ...length },
          ...(init.signal == null ? {} : { signal: init.signal }),
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          const given = Object.entries(answer.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]],
          );
          if (BODILESS.has(status)) answer.resume();
          try {
            resolve(new Response(BODILESS.has(status) ? null : streamOf(answer), { status, headers: given }));
          } catch (error) {
            answer.destroy();
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
      );
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  }
  throw new Error("This device does not contact servers.");
}

interface Answer {
  on(event: "data", hear: (chunk: Uint8Array) => void): unknown;
  on(event: "end", hear: () => void): unknown;
  on(event: "error", hear: (error: Error) => void): unknown;
  destroy(): unknown;
}

function streamOf(answer: Answer): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      answer.on("data", (chunk) => controller.enqueue(new Uint8Array(chunk)));
      answer.on("end", () => controller.close());
      answer.on("error", (error) => controller.error(error));
    },
    cancel: () => void answer.destroy(),
  });
}
