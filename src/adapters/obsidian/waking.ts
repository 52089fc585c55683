/** When the app started or its computer woke: for a while after that, sync may still bring what others decided. */
import { MINUTE } from "../../kit/dates";
import type { ClockPort } from "../../kit/ports/clock";

/** Looks come every minute; a longer gap means that the computer slept. */
const SLEPT = 5 * MINUTE;

export interface Waking {
  /** Milliseconds since the epoch. */
  since(): number;
  /** To be told of every look. */
  looked(): void;
}

export function watchWaking(clock: Pick<ClockPort, "now">): Waking {
  let since = clock.now();
  let last = since;
  let looking = false;
  return {
    since: () => since,
    looked() {
      const now = clock.now();
      if (looking && now - last > SLEPT) since = now;
      looking = true;
      last = now;
    },
  };
}
