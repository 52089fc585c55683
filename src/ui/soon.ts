/** A look that is not waited for without end: the desk may be long at work. */
import { SECOND } from "../kit/dates";
import type { ClockPort } from "../ports/clock";

/** A command does not wait longer for a fresh look than this; a server may be keeping the desk busy. */
const LONGEST_LOOK = 2 * SECOND;

/** After two seconds what is known already has to do. */
export async function soon<Value>(
  work: Promise<Value>,
  instead: () => Value | null,
  clock: ClockPort,
): Promise<Value | null> {
  const done = new AbortController();
  const late = clock.sleep(LONGEST_LOOK, done.signal).then(instead);
  return await Promise.race([work.finally(() => done.abort()), late]);
}
