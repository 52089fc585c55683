/** One call of the terminal program that needs the vault or the models, from what was read to the exit code. */
import { sweep } from "../adapters/folder/sweep";
import { keepLastVault } from "../adapters/node/lastVault";
import { lockVault, runAtWork } from "../adapters/node/lockVault";
import { openEngine, type Engine } from "../engine/engine";
import type { Obeyed } from "../engine/perform/replies";
import { lackingFolders } from "../engine/perform/setup";
import { toHex } from "../kit/hash";
import { optionsOf } from "./paste";
import { inTerminal } from "../settings/places";
import { escapeLine } from "../kit/text";
import { answeredByHand, NOTE_FOLDERS, pathOf, sensitiveHash } from "../settings/settings";
import type { Decision } from "../rules/moves";
import { runningOf } from "../overview/activity";
import { statusOf } from "../overview/status";
import type { Role } from "../approval/around";
import type { World } from "../rules/world";
import { commandOf } from "./commandOf";
import { complain } from "./complain";
import { taughtAnswers } from "../approval/device/taught";
import { confirmations, isToConfirm, tellConfirmations, tellTaught } from "./confirm";
import { isActing, missingSettings, openPorts, type Opened } from "./open";
import { explain } from "./plan/explain";
import { codeOf, interruptible, type Interruption, type Signal } from "./interrupt";
import { CALL_FAILED, failuresOf, tellFailures, tellUnreached, unreachedOf } from "./failures";
import { tellMoved } from "./tellMoved";
import { showMove, tellMoves } from "./moves";
import { json } from "./json";
import { CONFIRMED_FILE } from "./proposed";
import { sightOf } from "./settingsSight";
import { askInTurn, isAskedInTurn, listQuestions } from "./answering/answer";
import { courseOfOther, ownCourse } from "./answering/turns";
import { asksByHand, asksModel, draftedBy } from "./answering/plan";
import type { DraftByModel } from "../agent/planDraft";
import { findDraft, keepDraft } from "./answering/drafts";
import { isPreview, preview, wantedBy } from "./proposal";
import { sendingsOf, wouldDo } from "./dryRun";
import { isVault } from "./place";
import { tellLeaving, tellStopped, tellStopping } from "./stopping";
import { speakerOf, type Output } from "./streams";
import { messagesOf, type Messages } from "./messages";
import { listResults } from "./flow/listResults";
import { listTemplates } from "./flow/listTemplates";
import { readFlows, tellFlowStart } from "./flow/verbs";
import { readSkills } from "./skills/readSkills";
import { models } from "./models/models";
import { think } from "./think";
import { tellUnanswered, unansweredIn } from "./unanswered";
import { watch } from "./watch";
import { ROWS, type CommandName, type ReadingName } from "./commands";
import { sayZone } from "./sayZone";
import { isReading, isShownFirst, type Asked, type Call } from "./words";

/** The streams, and how this call speaks on them. */
interface Screen extends Output {
  readonly messages: Messages;
}

type Open = Extract<Opened, { kind: "open" }>;

/** Answers the exit code. Standard error gets one line for 1 and 2. */
export async function runCall(call: Asked, argv: readonly string[], output: Output): Promise<number> {
  try {
    if (call.verb === "models" || call.verb === "models test") return await models(call, argv, output);
    const opened = await openPorts(call, argv, (text) => output.err(`planwright: ${escapeLine(text)}\n`));
    if (opened.kind === "wrong") return complain(opened.say, 2, output);
    for (const warning of opened.warnings) output.err(`planwright: ${escapeLine(warning)}\n`);
    const code = await serve(opened.call, opened, output);
    // A person who keeps a device’s things elsewhere has several devices; none of them is the one of this computer.
    if (opened.call.device === null && isVault(opened.root, opened.settings))
      await keepLastVault(opened.root);
    return code;
  } catch (error) {
    return complain(error instanceof Error ? error.message : "Something went wrong.", 1, output);
  }
}

async function serve(call: Call, opened: Open, given: Output): Promise<number> {
  const missing = await missingSettings(opened);
  const isSaidFirst = missing !== null && isReading(call) && !isToConfirm(call);
  const messages = messagesOf(
    call,
    [...opened.lines, ...(isSaidFirst ? [`${missing} ${NOT_JUDGED}`] : [])],
    isSaidFirst ? [NOT_GIVEN] : [],
    opened.settings.time_zone,
  );
  const streams: Screen = { ...given, messages };
  const { out, err } = streams;
  for (const each of messages.first) out(`${each}\n\n`);
  const isDrafting = asksModel(call, opened.settings);
  if (isReading(call) && !isDrafting) {
    const role: Role =
      call.executor || (!call.dryRun && (await isActing(opened.ports, opened.settings)))
        ? "executor"
        : "clerk";
    // The settings alone tell which requests need a confirmation.
    return await withEngine(opened, role, isSaidFirst ? NOT_GIVEN : missing, null, (engine) =>
      missing !== null && (isToConfirm(call) || isAskedInTurn(call, streams))
        ? stop(`${missing} Nothing was changed.`, call, engine, streams)
        : show(call, opened, engine, streams),
    );
  }
  const run = nonceOf(opened);
  const lock = await lockVault({ store: opened.storeFolder, vault: opened.root }, run);
  if (lock.kind === "busy")
    return lock.sharesStore
      ? await besides(call, opened, lock.by, missing, streams)
      : complain(lock.by, 1, streams);
  if (lock.warning !== null) err(`planwright: ${escapeLine(lock.warning, 600)}\n`);
  let engine: Engine | null = null;
  const calling = (): string | null => engine?.calling() ?? null;
  let stopped = "";
  const heard = {
    first(by: Signal) {
      const world = engine?.world();
      if (world != null) stopped = tellStopped(runningOf(world, engine?.jobs()));
      streams.err(isShownFirst(call.verb) && !isDrafting ? STOPPING : tellStopping(by, calling()));
    },
    second: () => streams.err(tellLeaving(calling())),
  };
  try {
    await sweep(
      opened.root,
      NOTE_FOLDERS.map((each) => pathOf(opened.settings, each)),
      opened.ports.clock.now(),
    );
    const role: Role = call.executor || ROWS[call.verb].acts === true ? "executor" : "clerk";
    return await interruptible(
      (interruption) =>
        withEngine(
          opened,
          role,
          missing,
          speakerOf(call, streams),
          async (opening) => {
            engine = opening;
            if (missing !== null && ROWS[call.verb].unset !== true)
              return await stop(`${missing} Nothing was changed.`, call, engine, streams);
            return endedBy(interruption, call, await work(call, opened, engine, interruption.stop, streams));
          },
          { run, stop: interruption.stop },
        ),
      heard,
      streams.closed,
    );
  } finally {
    if (stopped !== "") streams.err(stopped);
    await lock.release();
  }
}

/** Among the reasons why nothing is carried out; what to do about it is said first. */
const NOT_GIVEN = "This command was not given this device’s settings file.";
const NOT_JUDGED = "Until then, this does not show whether a server or folder changed since you were asked.";

/**
 * A signal is how a watch ends, and a change that is shown first says itself what it left; anything else has not done
 * all that it was to do.
 */
function endedBy(interruption: Interruption, { verb, words }: Call, code: number): number {
  const signal = interruption.by();
  return signal === null || code !== 0 || verb === "watch" || (isShownFirst(verb) && words.length > 1)
    ? code
    : codeOf(signal);
}

/** Said before anything is done. */
async function stop(why: string, call: Call, engine: Engine, streams: Screen): Promise<number> {
  if (call.json) streams.out(json({ moves: [], status: statusOf(await engine.look()) }));
  return complain(why, 1, streams);
}

/** `held`: with `run`, this run holds the lock on the vault under that name. */
async function withEngine(
  opened: Open,
  role: Role,
  missing: string | null,
  by: string | null,
  use: (engine: Engine) => Promise<number>,
  held: { readonly run?: string; readonly stop?: AbortSignal } = {},
): Promise<number> {
  const at = { store: opened.storeFolder, vault: opened.root };
  const sight = sightOf(opened.file, opened.settings, opened.call);
  const engine = await openEngine(opened.ports, {
    settings: opened.call.byHand ? answeredByHand(opened.settings) : opened.settings,
    role,
    hindrances: () => [
      ...(missing === null ? [] : [missing]),
      ...(held.run === undefined ? [] : sight.hindrances()),
    ],
    onHindrances: (wake) => sight.watch((text) => opened.ports.notice.say(text), wake),
    withoutSettings: missing !== null,
    by,
    face: inTerminal(optionsOf(opened.call)),
    run: nonceOf(opened),
    ...(held.run === undefined ? { runAtWork: () => runAtWork(at) } : {}),
    ...held,
  });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

function nonceOf({ ports }: Open): string {
  return toHex(ports.random.bytes(16));
}

/** Commands that write nothing and start nothing. */
async function show(call: Call, opened: Open, engine: Engine, streams: Screen): Promise<number> {
  const { ports, settings } = opened;
  const read = await readByName(call, opened, engine, streams);
  if (read !== null) return typeof read === "string" ? complain(read, 1, streams) : read;
  if (isAskedInTurn(call, streams) || asksByHand(call, settings))
    return await interruptible(
      async (interruption) => {
        const { stop } = interruption;
        const said =
          call.verb === "answer"
            ? await askInTurn(call, ports.vault, engine, streams, stop)
            : await showDrafted(call, opened, engine, stop, streams);
        return endedBy(interruption, call, typeof said === "string" ? complain(said, 1, streams) : said);
      },
      { first: () => undefined, second: () => undefined },
      streams.closed,
    );
  if (isPreview(call)) {
    const shown = await preview(call, engine);
    if (typeof shown === "string") return complain(shown, 1, streams);
    streams.out(call.json ? json(shown.proposal) : shown.text);
    return 0;
  }
  const { world, moves } = await engine.preview();
  const lacking = call.verb === "init" ? await lackingFolders(ports.vault, settings) : null;
  if (lacking?.kind === "refused") return complain(lacking.why, 1, streams);
  const folders = lacking?.folders ?? [];
  streams.out(
    call.json
      ? json({
          ...(lacking === null ? {} : { folders }),
          moves: moves.map(showMove),
          sends: sendingsOf(world),
          status: statusOf(world),
        })
      : wouldDo(folders, moves, world),
  );
  return 0;
}

/** The answer of a command that only reads; a sentence where there is none. Null for one that changes something. */
async function readByName(
  call: Call,
  opened: Open,
  engine: Engine,
  streams: Screen,
): Promise<number | string | null> {
  const tell = (data: object, words: string): number => {
    streams.out(call.json ? json(data) : words);
    return 0;
  };
  switch (call.verb) {
    case "flow list":
    case "flow check":
    case "flow show":
    case "flow schema":
    case "flow allow":
      return await readFlows(call, { ...opened, engine }, streams);
    case "flow start": {
      const told = await tellFlowStart(call.words[0] ?? "", call.inputs, opened);
      return typeof told === "string" ? told : tell(told, told.text);
    }
    case "skills list":
    case "skills show":
      return await readSkills(call, opened, streams);
    case "reasoning list":
      return await listResults(call, engine, streams);
    case "template list":
      return await listTemplates(call, opened, streams);
    case "explain":
    case "show":
      return await explain(call, opened.ports, engine, streams);
    case "answer":
      return isAskedInTurn(call, streams) ? null : await listQuestions(call, engine, streams);
    case "confirm": {
      const all = confirmations(call.words[0] ?? null, (await engine.preview()).world);
      return typeof all === "string"
        ? all
        : tell({ requests: all }, tellConfirmations(all, streams.messages));
    }
    case "resolve": {
      const answers = taughtAnswers((await engine.preview()).world.device);
      return tell({ answers }, tellTaught(answers));
    }
    case "status": {
      const { world } = await engine.preview();
      return tell(statusOf(world), streams.messages.status(world));
    }
    default:
      // A command that only reads, and that nobody reads here, does not compile.
      call.verb satisfies Exclude<CommandName, Exclude<ReadingName, "models" | "models test">>;
      return null;
  }
}

/** A plan as a model drafts it, or the person in its place; its code makes exactly that. */
async function showDrafted(
  call: Call,
  { settings, storeFolder }: Open,
  engine: Engine,
  stop: AbortSignal,
  streams: Screen,
): Promise<number> {
  const plain = wantedBy(call);
  if (plain?.kind !== "plan") return complain("Nothing can be drafted for this.", 1, streams);
  const wanted = await draftedBy(call, plain, settings, engine, streams, stop);
  if (typeof wanted === "string") {
    const code = complain(wanted, CALL_FAILED, streams);
    // The signal gives the code.
    return stop.aborted ? 0 : code;
  }
  const shown = await preview(call, engine, wanted);
  if (typeof shown === "string") return complain(shown, 1, streams);
  if (wanted.draft !== undefined) await keepDraft(storeFolder, shown.proposal.code, wanted.draft);
  streams.out(call.json ? json({ ...shown.proposal, draft: wanted.draft }) : shown.text);
  return 0;
}

async function work(
  call: Call,
  opened: Open,
  engine: Engine,
  stopping: AbortSignal,
  streams: Screen,
): Promise<number> {
  const isActing = call.verb === "think" || (call.executor && call.verb !== "take-over");
  const before = isActing ? await engine.look() : null;
  const refused = before === null ? null : whyNotActing(before);
  if (refused !== null) return await stop(refused, call, engine, streams);
  // A file named on the command line counts as confirmed here; it is remembered, so that a run without it is noticed.
  const { named, settings } = opened;
  if (
    before !== null &&
    named !== null &&
    (before.device.trusted.get("settings") !== sensitiveHash(settings) ||
      before.device.trusted.get(CONFIRMED_FILE) !== named.hash)
  )
    await engine.obey({ kind: "trust", settings, file: { name: CONFIRMED_FILE, hash: named.hash } });
  if (call.verb === "watch") return await watch(call, opened.ports.clock, engine, stopping, streams);
  if (call.verb === "think") {
    const thought = await think(call, opened.ports, engine, streams, stopping, (path) =>
      ownCourse(path, engine),
    );
    return typeof thought === "string" ? complain(thought, 1, streams) : thought;
  }
  if (asksModel(call, settings)) return await showDrafted(call, opened, engine, stopping, streams);
  const said: string[] = [];
  const command = await commandOf(call, engine, await draftFor(call, opened));
  if (typeof command === "string") return complain(command, 1, streams);
  if (command !== null) {
    const answer = await engine.obey(command, () => !stopping.aborted);
    if (answer.kind === "refused") return complain(answer.say, 1, streams);
    said.push(withNote(answer));
  }
  if (call.verb === "init")
    said.push(
      ...sayZone(settings, Intl.DateTimeFormat().resolvedOptions().timeZone),
      ...(await tellMoved(opened.ports, settings, opened.root, streams.messages.options)).map((each) =>
        escapeLine(each, 900),
      ),
    );
  // The changes that were shown are made, and nothing else is done.
  const { moves, world } = isShownFirst(call.verb)
    ? { moves: [], world: await engine.look() }
    : await engine.settle();
  const refusal = call.executor ? whyNotActing(world) : null;
  const failures = failuresOf(moves, world);
  // A stop also ends servers that are starting; their absence is no failure.
  const unreached = stopping.aborted ? [] : unreachedOf(moves, world);
  const unanswered = unansweredIn(moves, world);
  const failed = [
    ...tellFailures(failures, world, streams.messages.options),
    ...tellUnreached(unreached),
    ...unanswered.map(tellUnanswered),
  ];
  if (call.json)
    streams.out(
      json({
        ...(failures.length === 0 ? {} : { failed: failures }),
        ...(unreached.length === 0 ? {} : { unreached }),
        ...(unanswered.length === 0 ? {} : { unanswered }),
        ...(said.length === 0 ? {} : { said }),
        moves: moves.map(showMove),
        status: statusOf(world),
      }),
    );
  else
    streams.out(
      `${[...failed, ...(failed.length === 0 ? [] : [""]), ...said.map(streams.messages.say), ...didDo(moves, said, world)].map((each) => `${each}\n`).join("")}\n${streams.messages.status(world)}`,
    );
  return refusal === null ? (failed.length === 0 ? 0 : CALL_FAILED) : complain(refusal, 1, streams);
}

/** The draft that a model made, where the call makes a plan of it by the code shown. */
async function draftFor({ verb, words }: Call, { storeFolder }: Open): Promise<DraftByModel | null> {
  return verb === "plan" ? await findDraft(storeFolder, words[1] ?? "") : null;
}

/** Some notes take long, and the program would seem not to hear. */
const STOPPING = "planwright: Stopping after this note and what belongs to it; Ctrl+C again ends at once.\n";

/** The app names a plan by its title; in a terminal its note is wanted, too. */
function withNote({ say, made }: Extract<Obeyed, { readonly kind: "done" }>): string {
  return made === undefined ? say : `${say} Its note is ${made}.`;
}

/** This run was to act and may not: it wrote nothing, and it is said who acts or what hinders. */
function whyNotActing(world: World): string | null {
  return world.mayWrite ? null : (world.standing[0] ?? "This run may not write here.");
}

/**
 * Another run holds this device’s store. `spend-again` is none of these: the other run may count a call at the same
 * moment, and one of the two would be lost. Commands that work beside it are done all the same; that run goes on from
 * what they leave.
 */
async function besides(
  call: Call,
  opened: Open,
  by: string,
  missing: string | null,
  streams: Screen,
): Promise<number> {
  if (ROWS[call.verb].beside !== true) return complain(by, 1, streams);
  if (asksModel(call, opened.settings))
    return complain(`${by} Without a model it works at once: --without-model.`, 1, streams);
  if (call.verb === "think") return await thinkBeside(call, opened, missing, streams);
  return await withEngine(opened, "clerk", missing, speakerOf(call, streams), async (engine) => {
    if (missing !== null && ROWS[call.verb].unset !== true)
      return await stop(`${missing} Nothing was changed.`, call, engine, streams);
    const command = await commandOf(call, engine, await draftFor(call, opened));
    if (typeof command === "string" || command === null) return complain(command ?? by, 1, streams);
    const answer = await engine.obey(command);
    if (answer.kind === "refused") return complain(answer.say, 1, streams);
    const said = `${withNote(answer)} The run that is at work takes it up within a minute.`;
    streams.out(
      call.json
        ? json({ said: [said], moves: [], status: statusOf(await engine.look()) })
        : `${streams.messages.say(said)}\n`,
    );
    return 0;
  });
}

/** Another run lets agents work; here the person answers as the model of one. */
async function thinkBeside(
  call: Call,
  opened: Open,
  missing: string | null,
  streams: Screen,
): Promise<number> {
  const { ports, settings } = opened;
  return await interruptible(
    async (interruption) => {
      const { stop: stopping } = interruption;
      const answer = async (engine: Engine): Promise<number> => {
        const refused =
          missing === null ? whyNotActing(await engine.look()) : `${missing} Nothing was changed.`;
        if (refused !== null) return await stop(refused, call, engine, streams);
        const said = await think(call, ports, engine, streams, stopping, (path) =>
          courseOfOther(path, engine, ports.clock, settings, stopping),
        );
        return typeof said === "string" ? complain(said, 1, streams) : said;
      };
      const code = await withEngine(opened, "executor", missing, speakerOf(call, streams), answer, {
        stop: stopping,
      });
      return endedBy(interruption, call, code);
    },
    { first: () => undefined, second: () => undefined },
    streams.closed,
  );
}

function didDo(moves: readonly Decision[], said: readonly string[], world: World): string[] {
  const told = tellMoves(moves, world.settings);
  if (told.length > 0) return ["Done:", ...told];
  if (said.length > 0) return [];
  const draws = moves.some(({ move }) => move.kind === "write-dashboard");
  return [draws ? "Nothing to do but draw the Dashboard." : "Nothing to do."];
}
