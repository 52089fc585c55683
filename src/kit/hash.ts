/**
 * Hashes and seals over text, from an audited library that runs on phones as well. Text is hashed as UTF-8; digests are
 * lower-case hex.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The beginning of a hash, as a line of the log holds it: 12 digits. */
export function shortOf(hash: string): string {
  return hash.slice(0, 12);
}

export function shortHash(text: string): string {
  return shortOf(hashText(text));
}

export function hashBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** HMAC-SHA256. `key` is hex; `purpose` keeps a code made for one kind of note from fitting another. */
export function sealText(key: string, purpose: string, text: string): string {
  return bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(`${purpose}\n${text}`)));
}

/** Compares two digests without telling by its duration where they differ. */
export function sameDigest(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}
