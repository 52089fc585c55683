/**
 * Simulated time for many programs at once. One driver lets them run; a program that sleeps, is stopped in a port call,
 * or has ended is at rest, and when all are, the driver does what comes next: what interrupts a call, or the next one
 * who wakes.
 */
export interface Sleeper {
  readonly owner: object;
  /** On the clock that only counts up. Milliseconds. */
  readonly until: number;
  /** It sleeps in the middle of its work, and nothing but time wakes it. */
  readonly atWork: boolean;
  readonly wake: () => void;
}

export interface Time {
  /** Programs do more than one thing at a time: whether all are at rest is not counted, but waited for. */
  isLoose: boolean;
  /** Milliseconds since the epoch, on a clock that nobody has set. */
  wall: number;
  /** Milliseconds since the beginning, without those that the machine slept. */
  passed: number;
  /** A program goes on, or comes to rest. */
  begin(): void;
  rest(): void;
  /** A program that was ended while it ran beside another comes to a port, and never on. */
  leave(): void;
  pass(ms: number): void;
  sleep(sleeper: Sleeper): void;
  /** Takes a sleeper away without waking it; says whether it was there. */
  forget(sleeper: Sleeper): boolean;
  /** Whether somebody of this owner sleeps in the middle of its work. */
  isAtWork(owner: object): boolean;
  /** Nobody of this owner will wake. */
  drop(owner: object): void;
  /** Stops a program in its call until `event` has happened. */
  park(event: () => Promise<void>): Promise<void>;
  /** Lets programs run until `done` says so when all are at rest, or until nobody wakes before `until`. */
  drive(done: () => boolean, until?: number): Promise<void>;
}

export function createTime(start: number): Time {
  let active = 0;
  let onRest: (() => void) | null = null;
  let sleepers: Sleeper[] = [];
  const parked: { readonly event: () => Promise<void>; readonly go: () => void }[] = [];

  // Every program goes on by promises alone: when something else has its turn, all of them have come to a port or to a
  // sleep.
  const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const rested = (): Promise<void> | null =>
    time.isLoose
      ? drained()
      : active === 0
        ? null
        : new Promise((resolve) => {
            onRest = resolve;
          });

  const time: Time = {
    isLoose: false,
    wall: start,
    passed: 0,
    begin: () => void (active += 1),
    rest() {
      active -= 1;
      if (active > 0) return;
      const tell = onRest;
      onRest = null;
      tell?.();
    },
    leave() {
      if (active > 0) time.rest();
    },
    pass(ms) {
      time.wall += ms;
      time.passed += ms;
    },
    sleep(sleeper) {
      const at = sleepers.findIndex((other) => other.until > sleeper.until);
      if (at < 0) sleepers.push(sleeper);
      else sleepers.splice(at, 0, sleeper);
      time.rest();
    },
    forget(sleeper) {
      const at = sleepers.indexOf(sleeper);
      if (at < 0) return false;
      sleepers.splice(at, 1);
      time.begin();
      return true;
    },
    isAtWork: (owner) => sleepers.some((each) => each.owner === owner && each.atWork),
    drop(owner) {
      sleepers = sleepers.filter((each) => each.owner !== owner);
    },
    park: (event) =>
      new Promise((resolve) => {
        parked.push({ event, go: resolve });
        time.rest();
      }),
    async drive(done, until = Infinity) {
      for (;;) {
        const all = rested();
        if (all !== null) await all;
        const stopped = parked.pop();
        if (stopped !== undefined) {
          await stopped.event();
          time.begin();
          stopped.go();
          continue;
        }
        if (done()) return;
        const [first] = sleepers;
        if (first === undefined || first.until > until) {
          if (until !== Infinity) time.pass(Math.max(0, until - time.passed));
          return;
        }
        sleepers.shift();
        time.pass(Math.max(0, first.until - time.passed));
        time.begin();
        first.wake();
      }
    },
  };
  return time;
}
