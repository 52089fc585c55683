/**
 * A plan made of a note. A person has it shown first and agrees; where the settings say so, the acting device drafts
 * one by itself. One source, one plan: a note that has a plan gets no other, also where that plan is over, lies in the
 * archive or cannot be read just now.
 */
import { hashText } from "../../kit/hash";
import { planKey, shortText } from "../../kit/ids";
import { spell } from "../../kit/json";
import { checkPath, nameOf } from "../../kit/path";
import { escapeMarkdown, link } from "../../kit/text";
import { sourceKey, targetOf, writeSource } from "../../note/intake/sources";
import { composePlan, planFile, type NewPlanNote } from "../../note/plan/compose";
import { outlineOf, type Outline } from "../../note/proposal/outline";
import type { NoteChange, Proposal } from "../../note/proposal/proposal";
import { pathOf, PLAN_FOLDERS, type Settings } from "../../settings/settings";
import type { WantedPlan } from "../../rules/command";
import type { Move } from "../../rules/moves";
import { drafted, draftedWords, keysIn, planFrom } from "../../rules/tasks";
import type { World } from "../../rules/world";
import { counted } from "../../kit/numbers";
import { joinLines, splitLines } from "../../kit/lines";
import { parsePlan } from "../../note/plan/parse";
import type { Plan } from "../../note/plan/plan";
import { wordsOfDraft, type DraftByModel, type DraftedWords } from "../../agent/planDraft";
import { saySpent } from "../../agent/tell";
import { filledInEntry } from "../../rules/logEntries";
import type { Context } from "./context";
import { bareName, walk } from "./notePaths";
import { rememberAuthor } from "./rememberAuthor";
import { no, yes, type Obeyed } from "./replies";
import { dayId, newId, putPlan, writePlan } from "./create";
import { judge, type NoteKind } from "./judge";
import { DONE, type Performed } from "./performed";

type Reader = Pick<Context, "vault" | "settings">;

/** In the place of what is drawn when the note is made. */
const TO_BE_DRAWN = "xxxx";

/** A sentence where there is nothing to show. Writes nothing. */
export async function proposePlan(
  wanted: WantedPlan,
  world: World,
  context: Reader,
): Promise<Proposal | string> {
  const made = await shape(wanted, world, context);
  if (typeof made === "string") return made;
  const { note, outline, code } = made;
  const id = `PLAN-${dayId(world.now)}-${TO_BE_DRAWN}`;
  const shown: NoteChange = {
    path: pathFor(id, outline, context),
    hash: "",
    text: composePlan({ ...note, id }, world.now),
    lines: [],
    said: [...outline.said, `The last four letters of its id, ${TO_BE_DRAWN}, are drawn when it is made.`],
  };
  return { notes: [shown], left: [], code };
}

/** Makes what this code stands for; null where that is not what would be made. */
export async function makePlan(
  wanted: WantedPlan,
  code: string,
  world: World,
  context: Context,
): Promise<Obeyed | null> {
  const made = await shape(wanted, world, context);
  if (typeof made === "string") return no(made);
  if (made.code !== code) return null;
  const now = context.clock.now();
  const written = wanted.draft == null ? null : planIn(composePlan({ ...made.note, id: "PLAN-1" }, 0));
  const actions = (written?.steps ?? []).flatMap(({ approval }) =>
    approval.kind === "action" ? [approval.action] : [],
  );
  await rememberAuthor(actions, context);
  const answer = await writePlan({ ...made.note, id: newId(context, now) }, made.outline.title, now, context);
  return answer.kind === "done"
    ? yes(`${answer.say} It is a draft; set its status to Active when it may begin.`, answer.made)
    : answer;
}

interface Shape {
  readonly note: Omit<NewPlanNote, "id">;
  readonly outline: Outline;
  /** Whenever it is made and whatever is drawn: it stands for all the rest. */
  readonly code: string;
}

export interface PlanSource {
  readonly path: string;
  readonly text: string;
  /** The text that the plan is to be made of: the lines that were chosen, or all of the note. */
  readonly part: string;
  /** The objective and the steps of a plan that is made without a model. */
  readonly outline: Outline;
}

/** A sentence where no plan can be made of it. */
export async function sourceOf(
  { note, lines }: Pick<WantedPlan, "note" | "lines">,
  world: World,
  context: Reader,
): Promise<PlanSource | string> {
  const found = await findNote(note, world, context);
  if (typeof found === "string") return found;
  const { path, text } = found;
  const other = planFrom(path, world) ?? (await unreadPlan(path, world, context, Infinity));
  if (other !== null) return `${path} has a plan already: ${other.path}.`;
  const outline = outlineOf(titleOf(path), text, lines);
  if (outline === null)
    return lines === null
      ? `${path} has more than 50,000 lines.`
      : `There is nothing in these lines of ${path} to make a plan of.`;
  const part = lines === null ? text : joinLines(splitLines(text).slice(lines.from - 1, lines.to));
  return { path, text, part, outline };
}

async function shape(wanted: WantedPlan, world: World, context: Reader): Promise<Shape | string> {
  const { lines, draft = null } = wanted;
  const source = await sourceOf(wanted, world, context);
  if (typeof source === "string") return source;
  const { path } = source;
  if (draft !== null && draft.of !== hashText(source.text))
    return `${path} has changed since its plan was drafted. Have it drafted again.`;
  const drafted =
    draft === null ? null : wordsOfDraft(draft.answer, draft.of, context.settings.outward_words);
  const outline: Outline =
    draft === null || drafted === null ? source.outline : { ...drafted, said: saidOf(draft, drafted) };
  const which =
    lines === null
      ? ""
      : lines.from === lines.to
        ? `, line ${String(lines.from)}`
        : `, lines ${String(lines.from)} to ${String(lines.to)}`;
  const entry = {
    actor: "Human",
    action: "Created the plan",
    rationale: `By command, from ${path}${which}${draft === null ? "" : `; ${sayDrafter(draft)}`}`,
    mark: { word: "drafted" },
  } as const;
  const about = [
    `${which}.${draft === null ? "" : ` It was ${escapeMarkdown(sayDrafter(draft), 300)}; nobody has checked it.`}`,
    ...(drafted?.context ?? []),
  ];
  const bare = { ...words(outline, path, about.join("\n")), entry };
  const plan = drafted === null ? null : planIn(composePlan({ ...bare, id: "PLAN-1" }, 0));
  if (drafted !== null && (plan === null || !isAsDrafted(plan, drafted)))
    return "The draft cannot be written as a plan. Have it drafted again.";
  const made = {
    ...bare,
    more: (plan?.steps ?? [])
      .filter(({ approval }) => approval.kind === "action")
      .map((step) => filledInEntry(step, { rationale: "Drafted with the plan; nobody has checked it" })),
  };
  return {
    note: made,
    outline,
    code: hashText(spell([pathFor("", outline, context), composePlan({ ...made, id: "" }, 0)])).slice(0, 8),
  };
}

/** Sentences about the draft: its drafter and their cost, and how many steps stop and ask. */
function saidOf(draft: DraftByModel, { steps, gated }: DraftedWords): readonly string[] {
  const stops =
    gated === 0
      ? "No step reaches out of the vault."
      : `${String(gated)} of ${counted(steps.length, "step")} ${gated === 1 ? "stops" : "stop"} and ${gated === 1 ? "asks" : "ask"} you (✋).`;
  return [`${capital(sayDrafter(draft))}. Nothing in it was checked. ${stops}`];
}

function sayDrafter({ model, by, spent }: DraftByModel): string {
  switch (by) {
    case "hand":
      return "drafted by hand, by copy and paste";
    case "script":
      return `drafted by “${model}”, a script whose answers come from a file`;
    case "model":
      return `drafted by the model “${model}” (${saySpent(spent)})`;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function planIn(text: string): Plan | null {
  const parsed = parsePlan("Plan.md", text);
  return parsed.kind === "plan" ? parsed.plan : null;
}

/** Nothing but the steps that were drafted reads as a step, a gate, a question or an order to agents. */
function isAsDrafted(
  { steps, findOpenBoxes, questions, agent, agentWord, status, forAgent }: Plan,
  { gates }: DraftedWords,
): boolean {
  return (
    status === "Draft" &&
    agent === null &&
    agentWord === null &&
    questions.length === 0 &&
    findOpenBoxes().length === 0 &&
    forAgent.trim() === "" &&
    steps.length === gates.length &&
    steps.every(
      ({ approval, state, id }, at) =>
        state === "open" &&
        (id === null) === (approval.kind !== "action") &&
        approval.kind === (gates[at] ?? "none"),
    )
  );
}

function words(
  { objective, steps }: Outline,
  path: string,
  more: string,
): Pick<NewPlanNote, "objective" | "steps" | "source" | "status" | "context"> {
  return {
    objective,
    steps,
    source: writeSource(path),
    status: "Draft",
    context: `From ${link(path, titleOf(path))}${more}`,
  };
}

function titleOf(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}

function pathFor(id: string, { title }: Outline, { settings }: Pick<Context, "settings">): string {
  return `${pathOf(settings, "plans")}/${planFile(id, title)}`;
}

/** By path, link, name or title; a note in a folder for tasks first. A sentence where none is meant, or several. */
async function findNote(
  which: string,
  world: World,
  { vault, settings }: Reader,
): Promise<{ readonly path: string; readonly text: string } | string> {
  const key = sourceKey(which);
  if (key === "") return "Say which note.";
  const named = world.intake.notes.filter(
    (path) => sourceKey(path) === key || sourceKey(nameOf(path)) === key,
  );
  const exact = named.filter((path) => sourceKey(path) === key);
  const isThere = async (path: string): Promise<boolean> =>
    checkPath(path).kind === "ok" && (await vault.read(path)).kind !== "absent";
  // A path as the disk spells it may hold signs that mean something else in a link.
  const literal = /\.md$/i.test(which) && (await isThere(which));
  const own = `${targetOf(which)}.md`;
  const meant = exact.length > 0 ? exact : named;
  const isElsewhere = meant.length === 0 && !literal && !(await isThere(own));
  const [only = own, ...others] = isElsewhere ? await notesCalled(which, world, vault) : meant;
  if (!literal && others.length > 0)
    return `Several notes are called “${which}”: ${[only, ...others].join(", ")}. Give the path of the one you mean.`;
  const check = checkPath(literal ? which : only);
  if (check.kind === "bad") return `“${which}” cannot be the path of a note: ${check.why}`;
  const reading = await vault.read(check.path);
  if (reading.kind === "absent")
    return `There is no note “${which}”. Give its path in the vault, such as ${pathOf(settings, "inbox")}/${nameOf(check.path)}.`;
  if (reading.kind === "unreadable") return `${check.path} cannot be read: ${reading.why}`;
  const { kind, say } = await judge(check.path, world, { vault });
  return NO_SOURCE.has(kind) ? say : { path: check.path, text: reading.text };
}

/** Notes of the whole vault by path or name, else by title; of several, those that a plan can be made of. */
async function notesCalled(which: string, world: World, vault: Reader["vault"]): Promise<readonly string[]> {
  const { paths } = await walk(vault);
  const key = sourceKey(which);
  const named = paths.filter((path) => [path, nameOf(path)].some((each) => sourceKey(each) === key));
  const called = named.length > 0 ? named : await titled(which, paths, vault);
  const kinds = await Promise.all(called.map((path) => judge(path, world, { vault })));
  const usable = called.filter((_path, at) => !NO_SOURCE.has(kinds[at]?.kind ?? "absent"));
  return usable.length > 0 ? usable : called.slice(0, 1);
}

/** The title is the one that a plan made of the note gets. */
async function titled(
  which: string,
  paths: readonly string[],
  vault: Reader["vault"],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths.slice(0, READ)) {
    const note = await vault.read(path);
    const title = note.kind === "text" ? outlineOf(titleOf(path), note.text, null)?.title : undefined;
    if (title !== undefined && bareName(title) === bareName(which.trim())) found.push(path);
  }
  return found;
}

/** Kinds of notes that no plan is made of: something else is to be done with them, or nothing. */
const NO_SOURCE: ReadonlySet<NoteKind> = new Set<NoteKind>([
  "own",
  "plan",
  "frozen",
  "put-away",
  "copy",
  "request",
  "false-request",
  "no-request",
  "request-of-others",
  "refused-request",
  "broken-request",
  "record",
  "broken",
  "faulty",
  "dialect",
  "left-alone",
  "no-plan",
]);

/** Notes read for a source that only they may know of. */
const READ = 1000;
const NAMES_SOURCE =
  /^[ \t]{0,3}(?:[-*+][ \t]+)?\*{0,2}(?:source_link|source_file|source_note|source|original_file)\*{0,2}[ \t]*:\*{0,2}[ \t]*(\S.{0,1100}?)[ \t]*$/gim;

/**
 * A note that is no plan as it reads now, and says that it comes from there: a plan whose properties broke, or one in
 * another format.
 */
async function unreadPlan(
  path: string,
  world: World,
  { vault, settings }: Reader,
  most: number,
): Promise<{ readonly path: string } | null> {
  const keys = keysIn(path, world);
  const isHome = isAmongPlans(settings);
  const unread = [
    ...world.problems.map((each) => each.path),
    ...world.adoptable.filter(({ of }) => of !== "request").flatMap(({ paths }) => paths),
  ];
  const paths = [...new Set(unread)].filter((each) => isHome(each) && /\.md$/i.test(each));
  if (paths.length > most) return { path: "one of those that cannot be read as plans" };
  for (const each of paths.slice(0, READ)) {
    const note = await vault.read(each);
    const said =
      note.kind === "text"
        ? [...note.text.slice(0, 8000).matchAll(NAMES_SOURCE)].map((match) =>
            (match[1] ?? "").replace(/^(["'])(.*)\1$/, "$2"),
          )
        : [];
    if (said.some((source) => keys.includes(sourceKey(source)))) return { path: each };
  }
  return null;
}

/**
 * A folder or a note that the disk does not give out just now: which plans lie there, and what they come from, nobody
 * can tell.
 */
async function hidden(world: World, { vault, settings }: Reader): Promise<{ readonly path: string } | null> {
  const isHome = isAmongPlans(settings);
  const own = world.problems.filter(({ path }) => isHome(path));
  const folder = own.find(({ kind }) => kind === "folder");
  if (folder !== undefined) return { path: `one in ${folder.path}, which cannot be read` };
  for (const { path } of own.filter(({ kind }) => kind === "unreadable").slice(0, READ)) {
    const note = await vault.read(path);
    if (note.kind === "unreadable" && note.reason === "failed") return { path };
  }
  return null;
}

function isAmongPlans(settings: Settings): (path: string) => boolean {
  const homes = PLAN_FOLDERS.map((each) => pathOf(settings, each));
  return (path) => homes.some((home) => path === home || path.startsWith(`${home}/`));
}

/** Drafts a plan for a task, on the acting device. Cut off anywhere, there is one plan or none. */
export async function draftPlan(
  move: Extract<Move, { kind: "draft-plan" }>,
  world: World,
  context: Context,
): Promise<Performed> {
  const reading = await context.vault.read(move.path);
  if (reading.kind !== "text" || hashText(reading.text) !== move.hash) {
    context.index.mark(move.path);
    return { kind: "stale" };
  }
  const other =
    planFrom(move.path, world) ??
    (await unreadPlan(move.path, world, context, READ)) ??
    (await hidden(world, context));
  if (other !== null) return { kind: "stuck", why: `it may have a plan already: ${other.path}` };
  const outline = outlineOf(titleOf(move.path), reading.text, null);
  if (outline === null) return { kind: "stuck", why: "it is too long" };
  const id = draftId(move, world);
  const entry = {
    actor: "Agent",
    action: "Drafted the plan",
    rationale: `The task seems to need one: ${move.why}`,
    mark: { word: "drafted" },
  } as const;
  const note: NewPlanNote = {
    id,
    ...words(outline, move.path, `. It seems to need a plan: ${escapeMarkdown(move.why)}.`),
    entry,
  };
  const made = await putPlan(pathFor(id, outline, context), composePlan(note, context.clock.now()), context);
  if (made.kind === "unfit") return { kind: "stuck", why: "its words cannot be written as a plan" };
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  if (made.kind === "exists")
    return { kind: "stuck", why: "a note of the name it would get is there already" };
  for (const what of [drafted(move.path), draftedWords(move.hash, move.at)])
    await context.memory.add({ kind: "told", what, at: context.clock.now() });
  return DONE;
}

/**
 * The same for the same task on the same device: what a crash left torn under that name is found in the way, not made a
 * second time.
 */
function draftId({ path, at }: Extract<Move, { kind: "draft-plan" }>, world: World): string {
  const drawn = hashText(spell([world.device.device?.id ?? "", sourceKey(path)]));
  const letters = shortText(Uint8Array.from(drawn.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  const ids = [4, 6, 8, 12, 16].map((length) => `PLAN-${dayId(at)}-${letters.slice(0, length)}`);
  return ids.find((id) => world.planIndex.home(planKey(id)) === null) ?? ids[0] ?? "";
}
