/** One thing at a time, in the order it was asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;

  /** Whether another job waits for the one at hand to end. */
  isAwaited(): boolean {
    return this.#asked > 1;
  }

  run<T>(job: () => Promise<T>): Promise<T> {
    this.#asked += 1;
    const next = this.#last.then(job);
    this.#last = next
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (this.#asked -= 1));
    return next;
  }
}
