import { expect, test } from "vitest";
import { withKeychain } from "../../src/adapters/mcp/withKeychain";
import { keychainOf } from "../../src/adapters/node/keychainOf";
import type { ServerDefinition, ToolsPort } from "../../src/kit/ports/tools";

const MAIL: ServerDefinition = {
  command: "mail",
  args: [],
  env: { HOST: "127.0.0.1", PASSWORD: "$secret:mail-password" },
};

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

const keeping = (find: (name: string) => string | null) => ({
  find,
  placeOf: (name: string) => name,
  sayMissing: (name: string) => `There is no ${name}.`,
});

const CALL = { server: "mail", definition: MAIL, tool: "send", args: {}, action: "a", timeout: 1000 };

test("a secret is filled in when the server is looked at and when it is called, and only then", async () => {
  const tools = recorder();
  const kept = withKeychain(
    tools,
    keeping((name) => (name === "mail-password" ? "s3cret" : null)),
  );
  await kept.look("mail", MAIL);
  await kept.call(CALL);
  expect(tools.seen).toEqual(
    [1, 2].map(() => ({ ...MAIL, env: { HOST: "127.0.0.1", PASSWORD: "s3cret" }, kept: ["PASSWORD"] })),
  );
  expect(MAIL.env).toEqual({ HOST: "127.0.0.1", PASSWORD: "$secret:mail-password" });
});

test("a secret that is not on this device keeps the server from being started, and names itself", async () => {
  const tools = recorder();
  const kept = withKeychain(
    tools,
    keeping(() => null),
  );
  expect(await kept.look("mail", MAIL)).toEqual({ kind: "down", why: "There is no mail-password." });
  expect((await kept.call(CALL)).kind).toBe("not-sent");
  expect(tools.seen).toEqual([]);
});

test("a header is filled in as well, and text that only speaks of a secret stays as it is", async () => {
  const tools = recorder();
  const kept = withKeychain(
    tools,
    keeping(() => "Bearer abc"),
  );
  await kept.look("web", {
    url: "https://example.com/mcp",
    headers: { authorization: "$secret:web", note: "see $secret:web" },
  });
  expect(tools.seen).toEqual([
    {
      url: "https://example.com/mcp",
      headers: { authorization: "Bearer abc", note: "see $secret:web" },
      kept: ["authorization"],
    },
  ]);
});

test.each([{}, { MAIL_PASSWORD: "" }, { "mail-password": "s3cret" }])(
  "a terminal names the variable that is missing, and no keychain: %j",
  async (variables) => {
    const down = await withKeychain(recorder(), keychainOf(variables)).look("mail", MAIL);
    expect(down).toEqual({
      kind: "down",
      why: "The secret “mail-password” is missing: the environment variable MAIL_PASSWORD is not set, or is empty. Set it, and start planwright again.",
    });
  },
);

test("a terminal takes the variable in capitals, with underscores", async () => {
  const tools = recorder();
  await withKeychain(tools, keychainOf({ MAIL_PASSWORD: "s3cret" })).look("mail", MAIL);
  expect(tools.seen[0]).toMatchObject({ env: { PASSWORD: "s3cret" } });
});
