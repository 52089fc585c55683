/**
 * The ports of one program on one simulated device: every promise of the real ones is kept, except by what ends or
 * refuses a call.
 */
import { checkPath, folderOf } from "../../src/kit/path";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { StorePort } from "../../src/kit/ports/store";
import {
  NOTE_LIMIT,
  type Bytes,
  type Change,
  type Creation,
  type Move,
  type Reading,
  type VaultPort,
} from "../../src/kit/ports/vault";
import { arrive, die, hint, nothing, type Device, type Life, type Switchboard } from "./device";
import { createDice, type Dice } from "./dice";
import type { Cut } from "./script";
import type { Witness } from "./witness";

export interface Wiring {
  readonly device: Device;
  readonly life: Life;
  readonly board: Switchboard;
  readonly dice: Dice;
  readonly witness: Witness;
}

const FULL = "There is no room left on the disk.";

export function simulatedVault(wiring: Wiring): VaultPort {
  const { device, life, board, witness } = wiring;
  const { disk } = device;
  const call = (what: string): Promise<Cut | null> => arrive(device, life, what, board);
  const end = (cut: Cut): Promise<never> => die(cut, device, board);
  const isWrong = (path: string): string | null => {
    const checked = checkPath(path);
    return checked.kind === "bad" ? checked.why : null;
  };
  const touched = (path: string): void => hint(device, path, wiring.dice);

  /**
   * One text comes into a file. A torn one leaves a beginning of it, where the door writes in place or the name is new.
   */
  const write = async (
    kind: "create" | "change",
    path: string,
    before: string | null,
    text: string,
    cut: Cut | null,
  ): Promise<string | null> => {
    const effect = (safe: boolean): void => {
      if (kind === "change" && device.setup.door !== "app") disk.replace(path, text, safe);
      else disk.put(path, text, safe);
      witness.wrote({ device, kind, path, from: null, before, after: text });
      touched(path);
    };
    if (device.full || cut?.how === "refuse")
      return cut === null || cut.how === "refuse" ? FULL : await end(cut);
    if (cut === null) effect(true);
    else {
      if (cut.how === "after") effect(!cut.power);
      else if (cut.how === "torn" && (kind === "create" || device.setup.door === "app"))
        disk.put(path, text.slice(0, createDice(cut.chance).int(text.length)), true);
      return await end(cut);
    }
    return null;
  };

  const read = async (path: string): Promise<Reading> => {
    const cut = await call(`read ${path}`);
    if (cut !== null && cut.how !== "refuse") return await end(cut);
    const wrong = isWrong(path);
    if (wrong !== null || cut !== null)
      return { kind: "unreadable", reason: "failed", why: wrong ?? "The disk cannot be read just now." };
    const leaf = disk.get(path);
    if (leaf === null) {
      witness.read(device, path, null);
      return disk.hasFolder(path)
        ? { kind: "unreadable", reason: "not-a-file", why: `${path} is a folder.` }
        : { kind: "absent" };
    }
    witness.read(device, path, leaf.text);
    if (leaf.text === null)
      return {
        kind: "unreadable",
        reason: "not-utf8",
        why: `${path} is not UTF-8 text. Save it again as UTF-8.`,
      };
    return { kind: "text", text: leaf.text, modified: leaf.modified, size: leaf.text.length };
  };

  return {
    async list(folder) {
      const cut = await call(`list ${folder}`);
      if (cut !== null && cut.how !== "refuse") return await end(cut);
      if (cut !== null) {
        witness.listed(device, folder, null);
        return { kind: "unreadable", why: "The disk cannot be read just now." };
      }
      if (!disk.hasFolder(folder)) {
        witness.listed(device, folder, null);
        return { kind: "absent" };
      }
      const names = [...disk.names(folder)];
      witness.listed(device, folder, names);
      return {
        kind: "folder",
        entries: names
          .filter((name) => !name.startsWith("."))
          .map((name) => {
            const leaf = disk.get(folder === "" ? name : `${folder}/${name}`);
            return leaf === null
              ? { name, kind: "folder" as const, size: 0, modified: 0 }
              : { name, kind: "file" as const, size: leaf.text?.length ?? 1, modified: leaf.modified };
          }),
      };
    },
    read,
    async bytes(path, limit): Promise<Bytes> {
      const reading = await read(path);
      if (reading.kind === "absent") return reading;
      if (reading.kind === "unreadable") return { kind: "unreadable", reason: "failed", why: reading.why };
      const bytes = new TextEncoder().encode(reading.text);
      return bytes.length > limit
        ? { kind: "unreadable", reason: "too-big", why: `${path} is too big.` }
        : { kind: "bytes", bytes };
    },
    async change(path, edit): Promise<Change> {
      const cut = await call(`change ${path}`);
      const wrong = isWrong(path);
      if (wrong !== null) return { kind: "refused", why: wrong };
      const leaf = disk.get(path);
      if (leaf === null) return cut === null || cut.how === "refuse" ? { kind: "absent" } : await end(cut);
      if (leaf.text === null)
        return { kind: "refused", why: `${path} is not UTF-8 text, so it is left as it is.` };
      const next = edit(leaf.text);
      witness.held(device, path, next ?? leaf.text);
      if (next === null || next === leaf.text)
        return cut === null || cut.how === "refuse"
          ? { kind: next === null ? "stale" : "same" }
          : await end(cut);
      if (next.length > NOTE_LIMIT) return { kind: "refused", why: "The note would be too long." };
      const why = await write("change", path, leaf.text, next, cut);
      return why === null ? { kind: "changed", text: next } : { kind: "refused", why };
    },
    async create(path, text): Promise<Creation> {
      const cut = await call(`create ${path}`);
      const wrong =
        isWrong(path) ??
        (disk.hasFolder(folderOf(path)) ? null : `The folder ${folderOf(path)} is not there.`);
      if (wrong !== null) return { kind: "refused", why: wrong };
      if (disk.get(path) !== null || disk.hasFolder(path))
        return cut === null || cut.how === "refuse" ? { kind: "exists" } : await end(cut);
      const why = await write("create", path, null, text, cut);
      return why === null ? { kind: "created" } : { kind: "refused", why };
    },
    async move(from, to): Promise<Move> {
      const cut = await call(`move ${from} → ${to}`);
      const wrong =
        isWrong(from) ??
        isWrong(to) ??
        (disk.hasFolder(folderOf(to)) ? null : `The folder ${folderOf(to)} is not there.`);
      if (wrong !== null) return { kind: "refused", why: wrong };
      const leaf = disk.get(from);
      if (leaf === null) return cut === null || cut.how === "refuse" ? { kind: "absent" } : await end(cut);
      if (disk.get(to) !== null || disk.hasFolder(to))
        return cut === null || cut.how === "refuse" ? { kind: "exists" } : await end(cut);
      if (cut?.how === "refuse") return { kind: "refused", why: FULL };
      if (cut === null || cut.how === "after") {
        disk.rename(from, to, cut === null || !cut.power);
        witness.wrote({ device, kind: "move", path: to, from, before: leaf.text, after: leaf.text ?? "" });
        touched(from);
        touched(to);
      } else if (cut.how === "torn") disk.put(to, leaf.text, true);
      return cut === null ? { kind: "moved" } : await end(cut);
    },
    async makeFolder(path): Promise<Creation> {
      const cut = await call(`makeFolder ${path}`);
      const wrong = isWrong(path);
      if (wrong !== null) return { kind: "refused", why: wrong };
      if (disk.get(path) !== null) return { kind: "refused", why: `${path} is a file, not a folder.` };
      const there = disk.hasFolder(path);
      if (cut?.how === "refuse" || (device.full && !there))
        return cut === null || cut.how === "refuse" ? { kind: "refused", why: FULL } : await end(cut);
      if (cut === null || cut.how === "after") disk.mkdir(path);
      if (cut !== null) return await end(cut);
      witness.madeFolder(device, path);
      return { kind: there ? "exists" : "created" };
    },
    watch(folders, tell) {
      const watcher = { folders: new Set(folders), hint: tell };
      life.watchers.push(watcher);
      return () => {
        life.watchers = life.watchers.filter((each) => each !== watcher);
      };
    },
  };
}

/** Nobody changes a record, so one that reads the same may be the same. */
const records = new Map<string, unknown>();

function parsed(line: string): unknown {
  const known = records.get(line);
  if (known !== undefined) return known;
  if (records.size > 5000) records.clear();
  const record: unknown = JSON.parse(line);
  records.set(line, record);
  return record;
}

export function simulatedStore(wiring: Wiring): StorePort {
  const { device, life, board, witness } = wiring;
  return {
    place: `the store of ${device.name}`,
    account: {
      async load() {
        if (life.over) return await nothing();
        await Promise.resolve();
        return { kind: "value", value: device.account === null ? null : parsed(device.account) };
      },
      async save(value) {
        const cut = await arrive(device, life, "save the account", board);
        if (cut?.how === "refuse" || (device.full && cut === null))
          throw new Error(`What agents have spent cannot be written. ${FULL}`);
        if (cut === null || (cut.how === "after" && !device.full)) device.account = JSON.stringify(value);
        if (cut !== null) return await die(cut, device, board);
      },
    },
    async load() {
      if (life.over) return await nothing();
      await Promise.resolve();
      if (device.damaged !== null) return { kind: "damaged", why: device.damaged };
      witness.sightOf(life).remembers = device.lines.length;
      return { kind: "records", records: device.lines.map(parsed) };
    },
    async append(record) {
      const cut = await arrive(device, life, `append ${(record as { kind: string }).kind}`, board);
      if (cut?.how === "refuse" || (device.full && cut === null))
        throw new Error(`The record of this device cannot be written. ${FULL}`);
      // A record cut off in the middle is left out when it is read; a whole one counts.
      if (cut === null || (cut.how === "after" && !device.full)) {
        device.lines = [...device.lines, JSON.stringify(record)];
        witness.remembered(device, record as { readonly kind: string });
      }
      if (cut !== null) return await die(cut, device, board);
    },
  };
}

export function simulatedClock({
  device,
  life,
  board,
}: Pick<Wiring, "device" | "life" | "board">): ClockPort {
  const { time } = board;
  return {
    now: () => time.wall + device.skew,
    monotonic: () => time.passed,
    sleep(ms, wake) {
      if (life.over) {
        time.leave();
        return nothing();
      }
      const isNow = wake?.aborted === true || !(ms > 0);
      if (wake !== undefined) life.asked?.turn(!isNow);
      if (isNow) return Promise.resolve();
      return new Promise((resolve) => {
        const early = (): void => {
          if (time.forget(sleeper)) resolve();
        };
        const sleeper = {
          owner: life,
          until: time.passed + ms,
          atWork: wake === undefined,
          wake: () => {
            wake?.removeEventListener("abort", early);
            resolve();
          },
        };
        wake?.addEventListener("abort", early, { once: true });
        time.sleep(sleeper);
      });
    },
    turn: () => (life.over ? nothing() : Promise.resolve()),
  };
}
