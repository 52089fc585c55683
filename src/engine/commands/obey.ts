/**
 * Carries out the commands of a person. Both doors send the same ones. Each answers one sentence: what was done, or why
 * not and what to do. Nothing here settles; the door does that afterwards.
 */
import { sameAction } from "../../note/action/render";
import { isHeldFor, writeHold } from "../../approval/device/holdReason";
import { sayPause, type DeviceState } from "../../approval/device/ledger";
import { OUTCOME_ROWS } from "../../approval/device/outcome";
import { nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { createPlan } from "../perform/create";
import { no, told, yes, type Command, type GoesOn, type Obeyed } from "../perform/replies";
import type { Context } from "../perform/context";
import { answerRequest } from "./answerRequest";
import { archivePlan } from "./archivePlan";
import { archiveResult } from "./flow/archiveResult";
import { obeyTemplate } from "./templates/templates";
import { obeyAnother } from "./obeyAnother";
import { answerQuestion, CHANGED_SINCE, tickStep } from "./byPerson";
import { eject } from "./flow/eject";
import { putOff } from "./putOffPlan";
import { nameStep, noStep } from "./pickStep";
import { setAgent } from "./setAgent";
import { resolve, teach } from "./resolve";
import { setUp } from "./setUp";
import { allowProgram } from "./flow/allowProgram";
import { startFlow } from "./flow/startFlow";
import { forgetAnswer, pause, spendAgain } from "./onDevice";
import { changePlan } from "../perform/change";
import { undo } from "./undo";
import { writeStatus } from "./writeStatus";
import { findPlan, findRequest } from "../perform/find";
import { whyNoPlan } from "../perform/judge";
import { renameDevice } from "../perform/perform";
import { relocate } from "../perform/relocate";
import { agree } from "./agree";
import { keepLines } from "../../settings/describe";
import { pathOf, sensitiveHash } from "../../settings/settings";
import type { PlanChange } from "../../rules/moves";
import { isByHand, shownToConfirm, whyNotConfirmable, wordsToConfirm } from "../../approval/confirming";
import { openRequests, TWO_FOLDERS } from "../../approval/durations";
import { BLOCKS } from "../../note/plan/blocks";
import type { Plan, Step } from "../../note/plan/plan";
import { isBlockedByPerson, isMergedAway, MERGED_AWAY } from "../../note/plan/standstill";
import type { RequestView } from "../../approval/view";
import type { PlanView, World } from "../../rules/world";
import { hashStep, shownAs, stepName } from "../../note/plan/steps";
import { planTitle } from "../../note/plan/plan";
import { requestSubject, requestTitle, withoutLinks } from "../../overview/titles";

const rationale = "By a click or a command";

/** The moment of a command: everything known, the ports, and whether the person still wants it. */
interface Around {
  readonly world: World;
  readonly context: Context;
  readonly goesOn: GoesOn;
}
type Kind = Command["kind"];
type Of<K extends Kind> = Extract<Command, { readonly kind: K }>;
interface Row<K extends Kind> {
  readonly run: (command: Of<K>, around: Around) => Promise<Obeyed>;
  /** Another program may give it, too. */
  readonly forPrograms: boolean;
}

type Run<K extends Kind> = Row<K>["run"];
function forAnyone<K extends Kind>(run: Run<K>): Row<K> {
  return { run, forPrograms: true };
}
function forPersons<K extends Kind>(run: Run<K>): Row<K> {
  return { run, forPrograms: false };
}
/** `planDetail`: the world with the whole of that plan. */
function toPlan<C extends { readonly plan: string }>(
  run: (view: PlanView, command: C, around: Around, planDetail: World) => Promise<Obeyed>,
): (command: C, around: Around) => Promise<Obeyed> {
  return async (command, around) => {
    const { world, context } = around;
    const found = findPlan(command.plan, world);
    if (typeof found === "string") return no(await whyNoPlan(command.plan, found, world, context));
    const { view, world: planDetail } = await context.planDetail(found.path);
    return view === null
      ? no(`${found.path} just changed or moved; try again.`)
      : await run(view, command, around, planDetail);
  };
}
function toRequest<C extends { readonly request: string }>(
  run: (request: RequestView, command: C, around: Around) => Promise<Obeyed>,
): (command: C, around: Around) => Promise<Obeyed> {
  return async (command, around) => {
    const found = findRequest(command.request, around.world);
    return typeof found === "string" ? no(found) : await run(found, command, around);
  };
}

const ROWS: { readonly [K in Kind]: Row<K> } = {
  "set-up": forAnyone(({ table }, { context }) => setUp(table === true, context)),
  create: forAnyone(({ plan }, { world, context }) => createPlan(plan, world, context)),
  "start-flow": forAnyone((command, { world, context }) => startFlow(command, world, context)),
  eject: forAnyone((command, { context }) => eject(command, context)),
  "archive-result": forAnyone(({ note }, { world, context }) => archiveResult(note, world, context)),
  template: forAnyone((command, { world, context }) => obeyTemplate(command, world, context)),
  "write-status": forPersons((command, { context }) => writeStatus(command, context)),
  start: forAnyone(toPlan((view, _command, { context }) => startPlan(view, context))),
  request: forAnyone(
    toPlan((view, command, { world, context }) => requestStep(view, command, world, context)),
  ),
  skip: forAnyone(toPlan((view, command, { world, context }) => skipStep(view, command, world, context))),
  done: forPersons(toPlan((view, command, { context }) => tickStep(view, command, context))),
  later: forPersons(toPlan((view, command, { world, context }) => putOff(view, command, world, context))),
  undo: forPersons((command, { world, context }) => undo(command, world, context)),
  "answer-question": forPersons(
    toPlan((view, command, { context }) => answerQuestion(view, command, context)),
  ),
  cancel: forAnyone(toPlan((view, command, { world, context }) => cancelPlan(view, command, world, context))),
  archive: forPersons(
    toPlan((view, _command, { context }, planDetail) => archivePlan(view, planDetail, context)),
  ),
  approve: forPersons(
    toRequest((found, command, { world, context }) => answerRequest(command, found, world, context)),
  ),
  reject: forPersons(
    toRequest((found, command, { world, context }) => answerRequest(command, found, world, context)),
  ),
  hold: forPersons(
    toRequest((found, command, { world, context }) => answerRequest(command, found, world, context)),
  ),
  confirm: forPersons(toRequest((request, command, { context }) => confirm(request, command, context))),
  resolve: forPersons(
    toRequest((found, { always, happened }, { world, context }) =>
      always === true ? teach(found, world, context) : resolve(found, happened, world, context),
    ),
  ),
  "forget-answer": forPersons(({ code }, { world, context }) => forgetAnswer(code, world, context)),
  agent: forAnyone(toPlan((view, { mode }, { world, context }) => setAgent(view, mode, world, context))),
  remark: forAnyone(toPlan((view, command, { context }) => obeyAnother(command, view, context))),
  tick: forAnyone(toPlan((view, command, { context }) => obeyAnother(command, view, context))),
  "draft-action": forAnyone(toPlan((view, command, { context }) => obeyAnother(command, view, context))),
  "answer-by-hand": forAnyone(
    toPlan((view, { text }, { context }, planDetail) => context.answerByHand(view, text, planDetail)),
  ),
  "allow-program": forAnyone((command, { world, context }) => allowProgram(command, world, context)),
  "spend-again": forAnyone((_command, { world, context }) => spendAgain(world, context)),
  pause: forAnyone((_command, { world, context }) => pause(world, context)),
  continue: forAnyone((_command, { world, context }) => goOn(world.device, context)),
  agree: forAnyone(({ wanted, code }, { world, context, goesOn }) =>
    agree(wanted, code, world, context, goesOn),
  ),
  "take-over": forAnyone((command, { world, context }) => takeOver(command, world, context)),
  trust: forAnyone((command, { context }) => trust(command, context)),
};

export async function obey<K extends Kind>(
  command: Of<K>,
  world: World,
  context: Context,
  goesOn: GoesOn = () => true,
): Promise<Obeyed> {
  const row: Row<K> = ROWS[command.kind];
  if (context.by !== null && !row.forPrograms) return no(NOT_BY_PROGRAMS);
  return await row.run(command, { world, context, goesOn });
}

const NOT_BY_PROGRAMS = "Nothing was noted: only you can say that, typed in a terminal or in Obsidian.";

async function trust({ settings, file }: Of<"trust">, { memory, clock }: Context): Promise<Obeyed> {
  const at = clock.now();
  const hash = sensitiveHash(settings);
  await memory.add({ kind: "trusted", what: "settings", hash, lines: [...keepLines(settings)], at });
  if (file !== undefined) await memory.add({ kind: "trusted", what: file.name, hash: file.hash, at });
  return yes("The settings are confirmed on this device.");
}

function isOther(shown: string | undefined, plan: Plan, step: Step | null): boolean {
  return shown !== undefined && shown !== shownAs(plan, step);
}

/** A person knows a plan by its title. */
function titled(plan: Plan): string {
  return `“${escapeLine(withoutLinks(planTitle(plan)), 120)}”`;
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
  if (step.approval.kind === "unclear")
    return no(`Step ${String(step.n)}, line ${String(step.approval.line)}: ${step.approval.why}.`);
  if (isMergedAway(view.plan)) return no(`${MERGED_AWAY} What to do: ${BLOCKS.merging.wayOut}.`);
  const stays =
    step.approval.kind === "action" &&
    (action === null || instead !== true || sameAction(step.approval.action, action));
  const replaces = step.approval.kind === "action" ? { instead: true as const } : {};
  const changes: PlanChange[] =
    stays || action === null
      ? []
      : [{ kind: "action", n: step.n, hash: hashStep(step), action, ...replaces }];
  if (step.approval.kind !== "action" && action === null)
    return no(`Step ${String(step.n)} has no action yet. Write an action block under it{do:fill-in}.`);
  const isStuck = view.block?.kind === "server" && changes.length === 0;
  if (step.id === null)
    return changes.length === 0
      ? yes(isStuck ? ASKS_SERVER : "Planwright is writing the request.")
      : told(
          await changePlan(view.plan.path, view.hash, changes, context),
          "The step now has its action, and Planwright is writing the request.",
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

const ASKS_SERVER = "Planwright asks the server again, then asks you once it works.";

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
  if (step.approval.kind === "unclear" && !step.boxed)
    return no(
      `Step ${String(step.n)} cannot be skipped: it has no box to mark. Line ${String(step.approval.line)}: ${step.approval.why}.`,
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
  // A block of ours is worked out anew.
  const before = (
    isBlockedByPerson(view.plan) || view.plan.status !== "Blocked" ? view.plan.status : "Active"
  ).toLowerCase();
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: "Cancelled the plan",
      rationale,
      mark: { word: "cancelled", text: before },
    },
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
  await memory.add({ kind: "paused", on: false, why: "", pauses, at: clock.now() });
  await memory.refresh();
  const since = memory.state().paused;
  return since === null
    ? yes("Going on.")
    : no(`This device was just paused again, and stays paused: ${escapeLine(sayPause(since.why), 600)}`);
}

async function confirm(
  request: RequestView,
  { read }: Extract<Command, { kind: "confirm" }>,
  context: Context,
): Promise<Obeyed> {
  const why = whyNotConfirmable(request);
  if (why !== null) return no(escapeLine(why, 600));
  if (read !== shownToConfirm(request))
    return no(
      `${request.name} changed after you saw it, so nothing was noted. Read it again: ${escapeLine(wordsToConfirm(request))}`,
    );
  const at = context.clock.now();
  if (isByHand(request)) {
    await context.memory.add({ kind: "did", action: request.id, at });
    return yes(`Noted: you did “${escapeLine(requestTitle(request), 120)}” by hand.`);
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
    ? yes(`Confirmed on this device: ${escapeLine(requestSubject(request) ?? request.name, 120)}.`)
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
      view.hasDuplicateId ||
      view.step?.id == null ||
      !theirs.some(
        (note) =>
          note.parsed.kind !== "foreign" &&
          note.parsed.kind !== "torn" &&
          note.parsed.identity.step === view.step?.id,
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
    return no("Some plans are changing right now, so their requests were not moved. Run the command again.");
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
    `${already ? "This device was the acting device already." : "This is now the acting device."}${moved === 0 ? "" : ` ${String(moved)} open ${moved === 1 ? "request of another device was" : "requests of other devices were"} moved to ${rejected}; Planwright asks again from here.`}${before}`,
  );
}
