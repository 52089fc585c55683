/**
 * A script: everything that happens to a few devices, as plain data. It is drawn from a seed, played, made shorter and
 * kept; playing it leaves nothing to chance but what it states a `chance` for.
 */
import type { AgentDeed } from "./agent/deeds";
import type { Mood } from "./agent/says";

export interface Script {
  /** Which vault it begins with (stories.ts). */
  readonly story: string;
  /**
   * Begins where a first run of the terminal program on device a has brought the story, long ago and known to every
   * device.
   */
  readonly begun?: true;
  /**
   * How the vaults of the devices are kept the same; `one folder`: there is one, and each of the programs has a memory
   * of its own.
   */
  readonly sync: string | null;
  readonly devices: readonly DeviceSetup[];
  readonly events: readonly Event[];
  /** Milliseconds that every port call takes. */
  readonly tick: number;
  /** By what chance the model of an agent answers; without it there is no model. */
  readonly model?: number;
}

export interface DeviceSetup {
  readonly name: string;
  /**
   * `terminal` runs when it is told to; `app` goes on by itself while it is open; `hands` has a vault and a person, and
   * no Planwright.
   */
  readonly door: "terminal" | "app" | "hands";
  /** How events of the disk reach an open app. */
  readonly hints: "soon" | "lossy" | "doubled";
}

export type Event =
  /**
   * A run of the terminal program, or for an open app: it goes on for a quarter of a minute. `as` is for a run that was
   * not started to act.
   */
  | {
      readonly do: "settle";
      readonly on: string;
      readonly as?: "clerk" | "viewer";
      readonly amid?: readonly Amid[];
    }
  | { readonly do: "open"; readonly on: string; readonly amid?: readonly Amid[] }
  | { readonly do: "close"; readonly on: string }
  | { readonly do: "wait"; readonly ms: number; readonly amid?: readonly Amid[] }
  | { readonly do: "deed"; readonly on: string; readonly deed: Deed }
  | {
      readonly do: "command";
      readonly on: string;
      readonly command: CommandPattern;
      readonly as?: "clerk";
      readonly amid?: readonly Amid[];
    }
  | { readonly do: "server"; readonly server: "mail" | "bank" | "web"; readonly mode: ServerMode }
  /** How the model of the agent is minded from now on. */
  | { readonly do: "model"; readonly mood: Mood }
  /** So many deliveries, chosen by `chance`. */
  | { readonly do: "sync"; readonly steps: number; readonly chance: number }
  | { readonly do: "line"; readonly on: string; readonly up: boolean }
  /** Between two port calls: the program is killed, or the whole machine loses power. */
  | { readonly do: "power"; readonly on: string; readonly how: "kill" | "power"; readonly chance: number }
  /** The clock on the wall is set. Milliseconds, may be negative. */
  | { readonly do: "clock"; readonly on: string; readonly ms: number }
  /** The machine sleeps: the wall clock goes on, nothing else does. */
  | { readonly do: "suspend"; readonly ms: number }
  /** The vault of a device goes back to what it was before event `to`. */
  | { readonly do: "restore"; readonly on: string; readonly to: number }
  /**
   * Settings that a person confirmed on this device; they hold from the next start. `elsewhere`: the same server by
   * another command.
   */
  | { readonly do: "settings"; readonly on: string; readonly how: "elsewhere" | "as before" }
  /** Nothing new can be written, in the vault or in the memory of the device, until there is room again. */
  | { readonly do: "disk"; readonly on: string; readonly full: boolean }
  | { readonly do: "memory"; readonly on: string; readonly what: "forget" | "damage" };

/** What can happen amid another event as well: there nobody keeps what a vault was before. */
export type Interruption = Exclude<Event, { readonly do: "restore" }>;

/** Something that happens at the n-th port call of an event, counted from 1, on the device that works. */
export interface Amid {
  readonly at: number;
  /** Counted from the first call that begins with this instead; that one is number 0. */
  readonly after?: string;
  readonly then: Interruption | Cut;
}

/**
 * The end of a program at one port call. `before`: the call has no effect; `after`: it has, and nobody hears; `torn`: a
 * part of the text is written. `refuse` ends nothing: the call fails, as on a full disk. `power` takes what was not
 * safe with it.
 */
export interface Cut {
  readonly do: "cut";
  readonly how: "before" | "after" | "torn" | "refuse";
  readonly power: boolean;
  readonly chance: number;
}

/**
 * What a person, or another program, does to the files of a device. `pick` chooses among the notes it can be done to.
 */
export type Deed =
  | {
      readonly kind:
        | "approve"
        | "reject"
        | "hold"
        | "unreject"
        | "copy-to-approved"
        | "copy-to-rejected"
        | "delete-request"
        | "delete-receipt"
        | "rename-request"
        | "conflict-copy";
      readonly pick: number;
    }
  | {
      readonly kind: "edit-request";
      readonly pick: number;
      readonly how:
        | "target"
        | "body"
        | "prose"
        | "seal"
        | "space"
        | "remark"
        | "tick-did"
        | "tick-did-loosely"
        | "tick-did-by-plugin"
        | "properties"
        | "cut-off"
        | "type";
    }
  | { readonly kind: "answer-doubt"; readonly pick: number; readonly happened: boolean }
  | { readonly kind: "answer-question"; readonly pick: number; readonly answer: "again" | "skip" | "cancel" }
  | { readonly kind: "forge-receipt"; readonly pick: number }
  | { readonly kind: "edit-plan"; readonly pick: number; readonly how: PlanEdit }
  | { readonly kind: "edit-record"; readonly pick: number; readonly how: RecordEdit }
  /** A step, with all that stands beneath it, from one plan into another. */
  | { readonly kind: "move-step"; readonly pick: number }
  | { readonly kind: "copy-plan" | "rename-plan" | "delete-plan" | "conflict-plan"; readonly pick: number }
  | {
      readonly kind: "folder-away" | "folder-back";
      readonly folder: "Plans" | "Pending_Approval" | "Approved" | "Rejected" | "Done/Actions";
    }
  | { readonly kind: "dashboard"; readonly how: "delete" | "damage" | "remark" | "own" }
  | { readonly kind: "acting"; readonly how: "delete" | "damage" }
  | { readonly kind: "put-back" | "forge-request" | "copy-receipt"; readonly pick: number }
  /** `pause`: by a command in a second terminal. */
  | { readonly kind: "approve-all" | "edit-file" | "pause" }
  | { readonly kind: "hand-made"; readonly folder: "Pending_Approval" | "Approved" }
  /** To what an agent works on, and to what it reads. */
  | { readonly kind: "agent"; readonly how: AgentDeed; readonly pick: number };

export type PlanEdit =
  | "tick"
  | "tick-step"
  | "untick"
  | "skip"
  | "remark"
  | "words"
  | "body"
  | "target"
  | "activate"
  | "cancel"
  | "block"
  | "break"
  | "mend"
  | "hostile-log"
  | "no-log"
  | "crlf"
  | "new-step"
  | "drop-id"
  | "not-text"
  | Slip;

export type RecordEdit = "done" | "not-run" | "remark" | "cut-off" | "words";

/** What a hand does that slips: boxes that are none, steps in another place; and what mends it. */
export type Slip =
  | "glue"
  | "no-box"
  | "tick-loosely"
  | "tick-by-plugin"
  | "fold"
  | "turn"
  | "later"
  | "double-step"
  | "new-id"
  | "no-hand"
  | "stray-block"
  | "open-quote"
  | "short-log"
  | "mend-step";

export type ServerMode =
  | "ok"
  | "error-after"
  | "error-before"
  | "says-failed-after"
  | "says-failed-before"
  | "polite-after"
  | "polite-before"
  | "refused"
  | "lost-after"
  | "lost-before"
  | "late"
  | "down"
  | "gone"
  | "changed"
  /** It does what it is asked, and answers anything at all. */
  | "garbage";

/** A command of the desk; `request` and `plan` are found by number among those there are. */
export type CommandPattern =
  | { readonly kind: "approve" | "reject" | "hold" | "confirm"; readonly pick: number }
  | { readonly kind: "resolve"; readonly pick: number; readonly happened: boolean }
  | { readonly kind: "skip" | "cancel" | "start" | "request" | "later" | "undo"; readonly pick: number }
  | { readonly kind: "pause" | "continue" | "take-over" }
  /** All programs that running flows want. */
  | { readonly kind: "allow" | "forbid" }
  /** Of all that can be; the person has it shown and agrees. */
  | { readonly kind: Shown };

export type Shown = "merge" | "adopt";
