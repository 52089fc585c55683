/**
 * The engine: the one loop. Look, conclude, decide, perform, look again, until nothing is left to do. Start-up, an
 * event, a timer and a finished call all come in here; there is no other way anything happens. One thing at a time.
 */
import { Mutex } from "../kit/mutex";
import { DRAW } from "../overview/dashboard/update";
import type { OfferedFlow, OfferedSkills } from "../overview/flow/offered";
import { SECOND } from "../kit/dates";
import { writeCommands } from "../settings/places";
import { serverOf } from "../settings/settings";
import type { ServerView } from "../kit/ports/tools";
import type { Decision, Wait } from "../rules/moves";
import type { Decisions } from "../rules/rules";
import type { WantedPlan } from "../rules/command";
import { planDetailAt, type PlanDetail, type World } from "../rules/world";
import type { Context } from "./perform/context";
import { closeUp } from "./closeUp";
import { blameNote } from "./judgeNotes";
import { Observer, type EngineOptions } from "./observer";
import type { Performed } from "./perform/performed";
import {
  isStop,
  no,
  type Command,
  type GoesOn,
  type Obeyed,
  type Stop,
  type Wanted,
} from "./perform/replies";
import { obeyAll, type Told } from "./commands/obeyAll";
import { offerFlows } from "./commands/flow/offerFlows";
import { offerSkills } from "./commands/flow/offerSkills";
import { notifyingVault } from "./scan/notifyingVault";
import { openMemory, type Memory } from "./perform/ledgerStore";
import { Index } from "./scan";
import { createRetryPolicy } from "./retryPolicy";
import { judge } from "./perform/judge";
import { perform } from "./perform/perform";
import type { Ports } from "./perform/ports";
import { isLong, type Pass } from "./pass";
import type { Proposal } from "../note/proposal/proposal";
import { propose } from "./commands/propose";
import { run } from "./run";
import { watchCalls, type Watched } from "./watchCalls";
import { answerByHand } from "./think/answerByHand";
import { draftPlan, type ByHand, type Drafted } from "./think/draftPlan";
import { createJobs, isWanted, type Jobs } from "./think/jobs";
import { createOffers } from "./think/offers";
import { think } from "./think/think";

export interface Settled {
  readonly moves: readonly Decision[];
  readonly world: World;
}

/** No honest vault needs more; a rule that undoes another would otherwise go on for ever. */
const MOST_ROUNDS = 10_000;
/** The wait for a model before the next look, in a run that nobody tells of changes. */
const PATIENCE = 5 * SECOND;
const DRAWN: typeof DRAW = { ...DRAW, decide: () => null };

export async function openEngine(ports: Ports, options: EngineOptions): Promise<Engine> {
  const memory = await openMemory(ports.store, ports.host, ports.clock, ports.random);
  return new Engine(ports, options, memory);
}

export class Engine {
  readonly #ports: Ports;
  readonly #options: EngineOptions;
  readonly #memory: Memory;
  readonly #index: Index;
  readonly #jobs: Jobs;
  readonly #calls: Watched;
  readonly #observer: Observer;
  readonly #context: Context;
  readonly #mutex = new Mutex();
  readonly #retryPolicy = createRetryPolicy();
  readonly #offers = createOffers();
  readonly #stops = new Set<Stop>();
  readonly #listeners = new Set<(world: World, done: readonly Decision[]) => void>();
  readonly #actListeners = new Set<(path: string) => void>();
  readonly #progressListeners = new Set<(world: World, hasActed: boolean) => void>();
  #lastDrawn = -Infinity;

  constructor(ports: Ports, options: EngineOptions, memory: Memory) {
    this.#ports = ports;
    this.#options = options;
    this.#memory = memory;
    this.#index = new Index(ports, options.settings);
    this.#calls = watchCalls(ports.tools);
    this.#jobs = createJobs(() => this.#isStopped());
    const halt = (): void => {
      ports.tools.halt();
      ports.programs.halt();
      void this.#jobs.stop();
    };
    options.stop?.addEventListener("abort", halt, { once: true });
    if (this.#isStopped()) halt();
    this.#observer = new Observer({
      ports,
      options,
      memory,
      index: this.#index,
      retryPolicy: this.#retryPolicy,
      jobs: this.#jobs,
      offers: this.#offers,
    });
    this.#jobs.onEnd((error, { path }) => void blameNote(path, this.#observer.latest, error, this.#index));
    this.#context = this.#contextOf(ports, options);
  }

  /** Reads everything anew. Writes nothing, starts nothing. */
  look(): Promise<World> {
    return this.#mutex.run(async () => this.#tell((await this.#observer.foresee()).world));
  }

  /** The next move, without doing it. Writes nothing, starts nothing. */
  preview(): Promise<Decisions & { readonly world: World }> {
    return this.#mutex.run(() => this.#observer.foresee());
  }

  /**
   * Works until nothing is left to do, waiting out the quiet and grace times it meets. `only`: path of the one plan
   * that is worked on; then nothing is asked for or carried out, and no other note is touched but the Dashboard.
   */
  async settle(only?: string): Promise<Settled> {
    const moves: Decision[] = [];
    const failed: { error: Error | null } = { error: null };
    const unhear = this.#jobs.onEnd((error, { path }) => {
      if (error instanceof Error && !blameNote(path, this.#observer.latest, error, this.#index))
        failed.error ??= error;
    });
    try {
      await this.#mutex.run(async () => this.#tryAgain());
      for (;;) {
        const waits = await this.#mutex.run(() => this.#pass(moves, false, only));
        const due = Math.min(...waits.flatMap(({ until, isTold }) => (isTold === true ? [] : [until])));
        const isThinking = this.#jobs.list().length > 0;
        if (this.#isStopped()) await this.#jobs.stop();
        if (failed.error !== null) throw failed.error;
        if (this.#isStopped() || (!Number.isFinite(due) && !isThinking))
          return {
            moves,
            world: this.#observer.latest ?? (await this.#mutex.run(() => this.#observer.lookAnew())),
          };
        const rest = Math.max(1, due - this.#ports.clock.now());
        if (isThinking) await this.#besideCalls(Math.min(rest, PATIENCE));
        else await this.#ports.clock.sleep(rest, this.#options.stop);
      }
    } finally {
      unhear();
    }
  }

  /** Works, then waits for events and for what falls due, until `stop` is aborted. */
  run(stop: AbortSignal): Promise<void> {
    return run(stop, {
      onHindrances: this.#options.onHindrances,
      jobs: this.#jobs,
      vault: this.#ports.vault,
      clock: this.#ports.clock,
      settings: this.#options.settings,
      index: this.#index,
      notice: this.#ports.notice,
      isNews: () => this.#mutex.run(async () => this.#observer.isLeft || (await this.#index.isNews())),
      hindrances: () => this.#memory.hindrances(),
      world: () => this.#observer.latest,
      pass: () => this.#mutex.run(() => this.#pass([], true)),
      tryAgain: () => this.#tryAgain(),
      askAfresh: () => this.#retryPolicy.askAfresh(),
    });
  }

  /** Looks at one plan closely. */
  planDetail(path: string): Promise<PlanDetail> {
    return this.#mutex.run(() => this.#context.planDetail(path));
  }

  /** Asks the servers whose tools the agent of a plan may call. All else is left to the run that is at work. */
  async lookAtTools(path: string): Promise<void> {
    const { moves, world } = await this.preview();
    const look = moves.find(({ move }) => move.kind === "look-at-tools" && move.path === path);
    if (look === undefined) return;
    await this.#mutex.run(() => perform(look.move, world, this.#context));
    await this.#jobs.anyEnds();
  }

  /** Why the note at a path is no plan, or does not go on, in a sentence or two. */
  tellNote(path: string): Promise<string> {
    return this.#mutex.run(async () => {
      const world = this.#tell(await this.#observer.lookAnew());
      const { say } = await judge(path, world, this.#context);
      return writeCommands(say, this.#options.face);
    });
  }

  /** The changes that would be made if the person agreed; a sentence where there is nothing to show. Writes nothing. */
  propose(wanted: Wanted): Promise<Proposal | string> {
    return this.#mutex.run(async () =>
      propose(wanted, this.#tell(await this.#observer.lookAnew()), this.#context, this.#options.face),
    );
  }

  /**
   * Has a model draft a plan of a note, or a person in its place; what it answers is to be proposed. Writes nothing
   * in the vault.
   */
  async draft(wanted: WantedPlan, signal: AbortSignal, byHand?: ByHand): Promise<Drafted> {
    const stop = this.#options.stop === undefined ? signal : AbortSignal.any([signal, this.#options.stop]);
    return await draftPlan(wanted, await this.#mutex.run(() => this.#observer.lookAnew()), {
      context: this.#context,
      withMutex: (job) => this.#mutex.run(job),
      signal: stop,
      ...(byHand === undefined ? {} : { byHand }),
    });
  }

  /** The flows that a person can start, and those that have faults. */
  flows(): Promise<readonly OfferedFlow[]> {
    return offerFlows(this.#ports, this.#options.settings);
  }

  /** The skills and preambles that there are. Writes nothing. */
  skills(): Promise<OfferedSkills> {
    return offerSkills(this.#ports, this.#options.settings);
  }

  /** Does what a person asked for. Does not settle. */
  async obey(command: Command, goesOn?: GoesOn): Promise<Obeyed> {
    const [obeyed] = await this.obeyAll([command], () => true, goesOn);
    return obeyed ?? no("Nothing was done.");
  }

  /** Does several at once, before anything else happens (`commands/obeyAll`). Does not settle. */
  obeyAll(commands: readonly Command[], told: Told, goesOn?: GoesOn): Promise<readonly Obeyed[]> {
    const stops = commands.filter(isStop).map((each) => ({ ...each }));
    for (const stop of stops) this.#stops.add(stop);
    return this.#mutex.run(async () => {
      for (const stop of stops) this.#stops.delete(stop);
      this.#retryPolicy.askAfresh();
      const context = { ...this.#context, by: this.#options.by ?? null };
      const around = { world: await this.#observer.lookAnew(), context, face: this.#options.face };
      const answers = await obeyAll(commands, around, told, goesOn);
      // A server that could not be used may be there by now.
      if (commands.some(({ kind }) => kind === "request")) this.#tryAgain();
      // The faces show the result at once. A look or a face that fails takes nothing back of it; the next one tells
      // why.
      if (this.#listeners.size > 0)
        await this.#observer
          .look()
          .then((world) => this.#tell(world))
          .catch(() => null);
      return answers;
    });
  }

  /** The world as last seen. Null before the first look. */
  world(): World | null {
    return this.#observer.latest;
  }

  /** Calls of models that are under way just now, with their last sign of life. */
  jobs(): World["jobs"] {
    return this.#jobs.list();
  }

  /** Called whenever a program under way has told that it does something. Answers how to stop listening. */
  onHeard(listener: () => void): () => void {
    return this.#jobs.onHeard(listener);
  }

  /** The server that a call is under way to; null when there is none. */
  calling(): string | null {
    return this.#calls.server();
  }

  /** The request that is being carried out, and since when; null when none is. */
  carrying(): { readonly request: string; readonly since: number } | null {
    return this.#observer.acting;
  }

  /**
   * Called with the world whenever a pass ends, and with what it did in it; after a look a person asked for, with
   * nothing done. Answers how to stop listening.
   */
  onWorld(listener: (world: World, done: readonly Decision[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Called before an approved request is carried out, with the path of its note; it may be refused yet. Answers how
   * to stop listening.
   */
  onAct(listener: (path: string) => void): () => void {
    this.#actListeners.add(listener);
    return () => this.#actListeners.delete(listener);
  }

  /**
   * Called with what a look found while a pass goes on: after an approved request was carried out (`hasActed`), and
   * once a second. Answers how to stop listening.
   */
  onProgress(listener: (world: World, hasActed: boolean) => void): () => void {
    this.#progressListeners.add(listener);
    return () => this.#progressListeners.delete(listener);
  }

  /** Lets the servers go. */
  async close(): Promise<void> {
    await this.#jobs.stop();
    await Promise.all([this.#ports.tools.close(), this.#ports.programs.close()]);
  }

  #isStopped(): boolean {
    return this.#options.stop?.aborted === true;
  }

  #tell(world: World, done: readonly Decision[] = []): World {
    for (const listener of this.#listeners) listener(world, done);
    return world;
  }

  #contextOf(ports: Ports, { settings, run }: EngineOptions): Context {
    return {
      ...ports,
      tools: this.#calls.tools,
      vault: notifyingVault(ports.vault, (path) => this.#index.mark(path)),
      settings,
      run,
      by: null,
      index: this.#index,
      memory: this.#memory,
      lookAgain: () => {
        this.#index.listNames();
        return this.#observer.look();
      },
      stopsAsked: () => [...this.#stops],
      isStopped: () => this.#isStopped(),
      tellSending: () => this.#tellSending(),
      planDetail: async (path) => {
        this.#index.call(path);
        return planDetailAt(await this.#observer.look(), path);
      },
      think: (move, world) =>
        think(move, world, {
          context: this.#context,
          jobs: this.#jobs,
          offers: this.#offers,
          tools: ports.tools,
          withMutex: (job) => this.#mutex.run(job),
        }),
      answerByHand: (view, text, world) => answerByHand(view, text, world, this.#context),
      fail: this.#retryPolicy.fail,
      lookAtServer: async (name) => {
        const definition = serverOf(settings, name);
        const view: ServerView =
          definition === null
            ? { kind: "down", why: "it is not in the settings" }
            : await ports.tools.look(name, definition);
        // A look that the stop cut off says nothing about the server.
        if (!this.#isStopped()) this.#observer.keepServer(name, view);
        return view;
      },
    };
  }

  async #tellSending(): Promise<void> {
    const { latest } = this.#observer;
    if (latest === null) return;
    this.#tell(latest);
    const drawing = DRAW.decide(latest, latest);
    if (drawing !== null && "move" in drawing) await perform(drawing.move, latest, this.#context);
  }

  /**
   * Rounds of look, decide, perform, until no move is left. Answers what will fall due. Where nobody tells of what
   * others write meanwhile, it ends on a look at everything.
   */
  async #pass(done: Decision[], isTold: boolean, only: string | null = null): Promise<readonly Wait[]> {
    const from = done.length;
    const toldAt = this.#ports.clock.monotonic();
    const course = { isAgain: !isTold, isDrawn: false, hasActed: false, toldAt };
    const pass: Pass = { done, from, isTold, only, ...course };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (this.#isStopped()) return [];
      const waits = await this.#round(pass);
      if (waits !== null) return waits;
    }
    throw new Error(
      `Planwright did not come to rest after ${String(MOST_ROUNDS)} rounds; please report this.`,
    );
  }

  /** The waits that are left, where the pass ends with this round; else null. */
  async #round(pass: Pass): Promise<readonly Wait[] | null> {
    const observer = this.#observer;
    const world = await (pass.isAgain ? observer.lookAnew() : observer.look());
    observer.isLeft = false;
    if (pass.hasActed || isLong(pass, this.#ports.clock)) {
      for (const listener of this.#progressListeners) listener(world, pass.hasActed);
      pass.hasActed = false;
      pass.toldAt = this.#ports.clock.monotonic();
    }
    if (world.mayClaim && world.device.device === null) {
      await this.#memory.introduce();
      return null;
    }
    this.#jobs.keep((job) => isWanted(job, world));
    await observer.watch.keep(world);
    this.#retryPolicy.beginRound();
    // Drawn in the last round from these very notes, the Dashboard would say the same.
    const isAsDrawn = pass.isTold && pass.isDrawn && !observer.isNew && this.#index.isOwn(world.dashboard);
    const draw = isAsDrawn ? DRAWN : DRAW;
    const decided = observer.decideOn(world, draw, this.#retryPolicy.isStuck, pass.only);
    if (decided === null) return null;
    const { moves, waits } = decided;
    // The Dashboard is drawn when nothing else is left to do: what is looked at next is what others did meanwhile.
    const isLast = moves.every(({ rule }) => rule === DRAW.id);
    // A failure whose decision is not wanted any more is told no longer, so the vault is looked at again before a
    // drawing.
    if (isLast && this.#retryPolicy.forgetUnwanted()) {
      pass.isAgain = false;
      return null;
    }
    if (moves.length === 0) {
      if (pass.isTold || pass.isAgain) return this.#end(pass, world, waits);
      pass.isAgain = true;
      return null;
    }
    pass.isAgain = !pass.isTold && isLast;
    pass.isDrawn = false;
    for (const decision of moves) {
      const left = await this.#carryOut(decision, world, isLast, pass);
      if (left !== null) return left;
      if (isLong(pass, this.#ports.clock)) break;
    }
    return null;
  }

  /** The waits that are left, where the pass ends with this move; else null. */
  async #carryOut(
    decision: Decision,
    world: World,
    isLast: boolean,
    pass: Pass,
  ): Promise<readonly Wait[] | null> {
    const { move, rule } = decision;
    if (rule === DRAW.id) await this.#waitToDraw();
    if (!this.#retryPolicy.mayTry(decision)) return null;
    if (move.kind === "act") {
      pass.hasActed = true;
      this.#observer.acting = { request: move.request, since: this.#ports.clock.now() };
      for (const listener of this.#actListeners) listener(move.path);
    }
    const result = await perform(move, world, this.#context)
      .catch((error: unknown): Performed => {
        if (!blameNote(move.path, world, error, this.#index)) throw error;
        return { kind: "stale" };
      })
      .finally(() => (this.#observer.acting = null));
    if (result.kind === "done") {
      pass.done.push(decision);
      pass.isDrawn = isLast;
    }
    this.#retryPolicy.came(decision, result);
    if (this.#isStopped()) {
      if (move.kind === "act")
        await closeUp(move.request, {
          look: () => this.#observer.look(),
          perform: (next, seen) => perform(next, seen, this.#context),
          done: pass.done,
        });
      return this.#end(pass, this.#observer.latest ?? world, []);
    }
    // A command of a person comes before the next move: a call may last for minutes, and they may have taken back what
    // follows it.
    if (!this.#mutex.isAwaited()) return null;
    const until = this.#ports.clock.now();
    return this.#end(pass, world, [{ rule, path: "", until, because: "somebody asks for something else" }]);
  }

  #end({ done, from }: Pass, world: World, waits: readonly Wait[]): readonly Wait[] {
    this.#tell(world, done.slice(from));
    return waits;
  }

  /** The Dashboard is drawn once a second at most. */
  async #waitToDraw(): Promise<void> {
    const { clock } = this.#ports;
    await clock.sleep(Math.max(0, this.#lastDrawn + SECOND - clock.monotonic()), this.#options.stop);
    this.#lastDrawn = clock.monotonic();
  }

  /** Tries again the moves whose obstacle may be gone. */
  #tryAgain(): void {
    this.#retryPolicy.tryAgain();
    this.#observer.forgetServersDown();
  }

  /** Waits for a call of a model to end, or so many milliseconds: a person may take back meanwhile what it is for. */
  async #besideCalls(ms: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#jobs.anyEnds(), this.#ports.clock.sleep(ms, over.signal)]);
    over.abort();
  }
}
