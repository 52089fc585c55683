/** The words of the log: what a line says when something was asked, carried out, or changed by hand. */
import { cut } from "../kit/text";
import { BY_HAND, OUTCOME_ROWS, type Outcome } from "../approval/device/outcome";
import { sayUnansweredSince } from "../approval/expiry";
import { BARE_TYPES, typeWords } from "../note/action/action";
import { showStamp } from "../kit/dates";
import type { NewEntry, Word } from "../note/plan/logEntry";
import { hashText } from "../kit/hash";
import { counted } from "../kit/numbers";
import { IN_NOTE, nameInCommand, writeCommands } from "../settings/places";
import { asksBy, BLOCKS, isAnsweredByHand, type Block } from "../note/plan/blocks";
import type { Plan, Question, Step } from "../note/plan/plan";
import { hashStep, stepName } from "../note/plan/steps";
import { joinFindings, NOT_HELD } from "../flow/attempts";
import { readLineId } from "../flow/lineId";
import type { Guidance } from "../flow/running";
import type { Failed } from "../agent/flow/part";
import type { AgentMove } from "../agent/next";
import { NOTHING_SPENT } from "../kit/ports/spent";
import type { Redraft } from "../agent/redraft";
import { runOf, spentOn, turnsOf } from "../agent/run";
import { hashOfNew, type Change } from "../agent/signals";
import { saySpent } from "../agent/tell";
import type { PlanView } from "./world";
import type { RequestView } from "../approval/view";

export function doneEntry(step: Step | null, request: RequestView): NewEntry {
  const title = request.outcome === null ? "" : OUTCOME_ROWS[request.outcome].title;
  return {
    actor: "Agent",
    action: step === null ? `${title}; its step is no longer in the plan` : `${title}: ${stepName(step)}`,
    rationale: "Its request was approved",
    details: `Record: ${request.name.replace(/\.md$/, "_receipt")}.`,
    mark: {
      word: "carried-out",
      step: request.step,
      request: request.id,
      ...(request.outcome === BY_HAND ? { note: BY_HAND } : {}),
    },
  };
}

/** It is approved, and its server does not answer. */
export function delayedEntry(step: Step, request: RequestView): NewEntry {
  const said = sayUnansweredSince(request, showStamp);
  return {
    actor: "Agent",
    action: `${said?.approved ?? "Approved by you"}: ${stepName(step)}`,
    rationale: said?.since ?? "Its server has not answered",
    details: "Nothing is sent yet.",
    mark: { word: "delayed", step: request.step, request: request.id },
  };
}

/** The agent has shown that its step is done. The entry says what was checked, and never that the work is right. */
export function shownEntry(
  { plan, work }: Pick<PlanView, "plan" | "work">,
  step: Step,
  { checked, summary, answers, stands, files }: Extract<AgentMove, { readonly kind: "tick" }>,
): NewEntry {
  const mark = { word: "ticked", step: step.id, text: hashStep(step).slice(0, 12) } as const;
  if (answers !== undefined)
    return { actor: "Human", action: `Answered at ${stepName(step)}`, rationale: summary, mark };
  const run = runOf(plan, step, work.trace.entries);
  const spent = run === null ? NOTHING_SPENT : spentOn(turnsOf(run));
  return {
    actor: "Agent",
    action: `Finished ${stepName(step)}${stands === undefined ? "" : ", whose check did not hold"}`,
    rationale: `Checked: ${checked.join("; ")}${stands === undefined ? "" : `. Found, and let stand by you: ${stands.join(" · ")}`}`,
    details: `The agent says, and nobody has checked: “${summary}” Spent on this run: ${saySpent(spent)}.`,
    about: files,
    mark,
  };
}

/** Answers of the person to questions about a step that they gave at once. */
export function answeredEntry(step: Step, [first, ...others]: readonly Question[]): NewEntry {
  const what = others.length === 0 ? "the question" : counted(others.length + 1, "question");
  return {
    actor: "Human",
    action: `Answered ${what} about ${stepName(step)}`,
    rationale: "Answered under Questions",
    mark: {
      word: "answered",
      step: first?.step ?? null,
      note: first?.id ?? null,
      text: first?.answer ?? null,
      others: others.map(({ id, answer }) => ({ note: id, text: answer ?? "" })),
    },
  };
}

/** A failed check; the flow goes back by this entry. */
export function failedEntry(step: Step, { findings, text }: Failed): NewEntry {
  return {
    actor: "Agent",
    // Where the person was asked, nothing was checked.
    action:
      readLineId(step.id)?.isAsk === true
        ? `Goes by the answer at ${stepName(step)}`
        : // Its findings are looked for behind the first quotation.
          `The check of ${stepName(step).replace(/”(?=.)/gsu, "’")} ${NOT_HELD}`,
    rationale: joinFindings(findings),
    mark: { word: "failed", step: step.id, note: String(findings.length), text },
  };
}

/** The notes of the vault that an agent gets instructions from; null where there is none, or the log has it already. */
export function guidedEntry(
  step: Step,
  { skill, preamble }: Guidance,
  { log }: Pick<Plan, "log">,
): NewEntry | null {
  const notes = [skill, preamble].flatMap((each) =>
    each?.note == null ? [] : [{ path: each.note, words: each.words }],
  );
  const [first, second] = notes;
  const text = hashText(notes.map(({ path, words }) => `${path}\n${words}`).join("\n")).slice(0, 12);
  const before = log.last(({ word, step: of }) => word === "guided" && of === step.id)?.mark.text ?? null;
  if (before === text || (before === null && first === undefined)) return null;
  const from = second === undefined ? "a note" : "two notes";
  return {
    actor: "Agent",
    action: `The agent gets ${first === undefined ? "no more instructions from a note" : `instructions from ${from}`} at ${stepName(step)}`,
    ...(first === undefined ? {} : { about: [first.path] }),
    rationale:
      first === undefined
        ? "There is none for it now"
        : `${before === null ? "As they are now" : "They have changed"}; their hash is ${text}`,
    ...(second === undefined ? {} : { details: `The other note is ${second.path}.` }),
    mark: { word: "guided", step: step.id, text },
  };
}

/** A review that found something, which the person lets stand. */
export function letStandEntry(step: Step, findings: readonly string[]): NewEntry {
  return {
    actor: "Human",
    action: `Left ${stepName(step)} as it is`,
    rationale: `Found, and let stand: ${findings.join(" · ")}`,
    mark: { word: "skipped", step: step.id },
  };
}

/**
 * The changes that an agent’s call made to the plan: an entry for each step that is new or replaced. `key` names the
 * call.
 */
export function changedEntries(
  { added, replaced, filled, instead, why, edits }: Change,
  key: string,
): NewEntry[] {
  const rationale = `The agent says: “${why.trim().replace(/\.$/, "")}”`;
  const named = (step: Step): string | null =>
    step.id ??
    edits.flatMap((edit) => (edit.kind === "step-id" && edit.n === step.n ? [edit.id] : []))[0] ??
    null;
  return [
    ...replaced.map((step): NewEntry => ({
      actor: "Agent",
      action: `Replaced ${stepName(step)} by other steps`,
      rationale,
      mark: { word: "skipped", step: named(step) },
    })),
    ...(filled === null
      ? []
      : [
          filledInEntry(filled, {
            rationale,
            ...(instead === null
              ? {}
              : { again: true, details: `The request ${instead} has the action that you rejected.` }),
            key,
          }),
        ]),
    ...added.map((step): NewEntry => ({
      actor: "Agent",
      action: `Added the step “${step.text}”`,
      rationale,
      mark: { word: "added", step: step.id, text: hashOfNew(step), note: key },
    })),
  ];
}

/**
 * An agent wrote the action of the step, which bears an id: by this entry, its request says so. `key` names the agent’s
 * call.
 */
export function filledInEntry(
  step: Step,
  {
    rationale,
    details,
    again = false,
    key = null,
  }: {
    readonly rationale: string;
    readonly details?: string;
    readonly again?: boolean;
    readonly key?: string | null;
  },
): NewEntry {
  return {
    actor: "Agent",
    action: `Wrote ${again ? "anew " : ""}what is to be sent beneath ${stepName(step)}`,
    rationale,
    ...(details === undefined ? {} : { details }),
    mark: { word: "filled-in", step: step.id, text: hashStep(step).slice(0, 12), note: key },
  };
}

/** The entry about an action that a person rejected with a word why. */
export function draftsAgainEntry(step: Step, { request, note }: Redraft): NewEntry {
  return {
    actor: "Agent",
    action: `Drafts ${stepName(step)} anew`,
    rationale: `You rejected it and wrote: “${cut(note, 200).replace(/\.$/, "")}”`,
    mark: { word: "draft-again", step: step.id, request },
  };
}

/** The plan changed meanwhile, so that the call’s wish no longer fits. */
export function notChangedEntry(step: Step, why: string, key: string): NewEntry {
  return {
    actor: "Agent",
    action: `Left the plan as it is at ${stepName(step)}`,
    rationale: why,
    mark: { word: "not-added", step: step.id, note: key },
  };
}

/**
 * A tick would claim that the changed step was carried out. The step counts as reopened, so the next request says what
 * was done before.
 */
export function leftOpenEntry(step: Step): NewEntry {
  return {
    actor: "Agent",
    action: `Left ${stepName(step)} open`,
    rationale: "It was changed while its action was carried out, and now says to send something else",
    mark: { word: "reopened", step: step.id },
  };
}

function whyAsked({ type, attempt }: Pick<RequestView, "type" | "attempt">, before: Outcome | null): string {
  if (before !== null && before !== "superseded") return `The attempt before: ${OUTCOME_ROWS[before].title}`;
  return attempt > 1
    ? "The earlier request’s note or server was changed"
    : BARE_TYPES.includes(type)
      ? "This action needs your approval"
      : `Every ${typeWords(type)} needs your approval`;
}

export function askedEntry(
  step: Step,
  request: Pick<RequestView, "id" | "name" | "text" | "type" | "attempt">,
  before: Pick<RequestView, "outcome"> | null,
): NewEntry {
  const note = request.name.replace(/\.md$/, "");
  return {
    actor: "Agent",
    action: `Asked for approval of ${stepName(step)}${request.attempt > 1 ? `, attempt ${String(request.attempt)}` : ""}`,
    rationale: whyAsked(request, before?.outcome ?? null),
    mark: { word: "asked", step: step.id, request: request.id, note, text: request.text },
  };
}

export function askedBlock(step: Step, request: Pick<RequestView, "id" | "name">): Block {
  return { kind: "approval", n: step.n, step: step.id, request: request.id, reason: asksBy(request.name) };
}

/** Kinds of block whose reason may become another while the request stays. */
const TELLS_WHY: readonly Block["kind"][] = ["confirmation", "by-hand", "two-folders", "agent-asks"];

/**
 * Stands for what else makes two blocks of a kind two: their reason, and which step is not understood. On which line
 * that is may change.
 */
export function particulars({ steps }: Plan, { kind, n, reason, mark }: Block): string | null {
  if (mark !== undefined) return mark;
  const step = steps[n - 1];
  if (kind === "unclear" && step?.approval.kind === "unclear")
    return hashText(`${step.text} ${step.approval.why}`).slice(0, 12);
  return TELLS_WHY.includes(kind) ? hashText(reason).slice(0, 12) : null;
}

/** `named` is what the step is called. */
export function blockedEntry(named: string, plan: Plan, block: Block): NewEntry {
  return {
    actor: "Agent",
    action: `Blocked at ${named}`,
    rationale: BLOCKS[block.kind].title,
    details: `${block.reason}${howByHand(block, plan)}`,
    mark: {
      word: "blocked",
      step: block.step,
      request: block.request,
      block: block.kind,
      text: particulars(plan, block),
    },
  };
}

/** How a person answers in the model’s place; the faces have it among the ways out. */
function howByHand({ kind }: Block, { taskId }: Plan): string {
  if (!isAnsweredByHand(kind)) return "";
  const option = kind === "agent-model" ? " --by-hand" : "";
  const command = writeCommands(`{do:think ${nameInCommand(taskId)}${option}}`, IN_NOTE);
  return ` Use ${command} to copy the question and paste the answer.`;
}

/** Words by which the log tells how the box of a step is. */
export const SPEAKS_OF_BOX: readonly Word[] = ["ticked", "skipped", "reopened", "carried-out"];

/**
 * The change that somebody made to a box since the log last spoke of it; null when the log explains the box as it is.
 */
export function handChange(plan: Plan, step: Step): NewEntry | null {
  // Only a box tells of a change to a box.
  if (step.id === null || !step.boxed) return null;
  const told =
    plan.log.last((mark) => mark.step === step.id && SPEAKS_OF_BOX.includes(mark.word))?.mark.word ?? null;
  // Lines of ours begin open; of any other, the box may have been so from the start.
  const isOurs = /^s-/.test(step.id) || (plan.flow !== null && readLineId(step.id) !== null);
  if (told === null && !isOurs) return null;
  // It was under way when a person skipped it.
  if (
    told === "carried-out" &&
    step.state === "skipped" &&
    plan.log.last(
      ({ step: of, word }) => of === step.id && word !== "carried-out" && SPEAKS_OF_BOX.includes(word),
    )?.mark.word === "skipped"
  )
    return null;
  const before =
    told === "ticked" || told === "carried-out" ? "done" : told === "skipped" ? "skipped" : "open";
  if (step.state === before) return null;
  const mark = (kind: "ticked" | "skipped" | "reopened"): NewEntry["mark"] => ({ word: kind, step: step.id });
  if (step.state === "done")
    return {
      actor: "Human",
      action: `Ticked ${stepName(step)}`,
      rationale: "By hand, in the note",
      mark: mark("ticked"),
    };
  if (step.state === "skipped")
    return {
      actor: "Human",
      action: `Skipped ${stepName(step)}`,
      rationale: "By hand, in the note",
      mark: mark("skipped"),
    };
  return {
    actor: "Human",
    action: `Opened ${stepName(step)} again`,
    rationale: "By hand, in the note",
    mark: mark("reopened"),
  };
}

/** Whether the log tells that a step without a block id was ticked or skipped, with the words that it has now. */
export function isTickTold({ log }: Pick<Plan, "log">, step: Step): boolean {
  const text = tickedText(step);
  return log.has(
    ({ word, step: of, text: told }) =>
      of === null && told === text && (word === "ticked" || word === "skipped"),
  );
}

function tickedText({ text }: Step): string {
  return hashText(text).slice(0, 12);
}

/** A person ticked or skipped a step without a block id. */
export function seenTick(step: Step): NewEntry {
  const isDone = step.state === "done";
  return {
    actor: "Human",
    action: `${isDone ? "Ticked" : "Skipped"} ${stepName(step)}`,
    rationale: "By hand, in the note",
    mark: { word: isDone ? "ticked" : "skipped", text: tickedText(step) },
  };
}
