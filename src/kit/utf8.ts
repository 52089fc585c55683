/**
 * Text and bytes, both ways without a loss. The platform's own decoder replaces what it does not understand and drops a
 * byte order mark; either would change a person's note on the next write, so here the first is an answer and the second
 * is kept.
 */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Null when the bytes are not UTF-8. Encoding the answer gives the same bytes. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Null when the text holds half a character, which UTF-8 cannot say. Decoding the answer gives the same text. */
export function encodeUtf8(text: string): Uint8Array | null {
  return /\p{Cs}/u.test(text) ? null : encoder.encode(text);
}
