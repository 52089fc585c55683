/** A fresh look with a time limit: the engine may be long at work. */
import { SECOND } from "../../kit/dates";
import type { ClockPort } from "../../kit/ports/clock";

/** A command waits no longer for a fresh look; a server may keep the engine busy. */
const LONGEST_LOOK = 2 * SECOND;

/** Falls back to the last known value after two seconds. */
export async function soon<Value>(
  work: Promise<Value>,
  instead: () => Value | null,
  clock: ClockPort,
): Promise<Value | null> {
  const done = new AbortController();
  const late = clock.sleep(LONGEST_LOOK, done.signal).then(instead);
  return await Promise.race([work.finally(() => done.abort()), late]);
}
