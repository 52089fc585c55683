/**
 * Carries out the commands of a person. Both doors send the same ones. Each answers one sentence: what was done, or why
 * not and what to do. Nothing here settles; the door does that afterwards.
 */
import { sameAction } from "../../action/render";
import { isHeldFor, writeHold } from "../../device/holdReason";
import { BY_PERSON, type DeviceState } from "../../device/ledger";
import { OUTCOME_ROWS } from "../../device/outcome";
import { nameOf } from "../../kit/path";
import { plain } from "../../kit/text";
import { never } from "../../kit/assertNever";
import { createPlan } from "../perform/create";
import { no, told, yes, type Command, type GoesOn, type Obeyed } from "../perform/replies";
import type { Context } from "../perform/context";
import { answerRequest } from "./answer";
import { archivePlan } from "./archivePlan";
import { archiveResult } from "./flow/archiveResult";
import { obeyTemplate } from "./templates/templates";
import { obeyAnother } from "./byAnother";
import { CHANGED_SINCE, obeyPerson } from "./byPerson";
import { eject } from "./flow/eject";
import { nameStep, noStep } from "./pickStep";
import { setAgent } from "./setAgent";
import { resolve, teach } from "./resolve";
import { setUp } from "./setUp";
import { startFlow } from "./flow/startFlow";
import { obeyHere } from "./onDevice";
import { changePlan } from "../perform/change";
import { findPlan, findRequest } from "../perform/find";
import { whyNoPlan } from "../perform/judge";
import { relocate, renameDevice } from "../perform/perform";
import { agree } from "./agree";
import { keepLines } from "../../settings/describe";
import { pathOf, sensitiveHash } from "../../settings/settings";
import type { PlanChange } from "../../rules/moves";
import { shownToConfirm, whyNotConfirmable, wordsToConfirm } from "../../approval/confirming";
import { openRequests, TWO_FOLDERS } from "../../approval/durations";
import { BLOCKS } from "../../plan/blocks";
import type { Plan, Step } from "../../plan/plan";
import { isMergedAway, MERGED_AWAY } from "../../plan/standstill";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import { hashStep, shownAs, stepName } from "../../plan/steps";
import { planTitle } from "../../plan/plan";
import { requestSubject, withoutLinks } from "../../views/titles";

const rationale = "By a click or a command";

export async function obey(
  command: Command,
  world: World,
  context: Context,
  goesOn: GoesOn = () => true,
): Promise<Obeyed> {
  switch (command.kind) {
    case "set-up":
      return await setUp(command.table === true, context);
    case "create":
      return await createPlan(command.plan, world, context);
    case "start-flow":
      return await startFlow(command, world, context);
    case "eject":
      return await eject(command, context);
    case "archive-result":
      return await archiveResult(command.note, world, context);
    case "template":
      return await obeyTemplate(command, world, context);
    case "start":
      return await onPlan(command.plan, world, context, (view) => startPlan(view, context));
    case "request":
      return await onPlan(command.plan, world, context, (view) => requestStep(view, command, world, context));
    case "skip":
      return await onPlan(command.plan, world, context, (view) => skipStep(view, command, world, context));
    case "done":
    case "answer-question":
      return await onPlan(command.plan, world, context, (view) => obeyPerson(command, view, context));
    case "cancel":
      return await onPlan(command.plan, world, context, (view) => cancelPlan(view, command, world, context));
    case "archive":
      return await onPlan(command.plan, world, context, (view, planDetail) =>
        archivePlan(view, planDetail, context),
      );
    case "approve":
    case "reject":
    case "hold":
      return await onRequest(command.request, world, (found) =>
        answerRequest(command, found, world, context),
      );
    case "confirm":
      return await onRequest(command.request, world, (request) => confirm(request, command, context));
    case "resolve":
      return await onRequest(command.request, world, (found) =>
        command.always === true
          ? teach(found, world, context)
          : resolve(found, command.happened, world, context),
      );
    case "agent":
      return await onPlan(command.plan, world, context, (view) =>
        setAgent(view, command.mode, world, context),
      );
    case "remark":
    case "tick":
    case "draft-action":
      return await onPlan(command.plan, world, context, (view) => obeyAnother(command, view, context));
    case "answer-by-hand":
      return await onPlan(command.plan, world, context, (view, planDetail) =>
        context.answerByHand(view, command.text, planDetail),
      );
    case "allow-program":
    case "forget-answer":
    case "spend-again":
    case "pause":
      return await obeyHere(command, world, context);
    case "continue":
      return await goOn(world.device, context);
    case "agree":
      return await agree(command.wanted, command.code, world, context, goesOn);
    case "take-over":
      return await takeOver(command, world, context);
    case "trust":
      await context.memory.add({
        kind: "trusted",
        what: "settings",
        hash: sensitiveHash(command.settings),
        lines: [...keepLines(command.settings)],
        at: context.clock.now(),
      });
      if (command.file !== undefined)
        await context.memory.add({
          kind: "trusted",
          what: command.file.name,
          hash: command.file.hash,
          at: context.clock.now(),
        });
      return yes("The settings are confirmed on this device.");
    default:
      return never(command);
  }
}

async function onPlan(
  which: string,
  world: World,
  context: Context,
  then: (view: PlanView, planDetail: World) => Promise<Obeyed>,
): Promise<Obeyed> {
  const found = findPlan(which, world);
  if (typeof found === "string") return no(await whyNoPlan(which, found, world, context));
  const { view, world: planDetail } = await context.planDetail(found.path);
  return view === null
    ? no(`${found.path} has just been changed or moved; try again.`)
    : await then(view, planDetail);
}

async function onRequest(
  which: string,
  world: World,
  then: (request: RequestView) => Promise<Obeyed>,
): Promise<Obeyed> {
  const found = findRequest(which, world);
  return typeof found === "string" ? no(found) : await then(found);
}

function isOther(shown: string | undefined, plan: Plan, step: Step | null): boolean {
  return shown !== undefined && shown !== shownAs(plan, step);
}

/** A person knows a plan by its title. */
function titled(plan: Plan): string {
  return `“${plain(planTitle(plan), 120)}”`;
}

async function startPlan(view: PlanView, context: Context): Promise<Obeyed> {
  const { plan } = view;
  if (plan.status === "Active") return yes("The plan is active already.");
  if (plan.status !== "Draft" && plan.status !== "Blocked")
    return no(`The plan is ${plan.status.toLowerCase()}. To run it again, set its status to Draft first.`);
  const did = plan.status === "Draft" ? "Started" : "Continued";
  const entry: PlanChange = {
    kind: "log",
    entry: { actor: "Human", action: `${did} the plan`, rationale, mark: { word: "started" } },
  };
  return told(
    await changePlan(
      plan.path,
      view.hash,
      [{ kind: "status", value: "Active" }, { kind: "reason", value: null }, entry],
      context,
    ),
    `${did} ${titled(plan)}.`,
  );
}

async function requestStep(
  view: PlanView,
  { step: n, action, instead, shown }: Extract<Command, { kind: "request" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const step = n === null ? view.step : (view.plan.steps[n - 1] ?? null);
  if (step === null) return no(noStep(view.plan, n));
  if (isOther(shown, view.plan, step)) return no(CHANGED_SINCE);
  if (step.state !== "open")
    return no(`Step ${String(step.n)} is ${step.state} already. To ask for it again, clear its box.`);
  if (step.n !== view.step?.n)
    return no(`Step ${String(view.step?.n ?? 0)} comes first; plans go on one step at a time.`);
  if (view.plan.status !== "Active" && view.plan.status !== "Blocked")
    return no(`The plan is ${view.plan.status.toLowerCase()}; start it first.`);
  if (step.gate.kind === "unclear")
    return no(`Step ${String(step.n)}, line ${String(step.gate.line)}: ${step.gate.why}.`);
  if (isMergedAway(view.plan)) return no(`${MERGED_AWAY} What to do: ${BLOCKS.merging.wayOut}.`);
  const stays =
    step.gate.kind === "action" &&
    (action === null || instead !== true || sameAction(step.gate.action, action));
  const replaces = step.gate.kind === "action" ? { instead: true as const } : {};
  const changes: PlanChange[] =
    stays || action === null
      ? []
      : [{ kind: "action", n: step.n, hash: hashStep(step), action, ...replaces }];
  if (step.gate.kind !== "action" && action === null)
    return no(`Step ${String(step.n)} has no action yet. Write an action block under it{do:fill-in}.`);
  const isStuck = view.block?.kind === "server" && changes.length === 0;
  if (step.id === null)
    return changes.length === 0
      ? yes(isStuck ? ASKS_SERVER : "Planwright writes the request now.")
      : told(
          await changePlan(view.plan.path, view.hash, changes, context),
          "The step has its action now, and Planwright writes the request.",
        );
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: `Asked for ${stepName(step)} again`,
      rationale,
      mark: { word: "ask-again", step: step.id },
    },
  };
  return told(
    await changePlan(view.plan.path, view.hash, [...changes, entry], context),
    `${isStuck ? ASKS_SERVER : `Planwright writes ${view.request === null ? "the" : "a new"} request.`}${begunBefore(view.plan, step.id, world)}`,
  );
}

const ASKS_SERVER = "Planwright asks the server again, and asks you once it can be used.";

async function skipStep(
  view: PlanView,
  { step: n, shown }: Extract<Command, { kind: "skip" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const step = n === null ? view.step : (view.plan.steps[n - 1] ?? null);
  if (step === null) return no(noStep(view.plan, n));
  if (isOther(shown, view.plan, step)) return no(CHANGED_SINCE);
  if (step.state !== "open") return no(`Step ${String(step.n)} is ${step.state} already.`);
  if (step.gate.kind === "unclear" && !step.boxed)
    return no(
      `Step ${String(step.n)} cannot be skipped: it has no box to mark. Line ${String(step.gate.line)}: ${step.gate.why}.`,
    );
  const [named, id] = nameStep(step, context);
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: `Skipped ${stepName(step)}`,
      rationale,
      mark: { word: "skipped", step: id },
    },
  };
  return told(
    await changePlan(
      view.plan.path,
      view.hash,
      [...named, { kind: "mark", step: id, mark: "-" }, entry],
      context,
    ),
    `Skipped ${withoutLinks(stepName(step))}.${begunBefore(view.plan, step.id, world)}`,
  );
}

/**
 * Sentences about actions that may have reached the outside before a person stopped the plan or the step; empty for
 * none.
 */
function begunBefore({ key }: Plan, step: string | null, { requestsOf }: World): string {
  const begun = (requestsOf.get(key) ?? []).filter(
    (each) =>
      each.actionState?.begun != null &&
      !each.actionState.applied &&
      (step === null || each.step === step) &&
      OUTCOME_ROWS[each.outcome ?? "unknown"].reached !== "no",
  );
  return begun
    .map(
      ({ name, outcome }) =>
        ` Planwright had already begun ${name}. Result: ${OUTCOME_ROWS[outcome ?? "unknown"].title}.`,
    )
    .join("");
}

async function cancelPlan(
  view: PlanView,
  { shown }: Extract<Command, { kind: "cancel" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  if (isOther(shown, view.plan, null)) return no(CHANGED_SINCE);
  if (view.plan.status === "Cancelled") return yes("It is cancelled already.");
  const entry: PlanChange = {
    kind: "log",
    entry: { actor: "Human", action: "Cancelled the plan", rationale, mark: { word: "cancelled" } },
  };
  return told(
    await changePlan(
      view.plan.path,
      view.hash,
      [{ kind: "status", value: "Cancelled" }, { kind: "reason", value: null }, entry],
      context,
    ),
    `Cancelled ${titled(view.plan)}.${openRequests({ requests: world.requestsOf.get(view.plan.key) ?? [], watched: world.watched }) === 0 ? "" : " Its open requests are withdrawn."}${begunBefore(view.plan, null, world)}`,
  );
}

/**
 * It ends the pause that there was when this looked, and none that came through the other door of this device since.
 */
async function goOn({ paused, pauses }: DeviceState, { memory, clock }: Context): Promise<Obeyed> {
  if (paused === null) return yes("It was not paused.");
  await memory.add({ kind: "paused", on: false, why: BY_PERSON, pauses, at: clock.now() });
  await memory.refresh();
  const since = memory.state().paused;
  return since === null
    ? yes("Going on.")
    : no(`This device was paused again just now, and stays paused: ${plain(since.why, 600)}`);
}

async function confirm(
  request: RequestView,
  { read }: Extract<Command, { kind: "confirm" }>,
  context: Context,
): Promise<Obeyed> {
  const why = whyNotConfirmable(request);
  if (why !== null) return no(plain(why, 600));
  if (read !== shownToConfirm(request))
    return no(
      `${request.name} changed after you saw it, so nothing was noted. Read it again: ${plain(wordsToConfirm(request))}`,
    );
  const at = context.clock.now();
  if (request.objection?.id === "by-hand") {
    await context.memory.add({ kind: "did", action: request.id, at });
    return yes(`Noted: you did ${request.name} by hand.`);
  }
  // From now on it runs only by this confirmation, whichever of the two notes goes away.
  const isHeldFirst =
    request.state === "in-two-folders" && !isHeldFor(request.actionState?.held ?? [], TWO_FOLDERS);
  if (isHeldFirst)
    await context.memory.add({ kind: "held", action: request.id, ...writeHold(TWO_FOLDERS), at });
  await context.memory.add({
    kind: "confirmed",
    action: request.id,
    voided: (request.actionState?.voided ?? 0) + (isHeldFirst ? 1 : 0),
    at,
  });
  await context.memory.refresh();
  const counts = context.memory.state().actionState.get(request.id)?.confirmed === true;
  return counts
    ? yes(`Confirmed on this device: ${plain(requestSubject(request) ?? request.name, 120)}.`)
    : no(`${request.name} changed after you saw it, so your confirmation does not count. Read it again.`);
}

/** This device acts from now on. Requests of another device are moved to Rejected; their steps are asked anew. */
async function takeOver(
  { from }: Extract<Command, { kind: "take-over" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const acts = world.acting.kind === "named" ? world.acting.device : null;
  if (from !== undefined && from !== acts)
    return no("The acting device changed after you looked, so nothing was done. Look again.");
  const { device } = world.device;
  if (device === null || context.memory.hindrances().length > 0) await context.memory.introduce();
  const own = context.memory.state().device?.id;
  const theirs = world.requests.flatMap((each) =>
    each.notes.filter(
      ({ folder }) =>
        (folder === "pending" || folder === "approved") &&
        each.identity !== null &&
        each.identity.executor !== own,
    ),
  );
  const untold = new Set<string>();
  for (const view of world.plans) {
    if (
      view.frozen ||
      view.step?.id == null ||
      !theirs.some(
        (note) =>
          note.reading.kind !== "foreign" &&
          note.reading.kind !== "torn" &&
          note.reading.identity.step === view.step?.id,
      )
    )
      continue;
    const entry: PlanChange = {
      kind: "log",
      entry: {
        actor: "Human",
        action: `Asked for ${stepName(view.step)} again`,
        rationale: "This device became the acting device",
        mark: { word: "ask-again", step: view.step.id },
      },
    };
    const noted = await changePlan(view.plan.path, view.hash, [entry], context);
    if (noted.kind !== "done") untold.add(view.step.id);
  }
  if (untold.size > 0)
    return no("Some plans are changing just now, so their requests were not moved. Run the command again.");
  let moved = 0;
  const rejected = pathOf(context.settings, "rejected");
  for (const note of theirs) {
    const result = await relocate(note.path, `${rejected}/${nameOf(note.path)}`, context);
    if (result.kind === "done") moved += 1;
  }
  // Named last: cut off before, the other device still acts, and asks anew what was taken from it.
  const named = await renameDevice(context);
  if (named.kind !== "done") return told(named, "");
  const before =
    world.acting.kind === "named" && world.acting.device !== own
      ? ` ${world.acting.name} was last seen on ${world.acting.seen}; it may have acted since.`
      : "";
  const already = world.acting.kind === "named" && world.acting.device === own;
  return yes(
    `${already ? "This device was the acting device already." : "This is the acting device now."}${moved === 0 ? "" : ` ${String(moved)} open ${moved === 1 ? "request of another device was" : "requests of other devices were"} moved to ${rejected}; Planwright asks again from here.`}${before}`,
  );
}
