/** Waits in the middle of a call that can be given up. */
import type { Life, Switchboard } from "../device";

/** Answers whether it was stopped before the time was over. */
export function isStoppedWithin(
  ms: number,
  signal: AbortSignal,
  life: Life,
  { time }: Switchboard,
): Promise<boolean> {
  return new Promise((resolve) => {
    const early = (): void => void (time.forget(sleeper) && resolve(true));
    const sleeper = {
      owner: life,
      until: time.passed + ms,
      atWork: false,
      wake: () => {
        signal.removeEventListener("abort", early);
        resolve(false);
      },
    };
    if (signal.aborted) return resolve(true);
    signal.addEventListener("abort", early, { once: true });
    time.sleep(sleeper);
  });
}
