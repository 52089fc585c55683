/**
 * Serves one page on loopback: its files, its calls, and what happens by itself. Every request needs the token, our
 * own Host, and, where a browser names one, our own Origin: a page from elsewhere reaches nothing here. Each open
 * page gets a host process of its own, which ends when the page is closed.
 */
import { fork } from "node:child_process";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * The token is not left in the address bar; the tab keeps it. A page that is loaded anew without one gets this script
 * alone, which opens the page with the token of its tab.
 */
const AGAIN =
  'const t = sessionStorage.getItem("token"); sessionStorage.removeItem("token"); if (t) location.replace("/?token=" + encodeURIComponent(t) + location.search.replace("?", "&"));';
const AGAIN_POLICY = `default-src 'none'; script-src 'sha256-${createHash("sha256").update(AGAIN).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** Milliseconds for the last call of a page that was left. Only a page that was killed makes none. */
const GOODBYE = 5000;
/** Bytes. Larger than any note the plugin reads, in base64. */
const LARGEST = 64 * 1024 * 1024;

/**
 * `project`: the folder of the project. `made`: by bundlePage. `vault`, `state`: absolute folders. `outside`: tells
 * the page what went out. `port`: 0 for any. Answers `{ url, token, stop }`.
 */
export async function servePage({ project, made, vault, state, outside = null, port = 0 }) {
  const token = randomBytes(24).toString("base64url");
  const sessions = new Map();
  const closing = new Set();
  const files = {
    "/page.js": [made.page, "text/javascript"],
    "/page.css": [path.join(project, "tests/app/page/page.css"), "text/css"],
    "/styles.css": [path.join(project, "styles.css"), "text/css"],
  };
  let origin = "";

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => refuse(response, 500, error.message));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${String(server.address().port)}`;

  async function answer(request, response) {
    const url = URL.canParse(request.url, origin) ? new URL(request.url, origin) : null;
    if (!request.url.startsWith("/") || url?.origin !== origin)
      return refuse(response, 400, "That is not an address of this page.");
    if (request.headers.host !== origin.slice("http://".length))
      return refuse(response, 403, "Another host.");
    if (request.headers.origin !== undefined && request.headers.origin !== origin)
      return refuse(response, 403, "Another origin.");
    const given = request.headers["x-token"] ?? url.searchParams.get("token");
    if (given === null && url.pathname === "/" && request.method === "GET") return askTab(response);
    if (!isToken(given ?? "")) return refuse(response, 403, SAY_WHERE);
    if (request.method === "POST") return takeCall(request, response, url);
    if (request.method !== "GET") return refuse(response, 405, "GET and POST only.");
    if (url.pathname === "/") return give(response, "text/html", index());
    if (url.pathname === "/plugin.js") return give(response, "text/javascript", await plugin());
    if (url.pathname === "/events") return openSession(request, response, url);
    const file = Object.hasOwn(files, url.pathname) ? files[url.pathname] : undefined;
    return file === undefined
      ? refuse(response, 404, "There is no such page.")
      : give(response, file[1], await readFile(file[0]));
  }

  function isToken(given) {
    const [a, b] = [Buffer.from(given), Buffer.from(token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }

  function index() {
    const at = (name) => `/${name}?token=${token}`;
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Planwright</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,">
<link rel="stylesheet" href="${at("page.css")}"><link rel="stylesheet" href="${at("styles.css")}">
<script defer src="${at("plugin.js")}"></script><script defer src="${at("page.js")}"></script></head><body></body></html>`;
  }

  /** main.js inside a function, as the app evaluates it; no page may turn text into code. */
  async function plugin() {
    const code = await readFile(made.plugin, "utf8");
    const manifest = await readFile(path.join(project, "manifest.json"), "utf8");
    return `window.pluginManifest = ${manifest};\nwindow.pluginCode = function (require, module, exports) {${code}\n};\n`;
  }

  async function openSession(request, response, url) {
    // A page that is loaded anew waits until the host of the old one is gone, and its lock with it.
    await Promise.all(closing);
    const device = url.searchParams.get("device") === "phone" ? "phone" : "desktop";
    const id = randomBytes(12).toString("base64url");
    const host = fork(made.host, [vault, state, device], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [],
    });
    const session = { host, waiting: new Map(), calls: 0 };
    sessions.set(id, session);
    response.writeHead(200, { ...heads("text/event-stream"), connection: "keep-alive" });
    const send = (event, data) => response.write(`event: ${event}\ndata: ${data}\n\n`);
    host.on("message", (message) => {
      if (message.ready === true) {
        send("hello", id);
        tellOutside();
      } else if (message.event !== undefined) send("happening", message.event);
      else {
        session.waiting.get(message.id)?.(message.text);
        session.waiting.delete(message.id);
      }
    });
    const tellOutside = () => {
      if (outside !== null)
        send("happening", JSON.stringify({ about: "outside", what: "sent", data: outside.list() }));
    };
    const hearNoMore = outside?.onChange(tellOutside);
    const gone = new Promise((resolve) => host.once("exit", resolve));
    const left = () => {
      closing.add(gone);
      void gone.then(() => closing.delete(gone));
      setTimeout(() => host.connected && host.disconnect(), GOODBYE).unref();
    };
    const end = () => {
      sessions.delete(id);
      hearNoMore?.();
      for (const tell of session.waiting.values()) tell(null);
      response.end();
    };
    host.once("exit", end);
    host.once("error", end);
    request.once("close", left);
  }

  async function takeCall(request, response, url) {
    const session = sessions.get(url.pathname.replace(/^\/call\//, ""));
    if (request.headers.origin !== origin) return refuse(response, 403, "Another origin.");
    if (session === undefined) return refuse(response, 410, "This page is over. Reload it.");
    const pieces = [];
    let size = 0;
    for await (const piece of request) {
      size += piece.length;
      if (size > LARGEST) return refuse(response, 413, "Too much at once.");
      pieces.push(piece);
    }
    const id = (session.calls += 1);
    const text = await new Promise((resolve) => {
      session.waiting.set(id, resolve);
      session.host.send({ id, text: Buffer.concat(pieces).toString("utf8") }, (error) => {
        if (error) resolve(null);
      });
    });
    return text === null
      ? refuse(response, 410, "This page is over. Reload it.")
      : give(response, "application/json", text);
  }

  return {
    url: `${origin}/?token=${token}`,
    origin,
    token,
    async stop() {
      const ended = [...sessions.values()].map(
        ({ host }) => new Promise((resolve) => host.once("exit", resolve)),
      );
      for (const { host } of sessions.values()) if (host.connected) host.disconnect();
      server.closeAllConnections();
      await Promise.all([...ended, new Promise((resolve) => server.close(resolve))]);
    },
  };
}

const heads = (type) => ({
  "content-type": `${type}; charset=utf-8`,
  "cache-control": "no-store",
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
});

const SAY_WHERE = "Open the whole address that npm start printed.";

function askTab(response) {
  response.writeHead(403, { ...heads("text/html"), "content-security-policy": AGAIN_POLICY });
  response.end(`<!doctype html><title>Planwright</title><p>${SAY_WHERE}</p><script>${AGAIN}</script>`);
}

const give = (response, type, body) => void response.writeHead(200, heads(type)).end(body);
const refuse = (response, status, why) =>
  void (response.headersSent ? response.end() : response.writeHead(status, heads("text/plain")).end(why));
