/**
 * The vault that a terminal on this computer was used with last. Kept beside the device stores, outside every vault; a
 * hint, never a permission.
 */
import { parseJson } from "../../kit/json";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { lastVaultFile } from "./home";

/** Absolute path; null when none is known. Whether it is still there is for the reader to see. */
export async function readLastVault(file = lastVaultFile()): Promise<string | null> {
  try {
    const value: unknown = parseJson(await readFile(file, "utf8"));
    const vault = typeof value === "object" && value !== null && "vault" in value ? value.vault : null;
    return typeof vault === "string" && isAbsolute(vault) ? vault : null;
  } catch {
    return null;
  }
}

/** Where it cannot be kept, the next call has to be told; this one goes on. */
export async function keepLastVault(vault: string, file = lastVaultFile()): Promise<void> {
  if ((await readLastVault(file)) === vault) return;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const next = `${file}.${String(process.pid)}`;
    await writeFile(next, `${JSON.stringify({ vault })}\n`, { mode: 0o600 });
    await rename(next, file);
  } catch {
    // A full disk or a home that cannot be written stops nothing.
  }
}
