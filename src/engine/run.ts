/** The engine while it stays open: it works, then waits for events and for what falls due, until it is told to stop. */
import { MINUTE, SECOND } from "../kit/dates";
import { NOTE_FOLDERS, pathOf, type Settings } from "../settings/settings";
import type { Wait } from "../rules/moves";
import type { World } from "../rules/world";
import type { Index } from "./scan";
import { isFault } from "./scan/aside";
import type { Ports } from "./perform/ports";
import { createStops } from "./createStops";
import { stuckFrom } from "../agent/agentMove";
import type { Jobs } from "./think/jobs";
import { watchAnswers } from "./watchAnswers";

/** How often the disk is looked at without an event. */
const PERIOD = MINUTE;
/** How often the memory of the device is looked at while a program acts by itself: a person may pause it elsewhere. */
const GLANCE = 3 * SECOND;
/** How often every note is read again, whatever events and time stamps say. */
const DOUBT = 10 * MINUTE;
/** Events within this time are one. */
const GATHER = SECOND / 5;

export interface Running extends Pick<Ports, "vault" | "clock" | "notice"> {
  readonly settings: Settings;
  readonly index: Index;
  /** Whether anything an event told of is otherwise than the last look found it. */
  readonly isNews: () => Promise<boolean>;
  /** Works until nothing is left to do; answers what will fall due. */
  readonly pass: () => Promise<readonly Wait[]>;
  readonly world: () => World | null;
  readonly hindrances: () => readonly string[];
  /** As in `EngineOptions`. */
  readonly onHindrances: ((wake: () => void) => () => void) | undefined;
  readonly jobs: Jobs;
  /** Failures that may have cured themselves are tried again. */
  readonly tryAgain: () => void;
  /** Steps may be asked about again. */
  readonly askAfresh: () => void;
}

/** The notes and folders whose changes wake the engine. */
function watchedPaths(settings: Settings): string[] {
  const single = ["work", "skills", "reasoning", "acting", "dashboard"] as const;
  return [...NOTE_FOLDERS, ...single].map((each) => pathOf(settings, each));
}

export async function run(stop: AbortSignal, running: Running): Promise<void> {
  const { clock, notice, index, jobs } = running;
  let wake = new AbortController();
  let listed = -Infinity;
  const hint = (path: string): void => {
    index.mark(path);
    // An abort makes an error with its stack, and a burst is thousands of hints.
    if (!wake.signal.aborted) wake.abort();
  };
  const unwatch = running.vault.watch(watchedPaths(running.settings), hint);
  const answers = watchAnswers(running, hint);
  const unhear = running.onHindrances?.(() => {
    listed = -Infinity;
    wake.abort();
  });
  const unheardJobs = jobs.onEnd((error) => {
    if (error instanceof Error && !isFault(error)) notice.say(error.message);
    wake.abort();
  });
  const onStop = (): void => wake.abort();
  stop.addEventListener("abort", onStop);
  let doubted = clock.monotonic();
  let tried = doubted;
  let complaint = "";
  // It woke up for the memory of the device alone.
  let isGlance = false;
  let waits: readonly Wait[] = [];
  // A full disk or a store that cannot be written stops this round, not the watching; said once, tried again.
  const complain = (error: unknown): readonly Wait[] => {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== complaint) notice.say(text);
    complaint = text;
    return [];
  };
  const tellStops = createStops(notice);
  try {
    while (!stop.aborted) {
      const isListed = clock.monotonic() - listed < PERIOD;
      const isTold = wake.signal.aborted && isListed;
      if (!isTold && !(isGlance && isListed)) {
        index.listAgain();
        listed = clock.monotonic();
      }
      wake = new AbortController();
      // The events of our own writing tell nothing new. A deed that failed is tried again at any of them.
      if (!isTold || complaint !== "" || (await running.isNews())) {
        waits = await running.pass().then((due) => {
          complaint = "";
          return due;
        }, complain);
      }
      const world = running.world();
      if (world !== null) answers.keep(world);
      tellStops(world, running.hindrances());
      const now = clock.now();
      const stuck = jobs.list().map(stuckFrom);
      const rest = Math.min(
        now + PERIOD,
        ...waits.map((wait) => wait.until),
        // Told as soon as it is so.
        ...stuck.filter((from) => from > now),
      );
      const isActing = jobs.list().some(({ permit }) => permit !== undefined);
      isGlance = isActing && now + GLANCE < rest;
      const due = isGlance ? now + GLANCE : rest;
      await clock.sleep(Math.max(1, due - clock.now()), wake.signal);
      if (clock.monotonic() - tried >= PERIOD) {
        running.tryAgain();
        tried = clock.monotonic();
      }
      if (clock.monotonic() - doubted >= DOUBT) {
        index.doubt();
        running.askAfresh();
        doubted = clock.monotonic();
      }
      if (wake.signal.aborted) await clock.sleep(GATHER, stop);
    }
  } finally {
    unwatch();
    answers.leave();
    unhear?.();
    unheardJobs();
    await jobs.stop();
    stop.removeEventListener("abort", onStop);
  }
}
