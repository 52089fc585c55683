/** One thing at a time, in the order it was asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const next = this.#last.then(job, job);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
