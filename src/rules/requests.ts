/**
 * Puts together, by action id, what lies in the folders, in the records, in this device's memory and in the plans'
 * logs.
 */
import { isHeldFor } from "../approval/device/holdReason";
import { countsAsApproved, type ActionState } from "../approval/device/ledger";
import { isDoubtful, type Outcome } from "../approval/device/outcome";
import { isOver, nextStep, type Plan } from "../note/plan/plan";
import { groupBy } from "../kit/groupBy";
import { remember } from "../kit/remember";
import { originalName, readName } from "../approval/request/name";
import type { RecordNote } from "../approval/request/record";
import type { Identity, RequestReading } from "../approval/request/request";
import { stateOf, type Placement, type State } from "../approval/request/states";
import { CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { differsFromNow, whySettingsLack } from "../approval/asSealed";
import { speaksFor, underWay, underWayWords } from "../approval/doubt";
import type { Seen, SeenPlan, SeenRequest } from "./snapshot";
import { identityOf, kindsOf, notePlace } from "./requestKinds";
import { renamedNotes, strangers } from "./external";
import { isElsewhere } from "./permission";
import { TWO_FOLDERS } from "../approval/durations";
import type { NotePlace, RequestView } from "../approval/view";

type Core = Pick<
  RequestView,
  | "id"
  | "chain"
  | "attempt"
  | "name"
  | "plan"
  | "task"
  | "step"
  | "type"
  | "created"
  | "text"
  | "identity"
  | "action"
>;
type Bare = Omit<
  RequestView,
  "state" | "stepText" | "underWay" | "reason" | "newest" | "refused" | "objection" | "obstacle"
>;

/** Requests that are taken over, and refusals. */
interface Known {
  /** Requests that are as they were, by the key of their plan: each is the only one of it. */
  readonly resting: ReadonlyMap<string, { readonly request: RequestView }>;
  readonly refused: ReadonlySet<string>;
}

/** Without the notes of others. `found`: what `findRequests` found in the same. `homes`: the plans, by their keys. */
export function gatherRequests(
  seen: Seen,
  homes: ReadonlyMap<string, readonly SeenPlan[]>,
  found: readonly Noted[],
  { resting, refused }: Known,
): RequestView[] {
  const known = found.map((noted) => resting.get(noted.core.plan)?.request ?? complete(noted, seen));
  const newest = newestByStep(
    known.filter(
      (each) =>
        !resting.has(each.plan) &&
        (each.identity !== null || each.actionState !== null || each.notes.length === 0),
    ),
  );
  // A server is asked for its offer when it is needed, so only an approved request is held against it: a waiting one
  // would read one way in a run that has asked, and another way in the next.
  const unasked: Seen = { ...seen, servers: new Map() };
  const views = known.map((each): RequestView => {
    const kept = resting.get(each.plan)?.request;
    if (kept !== undefined) return kept;
    const isNewest = newest.get(stepKey(each)) === each;
    const home = homes.get(each.plan)?.find(({ path }) => !seen.planIndex.hasDuplicateId(path));
    const plan = home?.plan ?? null;
    const differs = differsFromNow(each, lies(each, "approved") ? seen : unasked, plan);
    const row = stateOf(place(each, seen, differs, refused, !isNewest));
    // The note itself may be as it was: then it is said what about it has changed.
    const isUntouched =
      row.state === "edited" && !each.notes.some(({ parsed: reading }) => reading.kind === "edited");
    const reason = isUntouched
      ? (differs ?? row.reason)
      : row.state === "unseen" && isElsewhereNamed(each, seen)
        ? "Its note is in none of the folders looked at; the settings file may name others."
        : withLack(each, row.state, (row.state === "waiting" ? whyAway(each) : null) ?? row.reason, seen);
    const calling = row.state === "in-doubt" ? underWay(each, seen) : null;
    return {
      ...each,
      state: row.state,
      stepText: plan?.steps.find(({ id }) => id === each.step)?.text ?? "",
      underWay: calling,
      reason: calling === null ? reason : underWayWords(calling, seen.settings.time_zone),
      newest: isNewest,
      refused: refused.has(each.chain),
      objection: null,
      obstacle: null,
    };
  });
  const renamed = renamedNotes(seen.requests, views);
  const own = views.map((each): RequestView => {
    const found = renamed.find(({ id }) => id === each.id);
    if (found === undefined) return each;
    return { ...each, reason: each.state === "missing" ? found.reason : each.reason, renamed: found };
  });
  return [...own, ...strangers(seen, known, renamed)];
}

/** Behind the reason of an open request: that this device cannot know of a change. */
function withLack(of: Bare, state: State, reason: string, seen: Seen): string {
  const lack = state === "waiting" || state === "candidate" ? whySettingsLack(of, seen) : null;
  return lack === null ? reason : `${reason} ${lack}`;
}

/** Names of requests whose records have to be looked for; the rest of a long history is never read. */
export function namesOf(found: readonly Noted[], seen: Omit<Seen, "recordNotes">): ReadonlySet<string> {
  return new Set(
    [...found.map(({ core }) => core.name), ...kindsOf(seen.requests).incompleteByName.keys()].filter(
      (name) => name !== "",
    ),
  );
}

function stepKey(of: { readonly plan: string; readonly step: string }): string {
  return `${of.plan}\n${of.step}`;
}

/** A request, and what lies there of it. */
export interface Noted {
  readonly core: Core;
  readonly notes: readonly NotePlace[];
}

/** Requests of which one whole note says all that there is to say, by that note. */
const alone = new WeakMap<SeenRequest, Noted>();

function withNotes(seen: Omit<Seen, "recordNotes">): Noted[] {
  const { identified, incompleteByName } = kindsOf(seen.requests);
  const groups = groupBy(identified, ({ parsed }) => identityOf(parsed.reading)?.id ?? "");
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    const isAlone =
      first?.parsed.reading.kind === "sealed" &&
      all.length === 1 &&
      !incompleteByName.has(first.parsed.reading.identity.name);
    const known = isAlone ? alone.get(first) : undefined;
    if (known !== undefined) return known;
    const found = ofOneRequest(all, seen);
    const deciding = [...found].sort((a, b) => RANK[a.folder] - RANK[b.folder])[0];
    const reading = deciding?.parsed.reading;
    const identity = reading === undefined ? null : identityOf(reading);
    if (identity === null || reading === undefined || !("action" in reading)) return [];
    const incomplete = incompleteByName.get(identity.name) ?? [];
    const { id, chain, attempt, name, plan, task, step, created } = identity;
    const type = reading.action?.type ?? typeInName(name);
    const core: Core = {
      id,
      chain,
      attempt,
      name,
      plan,
      task,
      step,
      type,
      created,
      text: identity.stepHash.slice(0, 12),
      identity,
      action: reading.action,
    };
    const noted = { core, notes: [...found, ...incomplete].map(notePlace) };
    if (isAlone) alone.set(first, noted);
    return noted;
  });
}

/** Where no note of it can be read because it is not on this computer just now. */
function whyAway({ notes }: Pick<Bare, "notes">): string | null {
  const [first] = notes.flatMap(({ parsed: reading }) =>
    reading.kind === "torn" && reading.away === true ? [reading.why] : [],
  );
  return notes.every(({ parsed: reading }) => reading.kind === "torn") ? (first ?? null) : null;
}

type About = Pick<Identity, "name" | "plan" | "step">;

/**
 * The notes that say the same of an action. Whether the seal of another device is genuine nobody can tell here, so it
 * never speaks for an action of this one: not against a note that is sealed here, nor against what is remembered.
 */
function ofOneRequest(all: readonly SeenRequest[], { device }: Pick<Seen, "device">): readonly SeenRequest[] {
  const [first] = all.flatMap(({ parsed }) => identityOf(parsed.reading) ?? []);
  const own = all.flatMap(({ parsed }) =>
    parsed.reading.kind === "elsewhere" ? [] : (identityOf(parsed.reading) ?? []),
  )[0];
  const actionState = device.actionState.get(first?.id ?? "");
  const known: About | undefined =
    own ??
    (actionState === undefined || (actionState.asked ?? actionState.begun) === null
      ? undefined
      : actionState);
  return known === undefined ? all : all.filter(({ parsed }) => isAbout(identityOf(parsed.reading), known));
}

function isAbout(of: About | null, known: About): boolean {
  return of?.name === known.name && of.plan === known.plan && of.step === known.step;
}

/** The note in Approved speaks first, then the one still waiting. */
const RANK = { approved: 0, pending: 1, rejected: 2, done: 3 } as const;

function typeInName(name: string): string {
  return readName(name)?.type ?? "other";
}

/**
 * By id, once each: notes know most, then the latch, then the log of a plan whose next step it is for, then a record,
 * which may arrive before its request and before the log that tells of it.
 */
export function findRequests(seen: Omit<Seen, "recordNotes">, plans: readonly Plan[]): Noted[] {
  const found = new Map(withNotes(seen).map((each) => [each.core.id, each]));
  const { incompleteByName } = kindsOf(seen.requests);
  const remember = (core: Core): void =>
    void found.set(core.id, { core, notes: (incompleteByName.get(core.name) ?? []).map(notePlace) });
  const current = new Map(plans.map((plan) => [plan.key, standOf(plan).step ?? ""]));
  for (const actionState of seen.device.actionState.values()) {
    const { action, chain, name, plan, task, step, type, asked, begun, text, attempt } = actionState;
    if (found.has(action) || !isLive(actionState, current.get(plan))) continue;
    remember({
      id: action,
      chain,
      attempt,
      name,
      plan,
      task,
      step,
      type,
      created: asked ?? begun ?? 0,
      text,
      identity: null,
      action: null,
    });
  }
  for (const plan of plans) {
    for (const core of standOf(plan).asked) if (!found.has(core.id)) remember(core);
  }
  for (const { id, name, plan, task, step, type, begun } of seen.claims) {
    if (found.has(id) || step === "" || current.get(plan) !== step) continue;
    remember({
      id,
      chain: id,
      attempt: 1,
      name,
      plan,
      task,
      step,
      type,
      created: begun,
      text: "",
      identity: null,
      action: null,
    });
  }
  return [...found.values()];
}

/** The place at which a plan stands, and the requests that its log says were written for it. */
interface Stand {
  readonly step: string | null;
  readonly asked: readonly Core[];
}

/** A plan that is over stands nowhere: what was asked for it is history. */
const standOf = remember((plan: Plan): Stand => {
  const step = isOver(plan) ? null : (nextStep(plan)?.id ?? null);
  const asked = step === null ? [] : askedIn(plan, step);
  return { step, asked };
});

function askedIn({ key, taskId, log }: Plan, step: string): readonly Core[] {
  return log.entries.flatMap(({ mark, at }): Core[] => {
    if (mark?.word !== "asked" || mark.step !== step || mark.request === null) return [];
    const name = mark.note === null ? "" : `${mark.note}.md`;
    return [
      {
        id: mark.request,
        chain: mark.request,
        attempt: 1,
        name,
        plan: key,
        task: taskId,
        step,
        type: typeInName(name),
        created: at ?? 0,
        text: mark.text ?? "",
        identity: null,
        action: null,
      },
    ];
  });
}

/** History costs nothing: what is over and recorded is left out, unless the plan stands at that step. */
export function isLive(actionState: ActionState, currentStep: string | undefined): boolean {
  if (actionState.asked === null && actionState.begun === null) return false;
  if ((actionState.step === currentStep && currentStep !== "") || countsAsApproved(actionState)) return true;
  const over = actionState.outcome !== null && !isDoubtful(actionState.outcome);
  if (over)
    return (
      !actionState.applied &&
      (actionState.outcome === "ok" ||
        actionState.outcome === "by-hand" ||
        actionState.outcome === "resolved-happened")
    );
  return actionState.begun !== null;
}

function complete({ core, notes }: Noted, seen: Seen): Bare {
  const recordNote = seen.recordNotes.get(core.name) ?? null;
  const actionState = rememberedAs(core, seen.device.actionState.get(core.id));
  const recorded = recordNote?.record?.id === core.id ? recordNote.record.outcome : null;
  const outcome: Outcome | null =
    recorded !== null && !isDoubtful(recorded)
      ? recorded
      : isOfAnotherRun(recordNote, actionState)
        ? recorded
        : (actionState?.outcome ?? recorded);
  return { ...core, notes, recordNote, actionState, outcome };
}

function isOfAnotherRun(recordNote: RecordNote | null, actionState: ActionState | null): boolean {
  return (
    recordNote?.record != null &&
    isDoubtful(recordNote.record.outcome) &&
    actionState !== null &&
    !speaksFor(actionState, recordNote.record)
  );
}

/**
 * A line in a log, or a record, may bear the id of any action there ever was: what this device remembers of that one
 * says nothing about another step.
 */
function rememberedAs({ plan, step, name }: Core, actionState: ActionState | undefined): ActionState | null {
  return actionState?.plan === plan && actionState.step === step && (name === "" || actionState.name === name)
    ? actionState
    : null;
}

/** Chains of which something lies in Rejected, under whatever name and in whatever state. */
export function refusals(seen: Seen, found: readonly Noted[]): ReadonlySet<string> {
  const refused = new Set<string>();
  const { rejected } = kindsOf(seen.requests);
  if (rejected.length === 0) return refused;
  const chainOf = new Map(
    found.flatMap(
      ({ core: { id, name, chain } }) =>
        [
          [id, chain],
          [name, chain],
        ] as const,
    ),
  );
  for (const { name, parsed } of rejected) {
    const claim = claimOf(parsed.reading, name);
    refused.add(chainOf.get(claim) ?? claim);
  }
  return refused;
}

/**
 * The target of a refusal: the chain it was sealed for; where that cannot be read, the id that it claims, or its name.
 */
function claimOf(reading: RequestReading, name: string): string {
  const claimed = reading.kind === "foreign" ? reading.claims : (identityOf(reading)?.chain ?? null);
  return claimed ?? originalName(name) ?? name;
}

function newestByStep(known: readonly Bare[]): ReadonlyMap<string, Bare> {
  const newest = new Map<string, Bare>();
  for (const each of known) {
    const best = newest.get(stepKey(each));
    if (best === undefined || isNewer(each, best)) newest.set(stepKey(each), each);
  }
  return newest;
}

/**
 * Anybody can write a line into a log: a request known from there alone never outranks one that is sealed, or
 * remembered here.
 */
function isNewer(a: Bare, b: Bare): boolean {
  const known = (each: Bare): boolean => each.identity !== null || each.actionState !== null;
  if (known(a) !== known(b)) return known(a);
  if (a.created !== b.created) return a.created > b.created;
  return a.attempt === b.attempt ? a.id > b.id : a.attempt > b.attempt;
}

function lies(of: Bare, folder: NotePlace["folder"]): boolean {
  return of.notes.some((note) => note.folder === folder);
}

function place(
  of: Bare,
  seen: Seen,
  differs: string | null,
  refused: ReadonlySet<string>,
  newer: boolean,
): Placement {
  const deciding =
    of.notes.find((note) => note.folder === "approved") ??
    of.notes.find((note) => note.folder === "pending") ??
    of.notes[0];
  const record = of.recordNote?.record ?? null;
  const recordNote =
    of.recordNote === null
      ? "none"
      : record === null || record.id !== of.id
        ? "unverified"
        : of.outcome === null || isDoubtful(of.outcome)
          ? "unknown"
          : "known";
  return {
    pending: lies(of, "pending"),
    approved: lies(of, "approved"),
    rejected: refused.has(of.chain),
    recordNote,
    hidden: isHidden(of, seen),
    actionState:
      of.actionState === null
        ? "none"
        : of.actionState.outcome !== null && !isDoubtful(of.actionState.outcome)
          ? "ended"
          : of.actionState.begun !== null
            ? "begun"
            : "none",
    condition: deciding?.parsed.kind ?? "torn",
    newer,
    differs: differs !== null,
    confirmed: of.actionState?.confirmed === true && isHeldFor(of.actionState.held, TWO_FOLDERS),
    verifies: seen.device.device !== null && seen.role === "executor" && !isElsewhere(seen),
  };
}

/** A note that is nowhere may lie in a folder that cannot be read; so may a record, whatever the note says. */
function isHidden(of: Bare, seen: Seen): boolean {
  const { notes, recordNote } = of;
  const { folders, settings } = seen;
  if (isElsewhereNamed(of, seen)) return true;
  const mayLie =
    notes.length === 0 ? CONTROL_FOLDERS : recordNote === null ? (["done_actions"] as const) : [];
  return mayLie.some((each) => folders.unreadable.includes(pathOf(settings, each)));
}

/** Only the settings say what the folders are called, and they were not given. */
function isElsewhereNamed({ notes }: Bare, { withoutSettings }: Seen): boolean {
  return withoutSettings && notes.length === 0;
}
