/** Takes back an edit that an agent made, by the person’s word, if the note still reads as after it. */
import { hashText } from "../../kit/hash";
import type { PlanChange } from "../../rules/moves";
import type { World } from "../../rules/world";
import { beginMark, editsIn, undone, type Edit } from "../../work/edit/edits";
import { workNotes } from "../../work/place";
import { inverse, withSplice } from "../../work/edit/splice";
import { readTrace } from "../../work/trace";
import { changePlan } from "../perform/change";
import type { Context, ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";

type UndoMove = Extract<ThinkMove, { readonly kind: "undo-edit" }>;

/** Done twice, it changes nothing more: a note that reads as before the edit is left as it is. */
export async function undoEdit(move: UndoMove, world: World, context: Context): Promise<Performed> {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  const { device } = context.memory.state();
  if (view === undefined || device === null) return { kind: "stale" };
  // Also of a plan that has no agent any more, whose work notes nobody else reads.
  const notes = await context.vault.read(workNotes(context.settings, view.plan));
  const trace = notes.kind === "text" ? readTrace(notes.text, view.plan.key, device.key) : null;
  const edit = editsIn(trace?.entries ?? []).find(
    ({ id, came }) => came === "made" && id === undone(move.question),
  );
  const log = (entry: Extract<PlanChange, { readonly kind: "log" }>["entry"]): Promise<Performed> =>
    changePlan(move.path, view.hash, [{ kind: "log", entry }], context);
  const mark = { note: move.question, text: "undo" };
  if (edit === undefined)
    return await log({
      actor: "Agent",
      action: "Undid nothing",
      rationale:
        "The work notes on this device do not tell of this change any more; the file with the whole change does",
      mark: { word: "not-undone", ...mark },
    });
  const { path, step } = edit.proposed;
  const begin = beginMark(edit.id, "undo");
  const wasBegun = context.memory.state().told.has(begin);
  const there = await context.vault.read(path);
  if (!wasBegun && there.kind === "text" && before(there.text, edit) !== null)
    await context.memory.add({ kind: "told", what: begin, at: context.clock.now() });
  const changed = await context.vault.change(path, (text) => before(text, edit));
  if (changed.kind === "refused") return { kind: "stuck", why: changed.why };
  const isUndone = changed.kind === "changed" || changed.kind === "same";
  return await log(
    isUndone
      ? {
          actor: "Human",
          action: "Undid the change of",
          about: path,
          rationale: "Answered under Questions",
          mark: { word: "undone", step, ...mark },
        }
      : wasBegun
        ? {
            actor: "Agent",
            action: "Look at",
            about: path,
            rationale:
              "Nobody knows whether the change was undone: Planwright was stopped while it undid it, and the note reads neither as before nor as after",
            mark: { word: "maybe-undone", step, ...mark },
          }
        : {
            actor: "Agent",
            action: "Left as it is:",
            about: path,
            rationale: "The note does not read any more as after the change, so nothing was undone",
            mark: { word: "not-undone", step, ...mark },
          },
  );
}

function before(text: string, { proposed }: Edit): string | null {
  const hash = hashText(text);
  if (hash === proposed.before) return text;
  const undone = hash === proposed.after ? withSplice(text, inverse(proposed.splice)) : null;
  return undone !== null && hashText(undone) === proposed.before ? undone : null;
}
