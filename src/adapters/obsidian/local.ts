/**
 * Choices of one device, kept in the app's own local storage, outside the vault and outside sync: on a phone its whole
 * memory, everywhere a few choices that must never travel with the settings. The app keys this storage by vault, not
 * by plugin, hence the prefix.
 */
import type { App } from "obsidian";
import { toHex } from "../../kit/hash";
import type { RandomPort } from "../../kit/ports/random";
import type { AccountContent, StoreContent, StorePort } from "../../kit/ports/store";

const KEY = "planwright-";

export interface LocalChoices {
  /** Whether the person wants this device to act. */
  acts(): boolean;
  setActs(on: boolean): void;
  /** Set-up was offered here, and is not offered by itself again. */
  offered(): boolean;
  setOffered(): void;
  /** The day (`2026-02-21`) of the last notice that a plan is resumed. */
  announced(): string;
  setAnnounced(day: string): void;
  /**
   * When the newest thing that was told here came about, in milliseconds since the epoch; null where nothing was told
   * yet.
   */
  toldUntil(): number | null;
  setToldUntil(at: number): void;
}

export function createLocalChoices(app: App): LocalChoices {
  const get = (name: string): unknown => app.loadLocalStorage(`${KEY}${name}`);
  const set = (name: string, value: unknown): void => app.saveLocalStorage(`${KEY}${name}`, value);
  return {
    acts: () => get("acts") === true,
    setActs: (on) => set("acts", on),
    offered: () => get("offered") === true,
    setOffered: () => set("offered", true),
    announced: () => {
      const day = get("announced");
      return typeof day === "string" ? day : "";
    },
    setAnnounced: (day) => set("announced", day),
    toldUntil: () => {
      const at = get("told-until");
      return typeof at === "number" && Number.isFinite(at) ? at : null;
    },
    setToldUntil: (at) => set("told-until", at),
  };
}

/** A list of records under one key; each append writes the list anew, whole or not at all. */
export function createLocalStore(app: App): StorePort {
  const load = (): StoreContent => {
    try {
      const value: unknown = app.loadLocalStorage(`${KEY}records`);
      if (value === null || value === undefined) return { kind: "records", records: [] };
      return Array.isArray(value)
        ? { kind: "records", records: value }
        : { kind: "damaged", why: "it holds something that is not a list" };
    } catch {
      return { kind: "damaged", why: "it cannot be read" };
    }
  };
  const append = (record: unknown): void => {
    if (record === undefined) throw new Error("This record cannot be stored.");
    const before = load();
    if (before.kind !== "records") throw new Error(`The memory of this device is damaged: ${before.why}.`);
    const after = [...before.records, record];
    app.saveLocalStorage(`${KEY}records`, after);
    const again = load();
    if (again.kind !== "records" || again.records.length !== after.length)
      throw new Error("The app did not keep the record of this device; its storage may be full.");
  };
  const loadAccount = (): AccountContent => {
    try {
      const value: unknown = app.loadLocalStorage(`${KEY}account`);
      return { kind: "value", value: value ?? null };
    } catch {
      return { kind: "damaged", why: "it cannot be read" };
    }
  };
  const saveAccount = (value: unknown): void => {
    const text: unknown = JSON.stringify(value);
    if (typeof text !== "string") throw new Error("This value cannot be stored.");
    app.saveLocalStorage(`${KEY}account`, value);
    const again = loadAccount();
    if (again.kind !== "value" || JSON.stringify(again.value) !== text)
      throw new Error("The app did not keep what the agents of this device spent; its storage may be full.");
  };
  return {
    place: "the app’s storage on this device",
    account: {
      load: () => Promise.resolve(loadAccount()),
      save: async (value) => {
        await Promise.resolve();
        saveAccount(value);
      },
    },
    load: () => Promise.resolve(load()),
    append: async (record) => {
      await Promise.resolve();
      append(record);
    },
  };
}

/** Tells this installation of the app from others, where the platform gives no name for the machine. */
export function installationId(app: App, random: RandomPort): string {
  const known: unknown = app.loadLocalStorage(`${KEY}installation`);
  if (typeof known === "string" && /^[0-9a-f]{32}$/.test(known)) return known;
  const made = toHex(random.bytes(16));
  app.saveLocalStorage(`${KEY}installation`, made);
  return made;
}
