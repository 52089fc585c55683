/**
 * Notes the end of a program that was cut off while it worked on a project, with what had changed there by then: the
 * person who decides whether it runs again sees it, and so does the program.
 */
import { hashStep, stepName } from "../../note/plan/steps";
import { runOf } from "../../agent/run";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import { keepChanges, sayKept } from "./keepChanges";
import { note } from "./notes";

type CutMove = Extract<ThinkMove, { readonly kind: "note-cut" }>;

export async function noteCut(move: CutMove, context: Context): Promise<Performed> {
  context.index.mark(move.path);
  const { view } = await context.planDetail(move.path);
  if (view?.step == null || hashStep(view.step) !== move.step) return { kind: "stale" };
  const { plan, step, work, agentMove } = view;
  const run = runOf(plan, step, work.trace.entries);
  if (run === null || agentMove?.kind !== "stop" || agentMove.cut?.turn !== move.turn)
    return { kind: "stale" };
  const { turn, project, folder } = agentMove.cut;
  const at = context.clock.now();
  const { programs } = context;
  const place = programs.runFolder(folder);
  const changes = await programs.changesOf(place);
  const about = { plan, step: run.id.step, called: stepName(step), project, isWhole: false, at };
  const kept = changes === null ? {} : await keepChanges({ ...about, changes }, context);
  const { head } = work.trace;
  const noted = await note(
    plan,
    {
      kind: "failed",
      at,
      ...run.id,
      called: stepName(step),
      turn,
      code: "program-failed",
      why: `Planwright was ended while it ran, or just before.${sayKept(kept)}`,
      usage: { in: null, cached: null, out: null },
      usd: null,
      ...kept,
    },
    (trace) => trace.head === head,
    context,
  );
  // Only now: until then, a further crash has the person told all the same.
  if (noted.kind === "done") await programs.forgetChanges(place);
  return noted;
}
