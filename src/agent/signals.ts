/**
 * The wishes of an agent’s calls for the plan: new steps, other steps, an action to be approved, an answer of the
 * person. Worked out from the plan and the call alone, so that they are the same whenever they are looked at; the
 * call’s key in the log says that a wish is done.
 */
import type { Action } from "../note/action/action";
import { readWritten, sameAction } from "../note/action/render";
import { hashText } from "../kit/hash";
import { isObject, toJson } from "../kit/json";
import { escapeMarkdown } from "../kit/text";
import { SIGN } from "../note/plan/approvalMarker";
import { isAddedByAgent } from "../note/plan/author";
import type { Insertion, NewStep, PlanEdit } from "../note/plan/edit";
import { answerIn, type Word } from "../note/plan/logEntry";
import { isGated, type Plan, type Question, type Step } from "../note/plan/plan";
import { TYPED, joinAnswer, placeWords, saidIn, withoutPlace, type Detail } from "../note/plan/questions";
import { hashStep, isHashOf, stepName } from "../note/plan/steps";
import type { WantedCall } from "../kit/ports/model";
import { reachesOut } from "./outward/outward";
import { isOffered, isTool, readArguments, type Arguments } from "./tools";

/** A question for the person, before a call is done. */
export interface Asking {
  /**
   * Stands for the call, and for everything that the person is shown of the plan: where that changes, it is another
   * question.
   */
  readonly id: string;
  readonly question: string;
  /** The step that it is about, as it is named behind the question. */
  readonly named: string;
  /** Beneath the question: one line each. */
  readonly details: readonly Detail[];
  readonly options: readonly string[];
  /**
   * Of several that a flow asks one by one: `1 of 4`. A person who changes how many there are is not asked the others
   * again.
   */
  readonly place?: string;
  /** Questions that a flow asks together and nobody has answered, this one first; missing for a single one. */
  readonly together?: readonly Asking[];
  /**
   * The options may be typed behind “Answer:”. `yes`: the first is the yes, and other words are asked back. `wish`: the
   * first is the yes, and other words count as they are. `option`: other words are asked back. `own`: they count as
   * they are. `any`: so do several options. Missing where only a tick allows something.
   */
  readonly typed?: "yes" | "wish" | "option" | "own" | "any";
  /** It is about a program, which could answer it if the person allowed it. */
  readonly canAllow?: true;
}

/** Words of the log after which a call wants nothing more of the plan. */
const IN_PLAN: readonly Word[] = ["added", "filled-in", "not-added"];
/** New steps of agents in a plan since its person last said anything to them. */
const MOST_NEW = 20;
/** Characters of a new step. */
const LONGEST = 200;
const REPLACE = ["Replace them", "Keep them, and add the new ones", "Change nothing"];

export type Unnamed = Omit<Asking, "id" | "named">;

/**
 * The question with the id that stands for it: for the plan, the call, and every word that the person is shown. `of`:
 * what else tells it from another one.
 */
export function withId(
  asking: Unnamed,
  { key: plan }: Pick<Plan, "key">,
  step: Pick<Step, "id" | "n" | "text">,
  ...of: readonly (string | number)[]
): Asking {
  const { question, details, options } = asking;
  // An answer in words allows nothing: there a file that is moved, or gone by now, makes no other question.
  const shown = asking.typed === undefined ? details : details.filter(({ label }) => label !== "Note");
  const hash = hashText(JSON.stringify([plan, question, shown, options, ...of])).slice(0, 24);
  const sign = asking.typed === undefined ? "c" : SIGNS[asking.typed];
  return { ...asking, id: `q-${sign}${hash}-${step.id ?? ""}`, named: stepName(step) };
}

const SIGNS: Readonly<Record<NonNullable<Asking["typed"]>, string>> = {
  yes: TYPED.yes,
  wish: TYPED.severalYes,
  option: TYPED.other,
  own: TYPED.other,
  any: TYPED.several,
};

/** As it is written into the plan. */
export function sayQuestion({
  question,
  named,
  place,
}: Pick<Asking, "question" | "named" | "place">): string {
  return `${place === undefined ? "" : placeWords(place)}${question} (${named})`;
}

/** Whether what the call wants done to the plan is done there, or was given up. */
export function isInPlan({ log, steps }: Pick<Plan, "log" | "steps">, key: string): boolean {
  // A log that somebody tidied takes nothing out of the plan.
  const first = idFor(key, 0);
  return (
    log.has(({ word, note }) => note === key && IN_PLAN.includes(word)) ||
    steps.some(({ id }) => id === first)
  );
}

/**
 * Null where nothing is to be asked, or the call is no right one: then the model is told at once. `own`: the person’s
 * words for steps that reach out.
 */
export function askingOf(
  call: WantedCall,
  plan: Plan,
  step: Step,
  key: string,
  own: readonly string[],
): Asking | null {
  if (isTool(call.tool) && !isOffered(call.tool, step)) return null;
  if (call.tool === "ask_person") {
    const read = readArguments("ask_person", call.input);
    if (read.kind === "bad") return null;
    // Only a flow asks several together.
    const question = withoutPlace(read.value.question);
    return withId({ ...read.value, question, details: [], typed: "any" }, plan, step, key);
  }
  if (call.tool !== "replace_plan") return null;
  const read = readArguments("replace_plan", call.input);
  const old = behind(plan, step);
  const theirs = old.filter((each) => !isAddedByAgent(plan, each));
  if (read.kind === "bad" || theirs.length === 0) return null;
  const added = read.value.steps.map((each, at) => ({
    made: newStep(each, "", at, own),
    words: bareWords(each.text),
  }));
  if (added.some(({ made }) => typeof made === "string")) return null;
  const asking: Unnamed = {
    question: `The agent wants other steps in the place of yours, because: ${read.value.why}`,
    details: [
      ...theirs.map(({ text }): Detail => ({ label: "Yours", text })),
      ...added.map(({ made, words }): Detail => ({
        label: "New",
        text: typeof made !== "string" && made.text.startsWith(SIGN) ? `${SIGN}${words}` : words,
      })),
    ],
    options: REPLACE,
  };
  // Another step behind this one is shown by its words alone; its action counts as well.
  return withId(asking, plan, step, key, ...old.map(hashStep));
}

export interface Given {
  readonly option: number | null;
  readonly words: string;
  /** The question stands in the note as it was asked, and this option is the one box that is ticked there now. */
  readonly stands: boolean;
}

/** The answer of the person, once the log says that it was taken; null before. */
export function answerTo({ log, questions }: Pick<Plan, "log" | "questions">, asking: Asking): Given | null {
  const last = log.last((mark) => mark.word === "answered" && answerIn(mark, asking.id) !== undefined);
  const taken = last === null ? null : answerIn(last.mark, asking.id);
  if (taken == null) return null;
  const option = /^option-(\d)$/.exec(taken)?.[1];
  const there = questions.find((each: Question) => each.id === asking.id);
  const said =
    there === undefined ? null : saidIn(there, sayQuestion(asking), { kind: "options", ...asking });
  // A box behind which something else stands is not the one that was offered.
  const isOurs = option !== undefined && said?.edited.includes(Number(option)) !== true;
  return {
    option: isOurs ? Number(option) : null,
    words: there?.isTyped === true ? there.words : (said?.words ?? ""),
    stands: said?.isAsAsked === true && there?.answer === taken,
  };
}

/** The question as it was asked last, with its answer: words that are none of its options are asked back. */
export function askedLast(
  plan: Pick<Plan, "log" | "questions">,
  asking: Asking,
): { readonly asking: Asking; readonly given: Given | null } {
  let last = asking;
  for (let n = 1; ; n += 1) {
    const given = answerTo(plan, last);
    const isUnclear =
      given !== null &&
      given.option === null &&
      given.words !== "" &&
      (asking.typed === "yes" || asking.typed === "option");
    if (!isUnclear) return { asking: last, given };
    const [sign, of] = [asking.id.slice(0, 3), asking.id.slice(27)];
    last = {
      ...asking,
      id: `${sign}${hashText(JSON.stringify([asking.id, n, given.words])).slice(0, 24)}${of}`,
      question: `You wrote “${given.words.slice(0, 100)}”. Which of these do you mean? ${asking.question}`,
    };
  }
}

export type Agreement =
  /** Number of the box. */
  | { readonly kind: "agreed"; readonly option: number }
  /** A sentence for the model. */
  | { readonly kind: "none"; readonly why: string };

/**
 * The agreement of the person, who agrees by one of the first `yes` boxes. A box alone says so, in a question that
 * stands in the note as it was asked: a tick that was taken away is none, and what a person adds in words, or changes
 * in the question, a model has to read first. The log alone says nothing.
 */
export function agreementOn(asking: Asking, plan: Pick<Plan, "log" | "questions">, yes = 1): Agreement {
  const none = (why: string): Agreement => ({ kind: "none", why });
  const given = answerTo(plan, asking);
  if (given === null) return none("The person has not answered.");
  const { option, words, stands } = given;
  if (option === null || words !== "") return none(sayAnswer(asking.options, given));
  if (option > yes) return none(`${sayAnswer(asking.options, given)}.`);
  return stands
    ? { kind: "agreed", option }
    : none(
        "The person took the answer away, or the question reads otherwise in the plan by now, so it does not count. Ask again if you still want it.",
      );
}

/** How `sayAnswer` begins; where several answers stand together it goes without saying. */
export const SAID = /^The person answers: /;

/** As the model is told it. */
export function sayAnswer(options: readonly string[], given: Pick<Given, "option" | "words">): string {
  const chosen = given.option === null ? "" : (options[given.option - 1] ?? "");
  const said = joinAnswer(chosen, given.words);
  return said === "" ? "The person answered, and took the answer away again." : `The person answers: ${said}`;
}

/** Open steps behind this one that were never asked for. */
function behind({ steps, log }: Pick<Plan, "steps" | "log">, { n }: Step): readonly Step[] {
  return steps.filter(
    (each) =>
      each.n > n &&
      each.state === "open" &&
      each.boxed &&
      !each.misplaced &&
      each.approval.kind !== "unclear" &&
      !log.has(
        ({ word, step }) => step !== null && step === each.id && (word === "asked" || word === "carried-out"),
      ),
  );
}

export interface Change {
  readonly edits: readonly Exclude<PlanEdit, { readonly kind: "log" | "question" | "value" | "status" }>[];
  readonly added: readonly NewStep[];
  readonly replaced: readonly Step[];
  /** The step whose action was filled in, as it will read. */
  readonly filled: Step | null;
  /** The name, without `.md`, of the rejected request for whose action this is filled in; null for any other change. */
  readonly instead: string | null;
  readonly why: string;
}

/** The change of the plan that a call wants; a sentence for the model where it cannot be made. */
export function changeOf(
  call: WantedCall,
  plan: Plan,
  step: Step,
  key: string,
  own: readonly string[],
): Change | string {
  switch (call.tool) {
    case "draft_action": {
      const read = readArguments("draft_action", call.input);
      return read.kind === "bad" ? read.why : drafted(read.value, plan, step, key);
    }
    case "add_steps":
    case "replace_plan": {
      const read = readArguments(call.tool, call.input);
      return read.kind === "bad" ? read.why : resteps(call, read.value, plan, step, key, own);
    }
    default:
      return `${call.tool} changes nothing in the plan.`;
  }
}

function drafted(
  { why, ...given }: Arguments<"draft_action">,
  plan: Plan,
  step: Step,
  key: string,
): Change | string {
  const action = actionOf(given);
  if (typeof action === "string") return action;
  const same = plan.steps.find(
    ({ n, approval }) => n !== step.n && approval.kind === "action" && sameAction(approval.action, action),
  );
  if (same !== undefined)
    return `Exactly this is in the plan already, as ${stepName(same)}${same.state === "skipped" ? ", and the person wants it skipped" : ""}.`;
  if (step.approval.kind === "action") return draftedAgain(action, plan, step, why);
  if (isGated(step))
    return {
      edits: [{ kind: "action", n: step.n, hash: hashStep(step), action }],
      added: [],
      replaced: [],
      filled: { ...step, approval: { kind: "action", action } },
      instead: null,
      why,
    };
  const type = action.type.replace(/_/g, " ");
  const target = action.target === "" ? "" : ` to ${action.target}`;
  const text = `${type.charAt(0).toUpperCase()}${type.slice(1)}${target}`;
  const added = newStep({ text, action: given }, key, 0, []);
  if (typeof added === "string") return added;
  return withSteps([added], "before", plan, step, why);
}

/** In the place of an action that was rejected. Nothing that was asked for at this step is drafted for it again. */
function draftedAgain(action: Action, { log }: Plan, step: Step, why: string): Change | string {
  const filled: Step = { ...step, approval: { kind: "action", action } };
  const asked = log.entries.flatMap(({ mark }) =>
    mark?.word === "asked" && mark.step === step.id && mark.text !== null
      ? [{ ...mark, text: mark.text }]
      : [],
  );
  if (isHashOf(filled, hashStep(step)) || asked.some(({ text }) => isHashOf(filled, text)))
    return "Exactly this was asked for at this step before. Draft it as the person wants it; where you do not know that, call ask_person.";
  return {
    edits: [{ kind: "action", n: step.n, hash: hashStep(step), action, instead: true }],
    added: [],
    replaced: [],
    filled,
    instead: asked.findLast(({ text }) => isHashOf(step, text))?.note ?? "",
    why,
  };
}

function resteps(
  call: WantedCall,
  { steps, why }: Arguments<"add_steps">,
  plan: Plan,
  step: Step,
  key: string,
  own: readonly string[],
): Change | string {
  const added: NewStep[] = [];
  for (const [at, each] of steps.entries()) {
    const made = newStep(each, key, at, own);
    if (typeof made === "string") return made;
    added.push(made);
  }
  const made = withSteps(added, "behind", plan, step, why);
  if (call.tool === "add_steps" || typeof made === "string") return made;
  const old = behind(plan, step);
  const asking = askingOf(call, plan, step, key, own);
  if (asking === null && old.some((each) => !isAddedByAgent(plan, each)))
    return "No step was replaced, and none added.";
  const agreed: Agreement = asking === null ? { kind: "agreed", option: 1 } : agreementOn(asking, plan, 2);
  if (agreed.kind === "none") return `${agreed.why} No step was replaced, and none added.`;
  return agreed.option === 2
    ? made
    : { ...made, edits: [...old.flatMap((each) => skip(each, key)), ...made.edits], replaced: old };
}

function skip(step: Step, key: string): Change["edits"] {
  const id = step.id ?? idFor(`${key} old`, step.n);
  return [
    ...(step.id === null ? [{ kind: "step-id" as const, n: step.n, hash: hashStep(step), id }] : []),
    { kind: "mark", step: id, mark: "-" },
  ];
}

function withSteps(
  steps: readonly NewStep[],
  where: Insertion["where"],
  { log }: Plan,
  step: Step,
  why: string,
): Change | string {
  const spoken = log.entries.findLastIndex(
    ({ mark, actor }) => actor === "Human" && (mark?.word === "answered" || mark?.word === "ask-again"),
  );
  const before = log.entries.slice(spoken + 1).filter(({ mark }) => mark?.word === "added").length;
  if (before + steps.length > MOST_NEW)
    return `Agents have added ${String(before)} steps to this plan already; more than ${String(MOST_NEW)} need the person’s word. Call ask_person.`;
  return {
    edits: [{ kind: "insert", beside: step.id ?? "", where, steps }],
    added: steps,
    replaced: [],
    filled: null,
    instead: null,
    why,
  };
}

function newStep(
  { text, action: given }: Arguments<"add_steps">["steps"][number],
  key: string,
  at: number,
  own: readonly string[],
): NewStep | string {
  const action = given === undefined ? null : actionOf(given);
  if (typeof action === "string") return action;
  const words = escapeMarkdown(bareWords(text), 250).trim();
  if (words === "") return "A step has no words. Write each as one short sentence.";
  if (text.trim().length > LONGEST)
    return `A step has more than ${String(LONGEST)} characters. Write each as one short sentence.`;
  const sign = action !== null || reachesOut(words, own) ? SIGN : "";
  return { id: idFor(key, at), text: `${sign}${words}`, action };
}

/** Without what a model puts before a step: the sign of a list, a box, a hand. */
function bareWords(text: string): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")
    .replace(/\[.\]\s*|\u270B\uFE0F?/gu, "")
    .trim();
}

function idFor(key: string, at: number): string {
  return `s-${hashText(`${key} ${String(at)}`).slice(0, 8)}`;
}

/** All ids that steps of one call can have, whatever the plan says of them. */
export function idsOfNew(key: string): readonly string[] {
  return Array.from({ length: MOST_NEW }, (_each, at) => idFor(key, at));
}

/** As it will be read from the plan; a sentence where it could not be. */
function actionOf({
  type,
  target,
  args,
  attachments,
}: Omit<Arguments<"draft_action">, "why">): Action | string {
  const read = toJson(args)?.value;
  const given: Action = { type, target, args: isObject(read) ? read : {}, attachments };
  const written = readWritten(given);
  return typeof written === "string" ? `The action cannot be written into the plan: ${written}.` : written;
}

/** For the mark in the log: stands for the step as it reads once it is there. */
export function hashOfNew({ text, action }: NewStep): string {
  const approval: Step["approval"] = action === null ? { kind: "none" } : { kind: "action", action };
  return hashStep({ text, approval, tool: null } as Step).slice(0, 12);
}
