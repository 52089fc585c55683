/**
 * Runs the program of a check: looked at again, noted, then started. A program that was started and of which no end is
 * known is not started again, whatever became of the notes: the device remembers it as well.
 */
import { sayWords } from "../../flow/commandLine";
import { spell } from "../../kit/json";
import { SECOND } from "../../kit/dates";
import { hashText } from "../../kit/hash";
import { escapeLine, escapeInvisibleLines } from "../../kit/text";
import type { Plan } from "../../note/plan/plan";
import type { ProgramEnd } from "../../kit/ports/programs";
import { THINK } from "../../rules/agentRules";
import type { EntryOf } from "../../agent/entry";
import { withoutColours, writing } from "../../agent/outside/deeds";
import { checkName, permitOf, type CheckProgram } from "../../agent/flow/programs";
import { workFolder, writtenByAgents } from "../../agent/place";
import { runOf } from "../../agent/run";
import { sayDuration } from "../../overview/activity";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import type { Thinking } from "./askModel";
import { note } from "./notes";

type RunMove = Extract<ThinkMove, { readonly kind: "run-check" }>;
type Started = EntryOf<"started">;
/** Files of this many names are looked at before the output is left out. */
const MOST_NAMES = 20;
/** Characters of the output in the work notes: an agent reads them at its next attempt. */
const SHOWN = 3000;

export async function runCheck(move: RunMove, { context, jobs, withMutex }: Thinking): Promise<Performed> {
  // The events may lag behind a person’s last words, such as that no agent is to work on the plan.
  context.index.mark(move.path);
  const { world, view } = await context.planDetail(move.path);
  if (view?.step == null || world.standing.length > 0) return { kind: "stale" };
  const wanted = THINK.decide(view, world);
  if (wanted === null || !("move" in wanted) || spell(wanted.move) !== spell(move)) return { kind: "stale" };
  const { plan, step, work, agentMove } = view;
  const run = runOf(plan, step, work.trace.entries);
  if (run === null || agentMove?.kind !== "run-check") return { kind: "stale" };
  const { program, key, attempt } = agentMove;
  const { head } = work.trace;
  const about = { ...run.id, key, attempt } as const;
  const once = checkName(plan, run.id, about);
  const entry: Started = {
    kind: "started",
    at: context.clock.now(),
    ...about,
    line: sayWords(program.words),
    folder: program.folder,
  };
  const isKnown = world.device.told.has(once);
  const begun = await note(plan, entry, (trace) => trace.head === head, context);
  if (begun.kind !== "done") return begun;
  if (isKnown) {
    const end = { kind: "ended", at: context.clock.now(), ...about, how: "unknown", says: "" } as const;
    return await note(plan, end, () => true, context);
  }
  await context.memory.add({ kind: "told", what: once, run: context.run, at: context.clock.now() });
  startProgram(move, entry, program, plan, { context, jobs, withMutex });
  return begun;
}

/** Its end is noted when it comes. */
function startProgram(
  { step }: RunMove,
  entry: Started,
  program: CheckProgram,
  plan: Plan,
  { context, jobs, withMutex }: Pick<Thinking, "context" | "jobs" | "withMutex">,
): void {
  const { host, settings, clock, programs } = context;
  const { words, folder } = program;
  const [command = "", ...args] = words;
  const now = clock.now();
  const job = {
    plan: plan.key,
    path: plan.path,
    step,
    turn: 0,
    model: "",
    doing: escapeLine(`running ${entry.line}`, 200),
    isProgram: true as const,
    permit: permitOf(program).what,
    since: now,
    last: now,
    isSilent: true,
  };
  jobs.start(job, async (signal, alive) => {
    const fault = writtenByAgents(folder, host.vault, settings)
      ? "Its folder is one that agents write in. Name another one under “checks”, “folder” in the settings."
      : null;
    const end: ProgramEnd =
      fault === null
        ? await programs.run({
            command,
            args,
            folder,
            input: "",
            env: { PLANWRIGHT_WORK: `${host.vault}/${workFolder(settings, plan)}` },
            timeout: settings.checks.seconds * SECOND,
            signal,
            heard: (text) => alive(clock.now(), { deeds: writing(text), used: null }),
          })
        : { kind: "not-started", why: fault };
    await withMutex(() => noteEnd(end, entry, plan, context));
  });
}

async function noteEnd(end: ProgramEnd, started: Started, plan: Plan, context: Context): Promise<void> {
  context.index.mark(plan.path);
  const at = context.clock.now();
  const { step, hash, round, key, attempt } = started;
  const output = end.kind === "not-started" ? "" : harmless(end.output);
  const wrote = output === "" ? null : await keepOutput(output, end, started, at, plan, context);
  const entry: EntryOf<"ended"> = {
    kind: "ended",
    at,
    step,
    hash,
    round,
    key,
    attempt,
    how: end.kind,
    ...(end.kind === "exited" ? { code: end.code } : {}),
    says: end.kind === "not-started" ? escapeLine(end.why, 400) : lastWords(output),
    ...(output === "" ? {} : { output: output.slice(-SHOWN) }),
    ...(wrote === null ? {} : { wrote }),
  };
  const noted = await note(plan, entry, () => true, context);
  if (noted.kind !== "done")
    throw new Error(
      `How ${started.line} ended could not be written into the work notes: ${noted.kind === "stuck" ? noted.why : "they keep changing."}`,
    );
}

/** Without colours and hidden characters. */
function harmless(output: string): string {
  return escapeInvisibleLines(withoutColours(output).replace(/\r/g, ""));
}

/** The last lines that say something. */
function lastWords(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return escapeLine(lines.slice(-2).join(" "), 240);
}

/** Null where no file could be written: what came of the program counts all the same. */
async function keepOutput(
  output: string,
  end: ProgramEnd,
  { line, folder, step, at: began, attempt }: Started,
  at: number,
  plan: Plan,
  { vault, settings }: Context,
): Promise<EntryOf<"ended">["wrote"] | null> {
  const how = end.kind === "exited" ? `ended with code ${String(end.code)}` : end.kind;
  const text = `${line}\n${folder === "" ? "in the folder of the vault" : `in the folder ${folder}`}, ${how} after ${sayDuration(at - began)}\n\n${output}`;
  for (let n = 1; n <= MOST_NAMES; n += 1) {
    const path = `${workFolder(settings, plan)}/check ${step}${attempt === 1 ? "" : ` run ${String(attempt)}`}${n === 1 ? "" : ` (${String(n)})`}.txt`;
    const made = await vault.create(path, text);
    if (made.kind === "created") return { path, hash: hashText(text) };
    if (made.kind === "refused") return null;
  }
  return null;
}
