/**
 * From an approved request to one outside effect. Everything is looked at once more, on fresh bytes; then, in this
 * order and never another: latch, record `unknown`, one last look for a refusal, one call, outcome into the record,
 * outcome into the latch. A crash anywhere leaves either nothing, or a doubt that a person is asked about; never a
 * second call.
 */
import { fileForm } from "../../note/action/files";
import { placeOf } from "../../note/action/places";
import { heard } from "../../approval/device/failure";
import { OUTCOME_ROWS, type Outcome } from "../../approval/device/outcome";
import { nameAnswer, TAUGHT } from "../../approval/device/taught";
import { SECOND } from "../../kit/dates";
import { timeForCall } from "./limit";
import { rushOf } from "../../approval/rush";
import { firstObjection, GATE, OF_ITS_PLAN, type Clause, type GateFacts } from "../../approval/gate";
import { nextStep } from "../../note/plan/plan";
import { shownAs } from "../../note/plan/steps";
import { longestCall, mappingOf, pathOf, serverOf } from "../../settings/settings";
import { saysNothingHappened } from "../../approval/saysNothingHappened";
import { gateFacts } from "../../approval/gateFacts";
import { isNotAsFilled } from "../../rules/agents/filling";
import { recordPath } from "../../rules/assemble";
import { sealedArguments } from "../../approval/arguments";
import { restFor } from "../../approval/rest";
import type { Route } from "../../approval/request/request";
import type { RequestView } from "../../approval/view";
import type { JsonObject } from "../../kit/json";
import type { CallOutcome } from "../../kit/ports/tools";
import type { World } from "../../rules/world";
import { checkSealed, filesAt } from "./attachments";
import type { Context } from "./context";
import type { Stop } from "./replies";
import { findPlan, findRequest } from "./find";
import type { Performed } from "./performed";
import { bounded, completeRecord, createRecord, recordOf, recordThere } from "./writeRecord";
import type { RequestRecord } from "../../approval/request/record";

export async function act(id: string, before: World, context: Context): Promise<Performed> {
  // The id covers the route to the server, so the server can be asked before anything is read again.
  const route = before.requests.find((each) => each.id === id)?.identity?.route ?? null;
  if (route !== null) await context.lookAtServer(route.server);
  readAgain(id, before, context);
  const watch = context.clock.monotonic();
  const world = await context.lookAgain();
  const request = world.requests.find((each) => each.id === id);
  // The rules take up every objection of the fresh look; only one that they cannot see is stuck.
  if (request?.state !== "candidate" || request.objection !== null || request.actionState?.begun != null)
    return { kind: "stale" };
  const reason = await objectionNow(request, world, context);
  if (reason !== null) return { kind: "stuck", why: reason };
  if (context.stopsAsked().length > 0 || context.isStopped()) return { kind: "stale" };

  const begun = context.clock.now();
  const time = timeForCall(context, watch);
  const { chain, attempt, name, plan, task, step, text, type, action } = request;
  const byHand = request.identity?.route == null;
  const limit = byHand ? null : time.limit;
  const opened = {
    ...recordOf(request, byHand ? "by-hand" : "unknown", "", begun, byHand ? begun : null, context),
    nonce: context.run,
    limit,
  };
  const { idempotency, actionHash, nonce } = opened;
  await context.memory.add({
    kind: "begun",
    action: id,
    chain,
    attempt,
    name,
    plan,
    task,
    step,
    text,
    type,
    target: action?.target ?? "",
    idempotency,
    actionHash,
    nonce,
    limit,
    at: begun,
  });
  const made = await createRecord(request, opened, world, context);
  const unmade =
    made === "created"
      ? null
      : typeof made === "object"
        ? made.refused
        : "a file with the name of its record is there already";
  if (byHand) {
    // It is done, as a person said; its record is written as soon as that can be.
    const ended = await end(request, "by-hand", "", context);
    return unmade === null ? ended : { kind: "stuck", why: unmade };
  }
  if (unmade !== null)
    return await giveUp(
      request,
      unmade,
      made === "exists" ? await recordThere(request, context) : null,
      context,
    );

  readAgain(id, world, context);
  const refused =
    (await refusedMeanwhile(request, context)) ??
    (time.isLate() ? "the look before it took too long. Ask for approval again." : null);
  const calling = refused === null ? call(request, world, context) : null;
  // A call may last for minutes, so the faces say meanwhile that it is being sent. Nothing waits for their drawing: the
  // outcome would be lost if the power went out before it was noted.
  const told = calling === null ? null : context.tellSending().catch(() => null);
  const outcome: Ended =
    calling === null
      ? {
          kind: "withdrawn",
          detail: `It was stopped in the last moment, and nothing was sent: ${refused ?? ""}`,
        }
      : await asItWas(await calling, request, context);
  const record = {
    ...opened,
    outcome: outcome.kind,
    detail: bounded(outcome.detail),
    ended: context.clock.now(),
  };
  const written = await completeRecord(record, context);
  if (written.kind !== "done" && written.kind !== "not-ours")
    context.notice.say(`The record of ${name} could not be completed; it will be tried again.`);
  const known = written.kind === "not-ours" ? "unknown" : outcome.kind;
  const ended = await end(request, known, record.detail, context, outcome);
  await told;
  return ended;
}

/**
 * The next look reads its notes, the records of its step and its plan from the disk, whatever listings and time stamps
 * say: what is judged is what lies there now.
 */
function readAgain(id: string, world: World, context: Context): void {
  const request = world.requests.find((each) => each.id === id);
  for (const { path } of request?.notes ?? []) context.index.mark(path);
  for (const { plan, step, name } of world.requests)
    if (plan === request?.plan && step === request.step) context.index.mark(recordPath(world, name));
  const key = request?.plan ?? "";
  for (const { path } of [...world.plans.map(({ plan }) => plan), ...world.copies].filter(
    (plan) => plan.key === key,
  ))
    context.index.mark(path);
  for (const { path } of world.planIndex.putAway(key)) context.index.mark(path);
}

/** The facts for the gate, from files that were read a moment ago. */
async function factsNow(request: RequestView, world: World, context: Context): Promise<GateFacts> {
  const home = world.plans.find(({ plan }) => plan.key === request.plan);
  const attachments = await checkSealed(request.identity?.attachments ?? [], context);
  return gateFacts(request, {
    seen: world,
    standing: world.standing,
    requests: world.requests,
    rush: rushOf(world),
    copies: world.copies,
    planIndex: world.planIndex,
    attachments,
    isNotAsFilled: isNotAsFilled(home, world.requestsOf.get(request.plan) ?? [], request),
    plan: home?.plan ?? null,
    hasDuplicateId: home?.hasDuplicateId ?? false,
    next: home === undefined ? null : nextStep(home.plan),
  });
}

/** The first clause of the gate that does not hold; null when all do. */
async function objectionNow(request: RequestView, world: World, context: Context): Promise<string | null> {
  const facts = await factsNow(request, world, context);
  const objection = firstObjection(facts);
  if (objection !== null) return objection.reason;
  return !facts.byHand && facts.server !== "as-sealed" ? "The server was not looked at." : null;
}

/**
 * Clauses that may have become untrue since the gate was asked: a person has changed the plan or a file that goes
 * along, somebody paused, sync has brought the record of another device, or a person took it back through the other
 * door of this device, and its note could not be moved.
 */
const ASKED_LAST: readonly Clause[] = [
  "standing",
  ...OF_ITS_PLAN,
  "step-sealed",
  "step-due",
  "not-before",
  "attachments",
  "attachments-read",
  "confirmed",
  "sync-is-in",
];

/**
 * The last look: whether the note has left Approved or changed, or anything of its chain, whole or torn, under its own
 * name or another, lies among the rejected, or that folder cannot be read, or its record is not there, or a clause of
 * the gate does not hold any more, or a person waits to stop it. Null when nothing of it is so.
 */
async function refusedMeanwhile(request: RequestView, context: Context): Promise<string | null> {
  const world = await context.lookAgain();
  const now = world.requests.find((each) => each.id === request.id);
  const places = now?.notes ?? [];
  const unmoved =
    places.length === request.notes.length &&
    request.notes.every((note) => places.some((each) => each.path === note.path && each.hash === note.hash));
  const chain = world.requests.filter((each) => each.chain === request.chain || each.id === request.id);
  const chained = chain.some(({ notes }) => notes.some(({ folder }) => folder === "rejected"));
  const names = [request, ...chain].flatMap(({ name }) => (name === "" ? [] : name.replace(/\.md$/, "")));
  const rejected = await context.vault.list(pathOf(context.settings, "rejected"));
  const named =
    rejected.kind === "folder" &&
    rejected.entries.some((entry) => names.some((name) => entry.name.startsWith(name)));
  // The request as it was before it was begun, with this device’s memory of it as it is now.
  const facts = await factsNow(
    { ...request, actionState: now?.actionState ?? request.actionState },
    world,
    context,
  );
  if (context.stopsAsked().some((each) => isAbout(each, request, world))) {
    context.notice.say(`${request.name} was stopped in the last moment, and nothing was sent.`);
    return "a person asked for that.";
  }
  if (rejected.kind !== "folder") return "the Rejected folder cannot be read.";
  if (chained || named || now?.refused === true)
    return "it, or another attempt at it, is among the rejected requests.";
  if (!unmoved) return "its note has been moved or changed since.";
  if (now?.recordNote?.record?.outcome !== "unknown" || now.recordNote.record.nonce !== context.run)
    return "its record has been taken away or changed since.";
  return GATE.find((row) => ASKED_LAST.includes(row.id) && !row.holds(facts))?.say(facts) ?? null;
}

/** Whether a stop is about this request. A command that would be refused when its turn comes stops nothing. */
function isAbout(stop: Stop, request: RequestView, world: World): boolean {
  if (stop.kind === "pause") return true;
  if (stop.kind === "hold" || stop.kind === "reject") {
    const meant = findRequest(stop.request, world);
    // A refusal is of every attempt.
    return (
      typeof meant !== "string" &&
      (meant.id === request.id || (stop.kind === "reject" && meant.chain === request.chain))
    );
  }
  const meant = findPlan(stop.plan, world);
  const view =
    typeof meant === "string" ? undefined : world.plans.find(({ plan }) => plan.path === meant.path);
  if (view?.plan.key !== request.plan) return false;
  const step =
    stop.kind === "cancel" ? null : stop.step === null ? view.step : (view.plan.steps[stop.step - 1] ?? null);
  return (
    (stop.kind === "cancel" || step?.id === request.step) &&
    (stop.shown === undefined || stop.shown === shownAs(view.plan, step))
  );
}

async function call(request: RequestView, world: World, context: Context): Promise<Ended> {
  const { identity, action } = request;
  const route = identity?.route ?? null;
  const definition = route === null ? null : serverOf(context.settings, route.server);
  const server = route === null ? undefined : world.servers.get(route.server);
  const tool = server?.kind === "up" ? server.tools.find((each) => each.name === route?.tool) : undefined;
  if (identity === null || action === null || route === null || definition === null || tool === undefined)
    return { kind: "not-sent", detail: "The server or its function was not there any more." };
  const attached = route.attachmentsArgument;
  const form =
    attached === null ? null : fileForm(tool.schema, placeOf(attached, tool.schema).paths[0] ?? []);
  const files = await filesAt(identity.attachments, form, context);
  if (typeof files === "string") return { kind: "not-sent", detail: files };
  const { args } = sealedArguments(action, route, identity, files, tool);
  const outcome = await context.tools.call({
    server: route.server,
    definition,
    tool: route.tool,
    schema: tool.schema,
    args,
    action: identity.id,
    timeout: context.settings.call_timeout_seconds * SECOND,
    longest: longestCall(context.settings) * SECOND,
  });
  if (outcome.kind === "ok") return { kind: "ok", detail: heard(outcome.text) };
  return { ...judgeOutcome(outcome, { type: action.type, route, args }, context), rests: outcome.rests };
}

function judgeOutcome(
  outcome: Exclude<CallOutcome, { readonly kind: "ok" }>,
  { type, route, args }: { readonly type: string; readonly route: Route; readonly args: JsonObject },
  context: Context,
): Ended {
  const mapping = mappingOf(context.settings, type);
  const answered = outcome.kind === "unknown" ? (outcome.said ?? "") : "text" in outcome ? outcome.text : "";
  if (saysNothingHappened(answered, mapping?.nothing_happened_words ?? [], args))
    return { kind: "not-sent", detail: heard(answered) };
  if (outcome.kind === "tool-error") {
    const harmless = mapping?.error_means_nothing_happened === true;
    return { kind: harmless ? "not-sent" : "tool-error", detail: heard(outcome.text) };
  }
  if (outcome.kind === "unclear") {
    const detail = heard(outcome.text) || SAYS_NOTHING;
    const answer = outcome.lesson === undefined ? "" : nameAnswer(outcome.lesson, route);
    const isTaught = context.memory.state().trusted.get(answer) === TAUGHT;
    return isTaught ? { kind: "ok", detail: `${detail} ${YOU_TAUGHT}` } : { kind: "unclear", detail, answer };
  }
  // The settings call harmless only the errors that a tool marks as such; its other words may be about anything.
  const said = outcome.kind === "unknown" ? heard(outcome.said ?? "") : "";
  return { kind: outcome.kind, detail: said === "" ? outcome.why : said };
}

/** Until when a server is left alone that asked for so many milliseconds. */
function leaveAlone(server: string, rests: number, { clock, memory, settings }: Context): number {
  const { resting, actionState } = memory.state();
  const last = resting.get(server);
  const hasServed = [...actionState.values()].some(
    ({ outcome, ended, type }) =>
      outcome === "ok" && (ended ?? 0) > (last?.until ?? 0) && mappingOf(settings, type)?.server === server,
  );
  return restFor(rests, clock.now(), last, hasServed);
}

const SAYS_NOTHING = "The server’s answer is empty.";
const YOU_TAUGHT = "You said on this device that this answer always means that it happened.";

interface Ended {
  readonly kind: Outcome;
  readonly detail: string;
  readonly answer?: string;
  /** Milliseconds for which the server asks to be left alone. */
  readonly rests?: number | undefined;
}

/**
 * A tool that was given a path reads the file itself, at a moment nobody knows. If it is another file by now, nobody
 * knows which one went out.
 */
async function asItWas(ended: Ended, { identity }: RequestView, context: Context): Promise<Ended> {
  const files = identity?.route?.attachmentsArgument == null ? [] : identity.attachments;
  if (
    OUTCOME_ROWS[ended.kind].reached !== "yes" ||
    files.length === 0 ||
    (await checkSealed(files, context)) !== "changed"
  )
    return ended;
  return {
    kind: "unknown",
    detail: `A file that went along changed while the function ran, so the approved one or another may have gone out.${ended.detail === "" ? "" : ` ${ended.detail}`}`,
  };
}

/**
 * The record could not be made, so this run called nothing. Where another run on this device made it (`there`), that
 * one may have called.
 */
async function giveUp(
  request: RequestView,
  why: string,
  there: RequestRecord | null,
  context: Context,
): Promise<Performed> {
  const { outcome, detail } = there ?? { outcome: "not-run" as const, detail: bounded(why) };
  await context.memory.add({ kind: "ended", action: request.id, outcome, detail, at: context.clock.now() });
  return { kind: "stuck", why };
}

async function end(
  request: RequestView,
  outcome: Outcome,
  detail: string,
  context: Context,
  { answer, rests }: Pick<Ended, "answer" | "rests"> = {},
): Promise<Performed> {
  const server = rests === undefined ? undefined : request.identity?.route?.server;
  await context.memory.add({
    kind: "ended",
    action: request.id,
    outcome,
    detail,
    ...(answer === undefined ? {} : { answer }),
    ...(rests === undefined || server === undefined
      ? {}
      : { rests: { server, until: leaveAlone(server, rests, context) } }),
    at: context.clock.now(),
  });
  for (const { path } of request.notes) context.index.mark(path);
  return { kind: "done" };
}
