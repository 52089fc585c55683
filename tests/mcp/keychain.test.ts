import { expect, test } from "vitest";
import { withKeychain } from "../../src/adapters/mcp/keychain";
import type { ServerDefinition, ToolsPort } from "../../src/ports/tools";

const MAIL: ServerDefinition = { command: "mail", args: [], env: { HOST: "127.0.0.1", PASSWORD: "$secret:mail-password" } };

function recorder(): ToolsPort & { readonly seen: ServerDefinition[] } {
  const seen: ServerDefinition[] = [];
  return {
    seen,
    look: (_server, definition) => {
      seen.push(definition);
      return Promise.resolve({ kind: "up", tools: [] });
    },
    call: ({ definition }) => {
      seen.push(definition);
      return Promise.resolve({ kind: "ok", text: "" });
    },
    halt: () => undefined,
    close: () => Promise.resolve(),
  };
}

const CALL = { server: "mail", definition: MAIL, tool: "send", args: {}, action: "a", timeout: 1000 };

test("a secret is filled in when the server is looked at and when it is called, and only then", async () => {
  const tools = recorder();
  const kept = withKeychain(tools, (name) => (name === "mail-password" ? "s3cret" : null));
  await kept.look("mail", MAIL);
  await kept.call(CALL);
  expect(tools.seen).toEqual([1, 2].map(() => ({ ...MAIL, env: { HOST: "127.0.0.1", PASSWORD: "s3cret" } })));
  expect(MAIL.env).toEqual({ HOST: "127.0.0.1", PASSWORD: "$secret:mail-password" });
});

test("a secret that is not on this device keeps the server from being started, and names itself", async () => {
  const tools = recorder();
  const kept = withKeychain(tools, () => null);
  expect(await kept.look("mail", MAIL)).toEqual({ kind: "down", why: "The secret “mail-password” is not in the keychain of this device. Store it there under that name." });
  expect((await kept.call(CALL)).kind).toBe("not-sent");
  expect(tools.seen).toEqual([]);
});

test("a header is filled in as well, and text that only speaks of a secret stays as it is", async () => {
  const tools = recorder();
  const kept = withKeychain(tools, () => "Bearer abc");
  await kept.look("web", { url: "https://example.com/mcp", headers: { authorization: "$secret:web", note: "see $secret:web" } });
  expect(tools.seen).toEqual([{ url: "https://example.com/mcp", headers: { authorization: "Bearer abc", note: "see $secret:web" } }]);
});
