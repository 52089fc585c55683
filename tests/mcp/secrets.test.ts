import { expect, test } from "vitest";

import { createBlank } from "../../src/adapters/mcp/secrets";

test("secrets are blanked wherever the definition holds them", () => {
  const program = createBlank({ command: "mail", args: ["--api-key=arg-one", "--token", "arg-two", "--folder", "/home/ana"], env: { PASSWORD: "env-three" } });
  expect(program("arg-one arg-two env-three /home/ana")).toBe("••• ••• ••• /home/ana");
  const address = createBlank({ url: "https://example.com/0123456789abcdef0123/mcp?key=query-four", headers: { Authorization: "Bearer header-five" } });
  expect(address("header-five / query-four / 0123456789abcdef0123 / mcp")).toBe("••• / ••• / ••• / mcp");
});

test("a secret is blanked in the spelling of JSON and of addresses too", () => {
  const blank = createBlank({ command: "mail", args: [], env: { PASSWORD: 'p"w d/é' } });
  expect(blank(JSON.stringify({ said: 'p"w d/é' }))).toBe('{"said":"•••"}');
  expect(blank(`?p=${encodeURIComponent('p"w d/é')}`)).toBe("?p=•••");
});

test("of two secrets, one inside the other, nothing is left over", () => {
  const blank = createBlank({ command: "mail", args: [], env: { A: "secret", B: "secret-and-more" } });
  expect(blank("secret-and-more secret")).toBe("••• •••");
});

test("words too ordinary to guard anything stay readable", () => {
  const blank = createBlank({ command: "mail", args: [], env: { TLS: "false", PORT: "2525", HOST: "127.0.0.1", MODE: "on" } });
  expect(blank("false 2525 127.0.0.1 on")).toBe("false 2525 127.0.0.1 on");
});
