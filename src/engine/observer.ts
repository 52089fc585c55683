/**
 * The observer: reads what there is, puts it together as the World, and has the rules judge it. Where judging one note
 * fails, that note is set aside and everything is looked at again.
 */
import type { Role, Starting } from "../approval/around";
import type { Face } from "../settings/places";
import { pathOf, type Settings } from "../settings/settings";
import type { ServerView } from "../kit/ports/tools";
import { assemble, taking } from "../rules/assemble";
import { findRequests, namesOf } from "../rules/requests";
import { askEveryRule, decide, type Decisions } from "../rules/rules";
import type { Seen } from "../rules/snapshot";
import type { World } from "../rules/world";
import { DRAW, withDashboard } from "../overview/dashboard/update";
import { judgeNotes } from "./judgeNotes";
import { createAbsence, type Absence } from "./perform/absence";
import { checkApproved } from "./perform/attachments";
import type { Memory } from "./perform/ledgerStore";
import type { Ports } from "./perform/ports";
import type { RetryPolicy } from "./retryPolicy";
import type { Index } from "./scan";
import { createWatch, type Watch } from "./stopwatch";
import type { Jobs } from "./think/jobs";
import type { OfferBook } from "./think/offers";

export interface EngineOptions {
  readonly settings: Settings;
  readonly face?: Face; // How answers name commands; as in the app where left out.
  readonly role: Role;
  /** The program that gives the commands of this run, empty where it has no name; a person where left out. */
  readonly by?: string | null;
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
  /** Asked at every look: the time after the start of the app; null once it is over. A terminal has none. */
  readonly starting?: () => Starting | null;
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

/** Everything that the World is put together from. */
export interface Sources {
  readonly ports: Ports;
  readonly options: EngineOptions;
  readonly memory: Memory;
  readonly index: Index;
  readonly retryPolicy: RetryPolicy;
  readonly jobs: Jobs;
  readonly offers: OfferBook;
}

type DecideArguments = Parameters<typeof decide> extends readonly [World, ...infer More] ? More : never;
type Unrecorded = Omit<Seen, "recordNotes">;

const findIn = (seen: Unrecorded): ReturnType<typeof findRequests> => findRequests(seen, taking(seen));

export class Observer {
  /** The world as last seen. */
  latest: World | null = null;
  /** The request that is being carried out, and since when. */
  acting: { readonly request: string; readonly since: number } | null = null;
  /** The last look found something that the one before did not, the Dashboard aside. */
  isNew = true;
  /** A look outside a pass, such as a person’s, found something that no pass has worked on yet. */
  isLeft = false;
  readonly watch: Watch;
  readonly #sources: Sources;
  readonly #absence: Absence;
  #servers = new Map<string, ServerView>();
  /** The findings of the last look. */
  #lastSeen: Seen | null = null;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.watch = createWatch(sources.ports.clock, sources.memory);
    this.#absence = createAbsence(sources.ports.clock);
  }

  async look(): Promise<World> {
    for (;;) {
      const world = await this.#lookOnce();
      if (world !== null) return world;
    }
  }

  /** Lists every folder first. */
  lookAnew(): Promise<World> {
    this.#sources.index.listAgain();
    return this.look();
  }

  /** The world, and what would follow from it: a note at which that fails is told, too. */
  async foresee(): Promise<Decisions & { readonly world: World }> {
    for (let world = await this.lookAnew(); ; world = await this.look()) {
      const decided = this.decideOn(world, DRAW);
      if (decided !== null) return { ...decided, world };
    }
  }

  /** The moves that follow from the last look; null where it has to be looked again. */
  decideOn(world: World, ...more: DecideArguments): Decisions | null {
    return this.#lastSeen === null
      ? decide(world, ...more)
      : judgeNotes(
          this.#lastSeen,
          () => decide(world, ...more),
          this.#sources.index,
          (of) => askEveryRule(assemble(of, findIn(of)), DRAW),
        );
  }

  keepServer(name: string, view: ServerView): void {
    this.#servers = new Map(this.#servers).set(name, view);
  }

  /** Servers that could not be used are asked again. */
  forgetServersDown(): void {
    this.#servers = new Map([...this.#servers].filter(([, view]) => view.kind === "up"));
  }

  async #lookOnce(): Promise<World | null> {
    const { memory, index } = this.#sources;
    const began = this.#sources.ports.clock.now();
    await memory.refresh();
    const partial = await this.#find(began);
    const found = judgeNotes(partial, findIn, index);
    if (found === null) return null;
    const recorded = await index.records(namesOf(found, partial), partial.device, partial);
    const seen: Seen = { ...partial, ...recorded };
    const world = judgeNotes(
      seen,
      (of) => withDashboard(assemble(of, of === seen ? found : findIn(of))),
      index,
    );
    if (world === null) return null;
    this.#lastSeen = seen;
    this.watch.see(world);
    this.latest = world;
    return world;
  }

  /** Everything but the records. */
  async #find(began: number): Promise<Unrecorded> {
    const { ports, options, memory, index, retryPolicy, jobs, offers } = this.#sources;
    const { settings } = options;
    const device = memory.state();
    const { isNew, ...notes } = await index.look(device);
    this.isNew = isNew;
    this.isLeft ||= isNew;
    const { absent, unreadable } = notes.folders;
    const isHidden = [...absent, ...unreadable].includes(pathOf(settings, "approved"));
    const starting = options.starting?.() ?? null;
    // In the first minute, sync still brings approvals of the days in which nobody was here.
    const backSince = this.#absence.looked(began, device.alive, isHidden || starting !== null);
    const hindrances = [...memory.hindrances(), ...(options.hindrances?.() ?? [])];
    const runAtWork = this.acting === null ? ((await options.runAtWork?.()) ?? null) : options.run;
    return {
      ...notes,
      now: began,
      role: options.role,
      settings,
      device,
      hindrances,
      withoutSettings: options.withoutSettings ?? false,
      backSince,
      starting,
      servers: this.#servers,
      attachments: await checkApproved(notes.requests, { vault: ports.vault, settings }),
      watched: this.watch.lasted(device),
      runAtWork,
      otherRun: runAtWork === options.run ? null : runAtWork,
      jobs: jobs.list(),
      programs: ports.programs.unable,
      offers: offers.all(),
      failures: retryPolicy.failures,
      problems: [...notes.problems, ...retryPolicy.problems()],
    };
  }
}
