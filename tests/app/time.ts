/** A clock that stands still until a test moves it, and the timers that hang on it. */

interface Timer {
  readonly id: number;
  readonly run: () => void;
  readonly every: number | null;
  readonly owner: "plugin" | "app";
  readonly what: string;
  due: number;
}

export interface PendingTimer {
  readonly id: number;
  readonly what: string;
  readonly inMs: number;
}

/** Ids are never the same in two clocks, so that clearing another app's timer does nothing. */
let ids = 0;

export class TestClock {
  private readonly timers = new Map<number, Timer>();

  constructor(private time: number) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.time;
  }

  start(run: () => void, ms: number, repeat: boolean, owner: "plugin" | "app"): number {
    const wait = Math.max(repeat ? 1 : 0, Number.isFinite(ms) ? ms : 0);
    const id = (ids += 1);
    const what = repeat ? `interval of ${wait} ms` : `timeout of ${wait} ms`;
    this.timers.set(id, { id, run, every: repeat ? wait : null, owner, what, due: this.time + wait });
    return id;
  }

  stop(id: unknown): void {
    if (typeof id === "number") this.timers.delete(id);
  }

  pendingOfPlugin(): readonly PendingTimer[] {
    return [...this.timers.values()]
      .filter((timer) => timer.owner === "plugin")
      .map(({ id, what, due }) => ({ id, what, inMs: due - this.time }));
  }

  /**
   * Moves time on by `ms`, one due timer after the other, letting `settle` finish what each has set off before the
   * next. A timer that keeps starting others at no distance would never end: more than 10,000 of them is an error.
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const until = this.time + ms;
    await settle();
    for (let count = 0; ; count += 1) {
      if (count > 10_000)
        throw new Error("More than 10,000 timers fell due: something starts timers without end.");
      const next = [...this.timers.values()]
        .filter((timer) => timer.due <= until)
        .sort((a, b) => a.due - b.due || a.id - b.id)[0];
      if (next === undefined) break;
      this.time = Math.max(this.time, next.due);
      if (next.every === null) this.timers.delete(next.id);
      else next.due = this.time + next.every;
      next.run();
      await settle();
    }
    this.time = until;
    await settle();
  }

  /** A Date that reads this clock. */
  dateClass(): DateConstructor {
    const now = (): number => this.time;
    return class extends Date {
      constructor(...parts: readonly [] | ConstructorParameters<typeof Date>) {
        if (parts.length === 0) super(now());
        else super(...(parts as ConstructorParameters<typeof Date>));
      }
      static override now(): number {
        return now();
      }
      /** Dates that Node or the app made are dates too. */
      static override [Symbol.hasInstance](value: unknown): boolean {
        return Object.prototype.toString.call(value) === "[object Date]";
      }
    } as unknown as DateConstructor;
  }
}

/**
 * Work on the disk that Node is still doing for us. What only waits (timers, sockets, child processes) does not count;
 * compression and the browser's cryptography are invisible here: wait for those with `untilTrue`.
 */
const busy = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq") || name === "CloseReq");

/** Resolves when the disk is at rest and no promise has anything left to do: three quiet turns in a row. */
export const atRest = async (): Promise<void> => {
  for (let quiet = 0; quiet < 3;) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    quiet = busy() ? 0 : quiet + 1;
  }
};

/** Looks that follow each other at once: enough for what only the disk has to answer. */
const AT_ONCE = 20;
/** Milliseconds between later looks, so that a server or a program that is waited for has the core. */
const PAUSE = 4;

/**
 * Looks again and again until `true`; for what has its own pace: child processes and servers. Gives up after `limit`
 * real milliseconds, which nothing takes when it is right, on a machine as busy as it may be.
 */
export const untilTrue = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  limit = 60_000,
): Promise<void> => {
  const start = performance.now();
  for (let looks = 1; !(await holds()); looks += 1) {
    if (performance.now() - start > limit) throw new Error(`Waited ${limit} ms in vain: ${what}.`);
    await new Promise<void>((resolve) => {
      if (looks < AT_ONCE) setImmediate(resolve);
      else setTimeout(resolve, PAUSE);
    });
  }
};
