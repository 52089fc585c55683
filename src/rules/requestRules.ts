/** Rules about one request. All of them are the acting device's alone. */
import { isAboutToRun } from "../approval/gate";
import { sayHold } from "../approval/device/holdReason";
import { countsAsApproved, isBeingTakenBack } from "../approval/device/ledger";
import { isDoubtful } from "../approval/device/outcome";
import { SECOND } from "../kit/dates";
import { isOver } from "../note/plan/plan";
import { hashStep, isHashOf } from "../note/plan/steps";
import { originalName } from "../approval/request/name";
import { pathOf } from "../settings/settings";
import { isOpenState } from "../approval/request/states";
import { overBy } from "../approval/expiry";
import { failureOf, mayBeAskedAgain } from "../approval/reissue";
import { isSaidDone } from "../approval/byHand";
import { isSettledByTick, speaksFor } from "../approval/doubt";
import { reasonToHold } from "../approval/reasonToHold";
import { whyLapsed } from "../approval/whyLapsed";
import { delayedEntry } from "./logEntries";
import type { Rule } from "./rule";
import {
  hasUnreadableRecord,
  isApprovedAndEdited,
  isGone,
  liesApproved,
  liesOpen,
  mayLieUnread,
  SYNC_PATIENCE,
  watchedFor,
} from "../approval/durations";
import type { NotePlace, RequestView } from "../approval/view";

type Row = Rule<RequestView>;

/** Sync programs take a note away before they bring it: this long it may be on its way. */
const UNDERWAY = 5 * SECOND;

function isOurs(request: RequestView): boolean {
  return (
    request.actionState !== null && (request.actionState.asked !== null || request.actionState.begun !== null)
  );
}

function isOpen(request: RequestView): boolean {
  return isOpenState(request.state);
}

/**
 * Refused, and yet a note of it lies where it waited or was approved: of a copy, or of an earlier attempt that was
 * refused.
 */
function isLeftLying(request: RequestView): boolean {
  return request.state === "rejected" && liesOpen(request);
}

function isExternalOf({ id }: RequestView, each: RequestView): boolean {
  return each.state === "foreign" && each.id === id;
}

function isToFile({ folder, parsed }: NotePlace): boolean {
  return (folder === "pending" || folder === "approved") && parsed.kind !== "foreign";
}

/** It is over and recorded, so a rule puts its note beside the record; no person has to. */
export function isFiledByItself({ state, recordNote, notes }: RequestView): boolean {
  if (state !== "spent" || recordNote?.record == null || isDoubtful(recordNote.record.outcome)) return false;
  return notes.some(isToFile) && !notes.some(({ folder }) => folder === "done");
}

export const REQUEST_RULES: readonly Row[] = [
  {
    id: "remember-a-request",
    // A request that is not noted as asked is neither held nor taken back.
    apart: true,
    when: "a request sealed by this device lies there and this device has not noted it yet (a crash came between)",
    by: "keeper",
    decide: (request) => {
      const sealed = request.notes.some(({ parsed }) => parsed.kind === "sealed" || parsed.kind === "edited");
      if (!sealed || request.actionState?.asked != null) return null;
      return {
        move: { kind: "remember", path: request.name, what: { kind: "asked", request: request.id } },
        because: "it was just written",
      };
    },
  },
  {
    id: "write-the-record-again",
    when: "something was begun or ended here and its record is gone, is of the run that began it and does not say yet how it ended, or has been cut off or damaged for ten minutes",
    by: "keeper",
    decide: (request, world) => {
      if (
        request.actionState === null ||
        (request.actionState.begun === null && request.actionState.outcome === null)
      )
        return null;
      const { outcome } = request.actionState;
      const record = request.recordNote?.record ?? null;
      const isOpen = record !== null && isDoubtful(record.outcome);
      const behind =
        request.recordNote === null ||
        (isOpen &&
          outcome !== null &&
          outcome !== "unknown" &&
          outcome !== record.outcome &&
          speaksFor(request.actionState, record));
      // Where one cannot be read just now, what it says may be more than what is known here: an answer was ticked in
      // it, say.
      if (world.folders.unreadable.includes(pathOf(world.settings, "done_actions"))) return null;
      const damaged = hasUnreadableRecord(request) && watchedFor(request, world.watched) >= SYNC_PATIENCE;
      return behind || damaged
        ? {
            move: { kind: "restore-record", path: request.name, request: request.id },
            because: "its record has to say what is known",
          }
        : null;
    },
  },
  {
    id: "wait-for-a-call",
    when: "it was begun, nothing says how it ended, and its call may still be running: its time limit is not over",
    by: "keeper",
    // Neither asked nor answered before that: a server may go on sending when the program that started it was killed.
    decide: ({ underWay }) =>
      underWay === null
        ? null
        : { until: underWay.until, because: "its call may still be under way", isTold: true },
  },
  {
    id: "settle-a-doubt",
    when: "a person ticked in the record whether it happened",
    by: "keeper",
    decide: (request, world) => {
      const { recordNote, state } = request;
      if (state !== "in-doubt" || recordNote?.record == null) return null;
      if (recordNote.answer !== "happened" && recordNote.answer !== "not-happened") return null;
      if (!isSettledByTick(request, world.settings)) return null;
      return {
        move: {
          kind: "resolve",
          path: recordNote.path,
          request: request.id,
          happened: recordNote.answer === "happened",
        },
        because: "a person said so in the record",
      };
    },
  },
  {
    id: "ask-about-a-doubt",
    when: "it is not known whether something begun here happened",
    by: "keeper",
    decide: (request) => {
      const { recordNote, state } = request;
      if (state !== "in-doubt" || recordNote?.record == null || recordNote.asks) return null;
      return {
        move: { kind: "ask-in-record", path: recordNote.path, request: request.id },
        because: "only a person can find out",
      };
    },
  },
  {
    id: "hold-a-lapsed-approval",
    apart: true,
    when: "it was refused, seen elsewhere or could not be read while it was in the Approved folder: whatever becomes of that, it runs only after a confirmation",
    by: "keeper",
    decide: (request, world) => {
      const why = whyLapsed(request, world);
      return why === null
        ? null
        : {
            move: { kind: "remember", path: request.name, what: { kind: "held", request: request.id, why } },
            because: sayHold(why),
          };
    },
  },
  {
    id: "ask-before-running",
    apart: true,
    when: "it lay in two folders for long, or among the approved while a folder was missing or this device was off or asleep for days, or exactly the same went out for another step since it was asked, or too many are approved at once",
    by: "keeper",
    decide: (request, world) => {
      const why = request.actionState === null ? null : reasonToHold(request, request.actionState, world);
      return why === null
        ? null
        : {
            move: { kind: "remember", path: request.name, what: { kind: "held", request: request.id, why } },
            because: sayHold(why),
          };
    },
  },
  {
    id: "wait-for-sync",
    apart: true,
    when: "a note has just vanished, or lies in two folders: sync programs move a note in two steps",
    by: "keeper",
    decide: (request, world) => {
      if (!isGone(request) && request.state !== "in-two-folders") return null;
      const watched = watchedFor(request, world.watched);
      return watched < UNDERWAY
        ? { until: world.now + UNDERWAY - watched, because: "the note may be on its way to another folder" }
        : null;
    },
  },
  {
    id: "notice-another-program",
    apart: true,
    when: "an approved request left its folder without us, for none of ours",
    by: "keeper",
    decide: (request, world) => {
      if (
        !isGone(request) ||
        mayLieUnread(request, world) ||
        request.actionState === null ||
        !countsAsApproved(request.actionState)
      )
        return null;
      // The rest of its note may have come to the rejected under another name.
      if (
        world.requests.some(
          (each) =>
            isExternalOf(request, each) ||
            (originalName(each.name) === request.name &&
              each.notes.some(({ folder }) => folder === "rejected")),
        )
      )
        return null;
      const why = `An approved request (${request.name}) was taken out of the folder, but not by Planwright. Another program may be acting on this folder.`;
      return {
        move: { kind: "remember", path: request.name, what: { kind: "paused", request: request.id, why } },
        because: why,
      };
    },
  },
  {
    id: "see-it-taken-back",
    apart: true,
    when: "an approval was taken back: what is approved later is another approval, and needs its own confirmation",
    by: "keeper",
    decide: (request, world) => {
      if (
        request.actionState === null ||
        !(countsAsApproved(request.actionState) || isBeingTakenBack(request.actionState))
      )
        return null;
      // A refusal takes “I did it” back at once: no confirmation is asked for after it.
      const isLeft = liesApproved(request) && !(request.state === "rejected" && request.actionState.did);
      // One that may lie in a folder that cannot be read is told of first, should it be gone; until then it is held.
      if (isLeft || mayLieUnread(request, world)) return null;
      // It may read otherwise by now, or have another name.
      const foreign = world.requests.filter((each) => isExternalOf(request, each));
      const isHidden = [...world.folders.absent, ...world.folders.unreadable].includes(
        pathOf(world.settings, "approved"),
      );
      // Where that folder cannot be listed, nobody can tell; one that is nowhere else was told of.
      if (
        (request.notes.length === 0 && foreign.some(liesApproved)) ||
        (isHidden && request.notes.length + foreign.length > 0)
      )
        return null;
      return {
        move: { kind: "remember", path: request.name, what: { kind: "taken-back", request: request.id } },
        because: "it lies among the approved no longer",
      };
    },
  },
  {
    id: "withdraw",
    when: "its step was ticked or skipped by a person, or its plan is over",
    by: "keeper",
    decide: (request, world) => {
      if (!(isOpen(request) || isLeftLying(request)) || !isOurs(request)) return null;
      const view = world.planOf.get(request.plan);
      const isPutAway =
        view === undefined &&
        world.planIndex.bearers(request.plan).length === 0 &&
        world.planIndex.unreadLike(request.plan, null) === null &&
        world.planIndex.putAway(request.plan).some(({ status }) => status === "Done");
      if ((view === undefined && !isPutAway) || world.now < (view?.quietFrom ?? 0)) return null;
      const step = view?.plan.steps.find((each) => each.id === request.step);
      const because =
        view === undefined
          ? "the plan is done"
          : isOver(view.plan)
            ? `the plan is ${view.plan.status.toLowerCase()}`
            : step !== undefined && step.state !== "open"
              ? "a person finished or skipped the step"
              : null;
      return because === null
        ? null
        : {
            move: {
              kind: "end",
              path: request.name,
              request: request.id,
              outcome: "withdrawn",
              detail: `Not sent: ${because}.`,
            },
            because,
          };
    },
  },
  {
    id: "retire",
    when: "a newer request for the same step took its place",
    by: "keeper",
    decide: (request) => {
      const lies = request.state === "replaced" ? liesOpen(request) : !request.newest && isLeftLying(request);
      if (!lies || !isOurs(request)) return null;
      return {
        move: {
          kind: "end",
          path: request.name,
          request: request.id,
          outcome: "superseded",
          detail: "A newer request for the same step took its place.",
        },
        because: "a newer request is there",
      };
    },
  },
  {
    id: "file-away",
    apart: true,
    when: "it is over and recorded, and the note still lies where it waited",
    by: "keeper",
    decide: (request, world) => {
      const note = request.notes.find(isToFile);
      if (note === undefined || !isFiledByItself(request)) return null;
      return {
        move: {
          kind: "file-away",
          path: note.path,
          to: `${pathOf(world.settings, "done_actions")}/${request.name}`,
        },
        because: "it is recorded",
      };
    },
  },
  {
    id: "see-an-approval",
    when: "a request is seen among the approved for the first time",
    by: "keeper",
    decide: (request) => {
      const there = request.state === "candidate" && request.actionState?.seen === null;
      return there
        ? {
            move: { kind: "remember", path: request.name, what: { kind: "seen", request: request.id } },
            because: "it was approved",
          }
        : null;
    },
  },
  {
    id: "issue-anew",
    when: "a person approved a request that was changed, or its step was: it is asked anew as it now reads",
    by: "actor",
    decide: (request, world) => {
      const note = request.notes.find(({ folder }) => folder === "approved");
      const view = world.planOf.get(request.plan);
      if (
        note === undefined ||
        view?.step == null ||
        !isOurs(request) ||
        !mayBeAskedAgain(request, view) ||
        world.now < view.quietFrom
      )
        return null;
      const quietFrom = note.changed + world.settings.quiet_seconds * SECOND;
      if (world.now < quietFrom)
        return { until: quietFrom, because: "somebody may be typing in the request" };
      const planChanged =
        note.parsed.kind === "sealed" && !isHashOf(view.step, note.parsed.identity.stepHash);
      const why = planChanged ? "again" : "reissue";
      const because = planChanged
        ? "its step was changed in the plan after it had been approved"
        : "its note or its server was changed after it had been written";
      return {
        move: { kind: "ask", path: view.plan.path, step: hashStep(view.step), why, earlier: request.id },
        because,
      };
    },
  },
  {
    id: "let-go",
    apart: true,
    when: "an approved request was refused, or was not as it was sealed, for ten minutes on end: the approval is used up, so that it does not lie loaded",
    by: "keeper",
    decide: (request, world) => {
      const refused = request.state === "candidate" && request.objection?.kind === "refuse";
      if (
        !(refused || isApprovedAndEdited(request)) ||
        !isOurs(request) ||
        watchedFor(request, world.watched) < SYNC_PATIENCE
      )
        return null;
      // A server that is off, a disk that is busy, a pause: it is asked anew when that is over.
      const view = world.planOf.get(request.plan);
      if (
        view !== undefined &&
        mayBeAskedAgain(request, view) &&
        failureOf(view.plan, view.step, world) === null
      )
        return null;
      // The reasons are written down as they are now: they may be over when somebody reads them.
      const detail = [
        request.reason,
        ...(request.obstacle === null ? [] : [`Planwright could not ask again: ${request.obstacle.reason}`]),
        ...(isSaidDone(request) ? ["A person had said that they did it by hand."] : []),
      ].join(" ");
      return {
        move: { kind: "end", path: request.name, request: request.id, outcome: "not-run", detail },
        because: detail,
      };
    },
  },
  {
    id: "look-at-its-server",
    when: "approved, and nobody knows yet in this run whether its server can be reached",
    by: "actor",
    decide: (request, world) => {
      const note = request.notes.find(({ folder }) => folder === "approved");
      const server = request.identity?.route?.server;
      if (
        request.state !== "candidate" ||
        request.objection === null ||
        !isAboutToRun(request.objection) ||
        server === undefined ||
        world.servers.has(server)
      )
        return null;
      return {
        move: { kind: "check-server", path: note?.path ?? request.name, server },
        because: "to say at once if it cannot be reached",
      };
    },
  },
  {
    id: "act",
    when: "approved by a person, and every clause of the gate holds",
    by: "actor",
    decide: (request, world) => {
      if (request.state !== "candidate") return null;
      const note = request.notes.find(({ folder }) => folder === "approved");
      const due = (note?.since ?? world.now) + world.settings.grace_seconds * SECOND;
      if (request.objection?.id === "sync-is-in" && world.starting !== null)
        return { until: world.starting.until, because: "the app has just started" };
      if (request.objection?.id === "quiet" && world.now < due)
        return { until: due, because: "you can still take it back" };
      if (request.objection !== null) return null;
      return {
        move: { kind: "act", path: note?.path ?? request.name, request: request.id },
        because: "it was approved",
      };
    },
  },
  {
    id: "miss-its-server",
    when: "approved, and nothing but its server is missing: from now on its approval waits for so many hours",
    by: "actor",
    decide: (request) =>
      request.state === "candidate" &&
      request.objection?.id === "server-up" &&
      request.actionState?.unreached === null
        ? {
            move: { kind: "remember", path: request.name, what: { kind: "unreached", request: request.id } },
            because: "its server does not answer",
          }
        : null,
  },
  {
    id: "tell-a-silent-server",
    when: "its server is missing, and the log of its plan does not say since when",
    by: "actor",
    decide: (request, world) => {
      const view = world.planOf.get(request.plan);
      const step = view?.plan.steps.find(({ id }) => id === request.step);
      if (view === undefined || step === undefined || request.actionState?.unreached == null) return null;
      if (
        request.state !== "candidate" ||
        world.now < view.quietFrom ||
        view.hasDuplicateId ||
        isOver(view.plan)
      )
        return null;
      if (view.plan.log.has(({ word, request: of }) => word === "delayed" && of === request.id)) return null;
      return {
        move: {
          kind: "edit-plan",
          path: view.plan.path,
          hash: view.hash,
          changes: [{ kind: "log", entry: delayedEntry(step, request) }],
        },
        because: `the server for ${request.name} does not answer`,
      };
    },
  },
  {
    id: "expire",
    apart: true,
    when: "its server could not be reached for as long as an approval waits, or the time at which it was to go out passed more than an hour ago: it ends as not run, and you are asked again",
    by: "keeper",
    decide: (request, world) => {
      const over = isOurs(request) ? overBy(request, world) : null;
      return over === null
        ? null
        : {
            move: {
              kind: "end",
              path: request.name,
              request: request.id,
              outcome: over.outcome,
              detail: over.detail,
            },
            because: over.because,
          };
    },
  },
];
