/** The computer's clock. */
import type { ClockPort } from "../../kit/ports/clock";

/** A longer timer fires at once: timers count in 31 bits. */
const LONGEST = 2 ** 31 - 1;

export function createSystemClock(): ClockPort {
  const monotonic = (): number => performance.now();
  return {
    now: () => Date.now(),
    monotonic,
    async sleep(ms, wake) {
      const end = monotonic() + ms;
      for (let left = ms; left > 0 && wake?.aborted !== true; left = end - monotonic())
        await nap(Math.min(left, LONGEST), wake);
    },
    turn: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}

function nap(ms: number, wake: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      wake?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake?.addEventListener("abort", done, { once: true });
  });
}
