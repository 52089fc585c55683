/**
 * Signals as a wish to end. After the first, what is at work ends and nothing else begins; a second one ends the
 * program at once. A call that is under way then stays a doubt, as after a crash: latch and record were there before it
 * was sent.
 */

const NUMBERS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
export type Signal = keyof typeof NUMBERS;
const SIGNALS = Object.keys(NUMBERS) as readonly Signal[];

export interface Interruption {
  /** Aborted at the first signal, and when the output is closed. */
  readonly stop: AbortSignal;
  /** The signal that came; null while none has. */
  by(): Signal | null;
}

export interface Heard {
  /** Called at the first signal. */
  readonly first: (by: Signal) => void;
  /** Called just before the program ends at a second one. */
  readonly second: () => void;
}

/** The exit code that shells give a program which ended by this signal. */
export function codeOf(by: Signal): number {
  return 128 + NUMBERS[by];
}

/** `closed` is aborted when nobody reads the output any more. */
export async function interruptible<Result>(
  work: (interruption: Interruption) => Promise<Result>,
  heard: Heard,
  closed?: AbortSignal,
): Promise<Result> {
  const stop = new AbortController();
  let by: Signal | null = null;
  const end = (): void => stop.abort();
  const hear = (signal: Signal): void => {
    if (by !== null) {
      // A closing window sends SIGHUP twice: from the system and from the shell.
      if (signal === "SIGHUP") return;
      heard.second();
      process.exit(codeOf(signal)); // At its exit the program kills the servers it started.
    }
    by = signal;
    end();
    heard.first(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  closed?.addEventListener("abort", end, { once: true });
  if (closed?.aborted === true) end();
  try {
    return await work({ stop: stop.signal, by: () => by });
  } finally {
    for (const signal of SIGNALS) process.off(signal, hear);
    closed?.removeEventListener("abort", end);
  }
}
