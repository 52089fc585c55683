/** `npm start` as a process, and who may speak to its server. None of this needs a browser. */
import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { get, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { decode, encode } from "../app/page/wire";

interface Started {
  readonly child: ChildProcess;
  readonly url: URL;
  readonly token: string;
  readonly ended: Promise<number | null>;
  /** Everything it has printed so far. */
  said(): string;
}

const home = mkdtempSync(join(tmpdir(), "planwright-start-test-"));
const vault = join(home, "My vault");
const running: ChildProcess[] = [];

async function start(...words: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [join(root, "scripts/start.mjs"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, XDG_STATE_HOME: join(home, "states") },
  });
  running.push(child);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  const url = await new Promise<URL>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /is open at (\S+)/.exec(said);
      if (found !== null) resolve(new URL(found[1] ?? ""));
    });
    void ended.then(() => reject(new Error(`It ended. ${said}`)));
  });
  return { child, url, token: url.searchParams.get("token") ?? "", ended, said: () => said };
}

interface Heard {
  readonly status: number;
  readonly text: string;
}

const ask = (
  url: URL,
  path: string,
  { method = "GET", headers = {}, body = "" }: { method?: string; headers?: object; body?: string } = {},
): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers: { ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });

/** Sends the target as it is, which no client for URLs does. Answers the status. */
const askRaw = (target: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port, host: named } = own.url;
    const sent = request({ host, port, path: target, headers: { host: named } }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end();
  });

/** Opens a page as a browser does, without one: the stream of events, and calls of its host. */
async function openSession({ url, token }: Started) {
  let drop = (): void => undefined;
  const session = await new Promise<string>((resolve, reject) => {
    const stream = get(new URL(`/events?token=${token}`, url), (answer) => {
      answer.setEncoding("utf8").on("data", (text: string) => {
        const found = /event: hello\ndata: (\S+)/.exec(text);
        if (found !== null) resolve(found[1] ?? "");
      });
    });
    stream.on("error", reject);
    drop = () => void stream.destroy();
  });
  const path = `/call/${session}`;
  const call = async (name: string, ...args: readonly unknown[]) => {
    const heard = await ask(url, path, {
      method: "POST",
      headers: { "x-token": token, origin: url.origin },
      body: encode({ name, args }),
    });
    return decode(heard.text) as { value?: unknown; trouble?: { code?: string; message: string } };
  };
  return {
    path,
    call,
    /** Leaves as a browser does: the stream is cut, and the last call comes after that. */
    async leave(unsaved: readonly { readonly path: string; readonly text: string }[] = []) {
      drop();
      await call("goodbye", unsaved);
    },
  };
}

let own: Started;
beforeAll(async () => {
  mkdirSync(vault);
  writeFileSync(join(vault, "Note.md"), "Mine.\n");
  writeFileSync(join(home, "secret.txt"), "not for the page");
  symlinkSync(join(home, "secret.txt"), join(vault, "Way out.md"));
  own = await start(vault);
});
afterAll(() => {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended, and everything it started.
    }
  }
  rmSync(home, { recursive: true, force: true });
});

test("it listens on this computer alone, and its page asks for nothing from elsewhere", async () => {
  expect(own.url.hostname).toBe("127.0.0.1");
  expect(own.token.length).toBeGreaterThan(30);
  const page = await ask(own.url, own.url.href);
  expect(page.status).toBe(200);
  expect(page.text.match(/(?:src|href)="([^"]*)"/g)?.every((each) => /="(\/|data:)/.test(each))).toBe(true);
});

test("settings can be saved in a folder that was never a vault", async () => {
  const { call, leave } = await openSession(own);
  const file = ".obsidian/plugins/planwright/data.json";
  expect(await call("disk.write", file, new TextEncoder().encode("{}"))).not.toHaveProperty("trouble");
  rmSync(join(vault, file));
  await leave();
});

test("a page that was left hands over what was typed, and its host ends", async () => {
  const left = await openSession(own);
  await left.leave([{ path: "Last.md", text: "Typed just before." }]);
  const next = await openSession(own);
  expect(readFileSync(join(vault, "Last.md"), "utf8")).toBe("Typed just before.");
  rmSync(join(vault, "Last.md"));
  await next.leave();
});

test("without the token, for another host and from another origin there is nothing", async () => {
  const at = `/?token=${own.token}`;
  expect((await ask(own.url, "/")).status).toBe(403);
  expect((await ask(own.url, "/?token=wrong")).status).toBe(403);
  expect((await ask(own.url, "/")).text).not.toContain(own.token);
  expect((await ask(own.url, "/events")).status).toBe(403);
  expect((await ask(own.url, at, { headers: { host: "example.com" } })).status).toBe(403);
  expect((await ask(own.url, at, { headers: { origin: "http://localhost:1" } })).status).toBe(403);
  const { path, leave } = await openSession(own);
  const body = encode({ name: "disk.read", args: ["Note.md"] });
  const call = (headers: object): Promise<Heard> => ask(own.url, path, { method: "POST", headers, body });
  expect((await call({ origin: own.url.origin })).status).toBe(403);
  expect((await call({ "x-token": own.token })).status).toBe(403);
  expect((await call({ "x-token": own.token, origin: "https://example.com" })).status).toBe(403);
  expect((await call({ "x-token": own.token, origin: own.url.origin })).text).toContain("TWluZS4K");
  await leave();
});

test("an address that is none of this page is refused, also with the token", async () => {
  for (const target of [
    "//",
    "///",
    "//example.com/",
    "http://example.com/",
    "http://[",
    "*",
    "/\\example.com/",
  ])
    expect([target, await askRaw(`${target}?token=${own.token}`)]).toEqual([target, 400]);
  expect(await askRaw(`/%?token=${own.token}`)).toBe(404);
  expect(await askRaw(`/?token=${own.token}`)).toBe(200);
});

test("a page reaches its vault and its own folder, and nothing else of the disk", async () => {
  const { call, leave } = await openSession(own);
  const code = async (name: string, ...args: readonly unknown[]) => (await call(name, ...args)).trouble?.code;
  expect((await call("disk.read", "Note.md")).value).toEqual(new TextEncoder().encode("Mine.\n"));
  expect(await code("disk.read", "../secret.txt")).toBe("EACCES");
  expect(await code("disk.read", "Way out.md")).toBe("EACCES");
  expect(await code("disk.write", "../new.txt", new Uint8Array())).toBe("EACCES");
  expect(await code("disk.rename", "Note.md", "../Note.md")).toBe("EACCES");
  expect(await code("fs.readFile", join(home, "secret.txt"))).toBe("EACCES");
  expect(await code("fs.readFile", "/etc/passwd")).toBe("EACCES");
  expect(await code("fs.lstat", join(home, "secret.txt"))).toBe("EACCES");
  expect((await call("fs.lstat", join(vault, "Way out.md"))).trouble).toBeUndefined();
  expect(await code("fs.open", join(vault, "../secret.txt"), 0)).toBe("EACCES");
  expect(await code("fs.close", 1)).toBe("EBADF");
  expect(await code("process.kill", process.pid, "SIGTERM")).toBe("EPERM");
  expect((await call("eval", "1")).trouble?.message).toContain("has no eval");
  expect(readFileSync(join(vault, "Note.md"), "utf8")).toBe("Mine.\n");
  await leave();
});

test("Ctrl+C ends it, with the hosts of open pages and what they started", async () => {
  const sample = await start();
  const { call } = await openSession(sample);
  const { pid } = (await call("hello")).value as { readonly pid: number };
  const program = (
    await call("programs.start", 1, process.execPath, ["-e", "setInterval(() => 1, 1000)"], {})
  ).value as number;
  expect(process.kill(program, 0)).toBe(true);
  process.kill(sample.child.pid ?? 0, "SIGINT");
  expect(await sample.ended).toBe(0);
  const folder = /^(\S+)\/vault is open at /m.exec(sample.said())?.[1] ?? "no folder";
  expect(sample.said()).toContain("Ctrl+C ends it and keeps the copy.");
  expect(sample.said()).toContain(`Stopped. The copy of the sample vault is still in ${folder};`);
  expect(existsSync(join(folder, "vault/Dashboard.md"))).toBe(true);
  rmSync(folder, { recursive: true });
  const isGone = (each: number): boolean => {
    try {
      return !process.kill(each, 0);
    } catch {
      return true;
    }
  };
  await expect.poll(() => isGone(pid) && isGone(program), { timeout: 10_000 }).toBe(true);
});

test("a folder that is none is refused in one sentence", async () => {
  const child = spawn(process.execPath, [join(root, "scripts/start.mjs"), join(home, "nowhere")]);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(1);
  expect(said).toBe(`The page could not be opened. ${join(home, "nowhere")} is not a folder.\n`);
});
