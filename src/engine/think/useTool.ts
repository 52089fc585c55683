/** Does within the vault what an agent wants by one of its tools, and notes what came of it. */
import type { Action } from "../../action/action";
import { hashText } from "../../kit/hash";
import { fileNameFault } from "../../flow/fileName";
import { answersOf, titleOf } from "../../flow/flow";
import { saidBefore } from "../../flow/said";
import { folderOf, nameOf } from "../../kit/path";
import type { Step } from "../../plan/plan";
import { stepName } from "../../plan/steps";
import type { WantedCall } from "../../ports/model";
import { viewAt } from "../../rules/agents/beside";
import type { PlanView, World } from "../../rules/world";
import { isOfRun, type EntryOf } from "../../work/entry";
import { judgeEvidence, type Claim, type QuotedNote } from "../../work/evidence";
import { begunIn, editsIn, isEdited, isUndone, type Edit } from "../../work/edit/edits";
import { unreadBefore } from "../../work/calls";
import { isKept, workFolder } from "../../work/place";
import { filesOf, isBegun, openKey, runOf, spentOn, turnsOf, type Run } from "../../work/run";
import { outlineOf, sectionOf } from "../../work/sections";
import { sanitizeFile } from "../../work/sanitize";
import { saysNothing } from "../../work/outward/outward";
import { INTERRUPTED, readyTools, serverToolsAt } from "../../work/outside/serverTools";
import { judgeChecks } from "../../flow/checks";
import { isLeft } from "../../work/flow/brief";
import { isToldToFix, whyNotFixed } from "../../work/flow/fix";
import { plannedAsking, type FlowPart } from "../../work/flow/part";
import { sayKept, writtenBefore } from "../../work/flow/writtenBefore";
import { SAID, askedLast, askingOf, sayAnswer, withId, type Change } from "../../work/signals";
import {
  endsRun,
  isOffered,
  isTool,
  readArguments,
  TOOLS,
  type Arguments,
  type ToolName,
} from "../../work/tools";
import type { Scope } from "../../work/reading";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import { rememberAuthor } from "../perform/rememberAuthor";
import { linkedNotes, namedAlike, readFor, search } from "./findNotes";
import { makeEdit, proposeEdit } from "./editNote";
import { listFolder } from "./listFolder";
import { note } from "./notes";
import { hasSent, readFinish, recordsOf } from "./claims";
import { checkWish } from "./wishes";

/** Characters of a result that are kept and told. */
const LONGEST_RESULT = 20_000;

type Came = Pick<
  EntryOf<"result">,
  "ok" | "text" | "unread" | "asked" | "wrote" | "checked" | "edited" | "findings"
>;
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
  const outside = readyTools(serverToolsAt(step, world.serverTools)).map(({ name }) => name);
  const used = await use(move.call, { view, step, run, world, context, outside });
  if ("proposed" in used) return await note(view.plan, used.proposed, isStill, context);
  const isPlanned = turnsOf(run).at(-1)?.n === 0;
  const came = isPlanned ? await keep(used, move.call, { view, step, run, context }) : used;
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
      text: cut(came.text),
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
  const own = Object.keys(TOOLS).filter(
    (name) => isTool(name) && isOffered(name, step) && isLeft(name, around.view.part),
  );
  const names = [...own, ...around.outside];
  // The settings had a tool of a server under that name when it was called.
  if (isBegun(turnsOf(around.run), call.id)) return refuse(INTERRUPTED);
  // A question of the flow is no call of its agent.
  const turn = turnsOf(around.run).at(-1);
  const isPlanned = turn?.n === 0;
  if (!isTool(tool) || !(isPlanned || isLeft(tool, around.view.part)))
    return refuse(`There is no tool ${tool}. These are the tools: ${names.join(", ")}.`);
  if (!isOffered(tool, step))
    return refuse(
      `${tool} is not for a step that needs the person’s approval. These are the tools here: ${names.join(", ")}.`,
    );
  const unread = turn === undefined ? [] : unreadBefore(call, turn);
  if (unread.length > 0)
    return {
      ...refuse(
        `Not done: you have not read the ${unread.length === 1 ? "result" : "results"} of ${unread.join(", ")} yet. Call ${tool} in your next answer, if it is still right.`,
      ),
      unread: true,
    };
  return await USES[tool](call.input, { ...around, call });
}

/** Keeps the answer of a plan's own tool as a work file: it is the result of the step. */
async function keep(
  came: Came,
  call: WantedCall,
  { view, step, run, context }: Pick<Around, "view" | "step" | "run" | "context">,
): Promise<Came> {
  if (!came.ok || came.wrote !== undefined) return came;
  if (run.tool?.kind === "asks") {
    const file = answersFile(view.part, view.plan, run, call, came.text);
    if (file === null) return came;
    const path = `${workFolder(context.settings, view.plan)}/${file.name}`;
    const { wrote } = await writeFile(path, sanitizeFile(file.name, file.text), { view, step, run, context });
    return wrote === undefined ? came : { ...came, wrote };
  }
  const name = `${call.tool} ${openKey(run, call.id)}.md`;
  const path = `${workFolder(context.settings, view.plan)}/${name}`;
  const { wrote } = await writeFile(path, sanitizeFile(name, cut(came.text)), { view, step, run, context });
  return wrote === undefined ? came : { ...came, wrote };
}

interface Around {
  readonly view: PlanView;
  readonly step: Step;
  readonly run: Run;
  readonly world: World;
  readonly context: Context;
  /** Names of tools of servers that can be called. */
  readonly outside: readonly string[];
}

/** The person is asked before anything comes of the call. */
interface Asks {
  readonly proposed: EntryOf<"proposed">;
}

interface Using extends Around {
  readonly call: WantedCall;
}

const USES: Readonly<Record<ToolName, (input: string, around: Using) => Promise<Came | Asks>>> = {
  async read_note(input, { view, context }) {
    const read = readArguments("read_note", input);
    if (read.kind === "bad") return refuse(read.why);
    const found = await readFor(read.value.path, await scopeOf(view, context), context.vault);
    if (found.kind === "no") return refuse(found.why);
    const { heading } = read.value;
    const part = heading === undefined ? found : sectionOf(found.text, heading);
    return part.kind === "no" ? refuse(part.why) : accept(`${found.path}\n\n${part.text}`);
  },
  async outline(input, { view, context }) {
    const read = readArguments("outline", input);
    if (read.kind === "bad") return refuse(read.why);
    const found = await readFor(read.value.path, await scopeOf(view, context), context.vault);
    return found.kind === "no" ? refuse(found.why) : accept(outlineOf(found.path, found.text));
  },
  async list_folder(input, { view, context }) {
    const read = readArguments("list_folder", input);
    if (read.kind === "bad") return refuse(read.why);
    const listed = await listFolder(
      read.value.path,
      await scopeOf(view, context),
      context.vault,
      context.clock,
    );
    return listed.kind === "no" ? refuse(listed.why) : accept(listed.text);
  },
  async search_notes(input, { view, context }) {
    const read = readArguments("search_notes", input);
    if (read.kind === "bad") return refuse(read.why);
    return accept(await search(read.value.query, await scopeOf(view, context), context.vault, context.clock));
  },
  async write_work_file(input, { view, step, run, context }) {
    const read = readArguments("write_work_file", input);
    if (read.kind === "bad") return refuse(read.why);
    const { name, text } = read.value;
    const fault = fileNameFault(name);
    return fault === null
      ? await writeFile(`${workFolder(context.settings, view.plan)}/${name}`, sanitizeFile(name, text), {
          view,
          step,
          run,
          context,
        })
      : refuse(fault);
  },
  async propose_edit(input, { view, step, run, world, context, call }) {
    const read = readArguments("propose_edit", input);
    if (read.kind === "bad") return refuse(read.why);
    const around = {
      view,
      step,
      run,
      world,
      context,
      scope: await scopeOf(view, context),
      key: openKey(run, call.id),
    };
    const proposed = turnsOf(run)
      .at(-1)
      ?.proposals.find((each) => each.call === call.id);
    if (proposed !== undefined) return await makeEdit(proposed, around);
    const made = await proposeEdit(read.value, call.id, around);
    return typeof made === "string" ? refuse(made) : { proposed: made };
  },
  async finish_step(input, { view, run, context }) {
    const read = readFinish(input, run);
    return read.kind === "bad" ? refuse(read.why) : await judge(read.value, view, run, context);
  },
  draft_action: changePlan,
  add_steps: changePlan,
  replace_plan: changePlan,
  ask_person(input, { view, step, run, context, call }) {
    const read = readArguments("ask_person", input);
    if (read.kind === "bad") return Promise.resolve(refuse(read.why));
    const key = openKey(run, call.id);
    const planned =
      view.part === null || turnsOf(run).at(-1)?.n !== 0 ? null : plannedAsking(view.part, call.id);
    const asking =
      planned === null
        ? askingOf(call, view.plan, step, key, context.settings.outward_words)
        : withId(planned, view.plan, step, key);
    const given = asking === null ? null : askedLast(view.plan, asking).given;
    return Promise.resolve(
      given === null
        ? refuse("This was not asked: ask one question at a time.")
        : accept(sayAnswer(read.value.options, given)),
    );
  },
  stop_plan(input) {
    const read = readArguments("stop_plan", input);
    return Promise.resolve(read.kind === "bad" ? refuse(read.why) : accept(read.value.why));
  },
  give_back(input) {
    const read = readArguments("give_back", input);
    return Promise.resolve(read.kind === "bad" ? refuse(read.why) : accept(read.value.why));
  },
};

/** The plan itself is changed afterwards, by the rule that finds that the call is right. */
async function changePlan(_input: string, { view, step, run, context, call }: Using): Promise<Came> {
  const wish = await checkWish(
    call,
    openKey(run, call.id),
    { plan: view.plan, step },
    await scopeOf(view, context),
    context,
  );
  if (typeof wish === "string") return refuse(wish);
  await rememberAuthor(actionsIn(wish), context);
  const isAsked =
    askingOf(call, view.plan, step, openKey(run, call.id), context.settings.outward_words) !== null;
  const ids = wish.added.map(({ id, text }) => `${id} “${text}”`).join(", ");
  return accept(
    wish.filled === null
      ? `Accepted, and put into the plan next: ${ids}.`
      : "Accepted, and put into the plan next. Then the person is asked whether it may go out.",
    isAsked ? { asked: true } : {},
  );
}

function actionsIn({ added, filled }: Change): readonly Action[] {
  return [
    ...added.flatMap(({ action }) => (action === null ? [] : [action])),
    ...(filled?.gate.kind === "action" ? [filled.gate.action] : []),
  ];
}

/**
 * A file that is there is replaced only by the run that wrote it, or by another attempt of the same step of a flow, and
 * only while it is as that run wrote it. A second call changes nothing.
 */
async function writeFile(
  path: string,
  text: string,
  { view, run, context }: Pick<Around, "view" | "step" | "run" | "context">,
): Promise<Came> {
  const wrote = { path, hash: hashText(text) };
  const alike = await namedAlike(path, context.vault);
  if (alike !== null)
    return refuse(
      `There is a file called ${alike}, which some computers take for the same. Choose another name.`,
    );
  const done = accept(`Written: ${path}`, { wrote });
  const made = await context.vault.makeFolder(folderOf(path));
  if (made.kind === "refused") return refuse(`The file could not be written: ${made.why}`);
  const created = await context.vault.create(path, text);
  if (created.kind === "created") return done;
  if (created.kind === "refused") return refuse(`The file could not be written: ${created.why}`);
  const before = writtenBefore(path, view.part, run, view.work.trace);
  const unmended = await whyUnmended(path, text, { view, run, context });
  if (unmended !== null) return refuse(unmended);
  // The beginning of the same text is what a power cut left of it.
  const changed = await context.vault.change(path, (there) =>
    text.startsWith(there) || hashText(there) === before ? text : null,
  );
  if (changed.kind === "changed" || changed.kind === "same") return done;
  return changed.kind === "refused"
    ? refuse(`The file could not be written: ${changed.why}`)
    : refuse(
        sayKept(path, view.part) ??
          "There is a file of this name that you did not write in this step. Choose another name.",
      );
}

/** Why the agent may not replace the file of its step by this text; null where it may. */
async function whyUnmended(
  path: string,
  text: string,
  { view: { part }, run, context }: Pick<Around, "view" | "run" | "context">,
): Promise<string | null> {
  if (part === null || part.line.isAsk || part.line.attempt === 1 || nameOf(path) !== part.file) return null;
  const there = await context.vault.read(path);
  const wasTold = turnsOf(run).some(({ results }) => results.some((each) => isToldToFix(each.text)));
  return there.kind === "text" ? whyNotFixed(part, there.text, text, wasTold) : null;
}

async function judge(
  claim: Arguments<"finish_step">,
  view: PlanView,
  run: Run,
  context: Context,
): Promise<Came> {
  const folder = workFolder(context.settings, view.plan);
  const fileAt = (name: string): string | null => {
    const own = name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
    return fileNameFault(own) === null ? `${folder}/${own}` : null;
  };
  const scope = await scopeOf(view, context);
  const files = new Map<string, string | null>();
  const notes = new Map<string, QuotedNote | null>();
  const made = editsIn(view.work.trace.entries).filter(({ came }) => came === "made");
  const hashes = new Set([
    ...filesOf(view.work.trace.entries).values(),
    ...made.map(({ proposed }) => proposed.after),
  ]);
  const begun = begunIn(view.work.trace.entries, context.memory.state().told);
  const edited = await editedBy(claim, made, view, run, context);
  for (const each of claim.evidence) {
    if ("file" in each) {
      const path = fileAt(each.file);
      const reading = path === null ? null : await context.vault.read(path);
      files.set(each.file, reading?.kind === "text" ? reading.text : null);
    } else if ("note" in each && !notes.has(each.note)) {
      const found = await readFor(each.note, scope, context.vault);
      notes.set(
        each.note,
        found.kind === "no"
          ? null
          : {
              text: found.text,
              // A work file that somebody moved out of its folder is still the agent’s.
              isOwn:
                isKept(found.path, context.settings) ||
                isEdited(found.path, view.plan) ||
                begun.has(found.path) ||
                hashes.has(hashText(found.text)),
            },
      );
    }
  }
  const finding = judgeEvidence(claim, {
    fileAt,
    written: filesOf(run.entries),
    edited,
    files,
    notes,
    records: recordsOf(view.plan, run, context.memory.state()),
  });
  if (finding.kind !== "shown") return { ...refuse(finding.faults.join(" ")), checked: [] };
  const { outside } = claim;
  const unsaid =
    outside === "" ? ["the agent did not say whether anything still has to leave the vault"] : [];
  const checked = {
    checked: [...finding.checked, ...unsaid],
    ...(saysNothing(outside) ? {} : { outside }),
    ...(hasSent(claim, view.plan, run) ? { sent: true as const } : {}),
  };
  if (view.part === null) return accept(claim.summary, checked);
  const { step, file } = view.part;
  const written = await filesFor(view.part, view, run, context);
  const judged = judgeChecks(step, {
    file,
    text: written.get(file) ?? "",
    files: written,
    said: claim.summary,
  });
  if (judged.faults.length > 0) return { ...refuse(judged.faults.join(" ")), checked: [] };
  return accept(claim.summary, {
    ...checked,
    ...(judged.findings === null ? {} : { findings: [...judged.findings] }),
  });
}

/** The files by which a step of a flow is judged: its own, and those that its agent wrote. By name. */
async function filesFor(
  { file }: FlowPart,
  { plan }: PlanView,
  run: Run,
  { vault, settings }: Context,
): Promise<ReadonlyMap<string, string>> {
  const folder = workFolder(settings, plan);
  const files = new Map<string, string>();
  for (const path of new Set([`${folder}/${file}`, ...filesOf(run.entries).keys()])) {
    const reading = await vault.read(path);
    if (reading.kind === "text") files.set(nameOf(path), reading.text);
  }
  return files;
}

/** The person’s answers at this step of a flow so far, as one file. */
function answersFile(
  part: FlowPart | null,
  plan: Pick<PlanView["plan"], "questions">,
  run: Run,
  call: WantedCall,
  answer: string,
): { readonly name: string; readonly text: string } | null {
  const name = part === null || run.tool?.kind !== "asks" ? null : answersOf(part.step, part.line.item);
  if (part === null || name === null || run.tool?.kind !== "asks") return null;
  const answers = new Map([
    ...(turnsOf(run)[0]?.results ?? []).map((each) => [each.call, each.text] as const),
    [call.id, answer],
  ]);
  const all = run.tool.calls.flatMap(({ id }) => {
    const said = answers.get(id);
    const question = plannedAsking(part, id)?.question ?? "";
    return said === undefined ? [] : [`## ${question}\n\n${said.replace(SAID, "")}\n`];
  });
  const before = saidBefore(part.line, plan).map(({ question, said }) => `## ${question}\n\n${said}\n`);
  return { name, text: `# ${titleOf(part.step)}\n\n${[...before, ...all].join("\n")}` };
}

/** Notes that are named as changed in this step, and are there: each edit was agreed to, made, and not undone. */
async function editedBy(
  { evidence }: Claim,
  made: readonly Edit[],
  { plan }: PlanView,
  run: Run,
  { vault }: Context,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const each of evidence) {
    if (!("edit" in each)) continue;
    const name = each.edit.replace(/^\[\[|\]\]$/g, "");
    const edit = made.find(
      ({ id, proposed }) =>
        isOfRun(proposed, run.id) &&
        (proposed.path === name || proposed.path === `${name}.md`) &&
        !isUndone(id, plan),
    );
    if (edit !== undefined && (await vault.read(edit.proposed.path)).kind === "text") found.add(each.edit);
  }
  return found;
}

async function scopeOf({ plan }: PlanView, { vault, settings }: Context): Promise<Scope> {
  return { settings, work: workFolder(settings, plan), linked: await linkedNotes(plan, vault) };
}

function accept(text: string, more: Partial<Came> = {}): Came {
  return { ok: true, text, ...more };
}

function refuse(text: string): Came {
  return { ok: false, text };
}

function cut(text: string): string {
  return text.length <= LONGEST_RESULT
    ? text
    : `${text.slice(0, LONGEST_RESULT)}\n… (${String(text.length - LONGEST_RESULT)} more characters were left out)`;
}
