/**
 * The engine: the one loop. Look, conclude, decide, perform, look again, until nothing is left to do. Start-up, an
 * event, a timer and a finished call all come in here; there is no other way anything happens. One thing at a time.
 */
import { Mutex } from "../kit/mutex";
import { DRAW, withDashboard } from "../views/dashboard/update";
import type { OfferedFlow, OfferedSkills } from "../views/flow/offered";
import { SECOND } from "../kit/dates";
import { writeCommands, type Face } from "../settings/places";
import { pathOf, serverOf, type Settings } from "../settings/settings";
import type { ServerView } from "../ports/tools";
import { assemble, taking } from "../rules/assemble";
import type { Decision, Wait } from "../rules/moves";
import { findRequests, namesOf } from "../rules/requests";
import type { Seen } from "../rules/snapshot";
import { askEveryRule, decide, type Decisions } from "../rules/rules";
import type { Role } from "../approval/around";
import type { WantedPlan } from "../rules/command";
import { planDetailAt, type PlanDetail, type World } from "../rules/world";
import { createAbsence } from "./perform/absence";
import { checkApproved } from "./perform/attachments";
import type { Context } from "./perform/context";
import { closeUp } from "./closeUp";
import { blameNote, judgeNotes } from "./judgeNotes";
import type { Performed } from "./perform/performed";
import { isStop, type Command, type GoesOn, type Obeyed, type Stop, type Wanted } from "./perform/replies";
import { obey } from "./commands/commands";
import { offerFlows } from "./commands/flow/offerFlows";
import { offerSkills } from "./commands/flow/offerSkills";
import { notifyingVault } from "./scan/selfNotifyingVault";
import { openMemory } from "./perform/ledgerStore";
import { Index } from "./scan";
import { createRetryPolicy } from "./retryPolicy";
import { perform } from "./perform/perform";
import type { Ports } from "./perform/ports";
import type { Proposal } from "../proposal/proposal";
import { propose } from "./commands/propose";
import { run } from "./run";
import { watchCalls } from "./watchCalls";
import { createWatch } from "./stopwatch";
import { answerByHand } from "./think/answerByHand";
import { draftPlan, type ByHand, type Drafted } from "./think/draftPlan";
import { createJobs, isWanted } from "./think/jobs";
import { createOffers } from "./think/offers";
import { think } from "./think/think";

export interface EngineOptions {
  readonly settings: Settings;
  readonly role: Role;
  /** The program that gives the commands of this run, empty where it has no name; a person where left out. */
  readonly by?: string | null;
  readonly face?: Face; // How answers name commands; as in the app where left out.
  /** Random; tells this run from every other, one with a copy of the same store among them. */
  readonly run: string;
  /**
   * Nonce of the other run that holds the lock on this vault; null where none does. Not asked of a run that holds
   * it itself.
   */
  readonly runAtWork?: () => Promise<string | null>;
  /**
   * Asked at every look: why nothing may be sealed or carried out just now (still starting, settings not confirmed
   * here). Sentences.
   */
  readonly hindrances?: () => readonly string[];
  /**
   * Calls `wake` when the answer of `hindrances` may have changed, so that `run` looks at once. Returns a function
   * that ends this.
   */
  readonly onHindrances?: (wake: () => void) => () => void;
  readonly withoutSettings?: boolean; // `settings` are not those this device acts with. Goes with a hindrance.
  /**
   * Once aborted, no further call begins; what is under way ends, its notes say how, and `settle` and `run` end with
   * it.
   */
  readonly stop?: AbortSignal;
}

export interface Settled {
  readonly moves: readonly Decision[];
  readonly world: World;
}

export interface Engine {
  /** Reads everything anew. Writes nothing, starts nothing. */
  look(): Promise<World>;
  /** The next move, without doing it. Writes nothing, starts nothing. */
  preview(): Promise<Decisions & { readonly world: World }>;
  /**
   * Works until nothing is left to do, waiting out the quiet and grace times it meets. `only`: path of the one plan
   * that is worked on; then nothing is asked for or carried out, and no other note is touched but the Dashboard.
   */
  settle(only?: string): Promise<Settled>;
  /** Works, then waits for events and for what falls due, until `stop` is aborted. */
  run(stop: AbortSignal): Promise<void>;
  /** The changes that would be made if the person agreed; a sentence where there is nothing to show. Writes nothing. */
  propose(wanted: Wanted): Promise<Proposal | string>;
  /**
   * Has a model draft a plan of a note, or a person in its place; what it answers is to be proposed. Writes nothing
   * in the vault.
   */
  draft(wanted: WantedPlan, signal: AbortSignal, byHand?: ByHand): Promise<Drafted>;
  /** The flows that a person can start, and those that have faults. */
  flows(): Promise<readonly OfferedFlow[]>;
  /** The skills and preambles that there are. Writes nothing. */
  skills(): Promise<OfferedSkills>;
  /** Does what a person asked for. Does not settle. */
  obey(command: Command, goesOn?: GoesOn): Promise<Obeyed>;
  /** Looks at one plan closely. */
  planDetail(path: string): Promise<PlanDetail>;
  /** The world as last seen. Null before the first look. */
  world(): World | null;
  /** Calls of models that are under way just now, with their last sign of life. */
  jobs(): World["jobs"];
  /** Called whenever a program under way has told that it does something. Answers how to stop listening. */
  onHeard(listener: () => void): () => void;
  /** The server that a call is under way to; null when there is none. */
  calling(): string | null;
  /** The request that is being carried out, and since when; null when none is. */
  carrying(): { readonly request: string; readonly since: number } | null;
  /**
   * Called with the world whenever a pass ends, and with what it did in it; after a look a person asked for, with
   * nothing done. Answers how to stop listening.
   */
  onWorld(listener: (world: World, done: readonly Decision[]) => void): () => void;
  /**
   * Called before an approved request is carried out, with the path of its note; it may be refused yet. Answers how
   * to stop listening.
   */
  onAct(listener: (path: string) => void): () => void;
  /**
   * Called with what the look after it found, while other moves of the same pass may still follow. Answers how to
   * stop listening.
   */
  onActed(listener: (world: World) => void): () => void;
  /** Lets the servers go. */
  close(): Promise<void>;
}

/** No honest vault needs more; a rule that undoes another would otherwise go on for ever. */
const MOST_ROUNDS = 10_000;
/** The wait for a model before the next look, in a run that nobody tells of changes. */
const PATIENCE = 5 * SECOND;
const DRAWN: typeof DRAW = { ...DRAW, decide: () => null };

type DecideArguments = Parameters<typeof decide> extends readonly [World, ...infer More] ? More : never;

export async function openEngine(ports: Ports, options: EngineOptions): Promise<Engine> {
  const { vault, clock } = ports;
  const { settings, role, face } = options;
  const memory = await openMemory(ports.store, ports.host, clock, ports.random);
  const index = new Index(ports, settings);
  const mutex = new Mutex();
  const listeners = new Set<(world: World, done: readonly Decision[]) => void>();
  const actListeners = new Set<(path: string) => void>();
  const actedListeners = new Set<(world: World) => void>();
  const retryPolicy = createRetryPolicy();
  const watch = createWatch(clock, memory);
  let servers = new Map<string, ServerView>();
  let latest: World | null = null;
  /** The id of the request that is being carried out, and since when. */
  let acting: string | null = null;
  let actingSince = 0;
  let lastDrawn = -Infinity;
  /** The last look found something that the one before did not, the Dashboard aside. */
  let isNew = true;
  /** A look outside a pass, such as a person’s, found something that no pass has worked on yet. */
  let isLeft = false;
  const absence = createAbsence(clock);
  const stops = new Set<Stop>();
  const calls = watchCalls(ports.tools);
  const isStopped = (): boolean => options.stop?.aborted === true;
  const jobs = createJobs(isStopped);
  const offers = createOffers();
  const halt = (): void => {
    ports.tools.halt();
    ports.programs.halt();
    void jobs.stop();
  };
  options.stop?.addEventListener("abort", halt, { once: true });
  if (isStopped()) halt();

  /** The findings of the last look. */
  let lastSeen: Seen | null = null;
  const findIn = (seen: Omit<Seen, "receipts">): ReturnType<typeof findRequests> =>
    findRequests(seen, taking(seen));
  /** The moves that follow from the last look; null where it has to be looked again. */
  const decideOn = (world: World, ...more: DecideArguments): Decisions | null =>
    lastSeen === null
      ? decide(world, ...more)
      : judgeNotes(
          lastSeen,
          () => decide(world, ...more),
          index,
          (of) => askEveryRule(assemble(of, findIn(of)), DRAW),
        );

  const lookOnce = async (): Promise<World | null> => {
    const began = clock.now();
    await memory.refresh();
    const device = memory.state();
    const notes = await index.look(device);
    isNew = notes.isNew;
    isLeft ||= isNew;
    const isHidden = [...notes.folders.absent, ...notes.folders.unreadable].includes(
      pathOf(settings, "approved"),
    );
    const backSince = absence.looked(began, device.alive, isHidden);
    const hindrances = [...memory.hindrances(), ...(options.hindrances?.() ?? [])];
    const runAtWork = acting === null ? ((await options.runAtWork?.()) ?? null) : options.run;
    const partial = {
      ...notes,
      now: began,
      role,
      settings,
      device,
      hindrances,
      withoutSettings: options.withoutSettings ?? false,
      backSince,
      servers,
      attachments: await checkApproved(notes.requests, { vault, settings }),
      watched: watch.lasted(device),
      runAtWork,
      otherRun: runAtWork === options.run ? null : runAtWork,
      jobs: jobs.list(),
      programs: ports.programs.unable,
      offers: offers.all(),
      failures: retryPolicy.failures,
      problems: [...notes.problems, ...retryPolicy.problems()],
    };
    const found = judgeNotes(partial, findIn, index);
    if (found === null) return null;
    const recorded = await index.records(namesOf(found, partial), device, partial);
    const seen: Seen = { ...partial, ...recorded };
    const world = judgeNotes(
      seen,
      (of) => withDashboard(assemble(of, of === seen ? found : findIn(of))),
      index,
    );
    if (world === null) return null;
    lastSeen = seen;
    watch.see(world);
    latest = world;
    return world;
  };
  const look = async (): Promise<World> => {
    for (;;) {
      const world = await lookOnce();
      if (world !== null) return world;
    }
  };
  const lookAnew = (): Promise<World> => {
    index.listAgain();
    return look();
  };
  /** The world, and what would follow from it: a note at which that fails is told, too. */
  const foresee = async (): Promise<Decisions & { readonly world: World }> => {
    for (let world = await lookAnew(); ; world = await look()) {
      const decided = decideOn(world, DRAW);
      if (decided !== null) return { ...decided, world };
    }
  };
  jobs.onEnd((error, { path }) => void blameNote(path, latest, error, index));
  const tell = (world: World, done: readonly Decision[] = []): World => {
    for (const listener of listeners) listener(world, done);
    return world;
  };

  const context: Context = {
    ...ports,
    tools: calls.tools,
    vault: notifyingVault(vault, (path) => index.mark(path)),
    settings,
    run: options.run,
    by: null,
    index,
    memory,
    lookAgain: () => {
      index.listNames();
      return look();
    },
    stopsAsked: () => [...stops],
    isStopped,
    async tellSending() {
      if (latest === null) return;
      tell(latest);
      const drawing = DRAW.decide(latest, latest);
      if (drawing !== null && "move" in drawing) await perform(drawing.move, latest, context);
    },
    async planDetail(path) {
      index.call(path);
      return planDetailAt(await look(), path);
    },
    think: (move, world) =>
      think(move, world, { context, jobs, offers, tools: ports.tools, withMutex: (job) => mutex.run(job) }),
    answerByHand: (view, text, world) => answerByHand(view, text, world, context),
    fail: retryPolicy.fail,
    async lookAtServer(name) {
      const definition = serverOf(settings, name);
      const view: ServerView =
        definition === null
          ? { kind: "down", why: "it is not in the settings" }
          : await ports.tools.look(name, definition);
      // A look that the stop cut off says nothing about the server.
      if (!isStopped()) servers = new Map(servers).set(name, view);
      return view;
    },
  };

  /**
   * Rounds of look, decide, perform, until no move is left. Answers what was done and what will fall due. Where
   * nobody tells of what others write meanwhile, it ends on a look at everything.
   */
  const pass = async (
    done: Decision[],
    isTold: boolean,
    only: string | null = null,
  ): Promise<readonly Wait[]> => {
    const from = done.length;
    let isAnew = !isTold;
    let isDrawn = false;
    let hasActed = false;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (isStopped()) return [];
      const world = await (isAnew ? lookAnew() : look());
      isLeft = false;
      if (hasActed) for (const listener of actedListeners) listener(world);
      hasActed = false;
      if (world.mayClaim && world.device.device === null) {
        await memory.introduce();
        continue;
      }
      jobs.keep((job) => isWanted(job, world));
      await watch.keep(world);
      retryPolicy.beginRound();
      // Drawn in the last round from these very notes, the Dashboard would say the same.
      const draw = isTold && isDrawn && !isNew && index.isOwn(world.dashboard) ? DRAWN : DRAW;
      const decided = decideOn(world, draw, retryPolicy.isStuck, only);
      if (decided === null) continue;
      const { moves, waits } = decided;
      // A failure whose decision is not wanted any more is told no longer, so the vault is looked at again before a
      // drawing.
      if (moves.every(({ rule }) => rule === DRAW.id) && retryPolicy.forgetUnwanted()) {
        isAnew = false;
        continue;
      }
      if (moves.length === 0) {
        if (isTold || isAnew) {
          tell(world, done.slice(from));
          return waits;
        }
        isAnew = true;
        continue;
      }
      // The Dashboard is drawn when nothing else is left to do: what is looked at next is what others did meanwhile.
      const isLast = moves.every(({ rule }) => rule === DRAW.id);
      isAnew = !isTold && isLast;
      isDrawn = false;
      for (const decision of moves) {
        if (decision.rule === DRAW.id) {
          await clock.sleep(Math.max(0, lastDrawn + SECOND - clock.monotonic()), options.stop);
          lastDrawn = clock.monotonic();
        }
        if (!retryPolicy.mayTry(decision)) continue;
        acting = decision.move.kind === "act" ? decision.move.request : null;
        actingSince = clock.now();
        hasActed ||= acting !== null;
        if (acting !== null) for (const listener of actListeners) listener(decision.move.path);
        const result = await perform(decision.move, world, context)
          .catch((error: unknown): Performed => {
            if (!blameNote(decision.move.path, world, error, index)) throw error;
            return { kind: "stale" };
          })
          .finally(() => (acting = null));
        if (result.kind === "done") {
          done.push(decision);
          isDrawn = isLast;
        }
        retryPolicy.came(decision, result);
        if (isStopped()) {
          if (decision.move.kind === "act")
            await closeUp(decision.move.request, {
              look,
              perform: (move, seen) => perform(move, seen, context),
              done,
            });
          tell(latest ?? world, done.slice(from));
          return [];
        }
        // A command of a person comes before the next move: a call may last for minutes, and they may
        // have taken back what follows it.
        if (mutex.isAwaited()) {
          tell(world, done.slice(from));
          return [
            {
              rule: decision.rule,
              path: "",
              until: clock.now(),
              because: "somebody asks for something else",
            },
          ];
        }
      }
    }
    throw new Error(
      `Planwright did not come to rest after ${String(MOST_ROUNDS)} rounds; please report this.`,
    );
  };

  /** Waits for a call of a model to end, or so many milliseconds: a person may take back meanwhile what it is for. */
  const besideCalls = async (ms: number): Promise<void> => {
    const over = new AbortController();
    await Promise.race([jobs.anyEnds(), clock.sleep(ms, over.signal)]);
    over.abort();
  };

  /** Tries again the moves whose obstacle may be gone. */
  const tryAgain = (): void => {
    retryPolicy.tryAgain();
    servers = new Map([...servers].filter(([, view]) => view.kind === "up"));
  };

  return {
    look: () => mutex.run(async () => tell((await foresee()).world)),
    preview: () => mutex.run(foresee),
    async settle(only) {
      const moves: Decision[] = [];
      const failed: { error: Error | null } = { error: null };
      const unhear = jobs.onEnd((error, { path }) => {
        if (error instanceof Error && !blameNote(path, latest, error, index)) failed.error ??= error;
      });
      try {
        await mutex.run(async () => tryAgain());
        for (;;) {
          const waits = await mutex.run(() => pass(moves, false, only));
          const due = Math.min(...waits.flatMap(({ until, isTold }) => (isTold === true ? [] : [until])));
          const isThinking = jobs.list().length > 0;
          if (isStopped()) await jobs.stop();
          if (failed.error !== null) throw failed.error;
          if (isStopped() || (!Number.isFinite(due) && !isThinking))
            return { moves, world: latest ?? (await mutex.run(lookAnew)) };
          const rest = Math.max(1, due - clock.now());
          if (isThinking) await besideCalls(Math.min(rest, PATIENCE));
          else await clock.sleep(rest, options.stop);
        }
      } finally {
        unhear();
      }
    },
    run: (stop) =>
      run(stop, {
        onHindrances: options.onHindrances,
        jobs,
        vault,
        clock,
        settings,
        index,
        notice: ports.notice,
        isNews: () => mutex.run(async () => isLeft || (await index.isNews())),
        hindrances: () => memory.hindrances(),
        world: () => latest,
        pass: () => mutex.run(() => pass([], true)),
        tryAgain,
        askAfresh: () => retryPolicy.askAfresh(),
      }),
    planDetail: (path) => mutex.run(() => context.planDetail(path)),
    propose: (wanted) => mutex.run(async () => propose(wanted, tell(await lookAnew()), context, face)),
    async draft(wanted, signal, byHand) {
      const withMutex = <T>(job: () => Promise<T>): Promise<T> => mutex.run(job);
      const stop = options.stop === undefined ? signal : AbortSignal.any([signal, options.stop]);
      return await draftPlan(wanted, await withMutex(lookAnew), {
        context,
        withMutex,
        signal: stop,
        ...(byHand === undefined ? {} : { byHand }),
      });
    },
    flows: () => offerFlows(ports, settings),
    skills: () => offerSkills(ports, settings),
    obey: (command, goesOn) => {
      const stop = isStop(command) ? { ...command } : null;
      if (stop !== null) stops.add(stop);
      return mutex.run(async () => {
        if (stop !== null) stops.delete(stop);
        retryPolicy.askAfresh();
        const obeyed = await obey(command, await lookAnew(), { ...context, by: options.by ?? null }, goesOn);
        // A server that could not be used may be there by now.
        if (command.kind === "request") tryAgain();
        // The faces show the result at once. A look or a face that fails takes nothing back of it; the next one tells
        // why.
        if (listeners.size > 0)
          await look()
            .then(tell)
            .catch(() => null);
        return { ...obeyed, say: writeCommands(obeyed.say, face) };
      });
    },
    world: () => latest,
    jobs: () => jobs.list(),
    onHeard: (listener) => jobs.onHeard(listener),
    calling: () => calls.server(),
    carrying: () => (acting === null ? null : { request: acting, since: actingSince }),
    onWorld(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onAct(listener) {
      actListeners.add(listener);
      return () => actListeners.delete(listener);
    },
    onActed(listener) {
      actedListeners.add(listener);
      return () => actedListeners.delete(listener);
    },
    async close() {
      await jobs.stop();
      await Promise.all([ports.tools.close(), ports.programs.close()]);
    },
  };
}
