/**
 * Asks the model for one step: noted first, then started; the answer is noted when it comes, wherever the plan stands
 * by then.
 */
import { SECOND } from "../../kit/dates";
import type { Plan, Step } from "../../note/plan/plan";
import { stepName } from "../../note/plan/steps";
import { beginCall, endCall } from "../../approval/device/spending";
import { isChangesFile } from "../../flow/changesFile";
import { fileNameFault } from "../../flow/fileName";
import { UNSPENT, type ModelAnswer, type Usage } from "../../kit/ports/model";
import type { FolderChanges, FoundProgram, ProgramFile } from "../../kit/ports/programs";
import type { ToolsPort } from "../../kit/ports/tools";
import { NOTHING_SPENT } from "../../kit/ports/spent";
import { costOf, definitionOf, modelKey, mostOf } from "../../settings/models";
import type { Model } from "../../settings/settings";
import { isOfRun, type EntryOf, type RunId } from "../../agent/entry";
import { viewAt } from "../../rules/agents/beside";
import type { PlanView, World } from "../../rules/world";
import { FILE_CHANGED, agentPermit, allowedFile, folderName, turnName } from "../../agent/flow/agentPrograms";
import { classifyPrompt } from "../../agent/flow/settle";
import { asWritten, workFolder, workNotes } from "../../agent/place";
import { withinLimit } from "../../agent/calls";
import type { Room } from "../../agent/next";
import { actionsForAgent } from "../../agent/actionsForAgent";
import { boundOf, longestWithin, promptOf } from "../../agent/prompt";
import { runName, runOf, spentBy, type Run } from "../../agent/run";
import { tokensOf, type Sound, type Used } from "../../agent/outside/deeds";
import { serverToolsAt } from "../../agent/outside/serverTools";
import { isOfModel, isProjectBusy, nextModel, type Job } from "../../agent/agentMove";
import type { Context, ThinkMove } from "../perform/context";
import { findAgent } from "../perform/findAgent";
import type { Performed } from "../perform/performed";
import { askProgram, type Doing } from "./askProgram";
import { isWanted, type Jobs } from "./jobs";
import { keepChanges, sayKept, type Kept } from "./keepChanges";
import { pinTools, type OfferBook } from "./offers";
import { hashOfPrompt, note } from "./notes";

export interface Thinking {
  readonly context: Context;
  readonly jobs: Jobs;
  /** Offers of the servers whose tools agents may call. */
  readonly offers: OfferBook;
  /** The port of the context, but for this: what is called here does not stand for an approved action under way. */
  readonly tools: ToolsPort;
  /** Runs a job when nothing else is under way. */
  readonly withMutex: <T>(job: () => Promise<T>) => Promise<T>;
}

type AskMove = Extract<ThinkMove, { readonly kind: "ask-model" }>;

export async function askModel(move: AskMove, thinking: Thinking): Promise<Performed> {
  const question = await prepare(move, thinking);
  if (question === null) return { kind: "stale" };
  const noted = await begin(question, thinking.context);
  if (noted.kind === "done") start(question, move, thinking);
  return noted;
}

/** Everything that is fixed before the model is asked. */
interface Question {
  readonly view: PlanView;
  readonly step: Step;
  readonly run: Run;
  readonly turn: number;
  /** The model’s name in the settings. */
  readonly name: string;
  readonly model: Model;
  /** The program that it is, as it was found; null for any other model. */
  readonly found: FoundProgram | null;
  readonly room: Room;
  /** It is the question of a check. */
  readonly classifies: boolean;
  readonly prompt: Prompt;
  /** Copies of the plan’s work files, for a program. */
  readonly files: readonly ProgramFile[];
  /** Its answer may be shorter than the model lets it be. */
  readonly isCut: boolean;
  readonly bound: { readonly tokens: number; readonly usd: number | null };
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the vault has such a plan. */
  readonly isPlan: (key: string) => boolean;
}

/** Null where nothing is to be asked, by the plan as it is now. */
async function prepare(move: AskMove, { context, jobs }: Thinking): Promise<Question | null> {
  // The events may lag behind a person’s last words, such as that no agent is to work on the plan.
  context.index.mark(move.path);
  const { world, view: whole } = await context.planDetail(move.path);
  const view = viewAt(whole, move);
  const step = view?.step;
  if (view?.plan.status !== "Active" || view.block !== null || step == null) return null;
  const asked = nextModel(view.agentMove, view.plan, context.settings);
  if (asked === null || asked.model.provider === "by-hand") return null;
  const { name, model } = asked;
  const found = await findAllowed(view, model, world, context);
  if (found === "changed") return null;
  const run = runOf(view.plan, step, view.work.trace.entries);
  if (run === null || view.agentMove?.kind !== "ask-model") return null;
  if (jobs.list().filter(isOfModel).length >= context.settings.limits.at_once) return null;
  if (isProjectBusy(model.program, jobs.list())) return null;
  const { room, classify } = view.agentMove;
  const at = context.clock.now();
  const uncut =
    classify === undefined
      ? await workPrompt(view, step, run, model.context, at, world, context)
      : await checkPrompt(classify, view, context);
  const prompt =
    model.program === undefined ? { ...uncut, longest: longestWithin(room, model, uncut) } : uncut;
  const most = boundOf(prompt);
  return {
    view,
    step,
    run,
    turn: move.turn,
    name,
    model,
    found,
    room,
    classifies: classify !== undefined,
    prompt,
    files: model.program === undefined ? [] : await filesFor(view.plan, context),
    isCut: prompt.longest < uncut.longest,
    bound: { tokens: most.in + most.out, usd: mostOf(model, most) },
    at,
    isPlan: (key) => world.planOf.has(key),
  };
}

/** The call as this device counts it. */
function callOf({ view, run, at }: Question): Parameters<typeof endCall>[1] {
  return { plan: view.plan.key, run: runName(run.id), at };
}

/** Counts the call and notes it, so that nothing of it is lost; done where it may be started. */
async function begin(question: Question, context: Context): Promise<Performed> {
  const { view, step, run, turn, name, model, room, prompt, bound, at } = question;
  const call = callOf(question);
  const begun = { ...call, bound, base: room.base, alone: bound.usd === null ? modelKey(model) : null };
  const isProgram = model.provider === "program";
  try {
    // Before anything else: whatever is lost after this, this device knows of the call.
    await context.memory.count((before) => beginCall(before, begun, question.isPlan));
  } catch (error) {
    return { kind: "stuck", why: messageOf(error) };
  }
  const { head } = view.work.trace;
  const noted = await note(
    view.plan,
    {
      kind: "asked",
      at,
      ...run.id,
      called: stepName(step),
      turn,
      model: name,
      of: modelKey(model),
      scripted: model.provider === "scripted",
      ...(question.classifies ? { classifies: true as const } : {}),
      prompt: hashOfPrompt(prompt),
      bound,
      ...(question.isCut ? { cut: prompt.longest } : {}),
      ...(isProgram && room.usd !== null ? { left: room.usd } : {}),
    },
    (trace) => trace.head === head,
    context,
  );
  if (noted.kind !== "done") {
    await context.memory.count((before) => endCall(before, call, NOTHING_SPENT));
    return noted;
  }
  if (!isProgram) return noted;
  const what = turnName(view.plan.key, runName(run.id), turn, modelKey(model));
  try {
    await context.memory.add({ kind: "told", what, run: context.run, at });
  } catch (error) {
    await context.memory.count((before) => endCall(before, call, NOTHING_SPENT)).catch(() => null);
    return { kind: "stuck", why: messageOf(error) };
  }
  return noted;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function start(question: Question, move: AskMove, { context, jobs, withMutex }: Thinking): void {
  const { view, step, run, turn, name, model, bound, at } = question;
  const job = {
    plan: view.plan.key,
    path: move.path,
    step: move.step,
    run: run.id,
    turn,
    model: name,
    ...(model.program === undefined
      ? {}
      : { permit: agentPermit(view.plan.key, model.program), project: model.program.folder }),
    since: at,
    last: at,
  };
  jobs.start(job, async (signal, alive) => {
    const living: Living = (sign) => alive(context.clock.now(), sign);
    const { answer, told, changes } = await answerOf(question, signal, living, context);
    await withMutex(async () => {
      const isUnspent = answer.kind === "failed" && UNSPENT.includes(answer.code);
      const usd = isUnspent ? 0 : (told ?? costOf(model, answer.usage));
      const spent = spentBy(bound, { ...answer, usd });
      // Where this cannot be written, the call counts as the most it can have cost; the notes are written all the same.
      const counted = await context.memory
        .count((before) => endCall(before, callOf(question), spent))
        .catch((error: unknown) => error);
      const project = model.program?.folder ?? "";
      const isWhole = answer.kind === "answered";
      const about = { plan: view.plan, step: run.id.step, called: stepName(step), project, isWhole };
      const kept =
        changes === null ? {} : await keepChanges({ ...about, changes, at: context.clock.now() }, context);
      const isNamed = view.part?.step.group !== undefined || kept.wrote !== undefined;
      const called = isNamed ? { called: stepName(step) } : {};
      await noteAnswer({ ...answer, usd, kept }, { ...run.id, ...called, turn }, job, view.plan, context);
      if (project !== "") await context.programs.forgetChanges(placeOf(question, context));
      if (counted instanceof Error) throw counted;
    });
  });
}

/** Absolute path of the folder of a run of a program. */
function placeOf(
  { view, run, turn, model }: Pick<Question, "view" | "run" | "turn" | "model">,
  { programs }: Context,
): string {
  return programs.runFolder(folderName(view.plan.key, runName(run.id), turn, modelKey(model)));
}

type Living = (sign?: "silent" | Sound) => void;

/** `told`: US dollars in the words of a program, which knows its price better than a table. */
async function answerOf(
  { view, step, run, turn, model, found, prompt, files }: Question,
  signal: AbortSignal,
  living: Living,
  context: Context,
): Promise<{
  readonly answer: ModelAnswer;
  readonly told: number | null;
  readonly changes: FolderChanges | null;
}> {
  const { program } = model;
  if (program !== undefined && found !== null) {
    const place = {
      folder: placeOf({ view, run, turn, model }, context),
      file: view.part?.file ?? null,
      project: program.folder,
    };
    const alive = (sign: "silent" | Doing): void =>
      living(sign === "silent" ? sign : { deeds: sign.deeds, used: usedOf(sign.usage, model) });
    const asked = { program, found, prompt, turn, place, files, signal, alive };
    const { answer, usd, changes } = await askProgram(asked, context.programs);
    return { answer, told: usd, changes };
  }
  const question = {
    ...prompt,
    definition: definitionOf(model),
    timeout: context.settings.limits.call_seconds * SECOND,
    about: { step: step.text, turn },
  };
  return { answer: await context.models.ask(question, living, signal), told: null, changes: null };
}

/**
 * The program as it is found, if it is the one that a person allowed for this step. A changed file takes the permission
 * back, and is asked about; a program that is not there is told when it is to be started.
 */
async function findAllowed(
  { plan, part }: PlanView,
  { program }: Model,
  { device }: World,
  context: Context,
): Promise<FoundProgram | "changed" | null> {
  if (program === undefined || part === null) return null;
  const found = await findAgent(program, context);
  const allowed = allowedFile(plan, program, part, device);
  if (found.kind === "none" || found.hash === allowed) return found;
  // It may do another step, or was forbidden meanwhile.
  if (allowed === null) return "changed";
  const what = agentPermit(plan.key, program);
  await context.memory.add({ kind: "trusted", what, hash: FILE_CHANGED, at: context.clock.now() });
  return "changed";
}

/** Copies of the plan’s work files, the largest part of what a program works from. */
async function filesFor(plan: Plan, { vault, settings }: Context): Promise<readonly ProgramFile[]> {
  const folder = workFolder(settings, plan);
  const listing = await vault.list(folder, "names");
  if (listing.kind !== "folder") return [];
  const isGiven = (name: string): boolean => fileNameFault(name) === null || isChangesFile(name);
  const files: ProgramFile[] = [];
  for (const { name, kind } of listing.entries.slice(0, MOST_FILES)) {
    if (kind !== "file" || !isGiven(name)) continue;
    const read = await vault.read(`${folder}/${name}`);
    if (read.kind === "text") files.push({ name, text: asWritten(`${folder}/${name}`, read.text, settings) });
  }
  return files;
}

const MOST_FILES = 500;

function usedOf(usage: Usage, model: Model): Used | null {
  const tokens = tokensOf(usage);
  return tokens === null ? null : { tokens, usd: costOf(model, usage) };
}

type Prompt = ReturnType<typeof promptOf>;

async function workPrompt(
  { plan, redraft, work, part }: PlanView,
  step: Step,
  run: Run,
  tokens: number,
  now: number,
  { servers, serverTools }: World,
  context: Context,
): Promise<Prompt> {
  const tools = serverToolsAt(step, serverTools);
  await pinTools(tools, context);
  const { entries } = work.trace;
  return promptOf({
    plan,
    step,
    redraft,
    run,
    entries,
    now,
    context: tokens,
    name: context.settings.name,
    types: actionsForAgent(context.settings, servers),
    mostTurns: context.settings.limits.turns,
    tools,
    part,
  });
}

/** The question of a check, with the files of the step. */
async function checkPrompt(
  question: string,
  { plan, part }: PlanView,
  { vault, settings }: Context,
): Promise<Prompt> {
  const work = new Map<string, string | null>();
  for (const name of part?.files ?? []) {
    const read = await vault.read(`${workFolder(settings, plan)}/${name}`);
    work.set(name, read.kind === "text" ? read.text : null);
  }
  return classifyPrompt(question, work);
}

/** Looks at the plan afresh: an answer that is no longer wanted is noted as paid, and is not used. */
async function noteAnswer(
  answer: ModelAnswer & { readonly usd: number | null; readonly kept: Kept },
  turn: RunId & { readonly turn: number; readonly called?: string },
  job: Job,
  before: Plan,
  context: Context,
): Promise<void> {
  // The events may lag behind the words that others wrote while the model was asked.
  for (const path of [before.path, workNotes(context.settings, before)]) context.index.mark(path);
  const { world, view } = await context.planDetail(before.path);
  const at = context.clock.now();
  const own = view?.work.trace.entries.filter((each) => isOfRun(each, turn));
  const isStillWanted = isWanted(job, world) && isAwaited(own?.at(-1), turn);
  const { usage, usd, kept } = answer;
  const entry =
    answer.kind === "answered"
      ? ({
          kind: "answered",
          at,
          ...turn,
          ...withinLimit(answer.parts),
          usage,
          usd,
          ...(isStillWanted ? {} : { unused: true as const }),
          ...kept,
        } as const)
      : ({
          kind: "failed",
          at,
          ...turn,
          code: answer.code,
          why: `${answer.why}${sayKept(kept)}`,
          usage,
          usd,
          ...(answer.until === undefined ? {} : { until: answer.until }),
          ...kept,
        } as const);
  // The cost is noted even where the answer cannot be.
  const whole = await note(before, entry, () => true, context);
  const noted =
    whole.kind === "stuck" && answer.kind === "answered"
      ? await note(before, unwritable(entry, whole.why), () => true, context)
      : whole;
  if (noted.kind !== "done")
    throw new Error(
      `What the model answered could not be written into the work notes: ${noted.kind === "stuck" ? noted.why : "they keep changing."}`,
    );
}

/** An answer that does not fit into the work notes, or is built so that nothing reads it again. */
function unwritable(
  { at, step, hash, round, turn, usage, usd, changes, wrote }: EntryOf<"answered"> | EntryOf<"failed">,
  why: string,
): EntryOf<"failed"> {
  return {
    kind: "failed",
    at,
    step,
    hash,
    round,
    turn,
    code: "bad-answer",
    why: `It could not be written into the work notes: ${why}`.slice(0, 300),
    usage,
    usd,
    ...(changes === undefined ? {} : { changes }),
    ...(wrote === undefined ? {} : { wrote }),
  };
}

function isAwaited(
  last: { readonly kind: string } | undefined,
  { turn }: { readonly turn: number },
): boolean {
  return last?.kind === "asked" && (last as EntryOf<"asked">).turn === turn;
}
