/** Asks the model for one step: noted first, then started; the answer is noted when it comes, wherever the plan stands by then. */
import { SECOND } from "../../kit/dates";
import type { Plan } from "../../plan/plan";
import { hashStep } from "../../plan/steps";
import type { ModelAnswer } from "../../ports/model";
import { UNSPENT } from "../../ports/model";
import type { World } from "../../rules/world";
import { costOf, definitionOf, mostOf } from "../../settings/models";
import { workerOf, type Model } from "../../settings/settings";
import type { EntryOf, RunId } from "../../work/entry";
import { workNotes } from "../../work/place";
import { boundOf, promptOf, typesOf } from "../../work/prompt";
import { runOf } from "../../work/run";
import type { Errand } from "../../work/want";
import type { Bench, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import type { Errands } from "./errands";
import { isWanted } from "./isWanted";
import { hashOfPrompt, note } from "./notes";

export interface Thinking {
  readonly bench: Bench;
  readonly errands: Errands;
  /** Runs a job when nothing else is under way. */
  readonly inLane: <T>(job: () => Promise<T>) => Promise<T>;
}

type AskMove = Extract<ThinkMove, { readonly kind: "ask-model" }>;

export async function askModel(
  move: AskMove,
  world: World,
  { bench, errands, inLane }: Thinking,
): Promise<Performed> {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  const worker = workerOf(bench.settings, view?.plan);
  const { step } = view ?? {};
  if (view === undefined || step == null || worker === null || hashStep(step) !== move.step)
    return { kind: "stale" };
  const { provider } = worker.model;
  if (provider === "by-hand") return { kind: "stale" };
  const run = runOf(view.plan, step, view.work.trace.entries);
  if (run === null) return { kind: "stale" };
  const now = bench.clock.now();
  const { name, model } = worker;
  const prompt = promptOf({
    plan: view.plan,
    step,
    run,
    entries: view.work.trace.entries,
    now,
    context: model.context,
    types: typesOf(bench.settings),
  });
  const bound = boundOf(prompt);
  const { head } = view.work.trace;
  const asked = await note(
    view.plan,
    {
      kind: "asked",
      at: now,
      ...run.id,
      turn: move.turn,
      model: name,
      scripted: model.provider === "scripted",
      prompt: hashOfPrompt(prompt),
      bound: { tokens: bound.in + bound.out, usd: mostOf(model, bound) },
    },
    (trace) => trace.head === head,
    bench,
  );
  if (asked.kind !== "done") return asked;
  const errand = {
    plan: view.plan.key,
    path: move.path,
    step: move.step,
    turn: move.turn,
    model: name,
    since: now,
    last: now,
  };
  errands.start(errand, async (signal, alive) => {
    const answer = await bench.models.ask(
      {
        ...prompt,
        definition: definitionOf(model),
        timeout: bench.settings.limits.call_seconds * SECOND,
        about: { step: step.text, turn: move.turn },
      },
      (sign) => alive(bench.clock.now(), sign),
      signal,
    );
    await inLane(() => noteAnswer(answer, { ...run.id, turn: move.turn }, errand, view.plan, model, bench));
  });
  return asked;
}

/** Looks at the plan afresh: an answer that is no longer wanted is noted as paid, and is not used. */
async function noteAnswer(
  answer: ModelAnswer,
  turn: RunId & { readonly turn: number },
  errand: Errand,
  before: Plan,
  model: Model,
  bench: Bench,
): Promise<void> {
  // Nobody may have told of what others wrote while the model was asked.
  for (const path of [before.path, workNotes(bench.settings, before)]) bench.index.mark(path);
  const { world, view } = await bench.closer(before.path);
  const at = bench.clock.now();
  const isStillWanted =
    view?.step != null &&
    isWanted(errand, world) &&
    runOf(view.plan, view.step, [])?.id.round === turn.round &&
    isAwaited(view.work.trace.entries.at(-1), turn);
  const usage = answer.usage;
  const usd = answer.kind === "failed" && UNSPENT.includes(answer.code) ? 0 : costOf(model, usage);
  const entry =
    answer.kind === "answered"
      ? ({
          kind: "answered",
          at,
          ...turn,
          parts: answer.parts,
          usage,
          usd,
          ...(isStillWanted ? {} : { unused: true as const }),
        } as const)
      : ({
          kind: "failed",
          at,
          ...turn,
          code: answer.code,
          why: answer.why,
          usage,
          usd,
          ...(answer.until === undefined ? {} : { until: answer.until }),
        } as const);
  // The cost is noted even where the answer cannot be.
  const whole = await note(before, entry, () => true, bench);
  const noted =
    whole.kind === "stuck" && answer.kind === "answered"
      ? await note(before, unwritable(entry, whole.why), () => true, bench)
      : whole;
  if (noted.kind !== "done")
    throw new Error(
      `What the model answered could not be written into the work notes: ${noted.kind === "stuck" ? noted.why : "they keep changing."}`,
    );
}

/** An answer that does not fit into the work notes, or is built so that nothing reads it again. */
function unwritable(
  { at, step, hash, round, turn, usage, usd }: EntryOf<"answered"> | EntryOf<"failed">,
  why: string,
): EntryOf<"failed"> {
  return {
    kind: "failed",
    at,
    step,
    hash,
    round,
    turn,
    code: "bad-answer",
    why: `It could not be written into the work notes: ${why}`.slice(0, 300),
    usage,
    usd,
  };
}

function isAwaited(
  last: { readonly kind: string } | undefined,
  { turn }: { readonly turn: number },
): boolean {
  return last?.kind === "asked" && (last as EntryOf<"asked">).turn === turn;
}
