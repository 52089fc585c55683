/**
 * Time. `now` is what a person's clock shows and may jump; `monotonic` only counts up and is for waiting and for
 * "observed minutes". `sleep` resolves after `ms` milliseconds, or at once when `wake` is aborted; it never rejects.
 */
export interface ClockPort {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Milliseconds since some fixed moment of this run. */
  monotonic(): number;
  sleep(ms: number, wake?: AbortSignal): Promise<void>;
  /** Resolves after other work that is due has had a turn; long work awaits it between its slices. Never rejects. */
  turn(): Promise<void>;
}
