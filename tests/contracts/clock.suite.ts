/** The promises of every clock. Nothing here waits: long sleeps are woken, and only sleeps of no length run out. */
import { describe, expect, it } from "vitest";
import type { ClockPort } from "../../src/kit/ports/clock";

/** `make` answers a clock that wakes nobody before its time. */
export function clockContract(name: string, make: () => ClockPort): void {
  describe(`${name} as a clock`, () => {
    it("tells milliseconds since 1970 and never counts down", () => {
      const clock = make();
      expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0));
      const first = clock.monotonic();
      expect(clock.monotonic()).toBeGreaterThanOrEqual(first);
    });

    it("a sleep of no length is over at once, and so is one that is less than nothing or no number", async () => {
      const clock = make();
      for (const ms of [0, -5, Number.NaN]) await clock.sleep(ms);
    });

    it("a sleeper whose wake-up call has already come does not sleep", async () => {
      await make().sleep(1e12, AbortSignal.abort());
    });

    it("a turn lets other work that is due come first", async () => {
      const clock = make();
      let isDone = false;
      setImmediate(() => (isDone = true));
      // Some turns come before it; a turn that lets nobody else work would go on for ever.
      for (let turns = 0; !isDone && turns < 100; turns += 1) await clock.turn();
      expect(isDone).toBe(true);
    });

    it("a sleeper is woken early, without an error", async () => {
      const wake = new AbortController();
      const asleep = make().sleep(1e12, wake.signal);
      wake.abort(new Error("get up"));
      await expect(asleep).resolves.toBeUndefined();
    });
  });
}
