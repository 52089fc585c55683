/**
 * Carries out one move through the ports. The only room that changes anything; every change is compare-and-set or
 * exclusive.
 */
import { writeHold } from "../../device/holdReason";
import { updateDashboard } from "../../views/dashboard/update";
import { nameInstead, renderActing, seenToday } from "../../device/acting";
import { showIn, writeStamp } from "../../kit/dates";
import { noteAsked } from "../../device/spending";
import { hashText, toHex } from "../../kit/hash";
import { never } from "../../kit/assertNever";
import { askInReceipt } from "../../request/record";
import { pathOf } from "../../settings/settings";
import { isSettledByTick } from "../../approval/doubt";
import type { Move, Remembered } from "../../rules/moves";
import { takenAway } from "../../approval/durations";
import { spentOnView } from "../../views/spent";
import { latestResult } from "../../flow/result/latestResult";
import { workFolder } from "../../work/place";
import type { ProgressFacts } from "../../work/flow/progress";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import { act } from "./act";
import { ask } from "./ask";
import { draftPlan } from "./planNote";
import { fileResult, keepResult, keepRound, linkResult, placeResult } from "./keepResult";
import { endRequest, resolveDoubt, writeRecord } from "./writeRecord";
import { aboutFolder, makeFolders } from "./setup";
import type { Bench } from "./context";
import { change, changePlan } from "./change";
import { DONE, type Performed } from "./performed";
import { relocate } from "./relocate";

export { relocate };

export async function perform(move: Move, world: World, bench: Bench): Promise<Performed> {
  switch (move.kind) {
    case "edit-plan":
      return await changePlan(move.path, move.hash, move.changes, bench, progressFacts(move.path, world));
    case "name-acting-device":
      return await nameDevice(move.path, bench);
    case "refresh-acting-device":
      return await change(move.path, (text) => seenToday(text, bench.clock.now()), bench);
    case "note-folder": {
      const made = await bench.vault.create(move.path, aboutFolder(move.folder, bench.settings));
      return made.kind === "refused" ? { kind: "stuck", why: made.why } : DONE;
    }
    case "draft-plan":
      return await draftPlan(move, world, bench);
    case "keep-result":
      return await keepResult(move, world, bench, progressFacts(move.path, world));
    case "keep-round":
      return await keepRound(move, bench, progressFacts(move.path, world));
    case "file-result":
      return await fileResult(move, bench);
    case "place-result":
      return await placeResult(move, bench);
    case "link-result":
      return await linkResult(move, bench);
    case "ask-model":
    case "use-tool":
    case "run-check":
    case "look-at-tools":
    case "undo-edit":
      return await bench.think(move, world);
    case "check-server":
      await bench.lookAtServer(move.server);
      return DONE;
    case "ask":
      return await ask(move, world, bench);
    case "act":
      return await act(move.request, world, bench);
    case "end":
      return await withRequest(world, move.request, (request) =>
        endRequest(request, move.outcome, move.detail, world, bench),
      );
    case "restore-record":
      return await withRequest(world, move.request, (request) => writeRecord(request, world, bench));
    case "ask-in-record":
      return await withRequest(world, move.request, (request) => {
        const command = isSettledByTick(request, bench.settings)
          ? null
          : `planwright resolve ${request.id.slice(0, 8)} happened (or not-happened)`;
        return change(move.path, (text) => askInReceipt(text, command), bench);
      });
    case "resolve":
      return await withRequest(world, move.request, (request) =>
        resolveDoubt(request, move.happened, world, bench),
      );
    case "file-away":
      return await relocate(move.path, move.to, bench);
    case "archive":
      return await archive(move, bench);
    case "remember":
      return await remember(move.what, world, bench);
    case "write-dashboard":
      return await drawDashboard(move.path, world, bench);
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
  bench: Bench,
): Promise<Performed> {
  const note = await bench.vault.read(path);
  if (note.kind !== "text" || hashText(note.text) !== hash) {
    bench.index.mark(path);
    return { kind: "stale" };
  }
  return await relocate(path, to, bench);
}

async function nameDevice(path: string, bench: Bench): Promise<Performed> {
  const { device } = bench.memory.state();
  if (device === null) return { kind: "stuck", why: "this device has no id yet" };
  const made = await makeFolders(bench.vault, bench.settings);
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  const text = renderActing(device, bench.clock.now());
  const result = await bench.vault.create(path, text);
  if (result.kind === "refused") return { kind: "stuck", why: result.why };
  return result.kind === "created" ? DONE : { kind: "stale" };
}

/** By a person's command only: this device instead of whoever is named. */
export async function renameDevice(bench: Bench): Promise<Performed> {
  const path = pathOf(bench.settings, "acting");
  const { device } = bench.memory.state();
  if (device === null) return { kind: "stuck", why: "this device has no id yet" };
  const result = await bench.vault.change(path, (text) => nameInstead(text, device, bench.clock.now()));
  // Named already: a command given twice, or cut off the first time, goes on to the rest of what it is for.
  if (result.kind === "changed" || result.kind === "same") return DONE;
  if (result.kind === "refused") return { kind: "stuck", why: result.why };
  // The note is gone, or has lost its lines: a damaged one is kept, out of the way.
  const aside = await bench.vault.move(
    path,
    path.replace(/\.md$/, ` (old ${writeStamp(bench.clock.now()).replace(/:/g, "")}).md`),
  );
  return aside.kind === "moved" || aside.kind === "absent"
    ? await nameDevice(path, bench)
    : { kind: "stuck", why: "the note that names the acting device cannot be changed" };
}

async function remember(what: Remembered, world: World, bench: Bench): Promise<Performed> {
  const at = bench.clock.now();
  switch (what.kind) {
    case "asked": {
      const request = world.requests.find((each) => each.id === what.request);
      if (request === undefined) return { kind: "stale" };
      const { chain, attempt, name, plan, task, step, text, type } = request;
      await bench.memory.add({
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
      const question = `q-${toHex(bench.random.bytes(4))}-${what.step}`;
      return await bench.memory
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
      await bench.memory.add({ kind: what.kind, action: what.request, at });
      return DONE;
    case "taken-back":
      return await bench.memory.add({ kind: "taken-back", action: what.request, at }).then(
        () => DONE,
        (error: unknown) => {
          // A run that only shows goes on showing.
          if (world.mayWrite) throw error;
          return { kind: "stuck", why: error instanceof Error ? error.message : String(error) };
        },
      );
    case "held":
      await bench.memory.add({ kind: "held", action: what.request, ...writeHold(what.why), at });
      return DONE;
    case "paused":
      await bench.memory.add({ kind: "told", what: takenAway(what.request), at });
      // One record, so that nothing comes between the pause and what it is for.
      await bench.memory.add({
        kind: "paused",
        on: true,
        why: alsoFor(what.why, bench),
        action: what.request,
        at,
      });
      await bench.memory.add({ kind: "taken-back", action: what.request, at });
      bench.notice.say(what.why);
      return DONE;
    case "alive":
      await bench.memory.add({ kind: "alive", at: world.now });
      return DONE;
    case "told":
      await bench.memory.add({ kind: "told", what: what.what, at });
      bench.notice.say(what.say);
      return DONE;
    default:
      return never(what);
  }
}

/** A pause has all its reasons, as long as a person would read them. */
function alsoFor(why: string, { memory }: Bench): string {
  const before = memory.state().paused?.why ?? "";
  if (before === "") return why;
  return before.includes(why) || before.length > 1000 ? before : `${before} ${why}`;
}

async function drawDashboard(path: string, world: World, bench: Bench): Promise<Performed> {
  const update = (text: string | null): string | null => {
    const result = updateDashboard(text, world);
    return result.kind === "write" ? result.text : text;
  };
  if (world.dashboard !== null) {
    const result = await change(path, update, bench);
    return result.kind === "stuck" && result.same === true ? DONE : result;
  }
  const text = update(null);
  const result = text === null ? null : await bench.vault.create(path, text);
  if (result?.kind === "refused") return { kind: "stuck", why: result.why };
  return result?.kind === "created" ? DONE : { kind: "stale" };
}
