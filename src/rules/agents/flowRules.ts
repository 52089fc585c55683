/** Rules that change the Roadmap of a plan by its flow: they add tasks and further attempts, and leave steps out. */
import { isHeldByHand } from "../agentRules";
import { filledInEntry, guidedEntry } from "../logEntries";
import { isMergedAway, ownBlock } from "../../note/plan/standstill";
import { hashStep, stepName } from "../../note/plan/steps";
import { FILLED_BY_FLOW } from "../../note/plan/author";
import type { Step } from "../../note/plan/plan";
import { expand, type FlowChange } from "../../flow/expand";
import { whyLeftOut } from "../../flow/when";
import { moveFor, log, type PlanChange } from "../moves";
import { looksAgain } from "./beside";
import { isToFillAnew, isUntouched } from "./filling";
import type { Rule } from "../rule";
import type { PlanView, World } from "../world";

export const FLOW_RULES: readonly Rule<PlanView, Pick<World, "now" | "requestsOf">>[] = [
  {
    id: "unfold-flow",
    when: "the flow of the plan has new lines for the Roadmap: the tasks of a loop once its list is there, or another attempt after a failed check",
    by: "actor",
    decide: (view) => {
      const { plan, flow } = view;
      if (flow?.kind !== "runs" || !goesOn(view)) return null;
      const changes = expand(flow, plan);
      const [first] = changes;
      return first === undefined
        ? null
        : { move: moveFor(view, changes.flatMap(changesFor)), because: BECAUSE[first.kind](first) };
    },
  },
  {
    id: "look-anew",
    when: "an agent of `parallel` has looked at the work already, and another step comes before its line now: it begins anew when its turn comes",
    by: "actor",
    decide: (view) => {
      const changes = goesOn(view) ? looksAgain(view, false) : [];
      return changes.length === 0
        ? null
        : { move: moveFor(view, changes), because: "another step comes first now" };
    },
  },
  {
    id: "leave-out-step",
    when: "the flow does its next step only under a condition that does not hold: the step is left out",
    by: "actor",
    decide: (view) => {
      const { plan, step, part } = view;
      if (part === null || step?.id == null || !goesOn(view)) return null;
      const why = whyLeftOut(part.step, part.line.item, { inputs: part.running.inputs, plan });
      return why === null
        ? null
        : { move: moveFor(view, leaveOut(step.id, stepName(step), why)), because: why };
    },
  },
  {
    id: "fill-in-action",
    when: "the flow says what the next step sends, and nothing was carried out for it: its action block is filled in from files and answers as they are, and anew when they change, as long as nobody else wrote in it",
    by: "actor",
    decide: (view, { requestsOf }) => {
      const { plan, step, part, block } = view;
      if (step?.id == null || part?.filling == null || block?.kind === "flow") return null;
      if (!goesOn(view) || isMergedAway(plan)) return null;
      const requests = requestsOf.get(plan.key) ?? [];
      const isAnew = isToFillAnew(view, requests);
      if (!isAnew && (step.approval.kind !== "hand" || !isUntouched(plan, step, requests))) return null;
      const { action, files, isByAgent } = part.filling;
      const filled: Step = { ...step, approval: { kind: "action", action } };
      const entry = filledInEntry(filled, {
        rationale: isAnew
          ? "The sources of what the flow fills in have changed"
          : "The flow filled it in from the current files and answers",
        again: isAnew,
        key: isByAgent ? FILLED_BY_FLOW.withAgent : FILLED_BY_FLOW.alone,
      });
      return {
        move: moveFor(view, [
          {
            kind: "action",
            n: step.n,
            hash: hashStep(step),
            action,
            ...(isAnew ? { instead: true } : {}),
            ...(isByAgent ? { isByAgent: true } : {}),
          },
          log({ ...entry, about: files }),
        ]),
        because: isAnew
          ? "what it is filled in from has changed"
          : `the flow says what ${stepName(step)} sends`,
      };
    },
  },
  {
    id: "note-instructions",
    when: "an agent is about to work on a step of a flow whose instructions are in a note of the vault: the log says which note it is and what hash it has, once, and again when it was changed",
    by: "actor",
    decide: (view) => {
      const { plan, step, part, agentMove } = view;
      if (part === null || step?.id == null || agentMove?.kind !== "ask-model" || !isAsked(view)) return null;
      const entry = guidedEntry(step, part.running.guidance, plan);
      return entry === null
        ? null
        : { move: moveFor(view, [log(entry)]), because: "an agent gets instructions from a note" };
    },
  },
];

/** As the rule has it by which the model is asked. */
function isAsked(view: PlanView): boolean {
  return view.block === null ? view.plan.status === "Active" : isHeldByHand(view);
}

const BECAUSE = {
  insert: (change: FlowChange) => ("why" in change ? change.why : ""),
  tick: () => "the list of the loop is empty",
  skip: () => "the flow goes another way",
} as const;

function goesOn({ plan }: Pick<PlanView, "plan">): boolean {
  return plan.status === "Active" || (plan.status === "Blocked" && ownBlock(plan) !== null);
}

function changesFor(change: FlowChange): readonly PlanChange[] {
  switch (change.kind) {
    case "insert": {
      const { beside, steps, of, why } = change;
      return [
        { kind: "insert", beside, where: "behind", steps },
        {
          kind: "log",
          entry: {
            actor: "Agent",
            action: steps.length === 0 ? "The flow goes another way" : "The flow added steps",
            rationale: why,
            mark: { word: "unfolded", note: of },
          },
        },
      ];
    }
    case "tick":
      return [
        { kind: "mark", step: change.id, mark: "x" },
        {
          kind: "log",
          entry: {
            actor: "Agent",
            action: change.tasks === 0 ? "Went past the tasks" : "Began the tasks",
            rationale: change.tasks === 0 ? "There are none" : "Each is now its own step",
            mark: { word: "ticked", step: change.id },
          },
        },
      ];
    case "skip":
      // Its number changes with the lines that are added before it.
      return leaveOut(change.id, "a step", change.why);
  }
}

function leaveOut(step: string, name: string, why: string): readonly PlanChange[] {
  return [
    { kind: "mark", step, mark: "-" },
    {
      kind: "log",
      entry: { actor: "Agent", action: `Left out ${name}`, rationale: why, mark: { word: "skipped", step } },
    },
  ];
}
