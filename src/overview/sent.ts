/**
 * Actions that went out, newest first: those of this device from its memory, and those of others from the logs of their
 * plans. Text of notes is passed on as it is.
 */
import type { ActionState } from "../approval/device/ledger";
import { BY_HAND, OUTCOME_ROWS } from "../approval/device/outcome";
import { moment } from "../kit/dates";
import type { Entry } from "../note/plan/logEntry";
import { withoutHand } from "../note/plan/approvalMarker";
import { planTitle, type Plan } from "../note/plan/plan";
import { recordName } from "../approval/request/name";
import type { World } from "../rules/world";
import { requestTarget, withoutLinks } from "./titles";

export interface Sent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** To whom or where, as written; empty where only the record says it. */
  readonly to: string;
  /** The words of its step. */
  readonly what: string;
  readonly plan: string;
  /** Name of its request, with what went out as it went out; null where nobody says. */
  readonly request: string | null;
  /** Name of its record, with the whole text; the path of its plan where no record is named. */
  readonly note: string;
  /** `maybe`: its arrival is not certain. */
  readonly how: "sent" | "by-hand" | "maybe";
}

type Past = Pick<World, "device" | "recent" | "planIndex">;

export function sentOf(world: Past): readonly Sent[] {
  const { actionState } = world.device;
  const own = [...actionState.values()].flatMap((each) => ownOf(each, world));
  const others = world.recent.flatMap((plan) =>
    plan.log.entries.flatMap((entry) =>
      entry.mark?.request != null && actionState.has(entry.mark.request) ? [] : loggedOf(entry, plan),
    ),
  );
  return [...own, ...others].sort((a, b) => b.at - a.at);
}

/** The record of an entry that something was carried out, and to whom it went; null for any other entry. */
export function recordOf(
  { text, mark }: Entry,
  actionState: ReadonlyMap<string, ActionState>,
): Pick<Sent, "to" | "note"> | null {
  if (mark?.word !== "carried-out") return null;
  const known = mark.request === null ? undefined : actionState.get(mark.request);
  const named = / Record: (\S+?)\.?(?: \([^()]*\))?\s*$/.exec(text)?.[1];
  const note = known === undefined ? named : recordName(known.name);
  return note === undefined ? null : { to: known?.target ?? "", note: withoutLinks(note) };
}

function ownOf(actionState: ActionState, { planIndex, recent }: Past): readonly Sent[] {
  const { outcome, begun, did, ended, name, type } = actionState;
  if (outcome === null || OUTCOME_ROWS[outcome].reached === "no" || (begun === null && !did)) return [];
  const plan = recent.find(({ key }) => key === actionState.plan);
  const path = planIndex.home(actionState.plan)?.path;
  if (outcome === "by-hand" && plan !== undefined && isUndone(plan, actionState.step, actionState.action))
    return [];
  const title = plan === undefined ? planIndex.at(path ?? "")?.title : planTitle(plan);
  return [
    {
      at: ended ?? begun ?? 0,
      to: requestTarget({ action: null, actionState }),
      what: plan === undefined ? type : stepIn(plan, actionState.step, type),
      plan: withoutLinks(title ?? actionState.task),
      request: name,
      note: recordName(name),
      how: outcome === "by-hand" ? outcome : OUTCOME_ROWS[outcome].reached === "maybe" ? "maybe" : "sent",
    },
  ];
}

function stepIn({ steps }: Plan, id: string | null, or: string): string {
  const step = steps.find((each) => each.id === id);
  return step === undefined ? or : withoutLinks(withoutHand(step.text));
}

/** Whether an entry about something carried out tells that a person did it. */
export function saysByHand({ mark }: Entry): boolean {
  return mark?.word === "carried-out" && mark.note === BY_HAND;
}

/** Whether the person took back that they did it: the step was opened again behind the line that tells of it. */
function isUndone({ log }: Plan, step: string | null, request: string | null): boolean {
  const last = log.last(
    (mark) =>
      mark.step === step &&
      (mark.word === "reopened" || (mark.word === "carried-out" && mark.request === request)),
  );
  return last?.mark.word === "reopened";
}

const NONE: ReadonlyMap<string, ActionState> = new Map();

function loggedOf(entry: Entry, plan: Plan): readonly Sent[] {
  const at = moment(entry.at);
  if (at === null || entry.mark?.word !== "carried-out") return [];
  const { step: id } = entry.mark;
  if (saysByHand(entry) && isUndone(plan, id, entry.mark.request)) return [];
  const record = recordOf(entry, NONE);
  return [
    {
      at,
      to: "",
      what: stepIn(plan, id, ""),
      plan: withoutLinks(planTitle(plan)),
      request: record === null ? null : record.note.replace(/_receipt(?:\.md)?$/, ".md"),
      note: record?.note ?? plan.path,
      how: saysByHand(entry) ? "by-hand" : "sent",
    },
  ];
}
