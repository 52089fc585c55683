/**
 * Simulated time. Nobody waits: when everything else has come to rest, time jumps to the next sleeper's wake time and
 * wakes it, one sleeper at a time, in order of wake time and then of asking. With `manual` it stands still until
 * `advance`.
 */
import type { ClockPort } from "../../src/kit/ports/clock";

export interface SimulatedClock extends ClockPort {
  /**
   * Lets `ms` pass, waking sleepers on the way at their own time. With nobody to wake, time has passed when the call
   * returns.
   */
  advance(ms: number): Promise<void>;
  /** Sets the clock on the wall without time passing: a time zone fix, a person, a battery that died. May go back. */
  jump(ms: number): void;
  /** Sleepers not yet woken. */
  readonly asleep: number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createSimulatedClock(
  start: number | string = "2026-02-21T10:30:00Z",
  mode: "auto" | "manual" = "auto",
): SimulatedClock {
  let wall = typeof start === "number" ? start : Date.parse(start);
  let passed = 0;
  let sleepers: readonly Sleeper[] = [];
  let ticking = false;

  const pass = (to: number): void => {
    wall += to - passed;
    passed = to;
  };
  const wakeFirst = (): void => {
    const [first, ...rest] = sleepers;
    if (first === undefined) return;
    sleepers = rest;
    pass(Math.max(passed, first.at));
    first.wake();
  };
  /** After each wake everyone gets to act on it before the next, so that an answer beats the time-out set for later. */
  const tick = async (): Promise<void> => {
    ticking = true;
    while (sleepers.length > 0) {
      await rest();
      wakeFirst();
    }
    ticking = false;
  };

  return {
    now: () => wall,
    monotonic: () => passed,
    get asleep() {
      return sleepers.length;
    },
    sleep(ms, wake) {
      if (wake?.aborted === true || !(ms > 0)) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          at: passed + ms,
          wake() {
            wake?.removeEventListener("abort", early);
            resolve();
          },
        };
        const early = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        };
        wake?.addEventListener("abort", early, { once: true });
        const after = sleepers.findIndex((other) => other.at > sleeper.at);
        sleepers =
          after < 0
            ? [...sleepers, sleeper]
            : [...sleepers.slice(0, after), sleeper, ...sleepers.slice(after)];
        if (mode === "auto" && !ticking) void tick();
      });
    },
    turn: rest,
    async advance(ms) {
      const end = passed + ms;
      while (sleepers[0] !== undefined && sleepers[0].at <= end) {
        wakeFirst();
        await rest();
      }
      if (end > passed) pass(end);
      // Whoever waits for a turn gets it, also where nobody sleeps.
      await rest();
    },
    jump(ms) {
      wall += ms;
    },
  };
}

/** Resolves when every promise that can go on has gone on. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
