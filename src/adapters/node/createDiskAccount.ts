/** The value beside the records of a device store: one file, always replaced whole. */
import { parseJson } from "../../kit/json";
import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AccountContent, AccountPort } from "../../kit/ports/store";
import { discard, syncFolder, writeTemp } from "./durable";
import { codeOf, trouble } from "./trouble";

const FILE = "account.json";

/** `makeFolder` makes the folder of the store where it is not there yet. */
export function createDiskAccount(folder: string, makeFolder: () => Promise<void>): AccountPort {
  const file = join(folder, FILE);
  /** As it was read last: as long as the system says that the file is the same, it is not read again. */
  let known: { readonly stamp: string; readonly content: AccountContent } | null = null;
  return {
    async load() {
      try {
        const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
        const stamp = [ino, size, mtimeNs, ctimeNs].join(" ");
        if (known?.stamp === stamp) return known.content;
        const content = read(await readFile(file, "utf8"), file);
        known = { stamp, content };
        return content;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return { kind: "value", value: null };
        return codeOf(error) === "EISDIR"
          ? { kind: "damaged", why: `${file} is a folder` }
          : { kind: "busy", why: trouble(error) };
      }
    },
    async save(value) {
      const text: unknown = JSON.stringify(value);
      if (typeof text !== "string") throw new Error("This value cannot be stored.");
      try {
        await makeFolder();
        const temp = await writeTemp(folder, Buffer.from(text), 0o600);
        try {
          await rename(temp, file);
        } catch (error) {
          await discard(temp);
          throw error;
        }
        await syncFolder(folder);
      } catch (error) {
        throw new Error(`What agents have spent cannot be written into ${file}. ${trouble(error)}`, {
          cause: error,
        });
      }
    },
  };
}

function read(text: string, file: string): AccountContent {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch {
    return { kind: "damaged", why: `${file} is not what was written there` };
  }
}
