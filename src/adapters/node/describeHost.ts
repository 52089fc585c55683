/**
 * The identity of this computer, so that a copied or moved device store is noticed. Told from names the system gives;
 * none is a secret.
 */
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { hashText } from "../../kit/hash";
import type { Host } from "../../kit/ports/host";

/** Linux gives one of these a value of its own at installation. Elsewhere there is only the name. */
const MACHINE_ID_FILES = ["/etc/machine-id", "/var/lib/dbus/machine-id"];

/** `vaultRealPath`: absolute, symbolic links resolved. */
export async function describeHost(vaultRealPath: string): Promise<Host> {
  const name = deviceName();
  return {
    name,
    machine: hashText(`${name.toLowerCase()}\n${await machineId()}`).slice(0, 32),
    vault: vaultRealPath,
  };
}

/** Without the domain: a laptop gets a different one in every network, and is the same laptop. */
function deviceName(): string {
  return hostname().split(".")[0] || "this computer";
}

async function machineId(): Promise<string> {
  for (const file of MACHINE_ID_FILES) {
    try {
      const id = (await readFile(file, "utf8")).trim();
      if (id !== "") return id;
    } catch {
      // Not there, or not ours to read: the next place may have it.
    }
  }
  return "";
}
