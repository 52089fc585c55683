/** Rules about one plan. */
import { isDeferred, isOurReason, ownBlock } from "../note/plan/standstill";
import type { Word } from "../note/plan/logEntry";
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { isAnsweredByHand, shortReason, type Block } from "../note/plan/blocks";
import { isAnswered, isGone, questionsOf } from "./blocking";
import { isGated, type Plan, type Question, type Step } from "../note/plan/plan";
import { isInWords, ticked } from "../note/plan/questions";
import { hashStep, stepName } from "../note/plan/steps";
import { mappingOf, pathOf } from "../settings/settings";
import { askReason, isUnlogged } from "../approval/asking";
import { isAsCarriedOut } from "../approval/isAsCarriedOut";
import {
  answeredEntry,
  askedBlock,
  askedEntry,
  blockedEntry,
  doneEntry,
  handChange,
  isTickTold,
  leftOpenEntry,
  particulars,
  seenTick,
} from "./logEntries";
import { moveFor, log, type PlanChange } from "./moves";
import { PUT_OFF_RULE } from "./putOffRule";
import { startsFrom } from "./nextTime";
import { toldOfStatus } from "./toldOfStatus";
import { NEXT_TIME_RULES } from "./nextTimeRules";
import type { Rule } from "./rule";
import type { RequestView } from "../approval/view";
import type { PlanView, World } from "./world";
import { isForAgent } from "../agent/agentMove";
import { EDIT_RULES } from "./agents/editRules";
import { FLOW_RULES } from "./agents/flowRules";
import { MONEY_RULES } from "./agents/moneyRules";
import { asked, closed } from "./agents/openQuestions";
import { isLeftToActing, RESULT_RULES } from "./agents/resultRules";
import { draftAgain, NOTE_A_CUT, NOTE_A_QUESTION, REDRAFT, THINK, WORDS_QUIET } from "./agentRules";

/**
 * The facts that a rule about a plan may know besides the plan as it is seen. The answer of a rule for a plan that
 * nothing asks for is true as long as the note is as it was.
 */
export type Surroundings = Pick<
  World,
  "now" | "role" | "settings" | "requestsOf" | "jobs" | "offers" | "device" | "planIndex" | "starting"
>;
type Row = Rule<PlanView, Surroundings>;

function runs(plan: Plan): boolean {
  return plan.status === "Active" || (plan.status === "Blocked" && ownBlock(plan) !== null);
}

/**
 * Ticks and logs a step that was carried out, and remembers that the plan shows it. A step with another action by then
 * stays open.
 */
function whatHappened(view: PlanView, world: Surroundings): ReturnType<Row["decide"]> {
  // Without a box to put the tick into, it waits for one.
  const waits = (of: string): boolean =>
    view.plan.steps.some(({ id, state, boxed }) => id === of && state === "open" && !boxed);
  const done = world.requestsOf
    .get(view.plan.key)
    ?.find(
      (each) =>
        isDone(each) &&
        !waits(each.step) &&
        each.actionState !== null &&
        (!each.actionState.applied || isForgotten(view.plan, each)),
    );
  if (done === undefined) return null;
  const noted = view.plan.log.has(({ word, request }) => word === "carried-out" && request === done.id);
  if (noted)
    return {
      move: { kind: "remember", path: view.plan.path, what: { kind: "applied", request: done.id } },
      because: "the plan shows it",
    };
  const step = view.plan.steps.find((each) => each.id === done.step);
  // If it was ticked before (`applied`), a different text is only an older copy that came back.
  const isOther =
    step?.state === "open" && done.actionState?.applied === false && !isAsCarriedOut(step, done);
  const tick: PlanChange[] =
    step?.state === "open" && !isOther ? [{ kind: "mark", step: done.step, mark: "x" }] : [];
  const left: PlanChange[] = step !== undefined && isOther ? [log(leftOpenEntry(step))] : [];
  const freed: PlanChange[] =
    view.plan.status === "Blocked" && runs(view.plan)
      ? [{ kind: "status", value: "Active" }, { kind: "reason", value: null }, ...closed(view)]
      : [];
  return {
    move: moveFor(view, [...tick, ...freed, log(doneEntry(step ?? null, done)), ...left]),
    because: `the record of ${done.name} says so`,
  };
}

export const PLAN_RULES: readonly Row[] = [
  {
    id: "leave-twins",
    when: "two notes have the same id",
    by: "anyone",
    decide: (view) =>
      view.hasDuplicateId ? { until: Infinity, because: "another note has the same id" } : null,
  },
  {
    id: "leave-alone",
    when: "the note was changed a moment ago, and somebody may be typing in it",
    by: "anyone",
    decide: (view, world) =>
      world.now < view.quietFrom
        ? { until: view.quietFrom, because: "the note was changed a moment ago" }
        : null,
  },
  {
    id: "note-what-a-person-did",
    when: "a box of a step that bears our block id was changed, or any box was ticked while this run looked on, and the log does not say by whom",
    by: "anyone",
    decide: (view) => {
      const { plan } = view;
      const seen = plan.steps.find(
        (step) => view.ticked?.includes(step.n) === true && !isTickTold(plan, step),
      );
      const change =
        plan.steps.map((step) => handChange(plan, step)).find((each) => each !== null) ??
        (seen === undefined ? null : seenTick(seen));
      return change === null ? null : { move: moveFor(view, [log(change)]), because: change.action };
    },
  },
  {
    id: "note-a-status",
    when: "a person cancelled the plan, or set it going again, and the log does not say so",
    by: "anyone",
    decide: (view) => {
      const told = toldOfStatus(view.plan);
      const { status } = view.plan;
      if (told !== null && told !== "cancelled" && status === "Cancelled")
        return {
          move: moveFor(view, [
            log({
              actor: "Human",
              action: "Cancelled the plan",
              rationale: "By hand, in the note",
              mark: { word: "cancelled" },
            }),
          ]),
          because: "a person cancelled it",
        };
      if (status !== "Active" || (told !== "blocked" && told !== "cancelled" && told !== "finished"))
        return null;
      return {
        move: moveFor(view, [
          log({
            actor: "Human",
            action: "Set the plan to Active",
            rationale: "By hand, in the note",
            mark: { word: "unblocked" },
          }),
        ]),
        because: "a person set it to Active",
      };
    },
  },
  {
    id: "clear-a-reason",
    when: "the plan is not blocked any more, and its properties still give the reason of a block of ours",
    by: "anyone",
    decide: ({ plan, hash }) =>
      plan.status !== "Blocked" && plan.blockedReason !== null && isOurReason(plan)
        ? {
            move: moveFor({ plan, hash }, [{ kind: "reason", value: null }]),
            because: "the plan is not blocked any more",
          }
        : null,
  },
  ...EDIT_RULES,
  ...RESULT_RULES,
  {
    id: "tell-a-cancelled-plan",
    when: "the plan was cancelled while its action was under way, and a record of ours says that it was done",
    by: "anyone",
    decide: (view, world) => (view.plan.status === "Cancelled" ? whatHappened(view, world) : null),
  },
  {
    id: "leave-cancelled",
    when: "the plan is cancelled",
    by: "anyone",
    decide: (view) =>
      view.plan.status === "Cancelled" ? { until: Infinity, because: "it is cancelled" } : null,
  },
  {
    id: "take-an-answer",
    when: "a person answered a question under Questions: ticked one box, or wrote an answer",
    by: "anyone",
    decide: (view, world) => {
      const stepOf = ({ step: of }: Question): Step | undefined =>
        view.plan.steps.find(({ id }) => id === of);
      const question = ticked(view.plan).find(
        (each) => each.answer === "cancel" || (each.answer !== "several" && stepOf(each) !== undefined),
      );
      if (question === undefined || question.answer === null) return null;
      const entry = (word: Word, action: string, request: string | null = null): PlanChange =>
        log({
          actor: "Human",
          action,
          rationale: "Answered under Questions",
          mark: { word, step: question.step, request, note: question.id, text: question.answer },
        });
      if (question.answer === "cancel")
        return {
          move: moveFor(view, [
            { kind: "status", value: "Cancelled" },
            { kind: "reason", value: null },
            entry("cancelled", "Cancelled the plan"),
          ]),
          because: "a person chose to cancel",
        };
      const step = stepOf(question);
      if (step === undefined) return null;
      // Questions of one sheet are answered in one go.
      const together = isInWords(question)
        ? ticked(view.plan).filter((each) => each.step === question.step && isInWords(each))
        : [question];
      const isTyping = together.some(({ words, isTyped }) => words !== "" || isTyped === true);
      const writtenFrom = view.quietFrom + (isTyping ? WORDS_QUIET : 0);
      if (world.now < writtenFrom)
        return { until: writtenFrom, because: "somebody may still be writing the answer" };
      if (question.answer === "skip" && step.state !== "open")
        return {
          move: moveFor(view, [entry("answered", `Answered about ${stepName(step)}, which is over`)]),
          because: "a person answered",
        };
      if (isInWords(question))
        return { move: moveFor(view, [log(answeredEntry(step, together))]), because: "a person answered" };
      if (question.answer === "draft-again") return draftAgain(view, step, entry);
      if (question.answer === "ask-again" || step.state !== "open")
        return {
          move: moveFor(view, [entry("ask-again", `Asked for ${stepName(step)} again`)]),
          because: "a person chose to ask again",
        };
      // Without a box to put it into, the answer waits for one.
      if (!step.boxed) return null;
      return {
        move: moveFor(view, [
          { kind: "mark", step: question.step, mark: "-" },
          entry("skipped", `Skipped ${stepName(step)}`),
        ]),
        because: "a person chose to skip the step",
      };
    },
  },
  REDRAFT,
  ...FLOW_RULES,
  ...MONEY_RULES,
  {
    id: "tick-what-happened",
    when: "a record of ours says that the action was done, and the plan does not show it yet",
    by: "anyone",
    decide: whatHappened,
  },
  {
    id: "log-request",
    when: "a request of this device lies there and the plan’s log does not name it (a crash came between)",
    by: "anyone",
    decide: (view, world) => {
      // An older copy of the note may have lost the step of a request; that hides no other request.
      const unlogged = world.requestsOf.get(view.plan.key)?.flatMap((request) => {
        const step = view.plan.steps.find(({ id }) => id === request.step);
        return step !== undefined &&
          request.identity !== null &&
          request.actionState?.asked != null &&
          isUnlogged(view.plan, request)
          ? [{ request, step }]
          : [];
      });
      const found = unlogged?.[0];
      if (found === undefined || !runs(view.plan)) return null;
      const { request, step } = found;
      const before =
        world.requestsOf
          .get(view.plan.key)
          ?.find((each) => each.chain === request.chain && each.attempt === request.attempt - 1) ?? null;
      return {
        move: moveFor(
          view,
          blockChanges(view, askedBlock(step, request), [log(askedEntry(step, request, before))]),
        ),
        because: `the request ${request.name} waits`,
      };
    },
  },
  {
    id: "start",
    when: "the settings start new plans by themselves, or the plan has come back on its day and says auto_start; a draft that was made of a task or of another program’s request waits for a person all the same",
    by: "anyone",
    decide: (view, world) => {
      const { plan } = view;
      const from = startsFrom(plan, world);
      if (from === null) return null;
      if (world.now < from) return { until: from, because: "its day has not come", isTold: true };
      const [because, rationale] =
        plan.series === null
          ? ["the settings start new plans", "The settings start new plans by themselves"]
          : ["its day has come", "Its day has come"];
      const entry = {
        actor: "Agent",
        action: "Started the plan",
        rationale,
        mark: { word: "started" },
      } as const;
      return { move: moveFor(view, [{ kind: "status", value: "Active" }, log(entry)]), because };
    },
  },
  {
    id: "finish",
    when: "every step is ticked or skipped, and no other box in the note is open",
    by: "anyone",
    decide: (view, world) => {
      if (view.step !== null || view.plan.status !== "Active") return null;
      if (view.plan.findOpenBoxes().length > 0 || isLeftToActing(view, world)) return null;
      const entry = log({
        actor: "Agent",
        action: "Finished the plan",
        rationale: "Every step is ticked or skipped",
        mark: { word: "finished" },
      });
      return {
        move: moveFor(view, [{ kind: "status", value: "Done" }, { kind: "reason", value: null }, entry]),
        because: "every step is ticked or skipped",
      };
    },
  },
  ...NEXT_TIME_RULES,
  {
    id: "archive",
    when: "the plan is done and still lies among the open ones",
    by: "anyone",
    decide: (view, world) => {
      if (view.plan.status !== "Done" || view.plan.steps.some((step) => step.state === "open")) return null;
      const folder = pathOf(world.settings, "done_plans");
      const name = view.plan.path.slice(view.plan.path.lastIndexOf("/") + 1);
      return {
        move: { kind: "archive", path: view.plan.path, hash: view.hash, to: `${folder}/${name}` },
        because: "it is done",
      };
    },
  },
  {
    id: "name-the-step",
    when: "something has to refer to the next step and it bears no block id yet",
    by: "anyone",
    decide: (view, world) => {
      const { step, plan } = view;
      if (
        step === null ||
        step.id !== null ||
        step.approval.kind === "unclear" ||
        !runs(plan) ||
        isDeferred(step, world)
      )
        return null;
      const because = isGated(step)
        ? `${stepName(step)} needs approval`
        : isForAgent(plan, step, world)
          ? `an agent works on ${stepName(step)}`
          : null;
      return because === null
        ? null
        : { move: moveFor(view, [{ kind: "step-id", n: step.n, hash: hashStep(step) }]), because };
    },
  },
  {
    id: "look-at-the-server",
    when: "an action is to be asked for or carried out and its server was not looked at yet",
    by: "actor",
    decide: (view, world) => {
      if (
        !view.undecided ||
        view.redraft?.isWanted === true ||
        view.step?.approval.kind !== "action" ||
        !runs(view.plan)
      )
        return null;
      const mapping = mappingOf(world.settings, view.step.approval.action.type);
      return mapping === null
        ? null
        : {
            move: { kind: "check-server", path: view.plan.path, server: mapping.server },
            because: `${stepName(view.step)} needs the function “${mapping.tool}”`,
          };
    },
  },
  {
    id: "ask",
    when: "the next step needs approval and nothing hinders asking; once per step and text, later only when a person asks",
    by: "actor",
    decide: (view) => {
      const { plan, step, request, redraft } = view;
      if (
        redraft?.isWanted === true ||
        step?.id == null ||
        step.approval.kind !== "action" ||
        view.block !== null ||
        view.undecided ||
        !runs(plan)
      )
        return null;
      const why = askReason(plan, step, request);
      return why === null
        ? null
        : {
            move: { kind: "ask", path: plan.path, step: hashStep(step), why, earlier: request?.id ?? null },
            because: `${stepName(step)} needs approval`,
          };
    },
  },
  NOTE_A_QUESTION,
  NOTE_A_CUT,
  {
    id: "block",
    when: "the next step cannot go on, and the plan does not say so yet (or says another reason of ours)",
    by: "anyone",
    decide: (view) => {
      const { block, plan } = view;
      if (block === null || !runs(plan)) return null;
      const own = plan.status === "Blocked" ? ownBlock(plan) : null;
      const same =
        own !== null &&
        own.mark.block === block.kind &&
        (own.mark.step === block.step || isAnsweredByHand(block.kind)) &&
        (own.mark.request ?? null) === block.request &&
        (own.mark.text ?? null) === particulars(view.plan, block) &&
        !isGone(view) &&
        !isAnswered(plan, block);
      return same ? null : { move: moveFor(view, blockChanges(view, block, [])), because: block.reason };
    },
  },
  {
    id: "unblock",
    when: "the reason of a block of ours is gone",
    by: "anyone",
    decide: (view) => {
      if (
        view.block !== null ||
        view.undecided ||
        view.plan.status !== "Blocked" ||
        ownBlock(view.plan) === null
      )
        return null;
      const entry = log({
        actor: "Agent",
        action: "Went on",
        rationale: "The reason for the block is gone",
        mark: { word: "unblocked", step: view.step?.id ?? null },
      });
      return {
        move: moveFor(view, [
          { kind: "status", value: "Active" },
          { kind: "reason", value: null },
          ...closed(view),
          entry,
        ]),
        because: "the reason for the block is gone",
      };
    },
  },
  THINK,
  PUT_OFF_RULE,
];

/** By a record that this device can verify; what it remembers alone is written into one first. */
function isDone({ recordNote }: RequestView): boolean {
  return recordNote?.record != null && OUTCOME_ROWS[recordNote.record.outcome].done;
}

/**
 * The plan knows nothing of it any more: an older copy of the note came back. A person who takes a tick away leaves the
 * log as it is.
 */
function isForgotten({ steps, log }: Plan, request: RequestView): boolean {
  const isOpen = steps.some(({ id, state }) => id === request.step && state === "open");
  return (
    isOpen &&
    request.newest &&
    !log.has(({ word, step }) => step === request.step && SPEAKS_OF_REDOING.includes(word))
  );
}

const SPEAKS_OF_REDOING: readonly Word[] = ["carried-out", "reopened", "ask-again"];

function blockChanges(
  view: Pick<PlanView, "plan" | "step" | "agentMove" | "redraft">,
  block: Block,
  before: readonly PlanChange[],
): PlanChange[] {
  const step = view.plan.steps.find((each) => each.n === block.n);
  const named = step === undefined ? `step ${String(block.n)}` : stepName(step);
  const questions = questionsOf(view, block, named);
  const status: PlanChange[] = view.plan.status === "Blocked" ? [] : [{ kind: "status", value: "Blocked" }];
  return [
    ...before,
    ...status,
    { kind: "reason", value: shortReason(block) },
    log(blockedEntry(named, view.plan, block)),
    // While a device only waits to act, nothing of what it asked is settled.
    ...(block.kind === "device" ? [] : closed(view, questions)),
    ...asked(questions, view.plan),
  ];
}
