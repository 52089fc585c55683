import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";

import { NeverLeft } from "../../src/adapters/net/failure";
import { unreached } from "../../src/adapters/net/unreached";
import { call, keep, lookAt, mcpTools } from "./room";

/** As Node's fetch gives it: the cause within. */
function failed(code: string, more: object = {}): Error {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error(`words of ${code}`), { code }, more),
  });
}

const HOST = new URL("https://mail.example.com/mcp");

describe("why a request got no answer", () => {
  test.each([
    ["ECONNREFUSED", "refused the connection: nothing listens there"],
    ["ENOTFOUND", "was not found: there is no computer of that name"],
    ["EAI_AGAIN", "Is it online?"],
    ["UND_ERR_CONNECT_TIMEOUT", "did not accept a connection in time"],
    ["CERT_HAS_EXPIRED", "has a certificate that has expired"],
    ["CERT_NOT_YET_VALID", "Is the clock of this device right?"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "has a certificate that this device does not trust"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "has a certificate that this device does not trust"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "has a certificate for another name"],
  ])("%s, and the request never left", (code, words) => {
    const told = unreached(failed(code), HOST);
    expect(told).toBeInstanceOf(NeverLeft);
    expect(told.message).toContain("The server at mail.example.com ");
    expect(told.message).toContain(words);
  });

  test.each([
    ["ECONNRESET", "closed the connection before it answered"],
    ["UND_ERR_SOCKET", "closed the connection before it answered"],
    ["UND_ERR_HEADERS_TIMEOUT", "did not answer in time"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak https on port 443"],
    ["ENOBODYKNOWS", "The connection to mail.example.com broke: words of ENOBODYKNOWS"],
  ])("%s, and the request may have left", (code, words) => {
    const told = unreached(failed(code), HOST);
    expect(told).not.toBeInstanceOf(NeverLeft);
    expect(told.message).toContain(words);
  });

  test.each(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"])(
    "%s is one or the other: the system says whether it was connecting",
    (code) => {
      expect(unreached(failed(code, { syscall: "connect" }), HOST)).toBeInstanceOf(NeverLeft);
      expect(unreached(failed(code, { syscall: "read" }), HOST)).not.toBeInstanceOf(NeverLeft);
      expect(unreached(failed(code), HOST)).not.toBeInstanceOf(NeverLeft);
    },
  );

  test("of several addresses that were tried, the first counts", () => {
    const all = Object.assign(
      new AggregateError([Object.assign(new Error("a"), { code: "ECONNREFUSED", syscall: "connect" })]),
      { code: "ECONNREFUSED" },
    );
    expect(unreached(new TypeError("fetch failed", { cause: all }), HOST).message).toContain(
      "nothing listens there",
    );
  });
});

test.each([1, 9, 6000])("port %i, which no web request may use, is told as that", async (port) => {
  const definition = { url: `http://127.0.0.1:${String(port)}/mcp`, headers: {} };
  const tools = mcpTools();
  expect(await lookAt(tools, definition)).toBe(
    `The server at 127.0.0.1:${String(port)} was not asked: web requests to port ${String(port)} are not allowed. Check the port in the settings.`,
  );
  expect(await call(tools, definition, "post")).toMatchObject({ kind: "not-sent" });
});

test("a server that speaks something else than https is told as that", async () => {
  const plainServer = createServer((socket) =>
    socket
      .on("error", () => undefined)
      .resume()
      .end("220 mail ready\r\n"),
  ).listen(0, "127.0.0.1");
  await once(plainServer, "listening");
  keep({ stop: () => new Promise<void>((resolve) => plainServer.close(() => resolve())) });
  const { port } = plainServer.address() as AddressInfo;
  expect(await lookAt(mcpTools(), { url: `https://127.0.0.1:${String(port)}/mcp`, headers: {} })).toBe(
    `The server at 127.0.0.1:${String(port)} does not speak https on port ${String(port)}. Check the port in the settings.`,
  );
});
