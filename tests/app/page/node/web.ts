/** `node:http` in the page, and the app's own way out, both through the host. */
import type { Network, NetworkAnswer } from "../../obsidian/surroundings";
import type { Bridge } from "../bridge";
import type { Happening } from "../wire";
import { Bytes } from "./bytes";
import { Ears } from "./ears";

interface Options {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

class Answer extends Ears {
  constructor(
    readonly statusCode: number,
    readonly headers: Readonly<Record<string, string | string[]>>,
    private readonly stop: () => void,
  ) {
    super();
  }

  resume(): this {
    return this;
  }

  destroy(): this {
    this.stop();
    return this;
  }
}

const failure = (data: unknown): Error => {
  const { message, code } = data as { readonly message: string; readonly code?: string };
  return Object.assign(new Error(message), code === undefined ? {} : { code });
};

export const webModules = (bridge: Bridge) => {
  const waiting = new Map<number, (happening: Happening) => void>();
  bridge.on("web", (happening) => waiting.get(happening.id ?? 0)?.(happening));

  const request = (target: URL | string, options: Options, hear: (answer: Answer) => void) => {
    const id = bridge.nextId();
    const sent = new Ears();
    const stop = (): void => {
      waiting.delete(id);
      bridge.call("web.stop", id).catch(() => undefined);
    };
    let answer: Answer | null = null;
    const fail = (error: Error): void => {
      waiting.delete(id);
      (answer ?? sent).emit("error", error);
    };
    waiting.set(id, ({ what, data }) => {
      if (what === "head") {
        const head = data as { readonly status: number; readonly headers: Record<string, string> };
        answer = new Answer(head.status, head.headers, stop);
        hear(answer);
      } else if (what === "data") answer?.emit("data", Bytes.from(data));
      else if (what === "end") {
        waiting.delete(id);
        answer?.emit("end");
      } else fail(failure(data));
    });
    options.signal?.addEventListener("abort", () => {
      if (!waiting.has(id)) return;
      stop();
      fail(Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" }));
    });
    return Object.assign(sent, {
      end(body?: string) {
        const asked = { method: options.method ?? "GET", headers: options.headers ?? {} };
        bridge.call("web.send", id, String(target), asked, body ?? null).catch(fail);
        return sent;
      },
      destroy: stop,
    });
  };

  /** The parts of `requestUrl`: no end but the other side's. */
  const network: Network = (asked) =>
    new Promise<NetworkAnswer>((resolve, reject) => {
      const id = bridge.nextId();
      waiting.set(id, ({ what, data }) => {
        waiting.delete(id);
        if (what === "whole") resolve(data as NetworkAnswer);
        else reject(failure(data));
      });
      bridge.call("web.whole", id, asked).catch(reject);
    });

  return { modules: { "node:http": { request }, "node:https": { request } }, network };
};
