/**
 * A `planwright.json` in the vault or beside it. It may have come by sync, and with it a server that would be started;
 * so it is a proposal. It takes effect only when its bytes, in that folder, are those that a person named with
 * `--settings` in a run that acts on this device.
 */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { addUp, readRecords } from "../approval/device/ledger";
import { hashText } from "../kit/hash";
import type { StorePort } from "../kit/ports/store";
import { shortHome } from "./place";
import { quoteWord } from "./paste";

const PROPOSAL = "planwright.json";
/** The name under which the device remembers the file that was named. */
export const CONFIRMED_FILE = "settings-file";
/** Bytes. Settings are far smaller; what is larger is not read. */
const LARGEST = 1_000_000;

export interface SettingsFile {
  readonly path: string;
  readonly text: string;
  /** Of its bytes and the folder it is in: programs with a relative path are started from there. */
  readonly hash: string;
}

/** Of a file that a call names. Throws as the file system does. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  const text = await readFile(path, "utf8");
  return { path, text, hash: hashText(`${await realpath(dirname(resolve(path)))}\n${text}`) };
}

export interface Proposals {
  /** The one that was confirmed on this device; null when none was. */
  readonly confirmed: SettingsFile | null;
  /** A sentence for each that is not used. */
  readonly notes: readonly string[];
}

export async function findProposals(root: string, store: StorePort): Promise<Proposals> {
  const found = (
    await Promise.all([join(root, PROPOSAL), join(dirname(root), PROPOSAL)].map(readIfThere))
  ).flatMap((each) => each ?? []);
  if (found.length === 0) return { confirmed: null, notes: [] };
  const known = await confirmedHash(store);
  const confirmed = found.find(({ hash }) => hash === known) ?? null;
  const notes = found
    .filter((each) => each !== confirmed)
    .map(
      ({ path }) =>
        `${shortHome(path)} ${known === null ? "was not confirmed on this device" : "is not as confirmed on this device, or another file was confirmed"}, so it is not used. Read it; if it is yours, name it: --settings ${quoteWord(path)}`,
    );
  return { confirmed, notes };
}

async function readIfThere(path: string): Promise<SettingsFile | null> {
  try {
    const about = await stat(path);
    return about.isFile() && about.size <= LARGEST ? await readSettingsFile(path) : null;
  } catch {
    return null;
  }
}

async function confirmedHash(store: StorePort): Promise<string | null> {
  const content = await store.load();
  const parsed = content.kind === "records" ? readRecords(content.records) : content;
  return parsed.kind === "records" ? (addUp(parsed.records).trusted.get(CONFIRMED_FILE) ?? null) : null;
}
