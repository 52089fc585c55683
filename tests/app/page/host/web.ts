/** Requests over HTTP for the page, to this computer only. An answer comes in pieces, as it arrives. */
import { type ClientRequest, request as plain } from "node:http";
import { loopbackNetwork } from "../../network";
import type { NetworkRequest } from "../../obsidian/surroundings";
import type { Happening } from "../wire";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const webFunctions = (tell: (happening: Happening) => void) => {
  const open = new Map<number, ClientRequest>();
  return {
    "web.send": (id: number, url: string, asked: Asked, body: string | null) => {
      const say = (what: string, data?: unknown): void => tell({ about: "web", id, what, data });
      const target = new URL(url);
      if (target.protocol !== "http:" || !LOCAL.has(target.hostname)) {
        say("error", { message: `getaddrinfo ENOTFOUND ${target.hostname}`, code: "ENOTFOUND" });
        return;
      }
      const sent = plain(target, { method: asked.method, headers: { ...asked.headers } }, (answer) => {
        say("head", { status: answer.statusCode ?? 0, headers: answer.headers });
        answer.on("data", (chunk: Buffer) => say("data", new Uint8Array(chunk)));
        answer.on("end", () => say("end"));
        answer.on("error", (error: NodeJS.ErrnoException) =>
          say("broken", { message: error.message, code: error.code }),
        );
      });
      open.set(id, sent);
      sent.on("error", (error: NodeJS.ErrnoException) =>
        say("error", { message: error.message, code: error.code }),
      );
      sent.on("close", () => open.delete(id));
      sent.end(body ?? undefined);
    },
    "web.stop": (id: number) => void open.get(id)?.destroy(),
    /** `requestUrl`: told in one piece when it is over, because it may take long. */
    "web.whole": (id: number, request: NetworkRequest) => {
      loopbackNetwork(request).then(
        (answer) =>
          tell({ about: "web", id, what: "whole", data: { ...answer, body: Uint8Array.from(answer.body) } }),
        (error: Error) => tell({ about: "web", id, what: "error", data: { message: error.message } }),
      );
    },
  };
};
