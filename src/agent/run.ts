/** The run of one step: the entries of its trace that count for it as it is now, and what they have cost. */
import type { Word } from "../note/plan/logEntry";
import type { Plan, Step } from "../note/plan/plan";
import type { ToolBlock } from "../note/plan/toolBlock";
import { readLineId } from "../flow/lineId";
import { splitLines } from "../kit/lines";
import { nameOf } from "../kit/path";
import type { ModelRole } from "../settings/settings";
import { hashText } from "../kit/hash";
import { isWrittenByAgent } from "../note/plan/author";
import { hashStep } from "../note/plan/steps";
import { UNSPENT } from "../kit/ports/model";
import { atMost, NOTHING_SPENT, plus, type Bound, type Spent } from "../kit/ports/spent";
import { remember } from "../kit/remember";
import { linksIn } from "./reading";
import { keptFile } from "./stops";
import { endsRun } from "./tools";
import { isOfRun, type EntryOf, type RunId, type WorkEntry } from "./entry";

export interface Run {
  readonly id: RunId;
  readonly entries: readonly WorkEntry[];
  /** The tool call that the plan itself names, made before any model is asked. */
  readonly tool: ToolBlock | null;
  /** Entries of earlier runs of this step, which a limit ended: their conversation goes on. */
  readonly earlier: readonly WorkEntry[];
  /**
   * Targets of links in the person’s own words, and notes with which the task was done up to here. They are read before
   * any model is asked.
   */
  readonly links: readonly string[];
}

/** Each of these begins a new run of its step. */
export const AGAIN: readonly Word[] = ["reopened", "ask-again", "draft-again"];

/** The parts of a plan by which a run is told. */
export type OfRun = Pick<Plan, "log" | "objective" | "context" | "forAgent" | "flow" | "steps">;

/** Opened again, tried again, or worded otherwise, a step begins a new run. Null for a step without a block id. */
export function runOf(plan: OfRun, step: Step, entries: readonly WorkEntry[]): Run | null {
  if (step.id === null) return null;
  const id = {
    step: step.id,
    hash: hashStep(step).slice(0, 12),
    round: plan.log.entries.filter(({ mark }) => mark?.step === step.id && AGAIN.includes(mark.word)).length,
  };
  const given = linksFor(plan, step, entries);
  return {
    id,
    entries: entries.filter((entry) => isOfRun(entry, id)),
    tool: step.tool,
    earlier: isAgain(plan, id) ? cutOff(id, entries) : [],
    links: [
      ...given,
      ...(plan.flow === null ? filesNamed(step, entries) : notesOfTask(plan, step, entries, given)),
    ],
  };
}

/** A person let it go on. Where they opened the step again, its agent begins anew. */
function isAgain({ log }: OfRun, { step }: RunId): boolean {
  const last = log.last(({ word, step: of }) => of === step && AGAIN.includes(word));
  return last?.mark.word === "ask-again" && last.actor === "Human";
}

/** Entries of the runs right before this one, as far back as each was ended by a limit. */
function cutOff(id: RunId, entries: readonly WorkEntry[]): readonly WorkEntry[] {
  if (id.round === 0) return [];
  const before = { ...id, round: id.round - 1 };
  const own = entries.filter((entry) => isOfRun(entry, before));
  const last = turnsOf({ entries: own, tool: null }).at(-1);
  const calls =
    last?.ended?.kind === "answered" ? last.ended.parts.filter(({ kind }) => kind === "call") : [];
  // Any other end leaves a call without its result, or is said by a result.
  const isCutOff =
    calls.length > 0 &&
    last?.results.length === calls.length &&
    !last.results.some(({ ok, tool, text }) => (ok ? endsRun(tool) : keptFile(text) !== null));
  return isCutOff ? [...cutOff(before, entries), ...own] : [];
}

/** Notes that are read for a step without being asked for; the others that a plan links to, its agent reads itself. */
const MOST_LINKED = 20;
/** Characters of the notes that a step of a flow is given again: each time, the work notes grow by as many. */
const MOST_AGAIN = 20_000;

/** Work files that earlier steps wrote, and that this one names. */
function filesNamed({ id, text, beneath }: Step, entries: readonly WorkEntry[]): readonly string[] {
  const before = [...filesOf(entries.filter(({ step }) => step !== id)).keys()];
  const words = `${text}\n${beneath}`.split(/[\s"“”'‘’()[\]|,;:!?]+|\.(?=\s|$)/);
  return before.filter((path) => words.includes(nameOf(path))).slice(0, MOST_LINKED);
}

/** The step at whose line the loop of a step begins: the tasks of a loop stand right behind that line. */
function loopHead({ steps }: Pick<Plan, "steps">, step: string): string | null {
  const lines = steps.flatMap(({ id }) => readLineId(id) ?? []);
  const first = lines.findIndex((each) => each.step === step && each.item !== null);
  return lines.slice(0, Math.max(0, first)).findLast(({ item }) => item === null)?.step ?? null;
}

/**
 * Notes that agents asked for at other lines of the same task: who reviews it has to check it against them. `given`:
 * targets of links that are read anyway.
 */
function notesOfTask(
  plan: OfRun,
  { id }: Step,
  entries: readonly WorkEntry[],
  given: readonly string[],
): readonly string[] {
  const at = readLineId(id);
  if (at === null || at.item === null) return [];
  const head = loopHead(plan, at.step);
  const isOfTask = (of: string): boolean => {
    const line = readLineId(of);
    return line !== null && of !== id && line.item === at.item && loopHead(plan, line.step) === head;
  };
  const own = filesOf(entries);
  const paths = entries.flatMap((each) => {
    const isRead = each.kind === "result" && each.ok && each.tool === "read_note";
    if (!isRead || linkOf(each.call) !== null || !isOfTask(each.step)) return [];
    // Behind the path of a long note, its length is told.
    const path = (splitLines(each.text)[0]?.text ?? "").replace(/(\.[a-z]{2,4}): [\d,]+ words?, .*$/i, "$1");
    const target = path.replace(/\.md$/i, "");
    const isGiven = given.some((link) => target === link || target.endsWith(`/${link}`));
    return own.has(path) || isGiven ? [] : [target];
  });
  return [...new Set(paths)].slice(0, MOST_LINKED);
}

/** Those of the whole plan first, so that a question begins alike at each step. `entries`: of the chain. */
export function linksFor(plan: OfRun, step: Step, entries: readonly WorkEntry[] = []): readonly string[] {
  // A flow says itself what each of its steps reads; the first one has nothing but what the person gave.
  if (plan.flow !== null && plan.steps[0]?.id !== step.id) return givenAgain(step, entries);
  const ofStep = isWrittenByAgent(plan, step) ? [] : [step.text];
  const words = [plan.objective, plan.context, plan.forAgent, ...ofStep];
  return [...new Set(words.flatMap(linksIn))].slice(0, MOST_LINKED);
}

/** The first of the notes that its flow gives to a step, as many as there is room for by how long they were before. */
function givenAgain({ id, notes = [] }: Step, entries: readonly WorkEntry[]): readonly string[] {
  let left = MOST_AGAIN;
  return notes.slice(0, MOST_LINKED).filter((link) => {
    const first = entries.find(
      (each) => each.kind === "result" && each.step !== id && linkOf(each.call) === link,
    );
    left -= first?.kind === "result" ? first.text.length : 0;
    return left >= 0;
  });
}

export interface Turn {
  /** Counted from 1; 0 for the call that the plan itself names, of which no model was asked. */
  readonly n: number;
  readonly asked: EntryOf<"asked"> | null;
  /** Null while the model is being asked, and after a crash meanwhile. */
  readonly ended: Answered | EntryOf<"failed"> | null;
  /** Calls of tools of servers that were begun. */
  readonly begun: readonly EntryOf<"began">[];
  /** Edits of notes about which the person is asked, or was. */
  readonly proposals: readonly EntryOf<"proposed">[];
  readonly results: readonly EntryOf<"result">[];
}

/** A model was asked whether the check of the step holds. */
export function isVote({ asked }: Pick<Turn, "asked">): boolean {
  return asked?.classifies === true;
}

export type Answered = Pick<EntryOf<"answered">, "kind" | "parts" | "more" | "usage" | "usd" | "unused">;

/** Id of the call that the plan itself names. */
export const PLANNED = "plan";
const LINKED = "linked ";

/** The target of the link for which a note is read; null for any other call. */
export function linkOf(call: string): string | null {
  return call.startsWith(LINKED) ? call.slice(LINKED.length) : null;
}

/** In the order in which the model was asked. */
export function turnsOf({
  entries,
  tool,
  links = [],
}: Pick<Run, "entries" | "tool"> & Partial<Pick<Run, "links">>): readonly Turn[] {
  const turns: {
    n: number;
    asked: Turn["asked"];
    ended: Turn["ended"];
    begun: EntryOf<"began">[];
    proposals: EntryOf<"proposed">[];
    results: EntryOf<"result">[];
  }[] = [];
  const begin = (turn: Pick<Turn, "n" | "asked" | "ended">): void => {
    turns.push({ ...turn, begun: [], proposals: [], results: [] });
  };
  const planned = plannedBy(tool, links);
  if (planned !== null) begin({ n: 0, asked: null, ended: planned });
  for (const entry of entries) {
    // Several runs of a plan may be under way at the same time, and none hears what comes of another.
    const last = turns.findLast(({ asked }) => asked === null || isOfRun(asked, entry)) ?? turns.at(-1);
    if (entry.kind === "asked") begin({ n: entry.turn, asked: entry, ended: null });
    else if (last === undefined) continue;
    else if (entry.kind === "began") last.begun.push(entry);
    else if (entry.kind === "proposed") last.proposals.push(entry);
    else if (entry.kind === "result") last.results.push(entry);
    else if (entry.kind === "started" || entry.kind === "ended") continue;
    else if (entry.turn === last.n && last.ended === null) last.ended = entry;
  }
  return turns;
}

export function nextTurn(turns: readonly Turn[]): number {
  return (turns.at(-1)?.n ?? 0) + 1;
}

/** Of a block that is bad, nothing is called. */
function plannedBy(tool: ToolBlock | null, links: Run["links"]): Answered | null {
  const read = links.map((path) => ({
    id: `${LINKED}${path}`,
    tool: "read_note",
    input: JSON.stringify({ path }),
  }));
  const calls =
    tool?.kind === "asks"
      ? tool.calls.map((each) => ({ ...each, tool: "ask_person" }))
      : tool?.kind === "call"
        ? [...read, { id: PLANNED, tool: tool.tool, input: tool.input }]
        : read;
  return calls.length === 0 || tool?.kind === "bad"
    ? null
    : {
        kind: "answered",
        parts: calls.map((each) => ({ kind: "call", ...each })),
        usage: { in: 0, cached: 0, out: 0 },
        usd: 0,
      };
}

/**
 * The role that is asked next: a planner decides how it goes on where the plan named the call, or where an answer
 * called nothing.
 */
export function roleOf(run: Parameters<typeof turnsOf>[0] & Pick<Run, "tool">): ModelRole {
  const last = turnsOf(run).findLast(
    (turn) => turn.ended !== null && turn.ended.kind !== "failed" && !isVote(turn),
  )?.ended;
  const calls = last?.kind === "answered" && last.parts.some(({ kind }) => kind === "call");
  return run.tool?.kind === "call" || (last?.kind === "answered" && last.unused !== true && !calls)
    ? "planner"
    : "worker";
}

/** Names a call of a tool in the plan’s log and in its questions, so that what it wants is done there once. */
export function callKey({ step, hash, round }: RunId, turn: number, call: string): string {
  return `c${hashText(JSON.stringify([step, hash, round, turn, call])).slice(0, 10)}`;
}

/** The same of a call in the latest turn, which is the only one that is still open. */
export function openKey(run: Run, call: string): string {
  return callKey(run.id, turnsOf(run).at(-1)?.n ?? 0, call);
}

/** Whether a call of the latest turn, of a tool of a server, was begun: it is never made again. */
export function isBegun(turns: readonly Turn[], call: string): boolean {
  return turns.at(-1)?.begun.some((each) => each.call === call) === true;
}

export function spentOn(turns: readonly Turn[]): Spent {
  return turns.reduce(
    (sum, { asked, ended }) =>
      asked === null
        ? sum
        : plus(sum, {
            ...spentBy(asked.bound, ended),
            ...(asked.byHand === true ? { isUncounted: true } : {}),
          }),
    NOTHING_SPENT,
  );
}

/**
 * A call of which nobody knows what it cost counts as the most it can have cost. `ended` is null for one without an
 * end.
 */
export function spentBy(
  bound: Bound,
  ended: Pick<EntryOf<"failed">, "code" | "usage" | "usd"> | Pick<Answered, "usage" | "usd"> | null,
): Spent {
  if (ended !== null && "code" in ended && UNSPENT.includes(ended.code)) return NOTHING_SPENT;
  const { in: read = null, out = null } = ended?.usage ?? {};
  const usd = ended?.usd ?? null;
  // A program may tell its cost alone.
  if (ended === null || read === null || out === null) return atMost({ ...bound, usd: usd ?? bound.usd });
  return { turns: 1, tokens: read + out, usd: usd ?? 0, isPartly: usd === null, isAtMost: false };
}

/** The cost of all runs. Summed once for each list of entries, since every look asks for it. */
export const spentOnAll = remember((entries: readonly WorkEntry[]): Spent =>
  spentOn(turnsOf({ entries, tool: null })),
);

/** Names a run in what the device counts. */
export function runName({ step, hash, round }: RunId): string {
  return `${step} ${hash} ${String(round)}`;
}

/** Files that these entries tell of as written, the latest text of each, by path. */
export function filesOf(entries: readonly WorkEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === "result" && entry.wrote !== undefined
        ? [[entry.wrote.path, entry.wrote.hash] as const]
        : [],
    ),
  );
}

/** Paths of the files with the changes that programs made. They are no files of the agent, and no evidence. */
export function changesIn(entries: readonly WorkEntry[]): readonly string[] {
  const paths = entries.flatMap((entry) =>
    entry.kind === "answered" || entry.kind === "failed" ? (entry.wrote?.path ?? []) : [],
  );
  return [...new Set(paths)];
}
