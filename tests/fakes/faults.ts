/**
 * Where a test may stop the world. Every simulated write passes two gates, one before it takes effect and one after; a
 * gate that throws `PowerCut` leaves everything written so far and ends the device until `reopen`. Knows nothing about
 * notes or plans.
 */

/** One write about to take effect or just done. A call that changes nothing is not a write. */
export interface Write {
  readonly name: "create" | "change" | "move" | "makeFolder" | "append" | "save";
  /** Vault path, the target's for a move; the store's place for `append` and `save`. */
  readonly path: string;
}

export interface Faults {
  /** Called at the start of every call, reads included. May throw. */
  touch?(): void;
  /** A sentence makes the write fail with it, as a full disk or a locked file would. May throw `PowerCut`. */
  before?(write: Write): string | undefined;
  /** The write has taken effect; whoever asked for it has not been told. May throw `PowerCut`. */
  after?(write: Write): void;
}

export class PowerCut extends Error {
  override readonly name = "PowerCut";
  /** `keep`: how much of a text being written is left, from 0 to 1. Null leaves the write undone altogether. */
  constructor(
    write: Write,
    readonly keep: number | null = null,
  ) {
    super(`The power went out at ${write.name} ${write.path}`);
  }
}

/**
 * A counter of writes shared by everything on one simulated device, which stops the world at write `at` (counted from
 * 1) and keeps it stopped until `back`.
 * - `before`: the write never happened. `after`: it happened, and nobody heard. `torn`: half of the text is there.
 */
export interface Power extends Faults {
  readonly on: boolean;
  readonly writes: readonly Write[];
  cut(at: number, how: "before" | "after" | "torn"): void;
  /** Power is back: counting starts again and no cut is planned. */
  back(): void;
}

export function createPower(): Power {
  let writes: Write[] = [];
  let plan: { readonly at: number; readonly how: "before" | "after" | "torn" } | null = null;
  let cause: PowerCut | null = null;

  const stop = (write: Write, keep: number | null): never => {
    cause = new PowerCut(write, keep);
    throw cause;
  };
  const touch = (): void => {
    if (cause !== null) throw cause;
  };

  return {
    touch,
    before(write) {
      touch();
      writes.push(write);
      if (plan?.at === writes.length && plan.how !== "after") stop(write, plan.how === "torn" ? 0.5 : null);
      return undefined;
    },
    after(write) {
      if (plan?.at === writes.length && plan.how === "after") stop(write, null);
    },
    get on() {
      return cause === null;
    },
    get writes() {
      return writes;
    },
    cut(at, how) {
      plan = { at, how };
    },
    back() {
      writes = [];
      plan = null;
      cause = null;
    },
  };
}
