/**
 * The next want of a step that an agent works on: a function of its run, the limits and the time, and of nothing else.
 * After a crash, on another day, the same notes want the same.
 */
import { MINUTE } from "../kit/dates";
import { counted } from "../kit/numbers";
import { escapeMarkdown, unfence } from "../kit/text";
import type { FailureCode, WantedCall } from "../kit/ports/model";
import type { ModelRole } from "../settings/settings";
import { callsIn, openCall, unreadBefore } from "./calls";
import { budgetOf, HALF_CENT, type Accounts, type Budget, type Stop, type WaitCode } from "./budget";
import type { EntryOf } from "./entry";
import { FAILURE_WORDS, keptFile, sayStop, type StopCode } from "./stops";
import {
  callKey,
  changesIn,
  filesOf,
  isBegun,
  isVote,
  nextTurn,
  PLANNED,
  spentOn,
  turnsOf,
  type Answered,
  type Run,
  type Turn,
} from "./run";
import { sayCost, sayUsd } from "./tell";
import { SAID, type Asking, type Given } from "./signals";
import type { Failed } from "./flow/part";
import type { AtWork } from "./flow/elsewhere";
import type { CheckRun } from "./flow/programs";
import { changesPlan, endsRun, isForStep, sayNotForStep, sayUnfit } from "./tools";

type PlannedCall = Extract<NonNullable<Run["tool"]>, { readonly kind: "call" }>;

export type AgentMove =
  | {
      readonly kind: "ask-model";
      readonly turn: number;
      readonly role: ModelRole;
      /** The model that the settings name for the agent of the flow; empty for that of the role. */
      readonly agent: string;
      readonly room: Room;
      /** The question of a check, which is asked instead of the step. */
      readonly classify?: string;
    }
  /** `isBegun`: of a tool of a server, which was called, and nothing came of it. */
  | { readonly kind: "use-tool"; readonly call: WantedCall; readonly isBegun?: true }
  /** The agent has shown that the step is done. `checked`: each thing that was checked, in words. */
  | {
      readonly kind: "tick";
      readonly checked: readonly string[];
      readonly summary: string;
      readonly files: readonly string[];
      /** The turn in which the agent said so; 0 for none. */
      readonly turn: number;
      /** The agent says that this still has to leave the vault. */
      readonly outside?: string;
      /** Something went out for the step, with a record. */
      readonly sent?: true;
      /** The findings of the check of a flow; missing where there is none. */
      readonly findings?: readonly string[];
      /** The check of the flow did not hold: the step is over, and another attempt follows. */
      readonly failed?: Failed;
      /** Findings that the person lets stand: the review is over, and has not passed. */
      readonly left?: readonly string[];
      /** Findings that the person lets stand, at a step that is done all the same. */
      readonly stands?: readonly string[];
      /** The answers of the person, at a step at which nobody but them is asked. */
      readonly answers?: readonly Given[];
    }
  /** A program is run that checks the step. */
  | ({ readonly kind: "run-check" } & CheckRun)
  /** The person is asked, and the call waits for the answer. */
  | ({ readonly kind: "ask-person" } & Asking)
  /** A call is right, and what it wants is to be done in the plan. `key` names the call there. */
  | { readonly kind: "change-plan"; readonly key: string; readonly call: WantedCall }
  /** Milliseconds since the epoch. */
  | {
      readonly kind: "wait";
      readonly until: number;
      readonly because: string;
      /** Agents wait in the whole vault, for this reason. */
      readonly code?: WaitCode;
      /** It waits for this program, which another run on this device has started and watches. */
      readonly elsewhere?: AtWork;
    }
  | Stop;

/** The room for the next call, and the base of the limit that is noted with it. */
export type Room = Extract<Budget, { readonly kind: "room" }>;

/** Bytes; the note itself may have 1,048,576. The longest result of a tool still fits in between. */
export const MOST_NOTES = 800_000;
/** How often the same call may be made with the same arguments. */
const MOST_ALIKE = 3;
const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 60 * MINUTE;

export interface Limits extends Omit<Accounts, "run"> {
  readonly now: number;
  /** Bytes of the work notes. */
  readonly size: number;
  /** Turns of this run before a break in the notes: nothing that came of them counts, but they may have been paid. */
  readonly lost: number;
  readonly inPlan: InPlan;
  /** Of the model that is asked next. */
  readonly role: ModelRole;
  /** The model that the settings name for the agent of the flow; empty for that of the role. */
  readonly agent: string;
  /** Why this model is not asked again because of the turn before this run; null for none. */
  readonly dearBefore: Stop | null;
  /** The run before had no good end, and it was not a person who began this one. */
  readonly isCutBefore: boolean;
  /** Whether this device has started such a program for this turn already, whatever became of the notes. */
  readonly wasStarted: (turn: number) => boolean;
  /** Why such a program is not started for this step; null where it may be. */
  readonly notStarted: { readonly code: StopCode; readonly why: string } | null;
}

/** The plan’s side of the agent’s calls. */
export interface InPlan {
  /** The question for the person before the call is done; null for none, and where they answered. */
  asking(call: WantedCall, key: string, proposed: EntryOf<"proposed"> | null): Asking | null;
  /** Whether what the call wants is done in the plan. */
  isDone(key: string): boolean;
  /** The answer of the person to a call of `ask_person` that the flow plans; null where they gave none. */
  readonly given: (call: WantedCall, key: string) => Given | null;
  /** The want that follows once a step is done, by the flow of its plan. */
  settled(
    tick: Extract<AgentMove, { readonly kind: "tick" }>,
    votes: readonly string[],
  ): AgentMove | { readonly kind: "classify"; readonly question: string } | typeof GO_ON;
  /** Whether a tool of this name is one of a server’s. */
  readonly isOfServer: (tool: string) => boolean;
}

/** The claim was right, and the person wants the agent to go on all the same. */
export const GO_ON = { kind: "go-on" } as const;

export function next(run: Run, given: Limits): AgentMove {
  const fault = toolFault(run, given.inPlan);
  if (fault !== null) return stop("bad-tool", fault);
  const all = turnsOf(run);
  const turns = all.filter((turn) => !isVote(turn));
  const last = turns.at(-1);
  let classify: string | null = null;
  if (last?.ended?.kind === "answered" && last.ended.unused !== true) {
    const call = afterCalls(last, last.ended, turns, run, given);
    if (call !== null) return call;
    const ended = last.n === 0 ? answered(last, run, given.inPlan) : endOf(last, run);
    const settled = ended?.kind === "tick" ? given.inPlan.settled(ended, votesIn(all)) : ended;
    if (settled?.kind === "classify") classify = settled.question;
    else if (settled !== null && settled.kind !== "go-on") return settled;
    const why = whyNotAgain(last, last.ended, turns);
    if (why !== null) return why;
  }
  return afterFailure(all, given) ?? whyNotAsked(all, given) ?? askModel(all, classify, given);
}

/** The fault of the tool that the plan names: a sentence without its full stop; null for none. */
function toolFault(run: Run, inPlan: InPlan): string | null {
  if (run.tool?.kind === "bad") return run.tool.why;
  return run.tool?.kind === "call" ? blockFault(run.tool, run, inPlan) : null;
}

/** The next of the calls of an answer; null once none is left. */
function afterCalls(
  last: Turn,
  answer: Answered,
  turns: readonly Turn[],
  run: Run,
  { inPlan, size }: Limits,
): AgentMove | null {
  const keyOf = (call: string): string => callKey(run.id, last.n, call);
  // A change of the plan is made before the next call, which may count on it.
  const right = last.results.find(
    ({ ok, tool, call }) => ok && changesPlan(tool) && !inPlan.isDone(keyOf(call)),
  );
  const call = right === undefined ? undefined : callsIn(answer).find(({ id }) => id === right.call);
  if (call !== undefined) return { kind: "change-plan", key: keyOf(call.id), call };
  const asked = last.n === 0 ? askTogether(run, answer, keyOf, inPlan) : null;
  if (asked !== null) return asked;
  const open = openCall(last, answer);
  if (open === null) return null;
  if (size > MOST_NOTES) return stop("full", counted(size, "byte"));
  // It is handed back, and nobody is asked about it.
  if (unreadBefore(open, last).length > 0) return { kind: "use-tool", call: open };
  if (isThirdOfAKind(open, turns)) return stopRepeats(open.tool, turns);
  if (isBegun(turns, open.id)) return { kind: "use-tool", call: open, isBegun: true };
  const proposed = last.proposals.find(({ call: of }) => of === open.id) ?? null;
  const asking = inPlan.asking(open, keyOf(open.id), proposed);
  return asking === null ? { kind: "use-tool", call: open } : { kind: "ask-person", ...asking };
}

/** The questions of a flow, all at once: nothing comes of an answer before the last one is there. */
function askTogether(
  { tool }: Run,
  answer: Answered,
  keyOf: (call: string) => string,
  inPlan: InPlan,
): AgentMove | null {
  if (tool?.kind !== "asks") return null;
  const together = callsIn(answer).flatMap((call) => inPlan.asking(call, keyOf(call.id), null) ?? []);
  const [first] = together;
  return first === undefined
    ? null
    : { kind: "ask-person", ...first, ...(together.length > 1 ? { together } : {}) };
}

/** Why the model is not asked once more after an answer that leads nowhere; null where it is. */
function whyNotAgain({ results }: Turn, answer: Answered, turns: readonly Turn[]): Stop | null {
  // No other file is the one of the step, so that asking once more would lead nowhere.
  const kept = results.map(({ ok, text }) => (ok ? null : keptFile(text))).find((each) => each !== null);
  if (kept != null) return stop("not-its-file", kept);
  const before = turns.at(-2)?.ended;
  return isWithoutCall(answer) && before?.kind === "answered" && isWithoutCall(before)
    ? stop("no-call", said(textOf(answer)))
    : null;
}

/** Why the model is not asked at all; null where it may be. */
function whyNotAsked(all: readonly Turn[], given: Limits): Stop | null {
  const { notStarted, isProgram, isCutBefore, wasStarted, model, modelKey, size } = given;
  if (notStarted !== null) return stop(notStarted.code, notStarted.why);
  // The calls that the plan itself makes ask nobody.
  const asked = all.filter((turn) => turn.asked !== null);
  const last = asked.at(-1);
  const isCut = last === undefined ? isCutBefore : last.ended === null && last.asked?.of === modelKey;
  if (isProgram && (isCut || wasStarted(nextTurn(all)))) return stop("program-cut", model);
  if (size > MOST_NOTES) return stop("full", counted(size, "byte"));
  return asked.length === 0 ? given.dearBefore : whyTooDear(asked, modelKey);
}

/**
 * Why a model is not asked again that told a higher use or cost than its last call could have; null where it did not.
 * The cost of a program is known only at its end, so it may use up the limits, and no more.
 */
export function whyTooDear(all: readonly Turn[], modelKey: string): Stop | null {
  const last = all.at(-1);
  if (last?.asked?.of !== modelKey || last.ended === null) return null;
  const { bound, left, model } = last.asked;
  const { usage, usd } = last.ended;
  const tokens = (usage.in ?? 0) + (usage.out ?? 0);
  if (left !== undefined)
    return usd !== null && usd > left + HALF_CENT
      ? stop("too-dear", `“${model}” says that it cost ${sayUsd(usd)}, and ${sayUsd(left)} was left to spend`)
      : null;
  if (tokens > bound.tokens)
    return stop(
      "too-dear",
      `“${model}” says that it used ${sayCost(tokens, null)}, and ${sayCost(bound.tokens, null)} was the most that the call could use`,
    );
  return bound.usd !== null && usd !== null && usd > bound.usd + HALF_CENT
    ? stop(
        "too-dear",
        `“${model}” says that it cost ${sayUsd(usd)}, and ${sayUsd(bound.usd)} was the most that the call could cost`,
      )
    : null;
}

/** `classify`: the question of a check, where that is asked instead of the step. */
function askModel(all: readonly Turn[], classify: string | null, given: Limits): AgentMove {
  const spent = spentOn(all);
  const budget = budgetOf({ ...given, run: { ...spent, turns: spent.turns + given.lost } });
  return budget.kind === "room"
    ? {
        kind: "ask-model",
        turn: nextTurn(all),
        role: given.role,
        agent: given.agent,
        room: budget,
        ...(classify === null ? {} : { classify }),
      }
    : budget;
}

/** Answers to the question of a check. */
function votesIn(all: readonly Turn[]): readonly string[] {
  return all.flatMap((turn) =>
    isVote(turn) && turn.ended?.kind === "answered" && turn.ended.unused !== true
      ? [wordsOf(turn.ended)]
      : [],
  );
}

/** The same of the block of a call. */
function blockFault({ tool, input }: PlannedCall, { entries }: Run, { isOfServer }: InPlan): string | null {
  if (isOfServer(tool)) return `${tool} is a tool of a server, and tools of servers cannot stand in a block`;
  if (!isForStep(tool)) return sayNotForStep(tool);
  // Once the result of the block is there, it counts, whatever the block says.
  return entries.some((each) => each.kind === "result" && each.call === PLANNED)
    ? null
    : sayUnfit(tool, input);
}

function endOf({ n, results }: Turn, { entries }: Run): AgentMove | null {
  const ends = results.filter(({ ok, tool }) => ok && endsRun(tool));
  // An agent that says both that the step is done and that it cannot be done has not done it.
  const done = ends.find(({ tool }) => tool !== "finish_step") ?? ends[0];
  if (done === undefined) return null;
  return done.tool === "finish_step"
    ? {
        kind: "tick",
        checked: done.checked ?? [],
        summary: done.text,
        files: [...filesOf(entries).keys(), ...changesIn(entries)],
        turn: n,
        ...(done.outside === undefined ? {} : { outside: done.outside }),
        ...(done.sent === undefined ? {} : { sent: done.sent }),
        ...(done.findings === undefined ? {} : { findings: done.findings }),
      }
    : stop(done.tool === "stop_plan" ? "stop-plan" : "given-back", done.text);
}

/** Of a step at which a flow asks the person, and nobody else: they have answered all of it. */
function answered({ results }: Turn, { id, tool, entries }: Run, { given }: InPlan): AgentMove | null {
  if (tool?.kind !== "asks" || !tool.isAll) return null;
  if (!tool.calls.every((each) => results.some(({ call }) => call === each.id))) return null;
  const refused = results.find(({ ok }) => !ok);
  if (refused !== undefined) return stop("bad-tool", unfence(refused.text));
  const answers = tool.calls.flatMap(
    (call) => given({ ...call, tool: "ask_person" }, callKey(id, 0, call.id)) ?? [],
  );
  return {
    kind: "tick",
    checked: ["you answered"],
    summary: results.map(({ text }, at) => (at === 0 ? text : text.replace(SAID, ""))).join(" · "),
    files: [...filesOf(entries).keys()],
    turn: 0,
    answers,
  };
}

/** Whether the same was called twice before, with no progress since; ids of calls are unique only within an answer. */
function isThirdOfAKind({ tool, input }: WantedCall, turns: readonly Turn[]): boolean {
  const alike = sinceProgress(turns).filter(
    (each) => each.tool === tool && each.input === input && each.unread !== true,
  );
  return alike.length >= MOST_ALIKE - 1;
}

/** The results from the last one on that brought something new about: another text in a file, or a changed note. */
function sinceProgress(
  turns: readonly Turn[],
): readonly (EntryOf<"result"> & { readonly input: string | null })[] {
  const all = turns.flatMap(({ ended, results }) => {
    const calls = ended?.kind === "answered" ? callsIn(ended) : [];
    return results.map((each) => ({
      ...each,
      input: calls.find(({ id }) => id === each.call)?.input ?? null,
    }));
  });
  const texts = new Set<string>();
  let from = 0;
  for (const [at, { wrote, edited }] of all.entries()) {
    const isNew = wrote !== undefined && texts.size < texts.add(`${wrote.path} ${wrote.hash}`).size;
    if (isNew || edited === "made") from = at;
  }
  return all.slice(from);
}

/** The repetition alone would hide its cause: most often the step was refused for one and the same fault. */
function stopRepeats(tool: string, turns: readonly Turn[]): AgentMove {
  const refused = turns.flatMap(({ results }) => results).filter(({ ok }) => !ok);
  const cause =
    refused.findLast((each) => each.tool === "finish_step") ?? refused.findLast((each) => each.tool === tool);
  const says = sayStop("repeats", tool);
  return cause === undefined
    ? { kind: "stop", code: "repeats", says }
    : {
        kind: "stop",
        code: "repeats",
        says: `${says} Before that, ${cause.tool} was refused: ${escapeMarkdown(unfence(cause.text), 300)}`,
      };
}

function isWithoutCall({ parts }: Answered): boolean {
  return parts.every(({ kind }) => kind !== "call");
}

function wordsOf({ parts }: Answered): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join(" ");
}

function textOf(answered: Answered): string {
  return wordsOf(answered).slice(0, 300);
}

/** Marks of a call that a server passed on as text, among other words. */
const WRITTEN_CALL = /<\/?tool_call>|<function[=\s]|<invoke\s|\[TOOL_CALLS\]|"(?:arguments|parameters)"\s*:/i;

function said(text: string): string {
  if (text.trim() === "") return "It said nothing.";
  const isCall = WRITTEN_CALL.test(text);
  return `${isCall ? "It wrote a call as text: set its server up to read the calls of this model. " : ""}It said: “${text.trim()}”`;
}

/** Ways in which an answer fails that had too little room. */
const LACKS_ROOM: readonly FailureCode[] = ["answer-too-long", "only-thoughts"];

/** A pause before it is asked again, or a stop; null where it is asked at once. */
function afterFailure(turns: readonly Turn[], { now, model, modelKey }: Limits): AgentMove | null {
  const last = turns.at(-1);
  const failed = last?.ended;
  if (failed?.kind !== "failed") return null;
  // The settings name another model by now, or a person is it.
  if (last?.asked?.of !== undefined && last.asked.of !== modelKey) return null;
  const before = turns.findLastIndex(({ ended }) => ended?.kind !== "failed");
  // A call that a person stopped was no failure of the model.
  const failures = turns
    .slice(before + 1)
    .filter(({ ended }) => ended?.kind === "failed" && ended.code !== "stopped").length;
  const { title, wayOut, retry } = FAILURE_WORDS[failed.code];
  const cut = last?.asked?.cut;
  if (cut !== undefined && LACKS_ROOM.includes(failed.code))
    return stop(
      "failed",
      `${capital(title)}: your limits left ${sayCost(cut, null)} for it. Let it try again for a new run, or raise the limits in the settings.`,
    );
  if (!retry)
    return stop(
      "failed",
      `${capital(title)}. ${wayOut.replace("{model}", () => model)} ${failed.why}`.trim(),
    );
  if (failed.code === "stopped") return null;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
  const until = Math.max(failed.at + pause, Math.min(failed.until ?? 0, failed.at + LONGEST_PAUSE));
  return now < until && now >= failed.at ? { kind: "wait", until, because: title } : null;
}

function stop(code: StopCode, why: string): Stop {
  return { kind: "stop", code, says: sayStop(code, why) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
