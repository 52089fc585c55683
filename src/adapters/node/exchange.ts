/**
 * The folder of one run of a program: what it is given in `in/`, what it leaves in `out/`. No one else writes there, so
 * no text of a model can decide what a program, or a launcher, does.
 */
import { lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { escapeLine } from "../../kit/text";
import { MOST_LEFT, type ProgramFile } from "../../kit/ports/programs";
import { readText } from "./readText";

/** Milliseconds after which a folder that a crash left behind is removed. */
const LEFT_BEHIND = 7 * 24 * 3_600_000;

/**
 * Removes what a crash left behind more than a week ago, and makes the folder of this run. Throws as the file system
 * does. `now`: milliseconds since the epoch.
 */
export async function openExchange(
  folder: string,
  files: readonly ProgramFile[],
  now: number,
): Promise<void> {
  const exchanges = dirname(folder);
  await mkdir(exchanges, { recursive: true, mode: 0o700 });
  for (const name of await readdir(exchanges)) {
    const { mtimeMs } = await lstat(join(exchanges, name));
    if (now - mtimeMs > LEFT_BEHIND) await rm(join(exchanges, name), { recursive: true, force: true });
  }
  // A run that was cut off and begins anew has left its folder.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  for (const part of ["in", "out"]) await mkdir(join(folder, part), { mode: 0o700 });
  for (const { name, text } of files)
    await writeFile(join(folder, "in", basename(name)), text, { flag: "wx", mode: 0o600 });
}

/** The text files that the program left, and the names of all else. The folder is gone afterwards. */
export async function closeExchange(
  folder: string,
): Promise<{ readonly left: readonly ProgramFile[]; readonly leftOut: readonly string[] }> {
  const left: ProgramFile[] = [];
  const leftOut: string[] = [];
  const names = await readdir(join(folder, "out")).catch(() => []);
  for (const name of names.sort()) {
    const read = left.length < MOST_LEFT ? await readText(join(folder, "out", name)) : "one file too many";
    if (typeof read === "string") leftOut.push(`${escapeLine(name, 120)}: ${read}`);
    else left.push({ name: name.normalize("NFC"), text: read.text });
  }
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return { left, leftOut: leftOut.slice(0, MOST_LEFT) };
}
