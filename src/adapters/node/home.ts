/**
 * Where the device store of a vault is kept when nobody says otherwise: beside the settings of other programs, one
 * folder per vault.
 */
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { hashText } from "../../kit/hash";

/** The facts that the answer depends on beside the vault. */
export interface Surroundings {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * `vaultRealPath`: absolute, symbolic links resolved, so that one vault has one store however it is reached. Answers an
 * absolute path; nothing is made there. The vault's name is in it for people, the hash keeps two vaults of one name
 * apart.
 */
export function storeFolder(vaultRealPath: string, around: Surroundings = here()): string {
  return join(storesFolder(around), nameFor(vaultRealPath));
}

/** The folder with the lock on a vault, wherever its device store is kept. Absolute; nothing is made there. */
export function vaultLockFolder(vaultRealPath: string, around: Surroundings = here()): string {
  return join(stateFolder(around), "planwright", "locks", nameFor(vaultRealPath));
}

function nameFor(vaultRealPath: string): string {
  const slug = basename(vaultRealPath)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${slug === "" ? "vault" : slug}-${hashText(vaultRealPath).slice(0, 16)}`;
}

/** The folder with the stores of all vaults, a folder each. */
export function storesFolder(around: Surroundings = here()): string {
  return join(settingsFolder(around), "planwright");
}

/** Says which vault was used last on this computer. */
export function lastVaultFile(around: Surroundings = here()): string {
  return join(storesFolder(around), "last-vault.json");
}

function here(): Surroundings {
  return { platform: process.platform, env: process.env, home: homedir() };
}

function settingsFolder({ platform, env, home }: Surroundings): string {
  // The XDG rule: a path that is not absolute is to be ignored.
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg?.startsWith("/") === true) return xdg;
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["APPDATA"] ?? join(home, "AppData", "Roaming");
  return join(home, ".config");
}

/** The folder for files that one computer needs at this moment, and no other should be given. */
function stateFolder({ platform, env, home }: Surroundings): string {
  const xdg = env["XDG_STATE_HOME"];
  if (xdg?.startsWith("/") === true) return xdg;
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  return join(home, ".local", "state");
}
