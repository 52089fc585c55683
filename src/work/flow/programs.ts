/**
 * Programs that check a step of a flow, whether they may run on this device, and what came of them. A person allows
 * each command on the device itself: notes travel by sync, and nothing in a note lets a program run.
 */
import { readCommandLine, sayWords } from "../../flow/commandLine";
import { titleOf, type FlowStep } from "../../flow/flow";
import type { RunningFlow } from "../../flow/running";
import { hashText } from "../../kit/hash";
import type { Plan, Step } from "../../plan/plan";
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
    const [words, folder] = JSON.parse(what.slice(NAME.length)) as readonly [readonly string[], string];
    return [{ words, folder }];
  });
}

/** A program of a check; a sentence without its full stop where its command cannot be run. */
export function programsOf(
  { check }: Pick<FlowStep, "check">,
  { inputs }: Pick<RunningFlow, "inputs">,
  { checks }: Pick<Settings, "checks">,
): readonly {
  readonly which: CheckProgram["which"];
  readonly line: string;
  readonly program: CheckProgram | string;
}[] {
  const tests = (inputs["tests"] ?? "").trim() === "" ? checks.tests : (inputs["tests"] ?? "");
  const lines = [
    ...(check?.tests === undefined ? [] : [["tests", tests] as const]),
    ...(check?.command === undefined ? [] : [["command", check.command] as const]),
  ];
  return lines.map(([which, line]) => {
    const read = readCommandLine(line);
    const program =
      line.trim() === ""
        ? "neither the settings nor an input “tests” of the flow say by which command"
        : read.kind === "bad"
          ? read.why
          : { which, words: read.words, folder: checks.folder };
    return { which, line, program };
  });
}

/** One running of a program for a check. A further one follows only after a person's word. */
export interface CheckRun {
  readonly program: CheckProgram;
  /** Names the check within its run of the step. */
  readonly key: string;
  readonly attempt: number;
}

export type CheckOutcome =
  | { readonly kind: "run"; readonly run: CheckRun }
  | { readonly kind: "ask"; readonly asking: Asking }
  /** Null where the check holds. */
  | { readonly kind: "finding"; readonly finding: string | null };

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

/**
 * The outcomes of the checks by programs; empty where there are none. A person's answer always counts. If this device
 * does not know how a program ended, it does not run it again by itself: it may have done something already.
 */
export function checkByPrograms(checking: Checking): readonly CheckOutcome[] {
  return programsOf(checking.step, checking.running, checking.settings).map((each) =>
    checkOne(each, checking),
  );
}

function checkOne(
  { which, line, program }: ReturnType<typeof programsOf>[number],
  { step, plan, of, run, entries, here }: Checking,
): CheckOutcome {
  const done = `“${titleOf(step)}” is done.`;
  const asks =
    which === "tests" ? `${done} Do your tests pass?` : `${done} Does this succeed when you run it: ${line}`;
  const ask = (asking: Omit<Unnamed, "details">, ...more: readonly (string | number)[]): Given => {
    const whole = withId({ ...asking, details: [] }, plan, of, runOfCheck(run), ...more);
    const given = answerTo(plan, whole);
    if (given === null) return { kind: "outcome", outcome: { kind: "ask", asking: whole } };
    if (given.option === 3) return { kind: "again" };
    const holds = given.option === 1;
    return {
      kind: "outcome",
      outcome: {
        kind: "finding",
        finding: holds ? null : given.words === "" ? asking.question : given.words,
      },
    };
  };
  const byPerson = (hint: string, more: Pick<Unnamed, "canAllow"> = {}): CheckOutcome => {
    const given = ask({ question: `${asks}${hint}`, options: HOLDS, ...more });
    return given.kind === "outcome" ? given.outcome : { kind: "finding", finding: asks };
  };
  if (here.unable !== null) return byPerson("");
  if (typeof program === "string")
    return byPerson(which === "tests" ? "" : ` (Planwright cannot run it: ${program}.)`);
  const key = hashText(JSON.stringify([runOfCheck(run), which, program.words, program.folder])).slice(0, 12);
  const own = entries.filter((each) => isOfRun(each, run));
  const started = own.filter((each) => each.kind === "started" && each.key === key).length;
  const again: CheckOutcome = { kind: "run", run: { program, key, attempt: started + 1 } };
  if (started === 0) {
    const byHand = byPerson(HOW_TO_ALLOW, { canAllow: true });
    return byHand.kind === "ask" && isAllowed(program, here) ? again : byHand;
  }
  const ended = own.findLast(
    (each): each is EntryOf<"ended"> => each.kind === "ended" && each.key === key && each.attempt === started,
  );
  const named = sayWords(program.words);
  const unsure = (why: string): CheckOutcome => {
    const given = ask(
      { question: `${done} ${named} ${why} Does the check hold?`, options: [...HOLDS, RUN_AGAIN] },
      started,
    );
    if (given.kind === "outcome") return given.outcome;
    return isAllowed(program, here) ? again : byPerson("");
  };
  if (ended === undefined || ended.how === "unknown")
    return unsure("was started, and Planwright does not know how it ended; it may have done something.");
  if (ended.how === "stopped") return unsure("was stopped before its end; it may have done something.");
  if (ended.how === "not-started") return unsure(`could not be started: ${ended.says}`);
  return {
    kind: "finding",
    finding: ended.how === "exited" && ended.code === 0 ? null : sayEnd(ended, named),
  };
}

type Given = { readonly kind: "outcome"; readonly outcome: CheckOutcome } | { readonly kind: "again" };

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
