/** The calls of agents that are under way, and the deeds since a person looked last: from jobs and work notes. */
import { never } from "../kit/never";
import { SECOND } from "../kit/dates";
import { count } from "../kit/numbers";
import { nameOf } from "../kit/path";
import { escapeLine, unfence } from "../kit/text";
import type { WantedCall } from "../kit/ports/model";
import { viewFor } from "../rules/agents/beside";
import type { PlanView, World } from "../rules/world";
import { isOfRun, type EntryOf, type WorkEntry } from "../agent/entry";
import { FAILURE_WORDS } from "../agent/stops";
import { workNotes } from "../agent/place";
import { NOTHING_SPENT, tighter, type Spent } from "../kit/ports/spent";
import { runOf, spentOn, turnsOf } from "../agent/run";
import { spentOnView } from "./spentOnView";
import { sayDoing, sayNoResult } from "../agent/tools";
import type { Heard } from "../agent/outside/deeds";
import { sayCost, sayProgramEnd, saySpent } from "../agent/tell";
import { stuckFrom } from "../agent/agentMove";

const WIDTH = 160;

export interface Activity {
  readonly kind: WorkEntry["kind"];
  /** Path of the plan. */
  readonly path: string;
  /** Task id of the plan. */
  readonly plan: string;
  /** Number of the step; null where the plan has it no more. */
  readonly n: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `reading Rates`: one line, harmless wherever text is shown. */
  readonly words: string;
}

/** A call that is under way: of a model, of a program, or of a tool of a server. */
export interface Running {
  readonly view: PlanView;
  /** `running npm test`; null where a model, or a program in its place, does the step. */
  readonly doing: string | null;
  /** A program runs, as an agent or as a check. */
  readonly isProgram: boolean;
  /** The model’s name in the settings; empty where none is asked. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** When it last gave a sign of life; null where another run asked it. */
  readonly last: number | null;
  /** No sign of life for so long that a person should know. */
  readonly isStuck: boolean;
  readonly spent: Spent;
  /** Deeds of a program; null where it tells nothing. */
  readonly heard: Heard | null;
}

/** `jobs`: those of this run, as they are now. */
export function runningOf(world: World, jobs = world.jobs, now = world.now): readonly Running[] {
  return world.plans.flatMap((view): Running[] => {
    const base = { spent: spentBy(view, world), doing: null, heard: null };
    const own = jobs.filter((each) => each.plan === view.plan.key);
    if (own.length > 0)
      return own.map((each) => {
        const { since, last, doing = null, heard = null, model } = each;
        const isProgram = each.isProgram === true || isOfProgram(model, world);
        const isStuck = now >= stuckFrom(each);
        return {
          ...base,
          view: viewFor(view, each) ?? view,
          since,
          last,
          doing,
          isProgram,
          model,
          isStuck,
          heard,
        };
      });
    if (world.runAtWork === null) return [];
    return [view, ...view.beside].flatMap((at): Running[] => {
      const elsewhere = at.agentMove?.kind === "wait" ? at.agentMove.elsewhere : undefined;
      if (elsewhere !== undefined)
        return [{ ...base, ...elsewhere, view: at, isProgram: true, last: null, isStuck: false }];
      const asked = openQuestion(at);
      // Of a program, this device knows which run started it; that one has left.
      if (asked === null || isOfProgram(asked.model, world)) return [];
      const { at: since, model } = asked;
      return [{ ...base, view: at, isProgram: false, model, since, last: null, isStuck: false }];
    });
  });
}

/** The calls for one plan; those first of which a person should know. */
export function runningFor(
  { plan: { path } }: PlanView,
  world: World,
  jobs: World["jobs"],
  now: number,
): readonly Running[] {
  const isOdd = (each: Running): boolean => each.isStuck || sayRepeats(each) !== null;
  return runningOf(world, jobs, now)
    .filter(({ view: { plan } }) => plan.path === path)
    .sort((a, b) => Number(isOdd(b)) - Number(isOdd(a)));
}

function isOfProgram(name: string, { settings: { models } }: Pick<World, "settings">): boolean {
  return Object.hasOwn(models, name) && models[name]?.provider === "program";
}

/** `Thinking for 12 s`, `The program “coder” has worked for 4 min; nothing heard for 3 min`. Without a full stop. */
export function sayRunning({ doing, isProgram, model, since, last, isStuck }: Running, now: number): string {
  const time = sayDuration(now - since);
  const silent = last === null ? 0 : now - last;
  if (!isProgram && doing === null)
    return isStuck ? `Nothing heard from the model for ${sayDuration(silent)}` : `Thinking for ${time}`;
  const does =
    doing === null
      ? `The program “${escapeLine(model, 40)}” has worked for ${time}`
      : `${escapeLine(doing.charAt(0).toUpperCase() + doing.slice(1), WIDTH)}, for ${time}`;
  return isProgram && silent >= QUIET ? `${does}; nothing heard for ${sayDuration(silent)}` : does;
}

/** From so many milliseconds on, the silence of a program is told. */
const QUIET = 90 * SECOND;

/** A warning, without its full stop; null where it does not go round in circles. */
export function sayRepeats({ heard }: Running): string | null {
  return heard?.repeats == null ? null : `It keeps doing the same thing: ${heard.repeats}`;
}

/** `; 1,200 tokens, $0.04 in this turn so far`; empty where a program does not say. */
export function sayUsed({ heard }: Running): string {
  return heard?.used == null ? "" : `; ${sayCost(heard.used.tokens, heard.used.usd)} in this turn so far`;
}

/** The question of this step that no answer is noted for. Another run may be asking it, or was cut off. */
function openQuestion({ plan, step, work }: PlanView): EntryOf<"asked"> | null {
  const last = step === null ? undefined : runOf(plan, step, work.trace.entries)?.entries.at(-1);
  return last?.kind === "asked" ? last : null;
}

/**
 * The larger of the two counts. A call under way counts when its answer is there; until then it would count as the most
 * that it can cost.
 */
function spentBy(view: PlanView, { device }: Pick<World, "device">): Spent {
  const { plan, work } = view;
  const open = [view, ...view.beside].flatMap((at) => openQuestion(at) ?? []);
  const noted = turnsOf({ entries: work.trace.entries, tool: null }).filter(
    ({ asked }) => asked === null || !open.includes(asked),
  );
  return tighter(spentOn(noted), device.spending.plans.get(plan.key)?.sum ?? NOTHING_SPENT);
}

/**
 * The cost of the work on a plan so far, without the call under way; null where neither the work notes nor this device
 * tell.
 */
export function spentOf(view: PlanView, world: World): Spent | null {
  const { plan, work } = view;
  const isTold = work.trace.entries.length > 0 || work.trace.broken === 0;
  if (plan.agent === null || (!isTold && !world.device.spending.plans.has(plan.key))) return null;
  const running = runningOf({ ...world, plans: [view] });
  return running[0]?.spent ?? spentOnView(world, view);
}

export function saySoFar(spent: Spent): string {
  return spent.turns === 0 ? "nothing spent so far" : `${saySpent(spent)} so far`;
}

/** Path of the work notes of a plan. */
export function workNotesOf({ settings }: Pick<World, "settings">, { plan }: PlanView): string {
  return workNotes(settings, plan);
}

/** How far the work notes of each plan were told, by key of the plan. */
export type Marks = ReadonlyMap<string, Mark>;

interface Mark {
  readonly entries: number;
  readonly lastAt: number;
}

/** Activities since the marks; of a plan without a mark, those from `began` on. */
export function activitiesSince(
  marks: Marks,
  { plans }: Pick<World, "plans">,
  began: number,
): { readonly activities: readonly Activity[]; readonly marks: Marks } {
  const next = new Map(marks);
  const activities = plans.flatMap((view) => {
    const { entries } = view.work.trace;
    const mark = marks.get(view.plan.key);
    next.set(view.plan.key, { entries: entries.length, lastAt: entries.at(-1)?.at ?? 0 });
    const isSameChain = mark !== undefined && (entries[mark.entries - 1]?.at ?? 0) === mark.lastAt;
    // After a break the notes begin anew, and all that is in them is new.
    const from = isSameChain ? mark.entries : entries.findIndex(({ at }) => at >= (mark?.lastAt ?? began));
    return from < 0 ? [] : activitiesFrom(view, from);
  });
  return { activities: activities.sort((a, b) => a.at - b.at), marks: next };
}

function activitiesFrom({ plan, work }: PlanView, from: number): readonly Activity[] {
  const { entries } = work.trace;
  return entries
    .slice(from)
    .map((entry, index) => ({
      kind: entry.kind,
      path: plan.path,
      plan: plan.taskId,
      n: plan.steps.find(({ id }) => id === entry.step)?.n ?? null,
      at: entry.at,
      words: escapeLine(wordsFor(entry, entries.slice(0, from + index)), WIDTH),
    }));
}

/** The deed in a few words: `reading Rates`. `before`: the entries in front of it. */
export function wordsFor(entry: WorkEntry, before: readonly WorkEntry[]): string {
  switch (entry.kind) {
    case "asked":
      if (entry.byHand === true) return `asking you, by copy and paste (turn ${count(entry.turn)})`;
      return `thinking… (turn ${count(entry.turn)}${entry.scripted ? ", answered by a script" : ""}; ${saySoFar(spentOn(turnsOf({ entries: before, tool: null })))})`;
    case "answered": {
      if (entry.byHand === true) return "you answered";
      const { in: read, out } = entry.usage;
      const cost = read === null || out === null ? "tokens unknown" : sayCost(read + out, entry.usd);
      return `thought${timeOf(entry, before)}: ${cost}${entry.unused === true ? "; not used: the plan had changed" : ""}`;
    }
    case "failed":
      return `no answer${timeOf(entry, before)}: ${FAILURE_WORDS[entry.code].title}`;
    case "began":
      return `${sayDoing({ id: entry.call, tool: entry.tool, input: entry.input })}…`;
    case "started":
      return `running ${entry.line}…`;
    case "ended":
      return decapital(sayProgramEnd(entry));
    case "proposed":
      return `asking whether ${nameOf(entry.path).replace(/\.md$/i, "")} may be changed`;
    case "result":
      return `${sayDoing(callOf(entry, before))}${entry.ok ? "" : `: ${sayNoResult(entry.tool)}. ${unfence(entry.text)}`}`;
    default:
      return never(entry);
  }
}

export function decapital(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function timeOf(entry: EntryOf<"answered"> | EntryOf<"failed">, before: readonly WorkEntry[]): string {
  const { at, turn } = entry;
  const asked = before.findLast((each) => isOfRun(each, entry));
  return asked?.kind === "asked" && asked.turn === turn
    ? ` for ${sayDuration(Math.max(0, at - asked.at))}`
    : "";
}

/** The call of which a result tells, as the model made it. */
export function callOf(entry: EntryOf<"result">, before: readonly WorkEntry[]): WantedCall {
  const { call: id, tool, planned } = entry;
  if (planned !== undefined) return { id, tool, input: planned };
  const answered = before.findLast((each) => each.kind === "answered" && isOfRun(each, entry));
  const parts = answered?.kind === "answered" ? answered.parts : [];
  const found = parts.find((part) => part.kind === "call" && part.id === id);
  return found?.kind === "call" ? found : { id, tool, input: "" };
}

/** `8 s`, `2 min`. */
export function sayDuration(ms: number): string {
  const seconds = Math.round(ms / SECOND);
  return seconds < 120 ? `${count(seconds)} s` : `${count(Math.round(seconds / 60))} min`;
}
