/** Does within the vault what an agent wants by one of its tools, and notes what came of it. */
import { fileNameFault } from "../../flow/fileName";
import { calculate } from "../../kit/calculate";
import { stepName } from "../../note/plan/steps";
import type { WantedCall } from "../../kit/ports/model";
import { viewAt } from "../../rules/agents/beside";
import type { World } from "../../rules/world";
import { unreadBefore } from "../../agent/calls";
import { isLeft } from "../../agent/flow/brief";
import { plannedAsking } from "../../agent/flow/part";
import { INTERRUPTED, readyTools, serverToolsAt } from "../../agent/outside/serverTools";
import { asWritten, workFolder } from "../../agent/place";
import { isBegun, linkOf, openKey, runOf, spentOn, turnsOf } from "../../agent/run";
import { sanitizeFile } from "../../agent/sanitize";
import { outlineOf, rangeOf, sectionOf } from "../../agent/sections";
import { askedLast, askingOf, sayAnswer, withId } from "../../agent/signals";
import {
  endsRun,
  isOffered,
  isTool,
  readArguments,
  TOOLS,
  type Arguments,
  type ArgumentsReading,
  type ToolName,
} from "../../agent/tools";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import { changePlan } from "./changePlan";
import { makeEdit, proposeEdit } from "./editNote";
import { listFolder, readFor, search } from "./findNotes";
import { finishInput, finishStep } from "./finishStep";
import { note } from "./notes";
import { accept, refuse, scopeOf, type Around, type Asks, type Came, type Using } from "./toolCall";
import { editFile, keepAnswer, writeFile } from "./workFile";

/** Characters of a result that are kept and told. */
const LONGEST_RESULT = 20_000;
const ESCAPED =
  "Some signs in it have a backslash now, so that nothing acts when the person opens it. Leave them so.";
/** The characters of a note that is read because it is linked to, and of the beginning of a longer one. */
const LONGEST_LINKED = 12_000;
const BEGINNING = 3_000;
/** The characters of the path above a text. */
const LONGEST_PATH = 1_000;

type UseMove = Extract<ThinkMove, { readonly kind: "use-tool" }>;

export async function useTool(move: UseMove, world: World, context: Context): Promise<Performed> {
  const view = viewAt(
    world.plans.find(({ plan }) => plan.path === move.path),
    move,
  );
  if (view?.step == null) return { kind: "stale" };
  const { step } = view;
  const run = runOf(view.plan, step, view.work.trace.entries);
  if (run === null) return { kind: "stale" };
  const { head } = view.work.trace;
  const isStill = (trace: { readonly head: string }): boolean => trace.head === head;
  const used = await use(move.call, { view, step, run, world, context });
  if ("proposed" in used) return await note(view.plan, used.proposed, isStill, context);
  const isPlanned = turnsOf(run).at(-1)?.n === 0;
  const isResult = isPlanned && linkOf(move.call.id) === null;
  const short = { ...used, text: cut(used.text) };
  const came = isResult ? await keepAnswer(short, move.call, { view, run, context }) : short;
  return await note(
    view.plan,
    {
      kind: "result",
      at: context.clock.now(),
      ...run.id,
      called: stepName(step),
      call: move.call.id,
      tool: move.call.tool,
      ...came,
      ...(came.ok && endsRun(move.call.tool) ? { spent: spentOn(turnsOf(run)) } : {}),
      ...(isPlanned ? { planned: move.call.input } : {}),
    },
    isStill,
    context,
  );
}

async function use(call: WantedCall, around: Around): Promise<Came | Asks> {
  const { tool } = call;
  const { step } = around;
  // The settings had a tool of a server under that name when it was called.
  if (isBegun(turnsOf(around.run), call.id)) return refuse(INTERRUPTED);
  // A question of the flow is no call of its agent.
  const turn = turnsOf(around.run).at(-1);
  const isPlanned = turn?.n === 0;
  if (!isTool(tool) || !(isPlanned || isLeft(tool, around.view.part)))
    return refuse(`There is no tool ${tool}. These are the tools: ${namesAt(around)}.`);
  if (!isOffered(tool, step))
    return refuse(
      `${tool} is not for a step that needs the person’s approval. These are the tools here: ${namesAt(around)}.`,
    );
  const unread = turn === undefined ? [] : unreadBefore(call, turn);
  if (unread.length > 0)
    return {
      ...refuse(
        `Not done: you have not read the ${unread.length === 1 ? "result" : "results"} of ${unread.join(", ")} yet. Call ${tool} in your next answer, if it is still right.`,
      ),
      unread: true,
    };
  const input = tool === "finish_step" ? finishInput(call.input, around.run) : call.input;
  return await run(tool, readArguments(tool, input), { ...around, call });
}

function namesAt({ step, view, world }: Around): string {
  const own = Object.keys(TOOLS).filter(
    (name) => isTool(name) && isOffered(name, step) && isLeft(name, view.part),
  );
  const outside = readyTools(serverToolsAt(step, world.serverTools)).map(({ name }) => name);
  return [...own, ...outside].join(", ");
}

async function run<Name extends ToolName>(
  tool: Name,
  read: ArgumentsReading<Name>,
  using: Using,
): Promise<Came | Asks> {
  return read.kind === "bad" ? refuse(read.why) : await RUNS[tool](read.value, using);
}

type Runs = {
  readonly [Name in ToolName]: (args: Arguments<Name>, using: Using) => Promise<Came | Asks> | Came;
};

const RUNS: Runs = {
  async read_note({ path, heading, lines }, { view, context, call }) {
    const found = await readFor(path, await scopeOf(view, context), context.vault);
    if (found.kind === "no") return refuse(found.why);
    const whole = asWritten(found.path, found.text, context.settings);
    const part = heading === undefined ? { ...found, text: whole } : sectionOf(whole, heading);
    if (part.kind === "no") return refuse(part.why);
    const isLinked = linkOf(call.id) !== null;
    const most = isLinked ? LONGEST_LINKED : LONGEST_RESULT - LONGEST_PATH;
    const isLong = part.text.length > most && lines === undefined;
    const shown = rangeOf(part.text, lines, isLong ? BEGINNING : most);
    if (shown.kind === "no") return refuse(shown.why);
    const head = isLong ? outlineOf(found.path, whole) : found.path;
    return accept(`${head}\n\n${shown.text}`);
  },
  async list_folder({ path }, { view, context: { vault, clock, settings } }) {
    const listed = await listFolder(path, await scopeOf(view, { vault, settings }), vault, clock);
    return listed.kind === "no" ? refuse(listed.why) : accept(listed.text);
  },
  async search_notes({ query, folder = "/" }, { view, context }) {
    const found = await search(query, folder, await scopeOf(view, context), context.vault, context.clock);
    return found.kind === "no" ? refuse(found.why) : accept(found.text);
  },
  async write_work_file({ name, text }, using) {
    const fault = fileNameFault(name);
    if (fault !== null) return refuse(fault);
    const { view, context } = using;
    const safe = sanitizeFile(name, text);
    const came = await writeFile(`${workFolder(context.settings, view.plan)}/${name}`, safe, using);
    return came.ok && safe !== text ? { ...came, text: `${came.text}\n${ESCAPED}` } : came;
  },
  async edit_file(change, using) {
    const fault = fileNameFault(change.name);
    return fault === null ? await editFile(change, using) : refuse(fault);
  },
  calculate({ expression }) {
    const lines = expression.trim().split(/\s*\n\s*/);
    const all = lines.map((line) => ({ line, came: calculate(line) }));
    const told = all.map(({ line, came }) =>
      came.kind === "value"
        ? `${line} is ${came.text}`
        : lines.length === 1
          ? came.why
          : `${line}: ${came.why}`,
    );
    return (all.some(({ came }) => came.kind === "value") ? accept : refuse)(told.join("\n"));
  },
  async propose_edit(args, { view, step, run, world, context, call }) {
    const scope = await scopeOf(view, context);
    const around = { view, step, run, world, context, scope, key: openKey(run, call.id) };
    const proposed = turnsOf(run)
      .at(-1)
      ?.proposals.find((each) => each.call === call.id);
    if (proposed !== undefined) return await makeEdit(proposed, around);
    const made = await proposeEdit(args, call.id, around);
    return typeof made === "string" ? refuse(made) : { proposed: made };
  },
  finish_step: finishStep,
  draft_action: changePlan,
  add_steps: changePlan,
  replace_plan: changePlan,
  ask_person({ options }, { view, step, run, context, call }) {
    const key = openKey(run, call.id);
    const planned =
      view.part === null || turnsOf(run).at(-1)?.n !== 0 ? null : plannedAsking(view.part, call.id);
    const asking =
      planned === null
        ? askingOf(call, view.plan, step, key, context.settings.outward_words)
        : withId(planned, view.plan, step, key);
    const given = asking === null ? null : askedLast(view.plan, asking).given;
    return given === null
      ? refuse("This was not asked: ask one question at a time.")
      : accept(sayAnswer(options, given));
  },
  stop_plan: ({ why }) => accept(why),
  give_back: ({ why }) => accept(why),
};

function cut(text: string): string {
  return text.length <= LONGEST_RESULT
    ? text
    : `${text.slice(0, LONGEST_RESULT)}\n… (${String(text.length - LONGEST_RESULT)} more characters were left out)`;
}
