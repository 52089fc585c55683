/** Writes the records of how approvals ended. */
import { hashAction } from "../../action/render";
import type { Outcome } from "../../device/outcome";
import { editReceipt, parseReceipt, renderReceipt, type ReceiptRecord } from "../../request/record";
import { isSaidDone } from "../../approval/byHand";
import { PROGRAM_SAID_SO, SAID_SO } from "../../approval/doubt";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import type { Bench } from "./context";
import { receiptPath } from "../../rules/assemble";
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
  bench: Bench,
): ReceiptRecord {
  const { identity, latch, action } = request;
  const route = identity?.route ?? null;
  const then = latch?.begun != null && latch.actionHash !== "" ? latch : null;
  return {
    id: request.id,
    chain: request.chain,
    attempt: request.attempt,
    plan: request.plan,
    task: request.task,
    step: request.step,
    actionHash: then?.actionHash ?? hashOf(request),
    type: then?.type ?? request.type,
    target: then?.target ?? action?.target ?? latch?.target ?? "",
    name: request.name,
    route: route === null ? null : `${route.server} / ${route.tool}`,
    idempotency:
      then !== null || identity === null
        ? (latch?.idempotency ?? "")
        : route?.idempotencyArgument == null
          ? ""
          : identity.idempotency,
    executor: bench.memory.state().device?.id ?? "",
    nonce: latch?.begun != null ? latch.nonce : bench.run,
    limit: latch?.limit ?? null,
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
  const path = world.plans.find(({ plan }) => plan.key === request.plan)?.plan.path ?? request.task;
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
}

/** Creates the record, exclusively. `exists` when any file has its name already. */
export async function createRecord(
  request: RequestView,
  of: ReceiptRecord,
  world: World,
  bench: Bench,
): Promise<"created" | "exists" | { readonly refused: string }> {
  const key = bench.memory.state().device?.key;
  if (key === undefined) return { refused: "this device has no key yet" };
  const path = receiptPath(bench, request.name);
  const shown = of.actionHash === hashOf(request) ? request.action : null;
  const { time_zone: zone } = bench.settings;
  const text = renderReceipt(of, shown, planName(request, world), key, zone);
  const result = await bench.vault.create(path, text);
  return result.kind === "refused" ? { refused: result.why } : result.kind;
}

const KEYLESS = { kind: "stuck", why: "this device has no key yet" } as const;

/** The record that is there; null where there is none, or none that this device wrote for this action. */
export async function recordThere(
  { id, name }: Pick<RequestView, "id" | "name">,
  bench: Bench,
): Promise<ReceiptRecord | null> {
  const path = receiptPath(bench, name);
  const reading = await bench.vault.read(path);
  const record =
    reading.kind === "text"
      ? parseReceipt(path, name, reading.text, bench.memory.state().device).record
      : null;
  return record?.id === id ? record : null;
}

/**
 * Puts the outcome into the record that this run created. `not-ours`: the one that is there was created by another run,
 * and stays as it is.
 */
export async function completeRecord(
  of: ReceiptRecord,
  bench: Bench,
): Promise<Performed | { readonly kind: "not-ours" }> {
  const { device } = bench.memory.state();
  if (device === null) return KEYLESS;
  const path = receiptPath(bench, of.name);
  const found = { isOurs: true };
  const result = await change(
    path,
    (text) => {
      const there = parseReceipt(path, of.name, text, device).record;
      found.isOurs = there?.outcome !== "unknown" || there.nonce === of.nonce;
      return found.isOurs ? editReceipt(text, of, device.key, bench.settings.time_zone) : null;
    },
    bench,
  );
  return found.isOurs ? result : { kind: "not-ours" };
}

/** Puts an outcome into a record that is there. */
export async function editRecord(of: ReceiptRecord, bench: Bench): Promise<Performed> {
  const key = bench.memory.state().device?.key;
  if (key === undefined) return KEYLESS;
  return await change(
    receiptPath(bench, of.name),
    (text) => editReceipt(text, of, key, bench.settings.time_zone),
    bench,
  );
}

/** Writes the record again that is gone, cannot be read, or is behind what this device remembers. */
export async function writeRecord(request: RequestView, world: World, bench: Bench): Promise<Performed> {
  const { latch, receipt } = request;
  if (isBorrowed(request, bench)) return BORROWED;
  const now = bench.clock.now();
  const outcome = latch?.outcome ?? "unknown";
  const isOpen = outcome === "unknown";
  const ended = latch?.ended ?? (isOpen ? null : now);
  const detail =
    (latch?.detail ?? "") || (isOpen ? "" : "Written again from what the acting device remembers.");
  const of = recordOf(request, outcome, detail, latch?.begun ?? now, ended, bench);
  if (receipt?.record != null)
    return await editRecord({ ...receipt.record, outcome, detail: latch?.detail ?? "", ended }, bench);
  // One that can no longer be read would stand in the way for ever: it is kept under another name.
  if (receipt !== null)
    await bench.vault.move(receipt.path, receipt.path.replace(/\.md$/, ` (unreadable ${String(now)}).md`));
  const made = await createRecord(request, of, world, bench);
  if (typeof made === "object") return { kind: "stuck", why: made.refused };
  return made === "created" ? { kind: "done" } : { kind: "stale" };
}

const BORROWED = {
  kind: "stuck",
  why: "it bears the id of an action of another step, which this device remembers; put away what was forged",
} as const;

/** Nothing is signed, and nothing ended, in the name of another action. */
function isBorrowed(request: RequestView, bench: Bench): boolean {
  return request.latch === null && bench.memory.state().latch.has(request.id);
}

/**
 * Ends an approval without an effect. The latch first: from then on it can never run, whatever happens to the notes.
 */
export async function endRequest(
  request: RequestView,
  outcome: Outcome,
  detail: string,
  world: World,
  bench: Bench,
): Promise<Performed> {
  if (isBorrowed(request, bench)) return BORROWED;
  const now = bench.clock.now();
  // Its note is history from now on; the next request for this step says what a person said in it.
  if (isSaidDone(request) && request.latch?.did !== true)
    await bench.memory.add({ kind: "did", action: request.id, at: now });
  await bench.memory.add({ kind: "ended", action: request.id, outcome, detail: bounded(detail), at: now });
  const made = await createRecord(request, recordOf(request, outcome, detail, now, now, bench), world, bench);
  if (made === "exists") await noteAsRecorded(request, outcome, bench);
  return typeof made === "object" ? { kind: "stuck", why: made.refused } : { kind: "done" };
}

/**
 * Another run on this device may have begun it meanwhile: what its record says counts, and not what this run was about
 * to say.
 */
async function noteAsRecorded(request: RequestView, outcome: Outcome, bench: Bench): Promise<void> {
  const there = await recordThere(request, bench);
  if (there !== null && there.outcome !== outcome)
    await bench.memory.add({
      kind: "ended",
      action: request.id,
      outcome: there.outcome,
      detail: there.detail,
      at: bench.clock.now(),
    });
}

/** A person said whether a doubtful action happened. */
export async function resolveDoubt(
  request: RequestView,
  happened: boolean,
  world: World,
  bench: Bench,
): Promise<Performed> {
  const now = bench.clock.now();
  const outcome: Outcome = happened ? "resolved-happened" : "resolved-not";
  const record = request.receipt?.record ?? null;
  if (record === null) {
    const wrote = await writeRecord(request, world, bench);
    if (wrote.kind !== "done") return wrote;
  }
  const said = bench.by === null ? SAID_SO : PROGRAM_SAID_SO;
  // The server’s answer stays: a person who is asked again reads it.
  const detail = bounded((record?.detail ?? "") || (request.latch?.detail ?? "") || said);
  await bench.memory.add({ kind: "ended", action: request.id, outcome, detail, at: now });
  const of = record ?? recordOf(request, outcome, "", request.latch?.begun ?? now, now, bench);
  return await editRecord({ ...of, outcome, detail, ended: now }, bench);
}
