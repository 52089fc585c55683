/**
 * A picture of a folder before a program runs in it, and its changes afterwards. It is taken by a walk of our own: a
 * version control in the folder may have hooks, which are programs.
 */
import { createHash } from "node:crypto";
import { lstat, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "../../kit/json";
import {
  LONGEST_LEFT,
  MOST_PICTURED,
  MOST_PICTURED_TEXT,
  type FileChange,
  type FolderChanges,
} from "../../kit/ports/programs";
import { openPlain, readText } from "./readText";

const PICTURE = z.object({
  /** Absolute. */
  folder: z.string(),
  isCut: z.boolean(),
  files: z.array(
    z.object({
      /** Within the folder. */
      path: z.string(),
      size: z.number(),
      /** When its text was changed, and anything of it. */
      times: z.tuple([z.number(), z.number()]),
      text: z.string().nullable(),
      /** Where the text is not kept; null for a file that takes too long to read. */
      hash: z.string().nullable(),
    }),
  ),
});
export type FolderPicture = z.output<typeof PICTURE>;
type Pictured = FolderPicture["files"][number];

/** Bytes of all files that are read for their hashes alone. */
const MOST_HASHED = 200_000_000;

/** Files that hold passwords, as a rule: their text is not kept. */
const SECRET =
  /^(?:\.env.*|.*\.env|\.npmrc|[._]netrc|\.(?:pgpass|my\.cnf|htpasswd|pypirc|dockercfg)|id_.*|.*(?:credential|secret|password).*|.*\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc))$/i;

export async function takePicture(folder: string): Promise<FolderPicture> {
  const { files, isCut } = await walk(folder, MOST_PICTURED);
  const [texts, hashes] = [reader(folder), hasher(folder)];
  const pictured: Pictured[] = [];
  for (const [path, { size, times }] of files) {
    const text = await texts(path, size);
    pictured.push({ path, size, times, text, hash: text === null ? await hashes(path, size) : null });
  }
  return { folder, isCut, files: pictured };
}

/** The changes since a picture. Where the folder is gone, each of its files counts as removed. */
export async function changesSince(before: FolderPicture): Promise<FolderChanges> {
  const { files: now, isCut } = await walk(before.folder, 2 * MOST_PICTURED);
  const [texts, hashes] = [reader(before.folder), hasher(before.folder)];
  const changes: FileChange[] = [];
  for (const was of before.files) {
    const { path } = was;
    const is = now.get(path);
    if (is === undefined) {
      // A file that the walk did not come to may well be there.
      if (!isCut) changes.push({ path, kind: "removed", before: was.text, after: null });
      continue;
    }
    // A program can set the first of its times back.
    if (is.size === was.size && is.times.every((time, at) => time === was.times[at])) continue;
    const after = await texts(path, is.size);
    const isSame =
      was.text === null
        ? was.hash !== null && was.hash === (await hashes(path, is.size))
        : after === was.text;
    if (!isSame) changes.push({ path, kind: "changed", before: was.text, after });
  }
  const known = new Set(before.files.map(({ path }) => path));
  for (const [path, { size }] of before.isCut ? [] : now)
    if (!known.has(path)) changes.push({ path, kind: "added", before: null, after: await texts(path, size) });
  return { files: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), isCut: before.isCut || isCut };
}

/** For after a crash. Mode: of its owner alone. */
export async function keepPicture(picture: FolderPicture, file: string): Promise<void> {
  await writeFile(file, JSON.stringify(picture), { mode: 0o600 });
}

/** Null where none can be read. */
export async function readPicture(file: string): Promise<FolderPicture | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  try {
    return text === null ? null : PICTURE.parse(parseJson(text));
  } catch {
    return null; // The crash came while it was written: the program had not started.
  }
}

type Seen = Pick<Pictured, "size" | "times">;

/** Plain files, in the order of their paths; `most` of them, and of folders. */
async function walk(
  folder: string,
  most: number,
): Promise<{ readonly files: ReadonlyMap<string, Seen>; readonly isCut: boolean }> {
  const files = new Map<string, Seen>();
  const folders = [""];
  let isCut = false;
  for (let n = 0; folders.length > 0; n += 1) {
    if (n >= most) return { files, isCut: true };
    const at = folders.pop() ?? "";
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch((error: unknown) => {
      isCut ||= !isGone(error);
      return [];
    });
    const below: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
        below.push(path);
      if (!entry.isFile()) continue;
      if (files.size >= most) isCut = true;
      else {
        const seen = await lstat(join(folder, path)).catch(() => null);
        if (seen?.isFile() === true)
          files.set(path, { size: seen.size, times: [seen.mtimeMs, seen.ctimeMs] });
      }
    }
    folders.push(...below.reverse());
  }
  return { files, isCut };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Hashes files until they are too long; null for one that cannot be read. */
function hasher(folder: string): (path: string, size: number) => Promise<string | null> {
  let left = MOST_HASHED;
  return async (path, size) => {
    if (size > left) return null;
    left -= size;
    const hash = createHash("sha256");
    try {
      const file = await openPlain(join(folder, path));
      if (file === null) return null;
      for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
      return hash.digest("hex");
    } catch {
      return null;
    }
  };
}

/** Reads texts until there are too many. */
function reader(folder: string): (path: string, size: number) => Promise<string | null> {
  let left = MOST_PICTURED_TEXT;
  return async (path, size) => {
    if (size > 4 * LONGEST_LEFT || SECRET.test(path.slice(path.lastIndexOf("/") + 1))) return null;
    const read = left > 0 ? await readText(join(folder, path)) : "too much";
    if (typeof read === "string") return null;
    left -= read.text.length;
    return read.text;
  };
}
