/** The window's clock. Timers count in 31 bits, so a long sleep is several short ones. */
import type { ClockPort } from "../../kit/ports/clock";
import { takeTurn } from "./takeTurn";

const LONGEST = 2 ** 31 - 1;

/** Aborting `stop` ends every sleep, so that no timer outlives the plugin. */
export function createWindowClock(stop?: AbortSignal): ClockPort {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    async sleep(ms, wake) {
      const signals = [stop, wake].filter((signal) => signal !== undefined);
      for (let left = ms; left > 0 && !signals.some((signal) => signal.aborted); left -= LONGEST)
        await nap(Math.min(left, LONGEST), signals);
    },
    turn: takeTurn,
  };
}

function nap(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      window.clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = window.setTimeout(done, ms);
    for (const signal of signals) signal.addEventListener("abort", done, { once: true });
  });
}
