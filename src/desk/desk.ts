/**
 * The desk: the one loop. Look, conclude, decide, perform, look again, until nothing is left to do. Start-up, an event, a timer and a
 * finished call all come in here; there is no other way anything happens. One thing at a time.
 */
import { Mutex } from "./lane";
import { dashboardDamage, DRAW } from "../dashboard/update";
import { DAY, MINUTE, SECOND } from "../kit/dates";
import type { Problem } from "../kit/problem";
import { NOTE_FOLDERS, pathOf, serverOf, type Settings } from "../settings/settings";
import type { ServerView } from "../ports/tools";
import type { DeviceState } from "../device/device";
import { assemble, wantedReceipts } from "../world/assemble";
import type { Decision, Move, Wait } from "../world/moves";
import { decide, type Decisions } from "../world/rules";
import type { Role, World } from "../world/world";
import { checkApproved } from "./attachments";
import type { Bench } from "./bench";
import type { Command, Obeyed } from "./command";
import { obey } from "./commands";
import { openMemory } from "./memory";
import { createIndex } from "./notes";
import { perform } from "./perform";
import type { Ports } from "./ports";

export interface DeskOptions {
  readonly settings: Settings;
  readonly role: Role;
  /** Asked at every look: why nothing may be sealed or carried out just now (still starting, settings not confirmed here). Sentences. */
  readonly hindrances?: () => readonly string[];
}

export interface Settled {
  readonly moves: readonly Decision[];
  readonly world: World;
}

export interface Desk {
  /** Reads everything anew. Writes nothing, starts nothing. */
  look(): Promise<World>;
  /** What would be done next. Writes nothing, starts nothing. */
  preview(): Promise<Decisions & { readonly world: World }>;
  /** Works until nothing is left to do, waiting out the quiet and grace times it meets. */
  settle(): Promise<Settled>;
  /** Works, then waits for events and for what falls due, until `stop` is aborted. */
  run(stop: AbortSignal): Promise<void>;
  /** Does what a person asked for. Does not settle. */
  obey(command: Command): Promise<Obeyed>;
  /** The world as last seen; null before the first look. */
  world(): World | null;
  /** Called with the world whenever the desk comes to rest. Answers how to stop listening. */
  onWorld(listener: (world: World) => void): () => void;
  /** Lets the servers go. */
  close(): Promise<void>;
}

type Asked = Pick<Extract<Move, { kind: "ask" }>, "path" | "step">;

/** No honest vault needs more; a rule that undoes another would otherwise go on for ever. */
const MOST_ROUNDS = 10_000;
/** A note changed under the same decision this often was not changed: the decision cannot be carried out. */
const MOST_STALE = 5;
/** Requests for one step, as it reads, in one run without a person between them. */
const MOST_ASKED = 8;
/** While running: how often the disk is looked at without an event. */
const PERIOD = MINUTE;
/** While running: how often every note is read again, whatever events and time stamps say. */
const DOUBT = 10 * MINUTE;
/** While running: events within this time are one. */
const GATHER = SECOND / 5;

export async function openDesk(ports: Ports, options: DeskOptions): Promise<Desk> {
  const { vault, clock } = ports;
  const { settings, role } = options;
  const memory = await openMemory(ports.store, ports.host, clock, ports.random);
  const index = createIndex(vault, settings, () => clock.now());
  const lane = new Mutex();
  const listeners = new Set<(world: World) => void>();
  /** By plan and step as it reads: why asking failed. Correcting the step is a new beginning. */
  const failures = new Map<string, string>();
  const watchedSince = new Map<string, number>();
  let servers = new Map<string, ServerView>();
  let stuck = new Map<string, Problem | null>();
  const stale = new Map<string, number>();
  const asked = new Map<string, number>();
  let latest: World | null = null;
  let lastDrawn = -Infinity;
  const { alive } = memory.state();
  const opened = clock.now();
  const wasAway = alive !== null && clock.now() - alive > 3 * DAY;
  let backSince: number | null = null;

  const look = async (): Promise<World> => {
    await memory.refresh();
    const device = memory.state();
    const notes = await index.look(device);
    if (wasAway) backSince ??= clock.now();
    const hindrances = [...memory.hindrances(), ...(options.hindrances?.() ?? [])];
    const watched = new Map([...watchedSince.keys(), ...device.watched.keys()].map((key) => [key, lasted(key, device)]));
    const partial = { ...notes, now: clock.now(), role, settings, device, hindrances, backSince, servers, attachments: await checkApproved(notes.requests, { vault, settings }), watched, failures, problems: [...notes.problems, ...[...stuck.values()].filter((each) => each !== null)] };
    const receipts = await index.records(wantedReceipts(partial), device);
    const world = withDashboard(assemble({ ...partial, receipts }));
    for (const key of watchedSince.keys()) if (!world.watching.includes(key)) watchedSince.delete(key);
    for (const key of world.watching) if (!watchedSince.has(key)) watchedSince.set(key, clock.monotonic());
    latest = world;
    return world;
  };
  /** An earlier run of this device may have seen the same already: short runs would otherwise never see anything last. */
  const lasted = (key: string, device: DeviceState): number => {
    const since = watchedSince.get(key);
    const here = since === undefined ? 0 : clock.monotonic() - since;
    const first = device.watched.get(key);
    return first === undefined || first >= opened ? here : Math.max(here, clock.now() - first);
  };

  /** Keeps what is watched beyond this run. */
  const keepWatch = async ({ watching, device, mayWrite }: World): Promise<void> => {
    if (!mayWrite || role !== "executor" || device.device === null) return;
    const at = clock.now();
    // Seen first at a time that is yet to come: the clock was set back, so it is counted from now.
    for (const what of watching) if ((device.watched.get(what) ?? Infinity) > at) await memory.add({ kind: "watched", what, on: true, at });
    for (const what of device.watched.keys()) if (!watching.includes(what)) await memory.add({ kind: "watched", what, on: false, at });
  };

  const tell = (world: World): World => {
    for (const listener of listeners) listener(world);
    return world;
  };

  const bench: Bench = {
    ...ports, settings, index, memory,
    lookAgain: look,
    fail: (plan, step, why) => void failures.set(`${plan}\n${step}`, why),
    async lookAtServer(name) {
      const definition = serverOf(settings, name);
      const view: ServerView = definition === null ? { kind: "down", why: "it is not in the settings" } : await ports.tools.look(name, definition);
      servers = new Map(servers).set(name, view);
      return view;
    },
  };

  /** Whatever a note or a clock says, one step is not asked about without end. */
  const timesAsked = ({ path, step }: Asked): number => asked.get(`${path}\n${step}`) ?? 0;

  /** Rounds of look, decide, perform, until no move is left. Answers what was done and what will fall due. */
  const pass = async (done: Decision[]): Promise<readonly Wait[]> => {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const world = await look();
      if (world.mayClaim && world.device.device === null) {
        await memory.introduce();
        continue;
      }
      await keepWatch(world);
      const wanted = new Set<string>();
      const { moves, waits } = decide(world, DRAW, (decision) => {
        wanted.add(keyOf(decision));
        return stuck.has(keyOf(decision));
      });
      if (moves.length === 0) {
        const settled = [...stuck.keys()].filter((key) => !wanted.has(key));
        if (settled.length === 0) {
          tell(world);
          return waits;
        }
        for (const key of settled) stuck.delete(key);
      }
      for (const decision of moves) {
        if (decision.rule === DRAW.id) {
          await clock.sleep(Math.max(0, lastDrawn + SECOND - clock.monotonic()));
          lastDrawn = clock.monotonic();
        }
        if (decision.move.kind === "ask" && timesAsked(decision.move) >= MOST_ASKED) {
          stuck.set(keyOf(decision), { kind: "leftover", path: decision.move.path, line: null, message: `asked ${String(MOST_ASKED)} times in a row for one step; it is not asked again before a person looks at it` });
          continue;
        }
        const result = await perform(decision.move, world, bench);
        if (result.kind === "done") done.push(decision);
        if (result.kind === "done" && decision.move.kind === "ask") asked.set(`${decision.move.path}\n${decision.move.step}`, timesAsked(decision.move) + 1);
        const times = result.kind === "stale" ? (stale.get(keyOf(decision)) ?? 0) + 1 : 0;
        if (times === 0) stale.delete(keyOf(decision));
        else stale.set(keyOf(decision), times);
        if (times >= MOST_STALE) stuck.set(keyOf(decision), { kind: "leftover", path: decision.move.path, line: null, message: `could not be done (${decision.because}): the note is not as it has to be for that` });
        if (result.kind === "stuck") stuck.set(keyOf(decision), decision.move.kind === "ask" && decision.move.why !== "reissue" ? null : { kind: "leftover", path: decision.move.path, line: null, message: `could not be done (${decision.because}): ${result.why}` });
      }
    }
    throw new Error(`Planwright did not come to rest after ${String(MOST_ROUNDS)} rounds; please report this.`);
  };

  /** What may have cured itself is tried again. */
  const tryAgain = (): void => {
    stuck = new Map();
    failures.clear();
    stale.clear();
    servers = new Map([...servers].filter(([, view]) => view.kind === "up"));
  };

  return {
    look: () => lane.run(async () => tell(await look())),
    preview: () =>
      lane.run(async () => {
        const world = await look();
        return { ...decide(world, DRAW), world };
      }),
    settle: () =>
      lane.run(async () => {
        const moves: Decision[] = [];
        tryAgain();
        for (;;) {
          const waits = await pass(moves);
          const due = Math.min(...waits.map((wait) => wait.until));
          if (!Number.isFinite(due)) return { moves, world: latest ?? (await look()) };
          await clock.sleep(Math.max(1, due - clock.now()));
        }
      }),
    async run(stop) {
      let wake = new AbortController();
      const hint = (path: string): void => {
        index.mark(path);
        wake.abort();
      };
      const unwatch = vault.watch([...NOTE_FOLDERS.map((each) => pathOf(settings, each)), pathOf(settings, "acting"), pathOf(settings, "dashboard")], hint);
      const onStop = (): void => wake.abort();
      stop.addEventListener("abort", onStop);
      let doubted = clock.monotonic();
      let tried = doubted;
      let complaint = "";
      // A full disk or a store that cannot be written stops this round, not the watching; said once, tried again.
      const complain = (error: unknown): readonly Wait[] => {
        const text = error instanceof Error ? error.message : String(error);
        if (text !== complaint) ports.notice.say(text);
        complaint = text;
        return [];
      };
      try {
        while (!stop.aborted) {
          wake = new AbortController();
          const waits = await lane.run(() => pass([])).then(
            (due) => {
              complaint = "";
              return due;
            },
            complain,
          );
          const due = Math.min(clock.now() + PERIOD, ...waits.map((wait) => wait.until));
          await clock.sleep(Math.max(1, due - clock.now()), wake.signal);
          if (clock.monotonic() - tried >= PERIOD) {
            tryAgain();
            tried = clock.monotonic();
          }
          if (clock.monotonic() - doubted >= DOUBT) {
            index.doubt();
            asked.clear();
            doubted = clock.monotonic();
          }
          if (wake.signal.aborted) await clock.sleep(GATHER, stop);
        }
      } finally {
        unwatch();
        stop.removeEventListener("abort", onStop);
      }
    },
    obey: (command) =>
      lane.run(async () => {
        asked.clear();
        return obey(command, await look(), bench);
      }),
    world: () => latest,
    onWorld(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => ports.tools.close(),
  };
}

/** A Dashboard whose marks are damaged is never written; the person is told instead. */
function withDashboard(world: World): World {
  const why = dashboardDamage(world);
  return why === null ? world : { ...world, problems: [...world.problems, { kind: "dashboard", path: pathOf(world.settings, "dashboard"), line: null, message: why }] };
}

/** Two decisions with the same key would do the same thing to the same bytes. */
function keyOf({ move }: Decision): string {
  return JSON.stringify(move);
}
