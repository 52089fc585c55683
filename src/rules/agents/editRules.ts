/**
 * The rules about edits of notes that an agent proposed: the log of the plan tells of each, and a person may take one
 * back.
 */
import { nameOf } from "../../kit/path";
import { ticked } from "../../note/plan/questions";
import { pathMark, undoId, undone, untold, type Edit } from "../../agent/edit/edits";
import { moveFor, type PlanChange } from "../moves";
import type { Rule } from "../rule";
import type { PlanView, World } from "../world";

export const EDIT_RULES: readonly Rule<PlanView, Pick<World, "now">>[] = [
  {
    id: "tell-of-an-edit",
    when: "a person let the agent change a note, and the log does not tell yet what came of it",
    by: "keeper",
    decide: (view) => {
      const edit = untold(view.work.trace.entries, view.plan);
      return edit === null
        ? null
        : {
            move: moveFor(view, toldBy(edit)),
            because: `the agent ${CAME[edit.came]} ${edit.proposed.path}`,
          };
    },
  },
  {
    id: "undo-an-edit",
    when: "a person ticked “Undo this change” beneath a change of a note",
    by: "keeper",
    decide: ({ plan, quietFrom }, { now }) => {
      const question = ticked(plan).find(({ id, answer }) => answer === "undo" && undone(id) !== null);
      if (question === undefined) return null;
      return now < quietFrom
        ? { until: quietFrom, because: "the note was changed a moment ago" }
        : {
            move: { kind: "undo-edit", path: plan.path, question: question.id },
            because: "a person chose to undo a change",
          };
    },
  },
];

const CAME: Readonly<Record<Edit["came"], string>> = {
  made: "changed",
  left: "did not change",
  unknown: "may have changed",
};

function toldBy({ id, proposed, came }: Edit): readonly PlanChange[] {
  const { path, before, why, step } = proposed;
  const mark = { step, note: id, text: pathMark(path) };
  if (came === "left")
    return [
      {
        kind: "log",
        entry: {
          actor: "Agent",
          action: "Did not change",
          about: [path],
          rationale: "The note has changed since you were shown the change",
          mark: { word: "not-edited", ...mark },
        },
      },
    ];
  if (came === "unknown")
    return [
      {
        kind: "log",
        entry: {
          actor: "Agent",
          action: "Look at",
          about: [path],
          rationale:
            "Nobody knows whether the change you agreed to was made: Planwright was stopped meanwhile, and the note is neither as before nor as after",
          details: `The agent says: “${why}”`,
          mark: { word: "maybe-edited", ...mark },
        },
      },
    ];
  const isNew = before === null;
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Agent",
      action: isNew ? "Created" : "Changed",
      about: [path],
      rationale: "You agreed to exactly this under Questions",
      details: `The agent says: “${why}”`,
      mark: { word: "edited", ...mark },
    },
  };
  // Nothing is ever deleted, so a new note cannot be taken back.
  if (isNew) return [entry];
  return [
    entry,
    {
      kind: "question",
      id: undoId(id),
      step,
      text: `The agent changed ${nameOf(path)} as you agreed. You can undo that while the note stays as it is after the change.`,
      choices: { kind: "undo" },
    },
  ];
}
