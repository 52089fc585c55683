/** Real HTTP, to this computer only. */
import { request as plain } from "node:http";
import type { Network, NetworkAnswer } from "./obsidian/surroundings";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Anything else than loopback fails as if there were no network, with the words the app uses. */
export const loopbackNetwork: Network = (request) =>
  new Promise<NetworkAnswer>((resolve, reject) => {
    const url = new URL(request.url);
    if (url.protocol !== "http:" || !LOCAL.has(url.hostname)) {
      reject(new Error("net::ERR_INTERNET_DISCONNECTED"));
      return;
    }
    const length = request.body === null ? {} : { "content-length": String(request.body.length) };
    const sent = plain(
      url,
      { method: request.method, headers: { ...request.headers, ...length } },
      (answer) => {
        const chunks: Uint8Array[] = [];
        answer.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const headers = Object.entries(answer.headers).map(
            ([name, value]) => [name, [value].flat().join(", ")] as const,
          );
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(headers),
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    sent.on("error", (error: Error & { readonly code?: string }) =>
      reject(new Error(error.code === "ECONNREFUSED" ? "net::ERR_CONNECTION_REFUSED" : "net::ERR_FAILED")),
    );
    sent.end(request.body ?? undefined);
  });
