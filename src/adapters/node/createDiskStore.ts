/**
 * The device store on a disk: one folder only its owner may enter, in it `records.jsonl`, one JSON text per line, only
 * ever added to. A line cut off by a crash is left out when reading. Before the next record it is closed with a mark,
 * so that it stays what it was and is not taken for damage; nothing already written is ever removed.
 */
import { parseJson } from "../../kit/json";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { decodeUtf8 } from "../../kit/utf8";
import type { StoreContent, StorePort } from "../../kit/ports/store";
import { createDiskAccount } from "./createDiskAccount";
import { syncFolder } from "./durable";
import { codeOf, trouble } from "./trouble";

const RECORDS = "records.jsonl";
/** CANCEL at the end of a line: the line was cut off and is void. JSON never holds this character unescaped. */
const VOID = 0x18;
const NEWLINE = 0x0a;
const OBJECT = 0x7b;
const LIST = 0x5b;
/** O_NOFOLLOW is not there on Windows and counts as 0. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Something else lies where the records should. Any other obstacle to opening them may be over in a moment. */
const IN_THE_WAY = ["EISDIR", "ENOTDIR", "ELOOP"];

/** `folder`: absolute. Nothing is made there before the first append. */
export function createDiskStore(folder: string): StorePort {
  const file = join(folder, RECORDS);
  let named = false;
  const load = createReader(file);
  let last: Promise<unknown> = Promise.resolve();

  const write = async (line: string): Promise<void> => {
    try {
      if (!named) await makeStoreFolder(folder);
      await appendLine(file, line);
      if (!named) await syncFolder(folder);
      named = true;
    } catch (error) {
      throw new Error(`The record of this device at ${file} cannot be written. ${trouble(error)}`, {
        cause: error,
      });
    }
  };

  return {
    place: folder,
    account: createDiskAccount(folder, async () => {
      if (!named) await makeStoreFolder(folder);
    }),
    async load() {
      await last;
      return load();
    },
    async append(record) {
      const line: unknown = JSON.stringify(record);
      if (typeof line !== "string") throw new Error("This record cannot be stored.");
      const mine = last.then(() => write(line));
      last = mine.catch(() => undefined);
      await mine;
    },
  };
}

/** The file as it was read last: as long as the system says that it is the same, it is not read again. */
interface Known {
  readonly stamp: string;
  readonly inode: bigint;
  /** Bytes. */
  readonly size: bigint;
  readonly records: readonly unknown[];
  /** A last record without a line break; undefined when there is none. */
  readonly tail: unknown;
  /** Behind the last line break. Bytes. */
  readonly upto: number;
  /** The last bytes before that. */
  readonly end: Buffer;
}

/** Enough of a record to tell it from any other by. Bytes. */
const END = 64;
const NOTHING: Known = {
  stamp: "",
  inode: -1n,
  size: 0n,
  records: [],
  tail: undefined,
  upto: 0,
  end: Buffer.alloc(0),
};

/**
 * Records are only ever added: where the file has grown behind the end that is known, what was added is all that is
 * read.
 */
function createReader(file: string): () => Promise<StoreContent> {
  let known = NOTHING;

  const read = async (handle: FileHandle): Promise<StoreContent> => {
    const { ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const stamp = [ino, size, mtimeNs, ctimeNs].join(" ");
    if (stamp !== known.stamp) {
      const again =
        ino === known.inode && size > known.size
          ? await bytesOf(handle, known.upto - known.end.length, Number(size))
          : null;
      const before = again?.subarray(0, known.end.length).equals(known.end) === true ? known : NOTHING;
      const bytes =
        again !== null && before === known
          ? again.subarray(known.end.length)
          : await bytesOf(handle, 0, Number(size));
      const lines = readLines(bytes, before.upto);
      if (lines.kind !== "records") return lines;
      const whole = bytes.lastIndexOf(NEWLINE) + 1;
      const end = Buffer.concat([before.end, bytes.subarray(Math.max(0, whole - END), whole)]).subarray(-END);
      known = {
        stamp,
        inode: ino,
        size,
        records: [...before.records, ...lines.records],
        tail: wholeTail(bytes),
        upto: before.upto + whole,
        end,
      };
    }
    return {
      kind: "records",
      records: known.tail === undefined ? known.records : [...known.records, known.tail],
    };
  };

  return async () => {
    try {
      const handle = await open(file, constants.O_RDONLY);
      return await read(handle).finally(() => handle.close());
    } catch (error) {
      if (codeOf(error) === "ENOENT") return { kind: "records", records: [] };
      return IN_THE_WAY.includes(codeOf(error))
        ? { kind: "damaged", why: `${file} cannot be read. ${trouble(error)}` }
        : { kind: "busy", why: trouble(error) };
    }
  };
}

/** The bytes between two places of a file; less where the file has become shorter. */
async function bytesOf(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The records on whole lines. `start`: where the bytes begin in the file. */
function readLines(bytes: Buffer, start: number): StoreContent {
  const records: unknown[] = [];
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; from = end + 1, end = bytes.indexOf(NEWLINE, from)) {
    // A void line may have been cut in the middle of a character, so it is told by its last byte before anything is
    // decoded.
    if (end === from || bytes[end - 1] === VOID) continue;
    const record = parseRecord(bytes.subarray(from, end));
    if (record === undefined)
      return { kind: "damaged", why: `${RECORDS} is damaged ${String(start + from)} bytes from its start.` };
    records.push(record);
  }
  return { kind: "records", records };
}

/**
 * A last line that only lacks its line break is a whole record: leaving it out could forget something that was begun.
 */
function wholeTail(bytes: Buffer): unknown {
  const tail = bytes.subarray(bytes.lastIndexOf(NEWLINE) + 1);
  return tail[0] === OBJECT || tail[0] === LIST ? parseRecord(tail) : undefined;
}

/** Undefined, which JSON cannot say, when the line is not a record. */
function parseRecord(line: Uint8Array): unknown {
  const text = decodeUtf8(line);
  if (text === null) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, APPEND, 0o600);
  try {
    await handle.appendFile(`${await fix(file, handle)}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The text that has to stand before the next record: nothing after a line break, otherwise the end of the line that a
 * crash left open.
 */
async function fix(file: string, handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size === 0) return "";
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] === NEWLINE) return "";
  return wholeTail(await readFile(file)) === undefined ? `${String.fromCharCode(VOID)}\n` : "\n";
}

/** Makes the folder if need be, and its name durable up to a folder that was there before. Safe to repeat. */
async function makeStoreFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  const top = dirname(first ?? folder);
  for (let at = folder; at !== top; at = dirname(at)) await syncFolder(at);
  await syncFolder(top);
}
