/**
 * A Chromium without a screen, spoken to over its own pipe, and a page of it whose every wish to leave the page is
 * written down.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export interface Page {
  /** What the page asked for besides itself, was about to ask for, or opened. */
  readonly wishes: readonly string[];
  open(url: string): Promise<void>;
  /** What an expression comes to, promises awaited. */
  evaluate<Value>(expression: string): Promise<Value>;
  screenshot(dark: boolean): Promise<Buffer>;
}

export interface Browser {
  page(): Promise<Page>;
  close(): Promise<void>;
}

/** The calendar that Chromium itself draws in a field for a time, up to the first stroke: it comes from no one. */
const CALENDAR = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="15" viewBox="0 0 24 24"><path fill="WindowText" d="M20 3h-1V1h-2v2H7V1H').toString("base64").slice(0, 172)}`;

type Params = Readonly<Record<string, unknown>>;
type Listener = (method: string, params: Params, session: string | undefined) => void;

const SWITCHES = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-dev-shm-usage",
  "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication",
  "--remote-debugging-pipe",
  // Sounds and films may begin by themselves, as in a desktop app.
  "--autoplay-policy=no-user-gesture-required",
];

/** Every request to any host, this computer included, goes to `proxy`. */
export async function openBrowser(program: string, proxy: string): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), "planwright-chromium-"));
  const child = spawn(
    program,
    [
      ...SWITCHES,
      `--user-data-dir=${home}`,
      `--proxy-server=http://${proxy}`,
      "--proxy-bypass-list=<-loopback>",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const { send, listen } = talk(child.stdio[3] as Writable, child.stdio[4] as Readable, gone);
  return {
    page: () => openPage(send, listen),
    async close() {
      await Promise.race([send("Browser.close", {}), gone]);
      await gone;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Send = (method: string, params: Params, session?: string) => Promise<Params>;

/** DevTools messages over two pipes, each ended by a zero byte. */
function talk(
  to: Writable,
  from: Readable,
  gone: Promise<void>,
): { readonly send: Send; readonly listen: (listener: Listener) => void } {
  const waiting = new Map<
    number,
    { readonly resolve: (result: Params) => void; readonly reject: (error: Error) => void }
  >();
  const listeners: Listener[] = [];
  let last = 0;
  let rest: Buffer[] = [];
  const take = (text: string): void => {
    const { id, result, error, method, params, sessionId } = JSON.parse(text) as {
      readonly id?: number;
      readonly result?: Params;
      readonly error?: { readonly message: string };
      readonly method?: string;
      readonly params?: Params;
      readonly sessionId?: string;
    };
    if (id === undefined) for (const listener of listeners) listener(method ?? "", params ?? {}, sessionId);
    else if (error === undefined) waiting.get(id)?.resolve(result ?? {});
    else waiting.get(id)?.reject(new Error(error.message));
  };
  from.on("data", (chunk: Buffer) => {
    let begin = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, begin)) {
      take(Buffer.concat([...rest, chunk.subarray(begin, end)]).toString("utf8"));
      rest = [];
      begin = end + 1;
    }
    rest.push(chunk.subarray(begin));
  });
  to.on("error", () => undefined);
  void gone.then(() => waiting.forEach(({ reject }) => reject(new Error("Chromium ended."))));
  return {
    listen: (listener) => void listeners.push(listener),
    send: (method, params, sessionId) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        to.write(
          `${JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
        );
      }),
  };
}

async function openPage(send: Send, listen: (listener: Listener) => void): Promise<Page> {
  const wishes: string[] = [];
  let own = "";
  let loaded: (() => void) | null = null;
  const sessions = new Set<string>();
  const prepare = async (session: string): Promise<void> => {
    sessions.add(session);
    for (const method of ["Page.enable", "Network.enable", "Runtime.enable"]) await send(method, {}, session);
    await send(
      "Target.setAutoAttach",
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
      session,
    );
  };
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = (await send("Target.attachToTarget", { targetId, flatten: true })) as {
    readonly sessionId: string;
  };
  listen((method, params, session) => {
    if (method === "Target.targetCreated" && (params["targetInfo"] as Params)["openerId"] === targetId)
      wishes.push("a window of its own");
    if (session === undefined || !sessions.has(session)) return;
    if (method === "Target.attachedToTarget")
      void prepare(String(params["sessionId"])).catch(() => undefined);
    if (method === "Network.requestWillBeSent") {
      const url = String((params["request"] as Params)["url"]);
      if (url !== own && !url.startsWith(CALENDAR)) wishes.push(`a request: ${url.slice(0, 200)}`);
    }
    if (method === "Network.webSocketCreated" || method === "Network.webTransportCreated")
      wishes.push(`a socket: ${String(params["url"])}`);
    if (method === "Page.frameRequestedNavigation" || method === "Page.windowOpen")
      wishes.push(`another page: ${String(params["url"])}`);
    if (method === "Page.javascriptDialogOpening") {
      wishes.push(`a dialog: ${String(params["message"])}`);
      void send("Page.handleJavaScriptDialog", { accept: false }, session);
    }
    if (method === "Page.loadEventFired" && session === sessionId) loaded?.();
  });
  await send("Target.setDiscoverTargets", { discover: true });
  await prepare(sessionId);
  return {
    wishes,
    async open(url) {
      own = url;
      const done = new Promise<void>((resolve) => (loaded = resolve));
      const { errorText } = await send("Page.navigate", { url }, sessionId);
      if (errorText !== undefined) throw new Error(`${url}: ${String(errorText)}`);
      await done;
    },
    async evaluate<Value>(expression: string): Promise<Value> {
      const { result, exceptionDetails } = await send(
        "Runtime.evaluate",
        { expression, awaitPromise: true, returnByValue: true },
        sessionId,
      );
      if (exceptionDetails !== undefined)
        throw new Error(`In the page: ${JSON.stringify(exceptionDetails).slice(0, 2000)}`);
      return (result as Params)["value"] as Value;
    },
    async screenshot(dark) {
      await send(
        "Emulation.setEmulatedMedia",
        { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] },
        sessionId,
      );
      await send(
        "Emulation.setDeviceMetricsOverride",
        { width: 760, height: 900, deviceScaleFactor: 1, mobile: false },
        sessionId,
      );
      const { data } = await send("Page.captureScreenshot", { captureBeyondViewport: true }, sessionId);
      return Buffer.from(String(data), "base64");
    },
  };
}
