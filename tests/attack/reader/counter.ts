/**
 * A server on this computer that gives out the pages of a test and writes down everybody else who comes, as a server
 * and as a proxy.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Counter {
  /** `127.0.0.1:…`, to which hostile texts point too. */
  readonly host: string;
  /** Who came for something else than a page of the test. */
  readonly visits: readonly string[];
  /** Gives out an HTML page, and answers its address. */
  serve(html: string): string;
  close(): Promise<void>;
}

/** Whom the browser itself asks, whatever page is open; no text of the table names its maker. */
const OF_THE_BROWSER = /^(?:https?:\/\/)?[a-z0-9.-]+\.(?:google|googleapis|gstatic)\.com[:/]/;

export async function openCounter(): Promise<Counter> {
  const visits: string[] = [];
  const visit = (how: string, url: string): void => {
    if (!OF_THE_BROWSER.test(url)) visits.push(`${how} ${url}`);
  };
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const page = pages.get(url.replace(/^http:\/\/[^/]*/, ""));
    if (page === undefined) visit(request.method ?? "", url);
    response
      .writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(page ?? "");
  });
  server.on("connect", (request, socket) => {
    visit("CONNECT", request.url ?? "");
    socket.destroy();
  });
  server.on("upgrade", (request, socket) => {
    visit("UPGRADE", request.url ?? "");
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    host,
    visits,
    serve(html) {
      const path = `/page/${String(pages.size)}`;
      pages.set(path, html);
      return `http://${host}${path}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
