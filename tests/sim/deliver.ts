/** Carries notes between the devices of a run: a model of a sync product over their disks, and its deliveries. */
import { folderOf } from "../../src/kit/path";
import { hint, type Device } from "./device";
import { createDice } from "./dice";
import { expected } from "./invariants/calls";
import { SYNCS } from "./sync";
import { say, type SyncModel } from "./sync/model";
import type { Witness } from "./witness";

export function openSync(
  name: string,
  devices: readonly Device[],
  start: number,
  witness: Witness,
): SyncModel {
  const make = SYNCS[name];
  if (make === undefined) throw new Error(`There is no way to sync called “${name}”.`);
  const dice = createDice(start);
  const of = (peer: string): Device => {
    const device = devices.find((each) => each.name === peer);
    if (device === undefined) throw new Error(`There is no device ${peer}.`);
    return device;
  };
  const sync = make(
    {
      peers: devices.map((each) => each.name),
      files: (peer) => of(peer).disk.texts(),
      put(peer, path, text) {
        if (name === "git") approveMerged(of(peer), path, text, witness);
        // It asks the system to write every file out before it tells anyone that it has it.
        of(peer).disk.put(path, text, name === "syncthing");
        hint(of(peer), path, dice);
      },
      remove(peer, path) {
        const { disk } = of(peer);
        const folder = folderOf(path);
        disk.remove(path, false);
        // git keeps no empty folder.
        if (name === "git" && folder !== "" && [...disk.names(folder)].length === 0)
          disk.removeFolder(folder);
        hint(of(peer), path, dice);
      },
      modified: (peer, path) => of(peer).disk.get(path)?.modified ?? 0,
      version: (peer) => of(peer).disk.version,
      now: () => of(devices[0]?.name ?? "").disk.now(),
    },
    { doubles: true },
  );
  // The devices know of each other's vault, and have it alike, before anything happens.
  settleSync(sync);
  return sync;
}

/**
 * git takes the moving of one side and the text of the other for one note. Where that is the text that was asked,
 * nobody who sees it could know that a hand moved another one.
 */
function approveMerged(device: Device, path: string, text: string, witness: Witness): void {
  const name = /^Approved\/([^/]+)$/.exec(path)?.[1] ?? "";
  const approvals = witness.approvals.get(name) ?? [];
  const asked = expected(witness.issued.get(name)?.text);
  if (
    asked !== null &&
    expected(text) === asked &&
    approvals.length > 0 &&
    approvals.every((each) => expected(each.text) !== asked)
  )
    witness.approved(device, name, text);
}

/** Every delivery there is, in the order offered. One that is only doubled comes for ever, and is not waited for. */
export function settleSync(sync: SyncModel | null): void {
  for (let step = 0; sync !== null && step < 4000; step += 1) {
    const choice = sync.choices().find(({ act }) => act !== "gets again");
    if (choice === undefined) return;
    sync.take(choice);
  }
}

/** So many deliveries, chosen by `chance`. */
export function deliver(sync: SyncModel | null, steps: number, chance: number, witness: Witness): void {
  const dice = createDice(chance);
  const done: string[] = [];
  for (let step = 0; sync !== null && step < steps; step += 1) {
    const choices = sync.choices();
    if (choices.length === 0) break;
    const choice = dice.pick(choices);
    done.push(say(choice));
    sync.take(choice);
  }
  if (done.length > 0) witness.say(`    ${done.join("; ")}`);
}
