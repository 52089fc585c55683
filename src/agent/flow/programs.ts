/**
 * Programs that check a step of a flow, whether they may run on this device, and what came of them. A person allows
 * each command on the device itself: notes travel by sync, and nothing in a note lets a program run.
 */
import { parseJson } from "../../kit/json";
import { laterChecks, type Later } from "../../flow/checks";
import { readCommandLine, sayWords } from "../../flow/commandLine";
import { titleOf, type FlowStep } from "../../flow/flow";
import type { RunningFlow } from "../../flow/running";
import { hashText } from "../../kit/hash";
import type { Plan, Step } from "../../note/plan/plan";
import type { Settings } from "../../settings/settings";
import type { EntryOf, RunId, WorkEntry } from "../entry";
import { isOfRun } from "../entry";
import { answerTo, withId, type Asking, type Unnamed } from "../signals";

export interface CheckProgram {
  readonly which: "tests" | "command";
  /** The program, and what it is given. */
  readonly words: readonly string[];
  /** As the settings name it. */
  readonly folder: string;
}

/** Knowledge of this device. */
export interface ProgramsHere {
  /** Why no program runs here; null where one can. */
  readonly unable: string | null;
  /** Of this device; empty where it has none. */
  readonly name: string;
  /** By name, what a person confirmed on this device. */
  readonly trusted: ReadonlyMap<string, string>;
  /** By name, what it has started. */
  readonly told: ReadonlySet<string>;
  /** By the same name: the run that started it, and when. */
  readonly startedBy: ReadonlyMap<string, { readonly run: string; readonly at: number }>;
  /** Another run that works on the vault on this device, by its nonce; null where none does. */
  readonly otherRun: string | null;
}

const ALLOWED = "allowed";
export const FORBIDDEN = "forbidden";
const NAME = "check program ";

/** Under this name the device keeps that a program may run. */
export function permitOf({ words, folder }: Pick<CheckProgram, "words" | "folder">): {
  readonly what: string;
  readonly hash: string;
} {
  return { what: `${NAME}${JSON.stringify([words, folder])}`, hash: ALLOWED };
}

export function isAllowed(
  program: Pick<CheckProgram, "words" | "folder">,
  { trusted }: Pick<ProgramsHere, "trusted">,
): boolean {
  return trusted.get(permitOf(program).what) === ALLOWED;
}

/** All that are allowed on this device. */
export function allowedPrograms({
  trusted,
}: Pick<ProgramsHere, "trusted">): readonly Omit<CheckProgram, "which">[] {
  return [...trusted].flatMap(([what, hash]) => {
    if (!what.startsWith(NAME) || hash !== ALLOWED) return [];
    const [words, folder] = parseJson(what.slice(NAME.length)) as readonly [readonly string[], string];
    return [{ words, folder }];
  });
}

type RunLater = Extract<Later, { readonly kind: "run" }>;

/** The programs of the checks of a step, as far as their commands can be run. */
export function programsOf(
  { check }: Pick<FlowStep, "check">,
  running: Pick<RunningFlow, "inputs">,
  settings: Pick<Settings, "checks">,
): readonly CheckProgram[] {
  return laterChecks(check).flatMap((later) => {
    const wanted = later.kind === "run" ? wantedProgram(later, running, settings).program : "";
    return typeof wanted === "string" ? [] : [wanted];
  });
}

/** `program`: a sentence without its full stop where its command cannot be run. */
function wantedProgram(
  later: RunLater,
  { inputs }: Pick<RunningFlow, "inputs">,
  { checks }: Pick<Settings, "checks">,
): { readonly which: CheckProgram["which"]; readonly line: string; readonly program: CheckProgram | string } {
  const { which } = later;
  const ofFlow = inputs["tests"] ?? "";
  const line = later.which === "command" ? later.line : ofFlow.trim() === "" ? checks.tests : ofFlow;
  if (line.trim() === "")
    return {
      which,
      line,
      program: "neither the settings nor an input “tests” of the flow say by which command",
    };
  const read = readCommandLine(line);
  return {
    which,
    line,
    program: read.kind === "bad" ? read.why : { which, words: read.words, folder: checks.folder },
  };
}

/** One running of a program for a check. A further one follows only after a person's word. */
export interface CheckRun {
  readonly program: CheckProgram;
  /** Names the check within its run of the step. */
  readonly key: string;
  readonly attempt: number;
}

/** The name under which this device remembers that it started the program of a check. */
export function checkName(
  { key: plan }: Pick<Plan, "key">,
  { step, hash, round }: RunId,
  { key, attempt }: Pick<CheckRun, "key" | "attempt">,
): string {
  return `check run ${hashText(JSON.stringify([plan, { step, hash, round }, key, attempt])).slice(0, 32)}`;
}

/** The end of a check. */
export interface CheckEnd {
  readonly kind: "ended";
  /** Empty where it holds. */
  readonly findings: readonly string[];
  /** Words of the log about a program that held. */
  readonly held: string;
}

export type CheckOutcome =
  ({ readonly kind: "run-check" } & CheckRun) | ({ readonly kind: "ask-person" } & Asking) | CheckEnd;

export const HOLDS = ["It holds", "It does not"];
const RUN_AGAIN = "Run it again";
const HOW_TO_ALLOW =
  " (To let Planwright run it, say so on the acting device: “Allow programs of flows…” (in a terminal: planwright flow allow).)";

export interface Checking {
  readonly step: FlowStep;
  readonly running: Pick<RunningFlow, "inputs">;
  readonly plan: Plan;
  /** In the Roadmap. */
  readonly of: Step;
  readonly run: RunId;
  readonly entries: readonly WorkEntry[];
  readonly settings: Pick<Settings, "checks">;
  readonly here: ProgramsHere;
}

type Wanted = ReturnType<typeof wantedProgram>;

/**
 * A person's answer always counts. If this device does not know how a program ended, it does not run it again by
 * itself: it may have done something already.
 */
export function checkByProgram(later: RunLater, checking: Checking): CheckOutcome {
  const wanted = wantedProgram(later, checking.running, checking.settings);
  const { which, program } = wanted;
  const { run, entries, here } = checking;
  if (here.unable !== null) return byPerson(wanted, checking);
  if (typeof program === "string")
    return byPerson(wanted, checking, which === "tests" ? "" : ` (Planwright cannot run it: ${program}.)`);
  const key = hashText(JSON.stringify([runOfCheck(run), which, program.words, program.folder])).slice(0, 12);
  const own = entries.filter((each) => isOfRun(each, run));
  const started = own.filter((each) => each.kind === "started" && each.key === key).length;
  const next: CheckOutcome = { kind: "run-check", program, key, attempt: started + 1 };
  if (started === 0) {
    const said = byPerson(wanted, checking, HOW_TO_ALLOW, { canAllow: true });
    return said.kind === "ask-person" && isAllowed(program, here) ? next : said;
  }
  const ended = own.findLast(
    (each): each is EntryOf<"ended"> => each.kind === "ended" && each.key === key && each.attempt === started,
  );
  const named = sayWords(program.words);
  const why = whyUnsure(ended);
  if (ended !== undefined && why === null)
    return {
      kind: "ended",
      findings: ended.how === "exited" && ended.code === 0 ? [] : [sayEnd(ended, named)],
      held: `${named} ended with code 0`,
    };
  const question = `${doneIn(checking)} ${named} ${why ?? ""} Does the check hold?`;
  const said = ask({ question, options: [...HOLDS, RUN_AGAIN] }, wanted, checking, started);
  if (said !== "again") return said;
  return isAllowed(program, here) ? next : byPerson(wanted, checking);
}

/** Why the end of a program says nothing about the check; null where it does. */
function whyUnsure(ended: EntryOf<"ended"> | undefined): string | null {
  switch (ended?.how) {
    case undefined:
    case "unknown":
      return "was started, and Planwright does not know how it ended; it may have done something.";
    case "stopped":
      return "was stopped before its end; it may have done something.";
    case "not-started":
      return `could not be started: ${ended.says}`;
    default:
      return null;
  }
}

/** The person says whether the check holds. `hint`: behind the question. */
function byPerson(
  wanted: Wanted,
  checking: Checking,
  hint = "",
  more: Pick<Unnamed, "canAllow"> = {},
): CheckOutcome {
  const { which, line } = wanted;
  const asks = which === "tests" ? "Do your tests pass?" : `Does this succeed when you run it: ${line}`;
  const question = `${doneIn(checking)} ${asks}`;
  const said = ask({ question: `${question}${hint}`, options: HOLDS, ...more }, wanted, checking);
  return said === "again" ? { kind: "ended", findings: [question], held: "" } : said;
}

function doneIn({ step }: Checking): string {
  return `“${titleOf(step)}” is done.`;
}

/** `attempt`: of a question that is asked after each. */
function ask(
  asking: Omit<Unnamed, "details">,
  { which, line }: Wanted,
  { plan, of, run }: Checking,
  ...attempt: readonly number[]
): CheckOutcome | "again" {
  const whole = withId({ ...asking, details: [] }, plan, of, runOfCheck(run), ...attempt);
  const given = answerTo(plan, whole);
  if (given === null) return { kind: "ask-person", ...whole };
  if (given.option === 3) return "again";
  const finding = given.words === "" ? asking.question : given.words;
  const held = which === "tests" ? "you said that your tests pass" : `you said that this succeeds: ${line}`;
  return { kind: "ended", findings: given.option === 1 ? [] : [finding], held };
}

function runOfCheck({ step, hash, round }: RunId): string {
  return `${step} ${hash} ${String(round)}`;
}

/** A finding. */
function sayEnd({ how, code, says }: EntryOf<"ended">, named: string): string {
  const words = says === "" ? "" : ` It wrote: ${says}`;
  switch (how) {
    case "exited":
      return `${named} ended with code ${String(code ?? 1)}.${words}`;
    case "timed-out":
      return `${named} did not end in time, and was stopped.${words}`;
    case "endless":
      return `${named} wrote without end, and was stopped.`;
    default:
      return `${named} was ended by something else.${words}`;
  }
}
