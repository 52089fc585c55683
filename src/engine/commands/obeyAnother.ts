/**
 * Statements of another program about a plan, by command: a remark, that a step is done, the action that a step is to
 * send. They are written down with the program’s name; nobody checks them, and none of them approves anything. A step
 * that needs approval is never ticked here.
 */
import { readWritten } from "../../note/action/render";
import { hashText } from "../../kit/hash";
import { quoted } from "../../kit/text";
import { editPlan, type PlanEdit } from "../../note/plan/edit";
import { nameFault, renderRemark, wordsFault } from "./remark";
import { isOver, type Step } from "../../note/plan/plan";
import { isMergedAway, MERGED_AWAY } from "../../note/plan/standstill";
import { hashStep, stepName } from "../../note/plan/steps";
import type { ByAnother } from "../../rules/command";
import { filledInEntry } from "../../rules/logEntries";
import type { PlanChange } from "../../rules/moves";
import type { PlanView } from "../../rules/world";
import { change, changePlan } from "../perform/change";
import type { Context } from "../perform/context";
import { no, told, type Obeyed } from "../perform/replies";
import { rememberAuthor } from "../perform/rememberAuthor";
import { currentStep, nameStep } from "./pickStep";
import { planName } from "../../overview/titles";

export async function obeyAnother(command: ByAnother, view: PlanView, context: Context): Promise<Obeyed> {
  const words = command.kind === "remark" ? command.text : command.why;
  const fault = nameFault(command.by) ?? wordsFault(words);
  if (fault !== null) return no(fault);
  if (command.kind === "remark") return await remark(command, view, context);
  if (isMergedAway(view.plan)) return no(MERGED_AWAY);
  const step = currentStep(view, command.step);
  if (typeof step === "string") return no(step);
  return command.kind === "tick"
    ? await tick(command, step, view, context)
    : await draft(command, step, view, context);
}

function says(why: string): string {
  return `It says: ${quoted(why.trim())}`;
}

async function remark(
  { by, text }: Extract<ByAnother, { kind: "remark" }>,
  { plan, hash }: PlanView,
  context: Context,
): Promise<Obeyed> {
  if (isOver(plan)) return no(`${planName(plan)} is over, so its log is closed.`);
  const edit: PlanEdit = { kind: "log", line: renderRemark(by, text, context.clock.now()) };
  const result = await change(
    plan.path,
    (there) => (hashText(there) === hash ? editPlan(plan.path, there, [edit]) : null),
    context,
  );
  return told(result, `Noted in the log of ${planName(plan)}.`);
}

async function tick(
  { by, why }: Extract<ByAnother, { kind: "tick" }>,
  step: Step,
  { plan, hash }: PlanView,
  context: Context,
): Promise<Obeyed> {
  if (step.approval.kind !== "none")
    return no(
      `${stepName(step)} needs approval, so no program ticks it. It is ticked once approved and carried out, or by a person in the note.`,
    );
  const [named, id] = nameStep(step, context);
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: { program: by },
      action: `Ticked ${stepName(step)}`,
      rationale: "By command; nobody has checked it",
      details: says(why),
      mark: { word: "ticked", step: id },
    },
  };
  return told(
    await changePlan(plan.path, hash, [...named, { kind: "mark", step: id, mark: "x" }, entry], context),
    `Ticked ${stepName(step)}, as “${by}” says.`,
  );
}

async function draft(
  { by, why, action }: Extract<ByAnother, { kind: "draft-action" }>,
  step: Step,
  { plan, hash }: PlanView,
  context: Context,
): Promise<Obeyed> {
  if (step.approval.kind === "action")
    return no(`${stepName(step)} has an action block already; a person changes it, in the note.`);
  if (step.isFilledByFlow === true)
    return no(`The flow fills in what ${stepName(step)} sends; a person changes it, in the note.`);
  const written = readWritten(action);
  if (typeof written === "string")
    return no("The action cannot be written into the plan; give every field as text.");
  const [named, id] = nameStep(step, context);
  const entry: PlanChange = {
    kind: "log",
    entry: {
      ...filledInEntry(
        { ...step, id, approval: { kind: "action", action: written } },
        { rationale: "By command", details: says(why) },
      ),
      actor: { program: by },
    },
  };
  await rememberAuthor([written], context);
  return told(
    await changePlan(
      plan.path,
      hash,
      [...named, { kind: "action", n: step.n, hash: hashStep(step), action: written }, entry],
      context,
    ),
    `${stepName(step)} now says what to send. The acting device asks a person for approval; nothing goes out before.`,
  );
}
