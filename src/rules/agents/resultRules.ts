/**
 * Rules for the notes in which flows keep their results. The folder of such a note decides: answering the question
 * moves the note, moving the note answers the question, and the note’s properties follow its folder.
 */
import { SECOND } from "../../kit/dates";
import { isTicked, readTick, withoutFields } from "../../kit/checkbox";
import { modelOf, type Settings } from "../../settings/settings";
import { notesIn, type RunningFlow } from "../../flow/running";
import {
  decidedPlace,
  decidingLine,
  latestResult,
  optionFor,
  roundsOf,
  toKeep,
} from "../../flow/result/result";
import {
  isMisplaced,
  titleFrom,
  type ResultNote,
  type ResultPlace,
  type ResultProperties,
} from "../../flow/result/resultNote";
import { isSameAnswer } from "../../flow/said";
import type { Question } from "../../note/plan/plan";
import { roundToKeep } from "../../agent/flow/rounds";
import { workFolder } from "../../agent/place";
import { moveFor, type PlanChange } from "../moves";
import type { Rule } from "../rule";
import { planFrom } from "../tasks";
import type { PlanView, World } from "../world";

type Around = Pick<World, "now" | "settings">;
type Decided = ReturnType<Rule<PlanView, Around>["decide"]>;

export const RESULT_RULES: readonly Rule<PlanView, Around>[] = [
  {
    id: "keep-a-round",
    when: "a step of a flow has rewritten a file: the critique before it, and what it changed, are kept in a file of their own",
    by: "anyone",
    decide: ({ plan, flow, hash, work }, { settings }) => {
      if (flow?.kind !== "runs") return null;
      const round = roundToKeep(flow.flow, plan, work.trace.entries, workFolder(settings, plan));
      return round === null
        ? null
        : {
            move: { kind: "keep-round", path: plan.path, hash, ...round },
            because: "the round can be read on its own",
          };
    },
  },
  {
    id: "keep-a-result",
    when: "the result of a flow is written, or its plan ends before it is: what is there is kept in a note, as a draft",
    // Another device may have the plan already, and its work files not yet.
    by: "keeper",
    decide: (view, { settings }) => {
      const { plan, flow, hash } = view;
      if (flow?.kind !== "runs") return null;
      const kept = toKeep(flow.flow, plan);
      return kept === null
        ? null
        : {
            move: {
              kind: "keep-result",
              path: plan.path,
              hash,
              ...kept,
              properties: propertiesOf(flow, view, settings),
            },
            because: "the result of the flow is kept in a note",
          };
    },
  },
  {
    id: "hear-a-folder",
    when: "the plan asks what becomes of the result of its flow, and a person moved the note to the approved or the rejected ones: that is the answer",
    by: "anyone",
    decide: (view) => {
      const { plan, flow } = view;
      const note = latestResult(view);
      if (flow?.kind !== "runs" || note === null || note.place === "draft") return null;
      const at = decidingLine(flow.flow, plan);
      const option = flow.flow.result === undefined ? null : optionFor(flow.flow.result, note.place);
      const question = plan.questions.findLast(({ step, answer }) => step === at?.line.id && answer === null);
      const box = option === null || question === undefined ? -1 : boxOf(option, question);
      if (at?.state !== "open" || question === undefined || box < 0) return null;
      return {
        move: moveFor(view, [
          { kind: "answer", question: question.id, shown: question.lines, box, words: "" },
          filed(
            note,
            at.line.id,
            "Human",
            `Moved the result to the ${note.place} ones`,
            "That is the answer",
          ),
        ]),
        because: `a person moved the result to the ${note.place} ones`,
      };
    },
  },
  {
    id: "file-a-result",
    when: "a person answered what becomes of the result of a flow: the note goes to the approved or the rejected ones",
    // The note may not be on another device yet.
    by: "keeper",
    decide: fileResult,
  },
];

/**
 * Whether the acting device has something left to do with the result, which it would not do once the plan is put away.
 */
export function isLeftToActing(view: PlanView, around: Around & Pick<World, "role">): boolean {
  const { plan, flow } = view;
  if (around.role === "executor" || flow?.kind !== "runs") return false;
  return toKeep(flow.flow, plan) !== null || fileResult(view, around) !== null;
}

export const RESULT_NOTE_RULES: readonly Rule<ResultNote>[] = [
  {
    id: "follow-a-folder",
    when: "a note with the result of a flow is in another folder than its status says, and was not changed a moment ago: its properties follow",
    by: "anyone",
    decide: (note, around) => {
      if (!isMisplaced(note)) return null;
      const { path, hash, place } = note;
      return onceQuiet(note, around, {
        move: { kind: "place-result", path, hash, place },
        because: `the note is with the ${NOTES_THERE[place]}`,
      });
    },
  },
  {
    id: "link-a-result",
    when: "a plan was made of an approved result of a flow, and the note was not changed a moment ago: the note links to that plan",
    by: "anyone",
    decide: (note, world) => {
      if (note.place !== "approved" || note.carriedOutBy !== "") return null;
      const plan = planFrom(note.path, world);
      if (plan === null) return null;
      return onceQuiet(note, world, {
        move: { kind: "link-result", path: note.path, hash: note.hash, plan: plan.path },
        because: "a plan was made of it",
      });
    },
  },
];

const NOTES_THERE: Readonly<Record<ResultPlace, string>> = {
  draft: "drafts",
  approved: "approved ones",
  rejected: "rejected ones",
};
const AS_SAID: Readonly<Record<ResultPlace, string>> = {
  draft: "Kept the result as a draft",
  approved: "Put the result with the approved ones",
  rejected: "Put the result with the rejected ones",
};

/** A person who works on the note is not interrupted. */
function onceQuiet(
  { changed }: Pick<ResultNote, "changed">,
  { now, settings }: Around,
  decided: NonNullable<Decided>,
): Decided {
  const quiet = changed + settings.quiet_seconds * SECOND;
  return now < quiet
    ? { until: quiet, because: "the note with the result was changed a moment ago" }
    : decided;
}

function fileResult(view: PlanView, around: Around): Decided {
  const { plan, flow } = view;
  if (flow?.kind !== "runs") return null;
  const decided = decidedPlace(flow.flow, flow.inputs, plan);
  if (
    decided === null ||
    plan.log.has(({ word, step }) => word === "filed" && step === decided.line) ||
    !plan.log.has(({ word }) => word === "kept")
  )
    return null;
  const note = latestResult(view);
  if (note?.place === "draft" && decided.place !== "draft")
    return onceQuiet(note, around, {
      move: { kind: "file-result", path: plan.path, note: note.path, place: decided.place },
      because: "you said so",
    });
  return {
    move: moveFor(view, [tellFiled(note, decided)]),
    because: "the log tells what became of the result",
  };
}

function tellFiled(
  note: ResultNote | null,
  { line, place }: NonNullable<ReturnType<typeof decidedPlace>>,
): PlanChange {
  if (note === null)
    return filed(null, line, "Agent", "Moved no note", "No note with the result has readable properties");
  return note.place === place
    ? filed(note, line, "Agent", AS_SAID[place], "As you said")
    : filed(
        note,
        line,
        "Agent",
        `Left the result with the ${NOTES_THERE[note.place]}`,
        "That is where you put it",
      );
}

function filed(
  note: ResultNote | null,
  step: string,
  actor: "Agent" | "Human",
  action: string,
  rationale: string,
): PlanChange {
  const about = note === null ? {} : { about: [note.path] };
  return { kind: "log", entry: { actor, action, ...about, rationale, mark: { word: "filed", step } } };
}

/** Index of the box with these words; -1 for none. */
function boxOf(option: string, { lines }: Question): number {
  const boxes = lines.slice(1).flatMap((line) => {
    const box = readTick(line);
    return box === null || box.lead === 0 ? [] : [box];
  });
  if (boxes.some((box) => isTicked(box))) return -1;
  return boxes.findIndex(({ label }) => isSameAnswer(withoutFields(label).replace(/^\(\d\)\s*/, ""), option));
}

function propertiesOf(
  { flow, inputs }: RunningFlow,
  { plan, work }: PlanView,
  settings: Settings,
): ResultProperties {
  const first = Object.keys(flow.inputs).find((name) => flow.inputs[name]?.kind === "text");
  const prompt = (first === undefined ? "" : (inputs[first] ?? "")) || (flow.about ?? flow.name);
  const notes = Object.entries(flow.inputs).flatMap(([name, { kind }]) =>
    kind === "note" || kind === "notes" ? notesIn(inputs[name] ?? "") : [],
  );
  const asked = work.trace.entries.flatMap((each) => (each.kind === "asked" ? [each.model] : []));
  const names = asked.length > 0 ? asked : [modelOf(settings, "worker", plan)?.name ?? ""];
  const models = names.map((name) =>
    Object.hasOwn(settings.models, name) ? settings.models[name]?.model || name : name,
  );
  return {
    title: titleFrom(prompt),
    created: plan.created ?? 0,
    iterations: roundsOf(flow, plan),
    model: [...new Set(models)].join(", "),
    prompt,
    context: notes,
  };
}
