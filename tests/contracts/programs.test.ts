import { mkdtemp, realpath, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../src/adapters/node/createSystemClock";
import { nodePrograms } from "../../src/adapters/node/nodePrograms";
import { createNodePrograms } from "../../src/adapters/node/createNodePrograms";
import { changesSince, keepPicture, readPicture, takePicture } from "../../src/adapters/node/folderPicture";
import { MOST_PICTURED } from "../../src/kit/ports/programs";
import { createFakePrograms, type FakeRun } from "../fakes/programs";
import { CHANGES, programsSuite } from "./programs.suite";

let vault = "";
beforeAll(async () => {
  vault = await realpath(await mkdtemp(path.join(tmpdir(), "programs-")));
  await mkdir(path.join(vault, "work"));
  process.env["PROGRAM_CANARY"] = "secret";
});
afterAll(() => rm(vault, { recursive: true }));

const clock = createSystemClock();
const script = path.resolve("scripts/parts/odd-program.mjs");

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

programsSuite("Node", () =>
  Promise.resolve({
    programs: createNodePrograms(
      { root: vault, runs: path.join(vault, "runs") },
      () => Promise.resolve(nodePrograms),
      clock,
    ),
    odd: { command: process.execPath, args: [script] },
    folder: path.join(vault, "work"),
    project: makeProject,
    isThere,
  }),
);

async function makeProject(): Promise<string> {
  const folder = await mkdtemp(path.join(vault, "project-"));
  for (const name of ["deep", ".hidden", "node_modules"]) await mkdir(path.join(folder, name));
  const texts = { "a.txt": "one\n", "same.txt": "same\n", "gone.txt": "gone\n", ".env": "TOKEN=1\n" };
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, name), text);
  return folder;
}

test("a run that a crash cut off tells its changes until they are noted, and more files than are looked at are told", async () => {
  const folder = await makeProject();
  const kept = path.join(vault, "cut.json");
  await keepPicture(await takePicture(folder), kept);
  await writeFile(path.join(folder, "constructor"), "new\n");
  const programs = createNodePrograms(
    { root: vault, runs: vault },
    () => Promise.resolve(nodePrograms),
    clock,
  );
  const files = [{ path: "constructor", kind: "added", before: null, after: "new\n" }];
  expect(await programs.changesOf(path.join(vault, "cut"))).toEqual({ isCut: false, files });
  expect(await programs.changesOf(path.join(vault, "cut"))).toEqual({ isCut: false, files });
  await programs.forgetChanges(path.join(vault, "cut"));
  expect(await programs.changesOf(path.join(vault, "cut"))).toBeNull();
  await Promise.all(
    Array.from({ length: MOST_PICTURED }, (_, n) => writeFile(path.join(folder, `z${String(n)}`), "")),
  );
  expect((await takePicture(folder)).isCut).toBe(true);
});

test("where the project cannot be kept for a comparison, nothing is started, and that is said", async () => {
  const [pictured, runs] = [await makeProject(), path.join(vault, "runs-full")];
  const folder = path.join(runs, "0123456789abcdef");
  await mkdir(`${folder}.json`, { recursive: true });
  const programs = createNodePrograms({ root: vault, runs }, () => Promise.resolve(nodePrograms), clock);
  const call = { command: process.execPath, args: ["-v"], folder, input: "", env: {}, timeout: 9000 };
  const exchange = { folder, files: [], pictured };
  const { signal } = new AbortController();
  const end = await programs.run({ ...call, exchange, signal, heard: () => undefined });
  expect(end).toMatchObject({
    kind: "not-started",
    why: expect.stringContaining("The project as it is could not be kept for a comparison: ") as string,
  });
});

test("a change with its old time and size is told, and a file of any name that nobody changed is not", async () => {
  const folder = await makeProject();
  for (const name of [".env", "__proto__"]) await writeFile(path.join(folder, name), "MODE=test\n");
  const at = new Date(1_700_000_000_000);
  await utimes(path.join(folder, ".env"), at, at);
  const before = await takePicture(folder);
  await writeFile(path.join(folder, ".env"), "MODE=live\n");
  for (const name of [".env", "same.txt"]) await utimes(path.join(folder, name), at, at);
  await keepPicture(before, path.join(vault, "odd.json"));
  const read = await readPicture(path.join(vault, "odd.json"));
  expect(read).toEqual(before);
  const { files } = await changesSince(before);
  expect(files).toEqual([{ path: ".env", kind: "changed", before: null, after: null }]);
});

test.each([".git-credentials", "prod.env", ".pgpass", "id_rsa_work", "client_secret.json", ".htpasswd"])(
  "the text of %s is not kept",
  async (name) => {
    const folder = await makeProject();
    const before = await takePicture(folder);
    await writeFile(path.join(folder, name), "hunter2\n");
    const { files } = await changesSince(before);
    expect(files).toEqual([{ path: name, kind: "added", before: null, after: null }]);
  },
);

const NOT_TAKEN = [
  ...["folder", "link.md"].map((name) => `${name}: a folder, a link, or no plain file`),
  "long.md: too long",
  "picture.md: not a text",
];
const WRITTEN: Readonly<Record<string, FakeRun>> = {
  fail: { lines: ["one", "!two"], code: 3 },
  hang: { lines: ["ready"], code: null },
  nest: { lines: ["child 7"], code: null },
  brood: { lines: ["child 7"], code: 0 },
  flood: { lines: Array.from({ length: 100 }, () => "x".repeat(1000)), code: null, kind: "endless" },
  long: { lines: ["y".repeat(3_000_000), "last"], code: 0 },
  split: { lines: ["Grüße 🌱"], code: 0 },
  die: { code: null, kind: "killed" },
  change: { code: 1, changes: CHANGES },
};

programsSuite("a script", () =>
  Promise.resolve({
    programs: createFakePrograms(clock, ({ command, args, folder, input, env, exchange }) => {
      if (command !== "odd") return null;
      const [how = "", ...more] = args;
      if (how === "leave") {
        const { files = [] } = exchange ?? {};
        return { lines: [files.map(({ name }) => name).join()], code: 0, left: files, leftOut: NOT_TAKEN };
      }
      if (how !== "say") return WRITTEN[how] ?? null;
      const said = { args: more, read: input, work: env["WORK"] ?? null, folder, names: ["PATH"] };
      return folder === "work"
        ? { lines: [JSON.stringify(said), "!on the side"], code: 0 }
        : `The folder “${folder}” is not there.`;
    }),
    odd: { command: "odd", args: [] },
    folder: "work",
    project: () => Promise.resolve("project"),
    isThere: () => false,
  }),
);
