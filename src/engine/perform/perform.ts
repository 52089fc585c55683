/**
 * Carries out one move through the ports. The only room that changes anything; every change is compare-and-set or
 * exclusive.
 */
import { sayPause } from "../../approval/device/ledger";
import { writeHold } from "../../approval/device/holdReason";
import { updateDashboard } from "../../overview/dashboard/update";
import { nameInstead, renderActing, seenToday } from "../../approval/device/acting";
import { showIn, writeStamp } from "../../kit/dates";
import { noteAsked } from "../../approval/device/spending";
import { hashText, toHex } from "../../kit/hash";
import { never } from "../../kit/never";
import { askInRecord } from "../../approval/request/record";
import { pathOf } from "../../settings/settings";
import { isSettledByTick } from "../../approval/doubt";
import type { Move, Remembered } from "../../rules/moves";
import { takenAway } from "../../approval/durations";
import { spentOnView } from "../../overview/spentOnView";
import { latestResult } from "../../flow/result/result";
import { workFolder } from "../../agent/place";
import type { ProgressFacts } from "../../agent/flow/progress";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import { act } from "./act";
import { ask } from "./ask";
import { draftPlan } from "./planNote";
import { fileResult, keepResult, keepRound, linkResult, placeResult } from "./keepResult";
import { endRequest, resolveDoubt, writeRecord } from "./writeRecord";
import { aboutFolder, makeFolders } from "./setup";
import type { Context } from "./context";
import { rememberAuthor } from "./rememberAuthor";
import { change, changePlan } from "./change";
import { DONE, type Performed } from "./performed";
import { repeatPlan } from "./repeatPlan";
import { relocate } from "./relocate";

export async function perform(move: Move, world: World, context: Context): Promise<Performed> {
  switch (move.kind) {
    case "edit-plan":
      await rememberAuthor(
        move.changes.flatMap((each) =>
          each.kind === "action" && each.isByAgent === true ? [each.action] : [],
        ),
        context,
      );
      return await changePlan(move.path, move.hash, move.changes, context, progressFacts(move.path, world));
    case "name-acting-device":
      return await nameDevice(move.path, context);
    case "refresh-acting-device":
      return await change(move.path, (text) => seenToday(text, context.clock.now()), context);
    case "note-folder": {
      const made = await context.vault.create(move.path, aboutFolder(move.folder, context.settings));
      return made.kind === "refused" ? { kind: "stuck", why: made.why } : DONE;
    }
    case "draft-plan":
      return await draftPlan(move, world, context);
    case "repeat-plan":
      return await repeatPlan(move, context);
    case "keep-result":
      return await keepResult(move, world, context, progressFacts(move.path, world));
    case "keep-round":
      return await keepRound(move, context, progressFacts(move.path, world));
    case "file-result":
      return await fileResult(move, context);
    case "place-result":
      return await placeResult(move, context);
    case "link-result":
      return await linkResult(move, context);
    case "ask-model":
    case "use-tool":
    case "run-check":
    case "note-cut":
    case "look-at-tools":
    case "undo-edit":
      return await context.think(move, world);
    case "check-server":
      await context.lookAtServer(move.server);
      return DONE;
    case "ask":
      return await ask(move, world, context);
    case "act":
      return await act(move.request, world, context);
    case "end":
      return await withRequest(world, move.request, (request) =>
        endRequest(request, move.outcome, move.detail, world, context),
      );
    case "restore-record":
      return await withRequest(world, move.request, (request) => writeRecord(request, world, context));
    case "ask-in-record":
      return await withRequest(world, move.request, (request) => {
        const command = isSettledByTick(request, context.settings)
          ? null
          : `planwright resolve ${request.id.slice(0, 8)} happened (or not-happened)`;
        return change(move.path, (text) => askInRecord(text, command), context);
      });
    case "resolve":
      return await withRequest(world, move.request, (request) =>
        resolveDoubt(request, move.happened, world, context),
      );
    case "file-away":
      return await relocate(move.path, move.to, context);
    case "archive":
      return await archive(move, context);
    case "remember":
      return await remember(move.what, world, context);
    case "write-dashboard":
      return await drawDashboard(move.path, world, context);
    default:
      return never(move);
  }
}

/** Null for a plan without a flow. */
function progressFacts(path: string, world: World): ProgressFacts | null {
  const view = world.plans.find(({ plan }) => plan.path === path);
  return view?.flow?.kind === "runs"
    ? {
        flow: view.flow.flow,
        spent: spentOnView(world, view),
        show: showIn(world.settings.time_zone),
        result: latestResult(view)?.path ?? null,
        folder: workFolder(world.settings, view.plan),
      }
    : null;
}

async function withRequest(
  world: World,
  id: string,
  then: (request: RequestView) => Promise<Performed>,
): Promise<Performed> {
  const request = world.requests.find((each) => each.id === id);
  return request === undefined ? { kind: "stale" } : await then(request);
}

/** Puts a plan away, if its note is unchanged: a person who opens it again at the last moment keeps it where it is. */
export async function archive(
  { path, hash, to }: Pick<Extract<Move, { readonly kind: "archive" }>, "path" | "hash" | "to">,
  context: Context,
): Promise<Performed> {
  const note = await context.vault.read(path);
  if (note.kind !== "text" || hashText(note.text) !== hash) {
    context.index.mark(path);
    return { kind: "stale" };
  }
  return await relocate(path, to, context);
}

async function nameDevice(path: string, context: Context): Promise<Performed> {
  const { device } = context.memory.state();
  if (device === null) return { kind: "stuck", why: "this device has no id yet" };
  const made = await makeFolders(context.vault, context.settings);
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  const text = renderActing(device, context.clock.now());
  const result = await context.vault.create(path, text);
  if (result.kind === "refused") return { kind: "stuck", why: result.why };
  return result.kind === "created" ? DONE : { kind: "stale" };
}

/** By a person's command only: this device instead of whoever is named. */
export async function renameDevice(context: Context): Promise<Performed> {
  const path = pathOf(context.settings, "acting");
  const { device } = context.memory.state();
  if (device === null) return { kind: "stuck", why: "this device has no id yet" };
  const result = await context.vault.change(path, (text) => nameInstead(text, device, context.clock.now()));
  // Named already: a command given twice, or cut off the first time, goes on to the rest of what it is for.
  if (result.kind === "changed" || result.kind === "same") return DONE;
  if (result.kind === "refused") return { kind: "stuck", why: result.why };
  // The note is gone, or has lost its lines: a damaged one is kept, out of the way.
  const aside = await context.vault.move(
    path,
    path.replace(/\.md$/, ` (old ${writeStamp(context.clock.now()).replace(/:/g, "")}).md`),
  );
  return aside.kind === "moved" || aside.kind === "absent"
    ? await nameDevice(path, context)
    : { kind: "stuck", why: "the note that names the acting device cannot be changed" };
}

async function remember(what: Remembered, world: World, context: Context): Promise<Performed> {
  const at = context.clock.now();
  switch (what.kind) {
    case "asked": {
      const request = world.requests.find((each) => each.id === what.request);
      if (request === undefined) return { kind: "stale" };
      const { chain, attempt, name, plan, task, step, text, type } = request;
      await context.memory.add({
        kind: "asked",
        action: request.id,
        chain,
        attempt,
        name,
        plan,
        task,
        step,
        text,
        type,
        target: request.action?.target ?? "",
        at: request.created,
      });
      return DONE;
    }
    case "asked-person": {
      const question = `q-${toHex(context.random.bytes(4))}-${what.step}`;
      return await context.memory
        .count((before) => noteAsked(before, what.plan, { what: what.what, question }, at))
        .then(
          () => DONE,
          (error: unknown) => ({
            kind: "stuck",
            why: error instanceof Error ? error.message : String(error),
          }),
        );
    }
    case "seen":
    case "unreached":
    case "applied":
      await context.memory.add({ kind: what.kind, action: what.request, at });
      return DONE;
    case "taken-back":
      return await context.memory.add({ kind: "taken-back", action: what.request, at }).then(
        () => DONE,
        (error: unknown) => {
          // A run that only shows goes on showing.
          if (world.mayWrite) throw error;
          return { kind: "stuck", why: error instanceof Error ? error.message : String(error) };
        },
      );
    case "held":
      await context.memory.add({ kind: "held", action: what.request, ...writeHold(what.why), at });
      return DONE;
    case "paused":
      await context.memory.add({ kind: "told", what: takenAway(what.request), at });
      // One record, so that nothing comes between the pause and what it is for.
      await context.memory.add({
        kind: "paused",
        on: true,
        why: alsoFor(what.why, context),
        action: what.request,
        at,
      });
      await context.memory.add({ kind: "taken-back", action: what.request, at });
      context.notice.say(what.why);
      return DONE;
    case "alive":
      await context.memory.add({ kind: "alive", at: world.now });
      return DONE;
    case "told":
      await context.memory.add({ kind: "told", what: what.what, at });
      context.notice.say(what.say);
      return DONE;
    default:
      return never(what);
  }
}

/** A pause has all its reasons, as long as a person would read them. */
function alsoFor(why: string, { memory }: Context): string {
  const { paused } = memory.state();
  if (paused === null) return why;
  const before = sayPause(paused.why);
  return before.includes(why) || before.length > 1000 ? before : `${before} ${why}`;
}

async function drawDashboard(path: string, world: World, context: Context): Promise<Performed> {
  const update = (text: string | null): string | null => {
    const result = updateDashboard(text, world);
    return result.kind === "write" ? result.text : text;
  };
  if (world.dashboard !== null) {
    const result = await change(path, update, context);
    return result.kind === "stuck" && result.same === true ? DONE : result;
  }
  const text = update(null);
  const result = text === null ? null : await context.vault.create(path, text);
  if (result?.kind === "refused") return { kind: "stuck", why: result.why };
  return result?.kind === "created" ? DONE : { kind: "stale" };
}
