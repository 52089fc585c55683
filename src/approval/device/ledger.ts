/** Adds the records of the store up to what the rules ask about. */
import { groupBy } from "../../kit/groupBy";
import { remember } from "../../kit/remember";
import { isObject } from "../../kit/json";
import { escapeMarkdown } from "../../kit/text";
import { isHeldFor, readHold, type HoldReason } from "./holdReason";
import { record, type DeviceRecord } from "./ledgerEntries";
import type { Outcome } from "./outcome";
import { NOTHING_COUNTED, type Spending } from "./spending";

/** When a server asked to be left alone, and until when. Milliseconds since the epoch. */
export interface Rest {
  readonly at: number;
  readonly until: number;
}

export interface DeviceState {
  /** Null before the first record: this device has never acted here. */
  readonly device: {
    readonly id: string;
    readonly key: string;
    readonly name: string;
    readonly machine: string;
    readonly vault: string;
    readonly at: number;
  } | null;
  readonly actionState: ReadonlyMap<string, ActionState>;
  /** `why`: sentences; empty where a person paused it. */
  readonly paused: { readonly why: string; readonly at: number } | null;
  /** How many pauses there have been. */
  readonly pauses: number;
  /** Milliseconds since the epoch; when this device last ran as the acting device. */
  readonly alive: number | null;
  readonly told: ReadonlySet<string>;
  /** The run that started a program, and when, by the name of the notice that told of it. */
  readonly startedBy: ReadonlyMap<string, { readonly run: string; readonly at: number }>;
  /** Since when each state that is watched has lasted, by its name. Milliseconds since the epoch. */
  readonly watched: ReadonlyMap<string, number>;
  readonly trusted: ReadonlyMap<string, string>;
  /** Servers that asked to be left alone. */
  readonly resting: ReadonlyMap<string, Rest>;
  /** The cost of the calls of models made here. Kept beside the records. */
  readonly spending: Spending;
  /** A sentence: why that cannot be told; null where it can. */
  readonly spendingTrouble: string | null;
}

/** Everything known here about one action. */
export interface ActionState {
  readonly action: string;
  readonly chain: string;
  readonly attempt: number;
  readonly name: string;
  readonly plan: string;
  readonly task: string;
  readonly step: string;
  readonly text: string;
  readonly type: string;
  readonly target: string;
  readonly asked: number | null;
  readonly seen: number | null;
  /** When nothing but its server was missing first, since it was seen; null for never. */
  readonly unreached: number | null;
  /** Why its approval alone is not enough, in the order in which that was found. */
  readonly held: readonly HoldReason[];
  readonly confirmed: boolean;
  /** How often a confirmation, given or not, was made void: by a reason to ask, or by being taken back. */
  readonly voided: number;
  /** Done by hand, as a person says. */
  readonly did: boolean;
  readonly begun: number | null;
  /** The key and the hash with which it was begun; empty when it never was. */
  readonly idempotency: string;
  readonly actionHash: string;
  /** The run that began it; empty where that was not noted. */
  readonly nonce: string;
  /** When its call is over for certain, by the clock that told `begun`; null where that was not noted. */
  readonly limit: number | null;
  readonly outcome: Outcome | null;
  /** When it ended, and what was said about that; empty when nothing was. */
  readonly ended: number | null;
  readonly detail: string;
  /** The name of an unclear answer in `device/taught`, or why it cannot be taught. */
  readonly answer?: string;
  readonly applied: boolean;
}

/** Whether it was seen approved, or confirmed, or said to be done, and nothing came of that yet. */
export function countsAsApproved({ seen, confirmed, did, begun, outcome }: ActionState): boolean {
  return (seen !== null || confirmed || did) && begun === null && outcome === null;
}

/** The words for the reason of a pause. */
export function sayPause(why: string): string {
  return why === "" ? "You paused it." : why;
}

/** Why another program paused; its name is empty where it gave none. */
export function byProgram(name: string): string {
  return name === "" ? "A program without a name paused it." : `The program “${name}” paused it.`;
}

/** A person began to take it back, and nothing says yet that it was done. */
export function isBeingTakenBack({ held, begun, outcome }: ActionState): boolean {
  return isHeldFor(held, TAKING_BACK) && begun === null && outcome === null;
}

export type RecordReading =
  | { readonly kind: "records"; readonly records: readonly DeviceRecord[] }
  | { readonly kind: "damaged"; readonly why: string }
  | { readonly kind: "other-version"; readonly why: string };

/** A record of version 1 bears no number. */
const VERSION = 1;

export function readRecords(raw: readonly unknown[]): RecordReading {
  const records: DeviceRecord[] = [];
  for (const [at, each] of raw.entries()) {
    const version = isObject(each) ? (each["v"] ?? VERSION) : VERSION;
    if (version !== VERSION)
      return {
        kind: "other-version",
        why: `record ${String(at + 1)} is of version ${escapeMarkdown(JSON.stringify(version))}`,
      };
    const parsed = record.safeParse(each);
    if (!parsed.success)
      return { kind: "damaged", why: `record ${String(at + 1)} of this device’s store cannot be read` };
    records.push(parsed.data);
  }
  return { kind: "records", records };
}

export const EMPTY_LEDGER: DeviceState = {
  device: null,
  actionState: new Map(),
  paused: null,
  pauses: 0,
  alive: null,
  told: new Set(),
  startedBy: new Map(),
  watched: new Map(),
  trusted: new Map(),
  resting: new Map(),
  spending: NOTHING_COUNTED,
  spendingTrouble: null,
};

const UNTOUCHED: Omit<ActionState, "action"> = {
  chain: "",
  attempt: 1,
  name: "",
  plan: "",
  task: "",
  step: "",
  text: "",
  type: "",
  target: "",
  asked: null,
  seen: null,
  unreached: null,
  held: [],
  confirmed: false,
  voided: 0,
  did: false,
  begun: null,
  idempotency: "",
  actionHash: "",
  nonce: "",
  limit: null,
  outcome: null,
  ended: null,
  detail: "",
  applied: false,
};

/**
 * Holds from the moment a person takes an approval back until that is done: its note may not come away, or the program
 * may end in between.
 */
export const TAKING_BACK: HoldReason = { code: "taking-back" };

const TAKEN_BACK = { seen: null, unreached: null, did: false } as const;

export function addUp(records: readonly DeviceRecord[]): DeviceState {
  return records.reduce(addTo, {
    ...EMPTY_LEDGER,
    actionState: new Map(),
    told: new Set(),
    startedBy: new Map(),
    watched: new Map(),
    trusted: new Map(),
    resting: new Map(),
  });
}

export function addRecord(state: DeviceState, entry: DeviceRecord): DeviceState {
  return addTo(
    {
      ...state,
      actionState: new Map(state.actionState),
      told: new Set(state.told),
      startedBy: new Map(state.startedBy),
      watched: new Map(state.watched),
      trusted: new Map(state.trusted),
      resting: new Map(state.resting),
    },
    entry,
  );
}

type States = DeviceState["actionState"];

// Many requests ask of one state.
const groupedByStep = remember((states: States) =>
  groupBy(states.values(), ({ plan, step }) => `${plan}\n${step}`),
);
const groupedByHash = remember((states: States) => groupBy(states.values(), ({ actionHash }) => actionHash));

/** The actions of one step, as far as this device knows. */
export function actionStatesOf(
  { actionState }: Pick<DeviceState, "actionState">,
  plan: string,
  step: string,
): readonly ActionState[] {
  return groupedByStep(actionState).get(`${plan}\n${step}`) ?? [];
}

/** Actions that were begun here and send exactly this (hashAction). */
export function actionStatesSending(
  { actionState }: Pick<DeviceState, "actionState">,
  actionHash: string,
): readonly ActionState[] {
  return (groupedByHash(actionState).get(actionHash) ?? []).filter(({ begun }) => begun !== null);
}

/** Into maps nobody else has: copying them for each record takes half a minute for 6,000 actions. */
interface Growing extends DeviceState {
  readonly actionState: Map<string, ActionState>;
  readonly told: Set<string>;
  readonly startedBy: Map<string, { readonly run: string; readonly at: number }>;
  readonly watched: Map<string, number>;
  readonly trusted: Map<string, string>;
  readonly resting: Map<string, Rest>;
}

function addTo(state: Growing, entry: DeviceRecord): Growing {
  const latched = (action: string, change: Partial<ActionState>): Growing => {
    const before = state.actionState.get(action) ?? { action, ...UNTOUCHED };
    state.actionState.set(action, { ...before, ...change });
    return state;
  };
  const voided = (action: string): number => state.actionState.get(action)?.voided ?? 0;
  const voiding = (action: string): Partial<ActionState> => ({
    confirmed: false,
    voided: voided(action) + 1,
  });
  const heldFor = (action: string, otherThan: HoldReason): readonly HoldReason[] =>
    (state.actionState.get(action)?.held ?? []).filter((why) => !isHeldFor([otherThan], why));
  switch (entry.kind) {
    case "device":
      return { ...state, device: entry };
    case "asked":
    case "begun": {
      const { kind: _kind, at, action, ...about } = entry;
      if (entry.kind === "begun") return latched(action, { ...about, begun: at });
      // An action keeps the step that it is for: no note may say afterwards that it was for another.
      const known = state.actionState.get(action);
      return latched(
        action,
        known !== undefined && (known.asked ?? known.begun) !== null
          ? { asked: known.asked ?? at }
          : { ...about, asked: at },
      );
    }
    case "seen":
      return latched(entry.action, { seen: entry.at });
    case "unreached":
      return latched(entry.action, { unreached: state.actionState.get(entry.action)?.unreached ?? entry.at });
    case "held": {
      const why = readHold(entry);
      // A confirmation given before this reason arose does not cover it.
      return latched(entry.action, { held: [...heldFor(entry.action, why), why], ...voiding(entry.action) });
    }
    case "confirmed":
      // The other door of this device may have noted a reason that the person was not shown; then this does not count.
      return entry.voided === voided(entry.action) ? latched(entry.action, { confirmed: true }) : state;
    case "taken-back":
      return latched(entry.action, {
        ...TAKEN_BACK,
        ...voiding(entry.action),
        held: heldFor(entry.action, TAKING_BACK),
      });
    case "did":
      return latched(entry.action, { did: true });
    case "ended":
      if (entry.rests !== undefined)
        state.resting.set(entry.rests.server, { at: entry.at, until: entry.rests.until });
      return latched(entry.action, {
        outcome: entry.outcome,
        ended: entry.at,
        detail: entry.detail,
        ...(entry.answer === undefined ? {} : { answer: entry.answer }),
      });
    case "applied":
      return latched(entry.action, { applied: true });
    case "paused":
      if (entry.action !== undefined) latched(entry.action, { ...TAKEN_BACK, ...voiding(entry.action) });
      if (entry.on)
        return {
          ...state,
          paused: { why: entry.why, at: state.paused?.at ?? entry.at },
          pauses: state.pauses + 1,
        };
      return entry.pauses === state.pauses ? { ...state, paused: null } : state;
    case "alive":
      return { ...state, alive: entry.at };
    case "told":
      state.told.add(entry.what);
      if (entry.run !== undefined) state.startedBy.set(entry.what, { run: entry.run, at: entry.at });
      return state;
    case "watched":
      if (entry.on) state.watched.set(entry.what, entry.at);
      else state.watched.delete(entry.what);
      return state;
    case "trusted":
      state.trusted.set(entry.what, entry.hash);
      return state;
  }
}
