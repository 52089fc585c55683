import { chmod, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { findProgram } from "../../src/adapters/node/findProgram";

let home = "";
let project = "";
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "find-program-")));
  project = path.join(home, "project");
  await put("bin/node", "#!/bin/sh\n");
  await put("bin/npx", "#!/bin/sh\n");
  await put("project/tool.js", "1");
});

async function put(file: string, text: string): Promise<string> {
  const whole = path.join(home, file);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, text);
  await chmod(whole, 0o755);
  return whole;
}

async function putPackage(folder: string, about: object, bin = "cli.js"): Promise<string> {
  await put(`${folder}/package.json`, JSON.stringify(about));
  return await put(`${folder}/${bin}`, "#!/usr/bin/env node\n");
}

const find = (command: string, ...args: readonly string[]): ReturnType<typeof findProgram> =>
  findProgram(command, args, {
    folder: project,
    env: { PATH: `./node_modules/.bin:${path.join(home, "bin")}`, HOME: home },
    platform: "linux",
  });
const hashed = async (command: string, ...args: readonly string[]): Promise<string> => {
  const found = await find(command, ...args);
  return found.kind === "found" ? found.hash : found.why;
};

test("a program is found by its name on the path, and its hash is that of its bytes", async () => {
  const file = await put("bin/agent", "one");
  expect(await find("agent", "-p")).toMatchObject({ kind: "found", command: file, args: ["-p"], file });
  const before = await hashed("agent", "-p");
  await put("bin/agent", "two");
  expect(await hashed("agent", "-p")).not.toBe(before);
});

test("a project that is reached by a link is refused, and the folder itself is named", async () => {
  await put("bin/agent", "one");
  const link = path.join(home, "link");
  await symlink(project, link);
  await mkdir(path.join(project, "deep"));
  const findIn = (folder: string): ReturnType<typeof findProgram> =>
    findProgram("agent", [], { folder, env: { PATH: path.join(home, "bin") }, platform: "linux" });
  for (const [way, real] of [
    [link, project],
    [path.join(link, "deep"), path.join(project, "deep")],
  ] as const)
    expect(await findIn(way)).toEqual({
      kind: "none",
      why: `The project “${way}” is reached by a link. Name the folder itself, “${real}”, in its place under “models”, “program”, “folder” in the settings.`,
    });
  expect(await findIn(`${project}/`)).toMatchObject({ kind: "found" });
  // Whether a folder is there is said when the program starts.
  expect(await findIn(path.join(home, "gone"))).toMatchObject({ kind: "found" });
});

test("a link is followed to the file that runs", async () => {
  const file = await put("lib/agent-2.1", "one");
  await symlink(file, path.join(home, "bin/agent"));
  expect(await find("agent")).toMatchObject({ kind: "found", command: path.join(home, "bin/agent"), file });
});

test.each([
  ["node", ["tool.js", "--watch"]],
  ["env", ["KEY=1", "node", "tool.js"]],
  ["timeout", ["60", "./tool.js"]],
])("what %s runs is part of the hash", async (command, args) => {
  for (const each of ["env", "timeout"]) await put(`bin/${each}`, "#!/bin/sh\n");
  const before = await hashed(command, ...args);
  await put("project/tool.js", "2");
  expect(await hashed(command, ...args)).not.toBe(before);
});

test("a program in the folder of a project answers for no name", async () => {
  await put("project/node_modules/.bin/agent", "planted");
  expect(await find("agent")).toMatchObject({ kind: "none" });
  expect(await find("./node_modules/.bin/agent")).toMatchObject({ kind: "found" });
});

test("npx stands for the program of the package that is installed, never for one of the project", async () => {
  await put(
    "project/package.json",
    JSON.stringify({ name: "x", version: "1.0.0", bin: { agent: "run.txt" } }),
  );
  await put("project/run.txt", "planted");
  await put("project/node_modules/agent/package.json", JSON.stringify({ version: "1.0.0", bin: "run.js" }));
  await put("project/node_modules/agent/run.js", "planted");
  const missing = await find("npx", "--yes", "agent", "exec");
  expect(missing).toMatchObject({ kind: "none" });
  expect(missing.kind === "none" && missing.why).toContain("npm install --global agent");
  const kept = await putPackage(".npm/_npx/ab12/node_modules/agent", {
    version: "2.1.0",
    bin: { agent: "cli.js" },
  });
  expect(await find("npx", "--yes", "agent", "exec")).toMatchObject({
    command: kept,
    args: ["exec"],
    file: kept,
  });
  expect(await find("npm", "exec", "agent", "exec")).toMatchObject({ command: kept });
  expect(await find("npx", "agent@1.0.0")).toMatchObject({ kind: "none" });
  expect(await find("npx", "agent@2.1.0")).toMatchObject({ command: kept });
  const shared = await putPackage("lib/node_modules/agent", {
    version: "2.2.0",
    bin: { agent: "cli.js", other: "x" },
  });
  expect(await find("npx", "agent")).toMatchObject({ command: shared });
});

test("npx finds the one program of a package with a scope", async () => {
  const file = await putPackage("lib/node_modules/@firm/agent", { version: "1.0.0", bin: "cli.js" });
  expect(await find("npx", "-y", "@firm/agent@latest", "exec")).toMatchObject({
    command: file,
    args: ["exec"],
  });
});

test.each([
  ["npx", ["--package", "agent", "-c", "agent"]],
  ["npx", []],
  ["npx", ["./tool.js"]],
  ["npx", ["github:me/agent"]],
  ["pnpm", ["dlx", "agent"]],
  ["bunx", ["agent"]],
  ["uvx", ["agent"]],
])("%s %j is refused: nobody can say what it would start", async (command, args) => {
  await put(`bin/${command}`, "#!/bin/sh\n");
  expect(await find(command, ...args)).toMatchObject({ kind: "none" });
});
