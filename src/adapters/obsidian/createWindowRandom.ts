/** The platform's unpredictable bytes. */
import type { RandomPort } from "../../kit/ports/random";

export function createWindowRandom(): RandomPort {
  return { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
}
