/** The system's unpredictable bytes. */
import { randomBytes } from "node:crypto";
import type { RandomPort } from "../../kit/ports/random";

export function createSystemRandom(): RandomPort {
  return { bytes: (count) => Uint8Array.from(randomBytes(count)) };
}
