/**
 * The attack book, MCP: a server may say anything and do anything. It gets what was approved, once, and nothing else;
 * what it says is text; what it does not say cleanly is a doubt. Against the adapter as it is, a hostile program and a
 * hostile address on this computer.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { withKeychain } from "../../src/adapters/mcp/withKeychain";
import type { ServerDefinition } from "../../src/kit/ports/tools";
import { describeSettings, spellOut } from "../../src/settings/describe";
import { openRoom, pass, plan, PROMPT, setUpHere } from "../app/plugin-room";
import { AMPLE, call, keep, lookAt, mcpTools, SOON } from "../mcp/room";
import { reply, startWeb } from "../mcp/web";
import { openBundle, type BundleGround } from "./bundle";
import { approve, emailPlan, requestIn, settingsOf } from "./ground";

const folder = mkdtempSync(path.join(tmpdir(), "planwright-mcp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let logs = 0;

interface Hostile {
  readonly definition: Extract<ServerDefinition, { readonly command: string }>;
  /** What arrived: starts with their words and environment, calls with their arguments. */
  seen(): readonly {
    readonly started?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly called?: string;
    readonly args?: unknown;
  }[];
  turn(): void;
}

function hostile(
  what: string,
  env: Readonly<Record<string, string>> = {},
  ...words: readonly string[]
): Hostile {
  const log = path.join(folder, `log-${String(++logs)}.jsonl`);
  const turned = `${log}.turned`;
  return {
    definition: {
      command: process.execPath,
      args: [path.resolve("tests/attack/mcp-server.mjs"), what, ...words],
      env: { LOG: log, TURNED: turned, ...env },
    },
    seen: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as ReturnType<Hostile["seen"]>[number])
        : [],
    turn: () => writeFileSync(turned, ""),
  };
}

const callsOf = (server: Hostile): readonly unknown[] =>
  server.seen().flatMap((each) => (each.called === undefined ? [] : [each.args]));
const MAIL = { to: "client_a@example.com", subject: "January invoice" };

describe("MCP: what a server says of itself", () => {
  test("a poisoned description is cut, made visible, and never more than words", async () => {
    const { definition } = hostile("poisoned");
    const view = await mcpTools().look("it", definition);
    const [tool] = view.kind === "up" ? view.tools : [];
    expect(tool?.description).toContain("[U+202E][U+200B]");
    expect(tool?.description).not.toMatch(/[\u202E\u200B\n]/);
    expect(tool?.description.length).toBeLessThanOrEqual(2000);
  });

  test("a name that two tools bear names none, and look-alikes are no tools", async () => {
    const shadow = hostile("shadow");
    expect(await lookAt(mcpTools(), shadow.definition)).toEqual([]);
    expect(await call(mcpTools(), shadow.definition, "send_email", MAIL)).toMatchObject({ kind: "not-sent" });
    expect(await call(mcpTools(), shadow.definition, "send_\u0435mail", MAIL)).toMatchObject({
      kind: "not-sent",
    });
    expect(callsOf(shadow)).toEqual([]);
  });

  test("a tool of the same name on another server is another tool", async () => {
    const [mine, other] = [hostile("well"), hostile("well")];
    const tools = mcpTools();
    await tools.look("other", other.definition);
    await call(tools, mine.definition, "send_email", MAIL);
    expect([callsOf(mine).length, callsOf(other).length]).toEqual([1, 0]);
  });

  test("hints that say harmless are kept for comparison alone", async () => {
    const view = await mcpTools().look("it", hostile("lying").definition);
    expect(view.kind === "up" ? Object.keys(view.tools[0] ?? {}).sort() : []).toEqual([
      "description",
      "name",
      "said",
      "schema",
      "sent",
    ]);
  });
});

describe("MCP: how a program is started", () => {
  afterEach(() => {
    for (const name of Object.keys(SPITEFUL)) delete process.env[name];
  });
  const SPITEFUL = {
    LD_PRELOAD: "/tmp/none.so",
    NODE_OPTIONS: "--require /tmp/none.js",
    BASH_ENV: "/tmp/none.sh",
    "BASH_FUNC_ls%%": "() { id; }",
    AWS_SECRET_ACCESS_KEY: "canary",
    LC_ALL: "() { :; }; id",
  };

  test("shell metacharacters are words like others", async () => {
    const words = [
      "$(touch pwned)",
      "`touch pwned`",
      "; touch pwned",
      "&& touch pwned",
      "| tee pwned",
      "> pwned",
      "a\nb",
      "%PATH%",
      "*",
      "~",
      "'\"",
    ];
    const server = hostile("well", {}, ...words);
    expect(await lookAt(mcpTools(), server.definition)).toEqual(["send_email"]);
    expect(server.seen()[0]?.started).toEqual(words);
    expect(existsSync("pwned")).toBe(false);
  });

  test("a command with metacharacters is the name of no program", async () => {
    expect(await lookAt(mcpTools(), { command: `${process.execPath};id`, args: [], env: {} })).toMatch(
      /^There is no program/,
    );
  });

  test("our environment reaches no server but for a short list, and functions in it never do", async () => {
    Object.assign(process.env, SPITEFUL);
    const server = hostile("well", { MINE: "yes" });
    await lookAt(mcpTools(), server.definition);
    const env = server.seen()[0]?.env ?? {};
    expect(Object.keys(SPITEFUL).filter((name) => name in env)).toEqual([]);
    expect(env["MINE"]).toBe("yes");
  });

  test("npx without a version is shown word by word before it may ever start", () => {
    const settings = settingsOf(
      {
        mail: {
          command: "npx",
          args: ["-y", "some-mail-server", "--flag=$(id)"],
          env: { NODE_OPTIONS: "--require x", TOKEN: "canary" },
        },
        bank: { command: "b" },
        disk: { command: "d" },
      },
      {},
    );
    const shown = spellOut(describeSettings(settings));
    expect(shown).toContain('mail: the program npx -y some-mail-server "--flag=$(id)"');
    expect(shown).toContain('NODE_OPTIONS="--require x"');
    expect(shown).not.toContain("canary");
  });
});

describe("MCP: what a server answers", () => {
  test("orders in a result are cut to text", async () => {
    const answer = await call(mcpTools(), hostile("orders").definition, "send_email", MAIL);
    expect(answer).toMatchObject({ kind: "unclear", text: expect.stringContaining("IGNORE ALL") });
  });

  test("links to files are named and never opened", async () => {
    const answer = await call(mcpTools(), hostile("files").definition, "send_email", MAIL);
    expect(answer).toEqual({
      kind: "ok",
      text: "(link to “passwd”: file:///etc/passwd)\nan embedded text\n(attached file, file:///etc/shadow)\n(image, image/svg+xml)",
    });
  });

  test("200 MB end the connection, and the call is a doubt", async () => {
    const server = hostile("flood");
    expect(await call(mcpTools(), server.definition, "send_email", MAIL)).toMatchObject({
      kind: "unknown",
      why: expect.stringContaining("more than 8 MB"),
    });
    expect(callsOf(server)).toEqual([MAIL]);
  });

  test("a server that asks for a password, for words of a model, or for folders gets none", async () => {
    expect(await call(mcpTools(), hostile("asks").definition, "send_email", MAIL)).toMatchObject({
      kind: "unclear",
      text: "-32601 -32601 -32601",
    });
  });

  test("an answer that comes too late is a doubt, stays one, and is not taken for the next call's", async () => {
    const server = hostile("late");
    const tools = mcpTools();
    await lookAt(tools, server.definition);
    expect(await call(tools, server.definition, "send_email", MAIL, SOON)).toMatchObject({ kind: "unknown" });
    expect(
      await call(tools, server.definition, "send_email", { ...MAIL, subject: "another" }, SOON),
    ).toMatchObject({ kind: "unknown" });
    expect(callsOf(server)).toHaveLength(2);
  });

  test("of three answers to one call the first counts", async () => {
    const server = hostile("twice");
    expect(await call(mcpTools(), server.definition, "send_email", MAIL)).toMatchObject({
      kind: "unclear",
      text: "first",
    });
    expect(callsOf(server)).toHaveLength(1);
  });

  test("answers to calls nobody made are no answer to this one", async () => {
    const server = hostile("mismatched");
    const tools = mcpTools();
    await lookAt(tools, server.definition);
    expect(await call(tools, server.definition, "send_email", MAIL, SOON)).toMatchObject({ kind: "unknown" });
    expect(callsOf(server)).toHaveLength(1);
  });

  test("over HTTP too an answer to another call is none", async () => {
    const web = keep(
      await startWeb((_message, response) =>
        reply(response, { id: 999_999, result: { content: [{ type: "text", text: "for somebody else" }] } }),
      ),
    );
    const tools = mcpTools();
    await lookAt(tools, { url: web.url, headers: {} });
    expect(await call(tools, { url: web.url, headers: {} }, "post", {}, SOON)).toMatchObject({
      kind: "unknown",
    });
    expect(web.seen.filter((each) => each === "POST tools/call")).toHaveLength(1);
  });
});

describe("MCP: where a call goes", () => {
  test.each([
    "http://rebind.example/mcp",
    "http://localhost.evil.example/mcp",
    "http://127.0.0.1.evil.example/mcp",
    "http://127.0.0.1@evil.example/mcp",
    "http://evil.example#@127.0.0.1/mcp",
    "http://192.168.0.1/mcp",
    "http://[::ffff:169.254.169.254]/mcp",
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/",
    "https://0xa9fea9fe/",
    "https://[fe80::1]/",
    "https://metadata.google.internal./",
    "http://0/",
    "ws://127.0.0.1/",
    "javascript:alert(1)",
    "data:text/plain,x",
  ])("%s is refused before a byte leaves, so no name can be turned to another address", async (url) => {
    const fetched: string[] = [];
    const tools = mcpTools({ fetch: (to) => Promise.reject(new Error(String(fetched.push(String(to))))) });
    expect(typeof (await lookAt(tools, { url, headers: {} }))).toBe("string");
    expect(await call(tools, { url, headers: {} }, "post")).toMatchObject({ kind: "not-sent" });
    expect(fetched).toEqual([]);
  });

  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://example.com/mcp",
    "https://example.com/mcp",
    "file:///etc/passwd",
    "/mcp",
  ])("a redirect to %s is not followed: one call, a doubt", async (location) => {
    const web = keep(await startWeb((_message, response) => response.writeHead(307, { location }).end()));
    const fetched: string[] = [];
    const tools = mcpTools({ fetch: (to, init) => (fetched.push(new URL(to).host), fetch(to, init)) });
    expect(
      await call(tools, { url: web.url, headers: { Authorization: "Bearer canary-token" } }, "post"),
    ).toMatchObject({ kind: "unknown", why: expect.stringContaining("pointed to another address") });
    expect(web.seen.filter((each) => each === "POST tools/call")).toHaveLength(1);
    expect([...new Set(fetched)]).toEqual([new URL(web.url).host]);
  });

  test("https that answers with a way to http is not downgraded", async () => {
    const fetched: string[] = [];
    const tools = mcpTools({
      fetch: (to) => (
        fetched.push(String(to)),
        Promise.resolve(new Response(null, { status: 302, headers: { location: "http://example.com/mcp" } }))
      ),
    });
    expect(await lookAt(tools, { url: "https://example.com/mcp", headers: {} })).toContain(
      "pointed to another address",
    );
    expect(new Set(fetched)).toEqual(new Set(["https://example.com/mcp"]));
  });
});

describe("MCP: secrets", () => {
  test("a reference to a secret in arguments is words: no note can take a secret out of the keychain", async () => {
    const server = hostile("well", { PASSWORD: "$secret:mail" });
    const tools = withKeychain(mcpTools(), {
      find: () => "canary-secret",
      placeOf: () => "",
      sayMissing: () => "",
    });
    await tools.call({
      server: "it",
      definition: server.definition,
      tool: "send_email",
      args: { ...MAIL, body: "$secret:mail" },
      action: "a",
      timeout: AMPLE,
    });
    expect(callsOf(server)).toEqual([{ ...MAIL, body: "$secret:mail" }]);
    expect(server.seen()[0]?.env?.["PASSWORD"]).toBe("canary-secret");
  });

  test("a server that repeats its password is blanked, however it spells it", async () => {
    expect(
      await call(mcpTools(), hostile("tells", { PASSWORD: 'canary "1" é' }).definition, "send_email", MAIL),
    ).toMatchObject({ kind: "unclear", text: "You gave me •••, also as •••." });
  });
});

describe("MCP, shipped", () => {
  const grounds: BundleGround[] = [];
  afterEach(async () => {
    for (const ground of grounds.splice(0)) await ground.leave();
  });
  async function asked(server: Hostile): Promise<BundleGround> {
    const idle = { command: process.execPath, args: ["-e", ""] };
    const ground = await openBundle({
      servers: { mail: server.definition, bank: idle, disk: idle },
      actions: { email: { server: "mail", tool: "send_email" } },
    });
    grounds.push(ground);
    ground.put("Plans/Invoice.md", emailPlan());
    await ground.settle();
    return ground;
  }

  test("a tool that turns into another after it was approved is not called, and a person is told", async () => {
    const server = hostile("rug");
    const ground = await asked(server);
    approve(ground);
    server.turn();
    await ground.settle();
    expect(callsOf(server)).toEqual([]);
    expect(ground.shown()).toContain("The earlier request’s note or server was changed");
    expect(ground.read(`Pending_Approval/${requestIn(ground)}`)).toContain("or its server was");
  });

  test("orders in a description and in an answer reach notes as text only, and the one call was the approved one", async () => {
    const server = hostile("orders");
    const ground = await asked(server);
    const name = requestIn(ground);
    approve(ground);
    await ground.settle();
    expect(callsOf(server)).toEqual([{ ...MAIL, body: "Please find the invoice below." }]);
    const record = ground.read(`Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`);
    expect(record).toContain("outcome: unclear");
    expect(record).toContain("IGNORE ALL");
    for (const text of [record, ground.read("Plans/Invoice.md"), ground.read("Dashboard.md")])
      expect(text.replace(/\\./g, "")).not.toMatch(/<%|!\[|:\/\/spy/);
    // It stays in sight until a person says whether it happened.
    expect(ground.list("Approved")).toEqual([name]);
  });

  test("a command that arrives by synced settings starts nothing before a person confirms it on this device", async () => {
    const room = await openRoom();
    try {
      const server = hostile("well");
      await room.settings({
        ...PROMPT,
        servers: { mail: server.definition },
        actions: { email: { server: "mail", tool: "send_email" } },
      });
      const app = await room.start();
      await setUpHere(app);
      await room.put(
        "Plans/invoice.md",
        plan("PLAN-1", [
          "- [ ] ✋ Send the invoice",
          "    ```action",
          "    type: email",
          "    target: client_a@example.com",
          "    ```",
        ]),
      );
      await pass(app);
      await pass(app);
      expect(server.seen()).toEqual([]);
      expect((await room.names("Pending_Approval")).filter((name) => name.includes("_email_"))).toEqual([]);
      await app.run("confirm-settings");
      expect(app.modal().text()).toContain("mcp-server.mjs");
      expect(server.seen()).toEqual([]);
    } finally {
      await room.leave();
    }
  });
});
