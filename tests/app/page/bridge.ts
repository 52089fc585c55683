/**
 * The page's way to its host: calls that wait, calls that stop the page until they are answered, and what happens by
 * itself.
 */
import { type Answer, type Call, decode, encode, errorOf, type Happening } from "./wire";

export interface Bridge {
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** For the few functions of Node that answer at once. */
  callNow(name: string, ...args: readonly unknown[]): unknown;
  /** A call whose answer nobody waits for. It travels with the next one, and is done before it. */
  callSoon(name: string, ...args: readonly unknown[]): void;
  /** A call that outlives the page, without an answer. For little: a browser lets 64 kilobytes through. */
  callLast(name: string, ...args: readonly unknown[]): void;
  on(about: string, hear: (happening: Happening) => void): void;
  /** A number no other call of this page has. */
  nextId(): number;
  /** Another number after each call, answer, happening and turn of the page: what was seen before may be old. */
  moment(): number;
}

type Post = (name: string, args: readonly unknown[], more?: RequestInit) => Promise<Response>;

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
  let moment = 0;
  let soon: Call[] = [];
  const packed = (name: string, args: readonly unknown[]): string => {
    moment += 1;
    const first = soon;
    soon = [];
    return encode({ name, args, ...(first.length === 0 ? {} : { first }) });
  };
  const { port1, port2 } = new MessageChannel();
  const headers = { "content-type": "application/json", "x-token": token };
  const source = new Source(`/events?token=${token}&device=${device}`);
  return new Promise((resolve) => {
    const open = (session: string): Bridge => {
      const post = (name: string, args: readonly unknown[], more: RequestInit = {}): Promise<Response> =>
        fetch.call(window, `/call/${session}`, {
          method: "POST",
          headers,
          body: packed(name, args),
          ...more,
        });
      port1.onmessage = () => {
        moment += 1;
        if (soon.length > 0) void post("nothing", []).catch(() => undefined);
      };
      return bridge(session, post);
    };
    const bridge = (session: string, post: Post): Bridge => ({
      async call(name, ...args) {
        const answer = await post(name, args);
        const text = await answer.text();
        moment += 1;
        port2.postMessage(null);
        if (!answer.ok) throw new Error(`The page's server answered ${String(answer.status)}.`);
        return valueOf(text);
      },
      callNow(name, ...args) {
        const request = new Request();
        request.open("POST", `/call/${session}`, false);
        request.setRequestHeader("content-type", "application/json");
        request.setRequestHeader("x-token", token);
        request.send(packed(name, args));
        port2.postMessage(null);
        if (request.status !== 200) throw new Error(`The page's server answered ${String(request.status)}.`);
        return valueOf(request.responseText);
      },
      callSoon(name, ...args) {
        soon.push({ name, args });
        port2.postMessage(null);
      },
      callLast(name, ...args) {
        post(name, args, { keepalive: true }).catch(() => undefined);
      },
      on(about, hear) {
        ears.set(about, [...(ears.get(about) ?? []), hear]);
        for (const each of early.splice(0)) {
          if (each.about === about) hear(each);
          else early.push(each);
        }
      },
      nextId: () => (ids += 1),
      moment: () => moment,
    });
    source.addEventListener("hello", (event) => resolve(open(event.data as string)));
    source.addEventListener("happening", (event) => {
      moment += 1;
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
