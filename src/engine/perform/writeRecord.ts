/** Writes the records of how approvals ended. */
import { nameOf } from "../../kit/path";
import { link } from "../../kit/text";
import { planTitle } from "../../note/plan/plan";
import { withoutLinks } from "../../overview/titles";
import { hashAction } from "../../note/action/render";
import type { Outcome } from "../../approval/device/outcome";
import { editRecordNote, parseRecord, renderRecord, type RequestRecord } from "../../approval/request/record";
import { isSaidDone } from "../../approval/byHand";
import { SAID_SO } from "../../approval/doubt";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import type { Context } from "./context";
import { recordPath } from "../../rules/assemble";
import { change } from "./change";
import { type Performed } from "./performed";

/** As much of what was said about an end as is kept. */
export function bounded(detail: string): string {
  return detail.slice(0, 4000);
}

/**
 * The record of a request, with everything known of it. A record that is written again keeps the run that began it. It
 * tells of a begun action as it was then: the note may have been changed since. `detail` is bounded here.
 */
export function recordOf(
  request: RequestView,
  outcome: Outcome,
  detail: string,
  begun: number,
  ended: number | null,
  context: Context,
): RequestRecord {
  const { identity, actionState, action } = request;
  const route = identity?.route ?? null;
  const then = actionState?.begun != null && actionState.actionHash !== "" ? actionState : null;
  return {
    id: request.id,
    chain: request.chain,
    attempt: request.attempt,
    plan: request.plan,
    task: request.task,
    step: request.step,
    actionHash: then?.actionHash ?? hashOf(request),
    type: then?.type ?? request.type,
    target: then?.target ?? action?.target ?? actionState?.target ?? "",
    name: request.name,
    route: route === null ? null : `${route.server} / ${route.tool}`,
    idempotency:
      then !== null || identity === null
        ? (actionState?.idempotency ?? "")
        : route?.idempotencyArgument == null
          ? ""
          : identity.idempotency,
    executor: context.memory.state().device?.id ?? "",
    nonce: actionState?.begun != null ? actionState.nonce : context.run,
    limit: actionState?.limit ?? null,
    outcome,
    detail: bounded(detail),
    begun,
    ended,
  };
}

/** Empty where nothing readable is left of what was asked. */
function hashOf({ action, identity }: RequestView): string {
  return action === null ? "" : hashAction(action, identity?.attachments ?? []);
}

function planName(request: RequestView, world: World): string {
  const plan = world.plans.find((each) => each.plan.key === request.plan)?.plan;
  return plan === undefined
    ? link(request.task, request.task)
    : link(nameOf(plan.path), withoutLinks(planTitle(plan)));
}

/** Creates the record, exclusively. `exists` when any file has its name already. */
export async function createRecord(
  request: RequestView,
  of: RequestRecord,
  world: World,
  context: Context,
): Promise<"created" | "exists" | { readonly refused: string }> {
  const key = context.memory.state().device?.key;
  if (key === undefined) return { refused: "this device has no key yet" };
  const path = recordPath(context, request.name);
  const shown = of.actionHash === hashOf(request) ? request.action : null;
  const { time_zone: zone } = context.settings;
  const text = renderRecord(of, shown, planName(request, world), key, zone);
  const result = await context.vault.create(path, text);
  return result.kind === "refused" ? { refused: result.why } : result.kind;
}

const KEYLESS = { kind: "stuck", why: "this device has no key yet" } as const;

/** The record that is there; null where there is none, or none that this device wrote for this action. */
export async function recordThere(
  { id, name }: Pick<RequestView, "id" | "name">,
  context: Context,
): Promise<RequestRecord | null> {
  const path = recordPath(context, name);
  const reading = await context.vault.read(path);
  const record =
    reading.kind === "text"
      ? parseRecord(path, name, reading.text, context.memory.state().device).record
      : null;
  return record?.id === id ? record : null;
}

/**
 * Puts the outcome into the record that this run created. `not-ours`: the one that is there was created by another run,
 * and stays as it is.
 */
export async function completeRecord(
  of: RequestRecord,
  context: Context,
): Promise<Performed | { readonly kind: "not-ours" }> {
  const { device } = context.memory.state();
  if (device === null) return KEYLESS;
  const path = recordPath(context, of.name);
  const found = { isOurs: true };
  const result = await change(
    path,
    (text) => {
      const there = parseRecord(path, of.name, text, device).record;
      found.isOurs = there?.outcome !== "unknown" || there.nonce === of.nonce;
      return found.isOurs ? editRecordNote(text, of, device.key, context.settings.time_zone) : null;
    },
    context,
  );
  return found.isOurs ? result : { kind: "not-ours" };
}

/** Puts an outcome into a record that is there. */
export async function editRecord(of: RequestRecord, context: Context): Promise<Performed> {
  const key = context.memory.state().device?.key;
  if (key === undefined) return KEYLESS;
  return await change(
    recordPath(context, of.name),
    (text) => editRecordNote(text, of, key, context.settings.time_zone),
    context,
  );
}

/** Writes the record again that is gone, cannot be read, or is behind what this device remembers. */
export async function writeRecord(request: RequestView, world: World, context: Context): Promise<Performed> {
  const { actionState, recordNote } = request;
  if (isBorrowed(request, context)) return BORROWED;
  const now = context.clock.now();
  const outcome = actionState?.outcome ?? "unknown";
  const isOpen = outcome === "unknown";
  const ended = actionState?.ended ?? (isOpen ? null : now);
  const detail =
    (actionState?.detail ?? "") || (isOpen ? "" : "Written again from what the acting device remembers.");
  const of = recordOf(request, outcome, detail, actionState?.begun ?? now, ended, context);
  if (recordNote?.record != null)
    return await editRecord(
      { ...recordNote.record, outcome, detail: actionState?.detail ?? "", ended },
      context,
    );
  // One that can no longer be read would stand in the way for ever: it is kept under another name.
  if (recordNote !== null)
    await context.vault.move(
      recordNote.path,
      recordNote.path.replace(/\.md$/, ` (unreadable ${String(now)}).md`),
    );
  const made = await createRecord(request, of, world, context);
  if (typeof made === "object") return { kind: "stuck", why: made.refused };
  return made === "created" ? { kind: "done" } : { kind: "stale" };
}

const BORROWED = {
  kind: "stuck",
  why: "it bears the id of an action of another step, which this device remembers; put away what was forged",
} as const;

/** Nothing is signed, and nothing ended, in the name of another action. */
function isBorrowed(request: RequestView, context: Context): boolean {
  return request.actionState === null && context.memory.state().actionState.has(request.id);
}

/**
 * Ends an approval without an effect. The latch first: from then on it can never run, whatever happens to the notes.
 */
export async function endRequest(
  request: RequestView,
  outcome: Outcome,
  detail: string,
  world: World,
  context: Context,
): Promise<Performed> {
  if (isBorrowed(request, context)) return BORROWED;
  const now = context.clock.now();
  // Its note is history from now on; the next request for this step says what a person said in it.
  if (isSaidDone(request) && request.actionState?.did !== true)
    await context.memory.add({ kind: "did", action: request.id, at: now });
  await context.memory.add({ kind: "ended", action: request.id, outcome, detail: bounded(detail), at: now });
  const made = await createRecord(
    request,
    recordOf(request, outcome, detail, now, now, context),
    world,
    context,
  );
  if (made === "exists") await noteAsRecorded(request, outcome, context);
  return typeof made === "object" ? { kind: "stuck", why: made.refused } : { kind: "done" };
}

/**
 * Another run on this device may have begun it meanwhile: what its record says counts, and not what this run was about
 * to say.
 */
async function noteAsRecorded(request: RequestView, outcome: Outcome, context: Context): Promise<void> {
  const there = await recordThere(request, context);
  if (there !== null && there.outcome !== outcome)
    await context.memory.add({
      kind: "ended",
      action: request.id,
      outcome: there.outcome,
      detail: there.detail,
      at: context.clock.now(),
    });
}

/** A person said whether a doubtful action happened. */
export async function resolveDoubt(
  request: RequestView,
  happened: boolean,
  world: World,
  context: Context,
): Promise<Performed> {
  const now = context.clock.now();
  const outcome: Outcome = happened ? "resolved-happened" : "resolved-not";
  const record = request.recordNote?.record ?? null;
  if (record === null) {
    const wrote = await writeRecord(request, world, context);
    if (wrote.kind !== "done") return wrote;
  }
  // The server’s answer stays: a person who is asked again reads it.
  const detail = bounded((record?.detail ?? "") || (request.actionState?.detail ?? "") || SAID_SO);
  await context.memory.add({ kind: "ended", action: request.id, outcome, detail, at: now });
  const of = record ?? recordOf(request, outcome, "", request.actionState?.begun ?? now, now, context);
  return await editRecord({ ...of, outcome, detail, ended: now }, context);
}
