/**
 * Has a model draft a plan of a note, because a person asked for it: each call is counted on this device before it goes
 * out, and two repairs at most follow. Writes nothing in the vault.
 */
import { countOf } from "../../approval/device/counted";
import { beginCall, endCall } from "../../approval/device/spending";
import { SECOND } from "../../kit/dates";
import { hashText } from "../../kit/hash";
import { nameOf } from "../../kit/path";
import { UNSPENT, type ModelQuestion, type Part } from "../../kit/ports/model";
import { NOTHING_SPENT, plus, type Spent } from "../../kit/ports/spent";
import type { WantedPlan } from "../../rules/command";
import type { World } from "../../rules/world";
import { costOf, definitionOf, mostOf } from "../../settings/models";
import { BY_HAND, modelOf, pathOf, type NamedModel, type Settings } from "../../settings/settings";
import { boundOf, longestWithin } from "../../agent/prompt";
import { FAILURE_WORDS } from "../../agent/stops";
import { questionAboutNote, readPlanAnswer, repairing, type DraftByModel } from "../../agent/planDraft";
import { spentBy } from "../../agent/run";
import { pathFault, tagFault } from "../../agent/reading";
import { saySpent, sayUsd } from "../../agent/tell";
import type { Context } from "../perform/context";
import { sourceOf } from "../perform/planNote";

/** A person who answers in the place of the model. Null where they leave. */
export type ByHand = (question: ModelQuestion, signal: AbortSignal) => Promise<string | null>;

export interface Drafting {
  readonly context: Context;
  /** Runs a job when nothing else is under way. */
  readonly withMutex: <T>(job: () => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
  /** Then no model is asked, and nothing is counted. */
  readonly byHand?: ByHand;
}

export type Drafted =
  | { readonly kind: "drafted"; readonly wanted: WantedPlan }
  /** A sentence, and what the model said in vain; empty where it said nothing. */
  | { readonly kind: "none"; readonly why: string; readonly said: string };

/** How often a model is asked again for a draft that cannot be used. */
const MOST_REPAIRS = 2;
/** Characters of an answer in vain that are shown. */
const SHOWN = 4000;

export async function draftPlan(wanted: WantedPlan, world: World, drafting: Drafting): Promise<Drafted> {
  const { context, withMutex, signal, byHand } = drafting;
  const { settings } = context;
  const none = (why: string, said = ""): Drafted => ({ kind: "none", why, said });
  const planner = byHand === undefined ? modelOf(settings, "planner") : BY_HAND;
  if (planner === null) return none("The settings name no model that could draft a plan.");
  const source = await withMutex(() => sourceOf(wanted, world, context));
  if (typeof source === "string") return none(source);
  const closed = whyClosed(source.path, source.text, settings);
  if (closed !== null) return none(closed);
  if (byHand === undefined && world.device.paused !== null)
    return none("This device is paused, so no model is asked.");
  const { name, model } = planner;
  const prompt = questionAboutNote({
    name: nameOf(source.path).replace(/\.md$/i, ""),
    text: source.part,
    types: Object.keys(settings.actions),
    now: context.clock.now(),
    context: model.context,
  });
  let { messages } = prompt;
  let spent = NOTHING_SPENT;
  for (let turn = 1; ; turn += 1) {
    const question: ModelQuestion = {
      ...prompt,
      messages,
      definition: definitionOf(model),
      timeout: settings.limits.call_seconds * SECOND,
      about: { step: `plan ${source.path}`, turn },
    };
    const came =
      byHand === undefined
        ? await askCounted(question, planner, source.path, world, drafting)
        : await askByHand(question, byHand, signal);
    if (came.kind === "none") return none(came.why);
    spent = plus(spent, came.spent);
    const read = readPlanAnswer(came.parts);
    if (read.kind === "read") {
      const draft: DraftByModel = {
        answer: read.value,
        model: name,
        by: byHand !== undefined ? "hand" : model.provider === "scripted" ? "script" : "model",
        spent,
        of: hashText(source.text),
      };
      return { kind: "drafted", wanted: { ...wanted, draft } };
    }
    if (byHand === undefined && turn > MOST_REPAIRS)
      return none(
        `The model “${name}” was asked ${String(turn)} times and gave no draft that can be used (${saySpent(spent)}): ${read.faults.join("; ")}.`,
        saidIn(came.parts),
      );
    messages = [...messages, ...repairing(came.parts, read.faults)];
  }
}

type Came =
  | { readonly kind: "answered"; readonly parts: readonly Part[]; readonly spent: Spent }
  | { readonly kind: "none"; readonly why: string };

async function askByHand(question: ModelQuestion, byHand: ByHand, signal: AbortSignal): Promise<Came> {
  const text = await byHand(question, signal);
  return text === null
    ? { kind: "none", why: "No answer was given, so nothing was drafted." }
    : { kind: "answered", parts: [{ kind: "text", text }], spent: NOTHING_SPENT };
}

/** The call is in this device’s count before it goes out, with the most it can cost. */
async function askCounted(
  question: ModelQuestion,
  { name, model }: NamedModel,
  path: string,
  world: World,
  { context, withMutex, signal }: Drafting,
): Promise<Came> {
  const at = context.clock.now();
  const begun = await withMutex(async () => {
    await context.memory.refresh();
    const { today, ceiling, trouble } = countOf(context.memory.state(), context.settings.limits.day_usd, at)(
      "",
      "",
      "",
    );
    if (trouble !== null) return `No model is asked: ${trouble}.`;
    const room = { tokens: Infinity, usd: ceiling - today };
    const cut = { ...question, longest: longestWithin(room, model, question) };
    const most = boundOf(cut);
    const bound = { tokens: most.in + most.out, usd: mostOf(model, most) };
    if (today + (bound.usd ?? 0) > ceiling)
      return `No model is asked: agents have used ${sayUsd(today)} of the ${sayUsd(ceiling)} that they may use in a day, and this call could cost more than the rest.`;
    const call = { plan: `note ${path}`, run: "draft", at, bound };
    await context.memory.count((before) =>
      beginCall(before, { ...call, base: 0, alone: null }, (plan) => world.planOf.has(plan)),
    );
    return { cut, call };
  });
  if (typeof begun === "string") return { kind: "none", why: begun };
  const { cut, call } = begun;
  const answer = await context.models.ask(cut, () => undefined, signal);
  const usd = answer.kind === "failed" && UNSPENT.includes(answer.code) ? 0 : costOf(model, answer.usage);
  const spent = spentBy(call.bound, { ...answer, usd });
  await withMutex(() => context.memory.count((before) => endCall(before, call, spent)));
  if (answer.kind === "answered") return { kind: "answered", parts: answer.parts, spent };
  if (answer.code === "stopped") return { kind: "none", why: "Stopped: no draft was made." };
  const { title, wayOut } = FAILURE_WORDS[answer.code];
  return {
    kind: "none",
    why: `No draft was made: ${title}. ${wayOut.replaceAll("{model}", () => `“${name}”`)} ${answer.why}`.trim(),
  };
}

/**
 * Why no model may read a note; null where it may. Notes that the settings close to agents stay closed even if a person
 * names them.
 */
function whyClosed(path: string, text: string, settings: Settings): string | null {
  const fault =
    pathFault(path, {
      settings: { ...settings, agent_folders: ["/"] },
      plan: "",
      work: pathOf(settings, "work"),
      linked: new Set(),
    }) ?? tagFault(text, settings);
  return fault === null
    ? null
    : `${path} goes to no model: the settings close it to agents. Without a model, the plan is drafted from its lists.`;
}

function saidIn(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === "text" ? part.text : part.input))
    .join("\n\n")
    .slice(0, SHOWN);
}
