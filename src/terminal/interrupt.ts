/** Ctrl+C as a wish to end. Pressed once more, it ends the program where it stands, as everywhere. */

/** `stop` is aborted at the first Ctrl+C, which `pressed` hears of, or when the program is told to end; what is at work ends when it can. */
export async function interruptible<Result>(work: (stop: AbortSignal) => Promise<Result>, pressed: () => void = () => undefined): Promise<Result> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const press = (): void => {
    end();
    pressed();
  };
  process.once("SIGINT", press);
  process.once("SIGTERM", end);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", press);
    process.off("SIGTERM", end);
  }
}
