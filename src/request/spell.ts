/** JSON as base64 in the alphabet for URLs: one word that YAML, Markdown and every editor leave alone. */
import { isObject, parseJson } from "../kit/json";

export function encode(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The end of the year 9999. A later moment cannot be written as a date, and nobody means one. */
export const LAST_MOMENT = 253_402_300_799_000;

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
