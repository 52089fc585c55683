import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";

import { refusedCommand, type Spawn } from "../../src/adapters/node/programGroup";
import { createSimulatedClock } from "../fakes/clock";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { AMPLE, call, installed, lookAt, mcpTools, odd, SOON } from "./room";

const clock = createSystemClock();
const everything = installed("@modelcontextprotocol/server-everything/dist/index.js", {}, "stdio");

test("a server written by others offers its tools and answers", async () => {
  const tools = mcpTools();
  expect(await lookAt(tools, everything)).toEqual(expect.arrayContaining(["echo", "get-sum"]));
  expect(await call(tools, everything, "get-sum", { a: 2, b: 40 })).toMatchObject({
    kind: "unclear",
    text: "The sum of 2 and 40 is 42.",
  });
  expect(await call(tools, everything, "get-sum", { a: "two", b: 40 })).toMatchObject({ kind: "tool-error" });
});

test("what is not text is named and not opened", async () => {
  const image = await call(mcpTools(), everything, "get-tiny-image");
  expect(image).toMatchObject({ kind: "unclear", text: expect.stringContaining("(image, image/png)") });
});

test("every call carries the id of its action", async () => {
  const outcome = await mcpTools().call({
    server: "it",
    definition: odd(),
    tool: "meta",
    args: {},
    action: "9f86d081",
    timeout: AMPLE,
  });
  expect(outcome.kind === "unclear" && JSON.parse(outcome.text)).toMatchObject({
    "planwright/action_id": "9f86d081",
  });
});

test("a server that wants a person to visit an address first did nothing, and the address is named", async () => {
  expect(await call(mcpTools(), odd(), "visit")).toEqual({
    kind: "not-sent",
    why: "The server first wants you to visit https://mail.example.com/connect (“Connect your account”). Do that, then ask again.",
  });
  expect(await call(mcpTools(), odd(), "unheard")).toMatchObject({ kind: "not-sent" });
});

test("a call whose server tells of progress has longer, and ends at the longest time", async () => {
  const clock = createSimulatedClock(0, "manual");
  const tools = mcpTools({ clock });
  const definition = odd();
  const long = { server: "it", definition, args: {}, timeout: 1000, longest: 1500 };
  const working = tools.call({ ...long, tool: "working", action: "working" });
  const silent = tools.call({ ...long, tool: "hang", action: "silent" });
  // Both have left, and the progress has come, once the server answers what was sent behind them.
  await call(tools, definition, "echo", { text: "behind" }, 1_000_000);
  await clock.advance(1000);
  expect(await silent).toEqual({ kind: "unknown", why: "No answer came within 1 second." });
  await clock.advance(500);
  expect(await working).toEqual({ kind: "unknown", why: "No answer came within 1.5 seconds." });
});

test("a call arrives once, and one connection serves many", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "count")).toMatchObject({ kind: "unclear", text: "1" });
  expect(await call(tools, odd(), "count")).toMatchObject({ kind: "unclear", text: "2" });
});

test("the same action under way twice is sent once", async () => {
  const tools = mcpTools();
  await lookAt(tools, odd());
  const twice = { server: "it", definition: odd(), tool: "hang", args: {}, action: "same", timeout: SOON };
  const outcomes = await Promise.all([tools.call(twice), tools.call(twice)]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["not-sent", "unknown"]);
  expect(await call(tools, odd(), "count")).toMatchObject({ kind: "unclear", text: "2" });
});

test("a server is told when nobody waits for its answer any more", async () => {
  const tools = mcpTools();
  await lookAt(tools, odd());
  expect(await call(tools, odd(), "hang", {}, SOON)).toMatchObject({ kind: "unknown" });
  expect(await call(tools, odd(), "cancelled")).toMatchObject({ kind: "unclear", text: "1" });
});

test("of two answers to one call the first counts", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "twice")).toMatchObject({ kind: "unclear", text: "first" });
  expect(await call(tools, odd(), "echo", { text: "still here" })).toMatchObject({
    kind: "unclear",
    text: "still here",
  });
});

test("a server that closes its output and runs on is waited for no longer, and started anew", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "mute")).toEqual({
    kind: "unknown",
    why: "The program closed its output, so no answer can come.",
  });
  expect(await call(tools, odd(), "count")).toMatchObject({ kind: "unclear", text: "1" });
});

test("requests of the server for sampling, input and folders are refused", async () => {
  expect(await call(mcpTools(), odd(), "ask")).toMatchObject({
    kind: "unclear",
    text: "-32601 -32601 -32601",
  });
});

test("a result that is no result is unclear, and one in another shape than promised is shown as it is", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "strange")).toMatchObject({ kind: "unclear", text: '{"content":7}' });
  expect(await call(tools, odd(), "structured")).toMatchObject({
    kind: "unclear",
    text: '{"total":"not what was promised"}',
  });
});

test("a result of 200 MB ends the connection and is unknown", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "flood", { bytes: 200_000_000 })).toEqual({
    kind: "unknown",
    why: "The server sent more than 8 MB in one message, so the connection was closed.",
  });
  expect(await call(tools, odd(), "echo", { text: "anew" })).toMatchObject({ kind: "unclear", text: "anew" });
});

test("a tool list without end is down", async () => {
  expect(await lookAt(mcpTools(), odd("endless"))).toBe("The server's list of tools has no end.");
});

test("a server that never speaks is down when the time is up, and a call to it is not sent", async () => {
  const tools = mcpTools({ lookTimeout: SOON });
  expect(await lookAt(tools, odd("silent"))).toBe(
    "The server did not answer within 0.4 seconds. If it needs longer to start, raise start_timeout_seconds in the settings.",
  );
  expect(await call(tools, odd("silent"), "echo", { text: "?" }, SOON)).toMatchObject({ kind: "not-sent" });
});

/** Milliseconds of a deadline that passes once the program has said what it says. */
const ITS_TIME = 60_000;

test("a server that lives and does not answer is told by what it wrote", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pw-said-"));
  const lookAtOne = async (code: string, at: number): Promise<unknown> => {
    const mark = path.join(folder, String(at));
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      if (ms !== ITS_TIME) return clock.sleep(ms, signal);
      while (!existsSync(mark)) await clock.sleep(20);
      // The words are in the pipe; each turn of the loop reads from it.
      for (let turns = 0; turns < 10; turns += 1) await clock.turn();
    };
    const program = {
      command: process.execPath,
      args: [
        "-e",
        `const done = () => require("fs").writeFileSync(process.env.MARK, ""); ${code}; setInterval(() => {}, 1e6)`,
      ],
      env: { MARK: mark, KEY: "zebra9-ox" },
    };
    return lookAt(mcpTools({ lookTimeout: ITS_TIME, clock: { sleep } }), program);
  };
  const says = (text: string): string => `process.stderr.write(${JSON.stringify(text)}); done()`;
  const answersFirst =
    'const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message })); require("readline").createInterface({ input: process.stdin }).on("line", (line) => { const { id, method } = JSON.parse(line); if (method === "initialize") say({ id, result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: {} } }); else if (method === "tools/list") { console.error("401 Unauthorized"); done(); } else if (id !== undefined) say({ id, error: { code: -32601, message: "no" } }); })';
  const longer = "If it needs longer to start, raise start_timeout_seconds in the settings.";
  const cases: readonly (readonly [string, string])[] = [
    [
      says("up\nError: ENOENT: no such file, open mail.toml\n"),
      "It said: “Error: ENOENT: no such file, open mail.toml”.",
    ],
    [
      says("npm error network request to the registry failed, reason: ENOTFOUND\n"),
      "It said: “npm error network request to the registry failed, reason: ENOTFOUND”.",
    ],
    [says("Invalid key zebra9-ox"), "It said: “Invalid key •••”."],
    [
      'console.log("Please log in first: access denied"); done()',
      "It said: “Please log in first: access denied”.",
    ],
    [answersFirst, "It said: “401 Unauthorized”."],
    [says("Enter a code: "), `It said: “Enter a code:”. ${longer}`],
    ["done()", longer],
  ];
  const told = await Promise.all(cases.map(([code], at) => lookAtOne(code, at)));
  rmSync(folder, { recursive: true });
  expect(told).toEqual(cases.map(([, said]) => `The server did not answer within 60 seconds. ${said}`));
});

test("a look at a server that never speaks ends when all is to stop", async () => {
  const tools = mcpTools({ lookTimeout: 3_600_000 });
  const looking = lookAt(tools, odd("silent"));
  const calling = call(tools, odd("silent"), "echo", { text: "?" }, 3_600_000);
  tools.halt();
  expect(await looking).toBe("Planwright was told to stop before this was sent.");
  expect(await calling).toEqual({
    kind: "not-sent",
    why: "Planwright was told to stop before this was sent.",
  });
});

test("a server that ends at any word before the older handshake is started once more", async () => {
  expect(await call(mcpTools(), odd("touchy"), "echo", { text: "hello" })).toMatchObject({
    kind: "unclear",
    text: "hello",
  });
});

test("lines that are no messages are passed over", async () => {
  expect(await call(mcpTools(), odd("noisy"), "echo", { text: "hello" })).toMatchObject({
    kind: "unclear",
    text: "hello",
  });
});

test("a server that was given up while it started is gone when all is closed", async () => {
  const started: ChildProcess[] = [];
  const node = () =>
    Promise.resolve({
      spawn: ((...args: Parameters<typeof spawn>) =>
        started[started.push(spawn(...args)) - 1]) as typeof spawn,
      isFolder: () => Promise.resolve(true),
    });
  const tools = mcpTools({ lookTimeout: SOON, node });
  expect(await lookAt(tools, odd("silent"))).toContain("did not answer");
  await tools.close();
  const servers = started.filter(({ spawnfile }) => spawnfile === process.execPath);
  expect(servers.map((child) => child.signalCode ?? child.exitCode)).toEqual([0]);
});

test("a server whose guard cannot be started works, and is gone when all is closed", async () => {
  const started: ChildProcess[] = [];
  const node = () =>
    Promise.resolve({
      spawn: ((...args: Parameters<typeof spawn>) => {
        if (args[0] === "/bin/sh") throw new Error("no more processes");
        return started[started.push(spawn(...args)) - 1];
      }) as typeof spawn,
      isFolder: () => Promise.resolve(true),
    });
  const tools = mcpTools({ node });
  expect(await call(tools, odd(), "echo", { text: "hello" })).toMatchObject({ text: "hello" });
  await tools.close();
  expect(started.map((child) => child.signalCode ?? child.exitCode)).toEqual([0]);
});

test("once all is to stop, a server with no call under way is gone, although nobody closes", async () => {
  const started: ChildProcess[] = [];
  const node = () =>
    Promise.resolve({
      spawn: ((...args: Parameters<typeof spawn>) =>
        started[started.push(spawn(...args)) - 1]) as typeof spawn,
      isFolder: () => Promise.resolve(true),
    });
  const tools = mcpTools({ node });
  await lookAt(tools, odd("stubborn"));
  const gone = started.map((child) => once(child, "exit"));
  tools.halt();
  expect(await Promise.all(gone)).toEqual([
    [null, "SIGKILL"],
    [null, "SIGKILL"],
  ]);
});

test("a server that does not leave when asked is killed", async () => {
  const tools = mcpTools();
  const pid = await call(tools, odd("stubborn"), "environment").then(() =>
    call(tools, odd("stubborn"), "process"),
  );
  expect(pid.kind === "unclear" && isRunning(Number(pid.text))).toBe(true);
  await tools.close();
  expect(pid.kind === "unclear" && isRunning(Number(pid.text))).toBe(false);
});

test("a changed definition is another server", async () => {
  const tools = mcpTools();
  expect(await call(tools, odd(), "count")).toMatchObject({ kind: "unclear", text: "1" });
  expect(await call(tools, odd("well", { OTHER: "value" }), "count")).toMatchObject({
    kind: "unclear",
    text: "1",
  });
});

test("where programs cannot be started, their servers are down and say why", async () => {
  const tools = mcpTools({ node: null });
  expect(await lookAt(tools, odd())).toBe(
    "This server runs as a program, and this device cannot start programs. It works on a computer.",
  );
  expect(await call(tools, odd(), "echo", { text: "hello" })).toMatchObject({ kind: "not-sent" });
});

test("a command is one program, never a line for a shell", async () => {
  const definition = {
    command: `${process.execPath} --version; echo`,
    args: ["$(id)", "&&", "`id`"],
    env: {},
  };
  expect(await lookAt(mcpTools(), definition)).toMatch(/^There is no program/);
});

test.each(["npx.cmd", "C:\\Tools\\server.BAT"])(
  "on Windows %s is refused, with what to do instead",
  (command) => {
    expect(refusedCommand({ command, args: [], env: {} }, "win32")).toContain(
      "Give the program itself instead: node.exe",
    );
    expect(refusedCommand({ command: "node.exe", args: [], env: {} }, "win32")).toBeNull();
  },
);

test.each([
  [
    "nodee",
    "There is no program “nodee” on this device. Install it, or correct the server’s command in the settings.",
  ],
  [
    "/no/such/server",
    "There is no program “/no/such/server” on this device. Install it, or correct the server’s command in the settings.",
  ],
  [path.resolve("tests"), "may not be started: it is a folder, or not marked as a program."],
])("where its folder is there, the program %s is what is wrong", async (command, said) => {
  expect(await lookAt(mcpTools(), { command, args: [], env: {}, cwd: path.resolve("tests") })).toContain(
    said,
  );
});

test("a file that stands where its folder should be is no folder", async () => {
  expect(await lookAt(mcpTools(), { ...odd(), cwd: path.resolve("package.json") })).toContain(
    "package.json”, in which the program",
  );
});

test("a folder that is missing is named", async () => {
  const definition = { ...odd(), cwd: "/no/such/folder" };
  expect(await lookAt(mcpTools(), definition)).toBe(
    `The folder “/no/such/folder”, in which the program “${process.execPath}” is to be started, is missing. Correct the server’s cwd in the settings.`,
  );
});

test("a program gets a short list of our own variables and those of its definition", async () => {
  process.env["PLANWRIGHT_TEST_CANARY"] = "must not travel";
  const outcome = await call(mcpTools(), odd("well", { ODD_MODE: "on" }), "environment");
  delete process.env["PLANWRIGHT_TEST_CANARY"];
  const seen = outcome.kind === "unclear" ? (JSON.parse(outcome.text) as Record<string, string>) : {};
  expect(seen).toMatchObject({ ODD_MODE: "on", PATH: process.env["PATH"] });
  expect(Object.keys(seen)).not.toContain("PLANWRIGHT_TEST_CANARY");
});

test("a secret of the definition appears in no sentence, whoever says it", async () => {
  const secret = 'hunter2-"quoted"-canary';
  const crashing = mcpTools();
  const down = await lookAt(crashing, odd("crash", { ODD_SECRET: secret }));
  expect(down).toContain("ended with code 3. It said: “Cannot sign in with •••”");
  const refused = await call(crashing, odd("crash", { ODD_SECRET: secret }), "echo", { text: "x" });
  const said = await call(mcpTools(), odd("well", { ODD_SECRET: secret }), "environment");
  expect(said.kind).toBe("unclear");
  expect(JSON.stringify([down, refused, said])).not.toContain("hunter2");
});

test.each<readonly [string, string, string]>([
  [
    "words that it printed where messages belong",
    'console.log("Mail server 1.2.0"); console.log("Error: no password was given"); process.exitCode = 1;',
    "It said: “Error: no password was given”.",
  ],
  [
    "words without a line end",
    'process.stdout.write("no password was given"); process.exitCode = 1;',
    "It said: “no password was given”.",
  ],
  [
    "no messages",
    'console.log(JSON.stringify({ level: "info", said: "failed" })); process.exitCode = 1;',
    "ended with code 1.",
  ],
  [
    "its error output first",
    'console.log("Error: first"); console.error("Error: no password was given"); process.exitCode = 1;',
    "It said: “Error: no password was given”.",
  ],
])("of a program that ends, this is quoted: %s", async (_what, script, said) => {
  expect(await lookAt(mcpTools(), { command: process.execPath, args: ["-e", script], env: {} })).toMatch(
    new RegExp(`${said.replace(/[.]/g, "\\.")}$`),
  );
});

/** Turns of the loop until each is told, as a busy computer may deliver them; the pipe breaks at the first message. */
test.each([
  ["its end, then its words", { end: 1, words: 3 }],
  ["its words, then its end", { end: 3, words: 1 }],
  ["its end, and long after it its words", { end: 1, words: 40 }],
])("of a program whose pipe breaks first, the words are quoted when there come: %s", async (_what, turns) => {
  const dying = ((): ChildProcess => {
    const stdout = new PassThrough();
    const child = Object.assign(new EventEmitter(), {
      stdout,
      stderr: new PassThrough(),
      stdin: new Writable({ write: (_chunk, _encoding, done) => void broken(done) }),
      exitCode: null,
      signalCode: null,
      unref: () => undefined,
    });
    const broken = async (done: (error: Error) => void): Promise<void> => {
      done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
      for (let turn = 1; turn <= Math.max(turns.end, turns.words); turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (turn === turns.end) child.emit("exit", 1, null);
        if (turn === turns.words) stdout.end("Error: no password was given\n");
      }
      child.emit("close", 1, null);
    };
    setImmediate(() => child.emit("spawn"));
    return child as unknown as ChildProcess;
  }) as Spawn;
  const tools = mcpTools({
    node: () => Promise.resolve({ spawn: dying, isFolder: () => Promise.resolve(true) }),
  });
  expect(await lookAt(tools, { command: "mailer", args: [], env: {} })).toMatch(
    /ended with code 1\. It said: “Error: no password was given”\.$/,
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
