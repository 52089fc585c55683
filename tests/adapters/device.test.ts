/** The device store on a disk, its lock, and what a computer tells about itself. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { storeFolder, vaultLockFolder } from "../../src/adapters/node/home";
import { describeHost } from "../../src/adapters/node/describeHost";
import { lockFolder } from "../../src/adapters/node/lock";
import { lockVault, runAtWork } from "../../src/adapters/node/lockVault";
import { createSystemRandom } from "../../src/adapters/node/createSystemRandom";
import { createDiskStore } from "../../src/adapters/node/createDiskStore";

const posix = process.platform !== "win32";
/** The nonce of this run. */
const RUN = "5f".repeat(16);
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "planwright-device-"));
});
afterEach(async () => rm(home, { recursive: true }));

describe("the device store on a disk", () => {
  it.skipIf(!posix)("lets nobody but its owner in", async () => {
    await createDiskStore(join(home, "deep", "store")).append({ n: 1 });
    expect((await stat(join(home, "deep", "store"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(home, "deep", "store", "records.jsonl"))).mode & 0o777).toBe(0o600);
  });

  it("is one JSON text per line", async () => {
    const store = createDiskStore(home);
    await store.append({ n: 1 });
    await store.append({ n: 2 });
    expect(await readFile(join(home, "records.jsonl"), "utf8")).toBe('{"n":1}\n{"n":2}\n');
  });

  it("a whole record that only lacks its line break counts, before and after the next one", async () => {
    await writeFile(join(home, "records.jsonl"), '{"n":1}\n{"n":2}');
    const store = createDiskStore(home);
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }, { n: 2 }] });
    await store.append({ n: 3 });
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  });

  it.each([
    ["in the middle of a character", Buffer.concat([Buffer.from('{"t":"'), Buffer.from([0xe2, 0x9c])])],
    ["with zeros, as some disks leave after a power cut", Buffer.alloc(4096)],
    ["after one brace", Buffer.from("{")],
  ])("a record cut off %s is void for ever, and removed by nobody", async (_, torn) => {
    const before = Buffer.concat([Buffer.from('{"n":1}\n'), torn]);
    await writeFile(join(home, "records.jsonl"), before);
    const store = createDiskStore(home);
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }] });
    await store.append({ n: 2 });
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }, { n: 2 }] });
    expect((await readFile(join(home, "records.jsonl"))).subarray(0, before.length).equals(before)).toBe(
      true,
    );
  });

  it("a record cut off anywhere leaves all records before it, and takes the next", async () => {
    const whole = Buffer.from('{"n":1}\n{"text":"✋ two"}\n');
    const first = '{"n":1}'.length;
    for (let cut = 0; cut <= whole.length; cut += 1) {
      await writeFile(join(home, "records.jsonl"), whole.subarray(0, cut));
      const store = createDiskStore(home);
      const kept = [
        ...(cut >= first ? [{ n: 1 }] : []),
        ...(cut >= whole.length - 1 ? [{ text: "✋ two" }] : []),
      ];
      expect(await store.load()).toEqual({ kind: "records", records: kept });
      await store.append({ n: 3 });
      expect(await createDiskStore(home).load()).toEqual({ kind: "records", records: [...kept, { n: 3 }] });
    }
  });

  it("what another program adds is there at the next look, whole lines and the last one without its break", async () => {
    const file = join(home, "records.jsonl");
    const store = createDiskStore(home);
    const kept: unknown[] = [];
    for (let n = 0; n < 40; n += 1) {
      const record = { n, text: "✋".repeat(n) };
      await (n % 2 === 0 ? store : createDiskStore(home)).append(record);
      kept.push(record);
      expect(await store.load()).toEqual({ kind: "records", records: kept });
    }
    await appendFile(file, '{"n":"no break"}');
    expect(await store.load()).toEqual({ kind: "records", records: [...kept, { n: "no break" }] });
    await appendFile(file, "\n{");
    expect(await store.load()).toEqual({ kind: "records", records: [...kept, { n: "no break" }] });
    await appendFile(file, '"n":2}\n');
    expect(await store.load()).toEqual({ kind: "records", records: [...kept, { n: "no break" }, { n: 2 }] });
  });

  it.each([
    ["a longer one", '{"m":1}\n{"m":2}\n{"m":3}\n'],
    ["a shorter one", '{"m":1}\n'],
    ["one as long", '{"m":1}\n{"m":2}\n'],
    ["nothing", ""],
  ])("a file in the place of which %s was put is read from its beginning", async (_, text) => {
    const file = join(home, "records.jsonl");
    const records = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): unknown => JSON.parse(line));
    const before = '{"n":1}\n{"n":2}\n';
    const inPlace = (): Promise<void> => writeFile(file, text);
    const instead = (): Promise<void> =>
      writeFile(join(home, "new"), text).then(() => rename(join(home, "new"), file));
    // In place and of one length within one tick of the clock of the disk: nothing could tell.
    for (const put of text.length === before.length ? [instead] : [inPlace, instead]) {
      await writeFile(file, before);
      const store = createDiskStore(home);
      expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }, { n: 2 }] });
      await put();
      expect(await store.load()).toEqual({ kind: "records", records });
      expect(await store.load()).toEqual({ kind: "records", records });
    }
  });

  it("damage behind what was read already is damage, until it is mended", async () => {
    const file = join(home, "records.jsonl");
    const store = createDiskStore(home);
    await store.append({ n: 1 });
    await store.load();
    await appendFile(file, "oops\n");
    expect(await store.load()).toEqual({
      kind: "damaged",
      why: "records.jsonl is damaged 8 bytes from its start.",
    });
    expect(await store.load()).toEqual({
      kind: "damaged",
      why: "records.jsonl is damaged 8 bytes from its start.",
    });
    await writeFile(file, '{"n":1}\n{"n":2}\n');
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }, { n: 2 }] });
  });

  it.skipIf(!posix)(
    "records that cannot be opened just now are busy and not damaged, until they can be",
    async () => {
      const file = join(home, "records.jsonl");
      const store = createDiskStore(home);
      await store.append({ n: 1 });
      expect((await store.load()).kind).toBe("records");
      await rename(file, join(home, "aside"));
      // Nobody opens the socket of another program, root neither.
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(file, resolve));
      expect(await store.load()).toEqual({
        kind: "busy",
        why: expect.stringMatching(/^The system refused it \(E\w+\)\.$/) as string,
      });
      await new Promise((resolve) => other.close(resolve));
      await rename(join(home, "aside"), file);
      expect(await store.load()).toEqual({ kind: "records", records: [{ n: 1 }] });
      await rm(file);
      await mkdir(file);
      expect((await store.load()).kind).toBe("damaged");
    },
  );

  it("says in words why a record could not be kept, and goes on when it can be", async () => {
    const store = createDiskStore(join(home, "file", "store"));
    await writeFile(join(home, "file"), "in the way");
    await expect(store.append({ n: 1 })).rejects.toThrow(/cannot be written\. A file is in the way/);
    await rm(join(home, "file"));
    await store.append({ n: 2 });
    expect(await store.load()).toEqual({ kind: "records", records: [{ n: 2 }] });
  });
});

describe("the lock in a folder", () => {
  let outfile: string;
  let outdir: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), "planwright-lock-"));
    outfile = join(outdir, "lock.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("../../src/adapters/node/lock.ts", import.meta.url))],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(async () => rm(outdir, { recursive: true }));

  /** A process that asks for the lock when told and then stays; answers what it got. */
  const startContender = (): {
    readonly child: ChildProcess;
    readonly ask: () => Promise<string>;
    readonly gone: Promise<unknown>;
  } => {
    const program = `
      import { lockFolder } from ${JSON.stringify(`file://${outfile}`)};
      process.stdin.once("data", async () => console.log((await lockFolder(${JSON.stringify(home)}, "")).kind));
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(child);
    const answer = new Promise<string>((resolve) =>
      child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim())),
    );
    const gone = new Promise((resolve) => child.once("exit", resolve));
    return { child, gone, ask: () => (child.stdin.write("go\n"), answer) };
  };
  const holder = async (): Promise<Record<string, unknown>> => {
    const value: unknown = JSON.parse(await readFile(join(home, "lock"), "utf8"));
    return { ...(value as object) };
  };

  it("is held by one, and free again when given back", async () => {
    const first = await lockFolder(home, RUN);
    expect(first.kind).toBe("locked");
    const second = await lockFolder(home, RUN);
    expect(second.kind === "busy" && second.by).toContain(`process ${process.pid}`);
    if (first.kind === "locked") await first.release();
    const third = await lockFolder(home, RUN);
    expect(third.kind).toBe("locked");
    if (third.kind === "locked") await third.release();
    expect(await readdir(home)).toEqual([]);
  });

  it("of many processes asking at once for a lock whose holder was killed, one gets it", async () => {
    const first = startContender();
    expect(await first.ask()).toBe("locked");
    expect((await lockFolder(home, RUN)).kind).toBe("busy");
    first.child.kill("SIGKILL");
    await first.gone;
    const answers = await Promise.all(
      Array.from({ length: 6 }, startContender).map((contender) => contender.ask()),
    );
    expect(answers.filter((answer) => answer === "locked")).toHaveLength(1);
    expect(await readdir(home)).toEqual(["lock"]);
  });

  it("of twenty asking at once for the lock of a dead process, one gets it", async () => {
    const dead = await lockFolder(home, RUN);
    expect(dead.kind).toBe("locked");
    await writeFile(join(home, "lock"), JSON.stringify({ ...(await holder()), pid: 2 ** 30 }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => lockFolder(home, RUN)));
    expect(answers.filter((answer) => answer.kind === "locked")).toHaveLength(1);
    expect(await readdir(home)).toEqual(["lock"]);
  });

  it("a crash in the middle of taking over a dead lock does not lock everyone out", async () => {
    await lockFolder(home, RUN);
    const dead = { ...(await holder()), pid: 2 ** 30 };
    const token = "0123456789abcdef0123456789abcdef";
    await writeFile(join(home, "lock"), JSON.stringify({ ...dead, token }));
    await writeFile(join(home, `lock-${token}`), JSON.stringify({ ...dead, token: "f".repeat(32) }));
    expect((await lockFolder(home, RUN)).kind).toBe("locked");
    expect(await readdir(home)).toEqual(["lock"]);
  });

  it.skipIf(process.platform !== "linux")(
    "another process that has the number of a dead holder is not taken for it",
    async () => {
      await lockFolder(home, RUN);
      await writeFile(
        join(home, "lock"),
        JSON.stringify({ ...(await holder()), began: "another start of the system 1" }),
      );
      expect((await lockFolder(home, RUN)).kind).toBe("locked");
    },
  );

  it("a lock from another computer, or one that says nothing, is never removed by us", async () => {
    await lockFolder(home, RUN);
    const elsewhere = JSON.stringify({ ...(await holder()), computer: "another", pid: 2 ** 30 });
    for (const text of [elsewhere, "", "{}"]) {
      await writeFile(join(home, "lock"), text);
      const lock = await lockFolder(home, RUN);
      expect(lock.kind === "busy" && lock.by).toMatch(/[Rr]emove/);
      expect(await readFile(join(home, "lock"), "utf8")).toBe(text);
    }
  });

  it("a lock given back late leaves the lock of the next one alone", async () => {
    const first = await lockFolder(home, RUN);
    await writeFile(join(home, "lock"), JSON.stringify({ ...(await holder()), token: "f".repeat(32) }));
    if (first.kind === "locked") await first.release();
    expect(await readdir(home)).toEqual(["lock"]);
  });
});

describe("the lock on a vault", () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env["XDG_STATE_HOME"];
    process.env["XDG_STATE_HOME"] = join(home, "state");
  });
  afterEach(() => {
    process.env["XDG_STATE_HOME"] = before;
  });
  const at = (store: string, vault = "vault") => ({ store: join(home, store), vault: join(home, vault) });
  const busy = { kind: "busy", by: expect.stringContaining(`process ${String(process.pid)}`) };

  it("two copies of one store see each other, and a run that shares the store is told from one that does not", async () => {
    const first = await lockVault(at("store"), RUN);
    expect(first).toMatchObject({ kind: "locked", warning: null });
    expect(await lockVault(at("store"), RUN)).toMatchObject({ ...busy, sharesStore: true });
    expect(await lockVault(at("copy"), RUN)).toMatchObject({ ...busy, sharesStore: false });
    // It holds nothing then.
    expect(await lockVault(at("copy", "another vault"), RUN)).toMatchObject({ kind: "locked" });
    if (first.kind === "locked") await first.release();
    expect(await lockVault(at("store"), RUN)).toMatchObject({ kind: "locked" });
  });

  it("which run is at work is known through every copy, and of a dead one nothing", async () => {
    expect(await runAtWork(at("store"))).toBeNull();
    const lock = await lockVault(at("store"), RUN);
    expect([await runAtWork(at("store")), await runAtWork(at("copy"))]).toEqual([RUN, RUN]);
    if (lock.kind === "locked") await lock.release();
    expect(await runAtWork(at("copy"))).toBeNull();
    await lockFolder(at("store").store, RUN);
    const file = join(at("store").store, "lock");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(`"pid":${String(process.pid)}`, `"pid":${String(2 ** 30)}`));
    expect(await runAtWork(at("store"))).toBeNull();
  });

  it("a state folder that cannot be written stops nothing, and is told", async () => {
    await writeFile(join(home, "state"), "in the way");
    const lock = await lockVault(at("store"), RUN);
    expect(lock).toMatchObject({
      kind: "locked",
      warning: expect.stringMatching(/cannot be taken\..* would not be noticed\.$/),
    });
    expect(await lockVault(at("store"), RUN)).toMatchObject(busy);
    if (lock.kind === "locked") await lock.release();
    expect(await readdir(at("store").store)).toEqual([]);
  });

  it.each([
    ["linux", {}, /^\/home\/ana\/\.local\/state\/planwright\/locks\/my-vault-[0-9a-f]{16}$/],
    ["linux", { XDG_STATE_HOME: "/var/ana" }, /^\/var\/ana\/planwright\/locks\/my-vault-/],
    ["linux", { XDG_STATE_HOME: "not/absolute" }, /^\/home\/ana\/\.local\/state\//],
    ["darwin", {}, /^\/home\/ana\/Library\/Application Support\/planwright\/locks\//],
  ])("on %s with %j it lies in the folder for states", (platform, env, where) => {
    expect(vaultLockFolder("/home/ana/My Vault", { platform, env, home: "/home/ana" })).toMatch(where);
  });
});

describe("where a device store is kept", () => {
  const at = (
    platform: string,
    env: Readonly<Record<string, string>>,
    vault = "/home/ana/My Vault",
  ): string => storeFolder(vault, { platform, env, home: "/home/ana" });

  it("is beside the settings of other programs, under the name of the vault", () => {
    expect(at("linux", {})).toMatch(/^\/home\/ana\/\.config\/planwright\/my-vault-[0-9a-f]{16}$/);
    expect(at("linux", { XDG_CONFIG_HOME: "/cfg" })).toMatch(/^\/cfg\/planwright\/my-vault-/);
    expect(at("linux", { XDG_CONFIG_HOME: "relative" })).toMatch(/^\/home\/ana\/\.config\//);
    expect(at("darwin", {})).toMatch(/^\/home\/ana\/Library\/Application Support\/planwright\//);
    expect(at("win32", { APPDATA: "/roaming" })).toMatch(/^\/roaming\/planwright\//);
  });

  it("differs for two vaults of one name, and is the same for the same vault", () => {
    expect(at("linux", {}, "/a/Vault")).not.toBe(at("linux", {}, "/b/Vault"));
    expect(at("linux", {}, "/a/Vault")).toBe(at("linux", {}, "/a/Vault"));
    expect(at("linux", {}, "/a/計画")).toMatch(/\/vault-[0-9a-f]{16}$/);
  });
});

describe("this computer", () => {
  it("tells the same about itself each time, and another vault from this one", async () => {
    const host = await describeHost("/a/Vault");
    expect(await describeHost("/a/Vault")).toEqual(host);
    expect(host.name).not.toBe("");
    expect((await describeHost("/b/Vault")).vault).not.toBe(host.vault);
    expect((await describeHost("/b/Vault")).machine).toBe(host.machine);
  });

  it("gives as many unpredictable bytes as asked for", () => {
    const random = createSystemRandom();
    expect(random.bytes(16)).toHaveLength(16);
    expect(random.bytes(16)).not.toEqual(random.bytes(16));
    expect(random.bytes(0)).toHaveLength(0);
  });
});
