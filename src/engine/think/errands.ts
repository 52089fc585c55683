/**
 * Calls that take long, so that nothing waits for them: they are started and go on by themselves, several at a time. Each ends by noting what
 * came of it; until then nobody else knows.
 */
import type { Errand } from "../../work/want";

export interface Errands {
  list(): readonly Errand[];
  /** `work` notes its outcome itself, and rejects only where that failed. */
  start(
    errand: Errand,
    work: (signal: AbortSignal, alive: (now: number, sign?: "silent") => void) => Promise<void>,
  ): void;
  /** Stops those that are not wanted any more. Each ends a moment later. */
  keep(isWanted: (errand: Errand) => boolean): void;
  /** Resolves when any of those under way has ended; at once where there is none. */
  anyEnds(): Promise<void>;
  /** Called whenever one has ended, with what went wrong while its outcome was noted, or null. Answers how to stop listening. */
  onEnd(listener: (error: unknown) => void): () => void;
  /** Resolves when all have ended. */
  stop(): Promise<void>;
}

/** `isStopped`: the program was told to stop. A call that is started all the same, because it was noted already, is stopped before it begins. */
export function createErrands(isStopped: () => boolean): Errands {
  const underWay = new Map<Errand, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const listeners = new Set<(error: unknown) => void>();
  const alive = new Map<Errand, Pick<Errand, "last" | "isSilent">>();
  return {
    list: () => [...underWay.keys()].map((errand) => ({ ...errand, ...alive.get(errand) })),
    start(errand, work) {
      const stop = new AbortController();
      if (isStopped()) stop.abort();
      const ended = work(stop.signal, (now, sign) =>
        alive.set(errand, { last: now, ...(sign === "silent" ? { isSilent: true } : {}) }),
      )
        .then(
          () => null,
          (error: unknown) => error,
        )
        .then((error) => {
          underWay.delete(errand);
          alive.delete(errand);
          for (const listener of listeners) listener(error);
        });
      underWay.set(errand, { stop, ended });
    },
    keep(isWanted) {
      for (const [errand, { stop }] of underWay) if (!isWanted(errand)) stop.abort();
    },
    anyEnds: () =>
      Promise.race(
        [...underWay.values()]
          .map(({ ended }) => ended)
          .concat(underWay.size === 0 ? [Promise.resolve()] : []),
      ),
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      const all = [...underWay.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
