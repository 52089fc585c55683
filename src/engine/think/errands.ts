/**
 * Calls that take long, so that nothing waits for them: they are started and go on by themselves, several at a time.
 * Each ends by noting what came of it; until then nobody else knows.
 */
import { hearMore, NOTHING_HEARD, type Sound } from "../../work/outside/deeds";
import type { Errand } from "../../work/want";

/** At a sign of life. `silent`: there will be none before the end. */
export type Alive = (now: number, sign?: "silent" | Sound) => void;

export interface Errands {
  list(): readonly Errand[];
  /** `work` notes its outcome itself, and rejects only where that failed. */
  start(errand: Errand, work: (signal: AbortSignal, alive: Alive) => Promise<void>): void;
  /** Stops those that are not wanted any more. Each ends a moment later. */
  keep(isWanted: (errand: Errand) => boolean): void;
  /** Resolves when any of those under way has ended; at once where there is none. */
  anyEnds(): Promise<void>;
  /** Called whenever a program has told that it does something. Answers how to stop listening. */
  onHeard(listener: () => void): () => void;
  /**
   * Called whenever one has ended, with what went wrong while its outcome was noted, or null. Answers how to stop
   * listening.
   */
  onEnd(listener: (error: unknown, errand: Errand) => void): () => void;
  /** Resolves when all have ended. */
  stop(): Promise<void>;
}

/**
 * `isStopped`: the program was told to stop. A call that is started all the same, because it was noted already, is
 * stopped before it begins.
 */
export function createErrands(isStopped: () => boolean): Errands {
  const underWay = new Map<Errand, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const listeners = new Set<(error: unknown, errand: Errand) => void>();
  const hearers = new Set<() => void>();
  const alive = new Map<Errand, Pick<Errand, "last" | "isSilent" | "heard">>();
  const hear = (errand: Errand, now: number, sign?: "silent" | Sound): void => {
    const before = alive.get(errand);
    const isSilent = sign === "silent" || before?.isSilent === true;
    const heard =
      typeof sign === "object" ? hearMore(before?.heard ?? NOTHING_HEARD, sign, now) : before?.heard;
    alive.set(errand, {
      last: now,
      ...(isSilent ? { isSilent } : {}),
      ...(heard === undefined ? {} : { heard }),
    });
    if (typeof sign === "object" && sign.deeds.length > 0) for (const each of hearers) each();
  };
  return {
    list: () => [...underWay.keys()].map((errand) => ({ ...errand, ...alive.get(errand) })),
    start(errand, work) {
      const stop = new AbortController();
      if (isStopped()) stop.abort();
      const ended = work(stop.signal, (now, sign) => hear(errand, now, sign))
        .then(
          () => null,
          (error: unknown) => error,
        )
        .then((error) => {
          underWay.delete(errand);
          alive.delete(errand);
          for (const listener of listeners) listener(error, errand);
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
    onHeard(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
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
