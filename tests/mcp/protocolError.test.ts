import { describe, expect, test } from "vitest";

import { errorOfServer, OURS, outcomeOfError } from "../../src/adapters/mcp/protocolError";
import type { Json } from "../../src/kit/json";

const same = (text: string): string => text;
const visit = (url: string): Json => ({ elicitations: [{ mode: "url", url, message: "Connect" }] });

describe("an error of the protocol", () => {
  test.each<[string, number, string, Json, boolean, string]>([
    ["an address to visit", -32042, "More is needed.", visit("https://a.example/x"), false, "not-sent"],
    [
      "an address, after progress",
      -32042,
      "More is needed.",
      visit("https://a.example/x"),
      true,
      "tool-error",
    ],
    ["no address", -32042, "More is needed.", null, false, "tool-error"],
    ["an address that is no web address", -32042, "More.", visit("javascript:alert(1)"), false, "tool-error"],
    ["a call that is not known", -32601, "Method not found", null, false, "not-sent"],
    ["a call that is not known, after progress", -32601, "Method not found", null, true, "tool-error"],
    ["arguments", -32602, "Invalid arguments: subject required", null, false, "tool-error"],
    ["the server's own", -32603, "Failed to create issue: Bad credentials", null, false, "tool-error"],
    ["the receiver's", -32000, "SMTP refused: 550 no such user", null, false, "tool-error"],
    ["a gateway that gave up", -32001, "Request timed out", null, false, "unknown"],
    ["a line that broke", -32000, "Connection closed", null, false, "unknown"],
    ["no words", -32000, " ", null, false, "unknown"],
  ])("about %s", (_name, code, message, data, hasBegun, kind) => {
    expect(outcomeOfError({ code, message, data }, hasBegun, same).kind).toBe(kind);
  });

  test("tells the address, and what it is for", () => {
    expect(
      outcomeOfError({ code: -32042, message: "", data: visit("https://a.example/x?y=1") }, false, same),
    ).toEqual({
      kind: "not-sent",
      why: "The server first wants you to visit https://a.example/x?y=1 (“Connect”). Do that, then ask again.",
    });
  });

  test("is none of the server's where we made it, or the line did", () => {
    expect(errorOfServer(Object.assign(new Error("x"), { code: -32000, data: { [OURS]: true } }))).toBeNull();
    expect(errorOfServer(Object.assign(new Error("x"), { code: "REQUEST_TIMEOUT" }))).toBeNull();
    expect(errorOfServer(Object.assign(new Error("MCP error -32603: x"), { code: -32603 }))).toEqual({
      code: -32603,
      message: "x",
      data: null,
    });
  });
});
