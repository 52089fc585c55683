/**
 * The page's way to its host: calls that wait, calls that stop the page until they are answered, and what happens by
 * itself.
 */
import { type Answer, decode, encode, errorOf, type Happening } from "./wire";

export interface Bridge {
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** For the few functions of Node that answer at once. */
  callNow(name: string, ...args: readonly unknown[]): unknown;
  /** A call that outlives the page, without an answer. For little: a browser lets 64 kilobytes through. */
  callLast(name: string, ...args: readonly unknown[]): void;
  on(about: string, hear: (happening: Happening) => void): void;
  /** A number no other call of this page has. */
  nextId(): number;
}

const valueOf = (text: string): unknown => {
  const answer = decode(text) as Answer;
  if ("trouble" in answer) throw errorOf(answer.trouble);
  return answer.value;
};

/** `lost` is called when the server is gone: from then on nothing works. */
export const openBridge = (
  window: Window & typeof globalThis,
  token: string,
  device: string,
  lost: () => void,
): Promise<Bridge> => {
  // Taken before the plugin is loaded, which finds a fetch that refuses, as in the app.
  const { fetch, XMLHttpRequest: Request, EventSource: Source } = window;
  const ears = new Map<string, ((happening: Happening) => void)[]>();
  /** Told before anybody listened, while the page was starting. */
  const early: Happening[] = [];
  let ids = 0;
  const headers = { "content-type": "application/json", "x-token": token };
  const source = new Source(`/events?token=${token}&device=${device}`);
  return new Promise((resolve) => {
    const bridge = (session: string): Bridge => ({
      async call(name, ...args) {
        const answer = await fetch.call(window, `/call/${session}`, {
          method: "POST",
          headers,
          body: encode({ name, args }),
        });
        if (!answer.ok) throw new Error(`The page's server answered ${String(answer.status)}.`);
        return valueOf(await answer.text());
      },
      callNow(name, ...args) {
        const request = new Request();
        request.open("POST", `/call/${session}`, false);
        request.setRequestHeader("content-type", "application/json");
        request.setRequestHeader("x-token", token);
        request.send(encode({ name, args }));
        if (request.status !== 200) throw new Error(`The page's server answered ${String(request.status)}.`);
        return valueOf(request.responseText);
      },
      callLast(name, ...args) {
        const init = { method: "POST", keepalive: true, headers, body: encode({ name, args }) };
        fetch.call(window, `/call/${session}`, init).catch(() => undefined);
      },
      on(about, hear) {
        ears.set(about, [...(ears.get(about) ?? []), hear]);
        for (const each of early.splice(0)) {
          if (each.about === about) hear(each);
          else early.push(each);
        }
      },
      nextId: () => (ids += 1),
    });
    source.addEventListener("hello", (event) => resolve(bridge(event.data as string)));
    source.addEventListener("happening", (event) => {
      const happening = decode(event.data as string) as Happening;
      const all = ears.get(happening.about);
      if (all === undefined) early.push(happening);
      else for (const hear of all) hear(happening);
    });
    source.addEventListener("error", () => {
      source.close();
      lost();
    });
  });
};
