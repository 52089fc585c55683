/**
 * Calls that take long, so that nothing waits for them: they are started and go on by themselves, several at a time.
 * Each ends by noting what came of it; until then nobody else knows.
 */
import { hearMore, NOTHING_HEARD, type Sound } from "../../agent/outside/deeds";
import { hasAgentWork, type Job } from "../../agent/agentMove";
import { isHeldByHand } from "../../rules/agentRules";
import { goesOnBeside, viewFor } from "../../rules/agents/beside";
import type { World } from "../../rules/world";
import { FORBIDDEN } from "../../agent/flow/programs";

/** At a sign of life. `silent`: there will be none before the end. */
export type Alive = (now: number, sign?: "silent" | Sound) => void;

export interface Jobs {
  list(): readonly Job[];
  /** `work` notes its outcome itself, and rejects only where that failed. */
  start(job: Job, work: (signal: AbortSignal, alive: Alive) => Promise<void>): void;
  /** Stops those that are not wanted any more. Each ends a moment later. */
  keep(isWanted: (job: Job) => boolean): void;
  /** Resolves when any of those under way has ended; at once where there is none. */
  anyEnds(): Promise<void>;
  /** Called whenever a program has told that it does something. Answers how to stop listening. */
  onHeard(listener: () => void): () => void;
  /**
   * Called whenever one has ended, with what went wrong while its outcome was noted, or null. Answers how to stop
   * listening.
   */
  onEnd(listener: (error: unknown, job: Job) => void): () => void;
  /** Resolves when all have ended. */
  stop(): Promise<void>;
}

/**
 * `isStopped`: the program was told to stop. A call that is started all the same, because it was noted already, is
 * stopped before it begins.
 */
export function createJobs(isStopped: () => boolean): Jobs {
  const underWay = new Map<Job, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const listeners = new Set<(error: unknown, job: Job) => void>();
  const hearers = new Set<() => void>();
  const alive = new Map<Job, Pick<Job, "last" | "isSilent" | "heard">>();
  const hear = (job: Job, now: number, sign?: "silent" | Sound): void => {
    const before = alive.get(job);
    const isSilent = sign === "silent" || before?.isSilent === true;
    const heard =
      typeof sign === "object" ? hearMore(before?.heard ?? NOTHING_HEARD, sign, now) : before?.heard;
    alive.set(job, {
      last: now,
      ...(isSilent ? { isSilent } : {}),
      ...(heard === undefined ? {} : { heard }),
    });
    if (typeof sign === "object" && sign.deeds.length > 0) for (const each of hearers) each();
  };
  return {
    list: () => [...underWay.keys()].map((job) => ({ ...job, ...alive.get(job) })),
    start(job, work) {
      const stop = new AbortController();
      if (isStopped()) stop.abort();
      const ended = work(stop.signal, (now, sign) => hear(job, now, sign))
        .then(
          () => null,
          (error: unknown) => error,
        )
        .then((error) => {
          underWay.delete(job);
          alive.delete(job);
          for (const listener of listeners) listener(error, job);
        });
      underWay.set(job, { stop, ended });
    },
    keep(isWanted) {
      for (const [job, { stop }] of underWay) if (!isWanted(job)) stop.abort();
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

/**
 * A tick, a change of the step, a pause, a cancelled plan, an agent switched off, a program forbidden: any of them
 * stops it.
 */
export function isWanted(job: Job, world: World): boolean {
  const view = world.planOf.get(job.plan);
  const at = viewFor(view, job);
  return (
    view !== undefined &&
    at !== null &&
    (view.plan.status === "Active" || isHeldByHand(view) || goesOnBeside(view, at)) &&
    hasAgentWork(at, world) &&
    (job.permit === undefined || world.device.trusted.get(job.permit) !== FORBIDDEN) &&
    world.standing.length === 0
  );
}
