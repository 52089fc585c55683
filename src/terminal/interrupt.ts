/** Ctrl+C as a wish to end. Pressed once more, it ends the program where it stands, as everywhere. */

/** `stop` is aborted at the first Ctrl+C, or when the program is told to end; what is at work ends when it can. */
export async function interruptible<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
}
