/**
 * The seal: one line with the identity of a request, a hash of everything a person can read in the note, and one MAC
 * over both under the device's key. Moving the note keeps it; changing a word of it, or copying the line into another
 * note, breaks it.
 */
import * as z from "zod";
import { fixedArguments } from "../../note/action/fixed";
import { LAST_MOMENT } from "../../kit/dates";
import { isObject, parseJson, spell } from "../../kit/json";
import { sameDigest, sealText } from "../../kit/hash";
import type { Identity } from "./request";

const PURPOSE = "planwright request 1";
const hex = (length: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${String(length)}}$`));

/** A step that has met so many errors is not tried again by a new request: its seal would not hold them all. */
export const MOST_WARNED_OF = 60;

const identity = z.object({
  id: hex(32),
  chain: hex(32),
  attempt: z.int().min(1),
  plan: z.string(),
  task: z.string(),
  step: z.string(),
  stepHash: hex(64),
  route: z
    .object({
      server: z.string(),
      tool: z.string(),
      toolHash: hex(64),
      serverHash: hex(64),
      targetArgument: z.string().nullable(),
      idempotencyArgument: z.string().nullable(),
      attachmentsArgument: z.string().nullable(),
      fixedArguments: fixedArguments.optional(),
    })
    .nullable(),
  idempotency: z.string(),
  attachments: z.array(z.object({ path: z.string(), size: z.int(), sha256: hex(64) })),
  receivers: z.array(z.string()),
  executor: hex(32),
  name: z.string(),
  folders: z.array(z.string()),
  created: z.int().min(0).max(LAST_MOMENT),
  repeats: z.boolean(),
  sends: z.int().min(0).max(LAST_MOMENT).optional(),
  warnsOf: z.array(hex(32)).max(MOST_WARNED_OF).default([]),
  cause: z.string().nullable(),
});

export function isActionId(text: string): boolean {
  return hex(32).safeParse(text).success;
}

export interface Seal {
  readonly identity: Identity;
  readonly content: string;
  readonly mac: string;
  /** The sealed spelling of the identity, over which the MAC was made. */
  readonly spelled: string;
}

/** `pw1.<identity>.<content hash>.<mac>`, on one line, of characters YAML leaves alone. */
export function writeSeal(who: Identity, content: string, key: string): string {
  const { warnsOf, ...plain } = who;
  const spelled = encode(spell(warnsOf.length === 0 ? plain : who));
  return `pw1.${spelled}.${content}.${sealText(key, PURPOSE, `${spelled}.${content}`)}`;
}

/** Null for anything that is not a seal in form. Says nothing about whether it is genuine. */
export function readSeal(text: string): Seal | null {
  const match = /^pw1\.([A-Za-z0-9_-]{20,20000})\.([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(text.trim());
  if (match === null) return null;
  const [, spelled = "", content = "", mac = ""] = match;
  const parsed = identity.safeParse(decode(spelled));
  return parsed.success ? { identity: parsed.data, content, mac, spelled } : null;
}

export function isGenuine(seal: Seal, key: string): boolean {
  return sameDigest(seal.mac, sealText(key, PURPOSE, `${seal.spelled}.${seal.content}`));
}

export function encode(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The object that was spelled, or null for anything else. */
export function decode(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) =>
      char.charCodeAt(0),
    );
    const value: unknown = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
