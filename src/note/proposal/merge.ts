/**
 * Plans that stand for the same thing made one: what one of them has more is added at the end of the other's Roadmap,
 * and what is done in either is done. The note that was taken in keeps every line and moves to the archive; of the
 * other, no byte changes but what is shown.
 */
import { hashText } from "../../kit/hash";
import { joinLines } from "../../kit/lines";
import { escapeLine } from "../../kit/text";
import type { Plan } from "../plan/plan";
import { isBlockedByPerson, personsReason } from "../plan/standstill";
import { NOTE_LIMIT } from "../../kit/ports/vault";
import { type NoteChange, openDraft, textAt } from "./proposal";
import { takeIn, type Taken } from "./takeIn";

export interface Member {
  readonly path: string;
  readonly text: string;
  readonly plan: Plan;
  /** Sync made it of another, by its name. */
  readonly copy: boolean;
}

export interface Merged {
  /** The note that stays, then each that goes; none where nothing can be merged. */
  readonly notes: readonly NoteChange[];
  /** Sentences on what is not merged, and why. */
  readonly left: readonly string[];
}

/** One that waits for somebody runs as much as one that does not. */
const TURN = { Active: 0, Blocked: 0, Draft: 1, Done: 2, Cancelled: 2 } as const;

/**
 * The one that stays comes first. A total order over what the notes say, so that two devices choose alike. Of two notes
 * that are one plan, the one in which more steps have block ids is the later: requests refer to those.
 */
export function bySurvival(a: Member, b: Member): number {
  if (a.copy !== b.copy) return a.copy ? 1 : -1;
  const done = ({ plan }: Member): number => plan.steps.filter(({ state }) => state === "done").length;
  const named = ({ plan }: Member): number => plan.steps.filter(({ id }) => id !== null).length;
  const created = (a.plan.created ?? Infinity) - (b.plan.created ?? Infinity);
  return (
    done(b) - done(a) ||
    TURN[a.plan.status] - TURN[b.plan.status] ||
    (Number.isNaN(created) ? 0 : created) ||
    compare(a.plan.key, b.plan.key) ||
    named(b) - named(a) ||
    compare(a.path, b.path)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Their word goes into the archive with the note: whoever agrees has to know it. */
function tellBlock({ path, plan }: Member, survivor: Member): string[] {
  if (!isBlockedByPerson(plan) || isBlockedByPerson(survivor.plan)) return [];
  const reason = personsReason(plan);
  return [
    `Somebody holds ${path}${reason === null ? "" : ` (“${escapeLine(reason)}”)`}; that does not hold for the plan that stays.`,
  ];
}

/** `others` in the order in which they are taken in; `to` is where each goes then. */
export function mergeNotes(
  survivor: Member,
  others: readonly { readonly member: Member; readonly to: string }[],
): Merged {
  const draft = openDraft(survivor.text);
  const taken: { readonly member: Member; readonly to: string; readonly what: Taken }[] = [];
  const left: string[] = [];
  for (const { member, to } of others) {
    const what = takeIn(survivor.path, joinLines(draft.lines()), member, to);
    if (typeof what === "string") left.push(`${member.path} is not merged: ${what}.`);
    else {
      for (const { at, becomes } of what.changes) draft.replace(at, becomes);
      taken.push({ member, to, what });
    }
  }
  const hash = hashText(survivor.text);
  const said = [
    `${survivor.plan.taskId} stays, with the status ${survivor.plan.status}.`,
    ...taken.flatMap(({ member }) => tellBlock(member, survivor)),
    ...taken.flatMap(({ what }) => what.said),
  ];
  const stays: NoteChange = {
    ...(draft.change(survivor.path) ?? { path: survivor.path, hash, text: survivor.text, lines: [] }),
    said,
    log: taken.flatMap(({ what }) => what.log),
  };
  const written = textAt(stays, 0);
  if (taken.length > 0 && (written === null || new TextEncoder().encode(written).length > NOTE_LIMIT)) {
    return {
      notes: [],
      left: [
        `${survivor.path} is left as it is: ${written === null ? "its log cannot take a line without changing your text" : "it would be longer than 1 MB"}.`,
      ],
    };
  }
  const goes = taken.map(({ member, to, what }): NoteChange => ({
    path: member.path,
    hash: hashText(member.text),
    text: member.text,
    lines: [],
    said: what.saidThere,
    log: what.logThere,
    moves: to,
    after: survivor.path,
  }));
  return { notes: goes.length === 0 ? [] : [stays, ...goes], left };
}
