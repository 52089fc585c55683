/**
 * The signs by which `init` knows a vault that was moved, copied, made anew, or belongs to another device: the name of
 * the acting device, the memory of this device, and the folders of this computer that it was for. Each with the one way
 * on.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { storesFolder } from "../adapters/node/home";
import { createDiskStore } from "../adapters/node/createDiskStore";
import { parseActing, type Acting } from "../approval/device/acting";
import { addUp, EMPTY_LEDGER, readRecords, type DeviceState } from "../approval/device/ledger";
import type { Ports } from "../engine/perform/ports";
import type { StorePort } from "../kit/ports/store";
import { pathOf, type Settings } from "../settings/settings";
import { shortHome } from "./place";

/** Stores of other vaults on this computer that are looked through. */
const MOST = 200;

/**
 * Sentences; empty where everything is as it was. `root`: the vault. `options`: those of the call, for what is to be
 * pasted.
 */
export async function tellMoved(
  ports: Pick<Ports, "vault" | "store" | "host">,
  settings: Settings,
  root: string,
  options: string,
): Promise<readonly string[]> {
  const note = await ports.vault.read(pathOf(settings, "acting"));
  const acting = parseActing(note.kind === "text" ? note.text : null);
  const own = await stateOf(ports.store);
  const takeOver = `To make this the acting device: planwright take-over${options}; Planwright then asks again for what waits for approval.`;
  if (own.device !== null && own.device.vault !== root)
    return [
      `What this device remembers was made for ${shortHome(own.device.vault)}, ${existsSync(own.device.vault) ? "which is still there: this vault is a copy of it" : "which is gone: the vault was moved or renamed"}. ${takeOver}`,
    ];
  if (own.device !== null && own.device.machine !== ports.host.machine)
    return [`What this device remembers was made on another computer (${own.device.name}). ${takeOver}`];
  if (acting.kind === "nobody")
    return own.device === null
      ? []
      : [
          `This device acted in this folder before, but no note names it now: the vault was recreated, or its notes are not back yet. It remembers what it did, so nothing is sent twice. To act here: planwright settle --executor${options}`,
        ];
  if (acting.kind === "unreadable" || acting.device === own.device?.id) return [];
  return [await ofAnother(acting, takeOver)];
}

async function ofAnother(
  { device, name, seen }: Extract<Acting, { kind: "named" }>,
  takeOver: string,
): Promise<string> {
  const before = await vaultOf(device);
  if (before === null)
    return `The notes name another acting device: ${name}${seen === "" ? "" : ` (last seen ${seen})`}. That device keeps acting. ${takeOver}`;
  if (existsSync(before))
    return `This vault is a copy of ${shortHome(before)}, for which this computer is the acting device. Nothing is carried out here until this is a device of its own. ${takeOver}`;
  return `This vault was at ${shortHome(before)} when this computer acted in it; it was moved or renamed. ${takeOver}`;
}

/** The folder for which this computer is that device; null when it is not. */
async function vaultOf(device: string): Promise<string | null> {
  const folder = storesFolder();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.slice(0, MOST)) {
    if (!existsSync(join(folder, name, "records.jsonl"))) continue;
    const found = (await stateOf(createDiskStore(join(folder, name)))).device;
    if (found?.id === device) return found.vault;
  }
  return null;
}

async function stateOf(store: StorePort): Promise<DeviceState> {
  const content = await store.load();
  const parsed = content.kind === "records" ? readRecords(content.records) : content;
  return parsed.kind === "records" ? addUp(parsed.records) : EMPTY_LEDGER;
}
