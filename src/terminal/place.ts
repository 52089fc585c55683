/**
 * Finds the vault of a call that names none. A call that only reads takes the folder it is given in, or a parent of it,
 * or else the vault used last, and says which. A call that changes something takes the folder it is given in, and no
 * other.
 */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
import { storeFolder } from "../adapters/node/home";
import { readLastVault } from "../adapters/node/lastVault";
import { pathOf, type Settings } from "../settings/settings";
import { quoteWord } from "./paste";
import { isReading, type Asked, type Call } from "./words";

export type Placed =
  /** `line` says which vault it is, where the call did not. */
  | { readonly kind: "placed"; readonly call: Call; readonly line: string | null }
  | { readonly kind: "wrong"; readonly say: string };

/** `argv`: as typed, to be given again with a vault. */
export async function place(
  asked: Asked,
  argv: readonly string[],
  settings: Settings,
  cwd = process.cwd(),
): Promise<Placed> {
  if (asked.vault !== null)
    return { kind: "placed", call: { ...asked, vault: asked.vault, isHere: false }, line: null };
  const at = (vault: string, isHere: boolean, which: string): Placed => ({
    kind: "placed",
    call: { ...asked, vault, isHere },
    line: `Vault: ${shortHome(vault)}, ${which}.`,
  });
  const wrong = (say: string): Placed => ({ kind: "wrong", say });
  const again = (vault: string): string =>
    `planwright ${argv.map(quoteWord).join(" ")} --vault ${quoteWord(vault)}`;
  const found = vaultAround(cwd, settings);
  if (found === cwd) return at(cwd, true, "the folder you are in");
  const mayLook = isReading(asked) && asked.verb !== "init";
  if (found !== null)
    return mayLook
      ? at(found, false, "around the folder you are in")
      : wrong(
          `You are in a folder of the vault ${shortHome(found)}; commands that change something must name the vault: ${again(found)}`,
        );
  if (asked.verb === "init")
    return wrong(`This folder is not a vault, so nothing was made. To make it one: ${again(".")}`);
  // A person who keeps a device's things elsewhere has several devices; the last vault may be another's.
  const last = asked.device === null ? await readLastVault() : null;
  if (last === null) return wrong("This folder is not in a vault. Say which vault with --vault DIR.");
  if (!isVault(last, settings))
    return wrong(
      `This folder is not a vault, and the last one used, ${shortHome(last)}, is gone. Say which vault with --vault DIR.`,
    );
  return mayLook
    ? at(last, false, "the one used last")
    : wrong(
        `This folder is not a vault, and commands that change something never assume the last one used. To name it: ${again(last)}`,
      );
}

/** The folder itself, or the nearest parent that is one; null when none is. */
export function vaultAround(folder: string, settings: Settings): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (isVault(at, settings)) return at;
    if (dirname(at) === at) return null;
  }
}

/**
 * It holds the folders in which requests wait and are approved, or this computer has kept something for it. A folder
 * called Plans may be anything.
 */
export function isVault(folder: string, settings: Settings): boolean {
  if ((["pending", "approved"] as const).every((each) => existsSync(join(folder, pathOf(settings, each)))))
    return true;
  return existsSync(folder) && existsSync(join(storeFolder(realpathSync(folder)), "records.jsonl"));
}

/** As a person writes it. */
export function shortHome(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}
