/** One session after the other: opened, closed and opened anew, one such change at a time. */
import { Platform } from "obsidian";
import { createWindowClock } from "../adapters/obsidian/createWindowClock";
import { isTrusted } from "../adapters/obsidian/trust";
import { MINUTE, SECOND } from "../kit/dates";
import { Mutex } from "../kit/mutex";
import { escapeLine } from "../kit/text";
import { isFree } from "../rules/permission";
import type { Command, GoesOn } from "../rules/command";
import type { World } from "../rules/world";
import type { Answered } from "./ui/engineClient";
import { WORDS } from "./ui/words";
import type { Ground } from "./ground";
import { hindrancesOf, UNCONFIRMED } from "./hindrances";
import { closeSession, openSession, type Session } from "./session";

/** Milliseconds until a session that another program kept from acting is opened again. */
const RETRY = 10 * SECOND;

/** The faces on the screen, which the sessions tell of changes. */
export interface Faces {
  /** Another look has been taken. */
  show(world: World): void;
  /** An approved request is about to be carried out. */
  acts(): void;
  /** A pass goes on. `hasActed`: an approved request was carried out. */
  goesOn(world: World, hasActed: boolean): void;
  /** The settings were read anew. */
  loaded(): void;
}

export class Sessions {
  readonly #ground: Ground;
  readonly #faces: Faces;
  readonly #changes = new Mutex();
  #session: Session | null = null;
  #unloaded = false;
  /** The session that is going to be opened anew; asking twice before that is asking once. */
  #reopening: Promise<void> | null = null;

  constructor(ground: Ground, faces: Faces) {
    this.#ground = ground;
    this.#faces = faces;
  }

  /** Null while none is open. */
  current(): Session | null {
    return this.#session;
  }

  /** Reads the settings, and opens a session with them where they are new. */
  load(): Promise<void> {
    const { carried, choices, file, notice } = this.#ground;
    return this.#inTurn(async () => {
      if (!(await carried.load()) && this.#session !== null) return;
      const trouble = file.trouble();
      if (trouble !== null)
        notice.say(
          `The settings of Planwright cannot be read: ${trouble}. Nothing is carried out here until they can; the file is left as it is.`,
        );
      // A page of settings that is open shows them at once: opening a session may take its time.
      this.#faces.loaded();
      await this.#close();
      await this.#open();
      if (this.#session !== null && !isTrusted(this.#session) && choices.acts()) notice.say(UNCONFIRMED);
      this.#faces.loaded();
    });
  }

  reopen(): Promise<void> {
    this.#reopening ??= this.#inTurn(async () => {
      this.#reopening = null;
      await this.#close();
      await this.#open();
    });
    return this.#reopening;
  }

  /** Ends for good. */
  unload(): void {
    this.#unloaded = true;
    this.#session?.stop.abort();
    void this.#inTurn(() => this.#close());
  }

  /** Does what a person asked for, and tells them the answer. True when it was done. */
  async obey(command: Command, goesOn: GoesOn = () => true): Promise<boolean> {
    const { isDone, said } = await this.answer(command, goesOn);
    // A plan that was put off is told in its place, with a way back.
    if (!isDone || command.kind !== "later" || command.until === null) this.#ground.notice.say(said);
    return isDone;
  }

  /** The same, with the answer handed over instead of said. */
  async answer(command: Command, goesOn?: GoesOn): Promise<Answered> {
    const [answer] = await this.answerAll([command], () => true, goesOn);
    return answer ?? { isDone: false, said: WORDS.starting, made: null };
  }

  /** Several at once. Where no look could be taken, nothing was done, and one answer says why. */
  async answerAll(
    commands: readonly Command[],
    told: (answer: Answered, done: number) => boolean,
    goesOn: GoesOn = () => true,
  ): Promise<readonly Answered[]> {
    const session = this.#session;
    if (session === null) return [{ isDone: false, said: WORDS.starting, made: null }];
    const answers: Answered[] = [];
    try {
      await session.engine.obeyAll(
        commands,
        (obeyed, done) => {
          const isDone = obeyed.kind === "done";
          const answer = { isDone, said: obeyed.say, made: (obeyed.kind === "done" && obeyed.made) || null };
          answers.push(answer);
          return told(answer, done);
        },
        (done, all) => !this.#unloaded && goesOn(done, all),
      );
      session.ports.vault.nudge();
    } catch (error) {
      answers.push({ isDone: false, said: `That could not be done: ${wordsOf(error)}`, made: null });
    }
    return answers;
  }

  /** Lets what is to be done for one plan be done now. */
  async settle(path: string): Promise<void> {
    try {
      await this.#session?.engine.settle(path);
    } catch (error) {
      this.#ground.notice.say(`That could not be done: ${wordsOf(error)}`);
    }
  }

  /**
   * Lets changed settings take effect. Changes that the person made here stay confirmed if all was confirmed before.
   */
  async apply(): Promise<void> {
    const { carried, file, notice } = this.#ground;
    await file.idle();
    await this.#inTurn(() => Promise.resolve());
    const session = this.#session;
    const next = file.now();
    if (session === null) {
      await this.reopen();
      return;
    }
    const carries = carried.carries(next);
    if (carries)
      await session.engine
        .obey({ kind: "trust", settings: next })
        .catch((error: unknown) => notice.say(`The settings could not be confirmed: ${wordsOf(error)}`));
    carried.settled(next);
    if (carries || JSON.stringify(next) !== JSON.stringify(session.settings)) await this.reopen();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#changes
      .run(work)
      .catch((error: unknown) => this.#ground.notice.say(`Planwright met a fault: ${wordsOf(error)}`));
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session !== null) await closeSession(session);
  }

  async #open(): Promise<void> {
    if (this.#unloaded) return;
    const { notice } = this.#ground;
    const session = await openSession(this.#ground);
    const { engine, stop } = session;
    this.#session = session;
    engine.onWorld((world) => this.#show(world, session));
    engine.onAct(() => this.#faces.acts());
    engine.onProgress((world, hasActed) => {
      if (session === this.#session) this.#faces.goesOn(world, hasActed);
    });
    try {
      await engine.look();
    } catch (error) {
      notice.say(`Planwright could not start: ${wordsOf(error)} It tries again in a minute.`);
      this.#later(MINUTE, stop.signal);
      return;
    }
    session.over = engine.run(stop.signal).catch((error: unknown) => {
      notice.say(`Planwright stopped: ${wordsOf(error)} It tries again in a minute.`);
      this.#later(MINUTE, stop.signal);
    });
    if (session.busy !== null) this.#later(RETRY, stop.signal);
  }

  /** Opens a session anew after a while, unless this one is closed before. */
  #later(ms: number, stop: AbortSignal): void {
    void createWindowClock(stop)
      .sleep(ms)
      .then(() => (stop.aborted ? undefined : this.reopen()));
  }

  #show(world: World, session: Session): void {
    if (session !== this.#session) return;
    const may =
      this.#ground.choices.acts() &&
      Platform.isDesktop &&
      isFree(world) &&
      hindrancesOf(session, this.#ground).length === 0;
    if (may !== session.acts && session.busy === null) void this.reopen();
    this.#faces.show(world);
  }
}

function wordsOf(error: unknown): string {
  return escapeLine(error instanceof Error ? error.message : String(error), 300);
}
