/** The client through which the faces see the world and send commands, on top of whichever session is open. */
import { Platform } from "obsidian";
import { testModel } from "../engine/testModel";
import { findFolders, takenNames } from "../engine/perform/setup";
import { MAIL_CHECK, readMailCheck } from "../settings/mailAccount";
import { definitionOf } from "../settings/models";
import { sayUnknown } from "../settings/mistakes";
import type { DeviceClient, EngineClient, SettingsClient } from "./ui/engineClient";
import { soon } from "./ui/soon";
import { WORDS } from "./ui/words";
import { planDetailAt } from "../rules/world";
import { hindrancesOf, startingOf, UNCONFIRMED } from "./hindrances";
import type { Ground } from "./ground";
import type { Sessions } from "./sessions";

/** Milliseconds. A mail server is tried for reading first, then for sending. */
const MAIL_PATIENCE = 60_000;

/** `confirmed` is called after a person has confirmed the settings here. */
export function makeEngineClient(
  ground: Ground,
  sessions: Sessions,
  confirmed: () => void,
  atEnd: EngineClient["atEnd"],
): EngineClient {
  const { app, clock, notice } = ground;
  return {
    app,
    world: () => sessions.current()?.engine.world() ?? null,
    look: async () => {
      const engine = sessions.current()?.engine;
      return engine === undefined ? null : await soon(engine.look(), () => engine.world(), clock);
    },
    planDetail: async (path) => {
      const engine = sessions.current()?.engine;
      return engine === undefined
        ? null
        : await soon(
            engine.planDetail(path),
            () => {
              const world = engine.world();
              return world === null ? null : planDetailAt(world, path);
            },
            clock,
          );
    },
    jobs: () => sessions.current()?.engine.jobs() ?? [],
    carrying: () => sessions.current()?.engine.carrying() ?? null,
    now: () => clock.now(),
    say: (text) => notice.say(text),
    atEnd,
    obey: (command, goesOn) => sessions.obey(command, goesOn),
    answer: (command) => sessions.answer(command),
    answerAll: (commands, told) => sessions.answerAll(commands, told),
    draft: async (wanted, stop) => {
      const session = sessions.current();
      if (session === null) return WORDS.starting;
      const [why] = hindrancesOf(session, ground);
      if (why !== undefined) return why;
      // Only the run that may act has this device’s count of what models cost.
      if (!session.acts)
        return "Only the acting device asks a model. Make this the acting device, or draft the plan there.";
      try {
        const drafted = await session.engine.draft(wanted, stop);
        return drafted.kind === "drafted" ? drafted.wanted : drafted.why;
      } catch (error) {
        return `No draft was made: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
    flows: async () => (await sessions.current()?.engine.flows()) ?? null,
    skills: async () => (await sessions.current()?.engine.skills()) ?? null,
    settle: (path) => sessions.settle(path),
    tellNote: async (path) => (await sessions.current()?.engine.tellNote(path)) ?? null,
    propose: async (wanted) => (await sessions.current()?.engine.propose(wanted)) ?? WORDS.starting,
    read: async (path) => {
      const reading = await sessions.current()?.ports.vault.read(path);
      return reading?.kind === "text" ? reading.text : null;
    },
    ...outsideClient(ground, sessions),
    typed: ground.typed,
    settings: settingsClient(ground, sessions),
    device: deviceClient(ground, sessions, confirmed),
  };
}

/** Questions to servers and models, none of which is started or given a key before a person here has seen it. */
function outsideClient(
  { carried, clock, file }: Ground,
  sessions: Sessions,
): Pick<EngineClient, "testModel" | "lookAtServer" | "listModels" | "checkMail"> {
  const isSeen = (): boolean => carried.isConfirmed() || carried.carries(file.now());
  return {
    testModel: async (name, model, signal) => {
      const session = sessions.current();
      if (session === null) return { works: false, sentence: WORDS.starting };
      if (!isSeen()) return { works: false, sentence: UNCONFIRMED };
      const { limits } = file.now();
      const { kind, sentence } = await testModel(name, model, {
        models: session.ports.models,
        clock,
        limits,
        signal,
      });
      return { works: kind === "works", sentence };
    },
    lookAtServer: async (name, given) => {
      const session = sessions.current();
      if (session === null) return { kind: "down", why: WORDS.starting };
      if (given !== undefined && !isSeen()) return { kind: "down", why: UNCONFIRMED };
      const definition = given ?? session.settings.servers[name];
      if (definition === undefined)
        return { kind: "down", why: "it is not in the settings that are in effect" };
      return await session.ports.tools.look(name, definition);
    },
    listModels: async (model, signal) => {
      const models = isSeen() ? sessions.current()?.ports.models : undefined;
      return (await models?.list(definitionOf(model), signal)) ?? null;
    },
    checkMail: async (server, definition) => {
      const session = sessions.current();
      if (session === null || !isSeen()) return { of: "smtp", why: UNCONFIRMED };
      const outcome = await session.ports.tools.call({
        server,
        definition,
        tool: MAIL_CHECK,
        args: {},
        action: MAIL_CHECK,
        timeout: MAIL_PATIENCE,
      });
      // The check only reads, so its answer need not say that anything was done.
      if (outcome.kind === "ok" || outcome.kind === "unclear") return readMailCheck(outcome.text);
      return { of: "smtp", why: "why" in outcome ? outcome.why : outcome.text };
    },
  };
}

function settingsClient({ carried, file }: Ground, sessions: Sessions): SettingsClient {
  return {
    now: () => file.now(),
    change: (edit) => carried.change(edit),
    apply: () => sessions.apply(),
    faults: () => {
      const trouble = file.trouble();
      return trouble === null
        ? file.unknown().map((key) => sayUnknown(key, file.now(), "The settings have"))
        : [`The settings cannot be read: ${trouble}.`];
    },
    find: async (settings) => {
      const vault = sessions.current()?.ports.vault;
      return vault === undefined
        ? { found: [], taken: [] }
        : { found: await findFolders(vault, settings), taken: await takenNames(vault, settings) };
    },
  };
}

function deviceClient(ground: Ground, sessions: Sessions, confirmed: () => void): DeviceClient {
  const { carried, choices, file } = ground;
  return {
    canAct: Platform.isDesktop,
    acts: () => choices.acts(),
    setActs: async (on) => {
      choices.setActs(on);
      // Settings that were confirmed, and changed here since, take effect first: it would say that nobody read them.
      if (carried.carries(file.now())) await sessions.apply();
      await sessions.reopen();
    },
    takeOver: async (from) => {
      const before = choices.acts();
      choices.setActs(true);
      if (!(await sessions.obey({ kind: "take-over", from }))) choices.setActs(before);
      await sessions.reopen();
    },
    confirmed: () => sessions.current() !== null && (carried.isConfirmed() || carried.carries(file.now())),
    confirmedLines: () => carried.lines(),
    confirm: async (shown) => {
      if (!(await sessions.obey({ kind: "trust", settings: shown }))) return false;
      carried.settled(shown);
      await sessions.reopen();
      confirmed();
      return true;
    },
    hindrances: () => {
      const session = sessions.current();
      if (session === null || !choices.acts()) return [];
      return [...hindrancesOf(session, ground), ...(session.busy === null ? [] : [session.busy])];
    },
    waitsUntil: () => {
      const session = sessions.current();
      const world = session?.engine.world() ?? null;
      const isMeant = Platform.isDesktop && choices.acts() && world?.acting.kind === "nobody";
      if (session === null || !isMeant || session.busy !== null) return null;
      return hindrancesOf(session, ground).length > 0
        ? null
        : (startingOf(session.settings, ground)?.until ?? null);
    },
  };
}
