/**
 * One session: the engine, opened with settings and kept at work until it is closed. Settings, their confirmation and
 * whether this device may act stay the same for a session; when one of them changes, the next session begins.
 */
import { Platform } from "obsidian";
import { createWindowClock } from "../adapters/obsidian/createWindowClock";
import { openAppPorts, type AppPorts } from "../adapters/obsidian/ports";
import { isTrusted, watchTrust, type Trust } from "../adapters/obsidian/trust";
import { openEngine, type Engine } from "../engine/engine";
import type { Settings } from "../settings/settings";
import { isFree } from "../rules/permission";
import type { Ground } from "./ground";
import { hindrancesOf, startingOf, UNCONFIRMED } from "./hindrances";

export interface Session {
  readonly engine: Engine;
  readonly ports: AppPorts;
  readonly trust: Trust;
  readonly settings: Settings;
  readonly stop: AbortController;
  /** This session may act; any other one only shows. */
  readonly acts: boolean;
  /** Why it may not act although it could: another program has this device's memory. The next session asks again. */
  readonly busy: string | null;
  readonly release: () => Promise<void>;
  /** Resolves when the engine has ended its work. */
  over: Promise<void>;
}

/** Phones are always viewers; acting there for what is done by hand alone is left for later. */
export async function openSession(ground: Ground): Promise<Session> {
  const { app, carried, choices, file } = ground;
  const settings = file.now();
  const stop = new AbortController();
  const ports = await openAppPorts(app, settings, ground.typed, () =>
    isTrusted({ trust, settings }) ? null : UNCONFIRMED,
  );
  const trust = watchTrust(ports.store);
  const outside = { ...ports, store: trust.store, clock: createWindowClock(stop.signal) };
  const hindrances = (): readonly string[] => [
    ...(stop.signal.aborted ? ["Planwright is closing."] : []),
    ...hindrancesOf({ trust, settings }, ground),
  ];
  const options = {
    settings,
    run: ports.run,
    hindrances,
    starting: () => startingOf(settings, ground),
    stop: stop.signal,
  };
  const watching = await openEngine(outside, {
    ...options,
    role: "viewer",
    runAtWork: () => ports.runAtWork(),
  });
  carried.opened(trust);
  const free =
    choices.acts() && Platform.isDesktop && isFree(await watching.look()) && hindrances().length === 0;
  const lock = free ? await ports.lock() : null;
  const acts = typeof lock === "function";
  const engine = acts ? await openEngine(outside, { ...options, role: "executor" }) : watching;
  return {
    engine,
    ports,
    trust,
    settings,
    stop,
    acts,
    busy: typeof lock === "string" ? lock : null,
    release: acts ? lock : () => Promise.resolve(),
    over: Promise.resolve(),
  };
}

/** A call that is under way ends first, and is recorded. */
export async function closeSession({ engine, stop, over, release }: Session): Promise<void> {
  stop.abort();
  await over;
  await engine.close();
  await release();
}
