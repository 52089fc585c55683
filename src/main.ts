/**
 * Door 1, Obsidian. Makes the ports, opens the desk once the app is ready, shows its world, passes on what a person wants, and closes it.
 * The desk is closed and opened anew whenever what it rests on changes: the settings, their confirmation, whether this device may act.
 *
 * A device that may not act just now (still starting, settings not confirmed here, another device named) runs as a viewer, which writes
 * nothing by itself. Phones are always viewers; acting there for what is done by hand alone is left for later.
 */
import { Platform, Plugin } from "obsidian";
import { carryTrust, type CarriedTrust } from "./adapters/obsidian/carriedTrust";
import { createWindowClock } from "./adapters/obsidian/clock";
import { createLocalChoices, type LocalChoices } from "./adapters/obsidian/local";
import { createAppNotice } from "./adapters/obsidian/notice";
import { openAppPorts, type AppPorts } from "./adapters/obsidian/ports";
import { createSettingsFile, type SettingsFile } from "./adapters/obsidian/settingsFile";
import { isTrusted, watchTrust, type Trust } from "./adapters/obsidian/trust";
import { watchWaking, type Waking } from "./adapters/obsidian/waking";
import { openDesk, type Desk } from "./desk/desk";
import { findFolders, takenNames } from "./desk/setup";
import { MINUTE, SECOND, writeDay } from "./kit/dates";
import { plain } from "./kit/text";
import type { Settings } from "./settings/settings";
import { addCommands, addToFileMenu, openDashboard } from "./ui/commands";
import type { Door } from "./ui/door";
import { resumeWords } from "./ui/plans";
import { PlanwrightSettings } from "./ui/settingsTab";
import { offerSetUp } from "./ui/setUp";
import { StatusBar } from "./ui/statusBar";
import { soon } from "./ui/soon";
import type { Command, GoesOn } from "./world/command";
import { isFree } from "./world/standing";
import { closerAt, currentPlan, type World } from "./world/world";

interface Session {
  readonly desk: Desk;
  readonly ports: AppPorts;
  readonly trust: Trust;
  readonly settings: Settings;
  readonly stop: AbortController;
  readonly acts: boolean;
  /** Another program has this device's memory; it is asked for again in a while. */
  readonly busy: string | null;
  readonly release: () => Promise<void>;
  over: Promise<void>;
}

const RETRY = 10 * SECOND;
const STARTING = "Planwright is still starting; try again in a moment.";
const UNCONFIRMED = "The settings are not confirmed on this device; “Confirm settings on this device” shows them.";

export default class PlanwrightPlugin extends Plugin {
  readonly #clock = createWindowClock();
  readonly #notice = createAppNotice();
  #choices!: LocalChoices;
  #file!: SettingsFile;
  #door!: Door;
  #bar!: StatusBar;
  #tab!: PlanwrightSettings;
  #session: Session | null = null;
  #lane: Promise<void> = Promise.resolve();
  #unloaded = false;
  /** It is going to be opened anew; asking twice before that is asking once. */
  #reopening = false;
  #waking!: Waking;
  #carried!: CarriedTrust;

  override onload(): void {
    this.#waking = watchWaking(this.#clock);
    this.#choices = createLocalChoices(this.app);
    this.#file = createSettingsFile(this);
    this.#carried = carryTrust(this.#file);
    this.#door = this.#makeDoor();
    this.#bar = this.addChild(new StatusBar(this.addStatusBarItem(), this.#door));
    this.#tab = new PlanwrightSettings(this, this.#door);
    this.addSettingTab(this.#tab);
    this.addRibbonIcon("list-checks", "Open dashboard", () => openDashboard(this.#door));
    addCommands(this, this.#door);
    this.registerEvent(this.app.workspace.on("file-menu", (menu, file) => addToFileMenu(menu, file, this.#door)));
    this.app.workspace.onLayoutReady(() => void this.#load());
  }

  override onunload(): void {
    this.#unloaded = true;
    this.#session?.stop.abort();
    void this.#inTurn(() => this.#close());
  }

  override onExternalSettingsChange(): void {
    void this.#load();
  }

  #load(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#carried.load()) && this.#session !== null) return;
      const trouble = this.#file.trouble();
      if (trouble !== null) this.#notice.say(`The settings of Planwright cannot be read: ${trouble}. Nothing is carried out here until they can; the file is left as it is.`);
      await this.#close();
      await this.#open();
      if (this.#session !== null && !isTrusted(this.#session) && this.#choices.acts()) this.#notice.say(UNCONFIRMED);
      this.#tab.update();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#lane = this.#lane.then(work).catch((error: unknown) => this.#notice.say(`Planwright met a fault: ${wordsOf(error)}`));
    return this.#lane;
  }

  #reopen(): Promise<void> {
    if (this.#reopening) return this.#lane;
    this.#reopening = true;
    return this.#inTurn(async () => {
      this.#reopening = false;
      await this.#close();
      await this.#open();
    });
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    session.stop.abort();
    await session.over; // A call that is under way ends first, and is recorded.
    await session.desk.close();
    await session.release();
  }

  async #open(): Promise<void> {
    if (this.#unloaded) return;
    const settings = this.#file.now();
    const stop = new AbortController();
    const ports = await openAppPorts(this.app, settings, () => (isTrusted({ trust, settings }) ? null : UNCONFIRMED));
    const trust = watchTrust(ports.store);
    const outside = { ...ports, store: trust.store, clock: createWindowClock(stop.signal) };
    const hindrances = (): readonly string[] => [...(stop.signal.aborted ? ["Planwright is closing."] : []), ...this.#hindrances({ trust, settings })];
    const watching = await openDesk(outside, { settings, role: "viewer", run: ports.run, runAtWork: () => ports.runAtWork(), hindrances, stop: stop.signal });
    this.#carried.opened(trust);
    const free = this.#choices.acts() && Platform.isDesktop && isFree(await watching.look()) && hindrances().length === 0;
    const lock = free ? await ports.lock() : null;
    const acts = typeof lock === "function";
    const desk = acts ? await openDesk(outside, { settings, role: "executor", run: ports.run, hindrances, stop: stop.signal }) : watching;
    const session: Session = { desk, ports, trust, settings, stop, acts, busy: typeof lock === "string" ? lock : null, release: acts ? lock : () => Promise.resolve(), over: Promise.resolve() };
    this.#session = session;
    desk.onWorld((world) => this.#show(world, session));
    try {
      await desk.look();
    } catch (error) {
      this.#notice.say(`Planwright could not start: ${wordsOf(error)} It tries again in a minute.`);
      this.#later(MINUTE, stop.signal);
      return;
    }
    session.over = desk.run(stop.signal).catch((error: unknown) => {
      this.#notice.say(`Planwright stopped: ${wordsOf(error)} It tries again in a minute.`);
      this.#later(MINUTE, stop.signal);
    });
    const delay = this.#startsAt(settings) - this.#clock.now();
    if (delay > 0) this.#later(delay, stop.signal);
    if (session.busy !== null) this.#later(RETRY, stop.signal);
  }

  /** Opens the desk anew after a while, unless it is closed before. */
  #later(ms: number, stop: AbortSignal): void {
    void createWindowClock(stop).sleep(ms).then(() => (stop.aborted ? undefined : this.#reopen()));
  }

  #startsAt(settings: Settings): number {
    return this.#waking.since() + settings.start_delay_seconds * SECOND;
  }

  /** Why this device may not act now. Asked at every look. */
  #hindrances(of: Pick<Session, "trust" | "settings">): readonly string[] {
    const now = this.#clock.now();
    this.#waking.looked();
    const starting = this.#startsAt(of.settings) - now;
    return [
      ...(this.#file.trouble() === null ? [] : ["The settings cannot be read, so nothing is carried out."]),
      ...(starting > 0 ? [`Just started: nothing is carried out for ${String(Math.ceil(starting / SECOND))} seconds, so that sync can bring what others decided.`] : []),
      ...(isTrusted(of) ? [] : [UNCONFIRMED]),
    ];
  }

  #show(world: World, session: Session): void {
    if (session !== this.#session) return;
    this.#bar.show();
    const may = this.#choices.acts() && Platform.isDesktop && isFree(world) && this.#hindrances(session).length === 0;
    if (may !== session.acts && session.busy === null) void this.#reopen();
    this.#announce(world);
  }

  /** Once a day: which plan is resumed. Once at all: an offer to set up. */
  #announce(world: World): void {
    const view = currentPlan(world);
    const day = writeDay(world.now);
    if (view !== null && view.plan.status !== "Draft" && this.#choices.announced() !== day) {
      this.#choices.setAnnounced(day);
      this.#notice.say(resumeWords(view));
    }
    if (this.#choices.offered() || world.acting.kind !== "nobody") return;
    this.#choices.setOffered();
    this.register(offerSetUp(this.#door));
  }

  async #obey(command: Command, goesOn: GoesOn = () => true): Promise<boolean> {
    const session = this.#session;
    if (session === null) {
      this.#notice.say(STARTING);
      return false;
    }
    try {
      const answer = await session.desk.obey(command, (done, all) => !this.#unloaded && goesOn(done, all));
      this.#notice.say(answer.say);
      session.ports.vault.nudge();
      return answer.kind === "done";
    } catch (error) {
      this.#notice.say(`That could not be done: ${wordsOf(error)}`);
      return false;
    }
  }

  /** Lets changed settings take effect. What the person changed here stays confirmed if it was before. */
  async #apply(): Promise<void> {
    await this.#file.idle();
    await this.#lane;
    const session = this.#session;
    const next = this.#file.now();
    if (session === null) {
      await this.#reopen();
      return;
    }
    const carries = this.#carried.carries(next);
    if (carries) await session.desk.obey({ kind: "trust", settings: next }).catch((error: unknown) => this.#notice.say(`The settings could not be confirmed: ${wordsOf(error)}`));
    this.#carried.settled(next);
    if (carries || JSON.stringify(next) !== JSON.stringify(session.settings)) await this.#reopen();
  }

  #makeDoor(): Door {
    return {
      app: this.app,
      world: () => this.#session?.desk.world() ?? null,
      look: async () => {
        const desk = this.#session?.desk;
        return desk === undefined ? null : await soon(desk.look(), () => desk.world(), this.#clock);
      },
      closer: async (path) => {
        const desk = this.#session?.desk;
        return desk === undefined ? null : await soon(desk.closer(path), () => { const world = desk.world(); return world === null ? null : closerAt(world, path); }, this.#clock);
      },
      now: () => this.#clock.now(),
      say: (text) => this.#notice.say(text),
      obey: (command, goesOn) => this.#obey(command, goesOn),
      propose: async (wanted) => (await this.#session?.desk.propose(wanted)) ?? STARTING,
      read: async (path) => {
        const reading = await this.#session?.ports.vault.read(path);
        return reading?.kind === "text" ? reading.text : null;
      },
      lookAtServer: async (name) => {
        const definition = this.#session?.settings.servers[name];
        if (this.#session === null || definition === undefined) return { kind: "down", why: "it is not in the settings that are in effect" };
        return await this.#session.ports.tools.look(name, definition);
      },
      settings: {
        now: () => this.#file.now(),
        change: (edit) => this.#carried.change(edit),
        apply: () => this.#apply(),
        find: async (settings) => {
          const vault = this.#session?.ports.vault;
          return vault === undefined ? { found: [], taken: [] } : { found: await findFolders(vault, settings), taken: await takenNames(vault, settings) };
        },
      },
      device: {
        canAct: Platform.isDesktop,
        acts: () => this.#choices.acts(),
        setActs: async (on) => {
          this.#choices.setActs(on);
          await this.#reopen();
        },
        takeOver: async (from) => {
          const before = this.#choices.acts();
          this.#choices.setActs(true);
          if (!(await this.#obey({ kind: "take-over", from }))) this.#choices.setActs(before);
          await this.#reopen();
        },
        confirmed: () => this.#session !== null && this.#carried.isConfirmed(),
        confirmedLines: () => this.#carried.lines(),
        confirm: async (shown) => {
          if (!(await this.#obey({ kind: "trust", settings: shown }))) return false;
          this.#carried.settled(shown);
          await this.#reopen();
          this.#tab.update();
          return true;
        },
        hindrances: () => (this.#session === null || !this.#choices.acts() ? [] : [...this.#hindrances(this.#session), ...(this.#session.busy === null ? [] : [this.#session.busy])]),
      },
    };
  }
}

function wordsOf(error: unknown): string {
  return plain(error instanceof Error ? error.message : String(error), 300);
}
