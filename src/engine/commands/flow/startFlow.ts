/** Starts a flow: keeps a copy of it beside the plan’s work, then writes the plan with the flow’s first lines. */
import { showIn } from "../../../kit/dates";
import { hashText, shortHash } from "../../../kit/hash";
import { workFolderName } from "../../../note/plan/compose";
import { planKey } from "../../../kit/ids";
import { checkPath, folderOf, isBeneath, nameOf } from "../../../kit/path";
import { escapeMarkdown, isLinkable, link, escapeLine } from "../../../kit/text";
import { counted } from "../../../kit/numbers";
import { nearest } from "../../../kit/nearest";
import {
  hasAgent,
  holdsNotes,
  nameWithVersion,
  skillOf,
  titleOf,
  type Flow,
  type FlowFault,
} from "../../../flow/flow";
import { writeSource } from "../../../note/intake/sources";
import type { World } from "../../../rules/world";
import { pin, type Copied } from "../../../flow/pinned";
import { KEEPS_RESULT } from "../../../flow/result/result";
import { firstOf, type SkillNote } from "../../../flow/skill/skillNote";
import { notesIn } from "../../../flow/running";
import { firstLines } from "../../../flow/expand";
import type { FlowReading } from "../../../flow/readFlow";
import type { PhaseLine } from "../../../note/plan/compose";
import type { NewEntry } from "../../../note/plan/logEntry";
import { withMarks } from "../../../agent/flow/marks";
import { sayBegun } from "../../../agent/flow/progress";
import { flowCopy } from "../../../agent/place";
import {
  agentPermit,
  agentPrograms,
  permitHash,
  permitScope,
  type AgentProgram,
} from "../../../agent/flow/agentPrograms";
import type { Context } from "../../perform/context";
import type { VaultPort } from "../../../kit/ports/vault";
import { newId, writePlan } from "../../perform/create";
import { findAgent } from "../../perform/findAgent";
import { pathsFor, walk } from "../../perform/notePaths";
import { no, type Command, type Obeyed } from "../../perform/replies";
import { sayClosed } from "../../../agent/reading";
import { sanitizeCode } from "../../../agent/sanitize";
import { findFlows, isMeant, type FoundFlow } from "./findFlows";
import { findSkills, saySkill } from "./findSkills";

/** Characters of one answer. */
const LONGEST = 4000;

export async function startFlow(
  { flow: called, inputs, allows = [] }: Extract<Command, { readonly kind: "start-flow" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const skills = await findSkills(context, context.settings);
  const found = startable(called, await findFlows(context, context.settings, skills));
  if (typeof found === "string") return no(found);
  const { flow, warnings } = found;
  const said = answersFor(flow, inputs);
  const given = typeof said === "string" ? said : await withFolders(flow, said, context.vault);
  if (typeof given === "string") return no(given);
  const unread = await noteFault(flow, given, context);
  if (unread !== null) return no(unread);
  const now = context.clock.now();
  const id = newId(context, now);
  const copied = toCopy(flow, skills.notes);
  const folder = workFolderName(id, subjectOf(given) || flow.name.replace(/-/g, " "));
  const copy = {
    path: flowCopy(context.settings, { taskId: id, key: planKey(id), workFolder: folder }),
    text: pin(found.text, flow.name, given, copied),
  };
  const why = await keepCopy(copy, context);
  if (why !== null) return no(why);
  const programs = agentPrograms(flow, context.settings);
  const isShown = ({ words }: AgentProgram): boolean =>
    allows.some((each) => JSON.stringify(each) === JSON.stringify(words));
  const unfound: string[] = [];
  for (const { program, steps } of programs.filter(isShown)) {
    const runs = await findAgent(program, context);
    if (runs.kind === "none") unfound.push(runs.why);
    else
      await context.memory.add({
        kind: "trusted",
        what: agentPermit(planKey(id), program),
        hash: permitHash(permitScope(hashText(copy.text), steps), runs.hash),
        at: now,
      });
  }
  const objective = objectiveOf(flow, given);
  const started = await writePlan(
    {
      id,
      objective,
      context: contextOf(flow, given),
      steps: linesOf(flow),
      source: sourceIn(flow, given, world),
      status: "Active",
      flow: { name: flow.name, workFolder: folder },
      top: withMarks([sayBegun(flow, showIn(context.settings.time_zone)(now))]),
      entry: {
        actor: "Human",
        action: `Started the flow “${flow.name}”`,
        rationale: "By command",
        mark: { word: "started" },
      },
      more: [copiedEntry(flow, copy, copied)],
    },
    objective,
    now,
    context,
  );
  if (started.kind === "refused") return started;
  const unasked = programs.filter((each) => !isShown(each)).map(sayUnasked);
  return {
    ...started,
    say: [
      started.say,
      ...sayReading(given, flow, context.settings),
      ...unasked,
      ...unfound,
      ...warnings.slice(0, 3).map(sayWarning),
    ].join(" "),
  };
}

/** The one flow that a person means, with the text of its note; a sentence where it cannot be started. */
function startable(
  wanted: string,
  all: readonly FoundFlow[],
): (Extract<FlowReading, { readonly kind: "flow" }> & Pick<FoundFlow, "text">) | string {
  const [found, second] = all.filter((each) => isMeant(each, wanted));
  if (found === undefined) return sayUnknownFlow(wanted, all);
  const { parsed, where, text } = found;
  if (second !== undefined)
    return `Two notes are the flow “${wanted}”: ${where ?? ""} and ${second.where ?? ""}. Rename one.`;
  if (parsed.kind === "flow") return { ...parsed, text };
  const [fault] = parsed.faults;
  return `${where ?? wanted}, line ${String(fault?.line ?? 1)}: ${fault?.says ?? ""}`;
}

interface Copy {
  readonly path: string;
  readonly text: string;
}

/** A sentence where it could not be written; otherwise null. */
async function keepCopy({ path, text }: Copy, { vault }: Context): Promise<string | null> {
  const made = await vault.makeFolder(folderOf(path));
  if (made.kind === "refused") return `The folder for the work could not be made: ${made.why}`;
  const created = await vault.create(path, text);
  if (created.kind === "refused") return `The copy of the flow could not be written: ${created.why}`;
  return created.kind === "exists" ? "A plan with that name has work already; try again." : null;
}

/** The first answer that says something; empty for none. */
function subjectOf(given: Readonly<Record<string, string>>): string {
  return Object.values(given).find((each) => each !== "") ?? "";
}

function objectiveOf({ name, about }: Flow, given: Readonly<Record<string, string>>): string {
  const first = subjectOf(given);
  // “4” alone would tell nobody what the plan is for.
  const words = name.replace(/-/g, " ");
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return escapeMarkdown(first === "" ? (about ?? title) : `${title}: ${first}`, 1000);
}

function contextOf(flow: Flow, given: Readonly<Record<string, string>>): string {
  const about = flow.about === undefined ? "" : `: ${escapeMarkdown(flow.about, 300).replace(/\.$/, "")}`;
  const answers = Object.entries(given)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `- ${name}: ${shown(flow, name, value)}`);
  return [`By the flow “${escapeMarkdown(nameWithVersion(flow), 200)}”${about}.`, "", ...answers]
    .join("\n")
    .trim();
}

function copiedEntry({ result }: Flow, { path, text }: Copy, copied: readonly Copied[]): NewEntry {
  return {
    actor: "Agent",
    action: "Kept a copy of the flow",
    about: [path],
    rationale: "This plan follows the copy, whatever happens to the flow",
    ...(copied.length === 0 ? {} : { details: `With ${copied.map(sayCopied).join(", ")}.` }),
    mark: { word: "flow", text: shortHash(text), ...(result === undefined ? {} : { note: KEEPS_RESULT }) },
  };
}

/** The notes that its agents read, where the settings open no folder. */
function sayReading(
  given: Readonly<Record<string, string>>,
  flow: Flow,
  { agent_folders }: Context["settings"],
): readonly string[] {
  if (agent_folders.length > 0 || !flow.steps.some(hasAgent)) return [];
  const notes = Object.entries(given).flatMap(([name, value]) =>
    holdsNotes(flow, name) ? notesIn(value) : [],
  );
  const own = notes.length === 0 ? "" : `${counted(new Set(notes).size, "note")} that you gave, `;
  return [
    `Its agents read only ${own}plans and tasks. To let them read more, give notes or folders at the start, or name folders in the settings (agent_folders).`,
  ];
}

function sayUnasked({ agent, line }: AgentProgram): string {
  return `The agent “${escapeLine(agent, 60)}” is the program ${line}, which does nothing until you allow it here: {do:allow-programs}.`;
}

function sayWarning({ line, says }: FlowFault): string {
  return `Note, line ${String(line)} of the flow: ${escapeLine(says, 300)}`;
}

/**
 * Instructions from outside the vault, which another device may not have, and built-in ones, which another version may
 * not have. Notes of the vault are wherever the plan is.
 */
function toCopy(flow: Flow, notes: readonly SkillNote[]): readonly Copied[] {
  const used = flow.steps
    .filter(hasAgent)
    .flatMap((step) => [
      ...(flow.skills.has(skillOf(step)) ? [] : [firstOf(notes, "skill", skillOf(step))]),
      ...(step.agent === undefined ? [] : [firstOf(notes, "preamble", step.agent)]),
    ]);
  return [...new Set(used)].flatMap((note) =>
    note === null || note.place === "vault" ? [] : [{ ...note, words: sanitizeCode(note.words) }],
  );
}

function sayCopied(each: Copied): string {
  return `${saySkill(each)} from ${each.where} (hash ${shortHash(each.words)})`;
}

/** Links let the agent read the notes that a person gave. An option alone would not say what it is for. */
function shown(flow: Flow, name: string, value: string): string {
  const { kind, ask = "" } = flow.inputs[name] ?? {};
  if (kind === "choice") return `${escapeMarkdown(value, 1000)} (${escapeMarkdown(ask, 300)})`;
  if (!holdsNotes(flow, name)) return escapeMarkdown(value, 1000);
  return notesIn(value)
    .map((each) => link(each, nameOf(each).replace(/\.md$/i, "")))
    .join(", ");
}

/** The task among the notes that were given: the plan is the plan of that task, which is offered none any more. */
function sourceIn(flow: Flow, given: Readonly<Record<string, string>>, { intake }: World): string | null {
  const notes = Object.entries(given).flatMap(([name, value]) =>
    holdsNotes(flow, name) ? notesIn(value).map((each) => `${each.replace(/\.md$/i, "")}.md`) : [],
  );
  const path = notes.find((each) => intake.tasks.some((task) => task.path === each));
  return path === undefined ? null : writeSource(path);
}

/**
 * Why a note that was given reaches no agent; null where each does. A start that said nothing would have the agents
 * work without what the person means them to know. Left out, an answer is the usual one.
 */
export async function noteFault(
  flow: Flow,
  given: Readonly<Record<string, string>>,
  { vault, settings }: Pick<Context, "vault" | "settings">,
): Promise<string | null> {
  const notes = Object.entries(flow.inputs).flatMap(([name, { default: usual = "" }]) =>
    holdsNotes(flow, name) ? notesIn((given[name] ?? "").trim() || usual) : [],
  );
  const isForAgents = flow.steps.some(hasAgent);
  const closed: string[] = [];
  for (const each of notes) {
    const path = await pathGiven(each, vault);
    const reading = checkPath(path).kind === "bad" ? null : await vault.read(path);
    const isAbsent = reading === null || reading.kind === "absent";
    if (isAbsent) return `There is no note “${escapeLine(each, 200)}”.`;
    const why = isForAgents ? sayClosed(path, reading.kind === "text" ? reading.text : "", settings) : null;
    if (why !== null)
      closed.push(`The agents may not read “${escapeLine(each, 200)}”, which you gave them: ${why}`);
  }
  return closed.length === 0 ? null : closed.slice(0, 5).join(" ");
}

/** A bare name can be that of a note in any folder. */
async function pathGiven(given: string, vault: VaultPort): Promise<string> {
  const path = `${given.replace(/\.md$/i, "")}.md`;
  if (given.includes("/") || (await vault.read(path)).kind !== "absent") return path;
  return pathsFor(given, (await walk(vault)).paths)[0] ?? path;
}

function linesOf(flow: Flow): readonly (string | PhaseLine)[] {
  return firstLines(flow).flatMap(({ id, text, phase }) => [
    ...(phase === null ? [] : [{ phase: escapeMarkdown(phase, 120) }]),
    `${text} ^${id}`,
  ]);
}

/** So many notes of a folder are given to a flow. */
const MOST_GIVEN = 30;

/**
 * The answers at the start, with the path of each note, and with the notes of each folder that was given in the place
 * of notes. A sentence for too many, and for a note that no link can name.
 */
export async function withFolders(
  flow: Pick<Flow, "inputs">,
  given: Readonly<Record<string, string>>,
  vault: VaultPort,
): Promise<Readonly<Record<string, string>> | string> {
  const full: Record<string, string> = { ...given };
  const names = Object.keys(given).filter((name) => holdsNotes(flow, name) && given[name] !== "");
  const { paths } = names.length === 0 ? { paths: [] } : await walk(vault);
  for (const name of names) {
    const found = new Set<string>();
    for (const each of notesIn(given[name] ?? "")) {
      const folder = each.replace(/\/+$/, "");
      const within = notesAt(folder, flow.inputs[name]?.kind === "notes", paths);
      if (within.length > MOST_GIVEN)
        return `“${escapeLine(folder, 200)}” has ${String(within.length)} notes, and ${String(MOST_GIVEN)} can be given. Name those that matter.`;
      for (const path of within.length === 0 ? [each] : within) {
        const note = path.replace(/\.md$/i, "");
        if (!isLinkable(note))
          return `“${escapeLine(note, 200)}” cannot be given to agents, because a link cannot contain its name. Rename it, or leave it out.`;
        found.add(note);
      }
    }
    full[name] = [...found].join("\n");
  }
  return full;
}

/** A note by its path, the notes of a folder, or the one note of a bare name; empty for none. */
function notesAt(given: string, mayBeFolder: boolean, paths: readonly string[]): readonly string[] {
  const path = `${given.replace(/\.md$/i, "")}.md`;
  if (paths.includes(path)) return [path];
  const within = mayBeFolder ? paths.filter((each) => isBeneath(each, given)) : [];
  return within.length > 0 ? within : pathsFor(given, paths);
}

/** A sentence where an answer is given that the flow does not ask for; otherwise null. */
export function oddInput({ name: of, inputs }: Flow, given: Readonly<Record<string, string>>): string | null {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(inputs, name));
  return unknown === undefined
    ? null
    : `The flow “${of}” asks for no “${escapeLine(unknown, 60)}”. It asks for: ${Object.keys(inputs).join(", ") || "nothing"}.`;
}

/** By name; a sentence where one is missing, or is none of the flow’s. */
function answersFor(
  flow: Flow,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | string {
  const odd = oddInput(flow, given);
  if (odd !== null) return odd;
  const answers: Record<string, string> = {};
  for (const [name, { ask, kind, options, default: usual }] of Object.entries(flow.inputs)) {
    const value = (given[name] ?? "").trim() || (usual ?? "");
    if (value === "" && usual === undefined)
      return `“${name}” is missing: ${ask} (in a terminal: --input ${name}=WORDS)`;
    if (value.length > LONGEST) return `“${name}” has more than ${String(LONGEST)} characters.`;
    if (kind === "choice" && value !== "" && !options.includes(value))
      return `“${name}” has to be one of: ${options.join(", ")}.`;
    answers[name] = value;
  }
  return answers;
}

export function sayUnknownFlow(wanted: string, all: readonly FoundFlow[]): string {
  const near = nearest(
    wanted,
    all.map(({ name }) => name),
  );
  const behind = all.find((each) => each.behind !== undefined)?.behind;
  if (behind !== undefined) return `There is no flow “${escapeLine(wanted, 60)}”. ${behind}`;
  return `There is no flow “${escapeLine(wanted, 60)}”. ${near === null ? `There are: ${all.map(({ name }) => name).join(", ")}.` : `Did you mean “${near}”?`}`;
}

/** For a list: what the flow is for, or its steps. */
export function sayFlow(flow: Flow): string {
  return flow.about ?? flow.steps.map(titleOf).join(" → ");
}
