/**
 * The file that a command finally runs, and the hash of every file that decides it: a permission is for these bytes.
 * Nothing is started, and nothing in the folder of a project answers for a program that a launcher names.
 */
import { createHash } from "node:crypto";
import { createReadStream, constants } from "node:fs";
import { access, readFile, readdir, realpath, stat } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { isObject, parseJson } from "../../kit/json";
import { plainPath } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import type { FoundProgram } from "../../kit/ports/programs";

export interface Around {
  /** Absolute. Relative paths start here; null: they name nothing. */
  readonly folder: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** They run other files, which their arguments name. */
const RUNNERS =
  /^(?:node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|(?:ba|da|z|k|fi)?sh|env|timeout|nice|nohup|setsid|stdbuf|sudo|doas|xargs|script|firejail)$/;
/** They fetch what they run, so nobody can say beforehand what that is. */
const FETCHERS = new Set(["pnpx", "bunx", "uvx", "pnpm dlx", "yarn dlx", "bun x", "uv tool", "pipx run"]);
/** Words of npx before the name of the package that take no value. */
const PLAIN_FLAGS = new Set([
  "--yes",
  "-y",
  "--no",
  "--no-install",
  "--quiet",
  "-q",
  "--offline",
  "--prefer-offline",
]);

export async function findProgram(
  command: string,
  args: readonly string[],
  around: Around,
): Promise<FoundProgram> {
  const linked = around.folder === null ? null : await sayLink(around.folder);
  if (linked !== null) return none(linked);
  const called = calledBy(command);
  const pair = `${called} ${args[0] ?? ""}`;
  if (FETCHERS.has(called) || FETCHERS.has(pair))
    return none(
      `“${escapeLine(command, 80)}” fetches what it starts, and that can change. Install the program, and name it itself.`,
    );
  if (called === "npx") return await behindNpx(args, around);
  if (pair === "npm exec" || pair === "npm x") return await behindNpx(args.slice(1), around);
  const path = await onPath(command, around);
  if (path === null)
    return none(
      `There is no program “${escapeLine(command, 80)}” on this device, or it is not marked as one.`,
    );
  const named = RUNNERS.test(called)
    ? (await Promise.all(args.map((each) => fileNamed(each, around)))).filter((each) => each !== null)
    : [];
  return await found(path, args, [path, ...named]);
}

/**
 * A sentence for a project that is reached by a link: where a project is decides whether agents write in it, whether
 * another program works there, and which of its changes are our own. Null for any other, and for one that is not there.
 */
async function sayLink(folder: string): Promise<string | null> {
  const real = await realpath(folder).catch(() => folder);
  return plainPath(real) === plainPath(folder)
    ? null
    : `The project “${escapeLine(folder, 300)}” is reached by a link. Name the folder itself, “${escapeLine(real, 300)}”, in its place under “models”, “program”, “folder” in the settings.`;
}

function none(why: string): FoundProgram {
  return { kind: "none", why };
}

/** `files`: those that decide what runs; the last one finally does. */
async function found(
  command: string,
  args: readonly string[],
  files: readonly string[],
): Promise<FoundProgram> {
  try {
    const real = await Promise.all(files.map((each) => realpath(each)));
    const hash = createHash("sha256");
    for (const each of real) hash.update(`${await hashOf(each)}\n`);
    return { kind: "found", command, args, file: real.at(-1) ?? command, hash: hash.digest("hex") };
  } catch {
    return none(`The program “${escapeLine(command, 300)}” cannot be read.`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function calledBy(command: string): string {
  return basename(command.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.(?:exe|com|cmd|bat)$/, "");
}

/** Folders that are named in full: one that is relative would be looked up in the project. */
function pathsOf({ env }: Around): readonly string[] {
  return (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((each) => isAbsolute(each));
}

async function onPath(command: string, around: Around): Promise<string | null> {
  const endings = around.platform === "win32" ? ["", ".exe", ".com"] : [""];
  const starts = /[\\/]/.test(command)
    ? [pathAt(command, around)].filter((each) => each !== null)
    : pathsOf(around).map((each) => join(each, command));
  for (const start of starts)
    for (const ending of endings) if (await isProgram(`${start}${ending}`)) return `${start}${ending}`;
  return null;
}

function pathAt(path: string, { folder }: Around): string | null {
  return isAbsolute(path) ? path : folder === null ? null : resolve(folder, path);
}

async function isProgram(path: string): Promise<boolean> {
  return (
    (await isFile(path)) &&
    (await access(path, constants.X_OK).then(
      () => true,
      () => false,
    ))
  );
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** An argument of a runner: a file, or a program by its name. */
async function fileNamed(argument: string, around: Around): Promise<string | null> {
  if (argument === "" || argument.startsWith("-")) return null;
  const path = pathAt(argument, around);
  if (path !== null && (await isFile(path))) return path;
  return /[\\/]/.test(argument) ? null : await onPath(argument, around);
}

async function behindNpx(args: readonly string[], around: Around): Promise<FoundProgram> {
  const at = args.findIndex((each) => !PLAIN_FLAGS.has(each));
  const [, name = "", version = ""] =
    /^((?:@[\w.-]+\/)?[\w.-]+)(?:@([\w.^~-]+))?$/.exec(args[at] ?? "") ?? [];
  if (name === "" || name.startsWith("-"))
    return none("Planwright cannot tell which program npx would start. Name the program itself.");
  const wanted = /^\d/.test(version) ? version : null;
  for (const folder of await packageFolders(name, around)) {
    const file = await binOf(folder, name, wanted);
    if (file === null) continue;
    const rest = args.slice(at + 1);
    if (around.platform !== "win32") return await found(file, rest, [file]);
    const node = await onPath("node", around);
    if (node !== null) return await found(node, [file, ...rest], [node, file]);
  }
  return none(
    `npx would fetch “${escapeLine(name, 80)}” before it starts it, and that can change. Install it (npm install --global ${name}${wanted === null ? "" : `@${wanted}`}), or name the program itself.`,
  );
}

/** The folders in which npm keeps what is installed for everyone, then what npx fetched before. */
async function packageFolders(name: string, around: Around): Promise<readonly string[]> {
  const { env, platform } = around;
  const shared = pathsOf(around).map((each) =>
    platform === "win32"
      ? join(each, "node_modules", name)
      : join(dirname(each), "lib", "node_modules", name),
  );
  const cache =
    platform === "win32"
      ? join(env["LOCALAPPDATA"] ?? "", "npm-cache", "_npx")
      : join(env["HOME"] ?? "", ".npm", "_npx");
  const kept = isAbsolute(cache) ? await readdir(cache).catch(() => []) : [];
  return [...shared, ...kept.sort().map((each) => join(cache, each, "node_modules", name))];
}

/** The program of a package as its package.json names it; null where it has none, or is another version. */
async function binOf(folder: string, name: string, version: string | null): Promise<string | null> {
  try {
    const about = parseJson(await readFile(join(folder, "package.json"), "utf8"));
    if (!isObject(about)) return null;
    const { bin: named = null } = about;
    const bins = isObject(named) ? named : { only: named };
    const own = Object.values(bins);
    const bin = own.length === 1 ? own[0] : bins[basename(name)];
    if (typeof bin !== "string" || (version !== null && about["version"] !== version)) return null;
    const file = await realpath(join(folder, bin));
    return file.startsWith(`${await realpath(folder)}${sep}`) && (await isFile(file)) ? file : null;
  } catch {
    return null;
  }
}
