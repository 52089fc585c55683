/** Earlier attempts at a step that may have reached the outside, and the warning about them in its next request. */
import type { Action } from "../note/action/action";
import { actionStatesSending, type DeviceState, type ActionState } from "./device/ledger";
import { OUTCOME_ROWS, type Outcome } from "./device/outcome";
import { isWrittenByAgent } from "../note/plan/author";
import { isActionId, MOST_WARNED_OF } from "./request/seal";
import { agentWrote } from "./agentWrote";
import { isOfAnother } from "./gateFacts";
import { momentOf, saySendTime } from "./sendTime";
import { isSaidDone } from "./byHand";
import { SAID_SO } from "./doubt";
import { mappingOf } from "../settings/settings";
import { takenAway } from "./durations";
import type { AroundRequests } from "./around";
import type { AskReason, PlanStep, RequestView } from "./view";

/** The part of the move `ask` that counts here. */
interface Ask {
  readonly why: AskReason;
}

/** Writes a moment for the person who reads the request. */
type Show = (ms: number) => string;

export interface Before {
  /** It was carried out: what is asked now does it once more. */
  readonly done: boolean;
  /** Ids of the actions that may have had an effect, and which the person is told of. */
  readonly warnsOf: readonly string[];
  /** Sentences, for the top of the request. */
  readonly warnings: readonly string[];
}

/**
 * `device` is what is remembered by now, which may be more than when the world was seen; `earlier` is the request
 * that this one follows, `sends` stands for exactly what goes out (hashAction), which is `action`.
 */
export function lookBack(
  move: Ask,
  view: PlanStep,
  earlier: RequestView | null,
  world: AroundRequests,
  device: Pick<DeviceState, "actionState">,
  sends: string,
  action: Action,
  show: Show,
): Before {
  const actionStates = [...device.actionState.values()];
  const done = doneBefore(view, actionStates);
  const same = sentElsewhere(device, view.plan.key, view.step?.id ?? "", sends);
  const perhaps = perhapsBefore(view, world, actionStates);
  const spoken = warnings(move, earlier, world.device, show);
  return {
    done: done !== null,
    warnsOf: [
      ...same.map(({ action }) => action),
      ...perhaps.elsewhere.map((each) => each.id),
      ...perhaps.erred.map((each) => each.id),
    ].slice(-MOST_WARNED_OF),
    warnings: [
      ...timePassed(action, world),
      ...perhapsSent(perhaps, earlier, spoken, show),
      ...doneAlready(move, done, show),
      ...saidDone(view, earlier, actionStates),
      ...spoken,
      ...sentForAnother(same, show),
      ...(isByAgent(view, action, world.device) ? [BY_AGENT] : []),
    ],
  };
}

function timePassed(action: Action, { now, settings }: AroundRequests): readonly string[] {
  const at = momentOf(action, settings.time_zone);
  return at === null || now < at || mappingOf(settings, action.type) === null
    ? []
    : [
        `Its time, ${saySendTime(at, settings.time_zone)}, has passed: it goes out as soon as you approve it.`,
      ];
}

/**
 * By the log of the plan, or because this device saw the agent write exactly this: whoever tidies the log takes no
 * warning away.
 */
function isByAgent({ plan, step }: PlanStep, action: Action, { told }: DeviceState): boolean {
  return told.has(agentWrote(action)) || (step !== null && isWrittenByAgent(plan, step));
}

const BY_AGENT =
  "The plan’s agent wrote this, and nobody has checked it. Read every word before you approve it.";

/** The person's way out; the command finds the attempt by its id. */
function ifItArrived(id: string): string {
  return `If it did arrive, tick the step in the plan instead${isActionId(id) ? ` (or run “planwright resolve ${id.slice(0, 8)} happened”)` : ""}.`;
}

function attemptWarning(id: string, outcome: Outcome | null, when: string, detail: string): string {
  const said = detail === "" || detail === SAID_SO ? "" : ` ${detail.replace(/[^.”]$/, "$&.")}`;
  if (outcome === "tool-error")
    return `The server reported an error; check that it was not sent. The attempt${when} may have gone out anyway.${said} ${ifItArrived(id)}`;
  if (outcome === "resolved-not")
    return `Nobody knew how the attempt${when} ended; then somebody said that it did not happen.${said} Approving this sends it again.`;
  return `The attempt${when} was not sent.${said} Approving this tries again.`;
}

/** All earlier attempts at this step that may have reached the outside. */
interface Perhaps {
  /** Recorded by another device. */
  readonly elsewhere: readonly RequestView[];
  /** Ended here with an error of the server, the newest last. */
  readonly erred: readonly Erred[];
}

interface Erred {
  readonly id: string;
  readonly begun: number | null;
}

function perhapsBefore(
  { plan, step }: PlanStep,
  world: AroundRequests,
  actionStates: readonly ActionState[],
): Perhaps {
  const isOf = (each: { readonly plan: string; readonly step: string }): boolean =>
    each.plan === plan.key && each.step === step?.id;
  const requests = world.requests.filter(isOf);
  // A record may say how it ended before this device remembers it; and what is remembered may have left no note.
  const recorded = requests
    .filter(({ outcome }) => outcome === "tool-error")
    .map(({ id, actionState, recordNote }): Erred => ({
      id,
      begun: actionState?.begun ?? recordNote?.record?.begun ?? null,
    }));
  const remembered = actionStates
    .filter((each) => isOf(each) && each.outcome === "tool-error")
    .map(({ action, begun }): Erred => ({ id: action, begun }));
  const erred = [...new Map([...recorded, ...remembered].map((each) => [each.id, each])).values()];
  return {
    elsewhere: requests.filter((each) => isOfAnother(each) && isActionId(each.id)),
    erred: erred.sort((a, b) => (a.begun ?? 0) - (b.begun ?? 0)),
  };
}

/** `spoken` is what is said of the request this one follows. */
function perhapsSent(
  { elsewhere, erred }: Perhaps,
  earlier: RequestView | null,
  spoken: readonly string[],
  show: Show,
): readonly string[] {
  const others = elsewhere.map(
    (each) =>
      `A record that this device did not write (${each.name.replace(/\.md$/, "_receipt")}) is there for this step: another device may have carried it out. Read that record before you approve.`,
  );
  const rest = erred.filter((each) => spoken.length === 0 || each.id !== earlier?.id);
  const last = rest.at(-1)?.begun ?? null;
  const when = last === null ? "" : show(last);
  const instead = ifItArrived(rest.at(-1)?.id ?? "");
  if (rest.length > 1)
    return [
      ...others,
      `${String(rest.length)} earlier attempts${when === "" ? "" : `, the last on ${when},`} ended with a server error, and each may have been sent anyway. Check before you approve. ${instead}`,
    ];
  return rest.length === 0
    ? others
    : [
        ...others,
        `An earlier attempt${when === "" ? "" : ` on ${when}`} ended with a server error and may have been sent anyway. Check before you approve. ${instead}`,
      ];
}

/** The last action that carried out this step. One that is asked now does it once more, no matter what came between. */
function doneBefore({ plan, step }: PlanStep, actionStates: readonly ActionState[]): ActionState | null {
  return (
    actionStates.findLast(
      (each) =>
        each.plan === plan.key &&
        each.step === step?.id &&
        each.outcome !== null &&
        OUTCOME_ROWS[each.outcome].done,
    ) ?? null
  );
}

function doneAlready(move: Ask, done: ActionState | null, show: Show): readonly string[] {
  if (done === null || move.why === "repeat") return [];
  return [oneMoreTime(done.outcome, done.begun === null ? "" : ` on ${show(done.begun)}`)];
}

/**
 * A person's words on a request that did not end by them, or is replaced by this one: its step was mistyped, say,
 * or what was to be done has changed.
 */
function saidDone(
  { plan, step }: PlanStep,
  earlier: RequestView | null,
  actionStates: readonly ActionState[],
): readonly string[] {
  const isDone = (outcome: Outcome | null): boolean => outcome !== null && OUTCOME_ROWS[outcome].done;
  const isSaid =
    (earlier !== null && !isDone(earlier.outcome) && isSaidDone(earlier)) ||
    actionStates.some(
      (each) => each.did && !isDone(each.outcome) && each.plan === plan.key && each.step === step?.id,
    );
  return isSaid
    ? [
        "Somebody said they did an earlier request for this step by hand. It may be done already; check before you approve.",
      ]
    : [];
}

/**
 * Exactly the same, for another step, the latest last: a plan may come back under another name or with another step,
 * when it was merged, copied, restored from a backup, or adopted once more.
 */
export function sentElsewhere(
  device: Pick<DeviceState, "actionState">,
  plan: string,
  step: string,
  sends: string,
): readonly ActionState[] {
  const others = actionStatesSending(device, sends).filter(
    (each) =>
      !(each.plan === plan && each.step === step) && OUTCOME_ROWS[each.outcome ?? "unknown"].reached !== "no",
  );
  return others.sort((a, b) => (a.begun ?? 0) - (b.begun ?? 0));
}

function sentForAnother(same: readonly ActionState[], show: Show): readonly string[] {
  const last = same.at(-1);
  if (last?.begun == null) return [];
  const is =
    OUTCOME_ROWS[last.outcome ?? "unknown"].reached === "yes"
      ? "was carried out"
      : "may have been carried out";
  return [
    `Exactly the same ${is} on ${show(last.begun)} for another step (in ${last.task})${same.length === 1 ? "" : `, the last of ${String(same.length)} times`}. If you approve this, it is carried out again.`,
  ];
}

/** A person who opens a step again may never have done what they said that they did. */
function oneMoreTime(outcome: Outcome | null, when: string): string {
  if (outcome === "by-hand")
    return `You said${when} that you did it by hand, and then the step was opened again. If you did do it, it is done a second time.`;
  return `Already carried out${when}. The step is open again, so Planwright asks again. If you approve, it is carried out a second time.`;
}

function warnings(
  move: Ask,
  earlier: RequestView | null,
  { told }: DeviceState,
  show: Show,
): readonly string[] {
  const record = earlier?.recordNote?.record ?? null;
  const when =
    record === null
      ? ""
      : ` on ${show(earlier?.outcome === "resolved-not" ? record.begun : (record.ended ?? record.begun))}`;
  switch (move.why) {
    case "first":
    case "again":
      if (record !== null && (earlier?.outcome === "not-sent" || earlier?.outcome === "tool-error"))
        return [attemptWarning(earlier.id, earlier.outcome, when, record.detail)];
      if (earlier?.state === "in-doubt") return ["An earlier request for this step may have been sent."];
      if (earlier?.notes.length === 0 && told.has(takenAway(earlier.id)))
        return [
          "An approved request for this step disappeared, and Planwright did not move it. Another program may have carried it out; look where it should have arrived before you approve this one.",
        ];
      return [];
    case "repeat":
      return [oneMoreTime(earlier?.outcome ?? null, when)];
    case "attempt":
      return [attemptWarning(earlier?.id ?? "", earlier?.outcome ?? null, when, record?.detail ?? "")];
    case "reissue":
      return [
        "This replaces a request that no longer holds: its note was changed (by hand, sync or a program), or its server was. Read it again before you approve it.",
      ];
  }
}
